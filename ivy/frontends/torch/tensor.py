"""`Tensor`: torch's tensor, on arrays of any backend.

A tensor is a cell with a value, or a view: another cell and a pair of functions on arrays. `get`
makes the view's value from the other cell's value, `put` makes that cell's value again with the
view's in its place. Writing never changes memory. It gives the cell another value, through the
chain of views up to the cell at its end, the *origin*; a view that is behind its origin runs `get`
again when it is read. So views and in-place operations mean the same on every backend.

A tensor that views are made of hands its value over to a cell of its own, of which it is then a
view itself, of the whole. That cell is what torch calls a storage: ``x.data = y`` gives `x` another
one, and the views of the old one go on together.

A value is an array of a backend, or an array on the tape: then the tensor requires a gradient.
"""

from __future__ import annotations

import copy
import math
import operator
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy

import ivy
from ivy.array import Array, new
from ivy.autodiff.tape import Node, TapeArray, backward, inner, leaf
from ivy.dtypes import CATEGORIES
from ivy.frontends._boundary import missing
from ivy.frontends.torch import _printing
from ivy.frontends.torch._modes import is_grad_enabled
from ivy.frontends.torch._types import BY_NAME, Size, device, dtype, layout, strided


class Epoch:
    """Says whether the values that it belongs to have been overwritten."""

    __slots__ = ("dead",)

    def __init__(self, dead: bool = False) -> None:
        self.dead = dead


OVERWRITTEN = Epoch(dead=True)


