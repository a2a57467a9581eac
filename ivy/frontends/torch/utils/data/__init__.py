"""torch.utils.data: data sets, samplers and batches."""

from __future__ import annotations

from typing import Any

from ivy.frontends._boundary import missing as _missing
from ivy.frontends.torch.utils.data.dataloader import (
    DataLoader,
    default_collate,
    default_convert,
)
from ivy.frontends.torch.utils.data.dataset import (
    ConcatDataset,
    Dataset,
    IterableDataset,
    Subset,
    TensorDataset,
    random_split,
)
from ivy.frontends.torch.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)


def get_worker_info() -> None:
    """Return None: data is loaded in the process itself."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise _missing("torch.utils.data", name)
