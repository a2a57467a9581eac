"""Names of the array API standard that mean the same in Ivy, by the namespace that has them."""

# Of the library's own namespace.
MAIN = (
    *("arange", "empty", "empty_like", "eye", "full", "full_like", "linspace", "ones"),
    *("ones_like", "tril", "triu", "zeros", "zeros_like", "astype", "abs", "acos", "acosh"),
    *("add", "asin", "asinh", "atan", "atan2", "atanh", "bitwise_and", "bitwise_left_shift"),
    *("bitwise_invert", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "ceil", "clip"),
    *("conj", "copysign", "cos", "cosh", "divide", "equal", "exp", "expm1", "floor"),
    *("floor_divide", "greater", "greater_equal", "hypot", "imag", "isfinite", "isinf"),
    *("isnan", "less", "less_equal", "log", "log1p", "log2", "log10", "logaddexp"),
    *("logical_and", "logical_not", "logical_or", "logical_xor", "maximum", "minimum"),
    *("multiply", "negative", "nextafter", "not_equal", "positive", "pow", "real"),
    *("reciprocal", "remainder", "round", "sign", "signbit", "sin", "sinh", "square", "sqrt"),
    *("subtract", "tan", "tanh", "trunc", "take", "take_along_axis", "matmul"),
    *("matrix_transpose", "tensordot", "vecdot", "broadcast_to", "concat", "expand_dims"),
    *("flip", "moveaxis", "permute_dims", "repeat", "reshape", "roll", "squeeze", "stack"),
    *("tile", "unstack", "argmax", "argmin", "count_nonzero", "nonzero", "searchsorted"),
    *("where", "unique_all", "unique_counts", "unique_inverse", "unique_values"),
    *("argsort", "sort", "cumulative_prod", "cumulative_sum", "max", "mean", "min", "prod"),
    *("std", "sum", "var", "all", "any", "diff"),
)

# Of its extension `linalg`, without what Ivy makes of these in the same way everywhere.
LINALG = (
    *("cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "qr", "slogdet", "solve"),
    *("svd", "svdvals"),
)

# Those that take a device, which has Ivy's name above and the library's below.
PLACED = (
    *("arange", "empty", "empty_like", "eye", "full", "full_like", "linspace", "ones"),
    *("ones_like", "zeros", "zeros_like"),
)
