"""Batches from elsewhere: whatever a framework's loader gives, as arrays of the backend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy

from ivy import backends
from ivy.array import Array, lift
from ivy.functional.creation import asarray
from ivy.functional.interop import to_backend


class Batches:
    """An iterable of batches whose arrays are those of a backend; made by `batches`."""

    def __init__(self, source: Iterable[Any], backend: str | None, device: str | None) -> None:
        self.source = source
        self.backend = backend
        self.device = device

    def __iter__(self) -> Iterator[Any]:
        for batch in self.source:
            yield converted(batch, self.backend, self.device)

    def __len__(self) -> int:
        return len(self.source)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"batches({self.source!r})"


def batches(
    source: Iterable[Any], /, *, backend: str | None = None, device: str | None = None
) -> Batches:
    """Return an iterable of the batches of another one, with arrays of the current backend.

    Parameters
    ----------
    source
        What gives batches when it is iterated over: a torch `DataLoader`, a `tf.data.Dataset`, a
        grain loader, a list of tuples. A batch is an array, or a tuple, list or dict of them; lists
        become tuples, unless they hold plain numbers, which become an array. A tuple stays one.
        What is no array and no number, such as a text, stays.
    backend
        The backend; by default the one that is current when it is iterated over.
    device
        The device of the arrays; by default where they are.

    Returns
    -------
    Batches
        Each iteration over it is one over `source`. Memory is shared with the source's arrays
        where both frameworks can.

    Raises
    ------
    TypeError
        `source` cannot be iterated over.

    Examples
    --------
    >>> import ivy, numpy
    >>> source = [(numpy.ones(2), numpy.asarray([0, 1]))]
    >>> [(x.dtype, y.dtype) for x, y in ivy.data.batches(source)]
    [(float64, int64)]
    """
    if isinstance(source, Mapping | str) or not isinstance(source, Iterable):
        # `__getitem__` alone is an iterable too, but also a dataset, whose items are samples.
        raise TypeError(
            f"ivy.data.batches: expected an iterable of batches, got {type(source).__name__}; "
            "samples become batches with ivy.data.Loader(dataset, batch_size)"
        )
    if isinstance(lift(source), Array):
        raise TypeError(
            "ivy.data.batches: expected an iterable of batches, got an array; make batches of it "
            "with ivy.data.Loader(ivy.data.ArrayDataset(x), batch_size)"
        )
    return Batches(source, backend, device)


def converted(value: Any, backend: str | None = None, device: str | None = None) -> Any:
    """Return a batch with arrays of a backend, by default the current one, on a device."""
    name = backends.current_backend() if backend is None else backend
    if isinstance(value, Array) and name == value.NAME:
        if device in (None, value.device):
            return value
    if isinstance(value, Mapping):
        return {k: converted(v, name, device) for k, v in value.items()}
    if isinstance(value, list | tuple):
        if value and isinstance(value, list) and _is_numeric(value):
            with backends.with_backend(name):
                return asarray(value, device=device)
        parts = [converted(v, name, device) for v in value]
        # A named tuple stays what it is.
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    found = lift(value)
    if isinstance(found, Array):
        if isinstance(value, numpy.ndarray) and not value.dtype.isnative:
            found = lift(value.astype(value.dtype.newbyteorder("=")))
        return to_backend(found, name, device=device)
    if isinstance(value, numpy.ndarray) and value.dtype.kind not in "OSUMmV":
        with backends.with_backend(name):
            return asarray(value, device=device)
    if isinstance(value, int | float | complex | numpy.generic):
        with backends.with_backend(name):
            return asarray(value, device=device)
    return value


def _is_numeric(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(_is_numeric(v) for v in value)
    return isinstance(value, int | float | complex | numpy.number | numpy.bool_)
