"""The methods and operators of `Tensor`, from torch's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

import ivy
from ivy.array import Array
from ivy.frontends.torch import (
    _casting,
    _creation,
    _indexing,
    _linalg,
    _pointwise,
    _random,
    _reductions,
    _shaping,
)
from ivy.frontends.torch._frontend import meaning
from ivy.frontends.torch.tensor import Tensor, read

# -- in place --------------------------------------------------------------------------------------


def in_place(fn: Callable[..., Any]) -> Callable[..., Tensor]:
    """Return the method that puts the result of a function into the tensor itself."""

    def method(self: Tensor, *args: Any, **options: Any) -> Tensor:
        return self._update(fn(self._own(), *args, **options))

    method.__name__ = f"{fn.__name__}_"
    method.__doc__ = f"See :meth:`torch.Tensor.{fn.__name__}_`."
    method.in_place_of = fn  # type: ignore[attr-defined]  # for who reads what it means
    return method


def _value_of(value: Any) -> Any:
    return read(value) if isinstance(value, Tensor) else value


def copy_(input: Tensor, src: Any, non_blocking: bool = False) -> Tensor:
    """See :meth:`torch.Tensor.copy_`."""
    value = _value_of(src)
    now = input._own()
    if isinstance(value, Array) and value.shape != now.shape:
        try:
            value = ivy.broadcast_to(value, now.shape)
        except Exception as error:
            raise RuntimeError(
                f"The size of tensor a {list(now.shape)} must match the size of tensor b "
                f"{list(value.shape)}"
            ) from error
    return input._write(ivy.setitem(now, value, ...))


def fill_(input: Tensor, value: Any) -> Tensor:
    """See :meth:`torch.Tensor.fill_`."""
    given = _value_of(value)
    if isinstance(given, Array) and given.shape:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{len(given.shape)} dimensions."
        )
    return input._write(ivy.setitem(input._own(), given, ...))


def zero_(input: Tensor) -> Tensor:
    """See :meth:`torch.Tensor.zero_`."""
    return input._write(ivy.setitem(input._own(), 0, ...))


def masked_fill_(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """See :meth:`torch.Tensor.masked_fill_`."""
    filled = _pointwise.masked_fill(input._own(), read(mask), _value_of(value))
    return input._update(filled)


def fill_diagonal_(input: Tensor, fill_value: float) -> Tensor:
    """See :meth:`torch.Tensor.fill_diagonal_`."""
    places = ivy.arange(min(input.shape), dtype="int64")
    return input._write(ivy.setitem(input._own(), fill_value, (places,) * input.dim()))


def transpose_(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """See :meth:`torch.Tensor.transpose_`."""
    return _reshaped(input, ivy.swapaxes(input._own(), dim0, dim1))


def t_(input: Tensor) -> Tensor:
    """See :meth:`torch.Tensor.t_`."""
    own = input._own()
    return _reshaped(input, ivy.swapaxes(own, 0, 1) if len(own.shape) == 2 else own)


def unsqueeze_(input: Tensor, dim: int) -> Tensor:
    """See :meth:`torch.Tensor.unsqueeze_`."""
    return _reshaped(input, ivy.expand_dims(input._own(), axis=dim))


def squeeze_(input: Tensor, dim: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.squeeze_`."""
    return _reshaped(input, _shaping.squeeze(input._own(), dim))


def _reshaped(input: Tensor, array: Array) -> Tensor:
    """Give a tensor that is no view, and has none, the same elements in another shape."""
    if input._base is not None:
        raise NotImplementedError(
            "ivy's torch frontend changes the shape in place of tensors only that are no view and "
            "have none; use the method without the underscore"
        )
    return input._write(array)


def _where(input: Array, condition: Array, other: Any) -> Array:
    return ivy.where(condition, input, other)


@meaning(_where)
def where(input: Any, condition: Any, other: Any) -> Any:
    """See :meth:`torch.Tensor.where`."""
    return _pointwise.where(condition, input, other)


def cuda(input: Tensor, device: Any = None, non_blocking: bool = False) -> Tensor:
    """See :meth:`torch.Tensor.cuda`; there is no such device here."""
    return _casting.to(input, "cuda")


# -- operators -------------------------------------------------------------------------------------

_OPERANDS = (Tensor, int, float, complex, numpy.generic)


