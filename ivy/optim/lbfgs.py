"""The optimiser that evaluates the loss itself: L-BFGS."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ivy.array import Array, lift
from ivy.autodiff.api import value_and_grad
from ivy.dtypes import int64
from ivy.functional._op import beside
from ivy.functional.creation import full, zeros
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import abs, add, multiply, negative, subtract
from ivy.functional.linear_algebra import vecdot
from ivy.functional.manipulation import concat, reshape, stack, unstack
from ivy.functional.statistical import max as max_
from ivy.functional.statistical import sum as sum_
from ivy.optim.optimiser import (
    Keeper,
    Rate,
    Trained,
    Tree,
    floating_leaves,
    joined,
    matching_leaves,
    parts,
    rate,
    read,
    unflatten,
    whole,
    within,
)

# Of the strong Wolfe conditions: how much the loss has to fall, and its slope to flatten.
FALL, FLATTEN = 1e-4, 0.9
# The least curvature along a step that is kept.
LEAST_CURVATURE = 1e-10


class LBFGS(Keeper):
    """A quasi-Newton method of limited memory, which takes the loss instead of gradients.

    The direction is that of algorithm 7.4, and the line search those of algorithms 3.5 and 3.6, of
    Nocedal and Wright, https://doi.org/10.1007/978-0-387-40065-5. Starting points, interpolation
    and tolerances are torch's. It looks at values, so it does not run in compiled code.

    Parameters
    ----------
    lr
        The length of a step along the direction, or what the line search begins with.
    max_iter
        The largest number of directions in a call of `step`.
    max_eval
        The largest number of evaluations in a call of `step`; None for ``max_iter * 5 // 4``.
    tolerance_grad
        The largest element of a gradient that counts as a minimum.
    tolerance_change
        The least change of the loss, and of a parameter, that goes on.
    history_size
        How many steps are remembered.
    line_search
        None for steps of the length `lr`, or ``"strong_wolfe"``.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.optim.LBFGS(line_search="strong_wolfe")
    >>> loss = lambda p: ivy.sum((p["w"] - 3.0) ** 2)
    >>> params = opt.step({"w": ivy.zeros(2)}, loss)
    >>> [round(x, 3) for x in params["w"].tolist()]
    [3.0, 3.0]
    """

    def __init__(
        self,
        lr: Rate = 1.0,
        *,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search: str | None = None,
    ) -> None:
        op = "optim.LBFGS"
        self.lr = rate(op, "lr", lr)
        self.max_iter = whole(op, "max_iter", max_iter, 1)
        most = self.max_iter * 5 // 4 if max_eval is None else max_eval
        self.max_eval = whole(op, "max_eval", most, 1)
        self.tolerance_grad = within(op, "tolerance_grad", tolerance_grad, 0)
        self.tolerance_change = within(op, "tolerance_change", tolerance_change, 0)
        self.history_size = whole(op, "history_size", history_size, 1)
        if line_search not in (None, "strong_wolfe"):
            raise ValueError(
                "ivy.optim.LBFGS: expected line_search=None or 'strong_wolfe', got "
                f"line_search={line_search!r}"
            )
        self.line_search = line_search

    def init(self, params: Tree) -> dict[str, Array]:
        """Return the state before the first step: counts, the last step, and the history."""
        flat = _Flat(params)
        size = flat.start.shape[0]
        nothing = beside(flat.start, zeros, (0, size))
        return {
            "step": beside(flat.start, zeros, (), dtype=int64),
            "evaluations": beside(flat.start, zeros, (), dtype=int64),
            "length": beside(flat.start, zeros, ()),
            "scale": beside(flat.start, zeros, ()),
            "direction": beside(flat.start, zeros, (size,)),
            "gradient": beside(flat.start, zeros, (size,)),
            "steps": nothing,
            "changes": nothing,
        }

    def update(
        self, loss: Callable[[Tree], Any], state: Any, params: Tree, *, lr: Rate | None = None
    ) -> tuple[Tree, Any]:
        """Return new parameters and the new state.

        Parameters
        ----------
        loss
            A function of the parameters that returns one real number; it is called many times.
        state
            What `init` or the step before has given.
        params
            Floating arrays, in any containers.
        lr
            In the place of the one of the optimiser.
        """
        flat = _Flat(params)
        memory = _Memory(state, self.history_size)
        count = int(lift(state["step"]))
        evaluations = int(lift(state["evaluations"]))
        x = flat.start
        before = astype(lift(state["step"]), x.dtype)
        length = float(read(self.lr if lr is None else rate("optim.LBFGS", "lr", lr), before))
        value, gradient = flat.evaluate(loss, x)
        spent = 1
        flat_enough = float(max_(abs(gradient))) <= self.tolerance_grad
        for n in range(1, 0 if flat_enough else self.max_iter + 1):
            count += 1
            memory.turn(gradient, first=count == 1)
            memory.length = length
            if count == 1:
                memory.length *= min(1.0, 1.0 / float(sum_(abs(gradient))))
            slope = float(vecdot(gradient, memory.direction))
            if slope > -self.tolerance_change:
                break
            last = value
            if self.line_search is not None:
                along = _Line(flat, loss, x, memory.direction)
                start = _Point(0.0, value, gradient, slope)
                found, used = _strong_wolfe(
                    along, start, memory.length, self.tolerance_change, self.max_eval - spent
                )
                memory.length, value, gradient = found.t, found.value, found.gradient
                x = along.at(memory.length)
                spent += used
            else:
                x = add(x, multiply(memory.direction, memory.length))
                if n < self.max_iter:  # what the last step leads to, the next call will see
                    value, gradient = flat.evaluate(loss, x)
                    spent += 1
            if (
                spent >= self.max_eval
                or float(max_(abs(gradient))) <= self.tolerance_grad
                or float(max_(abs(memory.direction))) * memory.length <= self.tolerance_change
                or math.fabs(value - last) < self.tolerance_change
            ):
                break
        return flat.tree(x), {
            "step": beside(x, full, (), count, dtype=int64),
            "evaluations": beside(x, full, (), evaluations + spent, dtype=int64),
            **memory.arrays(x),
        }

    def step(self, params: Tree, loss: Callable[[Tree], Any], *, lr: Rate | None = None) -> Tree:
        """Return new parameters, and keep the state in `state`.

        Parameters
        ----------
        params
            Floating arrays, in any containers, or an `ivy.nn.Module`, which takes the new arrays.
        loss
            A function of the parameters that returns one real number; it is called many times.
        lr
            In the place of the one of the optimiser.
        """
        whole = Trained(params)
        arrays = whole.arrays()
        state = self._begun(arrays)
        if arrays is params:
            params, self.state = self.update(loss, state, params, lr=lr)
            return params
        try:
            # The modules are given the arrays of each place, and in the end those of the last.
            arrays, self.state = self.update(lambda at: loss(whole.take(at)), state, arrays, lr=lr)
        finally:
            params = whole.take(arrays)
        return params

    def _fits(self, name: str, x: Array, old: Array) -> bool:
        if name in ("steps", "changes"):
            return x.ndim == 2 and x.shape[1] == old.shape[1] and x.dtype is old.dtype
        return super()._fits(name, x, old)


class _Flat:
    """Parameters as one vector."""

    def __init__(self, params: Tree) -> None:
        self.params = params
        self.leaves, self.spec = floating_leaves("optim.LBFGS", "params", params)
        if not self.leaves:
            raise ValueError(f"ivy.optim.LBFGS: expected at least one parameter, got {params!r}")
        real = [parts(p) for p in self.leaves]
        self.shapes = [p.shape for p in real]
        self.dtype = result_type(*real)
        self.start = self.vector(self.leaves)

    def vector(self, leaves: list[Array]) -> Array:
        return concat([reshape(astype(parts(x), self.dtype), (-1,)) for x in leaves])

    def tree(self, x: Array) -> Tree:
        new, start = [], 0
        for p, shape in zip(self.leaves, self.shapes, strict=True):
            end = start + math.prod(shape)
            part = joined(reshape(x[start:end], shape), p)
            new.append(astype(part, p.dtype, copy=False))
            start = end
        return unflatten(self.spec, new)

    def evaluate(self, loss: Callable[[Tree], Any], x: Array) -> tuple[float, Array]:
        value, gradients = value_and_grad(loss)(self.tree(x))
        leaves = matching_leaves(
            "optim.LBFGS", "gradients", gradients, self.params, self.leaves, self.spec
        )
        return float(value), self.vector(leaves)


class _Memory:
    """The last direction, and the steps and changes of the gradient that it was made of."""

    def __init__(self, state: Any, size: int) -> None:
        self.size = size
        self.length = float(lift(state["length"]))
        self.scale = float(lift(state["scale"]))
        self.direction, self.gradient = lift(state["direction"]), lift(state["gradient"])
        self.steps, self.changes = (
            list(unstack(x)) if x.shape[0] else []
            for x in (lift(state["steps"]), lift(state["changes"]))
        )

    def turn(self, gradient: Array, *, first: bool) -> None:
        """Take in a gradient, and make the next direction of it."""
        if first:
            self.direction, self.scale = negative(gradient), 1.0
            self.steps, self.changes = [], []
        else:
            change = subtract(gradient, self.gradient)
            step = multiply(self.direction, self.length)
            curvature = float(vecdot(change, step))
            if curvature > LEAST_CURVATURE:
                self.changes = [*self.changes, change][-self.size :]
                self.steps = [*self.steps, step][-self.size :]
                self.scale = curvature / float(vecdot(change, change))
            self.direction = self._newton(gradient)
        self.gradient = gradient

    def _newton(self, gradient: Array) -> Array:
        """Return minus the gradient times what is known of the inverse Hessian."""
        x = negative(gradient)
        weights = []
        for step, change in zip(reversed(self.steps), reversed(self.changes), strict=True):
            inverse = 1.0 / float(vecdot(change, step))
            weights.append((float(vecdot(step, x)) * inverse, inverse))
            x = subtract(x, multiply(change, weights[-1][0]))
        x = multiply(x, self.scale)
        for step, change in zip(self.steps, self.changes, strict=True):
            weight, inverse = weights.pop()
            x = add(x, multiply(step, weight - float(vecdot(change, x)) * inverse))
        return x

    def arrays(self, like: Array) -> dict[str, Array]:
        nothing = beside(like, zeros, (0, *like.shape))
        return {
            "length": beside(like, full, (), self.length),
            "scale": beside(like, full, (), self.scale),
            "direction": self.direction,
            "gradient": self.gradient,
            "steps": stack(self.steps) if self.steps else nothing,
            "changes": stack(self.changes) if self.changes else nothing,
        }


class _Point:
    """A place on a line: how far, the loss there, its gradient, and its slope along the line."""

    __slots__ = ("gradient", "slope", "t", "value")

    def __init__(self, t: float, value: float, gradient: Array, slope: float) -> None:
        self.t, self.value = t, value
        self.gradient, self.slope = gradient, slope


class _Line:
    def __init__(
        self, flat: _Flat, loss: Callable[[Tree], Any], start: Array, direction: Array
    ) -> None:
        self._flat, self._loss = flat, loss
        self._start, self._direction = start, direction
        self.size = float(max_(abs(direction)))

    def at(self, t: float) -> Array:
        return add(self._start, multiply(self._direction, t))

    def __call__(self, t: float) -> _Point:
        value, gradient = self._flat.evaluate(self._loss, self.at(t))
        return _Point(t, value, gradient, float(vecdot(gradient, self._direction)))


def _strong_wolfe(
    line: _Line, start: _Point, t: float, least: float, most: int
) -> tuple[_Point, int]:
    """Return a point that is low and flat enough, and how many were evaluated."""

    def high(point: _Point) -> bool:
        return point.value > start.value + FALL * point.t * start.slope

    def flat(point: _Point) -> bool:
        return math.fabs(point.slope) <= -FLATTEN * start.slope

    last, point, used = start, line(t), 1
    for rounds in range(most):
        if high(point) or (rounds > 1 and point.value >= last.value):
            break
        if flat(point):
            return point, used
        if point.slope >= 0:
            break
        t = _cubic(last, point, point.t + 0.01 * (point.t - last.t), 10 * point.t)
        last, point = point, line(t)
        used += 1
    else:  # no bracket was found: the better one of both ends
        return (start if start.value <= point.value else point), used
    return _zoom(line, start, [last, point], least, most - rounds, used, high, flat)


def _zoom(
    line: _Line,
    start: _Point,
    ends: list[_Point],
    least: float,
    most: int,
    used: int,
    high: Callable[[_Point], bool],
    flat: Callable[[_Point], bool],
) -> tuple[_Point, int]:
    """Return a point between two ends, of which the one with the lower loss is low enough."""
    stuck = False
    low = 0 if ends[0].value <= ends[1].value else 1
    for _ in range(most):
        left, right = sorted(end.t for end in ends)
        if (right - left) * line.size < least:
            break
        t = _cubic(ends[0], ends[1], left, right)
        margin = 0.1 * (right - left)
        # Close to an end a second time, or on it, there is no progress without a push inside.
        close = min(right - t, t - left) < margin
        if close and (stuck or t >= right or t <= left):
            t = right - margin if math.fabs(t - right) < math.fabs(t - left) else left + margin
            close = False
        stuck = close
        point = line(t)
        used += 1
        if high(point) or point.value >= ends[low].value:
            ends[1 - low] = point
            low = 0 if ends[0].value <= ends[1].value else 1
        elif flat(point):
            return point, used
        else:
            if point.slope * (ends[1 - low].t - ends[low].t) >= 0:
                ends[1 - low] = ends[low]
            ends[low] = point
    return ends[low], used


def _cubic(a: _Point, b: _Point, low: float, high: float) -> float:
    """Return where the cubic through two points and their slopes has its minimum."""
    if a.t > b.t:
        a, b = b, a
    if a.t == b.t:
        return (low + high) / 2
    d = a.slope + b.slope - 3 * (a.value - b.value) / (a.t - b.t)
    square = d * d - a.slope * b.slope
    if not square >= 0:
        return (low + high) / 2
    root = math.sqrt(square)
    t = b.t - (b.t - a.t) * ((b.slope + root - d) / (b.slope - a.slope + 2 * root))
    return min(max(t, low), high)
