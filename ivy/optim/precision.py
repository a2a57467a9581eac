"""Training in half precision: losses that are scaled, and parameters that are kept wide."""

from __future__ import annotations

from typing import Any

from ivy.array import Array, lift
from ivy.dtypes import float32, int64
from ivy.functional._op import beside
from ivy.functional.creation import asarray, full, zeros
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    divide,
    equal,
    isfinite,
    logical_and,
    multiply,
)
from ivy.functional.manipulation import stack
from ivy.functional.searching import where
from ivy.functional.statistical import all as all_
from ivy.optim.optimiser import (
    Keeper,
    Named,
    Optimiser,
    Rate,
    Tree,
    flatten,
    floating_leaves,
    map_leaves,
    matching_leaves,
    unflatten,
    wide,
    within,
)


class LossScaler(Named):
    """A factor that keeps the gradients of float16 from becoming 0, found while training.

    The loss is multiplied by it, the gradients are divided by it. Where a gradient is not finite,
    the step is skipped and the factor multiplied by `backoff`; after `interval` good steps in a row
    it is multiplied by `growth`. The rules are those of torch's `GradScaler`. All functions are
    pure, and run in compiled code; `MixedPrecision` puts them together.

    Parameters
    ----------
    scale
        The factor at the start.
    growth
        What it is multiplied by after good steps.
    backoff
        What it is multiplied by after a bad one.
    interval
        How many good steps.

    Examples
    --------
    >>> import ivy
    >>> scaler = ivy.optim.LossScaler(1024.0)
    >>> state = scaler.init()
    >>> gradients, finite = scaler.unscale([ivy.asarray([512.0, ivy.inf])], state)
    >>> gradients, finite
    ([Array([0.5, inf], dtype=float32, backend='numpy')], Array(False, dtype=bool, backend='numpy'))
    >>> scaler.update(state, finite)["scale"]
    Array(512., dtype=float32, backend='numpy')
    """

    def __init__(
        self,
        scale: float = 2.0**16,
        *,
        growth: float = 2.0,
        backoff: float = 0.5,
        interval: int = 2000,
    ) -> None:
        op = "optim.LossScaler"
        self.initial_scale = within(op, "scale", scale, 0)
        self.growth = within(op, "growth", growth, 1)
        self.backoff = within(op, "backoff", backoff, 0, 1)
        self.interval = within(op, "interval", interval, 1)

    def init(self, like: Any = None) -> dict[str, Array]:
        """Return the state at the start, on the backend of an array where one is given."""
        anchor = asarray(0.0) if like is None else lift(like)
        return {
            "scale": beside(anchor, full, (), self.initial_scale, dtype=float32),
            "good": beside(anchor, zeros, (), dtype=int64),
        }

    def scale(self, loss: Any, state: Any) -> Array:
        """Return the loss times the factor, in float32 at least."""
        return multiply(lift(loss), lift(state["scale"]))

    def unscale(self, gradients: Tree, state: Any) -> tuple[Tree, Array]:
        """Return gradients divided by the factor, float32 at least, and whether all are finite."""
        leaves, spec = floating_leaves("optim.LossScaler.unscale", "gradients", gradients)
        inverse = divide(1.0, lift(state["scale"]))
        wide = [multiply(x, inverse) for x in leaves]
        finite = [all_(isfinite(x)) for x in wide]
        return unflatten(spec, wide), all_(stack(finite)) if finite else asarray(True)

    def update(self, state: Any, finite: Array) -> dict[str, Array]:
        """Return the state after a step, of which is known whether its gradients were finite."""
        old, good = lift(state["scale"]), add(lift(state["good"]), 1)
        larger = multiply(old, self.growth)
        grows = logical_and(equal(good, self.interval), isfinite(larger))
        scale = where(finite, where(grows, larger, old), multiply(old, self.backoff))
        counted = where(logical_and(finite, good < self.interval), good, 0)
        return {"scale": scale, "good": counted}

    def select(self, finite: Array, new: Tree, old: Tree) -> Tree:
        """Return the arrays of one tree if the gradients were finite, else those of the other."""
        return map_leaves(lambda a, b: where(finite, a, b), new, old)


