"""Optimisers on torch: updates of all parameters by one kernel."""

import torch
from torch.optim.adam import adam as _adam


def adam(params, gradients, means, variances, largest, step, *, lr, **options):
    """Return new parameters, means, variances and largest; None where torch has no kernel."""
    columns = [params, means, variances, largest]
    # Of a rate that is differentiated, the kernel would take the value.
    numbers = [lr] if isinstance(lr, torch.Tensor) else []
    if not _is_plain([*columns, gradients], numbers):
        return None
    with torch.no_grad():
        # The kernel writes to what it gets, in the order of the memory.
        params, means, variances, largest = new = [
            [x.clone(memory_format=torch.contiguous_format) for x in column] for column in columns
        ]
        gradients = [g.contiguous() for g in gradients]
        # One for each parameter, which are counted up.
        steps = list(step.to(torch.float32).repeat(len(params)).unbind())
        _adam(params, gradients, means, variances, largest, steps, lr=lr, fused=True, **options)
    return new


def _is_plain(columns, numbers):
    """Return whether a kernel takes the tensors, and nothing but their values matters."""
    if torch.compiler.is_compiling() or torch._C._are_functorch_transforms_active():
        return False
    dtype, device = columns[0][0].dtype, columns[0][0].device
    if dtype not in (torch.float32, torch.float64) or device.type not in ("cpu", "cuda"):
        return False
    tensors = [x for column in columns for x in column]
    if any(x.dtype != dtype or x.device != device for x in tensors):
        return False
    shapes = [x.shape for x in columns[0]]
    if any([x.shape for x in column] != shapes for column in columns if column):
        return False
    differentiates = torch.is_grad_enabled()
    return all(
        type(x) in _TYPES and not (differentiates and x.requires_grad) for x in tensors + numbers
    )


_TYPES = (torch.Tensor, torch.nn.Parameter)