class Tensor:
    """A tensor of torch; the numbers are an array of Ivy's current backend.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> x = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __slots__ = ("__dict__", "__weakref__", "_array", "_base")

    __array_priority__ = 1000

    if TYPE_CHECKING:  # `_methods` gives them to the class

        def __getitem__(self, key: Any) -> Tensor: ...

        def __setitem__(self, key: Any, value: Any) -> None: ...

        def __add__(self, other: Any) -> Tensor: ...

        def __mul__(self, other: Any) -> Tensor: ...

        def __rtruediv__(self, other: Any) -> Tensor: ...

    # The value, for views the last one; and for views what they are a view of.
    _array: Array
    _base: Tensor | None

    # What follows is written into the object only where it differs.
    _grad: Tensor | None = None
    # How often the value was replaced.
    _edits: int = 0
    # Of the values of this tensor's views.
    _epoch: Epoch | None = None
    # Of a view: its functions and their arguments, how its strides follow from those of the base,
    # the cell at the end of the chain, and how many of its edits the value has seen.
    _get: Callable[..., Array]
    _put: Callable[..., Array]
    _arguments: tuple[Any, ...] = ()
    _layout: Callable[..., Any] | None = None
    _origin: Tensor
    _seen: int = 0
    # Of a view through `detach` or `no_grad`: derivatives do not pass; through `data`: nor does
    # the news that a value was overwritten.
    _cut: bool = False
    # Whether it is the view of a whole cell that has views.
    _whole: bool = False
    _quiet: bool = False
    # Of a view that was made a leaf, its node.
    _leaf: Node | None = None
    _hooks: dict[int, Callable[[Tensor], Any]] | None = None
    _retains: bool = False

    def __new__(cls, *args: Any, **options: Any) -> Tensor:
        from ivy.frontends.torch import _creation  # it needs this module

        return _creation.constructed(cls, *args, **options)

    # -- the cell ----------------------------------------------------------------------------------

    def _value(self) -> Array:
        """The value, on the tape if it requires a gradient."""
        return self._array if self._base is None else self._current()

    def _current(self) -> Array:
        """The value of a view."""
        base = self._base
        assert base is not None
        edits = self._origin._edits
        if self._seen != edits:
            source = base._value()
            self._take(self._get(inner(source) if self._cut else source, *self._arguments))
            self._seen = edits
        return self._array

    def _take(self, array: Array) -> None:
        """Let a view have this value."""
        if self._leaf is not None:
            array = TapeArray(inner(array), self._leaf)
        origin = self._origin
        if origin._epoch is None:
            origin._epoch = Epoch()
        inner(array).epoch = origin._epoch
        self._array = array

    def _own(self) -> Array:
        """The value for an in-place operation on this tensor.

        It is another object, so that what the operation itself keeps is not what it overwrites.
        """
        array = self._value()
        data = inner(array)
        again = type(data)(data.data)
        if type(array) is TapeArray and is_grad_enabled():
            return TapeArray(again, array.node)
        return again

    def _write(self, array: Array, quiet: bool = False) -> Tensor:
        """Replace the value, by the rules of autograd."""
        now = self._value()
        recording = is_grad_enabled()
        if type(now) is TapeArray:
            if not recording:
                array = TapeArray(inner(array), now.node)
            elif _is_leaf(self):
                kind = "a leaf Variable" if self._base is None else "a view of a leaf Variable"
                raise RuntimeError(
                    f"{kind} that requires grad is being used in an in-place operation."
                )
            elif type(array) is not TapeArray:
                array = ivy.setitem(now, array, ...)  # it goes on requiring a gradient
        elif self._cut and type(array) is TapeArray:
            raise RuntimeError(
                "A view that was detached, or created in no_grad mode, is being modified in place "
                "by a tensor that requires grad; write to the tensor itself, or to a clone"
            )
        quiet = quiet or self._quiet
        base = self._base
        if base is None:
            self._set(array, quiet)
            return self
        whole = base._value()
        if type(whole) is TapeArray and (self._cut or not recording):
            self._store(array, quiet)
        else:
            part = array if recording else inner(array)
            base._write(self._put(whole, part, *self._arguments), quiet)
        return self

    def _store(self, array: Array, quiet: bool) -> None:
        """Replace the numbers; the places on the tape of this tensor and its bases stay."""
        base = self._base
        if base is None:
            self._set(array, quiet)
            return
        whole = base._value()
        put = self._put(inner(whole), inner(array), *self._arguments)
        quiet = quiet or base._quiet
        base._store(TapeArray(put, whole.node) if type(whole) is TapeArray else put, quiet)

    def _set(self, array: Array, quiet: bool) -> None:
        """Replace the value of a cell that is no view."""
        if not quiet:
            inner(self._array).epoch = OVERWRITTEN
            if self._epoch is not None:
                self._epoch.dead = True
                self._epoch = None
        self._array = array
        self._edits += 1

    def _update(self, result: Any) -> Tensor:
        """Take the result of an in-place operation, in this tensor's own dtype."""
        array = result._value() if isinstance(result, Tensor) else result
        now = self._array if self._base is None else self._current()
        if array.dtype is not now.dtype:
            if _RANKS[array.dtype.category] > _RANKS[now.dtype.category]:
                raise RuntimeError(
                    f"result type {_legacy(array.dtype.name)} can't be cast to the desired "
                    f"output type {_legacy(now.dtype.name)}"
                )
            array = ivy.astype(array, now.dtype)
        if array.shape != now.shape:
            raise RuntimeError(
                f"output with shape {list(now.shape)} doesn't match the broadcast shape "
                f"{list(array.shape)}"
            )
        return self._write(array)

    # -- autograd ----------------------------------------------------------------------------------

    @property
    def requires_grad(self) -> bool:
        """Whether gradients are computed for this tensor."""
        return type(self._value()) is TapeArray

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        self.requires_grad_(flag)

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Say whether gradients are computed for this tensor."""
        array = self._value()
        if type(array) is TapeArray:
            if requires_grad:
                return self
            if not _is_leaf(self):
                raise RuntimeError(
                    "you can only change requires_grad flags of leaf variables. If you want to use "
                    "a computed variable in a subgraph that doesn't require differentiation use "
                    "var_no_grad = var.detach()."
                )
            if self._base is not None and self._whole and self._leaf is None:
                self._base._array = inner(self._base._array)
            self._leaf = None
            self._array = array.data
            return self
        if requires_grad:
            if array.dtype not in CATEGORIES["floating"]:
                raise RuntimeError("only Tensors of floating point dtype can require gradients")
            made = leaf(array, _accumulator(self))
            if self._base is not None:
                self._leaf = made.node
            self._array = made
        return self

    @property
    def is_leaf(self) -> bool:
        """Whether it is no result of recorded operations."""
        array = self._value()
        return type(array) is not TapeArray or array.node.rule is None

    @property
    def grad_fn(self) -> GradFn | None:
        """What made it; None for a leaf."""
        array = self._value()
        if type(array) is not TapeArray or array.node.rule is None:
            return None
        return GradFn(array.node)

    @property
    def grad(self) -> Tensor | None:
        """The gradient that `backward` has accumulated."""
        return self._grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(
                f"assigned grad expected to be a Tensor or None but got {type(value).__name__}"
            )
        if value is not None and value.shape != self.shape:
            raise RuntimeError(
                "assigned grad has data of a different size: "
                f"expected {list(self.shape)}, got {list(value.shape)}"
            )
        self._grad = value

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def backward(
        self,
        gradient: Tensor | None = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Compute gradients and add them to the ``grad`` of the leaves."""
        from ivy.frontends.torch import autograd  # it needs this module

        autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    def register_hook(self, hook: Callable[[Tensor], Any]) -> RemovableHandle:
        """Call `hook` with the gradient of this tensor; what it returns takes its place."""
        array = self._value()
        if type(array) is not TapeArray:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")

        def call(g: Array) -> Array | None:
            changed = hook(wrap(g))
            return None if changed is None else changed._value()

        return _added(array.node, call)

    def register_post_accumulate_grad_hook(self, hook: Callable[[Tensor], Any]) -> RemovableHandle:
        """Call `hook` with this leaf after a gradient was added to its ``grad``."""
        if not (self.is_leaf and self.requires_grad):
            raise RuntimeError(
                "post accumulate grad hooks cannot be registered on non-leaf tensors"
            )
        if self._hooks is None:
            self._hooks = {}
        handle = RemovableHandle(self._hooks)
        self._hooks[handle.id] = hook
        return handle

    def retain_grad(self) -> None:
        """Keep the gradient of this tensor in ``grad``, although it is no leaf."""
        array = self._value()
        if type(array) is not TapeArray:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if _is_leaf(self) or self.retains_grad:
            return
        me = weakref.ref(self)

        def keep(g: Array) -> None:
            tensor = me()
            if tensor is not None:
                tensor._grad = wrap(g)

        _added(array.node, keep)
        self._retains = True

    @property
    def retains_grad(self) -> bool:
        """Whether `retain_grad` was called."""
        return self._retains

    def detach(self) -> Tensor:
        """Return a view of this tensor that requires no gradient."""
        view = view_of(self, _same, _put_whole, (), _same_layout)
        view._cut = True
        view._array = inner(view._array)
        return view

    def detach_(self) -> Tensor:
        """Make this tensor a leaf that requires no gradient."""
        if self._base is not None:
            if not self._whole:
                raise RuntimeError("Can't detach views in-place. Use detach() instead.")
            self._cut = True
        self._array = inner(self._value())
        return self

    @property
    def data(self) -> Tensor:
        """The numbers, as a view that autograd knows nothing of."""
        view = self.detach()
        view._quiet = True
        return view

    @data.setter
    def data(self, value: Tensor) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
        now = self._value()
        # A cell of its own between the two, so that views of either stay with the memory they have.
        source = value.detach()
        node = now.node if type(now) is TapeArray else None
        if node is not None and (source._array.shape, source._array.dtype) != (
            now.shape,
            now.dtype,
        ):
            # Nothing that was recorded with the old shape can be used any more.
            node = leaf(source._array, node.owner).node
        self._leaf = node
        self._see_whole(source, source._array)

    def _see_whole(self, cell: Tensor, array: Array) -> None:
        """Become the view of all of a cell."""
        self._base, self._origin = cell, _origin(cell)
        self._get, self._put, self._arguments, self._layout = _same, _put_whole, (), _same_layout
        self._whole, self._cut = True, False
        self._seen = self._origin._edits
        self._array = array if self._leaf is None else TapeArray(inner(array), self._leaf)

    def share_memory_(self) -> Tensor:
        """Return the tensor itself: there are no other processes to share it with."""
        return self

    # -- what it is --------------------------------------------------------------------------------

    @property
    def shape(self) -> Size:
        """The length of each dimension."""
        return Size(self._value().shape)

    def size(self, dim: int | None = None) -> Any:
        """Return the shape, or the length of one dimension."""
        shape = Size(self._value().shape)
        return shape if dim is None else shape[wrapped(dim, len(shape))]

    @property
    def dtype(self) -> dtype:
        """The data type of the elements."""
        return BY_NAME[self._value().dtype.name]

    @property
    def device(self) -> device:
        """The device, always ``cpu``: arrays are where the backend keeps them."""
        return device("cpu")

    @property
    def layout(self) -> layout:
        """How it is stored."""
        return strided

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._value().shape)

    def dim(self) -> int:
        """Return the number of dimensions."""
        return len(self._value().shape)

    ndimension = dim

    def numel(self) -> int:
        """Return the number of elements."""
        return math.prod(self._value().shape)

    nelement = numel

    def element_size(self) -> int:
        """Return the number of bytes of an element."""
        return self._value().dtype.itemsize

    @property
    def itemsize(self) -> int:
        """The number of bytes of an element."""
        return self._value().dtype.itemsize

    @property
    def nbytes(self) -> int:
        """The number of bytes of all elements."""
        return self.numel() * self.itemsize

    def is_floating_point(self) -> bool:
        """Return whether the dtype is a real floating-point one."""
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        """Return whether the dtype is a complex one."""
        return self.dtype.is_complex

    is_cuda = is_sparse = is_quantized = is_mps = is_meta = False
    _version = property(lambda self: _origin(self)._edits)

    def stride(self, dim: int | None = None) -> Any:
        """Return how many elements lie between neighbours along each dimension, or along one."""
        strides = strides_of(self)
        return strides if dim is None else strides[wrapped(dim, len(strides))]

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Return whether the elements lie in memory in the order of the dimensions."""
        return is_origin(self) or is_dense(self._value().shape, strides_of(self))

    # -- leaving -----------------------------------------------------------------------------------

    def item(self) -> Any:
        """Return the only element as a Python number."""
        array = self._value()
        if math.prod(array.shape) != 1:
            raise RuntimeError(
                f"a Tensor with {self.numel()} elements cannot be converted to Scalar"
            )
        return inner(array).item()

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers."""
        return inner(self._value()).tolist()

    def numpy(self, *, force: bool = False) -> Any:
        """Return the elements as a NumPy array, which does not share memory with the tensor."""
        array = self._value()
        if type(array) is TapeArray and not force:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. "
                "Use tensor.detach().numpy() instead."
            )
        return numpy.array(inner(array).to_numpy())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("a Tensor cannot become a NumPy array without a copy")
        values = self.numpy()
        return values if dtype is None else values.astype(dtype, copy=False)

    def __bool__(self) -> bool:
        if self.numel() != 1:
            count = "no values" if self.numel() == 0 else "more than one value"
            raise RuntimeError(f"Boolean value of Tensor with {count} is ambiguous")
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __index__(self) -> int:
        value = self.item()
        if not isinstance(value, int):
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(value)

    def __len__(self) -> int:
        shape = self._value().shape
        if not shape:
            raise TypeError("len() of a 0-d tensor")
        return shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self._value().shape:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __contains__(self, element: Any) -> bool:
        return bool((self == element).any())

    def __repr__(self) -> str:
        return _printing.text(self)

    def __format__(self, spec: str) -> str:
        if self.dim() == 0:
            return format(self.item(), spec)
        if spec:
            raise TypeError(f"unsupported format string passed to Tensor.__format__: {spec!r}")
        return repr(self)

    __hash__ = object.__hash__

    # -- copying and pickling ----------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol at the moment."
            )
        if id(self) in memo:
            return memo[id(self)]
        again = _rebuilt(type(self), copy.deepcopy(inner(self._value())), self.requires_grad)
        memo[id(self)] = again
        again._grad = copy.deepcopy(self._grad, memo)
        again.__dict__.update(copy.deepcopy(_own_attributes(self), memo))
        return again

    def __reduce_ex__(self, protocol: Any) -> Any:
        if not self.is_leaf:
            raise RuntimeError("a tensor that requires grad and is no leaf cannot be pickled")
        own = _own_attributes(self)
        return _rebuilt, (type(self), inner(self._value()), self.requires_grad, own)

    # -- indexing ----------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"'Tensor' object has no attribute {name!r}")
        raise missing("torch.Tensor", name)


