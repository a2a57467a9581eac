"""torch.autograd: gradients, and switching their recording on and off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ivy
from ivy.autodiff import tape
from ivy.autodiff.tape import Node, TapeArray
from ivy.frontends._boundary import missing
from ivy.frontends.torch._modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from ivy.frontends.torch.tensor import Tensor, start, wrap


def _listed(value: Any) -> list[Any]:
    return [value] if isinstance(value, Tensor) or value is None else list(value)


def _starts(outputs: list[Tensor], gradients: Any) -> list[tuple[TapeArray, Any]]:
    given = [None] * len(outputs) if gradients is None else _listed(gradients)
    if len(given) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(given)} gradients")
    return [start(output, g) for output, g in zip(outputs, given, strict=True)]


def _joined(starts: list[tuple[TapeArray, Any]]) -> tuple[TapeArray, Any]:
    """Return one start for several: the sum of each output times its gradient."""
    if len(starts) == 1:
        return starts[0]
    total: Any = None
    for array, seed in starts:
        term = ivy.sum(ivy.multiply(array, seed))
        total = term if total is None else ivy.add(total, term)
    return total, ivy.ones_like(total.data)


def backward(
    tensors: Tensor | Sequence[Tensor],
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Sequence[Tensor] | None = None,
) -> None:
    """Add the gradients of tensors to the ``grad`` of the leaves they depend on.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> torch.autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 2.])
    """
    keep = create_graph if retain_graph is None else retain_graph
    root, seed = _joined(_starts(_listed(tensors), grad_tensors))
    if inputs is None:
        tape.backward(root, seed, create_graph=create_graph, retain_graph=keep)
        return
    wanted = _listed(inputs)
    found = tape.backward(
        root, seed, wanted=_nodes(wanted), create_graph=create_graph, retain_graph=keep
    )
    for node in _nodes(wanted):
        if node in found and node.owner is not None:
            node.owner(found[node])


def _nodes(tensors: list[Tensor]) -> list[Node]:
    nodes = []
    for tensor in tensors:
        array = tensor._value()
        if not isinstance(array, TapeArray):
            raise RuntimeError("One of the differentiated Tensors does not require grad")
        nodes.append(array.node)
    return nodes


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """Return the gradients of outputs with respect to inputs; see :func:`torch.autograd.grad`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> torch.autograd.grad((x * x).sum(), x)
    (tensor([2., 2.]),)
    """
    if not only_inputs or is_grads_batched:
        raise NotImplementedError(
            "torch.autograd.grad: expected only_inputs=True and is_grads_batched=False"
        )
    keep = create_graph if retain_graph is None else retain_graph
    wanted = _listed(inputs)
    nodes = _nodes(wanted)
    root, seed = _joined(_starts(_listed(outputs), grad_outputs))
    found = tape.backward(root, seed, wanted=nodes, create_graph=create_graph, retain_graph=keep)
    results: list[Tensor | None] = []
    for tensor, node in zip(wanted, nodes, strict=True):
        if node in found:
            results.append(wrap(found[node]))
        elif materialize_grads:
            results.append(wrap(ivy.zeros_like(tape.inner(tensor._value()))))
        elif allow_unused:
            results.append(None)
        else:
            raise RuntimeError(
                "One of the differentiated Tensors appears to not have been used in the graph. "
                "Set allow_unused=True if this is the desired behavior."
            )
    return tuple(results)


Variable = Tensor


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.autograd", name)
