"""Optimisers that step along the gradient, its momentum, or what has the direction of one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ivy.array import Array
from ivy.dtypes import DType
from ivy.dtypes import named as dtype_named
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    divide,
    equal,
    greater,
    logical_and,
    maximum,
    multiply,
    sign,
    subtract,
)
from ivy.functional.linear_algebra import matmul, matrix_transpose, vector_norm
from ivy.functional.searching import where
from ivy.optim.optimiser import (
    Optimiser,
    Rate,
    decayed,
    interpolated,
    is_zero,
    pair,
    rate,
    read,
    shrunk,
    whole,
    within,
)


def trusted(numerator: Array, denominator: Array, *alone: Array) -> Array:
    """Return a ratio of norms, and 1 where one of them is 0."""
    known = greater(denominator, 0)
    for norm in alone:
        known = logical_and(known, greater(norm, 0))
    return where(known, divide(numerator, where(known, denominator, 1.0)), 1.0)


class SGD(Optimiser):
    """Gradient descent, with momentum and weight decay where asked for.

    With ``d = g + weight_decay * p`` the update is ``b = momentum * b + (1 - dampening) * d``
    (``b = d`` in the first step) and ``p = p - lr * b``, with `nesterov`
    ``p = p - lr * (d + momentum * b)``. These are torch's formulas; those of
    https://proceedings.mlr.press/v28/sutskever13.html have `lr` inside ``b``.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    momentum
        The share of the last step that is made again: a number, an array or a schedule.
    dampening
        How much less of the gradient goes into ``b``.
    weight_decay
        Of the L2 penalty: a number, an array or a schedule.
    nesterov
        Whether to look ahead, see above.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.SGD(0.1, momentum=0.9)
    >>> params = {"w": ivy.asarray([1.0, 2.0])}
    >>> opt.step(params, {"w": ivy.asarray([10.0, 0.0])})
    {'w': Array([0., 2.], dtype=float32, backend='numpy')}
    """

    def __init__(
        self,
        lr: Rate = 1e-3,
        *,
        momentum: Rate = 0.0,
        dampening: float = 0.0,
        weight_decay: Rate = 0.0,
        nesterov: bool = False,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.momentum = rate(self._op, "momentum", momentum)
        self.dampening = within(self._op, "dampening", dampening, -math.inf)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.nesterov = nesterov
        if nesterov and (is_zero(momentum) or dampening != 0):
            raise ValueError(
                f"ivy.{self._op}: expected a momentum and no dampening for nesterov=True, got "
                f"momentum={momentum!r} and dampening={dampening!r}"
            )
        self.slots = () if is_zero(momentum) else ("momentum",)

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates, and whether this is the first step."""
        return {
            "lr": lr,
            "momentum": read(self.momentum, before),
            "decay": read(self.weight_decay, before),
            "first": None if self.dampening == 0 else equal(t, 1),
        }

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its momentum."""
        g = decayed(g, p, h["decay"])
        if not self.slots:
            return subtract(p, multiply(g, h["lr"])), {}
        moved = multiply(slots["momentum"], h["momentum"])
        if self.dampening == 0:
            moved = add(moved, g)  # which is g in the first step, after zeros
        else:
            moved = where(h["first"], g, add(moved, multiply(g, 1 - self.dampening)))
        ahead = add(g, multiply(moved, h["momentum"])) if self.nesterov else moved
        return subtract(p, multiply(ahead, h["lr"])), {"momentum": moved}


class LARS(Optimiser):
    """Gradient descent with a rate for each array: layer-wise adaptive rate scaling.

    With ``d = g + weight_decay * p`` and ``trust = trust_coefficient * norm(p) / (norm(g) +
    weight_decay * norm(p) + eps)``, which is 1 where ``norm(p)`` or ``norm(g)`` is 0, the update is
    ``b = momentum * b + lr * trust * d`` and ``p = p - b``; see https://arxiv.org/abs/1708.03888.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    momentum
        The share of the last step that is made again: a number, an array or a schedule.
    weight_decay
        Of the L2 penalty: a number, an array or a schedule.
    trust_coefficient
        How much of its norm an array may change by at ``lr=1``.
    eps
        Added to the denominator.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.LARS(1.0, trust_coefficient=0.1)
    >>> opt.step([ivy.asarray([3.0, 4.0])], [ivy.asarray([0.0, 2.0])])
    [Array([3. , 3.5], dtype=float32, backend='numpy')]
    """

    slots = ("momentum",)

    def __init__(
        self,
        lr: Rate = 1e-3,
        *,
        momentum: Rate = 0.9,
        weight_decay: Rate = 0.0,
        trust_coefficient: float = 1e-3,
        eps: float = 0.0,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.momentum = rate(self._op, "momentum", momentum)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.trust_coefficient = within(self._op, "trust_coefficient", trust_coefficient, 0)
        self.eps = within(self._op, "eps", eps, 0)

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates."""
        return {
            "lr": lr,
            "momentum": read(self.momentum, before),
            "decay": read(self.weight_decay, before),
        }

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its momentum."""
        size, slope = vector_norm(p), vector_norm(g)
        denominator = decayed(slope, size, h["decay"])
        if self.eps != 0:
            denominator = add(denominator, self.eps)
        trust = trusted(multiply(size, self.trust_coefficient), denominator, size, slope)
        move = multiply(decayed(g, p, h["decay"]), multiply(trust, h["lr"]))
        moved = add(multiply(slots["momentum"], h["momentum"]), move)
        return subtract(p, moved), {"momentum": moved}


class Lion(Optimiser):
    """Steps of one size along the sign of a moving average of gradients.

    ``c = sign(betas[0] * m + (1 - betas[0]) * g)``, ``p = p - lr * (c + weight_decay * p)``,
    ``m = betas[1] * m + (1 - betas[1]) * g``; see https://arxiv.org/abs/2302.06675.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule; about a tenth of what Adam takes.
    betas
        The weights of the average in the step, and in the next average.
    weight_decay
        Apart from the gradient: a number, an array or a schedule.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.Lion(0.5).step([ivy.asarray([1.0, 2.0])], [ivy.asarray([3.0, -4.0])])
    [Array([0.5, 2.5], dtype=float32, backend='numpy')]
    """

    slots = ("mean",)

    def __init__(
        self,
        lr: Rate = 1e-4,
        *,
        betas: tuple[float, float] = (0.9, 0.99),
        weight_decay: Rate = 0.0,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.betas = pair(self._op, "betas", betas)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates."""
        return {"lr": lr, "decay": read(self.weight_decay, before)}

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its average gradient."""
        direction = sign(interpolated(slots["mean"], g, 1 - self.betas[0]))
        p = subtract(shrunk(p, h["lr"], h["decay"]), multiply(direction, h["lr"]))
        return p, {"mean": interpolated(slots["mean"], g, 1 - self.betas[1])}


class Muon(Optimiser):
    """Momentum that is made orthogonal, for the matrices of hidden layers.

    ``m = momentum * m + (1 - momentum) * g``, ``u = momentum * m + (1 - momentum) * g`` with
    `nesterov`, else ``u = m``. Then ``u / max(norm(u), eps)`` goes through `ns_steps` rounds of
    ``x = a * x + (b * s + c * s @ s) @ x`` with ``s = x @ x.T``, which brings its singular values
    near 1, and ``p = p * (1 - lr * weight_decay) - lr * ratio * u``. See
    https://kellerjordan.github.io/posts/muon/.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    weight_decay
        Apart from the gradient: a number, an array or a schedule.
    momentum
        The weight of the average in the next average.
    nesterov
        Whether to look ahead, see above.
    ns_coefficients
        ``a``, ``b`` and ``c`` above.
    eps
        The least norm that is divided by.
    ns_steps
        How many rounds.
    adjust_lr
        What ``ratio`` is for a matrix of shape ``(M, N)``: ``sqrt(max(1, M / N))`` for
        ``"original"``, ``0.2 * sqrt(max(M, N))`` for ``"match_rms_adamw"``, which suits the rates
        of AdamW.
    ns_dtype
        The dtype of the rounds, None for that of the parameter. torch always takes
        ``"bfloat16"``, which is faster on accelerators and has three digits.
    maximize
        Whether to go up instead of down.

    Raises
    ------
    ValueError
        A parameter is no matrix; see `ivy.optim.Groups`, which has another optimiser for those.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.optim.Muon(0.1, weight_decay=0.0)
    >>> new = opt.step([ivy.zeros((2, 2))], [ivy.asarray([[3.0, 0.0], [0.0, -4.0]])])[0]
    >>> [round(x, 2) for x in ivy.diagonal(new).tolist()]
    [-0.07, 0.11]
    """

    slots = ("mean",)
    takes_complex = False

    def __init__(
        self,
        lr: Rate = 1e-3,
        *,
        weight_decay: Rate = 0.1,
        momentum: float = 0.95,
        nesterov: bool = True,
        ns_coefficients: tuple[float, float, float] = (3.4445, -4.775, 2.0315),
        eps: float = 1e-7,
        ns_steps: int = 5,
        adjust_lr: str = "original",
        ns_dtype: DType | str | None = None,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.momentum = within(self._op, "momentum", momentum, 0, 1)
        self.nesterov = nesterov
        if not isinstance(ns_coefficients, tuple | list) or len(ns_coefficients) != 3:
            raise TypeError(
                f"ivy.{self._op}: expected three numbers as ns_coefficients, got "
                f"ns_coefficients={ns_coefficients!r}"
            )
        self.ns_coefficients = tuple(ns_coefficients)
        self.eps = within(self._op, "eps", eps, 0)
        self.ns_steps = whole(self._op, "ns_steps", ns_steps, 0, 100)
        if adjust_lr not in ("original", "match_rms_adamw"):
            raise ValueError(
                f"ivy.{self._op}: expected adjust_lr='original' or 'match_rms_adamw', got "
                f"adjust_lr={adjust_lr!r}"
            )
        self.adjust_lr = adjust_lr
        self.ns_dtype = dtype_named(ns_dtype) if isinstance(ns_dtype, str) else ns_dtype

    def leaf_check(self, p: Array, where: Callable[[], str]) -> None:
        """Raise where a parameter is no real matrix."""
        super().leaf_check(p, where)
        if len(p.shape) != 2:
            raise ValueError(
                f"ivy.{self._op}: expected matrices, got {where()} of shape {p.shape}; give others "
                "another optimiser with ivy.optim.Groups"
            )

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates."""
        return {"lr": lr, "decay": read(self.weight_decay, before)}

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its average gradient."""
        mean = interpolated(slots["mean"], g, 1 - self.momentum)
        move = interpolated(g, mean, self.momentum) if self.nesterov else mean
        rows, columns = p.shape
        ratio = (
            math.sqrt(max(1, rows / max(columns, 1)))
            if self.adjust_lr == "original"
            else 0.2 * math.sqrt(max(rows, columns))
        )
        move = multiply(self._orthogonal(move), ratio)
        return subtract(shrunk(p, h["lr"], h["decay"]), multiply(move, h["lr"])), {"mean": mean}

    def _orthogonal(self, x: Array) -> Array:
        """Return a matrix with the singular vectors of `x` and singular values near 1."""
        a, b, c = self.ns_coefficients
        dtype, tall = x.dtype, x.shape[0] > x.shape[1]
        if self.ns_dtype is not None:
            x = astype(x, self.ns_dtype)
        if tall:
            x = matrix_transpose(x)
        x = divide(x, maximum(vector_norm(x), self.eps))
        for _ in range(self.ns_steps):
            gram = matmul(x, matrix_transpose(x))
            gram = add(multiply(gram, b), multiply(matmul(gram, gram), c))
            x = add(multiply(x, a), matmul(gram, x))
        return astype(matrix_transpose(x) if tall else x, dtype, copy=False)