_RANKS = {
    "bool": 0,
    "unsigned integer": 1,
    "signed integer": 1,
    "real floating": 2,
    "complex floating": 3,
}
_LEGACY = {
    "bool": "Bool",
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "float16": "Half",
    "bfloat16": "BFloat16",
    "float32": "Float",
    "float64": "Double",
    "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
}


def _legacy(name: str) -> str:
    return _LEGACY.get(name, name.title())


def wrap(array: Array) -> Tensor:
    """Return a new tensor with this value."""
    tensor: Tensor = new(Tensor)
    tensor._array = array
    tensor._base = None
    return tensor


def read(tensor: Tensor) -> Array:
    """Return the value as operations shall see it: off the tape where nothing is recorded."""
    array = tensor._array if tensor._base is None else tensor._current()
    if type(array) is TapeArray and not is_grad_enabled():
        return array.data
    return array


def view_of(
    base: Tensor,
    get: Callable[..., Array],
    put: Callable[..., Array],
    arguments: tuple[Any, ...],
    layout: Callable[..., Any] | None = None,
    array: Array | None = None,
) -> Tensor:
    """Return a view.

    Parameters
    ----------
    base
        What it is a view of.
    get, put
        ``get(value, *arguments)`` is the view's value, ``put(value, part, *arguments)`` the base's
        with another part in the place of the view.
    layout
        ``layout(shape, strides, *arguments)`` gives the strides from those of the base; None says
        that the view is contiguous.
    array
        The value, where it is known.
    """
    if base._base is None:
        _hand_over(base)
    view: Tensor = new(Tensor)
    origin = base._origin
    if array is None:
        array = get(read(base), *arguments)
    epoch = origin._epoch
    if epoch is None:
        epoch = origin._epoch = Epoch()
    inner(array).epoch = epoch
    view._array = array
    view._base = base._base if base._whole and not (base._leaf or base._cut) else base
    view.__dict__ = {  # faster than one by one
        "_get": get,
        "_put": put,
        "_arguments": arguments,
        "_layout": layout,
        "_origin": origin,
        "_seen": origin._edits,
        "_cut": not is_grad_enabled(),
    }
    return view


