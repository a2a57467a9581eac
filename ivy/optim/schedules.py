"""Learning rates that change: functions that return functions of the number of steps made.

They run in compiled code, and are given to an optimiser as ``lr``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ivy import config
from ivy.array import Array, lift
from ivy.functional.creation import asarray, full_like
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    cos,
    divide,
    floor,
    greater,
    greater_equal,
    log,
    maximum,
    minimum,
    multiply,
    pow,
    remainder,
    sqrt,
    subtract,
)
from ivy.functional.searching import where
from ivy.optim.optimiser import Named, Schedule, is_array, named_options, within

Value = float | Schedule

__all__ = [
    "ReduceOnPlateau",
    "constant",
    "cosine",
    "cosine_restarts",
    "exponential",
    "inverse_sqrt",
    "join",
    "linear",
    "multi_step",
    "one_cycle",
    "polynomial",
    "step",
    "warmup",
]


def _time(step: Any) -> Array:
    """Return a number of steps as a floating array."""
    t = lift(step) if is_array(step) else asarray(step)
    return t if t.dtype.category == "real floating" else astype(t, config.float_dtype.get())


def _number(op: str, name: str, value: Any) -> Any:
    return within(f"optim.schedules.{op}", name, value, 0)


def _positive(op: str, name: str, value: Any) -> Any:
    if within(f"optim.schedules.{op}", name, value, 0) == 0:
        raise ValueError(f"ivy.optim.schedules.{op}: expected {name} above 0, got {name}={value!r}")
    return value


@named_options
def constant(value: float) -> Schedule:
    """Return the schedule that is always the same.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.schedules.constant(0.5)(3)
    Array(0.5, dtype=float32, backend='numpy')
    """
    _number("constant", "value", value)
    return lambda step: full_like(_time(step), value)


@named_options
def step(value: float, *, every: int, factor: float = 0.1) -> Schedule:
    """Return the schedule ``value * factor ** (t // every)``; torch's `StepLR`.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.step(1.0, every=10, factor=0.5)
    >>> [schedule(t).item() for t in (0, 9, 10, 20)]
    [1.0, 1.0, 0.5, 0.25]
    """
    _number("step", "value", value)
    _positive("step", "every", every)
    _number("step", "factor", factor)
    return lambda step: multiply(pow(factor, floor(divide(_time(step), every))), value)


@named_options
def multi_step(value: float, *, milestones: Sequence[int], factor: float = 0.1) -> Schedule:
    """Return the schedule that is multiplied by `factor` at milestones; torch's `MultiStepLR`.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.multi_step(1.0, milestones=[2, 5], factor=0.5)
    >>> [schedule(t).item() for t in (0, 2, 4, 5)]
    [1.0, 0.5, 0.5, 0.25]
    """
    _number("multi_step", "value", value)
    places = [_number("multi_step", "milestones", m) for m in milestones]
    _number("multi_step", "factor", factor)

    def schedule(step: Any) -> Array:
        t = _time(step)
        result = full_like(t, value)
        for place in places:
            result = where(greater_equal(t, place), multiply(result, factor), result)
        return result

    return schedule


@named_options
def exponential(value: float, *, factor: float) -> Schedule:
    """Return the schedule ``value * factor ** t``; torch's `ExponentialLR`.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.schedules.exponential(8.0, factor=0.5)(2)
    Array(2., dtype=float32, backend='numpy')
    """
    _number("exponential", "value", value)
    _number("exponential", "factor", factor)
    return lambda step: multiply(pow(factor, _time(step)), value)


@named_options
def polynomial(value: float, *, steps: int, power: float = 1.0, end: float = 0.0) -> Schedule:
    """Return the schedule ``end + (value - end) * (1 - t / steps) ** power``, then `end`.

    It is torch's `PolynomialLR`, whose `end` is 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.schedules.polynomial(1.0, steps=4, power=2.0)(2)
    Array(0.25, dtype=float32, backend='numpy')
    """
    _number("polynomial", "value", value)
    _positive("polynomial", "steps", steps)
    _number("polynomial", "power", power)
    _number("polynomial", "end", end)

    def schedule(step: Any) -> Array:
        left = subtract(1.0, divide(minimum(_time(step), steps), steps))
        return add(multiply(pow(left, power), value - end), end)

    return schedule


@named_options
def linear(start: float, end: float, *, steps: int) -> Schedule:
    """Return the schedule that goes evenly from `start` to `end`, and stays; torch's `LinearLR`.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.linear(0.0, 1.0, steps=4)
    >>> [schedule(t).item() for t in (0, 1, 4, 9)]
    [0.0, 0.25, 1.0, 1.0]
    """
    _number("linear", "start", start)
    _number("linear", "end", end)
    _positive("linear", "steps", steps)
    return lambda step: add(
        multiply(divide(minimum(_time(step), steps), steps), end - start), start
    )


@named_options
def cosine(value: float, *, steps: int, end: float = 0.0) -> Schedule:
    """Return the schedule ``end + (value - end) * (1 + cos(pi * t / steps)) / 2``.

    It is torch's `CosineAnnealingLR`: after `steps` it rises again. See
    https://arxiv.org/abs/1608.03983.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.cosine(1.0, steps=10, end=0.5)
    >>> [schedule(t).item() for t in (0, 5, 10)]
    [1.0, 0.75, 0.5]
    """
    _number("cosine", "value", value)
    _positive("cosine", "steps", steps)
    _number("cosine", "end", end)
    return lambda step: _wave(value, end, divide(_time(step), steps))


def _wave(value: float, end: float, share: Array) -> Array:
    return add(multiply(add(cos(multiply(share, math.pi)), 1), (value - end) / 2), end)


@named_options
def cosine_restarts(value: float, *, steps: int, factor: int = 1, end: float = 0.0) -> Schedule:
    """Return the schedule that goes from `value` to `end` by a cosine, again and again.

    The first round has `steps`, each other `factor` times as many as the one before. It is torch's
    `CosineAnnealingWarmRestarts`; see https://arxiv.org/abs/1608.03983.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.cosine_restarts(1.0, steps=2, factor=2)
    >>> [round(schedule(t).item(), 3) for t in range(7)]
    [1.0, 0.5, 1.0, 0.854, 0.5, 0.146, 1.0]
    """
    _number("cosine_restarts", "value", value)
    _positive("cosine_restarts", "steps", steps)
    within("optim.schedules.cosine_restarts", "factor", factor, 1)
    _number("cosine_restarts", "end", end)

    def start(n: Array) -> Array:
        return multiply(subtract(pow(float(factor), n), 1), steps / (factor - 1))

    def schedule(step: Any) -> Array:
        t = _time(step)
        if factor == 1:
            return _wave(value, end, divide(remainder(t, steps), steps))
        n = floor(divide(log(add(multiply(t, (factor - 1) / steps), 1)), math.log(factor)))
        # The logarithm may be just beside a whole number.
        n = where(greater(start(n), t), subtract(n, 1), n)
        n = where(greater_equal(t, start(add(n, 1))), add(n, 1), n)
        length = multiply(pow(float(factor), n), steps)
        return _wave(value, end, divide(subtract(t, start(n)), length))

    return schedule


@named_options
def one_cycle(
    peak: float,
    *,
    steps: int,
    warm: float = 0.3,
    initial_divisor: float = 25.0,
    final_divisor: float = 1e4,
    shape: str = "cosine",
    three_phases: bool = False,
) -> Schedule:
    """Return the schedule that rises to `peak` and falls again; torch's `OneCycleLR`.

    See https://arxiv.org/abs/1708.07120.

    Parameters
    ----------
    peak
        The highest rate.
    steps
        The number of all steps.
    warm
        The share of them that it rises in.
    initial_divisor
        It begins at ``peak / initial_divisor``.
    final_divisor
        It ends at a share ``1 / final_divisor`` of that.
    shape
        ``"cosine"`` or ``"linear"``.
    three_phases
        Whether it falls to where it began, as fast as it rose, and to its end in what is left.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.one_cycle(1.0, steps=11, warm=0.5, shape="linear")
    >>> [round(schedule(t).item(), 3) for t in (0, 4, 5, 10)]
    [0.04, 0.893, 0.909, 0.0]
    """
    op = "optim.schedules.one_cycle"
    _number("one_cycle", "peak", peak)
    _positive("one_cycle", "steps", steps)
    within(op, "warm", warm, 0, 1, closed=True)
    _positive("one_cycle", "initial_divisor", initial_divisor)
    _positive("one_cycle", "final_divisor", final_divisor)
    if shape not in ("cosine", "linear"):
        raise ValueError(f"ivy.{op}: expected shape='cosine' or 'linear', got shape={shape!r}")
    low = peak / initial_divisor
    rise, last = warm * steps - 1, steps - 1
    if three_phases:
        ends = [(rise, low, peak), (2 * rise, peak, low), (last, low, low / final_divisor)]
    else:
        ends = [(rise, low, peak), (last, peak, low / final_divisor)]

    def schedule(step: Any) -> Array:
        t = _time(step)
        result, start = None, 0.0
        for end, before, after in ends:
            share = divide(subtract(t, start), (end - start) or 1.0)
            if shape == "linear":
                value = add(multiply(share, after - before), before)
            else:
                value = _wave(before, after, share)
            result = value if result is None else where(greater(t, start), value, result)
            start = end
        assert result is not None
        return result

    return schedule


@named_options
def inverse_sqrt(value: float, *, steps: int = 1) -> Schedule:
    """Return the schedule ``value * sqrt(steps / max(t, steps))``.

    After a `warmup` of as many steps it is that of https://arxiv.org/abs/1706.03762.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.inverse_sqrt(1.0, steps=100)
    >>> [schedule(t).item() for t in (0, 100, 400)]
    [1.0, 1.0, 0.5]
    """
    _number("inverse_sqrt", "value", value)
    _positive("inverse_sqrt", "steps", steps)
    return lambda step: multiply(sqrt(divide(steps, maximum(_time(step), steps))), value)


@named_options
def warmup(schedule: Value, *, steps: int, start: float = 0.0) -> Schedule:
    """Return a schedule, or a number, with a rise before it.

    The rise goes evenly from `start` times what the schedule begins with. Then comes the schedule
    from its beginning.

    Examples
    --------
    >>> import ivy
    >>> schedule = ivy.optim.schedules.warmup(1.0, steps=4)
    >>> [schedule(t).item() for t in (0, 1, 4, 5)]
    [0.0, 0.25, 1.0, 1.0]
    """
    _positive("warmup", "steps", steps)
    _number("warmup", "start", start)
    if isinstance(schedule, int | float):
        schedule = constant(schedule)
    if not callable(schedule):
        raise TypeError(
            "ivy.optim.schedules.warmup: expected a number or a schedule, got "
            f"{type(schedule).__name__}"
        )

    def rising(step: Any) -> Array:
        t = _time(step)
        share = linear(start, 1.0, steps=steps)(t)
        return multiply(share, lift(after(multiply(t, 0))))

    after = schedule
    return join([rising, after], [steps])


@named_options
def join(schedules: Sequence[Schedule], milestones: Sequence[int]) -> Schedule:
    """Return the schedule that is one after the other; torch's `SequentialLR`.

    Parameters
    ----------
    schedules
        Each begins at 0 where it takes over.
    milestones
        Where the second and those after it do.

    Examples
    --------
    >>> import ivy
    >>> s = ivy.optim.schedules
    >>> schedule = s.join([s.constant(1.0), s.exponential(8.0, factor=0.5)], [2])
    >>> [schedule(t).item() for t in range(4)]
    [1.0, 1.0, 8.0, 4.0]
    """
    parts, places = list(schedules), [_number("join", "milestones", m) for m in milestones]
    if not parts or len(places) != len(parts) - 1 or sorted(places) != places:
        raise ValueError(
            "ivy.optim.schedules.join: expected rising milestones, one less than schedules, got "
            f"milestones={places} for {len(parts)} schedules"
        )

    def schedule(step: Any) -> Array:
        t = _time(step)
        result = lift(parts[0](t))
        for part, place in zip(parts[1:], places, strict=True):
            # Before its beginning a schedule need not have a value.
            value = lift(part(maximum(subtract(t, place), 0)))
            result = where(greater_equal(t, place), value, result)
        return result

    return schedule


class ReduceOnPlateau(Named):
    """A learning rate that is multiplied by `factor` where a measure gets no better.

    It looks at values, so it stands outside of compiled code: hand `lr` to each step, as
    ``opt.step(params, gradients, lr=plateau.lr)``, in compiled code as an array. It is torch's
    `ReduceLROnPlateau`.

    Parameters
    ----------
    lr
        What it begins with.
    mode
        ``"min"`` where lower is better, ``"max"`` where higher is.
    factor
        What the rate is multiplied by, below 1.
    patience
        How many measures in a row may be no better.
    threshold
        By how much a better one has to be better.
    threshold_mode
        ``"rel"`` for a share of the best one, ``"abs"`` for a difference.
    cooldown
        How many measures do not count after a change.
    min_lr
        The lowest rate.
    eps
        A change that is not larger is not made.

    Examples
    --------
    >>> import ivy
    >>> plateau = ivy.optim.schedules.ReduceOnPlateau(1.0, factor=0.5, patience=1)
    >>> [plateau.step(loss) for loss in (3.0, 2.0, 2.0, 2.0, 2.0)]
    [1.0, 1.0, 1.0, 0.5, 0.5]
    """

    _module = "optim.schedules"

    def __init__(
        self,
        lr: float,
        *,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float = 0.0,
        eps: float = 1e-8,
    ) -> None:
        op = "optim.schedules.ReduceOnPlateau"
        self.lr = float(within(op, "lr", lr, 0))
        for name, value, allowed in (
            ("mode", mode, ("min", "max")),
            ("threshold_mode", threshold_mode, ("rel", "abs")),
        ):
            if value not in allowed:
                raise ValueError(
                    f"ivy.{op}: expected {name}={allowed[0]!r} or {allowed[1]!r}, got "
                    f"{name}={value!r}"
                )
        self.mode, self.threshold_mode = mode, threshold_mode
        self.factor = within(op, "factor", factor, 0, 1)
        self.patience = within(op, "patience", patience, 0)
        self.threshold = within(op, "threshold", threshold, 0)
        self.cooldown = within(op, "cooldown", cooldown, 0)
        self.min_lr = within(op, "min_lr", min_lr, 0)
        self.eps = within(op, "eps", eps, 0)
        self.best = math.inf if mode == "min" else -math.inf
        self._bad = self._resting = 0

    def step(self, measure: Any) -> float:
        """Take in a measure, and return the learning rate from here on."""
        value = float(measure)
        if self._better(value):
            self.best, self._bad = value, 0
        else:
            self._bad += 1
        if self._resting > 0:
            self._resting -= 1
            self._bad = 0
        if self._bad > self.patience:
            lower = max(self.lr * self.factor, self.min_lr)
            if self.lr - lower > self.eps:
                self.lr = lower
            self._resting, self._bad = self.cooldown, 0
        return self.lr

    def _better(self, value: float) -> bool:
        up = 1 if self.mode == "max" else -1
        if self.threshold_mode == "rel":
            bar = self.best * (1 + up * self.threshold)
        else:
            bar = self.best + up * self.threshold
        return value > bar if up > 0 else value < bar

    def state_dict(self) -> dict[str, float]:
        """Return what changes: four numbers."""
        return {"lr": self.lr, "best": self.best, "bad": self._bad, "resting": self._resting}

    def load_state_dict(self, numbers: dict[str, float]) -> None:
        """Take over what `state_dict` gave."""
        if numbers.keys() != self.state_dict().keys():
            raise ValueError(
                "ivy.optim.schedules.ReduceOnPlateau.load_state_dict: expected "
                f"{sorted(self.state_dict())}, got {sorted(numbers)}"
            )
        self.lr, self.best = float(numbers["lr"]), float(numbers["best"])
        self._bad, self._resting = int(numbers["bad"]), int(numbers["resting"])
