"""Datasets: what has a length and samples by their number, from arrays or as parts of others."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy

from ivy.array import Array, lift
from ivy.backends import with_backend
from ivy.functional import random
from ivy.functional.creation import asarray
from ivy.functional.indexing import take
from ivy.functional.interop import to_backend


class Dataset(Protocol):
    """What `Loader` takes: any object with a length, and samples by their number from 0."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Any: ...


class ArrayDataset:
    """Samples that are rows of arrays.

    Parameters
    ----------
    arrays
        Arrays ``(N, ...)`` of any backend, of one length; or one dict of them. NumPy's stay where
        they are, also those that are mapped from a file.

    Attributes
    ----------
    arrays
        The arrays: a tuple, or a dict. A sample has the same form.

    Raises
    ------
    ValueError
        The lengths differ, or an array has no axis.

    Examples
    --------
    >>> import ivy
    >>> data = ivy.data.ArrayDataset(ivy.asarray([1.0, 2.0]), ivy.asarray([0, 1]))
    >>> len(data), [x.item() for x in data[1]]
    (2, [2.0, 1])
    """

    def __init__(self, *arrays: Any) -> None:
        if len(arrays) == 1 and isinstance(arrays[0], Mapping):
            self.arrays: Any = {name: _kept(x) for name, x in arrays[0].items()}
            shapes = {str(name): tuple(x.shape) for name, x in self.arrays.items()}
        else:
            self.arrays = tuple([_kept(x) for x in arrays])
            shapes = {f"array {i}": tuple(x.shape) for i, x in enumerate(self.arrays)}
        if not shapes:
            raise ValueError("ivy.data.ArrayDataset: expected arrays, got none")
        for name, shape in shapes.items():
            if not shape:
                raise ValueError(
                    f"ivy.data.ArrayDataset: expected arrays of samples, got {name} of shape ()"
                )
        lengths = {name: shape[0] for name, shape in shapes.items()}
        if len(set(lengths.values())) > 1:
            got = ", ".join(f"{name} of length {n}" for name, n in lengths.items())
            raise ValueError(f"ivy.data.ArrayDataset: expected arrays of one length, got {got}")
        self._length = next(iter(lengths.values()))

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int, /) -> Any:
        i = operator.index(index)
        if not -self._length <= i < self._length:
            raise IndexError(
                f"ivy.data.ArrayDataset: expected an index below {self._length}, got {index}"
            )
        return self._of_each(lambda x: x[i])

    def take(self, indices: Any, /) -> Any:
        """Return the samples of these numbers as one batch."""
        indices = numpy.asarray(indices, dtype="int64")
        return self._of_each(lambda x: _rows(x, indices))

    def _of_each(self, function: Any) -> Any:
        if isinstance(self.arrays, dict):
            return {name: function(x) for name, x in self.arrays.items()}
        return tuple([function(x) for x in self.arrays])

    def __repr__(self) -> str:
        return f"ArrayDataset({self._length} samples)"


def _kept(x: Any) -> Any:
    if isinstance(x, numpy.ndarray):
        return x
    found = lift(x)
    if isinstance(found, Array):
        return found.data if found.NAME == "numpy" and not found.RANK else found
    with with_backend("numpy"):
        return asarray(x).data


def _rows(x: Any, indices: Any) -> Any:
    if isinstance(x, numpy.ndarray):
        return x[indices]
    return take(x, to_backend(indices, x.NAME, device=x.device), axis=0)


class Subset:
    """Some samples of a dataset, in an order of their own.

    Parameters
    ----------
    dataset
        The dataset.
    indices
        The numbers of the samples, from 0.

    Examples
    --------
    >>> import ivy
    >>> part = ivy.data.Subset(["a", "b", "c"], [2, 0])
    >>> len(part), part[0]
    (2, 'c')
    """

    def __init__(self, dataset: Dataset, indices: Any) -> None:
        self.dataset = dataset
        self.indices = numpy.asarray(indices, dtype="int64").reshape(-1)
        length = len(dataset)
        wrong = (self.indices < 0) | (self.indices >= length)
        if wrong.any():
            raise IndexError(
                f"ivy.data.Subset: expected indices from 0 to {length - 1}, got "
                f"{self.indices[wrong][0]}"
            )

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, index: int, /) -> Any:
        return self.dataset[int(self.indices[operator.index(index)])]

    def __repr__(self) -> str:
        return f"Subset({len(self)} samples of {self.dataset!r})"


def batch_of(dataset: Dataset, indices: Any) -> Any:
    """Return samples of a dataset as one batch, where that needs no loop; else None."""
    if isinstance(dataset, Subset):
        return batch_of(dataset.dataset, dataset.indices[indices])
    return dataset.take(indices) if isinstance(dataset, ArrayDataset) else None


def split(
    dataset: Dataset, fractions: Sequence[float], /, seed: int | None = None
) -> tuple[Subset, ...]:
    """Return a dataset in parts, each with samples that are chosen at random.

    Parameters
    ----------
    dataset
        The dataset.
    fractions
        The share of each part, above 0; their sum is 1.
    seed
        What the choice follows from; by default one that is drawn from the generator of `ivy.seed`.

    Raises
    ------
    ValueError
        The shares do not sum to 1, or a part would be empty.

    Examples
    --------
    >>> import ivy
    >>> train, test = ivy.data.split(ivy.data.ArrayDataset(ivy.arange(10)), (0.8, 0.2), seed=0)
    >>> len(train), len(test)
    (8, 2)
    """
    shares = [float(f) for f in fractions]
    if not shares or not all(0 < f <= 1 for f in shares) or not math.isclose(sum(shares), 1):
        raise ValueError(
            f"ivy.data.split: expected fractions above 0 with the sum 1, got {tuple(fractions)!r}"
        )
    length = len(dataset)
    ends = [round(sum(shares[: i + 1]) * length) for i in range(len(shares))]
    starts = [0, *ends[:-1]]
    if any(start >= end for start, end in zip(starts, ends, strict=True)):
        raise ValueError(
            f"ivy.data.split: expected at least one sample in each part, got {length} samples for "
            f"{tuple(fractions)!r}"
        )
    chosen = permutation(length, checked_seed("split", seed))
    return tuple([Subset(dataset, chosen[a:b]) for a, b in zip(starts, ends, strict=True)])


def permutation(n: int, *seeds: int) -> Any:
    """Return the numbers below `n` in an order that follows from integers, on every backend."""
    bits = numpy.random.Philox(numpy.random.SeedSequence(seeds))
    return numpy.random.Generator(bits).permutation(n)


def mixed(*seeds: int) -> int:
    """Return a seed that follows from integers."""
    return int(numpy.random.SeedSequence(seeds).generate_state(1, "uint64")[0] >> 1)


def checked_seed(op: str, seed: int | None) -> int:
    """Return a seed, or one that the generator of this thread or task gives."""
    if seed is None:
        start, count = random.generator_state()
        random.set_generator_state((start, count + 1))
        return mixed(start, count)
    if isinstance(seed, bool) or not isinstance(seed, int | numpy.integer) or seed < 0:
        raise ValueError(f"ivy.data.{op}: expected an integer >= 0 as seed, got seed={seed!r}")
    return int(seed)