def _hand_over(tensor: Tensor) -> None:
    """Give the value of a tensor to a cell of its own, for views to be made of."""
    tensor._see_whole(wrap(tensor._array), tensor._array)


def is_origin(tensor: Tensor) -> bool:
    """Return whether a tensor is all of a cell that is no view, so that it is contiguous."""
    base = tensor._base
    return base is None or (tensor._whole and base._base is None)


def _origin(tensor: Tensor) -> Tensor:
    return tensor if tensor._base is None else tensor._origin


def _same(array: Array) -> Array:
    return array


def _put_whole(array: Array, part: Array) -> Array:
    return part


def _same_layout(shape: tuple[int, ...], strides: tuple[int, ...]) -> tuple[int, ...]:
    return strides


def _is_leaf(tensor: Tensor) -> bool:
    """Whether the tensor, or what it is a view of, is a leaf that requires a gradient."""
    array = _origin(tensor)._array if tensor._leaf is None else tensor._array
    return type(array) is TapeArray and array.node.rule is None


def wrapped(dim: int, ndim: int) -> int:
    """Return a dimension counted from the front."""
    bound = max(ndim, 1)
    if not -bound <= dim < bound:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], "
            f"but got {dim})"
        )
    return operator.index(dim) % bound


# -- strides ---------------------------------------------------------------------------------------


