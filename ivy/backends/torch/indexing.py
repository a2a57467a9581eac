"""Reading and writing parts of arrays on torch."""

import torch


def _plain(x, key):
    """NumPy's key as torch's, and the axes that `x` must be flipped along before and after."""
    parts = key if isinstance(key, tuple) else (key,)
    arrays = [k for k in parts if isinstance(k, torch.Tensor)]
    consumed = sum(_consumed(k) for k in parts)
    plain, flipped, axis = [], [], 0
    for k in parts:
        if isinstance(k, slice) and k.step is not None and k.step < 0:
            # torch has no negative steps: the same elements from the flipped array.
            last = x.shape[axis] - 1
            start, stop, step = k.indices(x.shape[axis])
            plain.append(slice(last - start, last - stop, -step))
            flipped.append(axis)
        elif isinstance(k, int) and not isinstance(k, bool) and any(a.ndim for a in arrays):
            # NumPy takes an integer beside arrays for one of them; torch would drop its axis first.
            plain.append(torch.tensor([k], device=x.device))
        elif isinstance(k, torch.Tensor) and k.dtype is not torch.bool:
            plain.append(k.to(torch.int64))  # torch takes uint8 for a mask
        else:
            plain.append(k)
        axis += x.ndim - consumed if k is ... else _consumed(k)
    return tuple(plain) if isinstance(key, tuple) else plain[0], flipped


def _consumed(k):
    """How many axes a part of a key is about."""
    if isinstance(k, torch.Tensor) and k.dtype is torch.bool:
        return k.ndim
    return 0 if k is None or k is ... or isinstance(k, bool) else 1


def getitem(x, key, /):
    plain, flipped = _plain(x, key)
    return torch.flip(x, flipped)[plain] if flipped else x[plain]


def setitem(x, value, /, key):
    plain, flipped = _plain(x, key)
    out = torch.flip(x, flipped) if flipped else x.clone()
    out[plain] = value.to(x.dtype) if isinstance(value, torch.Tensor) else value
    return torch.flip(out, flipped) if flipped else out


def add_at(x, value, /, key):
    places = torch.arange(x.numel(), device=x.device).reshape(x.shape)
    places = getitem(places, key)
    values = torch.as_tensor(value, dtype=x.dtype, device=x.device).expand(places.shape)
    flat = x.reshape(-1).index_add(0, places.reshape(-1), values.reshape(-1))
    return flat.reshape(x.shape)


def take(x, indices, /, *, axis=None):
    axis = 0 if axis is None else axis
    before = (slice(None),) * axis if axis >= 0 else (...,)
    after = () if axis >= 0 else (slice(None),) * (-axis - 1)
    return x[(*before, indices.to(torch.int64), *after)]


def _along(x, indices, axis):
    """The key that names, for each element of `indices`, a place of `x`."""
    key = [torch.arange(n, device=x.device) for n in x.shape]
    key = [k.reshape(-1, *[1] * (x.ndim - 1 - i)) for i, k in enumerate(key)]
    key[axis] = indices.to(torch.int64)
    return tuple(key)


def take_along_axis(x, indices, /, *, axis=-1):
    return x[_along(x, indices, axis)]


def add_along_axis(x, indices, value, /, *, axis=-1):
    return torch.index_put(x, _along(x, indices, axis), value, accumulate=True)


def one_hot(x, depth, /, *, dtype=None):
    return torch.eq(x[..., None], torch.arange(depth, device=x.device)).to(dtype)


def segment_sum(x, segment_ids, /, *, num_segments):
    out = torch.zeros((num_segments, *x.shape[1:]), dtype=x.dtype, device=x.device)
    return out.index_add(0, segment_ids.to(torch.int64), x)


def _segments(x, segment_ids):
    """The segment of each element."""
    return segment_ids.to(torch.int64).reshape(-1, *[1] * (x.ndim - 1)).expand_as(x)


def segment_prod(x, segment_ids, /, *, num_segments):
    out = torch.ones((num_segments, *x.shape[1:]), dtype=x.dtype, device=x.device)
    return out.scatter_reduce(0, _segments(x, segment_ids), x, "prod")


def segment_min(x, segment_ids, /, *, num_segments):
    largest = torch.inf if x.dtype.is_floating_point else torch.iinfo(x.dtype).max
    out = torch.full((num_segments, *x.shape[1:]), largest, dtype=x.dtype, device=x.device)
    return out.scatter_reduce(0, _segments(x, segment_ids), x, "amin")


def segment_max(x, segment_ids, /, *, num_segments):
    smallest = -torch.inf if x.dtype.is_floating_point else torch.iinfo(x.dtype).min
    out = torch.full((num_segments, *x.shape[1:]), smallest, dtype=x.dtype, device=x.device)
    return out.scatter_reduce(0, _segments(x, segment_ids), x, "amax")
