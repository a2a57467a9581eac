"""Attention in several heads, and the layers and stacks of transformers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ivy.array import Array, lift
from ivy.functional._op import beside
from ivy.functional.activations import gelu, relu
from ivy.functional.attention import multi_head_attention
from ivy.functional.creation import full, ones, tril, triu, zeros
from ivy.functional.elementwise import add, logical_not
from ivy.functional.manipulation import reshape, swapaxes
from ivy.nn.dropout import Dropout
from ivy.nn.initialisers import xavier_normal, xavier_uniform
from ivy.nn.layer import Dtype, Layer, check_choice, check_rate, check_sizes
from ivy.nn.linear import Linear
from ivy.nn.module import Module
from ivy.nn.normalisation import LayerNorm


class MultiHeadAttention(Layer):
    """Attention in several heads, each of projections of its own, as torch's MultiheadAttention.

    See https://arxiv.org/abs/1706.03762 and `ivy.multi_head_attention`.

    Parameters
    ----------
    embed_dim
        How many features queries and the result have.
    num_heads
        How many heads the features are dealt out to.
    dropout
        The probability that a weight of a key is set to zero in training.
    bias
        Whether the projections add biases.
    add_bias_kv
        Whether a key and a value that are learned are put after the others.
    add_zero_attn
        Whether a key and a value of zeros are put after the others.
    kdim, vdim
        How many features keys and values have; by default as many as queries.
    batch_first
        Whether arrays are ``(N, L, E)``; with False they are ``(L, N, E)``, torch's default.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Attributes
    ----------
    in_proj_weight
        The weights of the three projections below each other ``(3 * embed_dim, embed_dim)``; with
        `kdim` or `vdim` None, and there are `q_proj_weight`, `k_proj_weight` and `v_proj_weight`.
    in_proj_bias
        Their biases ``(3 * embed_dim,)``, or None.
    out_proj
        The linear layer that the heads' results go through.
    bias_k, bias_v
        The learned key and value ``(1, 1, embed_dim)``, or None.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.MultiHeadAttention(4, 2)
    >>> x = ivy.ones((5, 3, 4))
    >>> output, weights = layer(x, x, x)
    >>> output.shape, weights.shape
    ((5, 3, 4), (5, 3, 3))
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = True,
        *,
        dtype: Dtype = None,
    ) -> None:
        name = "MultiHeadAttention"
        kdim, vdim = embed_dim if kdim is None else kdim, embed_dim if vdim is None else vdim
        check_sizes(name, embed_dim=embed_dim, num_heads=num_heads, kdim=kdim, vdim=vdim)
        check_rate(name, "dropout", dropout)
        if embed_dim % num_heads:
            raise ValueError(
                f"ivy.nn.{name}: expected embed_dim to be a multiple of num_heads, got "
                f"embed_dim={embed_dim} and num_heads={num_heads}"
            )
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.add_zero_attn = add_zero_attn
        self.batch_first = batch_first
        self.kdim = kdim
        self.vdim = vdim
        self.in_proj_weight: Array | None = None
        self.q_proj_weight: Array | None = None
        self.k_proj_weight: Array | None = None
        self.v_proj_weight: Array | None = None
        if kdim == vdim == embed_dim:
            self.in_proj_weight = xavier_uniform((3 * embed_dim, embed_dim), dtype=dtype)
        else:
            self.q_proj_weight = xavier_uniform((embed_dim, embed_dim), dtype=dtype)
            self.k_proj_weight = xavier_uniform((embed_dim, kdim), dtype=dtype)
            self.v_proj_weight = xavier_uniform((embed_dim, vdim), dtype=dtype)
        self.in_proj_bias = zeros(3 * embed_dim, dtype=dtype) if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias, dtype=dtype)
        if bias:
            self.out_proj.bias = zeros(embed_dim, dtype=dtype)
        shape = (1, 1, embed_dim)
        self.bias_k = xavier_normal(shape, dtype=dtype) if add_bias_kv else None
        self.bias_v = xavier_normal(shape, dtype=dtype) if add_bias_kv else None

    def extra_repr(self) -> str:
        """Return the sizes."""
        return f"{self.embed_dim}, {self.num_heads}, dropout={self.dropout}"

    def forward(
        self,
        query: Array,
        key: Array,
        value: Array,
        key_padding_mask: Array | None = None,
        need_weights: bool = True,
        attn_mask: Array | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Array, Array | None]:
        """Return the result, and how much each key counted or None.

        Parameters
        ----------
        query, key, value
            Arrays ``(N, L, E)``, ``(N, S, Ek)`` and ``(N, S, Ev)``, or all without the first axis;
            see `batch_first`.
        key_padding_mask
            Bools ``(N, S)`` that are True where a key does not count, or floats that are added.
        need_weights
            Whether the weights ``(N, L, S)`` are returned too; without, it is faster.
        attn_mask
            Bools ``(L, S)`` or ``(N * heads, L, S)`` that are True where a key does *not* count, as
            in torch; or floats that are added to the scores.
        average_attn_weights
            Whether the weights are the means over the heads.
        is_causal
            Whether a query sees no key after its own position.
        """
        query, key, value = lift(query), lift(key), lift(value)
        turned = not self.batch_first and query.ndim == 3
        if turned:
            query, key, value = [swapaxes(x, 0, 1) for x in (query, key, value)]
        mask = self._mask(attn_mask, query)
        extended = self.bias_k is not None or self.add_zero_attn
        if is_causal and extended:  # which count for every query
            if mask is None:
                shape = (query.shape[-2], key.shape[-2])
                mask = tril(beside(query, ones, shape, dtype="bool"))
            is_causal = False
        output, weights = multi_head_attention(
            *(query, key, value),
            num_heads=self.num_heads,
            in_proj_weight=self.in_proj_weight,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            in_proj_bias=self.in_proj_bias,
            out_proj_weight=self.out_proj.weight,
            out_proj_bias=self.out_proj.bias,
            bias_k=None if self.bias_k is None else reshape(self.bias_k, (-1,)),
            bias_v=None if self.bias_v is None else reshape(self.bias_v, (-1,)),
            add_zero_attn=self.add_zero_attn,
            mask=mask,
            key_padding_mask=key_padding_mask,
            is_causal=is_causal,
            dropout=self.dropout if self.training else 0.0,
            need_weights=need_weights,
            average_weights=average_attn_weights,
        )
        return (swapaxes(output, 0, 1) if turned else output), weights

    def _mask(self, mask: Array | None, query: Array) -> Array | None:
        """Return a mask as `ivy.multi_head_attention` takes it."""
        if mask is None:
            return None
        mask = lift(mask)
        if mask.ndim == 3 and query.ndim == 3:
            if mask.shape[0] != query.shape[0] * self.num_heads:
                raise ValueError(
                    "ivy.nn.MultiHeadAttention: expected an attn_mask (L, S) or (N * heads, L, S), "
                    f"got shape {mask.shape} for queries {query.shape} and {self.num_heads} heads"
                )
            mask = reshape(mask, (query.shape[0], self.num_heads, *mask.shape[1:]))
        return logical_not(mask) if mask.dtype == "bool" else mask