def dense_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of a contiguous tensor."""
    strides = []
    step = 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def is_dense(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Return whether a tensor of these strides is contiguous."""
    if 0 in shape:
        return True
    wanted = dense_strides(shape)
    return all(n == 1 or a == b for n, a, b in zip(shape, strides, wanted, strict=True))


def strides_of(tensor: Tensor) -> tuple[int, ...]:
    """Return the strides that torch's tensor would have."""
    base = tensor._base
    if base is None or tensor._layout is None or is_origin(tensor):
        return dense_strides(tensor._value().shape)
    return tensor._layout(base._value().shape, strides_of(base), *tensor._arguments)


def reshaped_strides(
    shape: Sequence[int], strides: Sequence[int], wanted: Sequence[int]
) -> tuple[int, ...] | None:
    """Return the strides of a reshaped view; None where a copy is needed."""
    if 0 in shape or is_dense(shape, strides):
        return dense_strides(wanted)
    # Runs of dimensions that lie in memory like one: [length, distance of neighbours].
    runs: list[list[int]] = []
    for n, stride in zip(shape, strides, strict=True):
        if n == 1:
            continue
        if runs and runs[-1][1] == n * stride:
            runs[-1] = [runs[-1][0] * n, stride]
        else:
            runs.append([n, stride])
    result: list[int] = []
    length, distance = runs.pop() if runs else (1, 1)
    step = 1
    for n in reversed(wanted):
        if step == length and n != 1 and runs:
            (length, distance), step = runs.pop(), 1
        if length % (step * n):
            return None
        result.append(step * distance)
        step *= n
    return tuple(reversed(result)) if not runs and step == length else None