def _operator(fn: Callable[..., Any], reflected: bool = False) -> Callable[..., Any]:
    def method(self: Tensor, other: Any) -> Any:
        if not isinstance(other, _OPERANDS):
            if not isinstance(other, numpy.ndarray):
                return NotImplemented
            other = _creation.from_numpy(other)
        return fn(other, self) if reflected else fn(self, other)

    method.__wrapped__ = getattr(fn, "__wrapped__", fn)  # type: ignore[attr-defined]
    return method


def _in_place_operator(fn: Callable[..., Tensor]) -> Callable[..., Any]:
    def method(self: Tensor, other: Any) -> Any:
        if not isinstance(other, _OPERANDS):
            return NotImplemented
        return fn(self, other)

    return method


def _unknown_is(answer: bool, fn: Callable[..., Any]) -> Callable[..., Any]:
    # Comparing with what is no number is not an error in torch.
    compare = _operator(fn)

    def method(self: Tensor, other: Any) -> Any:
        result = compare(self, other)
        return answer if result is NotImplemented else result

    return method


OPERATORS: dict[str, Callable[..., Any]] = {
    "__add__": _operator(_pointwise.add),
    "__radd__": _operator(_pointwise.add),
    "__sub__": _operator(_pointwise.sub),
    "__rsub__": _operator(_pointwise.sub, reflected=True),
    "__mul__": _operator(_pointwise.mul),
    "__rmul__": _operator(_pointwise.mul),
    "__truediv__": _operator(_pointwise.div),
    "__rtruediv__": _operator(_pointwise.div, reflected=True),
    "__floordiv__": _operator(_pointwise.floor_divide),
    "__rfloordiv__": _operator(_pointwise.floor_divide, reflected=True),
    "__mod__": _operator(_pointwise.remainder),
    "__rmod__": _operator(_pointwise.remainder, reflected=True),
    "__pow__": _operator(_pointwise.pow),
    "__rpow__": _operator(_pointwise.pow, reflected=True),
    "__matmul__": _operator(_linalg.matmul),
    "__rmatmul__": _operator(_linalg.matmul, reflected=True),
    "__and__": _operator(_pointwise.bitwise_and),
    "__rand__": _operator(_pointwise.bitwise_and),
    "__or__": _operator(_pointwise.bitwise_or),
    "__ror__": _operator(_pointwise.bitwise_or),
    "__xor__": _operator(_pointwise.bitwise_xor),
    "__rxor__": _operator(_pointwise.bitwise_xor),
    "__eq__": _unknown_is(False, _pointwise.eq),
    "__ne__": _unknown_is(True, _pointwise.ne),
    "__lt__": _operator(_pointwise.lt),
    "__le__": _operator(_pointwise.le),
    "__gt__": _operator(_pointwise.gt),
    "__ge__": _operator(_pointwise.ge),
    "__neg__": _pointwise.neg,
    "__pos__": _pointwise.positive,
    "__abs__": _pointwise.abs,
    "__invert__": _pointwise.bitwise_not,
    "__getitem__": _shaping.getitem,
    "__setitem__": _shaping.setitem,
    "__iadd__": _in_place_operator(in_place(_pointwise.add)),
    "__isub__": _in_place_operator(in_place(_pointwise.sub)),
    "__imul__": _in_place_operator(in_place(_pointwise.mul)),
    "__itruediv__": _in_place_operator(in_place(_pointwise.div)),
    "__ifloordiv__": _in_place_operator(in_place(_pointwise.floor_divide)),
    "__imod__": _in_place_operator(in_place(_pointwise.remainder)),
    "__ipow__": _in_place_operator(in_place(_pointwise.pow)),
    "__iand__": _in_place_operator(in_place(_pointwise.bitwise_and)),
    "__ior__": _in_place_operator(in_place(_pointwise.bitwise_or)),
    "__ixor__": _in_place_operator(in_place(_pointwise.bitwise_xor)),
}

# -- methods ---------------------------------------------------------------------------------------

