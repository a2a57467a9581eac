"""torch.optim.lr_scheduler: learning rates that change."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ivy.frontends._boundary import missing
from ivy.frontends.torch.optim.optimizer import Optimizer


class LRScheduler:
    """The base of schedules: `get_lr` says the rates of the groups for the epoch ``last_epoch``."""

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        if last_epoch == -1:
            for group in optimizer.param_groups:
                group["initial_lr"] = group["lr"]
        else:
            for i, group in enumerate(optimizer.param_groups):
                if "initial_lr" not in group:
                    raise KeyError(
                        "param 'initial_lr' is not specified in "
                        f"param_groups[{i}] when resuming an optimizer"
                    )
        self.base_lrs = [g["initial_lr"] for g in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        self.step()

    def get_lr(self) -> list[float]:
        """Return the rates."""
        raise NotImplementedError

    def get_last_lr(self) -> list[float]:
        """Return the rates that the last step set."""
        return self._last_lr

    def step(self, epoch: int | None = None) -> None:
        """Go on to the next epoch."""
        if epoch is not None:
            raise NotImplementedError(
                f"torch.optim.lr_scheduler.{type(self).__name__}.step: expected no epoch"
            )
        self._step_count += 1
        self.last_epoch += 1
        for group, lr in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = lr
        self._last_lr = [g["lr"] for g in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """Return the state, without the optimizer."""
        return {k: v for k, v in self.__dict__.items() if k != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue from a state."""
        self.__dict__.update(state_dict)

    def _now(self) -> list[float]:
        return [g["lr"] for g in self.optimizer.param_groups]


_LRScheduler = LRScheduler


class LambdaLR(LRScheduler):
    """The initial rates times a function of the epoch."""

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | Sequence[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:
        count = len(optimizer.param_groups)
        self.lr_lambdas: list[Callable[[int], float]]
        self.lr_lambdas = [lr_lambda] * count if callable(lr_lambda) else list(lr_lambda)
        if len(self.lr_lambdas) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates."""
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * fn(self.last_epoch) for fn, base in pairs]


class StepLR(LRScheduler):
    """Rates that fall by a factor every `step_size` epochs.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    >>> schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
    >>> schedule.step()
    >>> schedule.get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates."""
        falls = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [lr * self.gamma if falls else lr for lr in self._now()]


class MultiStepLR(LRScheduler):
    """Rates that fall by a factor at given epochs."""

    def __init__(
        self,
        optimizer: Optimizer,
        milestones: Sequence[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates."""
        return [lr * self.gamma ** self.milestones[self.last_epoch] for lr in self._now()]


class ConstantLR(LRScheduler):
    """Rates that are smaller by a factor in the first epochs."""

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1.0 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates."""
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self._now()]
        if self.last_epoch != self.total_iters:
            return self._now()
        return [lr / self.factor for lr in self._now()]


class LinearLR(LRScheduler):
    """Rates that go from one factor to another in a straight line."""

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates."""
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in self._now()]
        if self.last_epoch > self.total_iters:
            return self._now()
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return [lr * (1.0 + rise / before) for lr in self._now()]


class ExponentialLR(LRScheduler):
    """Rates that fall by a factor every epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates."""
        return [lr if self.last_epoch == 0 else lr * self.gamma for lr in self._now()]


class CosineAnnealingLR(LRScheduler):
    """Rates that fall along half a wave of the cosine."""

    def __init__(
        self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1
    ) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates."""
        t, end, low = self.last_epoch, self.T_max, self.eta_min
        if t == 0:
            return self._now()
        if (t - 1 - end) % (2 * end) == 0:
            rise = (1 - math.cos(math.pi / end)) / 2
            return [
                lr + (base - low) * rise
                for lr, base in zip(self._now(), self.base_lrs, strict=True)
            ]
        factor = (1 + math.cos(math.pi * t / end)) / (1 + math.cos(math.pi * (t - 1) / end))
        return [factor * (lr - low) + low for lr in self._now()]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.optim.lr_scheduler", name)
