"""The optimizers. What each does to one parameter is a function on arrays, by torch's formulas."""

from __future__ import annotations

import math
from typing import Any

import ivy
from ivy.array import Array
from ivy.autodiff.tape import inner
from ivy.frontends.torch.optim.optimizer import Optimizer, check, unsupported
from ivy.frontends.torch.tensor import Tensor, wrap


def _gradient(p: Tensor, maximize: bool) -> Array:
    assert p._grad is not None
    g = inner(p._grad._value())
    return ivy.negative(g) if maximize else g


def _decayed(g: Array, value: Array, weight_decay: float) -> Array:
    return g if weight_decay == 0 else ivy.add(g, ivy.multiply(value, weight_decay))


def _put(state: dict[str, Any], name: str, array: Array) -> None:
    """Write an array into a tensor of the state."""
    found = state.get(name)
    if isinstance(found, Tensor):
        found._store(array, quiet=False)
    else:
        state[name] = wrap(array)


def _number(value: Any) -> float:
    return value.item() if isinstance(value, Tensor) else value


class SGD(Optimizer):
    """Stochastic gradient descent; see :class:`torch.optim.SGD`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> (x * x).sum().backward()
    >>> torch.optim.SGD([x], lr=0.1).step()
    >>> x
    tensor([0.8000, 0.8000], requires_grad=True)
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check("learning rate", lr)
        check("momentum value", momentum)
        check("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        unsupported("SGD", differentiable=differentiable)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            # How torch computes it, which makes no difference to what.
            "foreach": foreach,
            "differentiable": False,
            "fused": fused,
        }
        super().__init__(params, defaults)

    def _change(self, p: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        value = inner(p._value())
        g = _decayed(_gradient(p, group["maximize"]), value, group["weight_decay"])
        momentum = group["momentum"]
        if momentum != 0:
            buffer = state.get("momentum_buffer")
            if buffer is None:
                moving = g
            else:
                kept = ivy.multiply(buffer._value(), momentum)
                moving = ivy.add(kept, ivy.multiply(g, 1 - group["dampening"]))
            _put(state, "momentum_buffer", ivy.astype(moving, moving.dtype))
            g = ivy.add(g, ivy.multiply(moving, momentum)) if group["nesterov"] else moving
        p._write(ivy.add(value, ivy.multiply(g, -_number(group["lr"]))))


class Adam(Optimizer):
    """Adam, https://arxiv.org/abs/1412.6980; see :class:`torch.optim.Adam`."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check("learning rate", lr)
        check("epsilon value", eps)
        for i, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {beta}")
        check("weight_decay value", weight_decay)
        unsupported(type(self).__name__, capturable=capturable, differentiable=differentiable)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": False,
            "differentiable": False,
            "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        }
        super().__init__(params, defaults)

    def _change(self, p: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        value = inner(p._value())
        g = _gradient(p, group["maximize"])
        lr, (beta1, beta2) = _number(group["lr"]), group["betas"]
        if not state:
            zeros = ivy.zeros_like(value)
            state["step"] = wrap(ivy.zeros((), dtype="float32"))
            state["exp_avg"], state["exp_avg_sq"] = wrap(zeros), wrap(ivy.zeros_like(value))
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = wrap(ivy.zeros_like(value))
        step = int(state["step"].item()) + 1
        state["step"]._store(ivy.full((), float(step), dtype="float32"), quiet=False)
        if group["decoupled_weight_decay"]:
            value = ivy.multiply(value, 1 - lr * group["weight_decay"])
        else:
            g = _decayed(g, value, group["weight_decay"])
        mean = state["exp_avg"]._value()
        mean = ivy.add(mean, ivy.multiply(ivy.subtract(g, mean), 1 - beta1))
        square = ivy.multiply(state["exp_avg_sq"]._value(), beta2)
        square = ivy.add(square, ivy.multiply(ivy.multiply(g, g), 1 - beta2))
        _put(state, "exp_avg", mean)
        _put(state, "exp_avg_sq", square)
        if group["amsgrad"]:
            square = ivy.maximum(state["max_exp_avg_sq"]._value(), square)
            _put(state, "max_exp_avg_sq", square)
        root = ivy.divide(ivy.sqrt(square), math.sqrt(1 - beta2**step))
        change = ivy.divide(mean, ivy.add(root, group["eps"]))
        p._write(ivy.add(value, ivy.multiply(change, -lr / (1 - beta1**step))))


class AdamW(Adam):
    """Adam with weight decay apart, https://arxiv.org/abs/1711.05101."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )


class RMSprop(Optimizer):
    """RMSprop; see :class:`torch.optim.RMSprop`."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check("learning rate", lr)
        check("epsilon value", eps)
        check("momentum value", momentum)
        check("weight_decay value", weight_decay)
        check("alpha value", alpha)
        unsupported("RMSprop", capturable=capturable, differentiable=differentiable)
        defaults = {
            "lr": lr,
            "alpha": alpha,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum": momentum,
            "centered": centered,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": False,
            "differentiable": False,
        }
        super().__init__(params, defaults)

    def _change(self, p: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        value = inner(p._value())
        g = _decayed(_gradient(p, group["maximize"]), value, group["weight_decay"])
        alpha, momentum = group["alpha"], group["momentum"]
        if not state:
            state["step"] = wrap(ivy.zeros((), dtype="float32"))
            state["square_avg"] = wrap(ivy.zeros_like(value))
            if momentum > 0:
                state["momentum_buffer"] = wrap(ivy.zeros_like(value))
            if group["centered"]:
                state["grad_avg"] = wrap(ivy.zeros_like(value))
        step = state["step"].item() + 1
        state["step"]._store(ivy.full((), step, dtype="float32"), quiet=False)
        square = ivy.multiply(state["square_avg"]._value(), alpha)
        square = ivy.add(square, ivy.multiply(ivy.multiply(g, g), 1 - alpha))
        _put(state, "square_avg", square)
        if group["centered"]:
            mean = state["grad_avg"]._value()
            mean = ivy.add(mean, ivy.multiply(ivy.subtract(g, mean), 1 - alpha))
            _put(state, "grad_avg", mean)
            square = ivy.subtract(square, ivy.multiply(mean, mean))
        change = ivy.divide(g, ivy.add(ivy.sqrt(square), group["eps"]))
        if momentum > 0:
            change = ivy.add(ivy.multiply(state["momentum_buffer"]._value(), momentum), change)
            _put(state, "momentum_buffer", change)
        p._write(ivy.add(value, ivy.multiply(change, -_number(group["lr"]))))


class Adagrad(Optimizer):
    """Adagrad; see :class:`torch.optim.Adagrad`."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check("learning rate", lr)
        check("lr_decay value", lr_decay)
        check("weight_decay value", weight_decay)
        check("initial_accumulator_value value", initial_accumulator_value)
        check("epsilon value", eps)
        unsupported("Adagrad", differentiable=differentiable)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": False,
            "fused": fused,
        }
        super().__init__(params, defaults)

    def _change(self, p: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        value = inner(p._value())
        g = _decayed(_gradient(p, group["maximize"]), value, group["weight_decay"])
        if not state:
            state["step"] = wrap(ivy.zeros((), dtype="float32"))
            state["sum"] = wrap(ivy.full_like(value, group["initial_accumulator_value"]))
        step = state["step"].item() + 1
        state["step"]._store(ivy.full((), step, dtype="float32"), quiet=False)
        rate = _number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        total = ivy.add(state["sum"]._value(), ivy.multiply(g, g))
        _put(state, "sum", total)
        change = ivy.divide(g, ivy.add(ivy.sqrt(total), group["eps"]))
        p._write(ivy.add(value, ivy.multiply(change, -rate)))
