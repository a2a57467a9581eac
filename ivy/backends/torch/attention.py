"""Attention on torch."""

import torch


def dot_product_attention(q, k, v, /, *, mask=None, is_causal=False, scale=None, enable_gqa=False):
    if mask is not None:
        if is_causal:
            seen = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device).tril()
            mask = mask & seen if mask.dtype == torch.bool else mask.masked_fill(~seen, -torch.inf)
        if mask.dtype != torch.bool:
            mask = mask.to(q.dtype)
    return torch.nn.functional.scaled_dot_product_attention(
        q,
        k,
        v,
        attn_mask=mask,
        is_causal=mask is None and bool(is_causal),
        scale=1 / max(q.shape[-1], 1) ** 0.5 if scale is None else scale,
        enable_gqa=enable_gqa,
    )
