"""Metrics: numbers about predictions that are summed up over batches."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ivy.array import Array, lift
from ivy.functional.creation import asarray
from ivy.functional.data_type import astype
from ivy.functional.elementwise import abs, equal, greater_equal, logical_and, square, subtract
from ivy.functional.manipulation import expand_dims
from ivy.functional.searching import argmax
from ivy.functional.sorting import top_k
from ivy.functional.statistical import any, sum


class Metric:
    """A number about all predictions of an epoch, from sums over batches.

    A subclass says in `measure` what is summed up, as a pure function of arrays that can be
    compiled, and in `result` what number follows from the sums.

    Examples
    --------
    >>> import ivy
    >>> class Bias(ivy.train.Metric):
    ...     def measure(self, prediction, target):
    ...         return ivy.sum(prediction - target), prediction.size
    ...
    ...     def result(self, total, count):
    ...         return total / count
    >>> metric = Bias()
    >>> metric.update(ivy.asarray([1.0, 2.0]), ivy.asarray([0.0, 1.0]))
    >>> metric.update(ivy.asarray([4.0]), ivy.asarray([0.0]))
    >>> metric.value()
    2.0
    """

    _sums: tuple[float, ...] | None = None

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return the numbers of a batch that are added up, as arrays of shape () or numbers."""
        raise NotImplementedError(
            f"ivy.train: expected {type(self).__name__} to define measure(self, prediction, target)"
        )

    def result(self, *sums: float) -> float:
        """Return the metric from the sums; by default the first one divided by the second."""
        total, count = sums
        return total / count if count else math.nan

    def update(self, prediction: Any, target: Any) -> None:
        """Add a batch."""
        self._sums = added(self._sums, read(self.measure(lift(prediction), lift(target))))

    def value(self) -> float:
        """Return the metric of the batches since the start or the last `reset`; NaN of none."""
        return math.nan if self._sums is None else self.result(*self._sums)

    def reset(self) -> None:
        """Forget all batches."""
        self._sums = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def read(values: Any) -> tuple[float, ...]:
    """Return numbers that may be arrays as Python's."""
    return tuple([float(v) for v in values])


def added(sums: tuple[float, ...] | None, more: tuple[float, ...]) -> tuple[float, ...]:
    """Return sums with those of one more batch."""
    return more if sums is None else tuple([a + b for a, b in zip(sums, more, strict=True)])


class Mean(Metric):
    """The mean of what a function of prediction and target gives.

    Parameters
    ----------
    function
        A function that returns an array: of one number for each sample, or the mean of a batch.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.Mean(lambda prediction, target: prediction * target)
    >>> metric.update(ivy.asarray([1.0, 2.0]), ivy.asarray([2.0, 2.0]))
    >>> metric.value()
    3.0
    """

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        self.function = function

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return the sum of what the function gives, and how many numbers it stands for."""
        values = lift(self.function(prediction, target))
        values = values if isinstance(values, Array) else asarray(values)
        if values.ndim:
            return sum(_floating(values)), values.size
        count = prediction.shape[0] if getattr(prediction, "ndim", 0) else 1
        return values * count, count


class Accuracy(Metric):
    """How many of the predicted classes are right.

    The prediction has numbers for classes along its last axis, such as logits ``(N, C)``, and the
    largest counts. The target has the numbers of the classes ``(N,)``, or probabilities ``(N, C)``.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.Accuracy()
    >>> metric.update(ivy.asarray([[0.1, 0.9], [0.8, 0.2]]), ivy.asarray([1, 1]))
    >>> metric.value()
    0.5
    """

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return how many are right, and how many there are."""
        right = equal(argmax(prediction, axis=-1), _classes("Accuracy", prediction, target))
        return sum(right), right.size


class TopKAccuracy(Metric):
    """How often the right class is among those with the `k` largest numbers.

    Parameters
    ----------
    k
        How many classes count.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.TopKAccuracy(2)
    >>> metric.update(ivy.asarray([[0.1, 0.3, 0.6]]), ivy.asarray([1]))
    >>> metric.value()
    1.0
    """

    def __init__(self, k: int = 5) -> None:
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise ValueError(f"ivy.train.TopKAccuracy: expected an integer >= 1, got k={k!r}")
        self.k = k

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return how many are right, and how many there are."""
        classes = _classes("TopKAccuracy", prediction, target)
        if self.k >= prediction.shape[-1]:
            return classes.size, classes.size
        _, best = top_k(prediction, self.k)
        right = any(equal(best, expand_dims(classes, axis=-1)), axis=-1)
        return sum(right), right.size


class BinaryAccuracy(Metric):
    """How many predictions are on the right side of a threshold; targets are 0 and 1.

    Parameters
    ----------
    threshold
        Where a prediction counts as 1: 0.5 for probabilities, 0 for logits.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.BinaryAccuracy()
    >>> metric.update(ivy.asarray([0.3, 0.7]), ivy.asarray([0, 0]))
    >>> metric.value()
    0.5
    """

    def __init__(self, threshold: float = 0.5) -> None:
        self.threshold = threshold

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return how many are right, and how many there are."""
        positive, real = self._sides(prediction, target)
        return sum(equal(positive, real)), positive.size

    def _sides(self, prediction: Any, target: Any) -> tuple[Any, Any]:
        _check_same(type(self).__name__, prediction, target)
        return greater_equal(prediction, self.threshold), greater_equal(_floating(target), 0.5)