Activation = str | Callable[[Array], Array]
_ACTIVATIONS = {"relu": relu, "gelu": gelu}


def _result(
    attention: MultiHeadAttention,
    x: Array,
    keys: Array,
    mask: Array | None,
    padding: Array | None,
    is_causal: bool,
) -> Array:
    options = {"attn_mask": mask, "is_causal": is_causal}
    out, _ = attention(x, keys, keys, padding, need_weights=False, **options)
    return out


class _TransformerLayer(Layer):
    """What layers of both kinds share: their options, their parts, and how these follow."""

    # Whether there is attention to what an encoder gives.
    _looks_up = False

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = True,
        norm_first: bool = False,
        bias: bool = True,
        *,
        dtype: Dtype = None,
    ) -> None:
        check_sizes(type(self).__name__, d_model=d_model, dim_feedforward=dim_feedforward)
        if not callable(activation):
            check_choice(type(self).__name__, "activation", activation, tuple(_ACTIVATIONS))

        def attention() -> MultiHeadAttention:
            return MultiHeadAttention(
                d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype
            )

        def norm() -> LayerNorm:
            return LayerNorm(d_model, layer_norm_eps, bias=bias, dtype=dtype)

        self.d_model = d_model
        self.nhead = nhead
        self.dim_feedforward = dim_feedforward
        self.activation = activation
        self.layer_norm_eps = layer_norm_eps
        self.batch_first = batch_first
        self.norm_first = norm_first
        self.self_attn = attention()
        if self._looks_up:
            self.multihead_attn = attention()
        self.linear1 = Linear(d_model, dim_feedforward, bias, dtype=dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias, dtype=dtype)
        self.norm1 = norm()
        self.norm2 = norm()
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        if self._looks_up:
            self.norm3 = norm()
            self.dropout3 = Dropout(dropout)

    def _added(self, x: Array, part: Callable[[Array], Array], norm: Module) -> Array:
        """Return `x` and what a part makes of it, normalised before the part or at the end."""
        return add(x, part(norm(x))) if self.norm_first else norm(add(x, part(x)))

    def _fed_forward(self, x: Array) -> Array:
        function = self.activation
        active = _ACTIVATIONS[function] if isinstance(function, str) else function
        return self.linear2(self.dropout(active(self.linear1(x))))


