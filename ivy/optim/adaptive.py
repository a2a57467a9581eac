"""Optimisers that divide each step by what they have seen of the size of gradients."""

from __future__ import annotations

import math
from typing import Any

from ivy.array import Array
from ivy.dtypes import DType, finfo
from ivy.functional._op import beside
from ivy.functional.creation import full_like, ones, zeros, zeros_like
from ivy.functional.elementwise import (
    abs,
    add,
    divide,
    exp,
    greater,
    less,
    log,
    maximum,
    minimum,
    multiply,
    rsqrt,
    sqrt,
    square,
    subtract,
    tanh,
)
from ivy.functional.linear_algebra import matmul, vector_norm
from ivy.functional.searching import where
from ivy.functional.statistical import sum
from ivy.optim.gradient_descent import trusted
from ivy.optim.optimiser import (
    Optimiser,
    Rate,
    complement,
    decayed,
    interpolated,
    is_number,
    is_zero,
    kernel,
    pair,
    power,
    rate,
    read,
    shrunk,
    within,
)


def averaged(old: Array, g: Array, beta: float) -> Array:
    """Return ``beta * old + (1 - beta) * g ** 2``."""
    return add(multiply(old, beta), multiply(square(g), 1 - beta))


class Adam(Optimiser):
    """Steps along a mean of gradients, divided by the root of a mean of their squares.

    ``m = betas[0] * m + (1 - betas[0]) * g``, ``v = betas[1] * v + (1 - betas[1]) * g ** 2``, and
    in step ``t`` from 1, ``p = p - lr * (m / (1 - betas[0] ** t)) / (sqrt(v / (1 - betas[1] ** t))
    + eps)``: `eps` is outside the root. See https://arxiv.org/abs/1412.6980.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    betas
        The weights of the old means in ``m`` and ``v``.
    eps
        Added to the root.
    weight_decay
        Of the L2 penalty, ``g = g + weight_decay * p``: a number, an array or a schedule. `AdamW`
        keeps it out of the means.
    amsgrad
        Whether the largest ``v`` so far takes its place, see
        https://openreview.net/forum?id=ryQu7f-RZ. As in torch it is the largest before it is
        divided by ``1 - betas[1] ** t``.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.Adam(0.1)
    >>> params = {"w": ivy.asarray([1.0, 2.0])}
    >>> params = opt.step(params, {"w": ivy.asarray([10.0, -0.5])})
    >>> params
    {'w': Array([0.9, 2.1], dtype=float32, backend='numpy')}
    >>> sorted(opt.state_dict())
    ['mean.w', 'step', 'variance.w']
    """

    _decoupled = False

    def __init__(
        self,
        lr: Rate = 1e-3,
        *,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: Rate = 0.0,
        amsgrad: bool = False,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.betas = pair(self._op, "betas", betas)
        self.eps = within(self._op, "eps", eps, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.amsgrad = amsgrad
        self.slots = ("mean", "variance", *(("largest",) if amsgrad else ()))

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates, with the corrections of the bias in them."""
        first, second = self.betas
        return {
            "lr": lr,
            "decay": read(self.weight_decay, before),
            "rate": divide(lr, complement(first, t)),
            "scale": rsqrt(complement(second, t)),
        }

    def at_once(
        self,
        leaves: list[Array],
        gradients: list[Array],
        columns: dict[str, list[Array]],
        step: Array,
        before: Array,
        lr: Any,
    ) -> tuple[list[Array], dict[str, list[Array]]] | None:
        """Return new parameters and means by the framework's kernel; None without one."""
        decay = read(self.weight_decay, before)
        rules = (type(self).leaf_update, type(self).scalars)
        if not is_number(decay) or rules != (Adam.leaf_update, Adam.scalars):
            return None
        slots = [columns.get(name, []) for name in ("mean", "variance", "largest")]
        run = kernel("adam", leaves, [gradients, *slots])
        if run is None:
            return None
        new = run(
            *([x.data for x in column] for column in (leaves, gradients, *slots)),
            step.data,
            lr=lr.data if isinstance(lr, Array) else lr,
            beta1=self.betas[0],
            beta2=self.betas[1],
            eps=self.eps,
            weight_decay=decay,
            decoupled_weight_decay=self._decoupled,
            amsgrad=self.amsgrad,
            maximize=self.maximize,
        )
        if new is None:
            return None
        params, *kept = [[type(leaves[0])(x) for x in column] for column in new]
        return params, dict(zip(self.slots, kept, strict=False))

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its means."""
        if self._decoupled:
            p = shrunk(p, h["lr"], h["decay"])
        else:
            g = decayed(g, p, h["decay"])
        kept = {
            "mean": interpolated(slots["mean"], g, 1 - self.betas[0]),
            "variance": averaged(slots["variance"], g, self.betas[1]),
        }
        variance = kept["variance"]
        if self.amsgrad:
            variance = kept["largest"] = maximum(slots["largest"], variance)
        size = add(multiply(sqrt(variance), h["scale"]), self.eps)
        return subtract(p, divide(multiply(kept["mean"], h["rate"]), size)), kept


class AdamW(Adam):
    """Adam with weight decay that is apart from the gradient.

    First ``p = p * (1 - lr * weight_decay)``, then the update of `ivy.Adam` with the gradient as it
    is. See https://arxiv.org/abs/1711.05101.

    Parameters
    ----------
    lr, betas, eps, amsgrad, maximize
        As in `ivy.Adam`.
    weight_decay
        A number, an array or a schedule.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.AdamW(0.1, weight_decay=0.5)
    >>> opt.step([ivy.asarray([1.0, 2.0])], [ivy.asarray([0.0, 0.0])])
    [Array([0.95, 1.9 ], dtype=float32, backend='numpy')]
    """

    _decoupled = True

    def __init__(
        self,
        lr: Rate = 1e-3,
        *,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: Rate = 0.01,
        amsgrad: bool = False,
        maximize: bool = False,
    ) -> None:
        super().__init__(
            lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            maximize=maximize,
        )


class Adamax(Optimiser):
    """Adam with the largest gradient, fading, in the place of a mean of squares.

    ``m`` as in `ivy.Adam`, ``u = max(betas[1] * u, abs(g) + eps)``, ``p = p - lr / (1 - betas[0] **
    t) * m / u``: `eps` is inside. See section 7 of https://arxiv.org/abs/1412.6980.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    betas
        The weights of the old values in ``m`` and ``u``.
    eps
        Added to the absolute gradient.
    weight_decay
        Of the L2 penalty: a number, an array or a schedule.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> ivy.Adamax(0.1).step([ivy.asarray([1.0, 2.0])], [ivy.asarray([10.0, -0.5])])
    [Array([0.9, 2.1], dtype=float32, backend='numpy')]
    """

    slots = ("mean", "largest")

    def __init__(
        self,
        lr: Rate = 2e-3,
        *,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: Rate = 0.0,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.betas = pair(self._op, "betas", betas)
        self.eps = within(self._op, "eps", eps, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates, with the correction of the bias."""
        return {
            "decay": read(self.weight_decay, before),
            "rate": divide(lr, complement(self.betas[0], t)),
        }

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter, its mean and its largest gradient."""
        g = decayed(g, p, h["decay"])
        average = interpolated(slots["mean"], g, 1 - self.betas[0])
        largest = maximum(multiply(slots["largest"], self.betas[1]), add(abs(g), self.eps))
        p = subtract(p, divide(multiply(average, h["rate"]), largest))
        return p, {"mean": average, "largest": largest}


class NAdam(Optimiser):
    """Adam that looks ahead, as Nesterov's momentum does.

    With ``m`` and ``v`` as in `ivy.Adam`, ``mu[t] = betas[0] * (1 - 0.5 * 0.96 ** (t *
    momentum_decay))`` and ``M[t]`` the product of ``mu[1]`` to ``mu[t]``: ``p = p - lr * ((1 -
    mu[t]) / (1 - M[t]) * g + mu[t + 1] / (1 - M[t + 1]) * m) / (sqrt(v / (1 - betas[1] ** t)) +
    eps)``: `eps` is outside the root. See https://openreview.net/forum?id=OM0jvwB8jIp57ZJjtNEZ.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    betas
        The weights of the old means in ``m`` and ``v``.
    eps
        Added to the root.
    weight_decay
        A number, an array or a schedule.
    momentum_decay
        How fast ``mu`` rises from half of ``betas[0]``.
    decoupled_weight_decay
        Whether the weight decay is apart from the gradient, as in `ivy.AdamW`.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.NAdam(0.1).step([ivy.asarray(1.0)], [ivy.asarray(10.0)])
    [Array(0.8943548, dtype=float32, backend='numpy')]
    """

    slots = ("mean", "variance")
    shared = ("mu_product",)

    def __init__(
        self,
        lr: Rate = 2e-3,
        *,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: Rate = 0.0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.betas = pair(self._op, "betas", betas)
        self.eps = within(self._op, "eps", eps, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.momentum_decay = within(self._op, "momentum_decay", momentum_decay, 0)
        self.decoupled_weight_decay = decoupled_weight_decay

    def shared_init(self, like: Array, dtype: DType) -> dict[str, Array]:
        """Return the product of no momenta."""
        return {"mu_product": beside(like, ones, (), dtype=dtype)}

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates of the gradient and of the mean, and the product of the momenta."""
        now, following = self._momentum(t), self._momentum(add(t, 1))
        product = multiply(shared["mu_product"], now)
        ahead = multiply(product, following)
        return {
            "lr": lr,
            "decay": read(self.weight_decay, before),
            "of_gradient": divide(multiply(subtract(1, now), lr), subtract(1, product)),
            "of_mean": divide(multiply(following, lr), subtract(1, ahead)),
            "scale": rsqrt(complement(self.betas[1], t)),
            "mu_product": product,
        }

    def _momentum(self, t: Array) -> Array:
        faded = power(0.96, multiply(t, self.momentum_decay))
        return multiply(subtract(1, multiply(faded, 0.5)), self.betas[0])

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its means."""
        if self.decoupled_weight_decay:
            p = shrunk(p, h["lr"], h["decay"])
        else:
            g = decayed(g, p, h["decay"])
        average = interpolated(slots["mean"], g, 1 - self.betas[0])
        variance = averaged(slots["variance"], g, self.betas[1])
        size = add(multiply(sqrt(variance), h["scale"]), self.eps)
        move = add(multiply(g, h["of_gradient"]), multiply(average, h["of_mean"]))
        return subtract(p, divide(move, size)), {"mean": average, "variance": variance}


class RAdam(Optimiser):
    """Adam that does not divide by ``v`` before its variance is known well enough.

    With ``m`` and ``v`` as in `ivy.Adam`, ``R = 2 / (1 - betas[1]) - 1`` and ``r = R - 2 * t *
    betas[1] ** t / (1 - betas[1] ** t)``, the update is ``p = p - lr * m / (1 - betas[0] ** t)``
    times, where ``r > 5``, ``sqrt((r - 4) * (r - 2) * R / ((R - 4) * (R - 2) * r)) * sqrt(1 -
    betas[1] ** t) / (sqrt(v) + eps)``: `eps` is outside the root, and is not divided by the
    correction of the bias. See https://arxiv.org/abs/1908.03265.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    betas
        The weights of the old means in ``m`` and ``v``.
    eps
        Added to the root.
    weight_decay
        A number, an array or a schedule.
    decoupled_weight_decay
        Whether the weight decay is apart from the gradient, as in `ivy.AdamW`.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.RAdam(0.1).step([ivy.asarray([1.0, 2.0])], [ivy.asarray([5.0, -1.0])])
    [Array([0.5, 2.1], dtype=float32, backend='numpy')]
    """

    slots = ("mean", "variance")

    def __init__(
        self,
        lr: Rate = 1e-3,
        *,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: Rate = 0.0,
        decoupled_weight_decay: bool = False,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.betas = pair(self._op, "betas", betas)
        self.eps = within(self._op, "eps", eps, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.decoupled_weight_decay = decoupled_weight_decay

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates, whether the step is rectified, and by what."""
        first, second = self.betas
        length, limit = _length(second, t), 2 / (1 - second) - 1
        known = greater(length, 5.0)
        safe = where(known, length, 5.0)
        part = divide(multiply(subtract(safe, 4), subtract(safe, 2)), safe)
        # A limit up to 5 is never reached from above, whatever stands here.
        whole = (limit - 4) * (limit - 2) / limit if limit > 5 else 1.0
        return {
            "lr": lr,
            "decay": read(self.weight_decay, before),
            "rate": divide(lr, complement(first, t)),
            "known": known,
            "scale": sqrt(multiply(divide(part, whole), complement(second, t))),
        }

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its means."""
        if self.decoupled_weight_decay:
            p = shrunk(p, h["lr"], h["decay"])
        else:
            g = decayed(g, p, h["decay"])
        average = interpolated(slots["mean"], g, 1 - self.betas[0])
        variance = averaged(slots["variance"], g, self.betas[1])
        factor = where(h["known"], divide(h["scale"], add(sqrt(variance), self.eps)), 1.0)
        p = subtract(p, multiply(multiply(average, h["rate"]), factor))
        return p, {"mean": average, "variance": variance}


def _length(beta: float, t: Array) -> Array:
    """Return ``2 / (1 - b) - 1 - 2 * t * b ** t / (1 - b ** t)`` without its loss of digits.

    With ``x = -log(b) / 2`` it is ``coth(x) - t * (coth(x * t) - 1)``, and the poles of the two
    cotangents cancel.
    """
    x = -math.log(beta) / 2 if beta > 0 else math.inf
    start = (1 / math.tanh(x) - 1 / x) if x > 0.3 else _odd(x)
    y = multiply(t, x)
    near = where(less(y, 0.3), y, 0.3)
    far = where(less(y, 0.3), 0.3, y)
    apart = where(less(y, 0.3), _odd(near), subtract(divide(1, tanh(far)), divide(1, far)))
    return add(multiply(t, subtract(1, apart)), start)


def _odd(y: Any) -> Any:
    """Return ``coth(y) - 1 / y`` for small `y`."""
    z = y * y
    return y * (1 / 3 - z * (1 / 45 - z * (2 / 945 - z * (1 / 4725 - z * (2 / 93555)))))


class RMSprop(Optimiser):
    """The gradient divided by the root of a mean of its squares.

    ``v = alpha * v + (1 - alpha) * g ** 2``, ``d = g / (sqrt(v) + eps)``, with `centered` ``d = g /
    (sqrt(v - a ** 2) + eps)`` and ``a = alpha * a + (1 - alpha) * g``: `eps` is outside the root.
    Then ``b = momentum * b + d`` and ``p = p - lr * b``. See
    https://www.cs.toronto.edu/~tijmen/csc321/slides/lecture_slides_lec6.pdf.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    alpha
        The weight of the old means.
    eps
        Added to the root.
    weight_decay
        Of the L2 penalty: a number, an array or a schedule.
    momentum
        The share of the last step that is made again: a number, an array or a schedule.
    centered
        Whether to divide by the deviation of the gradient instead of its size.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.optim.RMSprop(0.1, alpha=0.75)
    >>> opt.step([ivy.asarray([1.0, 2.0])], [ivy.asarray([10.0, -0.5])])
    [Array([0.8, 2.2], dtype=float32, backend='numpy')]
    """

    def __init__(
        self,
        lr: Rate = 1e-2,
        *,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: Rate = 0.0,
        momentum: Rate = 0.0,
        centered: bool = False,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.alpha = within(self._op, "alpha", alpha, 0, 1, closed=True)
        self.eps = within(self._op, "eps", eps, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.momentum = rate(self._op, "momentum", momentum)
        self.centered = centered
        names = ["variance"]
        if centered:
            names.append("mean")
        if not is_zero(momentum):
            names.append("momentum")
        self.slots = tuple(names)

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates."""
        return {
            "lr": lr,
            "decay": read(self.weight_decay, before),
            "momentum": read(self.momentum, before),
        }

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter, its means and its momentum."""
        g = decayed(g, p, h["decay"])
        variance = averaged(slots["variance"], g, self.alpha)
        kept = {"variance": variance}
        if self.centered:
            kept["mean"] = interpolated(slots["mean"], g, 1 - self.alpha)
            # Rounding must not make a root of something negative.
            variance = maximum(subtract(variance, square(kept["mean"])), 0)
        move = divide(g, add(sqrt(variance), self.eps))
        if "momentum" in slots:
            move = add(multiply(slots["momentum"], h["momentum"]), move)
            kept["momentum"] = move
        return subtract(p, multiply(move, h["lr"])), kept


class Adagrad(Optimiser):
    """The gradient divided by the root of the sum of its squares.

    ``s = s + g ** 2``, ``p = p - lr / (1 + (t - 1) * lr_decay) * g / (sqrt(s) + eps)``: `eps` is
    outside the root. See https://jmlr.org/papers/v12/duchi11a.html.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    lr_decay
        How fast the learning rate falls.
    weight_decay
        Of the L2 penalty: a number, an array or a schedule.
    initial_accumulator_value
        What ``s`` is at the start.
    eps
        Added to the root.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.Adagrad(0.1).step([ivy.asarray([1.0, 2.0])], [ivy.asarray([10.0, -0.5])])
    [Array([0.9, 2.1], dtype=float32, backend='numpy')]
    """

    slots = ("sum",)

    def __init__(
        self,
        lr: Rate = 1e-2,
        *,
        lr_decay: float = 0.0,
        weight_decay: Rate = 0.0,
        initial_accumulator_value: float = 0.0,
        eps: float = 1e-10,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.lr_decay = within(self._op, "lr_decay", lr_decay, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        self.initial_accumulator_value = within(
            self._op, "initial_accumulator_value", initial_accumulator_value, 0
        )
        self.eps = within(self._op, "eps", eps, 0)

    def leaf_init(self, p: Array) -> dict[str, Array]:
        """Return the sum at the start."""
        return {"sum": full_like(p, self.initial_accumulator_value)}

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates."""
        if self.lr_decay != 0:
            lr = divide(lr, add(multiply(before, self.lr_decay), 1))
        return {"lr": lr, "decay": read(self.weight_decay, before)}

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its sum."""
        g = decayed(g, p, h["decay"])
        total = add(slots["sum"], square(g))
        p = subtract(p, divide(multiply(g, h["lr"]), add(sqrt(total), self.eps)))
        return p, {"sum": total}


class Adadelta(Optimiser):
    """The gradient times the root of a mean of squared steps over that of squared gradients.

    ``v = rho * v + (1 - rho) * g ** 2``, ``d = sqrt(a + eps) / sqrt(v + eps) * g``, ``a = rho * a +
    (1 - rho) * d ** 2``, ``p = p - lr * d``: `eps` is inside both roots. See
    https://arxiv.org/abs/1212.5701.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    rho
        The weight of the old means.
    eps
        Added below the roots.
    weight_decay
        Of the L2 penalty: a number, an array or a schedule.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.optim.Adadelta(eps=0.25)
    >>> opt.step([ivy.asarray([1.0, 2.0])], [ivy.asarray([0.0, 0.0])])
    [Array([1., 2.], dtype=float32, backend='numpy')]
    """

    slots = ("variance", "steps")

    def __init__(
        self,
        lr: Rate = 1.0,
        *,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: Rate = 0.0,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.rho = within(self._op, "rho", rho, 0, 1, closed=True)
        self.eps = within(self._op, "eps", eps, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates."""
        return {"lr": lr, "decay": read(self.weight_decay, before)}

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its means."""
        g = decayed(g, p, h["decay"])
        variance = averaged(slots["variance"], g, self.rho)
        ratio = divide(sqrt(add(slots["steps"], self.eps)), sqrt(add(variance, self.eps)))
        move = multiply(ratio, g)
        kept = {"variance": variance, "steps": averaged(slots["steps"], move, self.rho)}
        return subtract(p, multiply(move, h["lr"])), kept


class LAMB(Optimiser):
    """Adam with a rate for each array, by the norms of the array and of its step.

    With ``m`` and ``v`` as in `ivy.Adam`, ``r = (m / (1 - betas[0] ** t)) / (sqrt(v / (1 - betas[1]
    ** t)) + eps) + weight_decay * p``, and ``p = p - lr * norm(p) / norm(r) * r``: `eps` is outside
    the root. The ratio is 1 where one of the norms is 0. See https://arxiv.org/abs/1904.00962.

    Parameters
    ----------
    lr
        The learning rate: a number, an array or a schedule.
    betas
        The weights of the old means in ``m`` and ``v``.
    eps
        Added to the root.
    weight_decay
        A number, an array or a schedule.
    max_trust_ratio
        The largest ratio of the norms; None for no limit.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> new = ivy.LAMB(0.1).step([ivy.asarray([3.0, -3.0])], [ivy.asarray([5.0, 1.0])])[0]
    >>> [round(x, 3) for x in new.tolist()]
    [2.7, -3.3]
    """

    slots = ("mean", "variance")

    def __init__(
        self,
        lr: Rate = 1e-3,
        *,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-6,
        weight_decay: Rate = 0.0,
        max_trust_ratio: float | None = None,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.betas = pair(self._op, "betas", betas)
        self.eps = within(self._op, "eps", eps, 0)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)
        if max_trust_ratio is not None:
            within(self._op, "max_trust_ratio", max_trust_ratio, 0)
        self.max_trust_ratio = max_trust_ratio

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates, and the corrections of the bias."""
        first, second = self.betas
        return {
            "lr": lr,
            "decay": read(self.weight_decay, before),
            "rate": divide(1, complement(first, t)),
            "scale": rsqrt(complement(second, t)),
        }

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter and its means."""
        average = interpolated(slots["mean"], g, 1 - self.betas[0])
        variance = averaged(slots["variance"], g, self.betas[1])
        size = add(multiply(sqrt(variance), h["scale"]), self.eps)
        move = decayed(divide(multiply(average, h["rate"]), size), p, h["decay"])
        norm = vector_norm(p)
        ratio = trusted(norm, vector_norm(move), norm)
        if self.max_trust_ratio is not None:
            ratio = minimum(ratio, self.max_trust_ratio)
        p = subtract(p, multiply(move, multiply(ratio, h["lr"])))
        return p, {"mean": average, "variance": variance}


class Adafactor(Optimiser):
    """Adam with a row and a column in the place of a matrix of squares, which saves memory.

    With ``w = t ** beta2_decay`` the mean squares of the rows and of the columns of ``g`` go into
    ``r = (1 - w) * r + w * ...`` and ``c = ...``, and ``v = r @ c / max(mean(r), eps[0])``; for
    vectors and numbers ``v = (1 - w) * v + w * g ** 2``. Then ``u = g / sqrt(max(v, eps[0] ** 2))``
    and ``p = p * (1 - lr * weight_decay) - a * u / max(1, rms(u) / d)`` with ``a = max(eps[1],
    rms(p)) * min(lr, 1 / sqrt(t))``, where ``rms`` is the root of the mean square. See
    https://arxiv.org/abs/1804.04235; these are torch's formulas.

    Parameters
    ----------
    lr
        The largest relative step: a number, an array or a schedule.
    beta2_decay
        How the weight of a new gradient falls with time; negative.
    eps
        The least root that is divided by (None for the spacing at 1 of the dtype, or of float32
        where that is narrower), and the least size that a parameter counts as.
    d
        The root mean square above which a step is cut.
    weight_decay
        Apart from the gradient: a number, an array or a schedule.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.optim.Adafactor(0.1)
    >>> opt.step([ivy.ones((2, 3))], [ivy.ones((2, 3))])[0][0]
    Array([0.9, 0.9, 0.9], dtype=float32, backend='numpy')
    >>> [x.shape for x in (opt.state["row"][0], opt.state["column"][0])]
    [(2, 1), (1, 3)]
    """

    # Of a vector, "row" is all of it and "column" is empty.
    slots = ("row", "column")
    takes_complex = False

    def __init__(
        self,
        lr: Rate = 1e-2,
        *,
        beta2_decay: float = -0.8,
        eps: tuple[float | None, float] = (None, 1e-3),
        d: float = 1.0,
        weight_decay: Rate = 0.0,
        maximize: bool = False,
    ) -> None:
        super().__init__(lr, maximize=maximize)
        self.beta2_decay = within(self._op, "beta2_decay", beta2_decay, -math.inf, 0, closed=True)
        if not isinstance(eps, tuple | list) or len(eps) != 2:
            raise TypeError(f"ivy.{self._op}: expected a pair as eps, got eps={eps!r}")
        if eps[0] is not None:
            within(self._op, "eps[0]", eps[0], 0)
        self.eps = (eps[0], within(self._op, "eps[1]", eps[1], 0))
        self.d = within(self._op, "d", d, 1)
        self.weight_decay = rate(self._op, "weight_decay", weight_decay)

    def leaf_init(self, p: Array) -> dict[str, Array]:
        """Return a row and a column of zeros."""
        shape = p.shape
        if len(shape) < 2:
            return {"row": zeros_like(p), "column": beside(p, zeros, (0,))}
        return {
            "row": beside(p, zeros, (*shape[:-1], 1)),
            "column": beside(p, zeros, (*shape[:-2], 1, shape[-1])),
        }

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the rates, and the weight of the new gradient."""
        return {
            "lr": lr,
            "decay": read(self.weight_decay, before),
            "weight": exp(multiply(log(t), self.beta2_decay)),
            "rate": minimum(rsqrt(t), lr),
        }

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return the new parameter, and the row and the column of its squares."""
        least = finfo(p.dtype).eps if self.eps[0] is None else self.eps[0]
        squares = square(g)
        if len(p.shape) < 2:
            row = variance = interpolated(slots["row"], squares, h["weight"])
            column = slots["column"]
        else:
            row = interpolated(slots["row"], _mean(squares, -1), h["weight"])
            column = interpolated(slots["column"], _mean(squares, -2), h["weight"])
            whole = maximum(_mean(row, -2), least)
            variance = divide(matmul(row, column), whole)
        move = multiply(g, rsqrt(maximum(variance, least * least)))
        step = multiply(maximum(_rms(p), self.eps[1]), h["rate"])
        step = divide(step, maximum(divide(_rms(move), self.d), 1.0))
        p = subtract(shrunk(p, h["lr"], h["decay"]), multiply(move, step))
        return p, {"row": row, "column": column}


def _mean(x: Array, axis: int) -> Array:
    """Return the mean along an axis; of no elements 0."""
    return divide(sum(x, axis=axis, keepdims=True), max(x.shape[axis], 1))


def _rms(x: Array) -> Array:
    return divide(vector_norm(x), math.sqrt(max(x.size, 1)))
