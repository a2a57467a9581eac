"""Normalisation on torch."""

import torch


def layer_norm(x, weight=None, bias=None, /, *, axis=-1, eps=1e-5):
    every = range(x.ndim)
    axes = tuple(every) if axis is None else (axis,) if isinstance(axis, int) else axis
    places = sorted(every[a] for a in axes)
    first = x.ndim - len(axes)
    shape = x.shape[first:]
    whole = all(w is None or w.shape == shape for w in (weight, bias))
    if axes and whole and places == list(range(first, x.ndim)):
        return torch.nn.functional.layer_norm(x, shape, weight, bias, eps)
    wide = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
    if axes:
        variance, mean = torch.var_mean(wide, axes, correction=0, keepdim=True)
        out = (wide - mean) / torch.sqrt(variance + eps)
    else:  # each element is a group
        out = wide - wide
    out = out.to(x.dtype)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def _moved(running, new, share, dtype):
    """Running statistics moved towards new ones, by a share of the way."""
    if running is None:
        return new.to(dtype)
    wide = running.float() if running.dtype in (torch.float16, torch.bfloat16) else running
    return (wide * (1 - share) + new * share).to(running.dtype)


def batch_norm(
    x,
    mean=None,
    variance=None,
    weight=None,
    bias=None,
    /,
    *,
    training=False,
    momentum=0.1,
    eps=1e-5,
    data_format="channels_first",
):
    dtype = x.dtype
    if dtype in (torch.float16, torch.bfloat16):  # torch rounds each step
        x = x.float()
        weight = None if weight is None else weight.float()
        bias = None if bias is None else bias.float()
    first = x.movedim(-1, 1) if data_format == "channels_last" else x
    if training and eps <= 0:  # which torch refuses
        axes = [a for a in range(x.ndim) if a != 1]
        shape = (-1, *[1] * (x.ndim - 2))
        middle = first.mean(axes, keepdim=True)
        spread = torch.var(first, axes, correction=0, keepdim=True)
        out = (first - middle) * torch.rsqrt(spread + eps)
        out = out if weight is None else out * weight.reshape(shape)
        out = out if bias is None else out + bias.reshape(shape)
        mean = _moved(mean, middle.reshape(-1), momentum, dtype)
        variance = _moved(variance, torch.var(first, axes), momentum, dtype)
    elif training:
        # torch writes statistics into arrays that it is given. These are as batched as the input.
        numbers = (0, slice(None), *[0] * (x.ndim - 2))
        of_batch = [torch.zeros_like(first[numbers]) for _ in range(2)]
        out = torch.nn.functional.batch_norm(first, *of_batch, weight, bias, True, 1.0, eps)
        mean = _moved(mean, of_batch[0], momentum, dtype)
        variance = _moved(variance, of_batch[1], momentum, dtype)
    else:
        given = mean.to(x.dtype), variance.to(x.dtype)
        out = torch.nn.functional.batch_norm(first, *given, weight, bias, False, 0.0, eps)
    out = out.movedim(1, -1) if data_format == "channels_last" else out
    return out.to(dtype), mean, variance


def group_norm(x, weight=None, bias=None, /, *, groups, eps=1e-5, data_format="channels_first"):
    if data_format == "channels_last":
        first = x.movedim(-1, 1)
        return torch.nn.functional.group_norm(first, groups, weight, bias, eps).movedim(1, -1)
    return torch.nn.functional.group_norm(x, groups, weight, bias, eps)
