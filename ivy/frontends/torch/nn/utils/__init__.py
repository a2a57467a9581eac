"""torch.nn.utils: gradients clipped, parameters in one vector."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ivy.frontends._boundary import missing
from ivy.frontends.torch import _pointwise, _reductions, _shaping
from ivy.frontends.torch._modes import no_grad
from ivy.frontends.torch.tensor import Tensor


def _listed(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    return [parameters] if isinstance(parameters, Tensor) else list(parameters)


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale gradients so that the norm of all of them together is at most `max_norm`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> (x * 3).sum().backward()
    >>> torch.nn.utils.clip_grad_norm_(x, 1.0)
    tensor(4.2426)
    """
    gradients = [p.grad for p in _listed(parameters) if p.grad is not None]
    with no_grad():
        norms = [_reductions.norm(g, norm_type) for g in gradients]
        if not norms:
            from ivy.frontends.torch._creation import tensor

            return tensor(0.0)
        total: Tensor = _reductions.norm(_shaping.stack(norms), norm_type)
        if error_if_nonfinite and not bool(_pointwise.isfinite(total)):
            raise RuntimeError(
                f"The total norm of order {float(norm_type)} for gradients from `parameters` is "
                "non-finite, so it cannot be clipped."
            )
        factor = _pointwise.clamp(max_norm / (total + 1e-6), max=1.0)
        for g in gradients:
            g.mul_(factor)
    return total


def clip_grad_value_(
    parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None
) -> None:
    """Clip each element of the gradients to ``[-clip_value, clip_value]``."""
    with no_grad():
        for parameter in _listed(parameters):
            if parameter.grad is not None:
                parameter.grad.clamp_(-clip_value, clip_value)


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """Return the elements of all parameters in one vector."""
    joined: Tensor = _shaping.cat([p.view(-1) for p in parameters])
    return joined


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Write the elements of one vector into parameters."""
    start = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[start : start + count].view_as(parameter).detach().clone()
        start += count


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.nn.utils", name)
