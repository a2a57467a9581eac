"""Datasets, and loaders that make batches of them."""

from ivy.data.dataset import ArrayDataset, Dataset, Subset, split
from ivy.data.loader import Loader
from ivy.data.sources import Batches, batches

__all__ = ["ArrayDataset", "Batches", "Dataset", "Loader", "Subset", "batches", "split"]
