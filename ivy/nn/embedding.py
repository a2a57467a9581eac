"""Embeddings: a vector for each integer."""

from __future__ import annotations

from typing import Self

from ivy.array import Array, lift
from ivy.functional.embeddings import MODES, embedding, embedding_bag
from ivy.functional.indexing import getitem, setitem
from ivy.nn.initialisers import normal
from ivy.nn.layer import Dtype, Layer, check_choice, check_sizes


def _table(
    layer: str, count: int, size: int, padding_idx: int | None, dtype: Dtype
) -> tuple[Array, int | None]:
    """Return vectors to start from, and the number of that for padding, not negative."""
    check_sizes(layer, num_embeddings=count, embedding_dim=size)
    weight = normal((count, size), dtype=dtype)
    if padding_idx is None:
        return weight, None
    if not -count <= padding_idx < count:
        raise ValueError(
            f"ivy.nn.{layer}: expected padding_idx from {-count} to {count - 1}, got "
            f"padding_idx={padding_idx}"
        )
    return setitem(weight, 0.0, padding_idx), padding_idx % count


def _matrix(layer: str, weights: Array) -> Array:
    weights = lift(weights)
    if weights.ndim != 2:
        raise ValueError(
            f"ivy.nn.{layer}: expected vectors in the rows of a matrix, got shape {weights.shape}"
        )
    return weights


class Embedding(Layer):
    """A layer that gives a vector for each integer.

    Parameters
    ----------
    num_embeddings
        How many vectors there are.
    embedding_dim
        How many features a vector has.
    padding_idx
        The number of a vector, zero at first, which gets no gradient.
    max_norm
        The length that vectors are scaled down to where they are longer.
    norm_type
        The order of the norm that says so.
    dtype
        A floating dtype for the vectors; by default that of `ivy.config`.

    Attributes
    ----------
    weight
        The vectors ``(num_embeddings, embedding_dim)``.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.Embedding(10, 3)
    >>> layer(ivy.asarray([[1, 2, 1, 9]])).shape
    (1, 4, 3)
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        *,
        dtype: Dtype = None,
    ) -> None:
        made = _table("Embedding", num_embeddings, embedding_dim, padding_idx, dtype)
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.weight, self.padding_idx = made
        self.max_norm = max_norm
        self.norm_type = norm_type

    @classmethod
    def from_pretrained(
        cls,
        weights: Array,
        *,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
    ) -> Self:
        """Return a layer with these vectors, by default one that is not trained."""
        weights = _matrix(cls.__name__, weights)
        count, size = weights.shape
        made = cls(count, size, padding_idx, max_norm, norm_type)
        made.weight = weights
        return made.freeze() if freeze else made

    def forward(self, indices: Array) -> Array:
        """Return the vectors ``(..., embedding_dim)`` of integers ``(...)``."""
        return embedding(
            self.weight,
            indices,
            padding_idx=self.padding_idx,
            max_norm=self.max_norm,
            norm_type=self.norm_type,
        )


class EmbeddingBag(Layer):
    """A layer that gives the sum, the mean or the largest elements of the vectors of a bag.

    Parameters
    ----------
    num_embeddings, embedding_dim
        As in `Embedding`.
    mode
        ``"sum"``, ``"mean"`` or ``"max"``.
    include_last_offset
        Whether the offsets end with the number of all integers, which begins no bag.
    padding_idx
        The number of a vector that does not count.
    dtype
        As in `Embedding`.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.EmbeddingBag(10, 3)
    >>> layer(ivy.asarray([1, 2, 1, 9]), ivy.asarray([0, 3])).shape
    (2, 3)
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        *,
        mode: str = "mean",
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        dtype: Dtype = None,
    ) -> None:
        check_choice("EmbeddingBag", "mode", mode, MODES)
        made = _table("EmbeddingBag", num_embeddings, embedding_dim, padding_idx, dtype)
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.mode = mode
        self.include_last_offset = include_last_offset
        self.weight, self.padding_idx = made

    def forward(
        self,
        indices: Array,
        offsets: Array | None = None,
        per_sample_weights: Array | None = None,
    ) -> Array:
        """Return a vector for each bag; the arguments are those of `ivy.embedding_bag`."""
        if self.include_last_offset and offsets is not None:
            offsets = getitem(offsets, slice(None, -1))
        return embedding_bag(
            *(self.weight, indices, offsets, per_sample_weights),
            mode=self.mode,
            padding_idx=self.padding_idx,
        )