class TransformerEncoderLayer(_TransformerLayer):
    """Attention of elements to each other and a network for each, both with what comes in added.

    Parameters
    ----------
    d_model
        How many features elements have.
    nhead
        How many heads the attention has.
    dim_feedforward
        How many features the network has inside.
    dropout
        The probability that an element is set to zero in training.
    activation
        ``"relu"``, ``"gelu"`` or a function.
    layer_norm_eps
        The `eps` of the normalisations.
    batch_first
        As in `MultiHeadAttention`.
    norm_first
        Whether it is normalised before each part, not after.
    bias
        Whether linear layers and normalisations have biases.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.TransformerEncoderLayer(4, 2, 8)(ivy.ones((5, 3, 4))).shape
    (5, 3, 4)
    """

    def forward(
        self,
        src: Array,
        src_mask: Array | None = None,
        src_key_padding_mask: Array | None = None,
        is_causal: bool = False,
    ) -> Array:
        """Return elements of the shape of `src`; masks are those of `MultiHeadAttention`."""

        def attended(x: Array) -> Array:
            masks = (src_mask, src_key_padding_mask, is_causal)
            return self.dropout1(_result(self.self_attn, x, x, *masks))

        def fed_forward(x: Array) -> Array:
            return self.dropout2(self._fed_forward(x))

        return self._added(self._added(src, attended, self.norm1), fed_forward, self.norm2)


