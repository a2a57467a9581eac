"""`DataLoader`: batches of a data set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy

from ivy.frontends.torch import _types
from ivy.frontends.torch._creation import as_tensor, tensor
from ivy.frontends.torch._random import Generator
from ivy.frontends.torch._shaping import stack
from ivy.frontends.torch.tensor import Tensor
from ivy.frontends.torch.utils.data.dataset import IterableDataset, TensorDataset
from ivy.frontends.torch.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    SequentialSampler,
    drawn_seed,
)


def default_collate(batch: Sequence[Any]) -> Any:
    """Return samples joined to a batch: tensors and numbers along a new first dimension.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.utils.data.default_collate([(1, 2.0), (3, 4.0)])
    [tensor([1, 3]), tensor([2., 4.], dtype=torch.float64)]
    """
    first = batch[0]
    if isinstance(first, Tensor):
        stacked: Tensor = stack(list(batch))
        return stacked
    if isinstance(first, numpy.ndarray):
        return stack([as_tensor(v) for v in batch])
    if isinstance(first, numpy.generic):
        return as_tensor(numpy.asarray(batch))
    if isinstance(first, float):
        return tensor(batch, dtype=_types.float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        joined = {key: default_collate([sample[key] for sample in batch]) for key in first}
        return joined if type(first) is dict else type(first)(joined)  # type: ignore[call-arg]
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        parts = [default_collate(values) for values in zip(*batch, strict=True)]
        return type(first)(*parts)
    if isinstance(first, Sequence):
        if any(len(sample) != len(first) for sample in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(values) for values in zip(*batch, strict=True)]
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
        f"found {type(first)}"
    )


def default_convert(data: Any) -> Any:
    """Return a sample with tensors in the place of NumPy arrays."""
    if isinstance(data, numpy.ndarray | numpy.generic):
        return as_tensor(data)
    if isinstance(data, Mapping):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[default_convert(v) for v in data])
    if isinstance(data, tuple | list):
        return [default_convert(v) for v in data]
    return data


class DataLoader:
    """Iterate over the batches of a data set; see :class:`torch.utils.data.DataLoader`.

    The order is the one that torch draws from the same seed.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> loader = torch.utils.data.DataLoader(range(5), batch_size=2)
    >>> [batch.tolist() for batch in loader]
    [[0, 1], [2, 3], [4]]
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Any = None,
        batch_sampler: Any = None,
        num_workers: int = 0,
        collate_fn: Callable[[list[Any]], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        if num_workers < 0:
            raise ValueError(
                "num_workers option should be non-negative; use num_workers=0 to disable "
                "multiprocessing."
            )
        if num_workers:
            raise NotImplementedError(
                f"torch.utils.data.DataLoader: expected num_workers=0, got {num_workers}; ivy's "
                "torch frontend loads data in the process itself"
            )
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if prefetch_factor is not None or timeout or multiprocessing_context is not None:
            raise ValueError(
                "prefetch_factor, timeout and multiprocessing_context need num_workers > 0"
            )
        if persistent_workers:
            raise ValueError("persistent_workers option needs num_workers > 0")
        self.dataset = dataset
        self.num_workers = num_workers
        # There is no other device whose transfers could be faster.
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.generator = generator
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable and (shuffle or sampler is not None or batch_sampler is not None):
            raise ValueError(
                "DataLoader with IterableDataset: expected no shuffle, sampler or batch_sampler"
            )
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, "
                    "sampler, and drop_last"
                )
            batch_size, drop_last = None, False
        elif batch_size is None and drop_last:
            raise ValueError(
                "batch_size=None option disables auto-batching and is mutually exclusive with "
                "drop_last"
            )
        if sampler is None and not self._iterable:
            if shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None and not self._iterable:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        batched = batch_sampler is not None or batch_size is not None
        self._batched = batched
        if collate_fn is None:
            collate_fn = default_collate if batched else default_convert
        self.collate_fn = collate_fn

    def __class_getitem__(cls, kind: Any) -> type[DataLoader]:
        return cls

    def __iter__(self) -> Iterator[Any]:
        source = self.dataset if self._iterable else self._positions()
        # As in torch, the sampler is asked first; then the iteration draws a seed for workers, of
        # which there are none.
        positions = iter(source)
        drawn_seed(self.generator)
        return self._over_iterable(positions) if self._iterable else self._over_map(positions)

    def _positions(self) -> Any:
        return self.batch_sampler if self._batched else self.sampler

    def _over_map(self, positions: Iterator[Any]) -> Iterator[Any]:
        for chosen in positions:
            if self._batched:
                yield self._batch(list(chosen))
            else:
                yield self.collate_fn(self.dataset[chosen])

    def _batch(self, indices: list[int]) -> Any:
        dataset = self.dataset
        if type(dataset) is TensorDataset and self.collate_fn is default_collate:
            # One look-up for the whole batch gives the same.
            return [t[tensor(indices)] for t in dataset.tensors]
        if callable(getattr(dataset, "__getitems__", None)):
            return self.collate_fn(dataset.__getitems__(indices))
        return self.collate_fn([dataset[i] for i in indices])

    def _over_iterable(self, samples: Iterator[Any]) -> Iterator[Any]:
        if not self._batched:
            for sample in samples:
                yield self.collate_fn(sample)
            return
        batch = []
        for sample in samples:
            batch.append(sample)
            if len(batch) == self.batch_size:
                yield self.collate_fn(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.collate_fn(batch)

    def __len__(self) -> int:
        if self._iterable:
            count = len(self.dataset)
            if self.batch_size is None:
                return count
            return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
        return len(self._positions())
