"""Functions on data types: casting, and what the dtype of a result is."""

from __future__ import annotations

from typing import Any

from ivy.array import Array, lift
from ivy.dtypes import DType, promote
from ivy.functional._op import common_dtype, dtype_of, op


@op(result="option", method=True)
def astype(
    x: Array, dtype: DType | str, /, *, copy: bool = True, device: str | None = None
) -> Array:
    """Return `x` with another dtype.

    Floats become integers by truncation towards zero, then by wrapping around; what is not zero
    becomes True.

    Parameters
    ----------
    x
        The array.
    dtype
        The new dtype.
    copy
        False allows to return the same data where nothing changes.
    device
        A device to move the result to.

    Examples
    --------
    >>> import ivy
    >>> ivy.astype(ivy.asarray([1.7, -1.7]), ivy.int32)
    Array([ 1, -1], dtype=int32, backend='numpy')
    """


def result_type(*arrays_and_dtypes: Any) -> DType:
    """Return the dtype that an operation on these would have.

    Parameters
    ----------
    *arrays_and_dtypes
        Arrays, dtypes and Python scalars, of which at least one is no scalar. A scalar gives its
        kind only.

    Raises
    ------
    TypeError
        There is no common dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.result_type(ivy.int64, ivy.float16)
    float16
    """
    scalars = [v for v in arrays_and_dtypes if isinstance(v, bool | int | float | complex)]
    others = [v for v in arrays_and_dtypes if not isinstance(v, bool | int | float | complex)]
    dtypes = [v.dtype if isinstance(v := lift(o), Array) else dtype_of(o) for o in others]
    if not dtypes:
        raise ValueError("ivy.result_type: expected at least one array or dtype")
    return common_dtype("result_type", [_Typed(promote(*dtypes)), *scalars])


class _Typed(Array):
    """Stands for any array of a dtype."""

    __slots__ = ()

    @property
    def dtype(self) -> DType:
        dtype: DType = self.data
        return dtype


def can_cast(from_: DType | str | Array, to: DType | str, /) -> bool:
    """Return whether promotion can take the first dtype, or array, to the second.

    Examples
    --------
    >>> import ivy
    >>> ivy.can_cast(ivy.int8, ivy.int16)
    True
    """
    from_ = lift(from_)
    given = from_.dtype if isinstance(from_, Array) else dtype_of(from_)
    try:
        return promote(given, dtype_of(to)) is dtype_of(to)
    except TypeError:
        return False