# -- autograd --------------------------------------------------------------------------------------


class GradFn:
    """What made a tensor; two are the same where they stand for the same step."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def name(self) -> str:
        """Return the name of the step."""
        rule = self.node.rule
        assert rule is not None
        return f"{rule.name.title().replace('_', '')}Backward0"

    def __repr__(self) -> str:
        return f"<{self.name()}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GradFn) and other.node is self.node

    def __hash__(self) -> int:
        return hash(self.node)


class RemovableHandle:
    """Removes a hook again."""

    _count = 0

    def __init__(self, hooks: Any) -> None:
        RemovableHandle._count += 1
        self.id = RemovableHandle._count
        self._hooks = hooks

    def remove(self) -> None:
        """Remove the hook."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()


class _NodeHandle(RemovableHandle):
    """Removes a hook from a node of the tape."""

    def __init__(self, node: Node, hook: Callable[[Array], Array | None]) -> None:
        super().__init__(None)
        self._node, self._hook = weakref.ref(node), hook

    def remove(self) -> None:
        """Remove the hook."""
        node = self._node()
        if node is not None and node.hooks and self._hook in node.hooks:
            node.hooks.remove(self._hook)


def _added(node: Node, hook: Callable[[Array], Array | None]) -> RemovableHandle:
    if node.hooks is None:
        node.hooks = []
    node.hooks.append(hook)
    return _NodeHandle(node, hook)


def _accumulator(tensor: Tensor) -> Callable[[Array], None]:
    """Return what adds a gradient to ``tensor.grad``; it does not keep the tensor alive."""
    me = weakref.ref(tensor)

    def accumulate(g: Array) -> None:
        found = me()
        if found is None:
            return
        before = found._grad
        if before is None:
            found._grad = wrap(g)
        elif type(g) is TapeArray:
            found._grad = wrap(ivy.add(before._value(), g))
        else:
            # In place, as torch does: whoever holds the gradient sees the sum.
            before._store(ivy.add(inner(before._value()), g), quiet=False)
        for hook in list((found._hooks or {}).values()):
            hook(found)

    return accumulate


def start(tensor: Tensor, gradient: Tensor | None) -> tuple[TapeArray, Array]:
    """Return where a way back starts, and the gradient it starts with."""
    array = tensor._value()
    if type(array) is not TapeArray:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if gradient is None:
        if math.prod(array.shape) != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        return array, ivy.ones_like(array.data)
    seed = gradient._value()
    if seed.shape != array.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has "
            f"a shape of {tensor.shape}."
        )
    return array, seed


def _own_attributes(tensor: Tensor) -> dict[str, Any]:
    """Return what users have written into a tensor."""
    return {k: v for k, v in tensor.__dict__.items() if k not in Tensor.__annotations__}


def _rebuilt(
    cls: type[Tensor], array: Array, requires_grad: bool, own: dict[str, Any] | None = None
) -> Tensor:
    tensor: Tensor = new(cls)
    tensor._array = array
    tensor._base = None
    tensor.__dict__.update(own or {})
    return tensor.requires_grad_(requires_grad)
