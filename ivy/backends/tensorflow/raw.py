"""What runs in the place of tensorflow's public functions, on eager tensors.

The chapters are written with public names, because they are read by the transpiler. Most of the
time of such a call goes into converting arguments that are tensors already, and into making small
tensors of Python numbers, shapes and axes. Here the kernels are called by `tf.raw_ops`, with
constants that are kept; for any other argument, and in graphs, the public function runs.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

EAGER = tf.__internal__.EagerTensor

_NUMBERS = frozenset([int, float])
_REAL = frozenset(map(id, (tf.float16, tf.bfloat16, tf.float32, tf.float64)))
_COMPLEX = frozenset(map(id, (tf.complex64, tf.complex128)))
_FLOATING = _REAL | _COMPLEX

_kernels = tf.raw_ops


@functools.lru_cache(4096, typed=True)
def _kept(value: Any, dtype: Any) -> Any:
    with tf.init_scope():  # eager also where a graph is being made
        return tf.constant(value, dtype)


def number(value: Any, dtype: Any) -> Any:
    """Return a Python number as a tensor.

    Zeros are not kept, for -0.0 equals 0.0. Tensorflow itself keeps one of them for both, unless
    they come as arrays.
    """
    if value:
        return _kept(value, dtype)
    return tf.constant(np.asarray(value, dtype.as_numpy_dtype))


def _unary(public: Any, kernel: Any, accepted: frozenset[int] | None = None) -> Any:
    if accepted is None:

        def run(x, name=None):
            if type(x) is EAGER:
                return kernel(x=x)
            return public(x, name=name)
    else:

        def run(x, name=None):
            if type(x) is EAGER and id(x.dtype) in accepted:
                return kernel(x=x)
            return public(x, name=name)

    return run


def _binary(public: Any, kernel: Any, accepted: frozenset[int] | None = None) -> Any:
    if accepted is None:

        def run(x, y, name=None):
            if type(x) is EAGER:
                if type(y) is EAGER:
                    return kernel(x=x, y=y)
                if type(y) in _NUMBERS and id(x.dtype) in _REAL:
                    return kernel(x=x, y=number(y, x.dtype))
            return public(x, y, name=name)
    else:

        def run(x, y, name=None):
            if type(x) is EAGER and id(x.dtype) in accepted:
                if type(y) is EAGER:
                    return kernel(x=x, y=y)
                if type(y) in _NUMBERS and id(x.dtype) in _REAL:
                    return kernel(x=x, y=number(y, x.dtype))
            return public(x, y, name=name)

    return run


def _reduction(public: Any, kernel: Any) -> Any:
    def run(input_tensor, axis=None, keepdims=False, name=None):
        if type(input_tensor) is EAGER:
            if axis is None:
                axis = tuple(range(input_tensor.shape.rank))
            if type(axis) is int or type(axis) is tuple:
                axis = _kept(axis, tf.int32)
                return kernel(input=input_tensor, axis=axis, keep_dims=keepdims)
        return public(input_tensor, axis=axis, keepdims=keepdims, name=name)

    return run


def _where(condition, x=None, y=None, name=None):
    if type(condition) is EAGER:
        if type(x) is EAGER:
            if type(y) is EAGER:
                return _kernels.SelectV2(condition=condition, t=x, e=y)
            if type(y) in _NUMBERS and id(x.dtype) in _REAL:
                return _kernels.SelectV2(condition=condition, t=x, e=number(y, x.dtype))
        elif type(y) is EAGER and type(x) in _NUMBERS and id(y.dtype) in _REAL:
            return _kernels.SelectV2(condition=condition, t=number(x, y.dtype), e=y)
    return tf.where(condition, x, y, name=name)


# The types in a tuple of Python integers that is not empty.
_INTEGERS = frozenset([int])


def _reshape(tensor, shape, name=None):
    if type(tensor) is EAGER and type(shape) is tuple and set(map(type, shape)) == _INTEGERS:
        return _kernels.Reshape(tensor=tensor, shape=_kept(shape, tf.int32))
    return tf.reshape(tensor, shape, name=name)


def _broadcast_to(input, shape, name=None):
    if type(input) is EAGER and type(shape) is tuple and set(map(type, shape)) == _INTEGERS:
        return _kernels.BroadcastTo(input=input, shape=_kept(shape, tf.int32))
    return tf.broadcast_to(input, shape, name=name)


def _transpose(a, perm=None, conjugate=False, name="transpose"):
    if type(a) is EAGER and perm is not None and not conjugate:
        perm = tuple(perm)
        if set(map(type, perm)) == _INTEGERS and min(perm) >= 0:
            return _kernels.Transpose(x=a, perm=_kept(perm, tf.int32))
    return tf.transpose(a, perm, conjugate, name)


def _expand_dims(input, axis, name=None):
    if type(input) is EAGER and type(axis) is int:
        return _kernels.ExpandDims(input=input, axis=_kept(axis, tf.int32))
    return tf.expand_dims(input, axis, name)


def _cast(x, dtype, name=None):
    if type(x) is EAGER and isinstance(dtype, tf.DType):
        if x.dtype is dtype:
            return x
        if id(x.dtype) not in _COMPLEX:
            return _kernels.Cast(x=x, DstT=dtype)
    return tf.cast(x, dtype, name)


def _concat(values, axis, name="concat"):
    if type(axis) is int and len(values) > 1 and set(map(type, values)) == {EAGER}:
        return _kernels.ConcatV2(values=values, axis=_kept(axis, tf.int32))
    return tf.concat(values, axis, name)


def _constant(value, dtype=None, shape=None, name="Const"):
    if type(value) is float and not value:
        value = np.asarray(value, (dtype or tf.float32).as_numpy_dtype)
    return tf.constant(value, dtype, shape, name)


def _pad(tensor, paddings, mode="CONSTANT", constant_values=0, name=None):
    if type(constant_values) is float:
        constant_values = _constant(constant_values, tensor.dtype)
    return tf.pad(tensor, paddings, mode, constant_values, name)


def _atan2(y, x, name=None):
    if type(x) is float and type(y) is EAGER:
        x = number(x, y.dtype)
    return tf.atan2(y, x, name)


def _matmul(a, b, **options):
    if not options and type(a) is EAGER and type(b) is EAGER and id(a.dtype) in _FLOATING:
        if a.shape.rank == 2 == b.shape.rank:
            return _kernels.MatMul(a=a, b=b)
    return tf.matmul(a, b, **options)


def _gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    if type(params) is EAGER and type(indices) is EAGER and type(axis) is int and not batch_dims:
        return _kernels.GatherV2(params=params, indices=indices, axis=_kept(axis, tf.int32))
    return tf.gather(params, indices, validate_indices, axis, batch_dims, name)


def _zeros_like(input, dtype=None, name=None, layout=None):
    if type(input) is EAGER and dtype is None:
        return _kernels.ZerosLike(x=input)
    return tf.zeros_like(input, dtype, name, layout)


def _ones_like(input, dtype=None, name=None, layout=None):
    if type(input) is EAGER and dtype is None:
        return _kernels.OnesLike(x=input)
    return tf.ones_like(input, dtype, name, layout)


# What runs instead, by the public function: those whose call costs more than the kernel's. A kernel
# that raises for a dtype does so with the public function, too; where that does more than the
# kernel, the dtypes are named.
_INSTEAD: dict[Any, Callable[..., Any]] = {
    tf.abs: _unary(tf.abs, _kernels.Abs, _REAL),
    tf.math.ceil: _unary(tf.math.ceil, _kernels.Ceil),
    tf.exp: _unary(tf.exp, _kernels.Exp),
    tf.floor: _unary(tf.floor, _kernels.Floor),
    tf.math.rsqrt: _unary(tf.math.rsqrt, _kernels.Rsqrt),
    tf.sign: _unary(tf.sign, _kernels.Sign, _REAL),
    tf.sigmoid: _unary(tf.sigmoid, _kernels.Sigmoid),
    tf.sqrt: _unary(tf.sqrt, _kernels.Sqrt),
    tf.add: _binary(tf.add, _kernels.AddV2),
    tf.atan2: _atan2,
    tf.divide: _binary(tf.divide, _kernels.RealDiv, _FLOATING),
    tf.equal: _binary(tf.equal, _kernels.Equal),
    tf.math.floordiv: _binary(tf.math.floordiv, _kernels.FloorDiv),
    tf.maximum: _binary(tf.maximum, _kernels.Maximum),
    tf.minimum: _binary(tf.minimum, _kernels.Minimum),
    tf.multiply: _binary(tf.multiply, _kernels.Mul),
    tf.not_equal: _binary(tf.not_equal, _kernels.NotEqual),
    tf.pow: _binary(tf.pow, _kernels.Pow),
    tf.subtract: _binary(tf.subtract, _kernels.Sub),
    tf.reduce_all: _reduction(tf.reduce_all, _kernels.All),
    tf.reduce_any: _reduction(tf.reduce_any, _kernels.Any),
    tf.reduce_max: _reduction(tf.reduce_max, _kernels.Max),
    tf.reduce_mean: _reduction(tf.reduce_mean, _kernels.Mean),
    tf.reduce_min: _reduction(tf.reduce_min, _kernels.Min),
    tf.reduce_prod: _reduction(tf.reduce_prod, _kernels.Prod),
    tf.reduce_sum: _reduction(tf.reduce_sum, _kernels.Sum),
    tf.broadcast_to: _broadcast_to,
    tf.cast: _cast,
    tf.concat: _concat,
    tf.constant: _constant,
    tf.expand_dims: _expand_dims,
    tf.gather: _gather,
    tf.matmul: _matmul,
    tf.ones_like: _ones_like,
    tf.pad: _pad,
    tf.reshape: _reshape,
    tf.transpose: _transpose,
    tf.where: _where,
    tf.zeros_like: _zeros_like,
}


class _Facade:
    """A module with other functions in the place of those that it has."""

    def __init__(self, module: Any, change: Callable[[Any], Any]) -> None:
        self._module = module
        self._change = change

    def __getattr__(self, name: str) -> Any:
        value = self._change(getattr(self._module, name))
        setattr(self, name, value)  # found there from now on
        return value


def _instead(value: Any) -> Any:
    if isinstance(value, types.ModuleType):
        return _Facade(value, _instead)
    try:
        return _INSTEAD.get(value, value)
    except TypeError:  # it has no hash
        return value


_CHAPTERS = "ivy.backends.tensorflow."
_FACADE = _Facade(tf, _instead)
_spaces: dict[str, dict[str, Any]] = {}


def quick(function: Any) -> Any:
    """Return a function of a chapter with what is above in the place of public functions."""
    replaced = _instead(function)
    if replaced is not function or not isinstance(function, types.FunctionType):
        return replaced
    if not function.__module__.startswith(_CHAPTERS):
        return function
    space = _spaces.get(function.__module__)
    if space is None:
        space = _spaces[function.__module__] = {**function.__globals__, "tf": _FACADE}
        for name, value in function.__globals__.items():
            if isinstance(value, types.ModuleType) and value.__name__.startswith(_CHAPTERS):
                space[name] = _Facade(value, quick)
            elif name != "tf" and callable(value):
                space[name] = quick(value)
    return _moved(function, space)


def _moved(function: types.FunctionType, space: dict[str, Any]) -> types.FunctionType:
    moved = types.FunctionType(
        function.__code__, space, function.__name__, function.__defaults__, function.__closure__
    )
    moved.__kwdefaults__ = function.__kwdefaults__
    moved.__module__ = function.__module__
    return moved
