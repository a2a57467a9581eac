"""`Loader`: the samples of a dataset as batches, in an order that can be taken up again."""

from __future__ import annotations

import contextvars
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy

from ivy.array import Array, lift
from ivy.data.dataset import Dataset, batch_of, checked_seed, mixed, permutation
from ivy.data.prefetch import Prefetcher
from ivy.data.sources import converted
from ivy.functional import random
from ivy.functional.manipulation import stack


class Loader:
    """The samples of a dataset in batches, of arrays of the current backend.

    Each iteration over it is an epoch, with an order of its own if they are shuffled. The order,
    and what `transform` draws, follow from the seed, the epoch and the batch alone.

    Parameters
    ----------
    dataset
        What has a length, and samples by their number: `ArrayDataset`, a list, a dataset of torch.
    batch_size
        How many samples are in a batch.
    shuffle
        Whether each epoch has a new random order.
    seed
        An integer; by default one that is drawn from the generator of `ivy.seed`, now.
    drop_last
        Whether to leave out a last batch that is smaller.
    collate
        A function from a list of samples to a batch. By default arrays and numbers are stacked, and
        tuples and dicts of them become tuples and dicts of such stacks.
    prefetch
        How many batches are made ahead in a thread; 0 for no thread.
    transform
        A function from batch to batch, called on arrays of the backend, in the thread.
    device
        The device of the arrays; by default where they are.

    Raises
    ------
    ValueError
        The dataset is empty, or an option is out of its range.

    Examples
    --------
    >>> import ivy
    >>> data = ivy.data.ArrayDataset(ivy.arange(5))
    >>> loader = ivy.data.Loader(data, batch_size=2, shuffle=True, seed=0)
    >>> len(loader), [x.shape for (x,) in loader]
    (3, [(2,), (2,), (1,)])
    """

    def __init__(
        self,
        dataset: Dataset,
        batch_size: int,
        *,
        shuffle: bool = False,
        seed: int | None = None,
        drop_last: bool = False,
        collate: Callable[[list[Any]], Any] | None = None,
        prefetch: int = 2,
        transform: Callable[[Any], Any] | None = None,
        device: str | None = None,
    ) -> None:
        if not hasattr(dataset, "__len__") or not hasattr(dataset, "__getitem__"):
            raise TypeError(
                "ivy.data.Loader: expected a dataset with __len__ and __getitem__, got "
                f"{type(dataset).__name__}; iterables of batches go to ivy.data.batches"
            )
        if isinstance(lift(dataset), Array):
            raise TypeError(
                "ivy.data.Loader: expected a dataset, got an array; make one with "
                "ivy.data.ArrayDataset(x)"
            )
        self.dataset = dataset
        self.batch_size = _checked_count("batch_size", batch_size, 1)
        self.shuffle = shuffle
        self.seed = checked_seed("Loader", seed)
        self.drop_last = drop_last
        self.collate = collate
        self.prefetch = _checked_count("prefetch", prefetch, 0)
        self.transform = transform
        self.device = device
        if len(dataset) == 0:
            raise ValueError("ivy.data.Loader: expected a dataset with samples, got an empty one")
        if len(self) == 0:
            raise ValueError(
                f"ivy.data.Loader: expected at least batch_size={batch_size} samples for "
                f"drop_last=True, got {len(dataset)}"
            )
        self._epoch = 0
        self._batch = 0
        # Whether the next iteration goes on in the middle of the epoch.
        self._goes_on = False
        self._latest: Any = None

    def __len__(self) -> int:
        """Return how many batches an epoch has."""
        count = len(self.dataset)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def state(self) -> dict[str, int]:
        """Return where it is, as numbers: the seed, the epoch, and the batch that comes next.

        What is made ahead does not count.
        """
        return {"seed": self.seed, "epoch": self._epoch, "batch": self._batch}

    def load_state(self, state: Mapping[str, int], /) -> None:
        """Have the next iteration go on where `state` was asked for.

        Raises
        ------
        ValueError
            It is no such state, or one of more batches.
        """
        try:
            seed, epoch, batch = (int(state[k]) for k in ("seed", "epoch", "batch"))
        except (KeyError, TypeError, ValueError):
            raise ValueError(
                f"ivy.data.Loader.load_state: expected what state() gave, got {state!r}"
            ) from None
        if min(seed, epoch, batch) < 0 or batch > len(self):
            raise ValueError(
                f"ivy.data.Loader.load_state: expected a state of a loader with {len(self)} "
                f"batches, got {dict(state)}"
            )
        self.seed, self._epoch, self._batch = seed, epoch, batch
        self._goes_on = True
        self._latest = None

    def __iter__(self) -> Iterator[Any]:
        if not self._goes_on and self._batch:  # the last iteration was left in the middle
            self._epoch += 1
            self._batch = 0
        self._goes_on = False
        made = _Epoch(self, self._epoch, self._batch)
        self._latest = weakref.ref(made)
        return made

    def _made(self, seed: int, epoch: int, first: int) -> Iterator[Any]:
        """Return the batches of an epoch from one on; runs in a context of its own."""
        count = len(self.dataset)
        order = permutation(count, seed, epoch) if self.shuffle else numpy.arange(count)
        for batch in range(first, len(self)):
            start = batch * self.batch_size
            random.set_generator_state((mixed(seed, epoch, batch), 0))
            yield self._gathered(order[start : start + self.batch_size])

    def _gathered(self, chosen: Any) -> Any:
        batch = batch_of(self.dataset, chosen) if self.collate is None else None
        if batch is None:
            samples = [self.dataset[i] for i in chosen.tolist()]
            batch = (self.collate or collated)(samples)
        batch = converted(batch, device=self.device)
        return batch if self.transform is None else self.transform(batch)

    def __repr__(self) -> str:
        return f"Loader({self.dataset!r}, batch_size={self.batch_size})"