class MixedPrecision(Keeper):
    """An optimiser that keeps parameters of half precision in float32, beside what computes.

    `update` takes the gradients of the scaled loss in the dtype of the parameters, and returns the
    parameters in it. What is not finite skips the step.

    Parameters
    ----------
    optimiser
        What updates the wide parameters.
    scaler
        A `LossScaler`, for float16; None for bfloat16, whose gradients do not become 0. Without
        one, no step is skipped.

    Examples
    --------
    >>> import ivy
    >>> opt = ivy.optim.MixedPrecision(ivy.SGD(0.125), scaler=ivy.optim.LossScaler(8.0))
    >>> params = {"w": ivy.asarray([1.0, 2.0], dtype="float16")}
    >>> state = opt.init(params)
    >>> loss = lambda p: opt.scale(ivy.sum(p["w"] * p["w"]), state)
    >>> params, state = opt.update(ivy.grad(loss)(params), state, params)
    >>> params, state["master"]["w"].dtype
    ({'w': Array([0.75, 1.5 ], dtype=float16, backend='numpy')}, float32)
    """

    def __init__(self, optimiser: Any, *, scaler: LossScaler | None = None) -> None:
        if not hasattr(optimiser, "update"):
            raise TypeError(
                f"ivy.optim.MixedPrecision: expected an optimiser, got {type(optimiser).__name__}"
            )
        if scaler is not None and not isinstance(scaler, LossScaler):
            raise TypeError(
                "ivy.optim.MixedPrecision: expected a LossScaler or None as scaler, got "
                f"{type(scaler).__name__}"
            )
        self.optimiser = optimiser
        self.scaler = scaler

    def init(self, params: Tree) -> dict[str, Any]:
        """Return the state before the first step: wide parameters, and the states of the parts."""
        leaves, spec = floating_leaves("optim.MixedPrecision", "params", params)
        if not leaves:
            raise ValueError(
                f"ivy.optim.MixedPrecision: expected at least one parameter, got {params!r}"
            )
        master = unflatten(spec, [wide(p) for p in leaves])
        scaling = {} if self.scaler is None else {"scaler": self.scaler.init(leaves[0])}
        return {"master": master, "optimiser": self.optimiser.init(master), **scaling}

    def scale(self, loss: Any, state: Any = None) -> Array:
        """Return what to differentiate: the loss times the factor in a state, or in `state`."""
        state = self.state if state is None else state
        if self.scaler is None:
            return lift(loss)
        if state is None:
            raise ValueError(
                "ivy.optim.MixedPrecision.scale: expected a state, got None; make one with "
                "opt.state = opt.init(params)"
            )
        return self.scaler.scale(loss, state["scaler"])

    def update(
        self, gradients: Tree, state: Any, params: Tree, *, lr: Rate | None = None
    ) -> tuple[Tree, Any]:
        """Return new parameters and the new state, as `Optimiser.update` does."""
        leaves, spec = floating_leaves("optim.MixedPrecision", "params", params)
        found = matching_leaves(
            "optim.MixedPrecision", "gradients", gradients, params, leaves, spec
        )
        if self.scaler is None:
            gradients = unflatten(spec, [wide(g) for g in found])
            master, inner = self.optimiser.update(
                gradients, state["optimiser"], state["master"], lr=lr
            )
            scaling: dict[str, Any] = {}
        else:
            gradients, finite = self.scaler.unscale(unflatten(spec, found), state["scaler"])
            master, inner = self.optimiser.update(
                gradients, state["optimiser"], state["master"], lr=lr
            )
            master = self.scaler.select(finite, master, state["master"])
            inner = self.scaler.select(finite, inner, state["optimiser"])
            scaling = {"scaler": self.scaler.update(state["scaler"], finite)}
        kept, _ = flatten(master)
        new = [astype(m, p.dtype, copy=False) for m, p in zip(kept, leaves, strict=True)]
        return unflatten(spec, new), {"master": master, "optimiser": inner, **scaling}

    # The same rule with a state of another kind.
    step = Optimiser.step
