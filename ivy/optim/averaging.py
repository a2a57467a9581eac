"""Averages of parameters over the steps of training."""

from __future__ import annotations

from typing import Any

from ivy.array import Array, lift
from ivy.dtypes import int64
from ivy.functional._op import beside
from ivy.functional.creation import zeros, zeros_like
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, divide, equal, greater, multiply
from ivy.functional.searching import where
from ivy.optim.optimiser import (
    Keeper,
    Trained,
    Tree,
    cast,
    complement,
    floating_leaves,
    interpolated,
    matching_leaves,
    real_dtype,
    unflatten,
    within,
    working_dtype,
)


class ExponentialMovingAverage(Keeper):
    """An average of parameters in which old ones fade.

    ``average = decay * average + (1 - decay) * params``. It begins with the first parameters that
    come, as torch's `AveragedModel` with `get_ema_avg_fn` does; with `bias_correction` it begins
    with 0, and is divided by ``1 - decay ** count`` where it is read. `init`, `update` and `value`
    are pure functions; `step` keeps the state in the object.

    Parameters
    ----------
    decay
        The weight of the old average, or None for the plain mean of all, which is
        stochastic weight averaging, https://arxiv.org/abs/1803.05407.
    bias_correction
        See above.

    Examples
    --------
    >>> import ivy
    >>> average = ivy.optim.ExponentialMovingAverage(0.75)
    >>> for value in (0.0, 4.0):
    ...     mean = average.step({"w": ivy.asarray(value)})
    >>> mean
    {'w': Array(1., dtype=float32, backend='numpy')}
    """

    def __init__(self, decay: float | None = 0.999, *, bias_correction: bool = False) -> None:
        op = "optim.ExponentialMovingAverage"
        if decay is not None:
            within(op, "decay", decay, 0, 1, closed=not bias_correction)
        elif bias_correction:
            raise ValueError(
                f"ivy.{op}: expected a decay for bias_correction=True, got decay=None; the plain "
                "mean has no bias"
            )
        self.decay = decay
        self.bias_correction = bias_correction

    def init(self, params: Tree) -> dict[str, Any]:
        """Return the state before the first update: a count, and a tree like `params`."""
        leaves, spec = self._leaves(params)
        return {
            "count": beside(leaves[0], zeros, (), dtype=int64),
            "average": unflatten(spec, [zeros_like(p) for p in leaves]),
        }

    def update(self, params: Tree, state: Any) -> dict[str, Any]:
        """Return the state with these parameters in the average."""
        leaves, spec = self._leaves(params)
        op = "optim.ExponentialMovingAverage"
        old = matching_leaves(op, "state['average']", state["average"], params, leaves, spec)
        count = lift(state["count"])
        weight: Any
        if self.decay is None:
            weight = divide(1, astype(add(count, 1), working_dtype(leaves)))
        else:
            weight = 1 - self.decay
        first = None if self.bias_correction or self.decay is None else equal(count, 0)
        new = []
        for average, p in zip(old, leaves, strict=True):
            mixed = interpolated(average, p, cast(weight, real_dtype(p)))
            new.append(mixed if first is None else where(first, p, mixed))
        return {"count": add(count, 1), "average": unflatten(spec, new)}

    def value(self, state: Any) -> Tree:
        """Return the average of a state."""
        if not self.bias_correction:
            return state["average"]
        assert self.decay is not None
        leaves, spec = self._leaves(state["average"])
        count = astype(lift(state["count"]), working_dtype(leaves))
        known = greater(count, 0)
        factor = divide(1.0, complement(self.decay, where(known, count, 1.0)))
        return unflatten(spec, [multiply(x, cast(factor, real_dtype(x))) for x in leaves])

    def step(self, params: Tree) -> Tree:
        """Take in parameters, or those of a module, and return the average.

        The state is kept in `state`. The average of a module is that of its arrays, by path.
        """
        params = Trained(params).arrays()
        state = self._begun(params)
        self.state = self.update(params, state)
        return self.value(self.state)

    def _leaves(self, params: Tree) -> tuple[list[Array], Any]:
        op = "optim.ExponentialMovingAverage"
        leaves, spec = floating_leaves(op, "params", params)
        if not leaves:
            raise ValueError(f"ivy.{op}: expected at least one parameter, got {params!r}")
        return leaves, spec