class Precision(BinaryAccuracy):
    """How many of those that are predicted as 1 are 1; NaN where none is.

    Parameters
    ----------
    threshold
        As in `BinaryAccuracy`.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.Precision()
    >>> metric.update(ivy.asarray([0.6, 0.7, 0.1]), ivy.asarray([0, 1, 1]))
    >>> metric.value()
    0.5
    """

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return how many of the positive ones are right, and how many there are."""
        positive, real = self._sides(prediction, target)
        return sum(logical_and(positive, real)), sum(positive)


class Recall(BinaryAccuracy):
    """How many of those that are 1 are predicted as 1; NaN where none is.

    Parameters
    ----------
    threshold
        As in `BinaryAccuracy`.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.Recall()
    >>> metric.update(ivy.asarray([0.6, 0.7, 0.1]), ivy.asarray([0, 1, 1]))
    >>> metric.value()
    0.5
    """

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return how many of the real ones are found, and how many there are."""
        positive, real = self._sides(prediction, target)
        return sum(logical_and(positive, real)), sum(real)


class F1(BinaryAccuracy):
    """The harmonic mean of `Precision` and `Recall`; NaN where neither has anything to count.

    Parameters
    ----------
    threshold
        As in `BinaryAccuracy`.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.F1()
    >>> metric.update(ivy.asarray([0.6, 0.7, 0.1]), ivy.asarray([0, 1, 1]))
    >>> metric.value()
    0.5
    """

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return twice how many real ones are found, and how many there are of both kinds."""
        positive, real = self._sides(prediction, target)
        return 2 * sum(logical_and(positive, real)), sum(positive) + sum(real)


class MeanSquaredError(Metric):
    """The mean of the squares of differences.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.MeanSquaredError()
    >>> metric.update(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]))
    >>> metric.value()
    2.0
    """

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return the sum of the squares, and how many there are."""
        _check_same(type(self).__name__, prediction, target)
        return sum(square(subtract(prediction, target))), prediction.size


class RootMeanSquaredError(MeanSquaredError):
    """The square root of `MeanSquaredError`.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.RootMeanSquaredError()
    >>> metric.update(ivy.asarray([1.0, 2.0]), ivy.asarray([3.0, 4.0]))
    >>> metric.value()
    2.0
    """

    def result(self, *sums: float) -> float:
        """Return the root of the mean."""
        return math.sqrt(super().result(*sums))


class MeanAbsoluteError(Metric):
    """The mean of the absolute values of differences.

    Examples
    --------
    >>> import ivy
    >>> metric = ivy.train.MeanAbsoluteError()
    >>> metric.update(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]))
    >>> metric.value()
    1.0
    """

    def measure(self, prediction: Any, target: Any) -> tuple[Any, ...]:
        """Return the sum of the absolute values, and how many there are."""
        _check_same(type(self).__name__, prediction, target)
        return sum(abs(subtract(prediction, target))), prediction.size


def _classes(metric: str, prediction: Any, target: Any) -> Any:
    if prediction.ndim and tuple(target.shape) == tuple(prediction.shape):
        return argmax(target, axis=-1)
    if tuple(target.shape) != tuple(prediction.shape)[:-1] or not prediction.ndim:
        raise ValueError(
            f"ivy.train.{metric}: expected a target of shape {tuple(prediction.shape)[:-1]} or "
            f"{tuple(prediction.shape)} for predictions of shape {tuple(prediction.shape)}, got "
            f"shape {tuple(target.shape)}"
        )
    return target


def _check_same(metric: str, prediction: Any, target: Any) -> None:
    # Broadcasting (N, 1) with (N,) would compare every sample with every other one.
    if tuple(prediction.shape) != tuple(target.shape):
        raise ValueError(
            f"ivy.train.{metric}: expected a target of the shape of the prediction, "
            f"{tuple(prediction.shape)}, got {tuple(target.shape)}"
        )


def _floating(x: Any) -> Any:
    return x if "floating" in x.dtype.category else astype(x, "float32")


def as_metric(op: str, name: str, value: Any) -> Metric:
    """Return a metric; a function is one whose results are averaged."""
    if isinstance(value, type) and issubclass(value, Metric):
        value = value()
    if isinstance(value, Metric):
        return value
    if callable(value):
        return Mean(value)
    raise TypeError(
        f"ivy.train.{op}: expected metrics or functions of prediction and target in metrics, got "
        f"{type(value).__name__} for {name!r}"
    )
