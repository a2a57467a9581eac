"""torch's public namespace on Ivy: ``import ivy.frontends.torch as torch``.

The numbers live on Ivy's current backend; see `ivy.set_backend`.
"""

from __future__ import annotations

from math import e, inf, nan, pi
from typing import Any

from ivy.frontends._boundary import missing as _missing
from ivy.frontends.torch import _methods  # gives Tensor its methods
from ivy.frontends.torch._casting import (
    can_cast,
    is_complex,
    is_floating_point,
    promote_types,
    result_type,
)
from ivy.frontends.torch._creation import (
    BFloat16Tensor,
    BoolTensor,
    ByteTensor,
    CharTensor,
    DoubleTensor,
    FloatTensor,
    HalfTensor,
    IntTensor,
    LongTensor,
    ShortTensor,
    arange,
    as_tensor,
    asarray,
    complex,
    empty,
    empty_like,
    eye,
    from_numpy,
    full,
    full_like,
    linspace,
    logspace,
    ones,
    ones_like,
    scalar_tensor,
    tensor,
    tril_indices,
    triu_indices,
    zeros,
    zeros_like,
)
from ivy.frontends.torch._indexing import (
    argwhere,
    bucketize,
    gather,
    index_add,
    index_copy,
    index_fill,
    index_put,
    index_select,
    masked_scatter,
    masked_select,
    nonzero,
    scatter,
    scatter_add,
    searchsorted,
    take,
    take_along_dim,
)
from ivy.frontends.torch._linalg import (
    addmm,
    addmv,
    baddbmm,
    bmm,
    cdist,
    cosine_similarity,
    cross,
    dot,
    einsum,
    ger,
    kron,
    matmul,
    mm,
    mv,
    outer,
    tensordot,
    trace,
)
from ivy.frontends.torch._modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from ivy.frontends.torch._pointwise import (
    abs,
    absolute,
    acos,
    add,
    addcdiv,
    addcmul,
    allclose,
    arccos,
    arcsin,
    arctan,
    arctan2,
    asin,
    atan,
    atan2,
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    ceil,
    clamp,
    clamp_max,
    clamp_min,
    clip,
    cos,
    cosh,
    div,
    divide,
    eq,
    equal,
    erf,
    erfc,
    exp,
    exp2,
    expm1,
    fix,
    floor,
    floor_divide,
    fmod,
    frac,
    ge,
    greater,
    greater_equal,
    gt,
    hypot,
    isclose,
    isfinite,
    isinf,
    isnan,
    le,
    lerp,
    less,
    less_equal,
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    logit,
    lt,
    masked_fill,
    maximum,
    minimum,
    mul,
    multiply,
    nan_to_num,
    ne,
    neg,
    negative,
    not_equal,
    positive,
    pow,
    reciprocal,
    relu,
    remainder,
    round,
    rsqrt,
    rsub,
    sgn,
    sigmoid,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    sub,
    subtract,
    tan,
    tanh,
    true_divide,
    trunc,
    where,
)
from ivy.frontends.torch._printing import set_printoptions
from ivy.frontends.torch._random import (
    Generator,
    bernoulli,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    multinomial,
    normal,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
    seed,
    set_rng_state,
)
from ivy.frontends.torch._reductions import (
    all,
    amax,
    amin,
    aminmax,
    any,
    argmax,
    argmin,
    argsort,
    bincount,
    count_nonzero,
    cov,
    cumsum,
    diff,
    dist,
    isin,
    kthvalue,
    log_softmax,
    logsumexp,
    max,
    mean,
    median,
    min,
    nansum,
    norm,
    prod,
    quantile,
    softmax,
    sort,
    std,
    std_mean,
    sum,
    topk,
    unique,
    var,
    var_mean,
)
from ivy.frontends.torch._shaping import (
    atleast_1d,
    atleast_2d,
    broadcast_shapes,
    broadcast_tensors,
    broadcast_to,
    cartesian_prod,
    cat,
    chunk,
    clone,
    column_stack,
    concat,
    concatenate,
    diag,
    diagonal,
    flatten,
    flip,
    fliplr,
    flipud,
    hstack,
    meshgrid,
    moveaxis,
    movedim,
    narrow,
    permute,
    ravel,
    repeat_interleave,
    reshape,
    roll,
    rot90,
    row_stack,
    select,
    split,
    squeeze,
    stack,
    swapaxes,
    swapdims,
    t,
    tensor_split,
    tile,
    transpose,
    tril,
    triu,
    unbind,
    unflatten,
    unsqueeze,
    vstack,
)
from ivy.frontends.torch._types import (
    Size,
    bfloat16,
    bool,
    cdouble,
    cfloat,
    channels_last,
    complex64,
    complex128,
    contiguous_format,
    device,
    double,
    dtype,
    finfo,
    float,
    float16,
    float32,
    float64,
    get_default_dtype,
    half,
    iinfo,
    int,
    int8,
    int16,
    int32,
    int64,
    layout,
    long,
    memory_format,
    preserve_format,
    set_default_dtype,
    short,
    strided,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ivy.frontends.torch.tensor import Tensor

newaxis = None
# The version of torch that the frontend follows.
__version__ = "2.13.0"


def is_tensor(obj: Any) -> Any:
    """Return whether an object is a tensor.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.is_tensor([1.0])
    False
    """
    return isinstance(obj, Tensor)


def numel(input: Tensor) -> Any:
    """Return the number of elements of a tensor."""
    return input.numel()


def set_num_threads(threads: Any, /) -> None:
    """Do nothing: how many threads compute is a setting of the backend's framework."""


def use_deterministic_algorithms(mode: Any, *, warn_only: Any = False) -> None:
    """Do nothing: whether results can be repeated is a matter of the backend's framework."""


def save(obj: Any, f: Any, *args: Any, **options: Any) -> None:
    """Raise: files that torch can read are not written yet."""
    raise NotImplementedError(
        "torch.save: ivy's torch frontend does not write torch's files; write the arrays with "
        "numpy.savez(file, **{k: v.numpy() for k, v in model.state_dict().items()})"
    )


def load(f: Any, *args: Any, **options: Any) -> Any:
    """Raise: torch's files are not read yet."""
    raise NotImplementedError(
        "torch.load: ivy's torch frontend does not read torch's files; write the arrays of a "
        "state_dict with numpy.savez, and make tensors of what numpy.load returns"
    )


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module 'torch' has no attribute {name!r}")
    raise _missing("torch", name)


# These need the names above.
from ivy.frontends.torch import autograd, backends, cuda, linalg, nn, optim, random, utils  # noqa: E402, the names above come first