METHODS: dict[str, Callable[..., Any]] = {
    # Element by element.
    "abs": _pointwise.abs,
    "absolute": _pointwise.absolute,
    "acos": _pointwise.acos,
    "add": _pointwise.add,
    "addcdiv": _pointwise.addcdiv,
    "addcmul": _pointwise.addcmul,
    "allclose": _pointwise.allclose,
    "arccos": _pointwise.acos,
    "arcsin": _pointwise.asin,
    "arctan": _pointwise.atan,
    "arctan2": _pointwise.atan2,
    "asin": _pointwise.asin,
    "atan": _pointwise.atan,
    "atan2": _pointwise.atan2,
    "bitwise_and": _pointwise.bitwise_and,
    "bitwise_not": _pointwise.bitwise_not,
    "bitwise_or": _pointwise.bitwise_or,
    "bitwise_xor": _pointwise.bitwise_xor,
    "ceil": _pointwise.ceil,
    "clamp": _pointwise.clamp,
    "clamp_max": _pointwise.clamp_max,
    "clamp_min": _pointwise.clamp_min,
    "clip": _pointwise.clip,
    "cos": _pointwise.cos,
    "cosh": _pointwise.cosh,
    "div": _pointwise.div,
    "divide": _pointwise.divide,
    "eq": _pointwise.eq,
    "equal": _pointwise.equal,
    "erf": _pointwise.erf,
    "erfc": _pointwise.erfc,
    "exp": _pointwise.exp,
    "exp2": _pointwise.exp2,
    "expm1": _pointwise.expm1,
    "floor": _pointwise.floor,
    "floor_divide": _pointwise.floor_divide,
    "fmod": _pointwise.fmod,
    "frac": _pointwise.frac,
    "ge": _pointwise.ge,
    "greater": _pointwise.greater,
    "greater_equal": _pointwise.greater_equal,
    "gt": _pointwise.gt,
    "hypot": _pointwise.hypot,
    "isclose": _pointwise.isclose,
    "isfinite": _pointwise.isfinite,
    "isinf": _pointwise.isinf,
    "isnan": _pointwise.isnan,
    "le": _pointwise.le,
    "lerp": _pointwise.lerp,
    "less": _pointwise.less,
    "less_equal": _pointwise.less_equal,
    "log": _pointwise.log,
    "log10": _pointwise.log10,
    "log1p": _pointwise.log1p,
    "log2": _pointwise.log2,
    "logaddexp": _pointwise.logaddexp,
    "logical_and": _pointwise.logical_and,
    "logical_not": _pointwise.logical_not,
    "logical_or": _pointwise.logical_or,
    "logical_xor": _pointwise.logical_xor,
    "logit": _pointwise.logit,
    "lt": _pointwise.lt,
    "masked_fill": _pointwise.masked_fill,
    "maximum": _pointwise.maximum,
    "minimum": _pointwise.minimum,
    "mul": _pointwise.mul,
    "multiply": _pointwise.multiply,
    "nan_to_num": _pointwise.nan_to_num,
    "ne": _pointwise.ne,
    "neg": _pointwise.neg,
    "negative": _pointwise.negative,
    "not_equal": _pointwise.not_equal,
    "positive": _pointwise.positive,
    "pow": _pointwise.pow,
    "reciprocal": _pointwise.reciprocal,
    "relu": _pointwise.relu,
    "remainder": _pointwise.remainder,
    "round": _pointwise.round,
    "rsqrt": _pointwise.rsqrt,
    "sgn": _pointwise.sgn,
    "sigmoid": _pointwise.sigmoid,
    "sign": _pointwise.sign,
    "sin": _pointwise.sin,
    "sinh": _pointwise.sinh,
    "sqrt": _pointwise.sqrt,
    "square": _pointwise.square,
    "sub": _pointwise.sub,
    "subtract": _pointwise.subtract,
    "tan": _pointwise.tan,
    "tanh": _pointwise.tanh,
    "true_divide": _pointwise.true_divide,
    "trunc": _pointwise.trunc,
    # Reductions, order and search.
    "all": _reductions.all,
    "amax": _reductions.amax,
    "amin": _reductions.amin,
    "aminmax": _reductions.aminmax,
    "any": _reductions.any,
    "argmax": _reductions.argmax,
    "argmin": _reductions.argmin,
    "argsort": _reductions.argsort,
    "bincount": _reductions.bincount,
    "count_nonzero": _reductions.count_nonzero,
    "cov": _reductions.cov,
    "cumsum": _reductions.cumsum,
    "diff": _reductions.diff,
    "dist": _reductions.dist,
    "kthvalue": _reductions.kthvalue,
    "log_softmax": _reductions.log_softmax,
    "logsumexp": _reductions.logsumexp,
    "max": _reductions.max,
    "mean": _reductions.mean,
    "median": _reductions.median,
    "min": _reductions.min,
    "nansum": _reductions.nansum,
    "norm": _reductions.norm,
    "prod": _reductions.prod,
    "quantile": _reductions.quantile,
    "softmax": _reductions.softmax,
    "sort": _reductions.sort,
    "std": _reductions.std,
    "sum": _reductions.sum,
    "topk": _reductions.topk,
    "unique": _reductions.unique,
    "var": _reductions.var,
    # Shapes.
    "broadcast_to": _shaping.broadcast_to,
    "chunk": _shaping.chunk,
    "clone": _shaping.clone,
    "contiguous": _shaping.contiguous,
    "diag": _shaping.diag,
    "diagonal": _shaping.diagonal,
    "expand": _shaping.expand,
    "expand_as": _shaping.expand_as,
    "flatten": _shaping.flatten,
    "flip": _shaping.flip_method,
    "fliplr": _shaping.fliplr,
    "flipud": _shaping.flipud,
    "moveaxis": _shaping.moveaxis,
    "movedim": _shaping.movedim,
    "narrow": _shaping.narrow,
    "permute": _shaping.permute_method,
    "ravel": _shaping.ravel,
    "repeat": _shaping.repeat,
    "repeat_interleave": _shaping.repeat_interleave,
    "reshape": _shaping.reshape_method,
    "reshape_as": _shaping.reshape_as,
    "roll": _shaping.roll,
    "rot90": _shaping.rot90,
    "select": _shaping.select,
    "split": _shaping.split_method,
    "squeeze": _shaping.squeeze,
    "swapaxes": _shaping.swapaxes,
    "swapdims": _shaping.swapdims,
    "t": _shaping.t,
    "tensor_split": _shaping.tensor_split,
    "tile": _shaping.tile_method,
    "transpose": _shaping.transpose,
    "tril": _shaping.tril,
    "triu": _shaping.triu,
    "unbind": _shaping.unbind,
    "unflatten": _shaping.unflatten,
    "unsqueeze": _shaping.unsqueeze,
    "view": _shaping.view_method,
    "view_as": _shaping.view_as,
    # Positions.
    "argwhere": _indexing.argwhere,
    "gather": _indexing.gather,
    "index_add": _indexing.index_add,
    "index_copy": _indexing.index_copy,
    "index_fill": _indexing.index_fill,
    "index_put": _indexing.index_put,
    "index_select": _indexing.index_select,
    "masked_scatter": _indexing.masked_scatter,
    "masked_select": _indexing.masked_select,
    "nonzero": _indexing.nonzero,
    "scatter": _indexing.scatter,
    "scatter_add": _indexing.scatter_add,
    "take": _indexing.take,
    "take_along_dim": _indexing.take_along_dim,
    # Products.
    "addmm": _linalg.addmm,
    "addmv": _linalg.addmv,
    "baddbmm": _linalg.baddbmm,
    "bmm": _linalg.bmm,
    "cross": _linalg.cross,
    "dot": _linalg.dot,
    "ger": _linalg.ger,
    "kron": _linalg.kron,
    "matmul": _linalg.matmul,
    "mm": _linalg.mm,
    "mv": _linalg.mv,
    "outer": _linalg.outer,
    "trace": _linalg.trace,
    # Dtypes.
    "bfloat16": _casting.bfloat16,
    "bool": _casting.bool,
    "byte": _casting.byte,
    "char": _casting.char,
    "cpu": _casting.cpu,
    "double": _casting.double,
    "float": _casting.float,
    "half": _casting.half,
    "int": _casting.int,
    "long": _casting.long,
    "short": _casting.short,
    "to": _casting.to,
    "type": _casting.type_method,
    "type_as": _casting.type_as,
    "cuda": cuda,
    # New tensors.
    "bernoulli": _random.bernoulli,
    "multinomial": _random.multinomial,
    "new_empty": _creation.new_empty,
    "new_full": _creation.new_full,
    "new_ones": _creation.new_ones,
    "new_tensor": _creation.new_tensor,
    "new_zeros": _creation.new_zeros,
    # In place.
    "abs_": in_place(_pointwise.abs),
    "add_": in_place(_pointwise.add),
    "addcdiv_": in_place(_pointwise.addcdiv),
    "addcmul_": in_place(_pointwise.addcmul),
    "addmm_": in_place(_linalg.addmm),
    "baddbmm_": in_place(_linalg.baddbmm),
    "bernoulli_": _random.bernoulli_,
    "bitwise_and_": in_place(_pointwise.bitwise_and),
    "bitwise_or_": in_place(_pointwise.bitwise_or),
    "bitwise_xor_": in_place(_pointwise.bitwise_xor),
    "cauchy_": _random.cauchy_,
    "ceil_": in_place(_pointwise.ceil),
    "clamp_": in_place(_pointwise.clamp),
    "clamp_max_": in_place(_pointwise.clamp_max),
    "clamp_min_": in_place(_pointwise.clamp_min),
    "clip_": in_place(_pointwise.clip),
    "copy_": copy_,
    "cos_": in_place(_pointwise.cos),
    "cumsum_": in_place(_reductions.cumsum),
    "div_": in_place(_pointwise.div),
    "divide_": in_place(_pointwise.div),
    "erf_": in_place(_pointwise.erf),
    "exp_": in_place(_pointwise.exp),
    "expm1_": in_place(_pointwise.expm1),
    "exponential_": _random.exponential_,
    "fill_": fill_,
    "fill_diagonal_": fill_diagonal_,
    "floor_": in_place(_pointwise.floor),
    "floor_divide_": in_place(_pointwise.floor_divide),
    "fmod_": in_place(_pointwise.fmod),
    "geometric_": _random.geometric_,
    "index_add_": in_place(_indexing.index_add),
    "index_copy_": in_place(_indexing.index_copy),
    "index_fill_": in_place(_indexing.index_fill),
    "index_put_": in_place(_indexing.index_put),
    "lerp_": in_place(_pointwise.lerp),
    "log_": in_place(_pointwise.log),
    "log1p_": in_place(_pointwise.log1p),
    "log_normal_": _random.log_normal_,
    "logical_and_": in_place(_pointwise.logical_and),
    "logical_not_": in_place(_pointwise.logical_not),
    "logical_or_": in_place(_pointwise.logical_or),
    "masked_fill_": masked_fill_,
    "masked_scatter_": in_place(_indexing.masked_scatter),
    "mul_": in_place(_pointwise.mul),
    "multiply_": in_place(_pointwise.mul),
    "nan_to_num_": in_place(_pointwise.nan_to_num),
    "neg_": in_place(_pointwise.neg),
    "normal_": _random.normal_,
    "pow_": in_place(_pointwise.pow),
    "random_": _random.random_,
    "reciprocal_": in_place(_pointwise.reciprocal),
    "relu_": in_place(_pointwise.relu),
    "remainder_": in_place(_pointwise.remainder),
    "round_": in_place(_pointwise.round),
    "rsqrt_": in_place(_pointwise.rsqrt),
    "scatter_": in_place(_indexing.scatter),
    "scatter_add_": in_place(_indexing.scatter_add),
    "sigmoid_": in_place(_pointwise.sigmoid),
    "sign_": in_place(_pointwise.sign),
    "sin_": in_place(_pointwise.sin),
    "sqrt_": in_place(_pointwise.sqrt),
    "square_": in_place(_pointwise.square),
    "squeeze_": squeeze_,
    "sub_": in_place(_pointwise.sub),
    "subtract_": in_place(_pointwise.sub),
    "t_": t_,
    "tanh_": in_place(_pointwise.tanh),
    "transpose_": transpose_,
    "tril_": in_place(_shaping.tril),
    "triu_": in_place(_shaping.triu),
    "trunc_": in_place(_pointwise.trunc),
    "uniform_": _random.uniform_,
    "unsqueeze_": unsqueeze_,
    "where": where,
    "zero_": zero_,
}


# -- what a tensor is, on arrays -------------------------------------------------------------------


def _size(input: Array, dim: int | None = None) -> Any:
    return input.shape if dim is None else input.shape[dim]


def _dim(input: Array) -> int:
    return input.ndim


def _numel(input: Array) -> int:
    return input.size


def _detach(input: Array) -> Array:
    return ivy.stop_gradient(input)


meaning(_size)(Tensor.size)
meaning(_dim)(Tensor.dim)
meaning(_numel)(Tensor.numel)
meaning(_detach)(Tensor.detach)

for _name, _member in {**METHODS, **OPERATORS}.items():
    setattr(Tensor, _name, _member)
Tensor.T = property(_shaping.all_transposed)  # type: ignore[attr-defined]
Tensor.mT = property(_shaping.adjoint_real)  # type: ignore[attr-defined]
Tensor.H = property(_shaping.all_transposed)  # type: ignore[attr-defined]