class TransformerDecoderLayer(_TransformerLayer):
    """As `TransformerEncoderLayer`, with attention to what an encoder gives between the parts.

    Parameters
    ----------
    d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first
        As in `TransformerEncoderLayer`.
    bias, dtype
        As in `TransformerEncoderLayer`.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.TransformerDecoderLayer(4, 2, 8)
    >>> layer(ivy.ones((5, 3, 4)), ivy.ones((5, 6, 4))).shape
    (5, 3, 4)
    """

    _looks_up = True

    def forward(
        self,
        tgt: Array,
        memory: Array,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        tgt_key_padding_mask: Array | None = None,
        memory_key_padding_mask: Array | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Array:
        """Return elements of the shape of `tgt`; `memory` is what the encoder gives."""

        def attended(x: Array) -> Array:
            masks = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
            return self.dropout1(_result(self.self_attn, x, x, *masks))

        def looked_up(x: Array) -> Array:
            masks = (memory_mask, memory_key_padding_mask, memory_is_causal)
            return self.dropout2(_result(self.multihead_attn, x, memory, *masks))

        def fed_forward(x: Array) -> Array:
            return self.dropout3(self._fed_forward(x))

        x = self._added(tgt, attended, self.norm1)
        x = self._added(x, looked_up, self.norm2)
        return self._added(x, fed_forward, self.norm3)


class _Stack(Layer):
    """Several copies of a layer on each other, and a normalisation at the end."""

    def _stacked(self, layer: Module, num_layers: int, norm: Module | None) -> None:
        check_sizes(type(self).__name__, num_layers=num_layers)
        self.layers = [copy.deepcopy(layer) for _ in range(num_layers)]
        self.num_layers = num_layers
        self.norm = norm


class TransformerEncoder(_Stack):
    """Copies of a `TransformerEncoderLayer` on each other, each with weights of its own.

    Parameters
    ----------
    encoder_layer
        The layer; its copies have the same weights at first.
    num_layers
        How many.
    norm
        A normalisation for the end.

    Examples
    --------
    >>> import ivy
    >>> model = ivy.nn.TransformerEncoder(ivy.nn.TransformerEncoderLayer(4, 2, 8), 2)
    >>> model(ivy.ones((5, 3, 4))).shape
    (5, 3, 4)
    """

    def __init__(self, encoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        self._stacked(encoder_layer, num_layers, norm)

    def forward(
        self,
        src: Array,
        mask: Array | None = None,
        src_key_padding_mask: Array | None = None,
        is_causal: bool = False,
    ) -> Array:
        """Return elements of the shape of `src`; the arguments are those of the layers."""
        x = src
        for layer in self.layers:
            x = layer(x, mask, src_key_padding_mask, is_causal)
        return x if self.norm is None else self.norm(x)


class TransformerDecoder(_Stack):
    """Copies of a `TransformerDecoderLayer` on each other, each with weights of its own.

    Parameters
    ----------
    decoder_layer
        The layer; its copies have the same weights at first.
    num_layers, norm
        As in `TransformerEncoder`.

    Examples
    --------
    >>> import ivy
    >>> model = ivy.nn.TransformerDecoder(ivy.nn.TransformerDecoderLayer(4, 2, 8), 2)
    >>> model(ivy.ones((5, 3, 4)), ivy.ones((5, 6, 4))).shape
    (5, 3, 4)
    """

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        self._stacked(decoder_layer, num_layers, norm)

    def forward(
        self,
        tgt: Array,
        memory: Array,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        tgt_key_padding_mask: Array | None = None,
        memory_key_padding_mask: Array | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Array:
        """Return elements of the shape of `tgt`; the arguments are those of the layers."""
        masks = (tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
        x = tgt
        for layer in self.layers:
            x = layer(x, memory, *masks, tgt_is_causal, memory_is_causal)
        return x if self.norm is None else self.norm(x)


class Transformer(Layer):
    """An encoder, and a decoder that looks up what it gives; see https://arxiv.org/abs/1706.03762.

    Both end in a normalisation. The weights with more than one axis start from `xavier_uniform`.

    Parameters
    ----------
    d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first
        As in `TransformerEncoderLayer`.
    num_encoder_layers, num_decoder_layers
        How many layers encoder and decoder have.
    custom_encoder, custom_decoder
        Modules in their places.
    bias, dtype
        As in `TransformerEncoderLayer`.

    Attributes
    ----------
    encoder, decoder
        The `TransformerEncoder` and `TransformerDecoder`, or the modules in their places.

    Examples
    --------
    >>> import ivy
    >>> model = ivy.nn.Transformer(4, 2, 1, 1, 8)
    >>> model(ivy.ones((5, 6, 4)), ivy.ones((5, 3, 4)), tgt_is_causal=True).shape
    (5, 3, 4)
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = "relu",
        custom_encoder: Module | None = None,
        custom_decoder: Module | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = True,
        norm_first: bool = False,
        bias: bool = True,
        *,
        dtype: Dtype = None,
    ) -> None:
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first
        sizes = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps)
        options: dict[str, Any] = {"bias": bias, "dtype": dtype}
        of_layers = (*sizes, batch_first, norm_first)

        def norm() -> LayerNorm:
            return LayerNorm(d_model, layer_norm_eps, **options)

        if custom_encoder is None:
            encoder_layer = TransformerEncoderLayer(*of_layers, **options)
            custom_encoder = TransformerEncoder(encoder_layer, num_encoder_layers, norm())
        if custom_decoder is None:
            decoder_layer = TransformerDecoderLayer(*of_layers, **options)
            custom_decoder = TransformerDecoder(decoder_layer, num_decoder_layers, norm())
        self.encoder = custom_encoder
        self.decoder = custom_decoder
        for cell in self.cells().values():
            x = cell.get()
            if self.is_trainable(cell) and x.ndim > 1:
                cell.set(xavier_uniform(x.shape, dtype=x.dtype))

    def extra_repr(self) -> str:
        """Return the sizes."""
        return f"{self.d_model}, {self.nhead}"

    def forward(
        self,
        src: Array,
        tgt: Array,
        src_mask: Array | None = None,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        src_key_padding_mask: Array | None = None,
        tgt_key_padding_mask: Array | None = None,
        memory_key_padding_mask: Array | None = None,
        src_is_causal: bool = False,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Array:
        """Return elements of the shape of `tgt`; masks are those of `MultiHeadAttention`.

        Parameters
        ----------
        src, tgt
            Elements ``(N, S, E)`` that are encoded, and ``(N, T, E)`` that are decoded.
        src_mask, tgt_mask, memory_mask
            Masks ``(S, S)``, ``(T, T)`` and ``(T, S)``.
        src_key_padding_mask, tgt_key_padding_mask, memory_key_padding_mask
            Masks ``(N, S)``, ``(N, T)`` and ``(N, S)`` of elements that do not count.
        src_is_causal, tgt_is_causal, memory_is_causal
            Whether elements see none after their own position.
        """
        memory = self.encoder(src, src_mask, src_key_padding_mask, src_is_causal)
        masks = (tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
        out: Array = self.decoder(tgt, memory, *masks, tgt_is_causal, memory_is_causal)
        return out

    @staticmethod
    def generate_square_subsequent_mask(sz: int, *, dtype: Dtype = None) -> Array:
        """Return the mask ``(sz, sz)`` that is ``-inf`` after an element's own position, else 0.

        With ``tgt_is_causal=True`` none is needed.
        """
        check_sizes("Transformer", sz=sz)
        return triu(full((sz, sz), float("-inf"), dtype=dtype), k=1)