class _Epoch:
    """The iterator over the batches of an epoch."""

    def __init__(self, loader: Loader, epoch: int, first: int) -> None:
        self._loader = loader
        self._epoch = epoch
        self._next = first
        seed = loader.seed

        def make() -> Iterator[Any]:
            return loader._made(seed, epoch, first)

        self._source: Iterator[Any] = (
            Prefetcher(make, loader.prefetch) if loader.prefetch else _apart(make)
        )

    def __iter__(self) -> _Epoch:
        return self

    def __next__(self) -> Any:
        try:
            batch = next(self._source)
        except StopIteration:
            self._tell(self._epoch + 1, 0)
            raise
        self._next += 1
        self._tell(self._epoch, self._next)
        return batch

    def _tell(self, epoch: int, batch: int) -> None:
        """Say where the loader is, unless a later iteration does."""
        loader = self._loader
        if loader._latest is not None and loader._latest() is self:
            loader._epoch, loader._batch = epoch, batch

    def close(self) -> None:
        """End the thread."""
        if isinstance(self._source, Prefetcher):
            self._source.close()


def _apart(make: Callable[[], Iterator[Any]]) -> Iterator[Any]:
    """Run an iterator in a context of its own, so that what it draws changes nothing outside."""
    context = contextvars.copy_context()
    source = context.run(make)
    end = object()
    while (value := context.run(next, source, end)) is not end:
        yield value


def _checked_count(name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | numpy.integer) or value < least:
        raise ValueError(
            f"ivy.data.Loader: expected an integer >= {least} as {name}, got {name}={value!r}"
        )
    return int(value)


def collated(samples: Sequence[Any]) -> Any:
    """Return samples as one batch: stacks of arrays and numbers, tuples and dicts of such."""
    first = samples[0]
    if isinstance(first, Mapping):
        if any(not isinstance(s, Mapping) or s.keys() != first.keys() for s in samples):
            raise ValueError(
                f"ivy.data.Loader: expected samples with the keys {', '.join(map(str, first))}, "
                "got others; pass collate="
            )
        return {k: collated([s[k] for s in samples]) for k in first}
    if isinstance(first, list | tuple):
        if any(not isinstance(s, list | tuple) or len(s) != len(first) for s in samples):
            raise ValueError(
                f"ivy.data.Loader: expected samples of {len(first)} parts, got others; "
                "pass collate="
            )
        columns = [collated(column) for column in zip(*samples, strict=True)]
        return type(first)(*columns) if hasattr(first, "_fields") else tuple(columns)
    if isinstance(first, bool | int | float | complex):
        return list(samples)
    arrays = [lift(s) for s in samples]
    if not isinstance(arrays[0], Array):
        if isinstance(first, numpy.ndarray | numpy.generic):
            return numpy.stack([numpy.asarray(s) for s in samples])
        return tuple(samples)
    shapes = [x.shape if isinstance(x, Array) else type(x).__name__ for x in arrays]
    if any(shape != shapes[0] for shape in shapes):
        other = next(shape for shape in shapes if shape != shapes[0])
        raise ValueError(
            f"ivy.data.Loader: expected samples of one shape, got {shapes[0]} and {other}; "
            "pass collate=, e.g. with ivy.pad_sequence"
        )
    if arrays[0].NAME == "numpy":
        return numpy.stack([numpy.asarray(s) for s in samples])
    return stack(arrays)
