"""Callbacks: what a training does at its events besides training."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ivy.functional.interop import to_backend

if TYPE_CHECKING:
    from ivy.train.fitting import Training


class Callback:
    """The base class of callbacks: it does nothing, and a subclass does what it likes.

    Each method gets the `Training`, which has the model, the optimiser, the history and where it
    is, and can be told to `stop`.

    Examples
    --------
    >>> import ivy
    >>> class StopAtZero(ivy.train.Callback):
    ...     def on_epoch_end(self, training, values):
    ...         if values["loss"] == 0:
    ...             training.stop()
    """

    def on_fit_begin(self, training: Training) -> None:
        """Run before the first epoch, after a checkpoint has been loaded."""

    def on_epoch_begin(self, training: Training) -> None:
        """Run before an epoch."""

    def on_batch_end(self, training: Training) -> None:
        """Run after the step of a batch; `Training.loss` is its loss."""

    def on_epoch_end(self, training: Training, values: dict[str, float]) -> None:
        """Run after an epoch, with its numbers; what is added to them is in the history."""

    def on_fit_end(self, training: Training) -> None:
        """Run after the last epoch; not where an exception ends the training."""

    def state_dict(self) -> dict[str, Any]:
        """Return what a checkpoint keeps of it: arrays, and what JSON can write, by name."""
        return {}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Take over what `state_dict` gave."""


class EarlyStopping(Callback):
    """Ends a training when a number has not become better for some epochs.

    Parameters
    ----------
    monitor
        The name of the number in the history.
    patience
        For how many epochs in a row it may not become better before the training ends; 0 ends it
        at the first of them.
    min_delta
        By how much it has to become better.
    mode
        ``"min"`` or ``"max"``: what is better.
    restore_best
        Whether the model gets the arrays of its best epoch at the end.

    Attributes
    ----------
    best, best_epoch
        The best number, and its epoch, counted from 0; None before the first.

    Examples
    --------
    >>> import ivy
    >>> ivy.train.EarlyStopping("val_loss", patience=3)
    EarlyStopping('val_loss', patience=3)
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        patience: int = 0,
        min_delta: float = 0.0,
        *,
        mode: str = "min",
        restore_best: bool = False,
    ) -> None:
        if mode not in ("min", "max"):
            raise ValueError(
                f"ivy.train.EarlyStopping: expected mode='min' or 'max', got mode={mode!r}"
            )
        for name, value in {"patience": patience, "min_delta": min_delta}.items():
            if not value >= 0:
                raise ValueError(
                    f"ivy.train.EarlyStopping: expected {name} >= 0, got {name}={value!r}"
                )
        self.monitor = monitor
        self.patience = patience
        self.min_delta = min_delta
        self.mode = mode
        self.restore_best = restore_best
        self._clear()

    def _clear(self) -> None:
        self.best: float | None = None
        self.best_epoch: int | None = None
        self._waited = 0
        self._arrays: dict[str, Any] = {}

    def on_fit_begin(self, training: Training) -> None:
        """Start anew, unless a checkpoint has been loaded."""
        if not training.is_resumed:
            self._clear()

    def on_epoch_end(self, training: Training, values: dict[str, float]) -> None:
        """Compare the number with the best one."""
        if self.monitor not in values:
            raise ValueError(
                f"ivy.train.EarlyStopping: expected monitor to be one of {', '.join(values)}, got "
                f"monitor={self.monitor!r}"
                + ("; pass validation=" if self.monitor.startswith("val_") else "")
            )
        value = values[self.monitor]
        if self._is_better(value):
            self.best, self.best_epoch = value, training.epoch
            self._waited = 0
            if self.restore_best:
                self._arrays = training.model.state_dict()
            return
        self._waited += 1
        if self._waited >= max(self.patience, 1):
            training.stop()

    def _is_better(self, value: float) -> bool:
        if math.isnan(value):
            return False
        if self.best is None:
            return True
        gain = self.best - value if self.mode == "min" else value - self.best
        return gain > self.min_delta

    def on_fit_end(self, training: Training) -> None:
        """Give the model the arrays of its best epoch."""
        if self.restore_best and self._arrays:
            training.model.load_state_dict(self._arrays)

    def state_dict(self) -> dict[str, Any]:
        """Return what it has seen."""
        arrays = {f"array.{path}": copy.copy(x) for path, x in self._arrays.items()}
        numbers = {"best": self.best, "best_epoch": self.best_epoch, "waited": self._waited}
        return {**numbers, **arrays}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Take over what it had seen."""
        self.best, self.best_epoch = state["best"], state["best_epoch"]
        self._waited = state["waited"]
        self._arrays = {
            name.removeprefix("array."): to_backend(x, "numpy")
            for name, x in state.items()
            if name.startswith("array.")
        }

    def __repr__(self) -> str:
        return f"EarlyStopping({self.monitor!r}, patience={self.patience})"
