"""`fit` and `evaluate`: the loops over epochs and batches."""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

from ivy import trees
from ivy.array import Array, class_of, lift
from ivy.autodiff.api import value_and_grad
from ivy.backends import current_backend, with_backend
from ivy.data import Loader, batches
from ivy.data.sources import converted
from ivy.errors import CheckpointError
from ivy.functional import random
from ivy.functional.elementwise import isfinite, logical_and
from ivy.functional.gradients import stop_gradient
from ivy.functional.statistical import all
from ivy.nn.module import Module
from ivy.optim.averaging import ExponentialMovingAverage
from ivy.optim.clipping import clip_by_global_norm
from ivy.optim.lbfgs import LBFGS
from ivy.optim.optimiser import Keeper
from ivy.tracer.api import compile as compiled
from ivy.train import nan_search
from ivy.train.callbacks import Callback
from ivy.train.checkpoints import Checkpoints, Content
from ivy.train.history import History
from ivy.train.metrics import Metric, added, as_metric, read
from ivy.train.progress import Progress

Loss = Callable[..., Any]
# What keeps a state and makes no steps along gradients.
_OTHER_KEEPERS = (ExponentialMovingAverage, LBFGS)
# So many losses and sums stay on the device before they are read.
_MOST_UNREAD = 100


def fit(
    model: Module,
    optimiser: Any,
    loss: Loss,
    data: Iterable[Any],
    *,
    epochs: int,
    validation: Iterable[Any] | None = None,
    metrics: Mapping[str, Any] | None = None,
    callbacks: Sequence[Callback] = (),
    compile: bool | Mapping[str, Any] = True,
    clip_norm: float | None = None,
    checkpoint: Any = None,
    resume: str | bool = "auto",
    progress: bool = True,
    guard_nan: bool = False,
) -> History:
    """Train a model, and return what its losses were.

    Parameters
    ----------
    model
        A module. It is changed in place; its mode is that of training in steps and that of use in
        validation, and at the end what it was.
    optimiser
        An optimiser of `ivy.optim` that takes gradients.
    loss
        A function ``loss(model, *batch)`` that returns a floating array of shape (), or a pair of
        it and the prediction, which `metrics` need. A batch that is no tuple is one argument.
    data
        An `ivy.data.Loader`, or anything that `ivy.data.batches` takes. It is iterated over once
        an epoch, and moved to the backend and the device of the model.
    epochs
        How many epochs there are in all, those before a resumption included.
    validation
        The same for the losses and metrics of validation, which have the prefix ``val_``.
    metrics
        By name: `Metric` objects, or functions of prediction and target whose results are averaged.
        The target is the last part of a batch that is a tuple; any other batch is it as a whole.
    callbacks
        `Callback` objects, called in this order.
    compile
        Whether the step is compiled by `ivy.compile`; a dict has options for it.
    clip_norm
        The largest norm of all gradients together, see `ivy.optim.clip_by_global_norm`.
    checkpoint
        A folder, or `Checkpoints`, to which the training is saved after each epoch.
    resume
        ``"auto"`` goes on from the last checkpoint in the folder, if there is one. False refuses
        a folder that has checkpoints.
    progress
        Whether a line for each epoch is written to the standard error.
    guard_nan
        Whether each step's loss and gradients are looked at, which takes time.

    Returns
    -------
    History
        Lists with one number for each epoch, by name.

    Raises
    ------
    FloatingPointError
        A loss or gradient is NaN or infinite, with `guard_nan`. The message has the epoch, the step
        and the operation that it comes from; the model is as it was before the step.
    CheckpointError
        The last checkpoint is damaged, or does not fit; nothing has been changed.
    ValueError, TypeError
        An argument is not what is said above, there is no batch, or the loss is no scalar.

    Examples
    --------
    >>> import ivy
    >>> model = ivy.nn.Linear(2, 1)
    >>> x = ivy.asarray([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    >>> data = ivy.data.Loader(ivy.data.ArrayDataset(x, x[:, :1] - x[:, 1:]), batch_size=3)
    >>> def loss(model, x, y):
    ...     return ivy.mean(ivy.square(model(x) - y))
    >>> optimiser = ivy.optim.SGD(0.3)
    >>> history = ivy.train.fit(model, optimiser, loss, data, epochs=100, progress=False)
    >>> history.epochs, history["loss"][-1] < 0.01
    (100, True)
    """
    _check(model, optimiser, loss, clip_norm)
    if isinstance(epochs, bool) or not isinstance(epochs, int) or epochs < 0:
        raise ValueError(f"ivy.train.fit: expected an integer >= 0, got epochs={epochs!r}")
    if resume not in ("auto", False):
        raise ValueError(f"ivy.train.fit: expected resume='auto' or False, got resume={resume!r}")
    chosen = _metrics("fit", metrics)
    kept = None if checkpoint is None else checkpoint
    if kept is not None and not isinstance(kept, Checkpoints):
        kept = Checkpoints(kept)
    training = Training(model, optimiser, callbacks)
    run = _Run(training, loss, chosen, compile, clip_norm, guard_nan, kept)
    source = _source("fit", data)
    checked = None if validation is None else _source("fit", validation)
    if checked is not None and _length(checked) == 0:
        raise _nothing_to_validate()
    shown = Progress.to_stderr(epochs, progress)
    if kept is not None:
        kept.tidy()
        run.resume(data, resume, shown)
    was_training = model.training
    try:
        with with_backend(run.backend):
            run.train(source, checked, epochs, shown)
    finally:
        shown.abandon()
        model.train(was_training)
    return training.history


def evaluate(
    model: Module,
    loss: Loss,
    data: Iterable[Any],
    *,
    metrics: Mapping[str, Any] | None = None,
    compile: bool | Mapping[str, Any] = True,
) -> dict[str, float]:
    """Return the mean loss of a model, and metrics, without changing it.

    The parameters are those of `fit`; the model is in the mode of use.

    Examples
    --------
    >>> import ivy
    >>> data = [(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 3.0]))]
    >>> def loss(model, x, y):
    ...     prediction = model(x)
    ...     return ivy.mean(ivy.square(prediction - y)), prediction
    >>> metrics = {"error": ivy.train.MeanAbsoluteError()}
    >>> ivy.train.evaluate(ivy.nn.Identity(), loss, data, metrics=metrics)
    {'loss': 0.5, 'error': 0.5}
    """
    _check_model("evaluate", model)
    chosen = _metrics("evaluate", metrics)
    step = _compiled(
        functools.partial(_measured_step, "evaluate", loss, chosen), "evaluation", compile
    )
    was_training = model.training
    backend, device = _place(model)
    try:
        with with_backend(backend):
            return _evaluated(step, model, _source("evaluate", data), chosen, device)
    finally:
        model.train(was_training)


class Training:
    """A training that is going on, as callbacks see it.

    Attributes
    ----------
    model, optimiser
        What is trained, and by what.
    history
        The numbers of the epochs that have ended.
    epoch
        The epoch, from 0.
    batch
        How many steps this epoch has had.
    step
        How many steps there have been in all.
    is_resumed
        Whether it goes on from a checkpoint.
    is_stopped
        Whether it ends after this epoch.
    """

    def __init__(self, model: Module, optimiser: Any, callbacks: Sequence[Callback]) -> None:
        self.model = model
        self.optimiser = optimiser
        for each in callbacks if isinstance(callbacks, Iterable) else (callbacks,):
            if not isinstance(each, Callback):
                raise TypeError(
                    f"ivy.train.fit: expected ivy.train.Callback objects in callbacks, got {each!r}"
                )
        self.callbacks = tuple(callbacks)
        self.history = History()
        self.epoch = self.batch = self.step = 0
        self.is_resumed = False
        self.is_stopped = False
        self._loss: Any = math.nan

    @property
    def loss(self) -> float:
        """The loss of the last step; to ask for it waits until it has been computed."""
        return float(self._loss)

    def stop(self) -> None:
        """End the training after this epoch."""
        self.is_stopped = True


class _Sums:
    """The loss and the metrics of some batches, read now and then."""

    def __init__(
        self, metrics: Mapping[str, Metric], sums: Mapping[str, Any] | None = None
    ) -> None:
        self._metrics = metrics
        self._sums = {name: tuple(values) for name, values in (sums or {}).items()}
        self._unread: list[tuple[Any, int, dict[str, Any]]] = []

    def add(self, value: Any, samples: int, sums: dict[str, Any]) -> None:
        """Add a batch."""
        self._unread.append((value, samples, sums))
        if len(self._unread) >= _MOST_UNREAD:
            self.read()

    def read(self) -> dict[str, tuple[float, ...]]:
        """Return the sums as numbers."""
        for value, samples, sums in self._unread:
            weighed = (float(value) * samples, float(samples))
            for name, more in {"loss": weighed, **{k: read(v) for k, v in sums.items()}}.items():
                self._sums[name] = added(self._sums.get(name), more)
        self._unread.clear()
        return self._sums

    def values(self) -> dict[str, float]:
        """Return the loss and the metrics."""
        sums = self.read()
        if not sums:
            return {}
        total, count = sums["loss"]
        results = {name: m.result(*sums[name]) for name, m in self._metrics.items()}
        return {"loss": total / count if count else math.nan, **results}


class _Run:
    """The work of `fit`."""

    def __init__(
        self,
        training: Training,
        loss: Loss,
        metrics: Mapping[str, Metric],
        compile: bool | Mapping[str, Any],
        clip_norm: float | None,
        guard_nan: bool,
        checkpoints: Checkpoints | None,
    ) -> None:
        self.training = training
        self.metrics = metrics
        self.guard_nan = guard_nan
        self.checkpoints = checkpoints
        self.backend, self.device = _place(training.model)
        self.measure = functools.partial(_measured_step, "fit", loss, metrics)
        step = functools.partial(
            _training_step, self.measure, training.optimiser, clip_norm, guard_nan
        )
        self.step = _compiled(step, "training_step", compile)
        self.check = _compiled(self.measure, "validation_step", compile)
        self.sums = _Sums(metrics)
        self.loader: Loader | None = None

    # -- checkpoints ------------------------------------------------------------------------------

    def resume(self, data: Any, resume: str | bool, shown: Progress) -> None:
        """Go on from the last checkpoint."""
        assert self.checkpoints is not None
        self.loader = data if isinstance(data, Loader) else None
        path = self.checkpoints.latest()
        if path is None:
            return
        if not resume:
            raise ValueError(
                f"ivy.train.fit: expected a folder without checkpoints for resume=False, got "
                f"{self.checkpoints.folder} with {path.name}; pass resume='auto', or another folder"
            )
        training = self.training
        content = Content(path)
        extra = content.checkpoint.extra
        state = extra.get("fit")
        if not isinstance(state, dict):
            raise CheckpointError(
                f"{path}: expected a checkpoint of ivy.train.fit, got one of ivy.train.save; load "
                "it with ivy.train.load, and pass another folder"
            )
        before = None if self.loader is None else self.loader.state()
        try:
            if self.loader is not None and state["loader"] is not None:
                try:
                    self.loader.load_state(state["loader"])
                except ValueError as error:
                    raise CheckpointError(f"{path}: {error}") from error
            content.put_into(training.model, training.optimiser, generator=True)
        except BaseException:
            if self.loader is not None and before is not None:
                self.loader.load_state(before)
            raise
        training.epoch, training.batch = state["epoch"], state["batch"]
        training.step = content.checkpoint.step
        training.history = History(state["history"])
        training.is_stopped, training.is_resumed = state["stopped"], True
        self.sums = _Sums(self.metrics, state["sums"])
        kinds = list(state["callbacks"])
        for each in training.callbacks:
            # Those of one class are told apart by their order.
            if type(each).__name__ in kinds:
                i = kinds.index(type(each).__name__)
                kinds[i] = None
                start = f"callback.{i}."
                each.load_state_dict(
                    {k.removeprefix(start): v for k, v in extra.items() if k.startswith(start)}
                )
        shown.say(f"resumed from {path} after {training.step} steps")

    def save(self, epoch: int, batch: int) -> None:
        """Save a checkpoint from which an epoch goes on at a batch."""
        if self.checkpoints is None:
            return
        training = self.training
        extra = {
            f"callback.{i}.{name}": value
            for i, each in enumerate(training.callbacks)
            for name, value in each.state_dict().items()
        }
        extra["fit"] = {
            "epoch": epoch,
            "batch": batch,
            "loader": None if self.loader is None else self.loader.state(),
            "history": dict(training.history),
            "stopped": training.is_stopped,
            "sums": self.sums.read() if batch else {},
            "callbacks": [type(each).__name__ for each in training.callbacks],
        }
        self.checkpoints.save(
            training.model, training.optimiser, extra=extra, epoch=epoch, step=training.step
        )

    # -- epochs -----------------------------------------------------------------------------------

    def train(
        self, data: Iterable[Any], validation: Iterable[Any] | None, epochs: int, shown: Progress
    ) -> None:
        """Run the epochs."""
        training = self.training
        model, optimiser = training.model, training.optimiser
        if optimiser.state is None:  # now, so that the first step can be compiled
            optimiser.state = optimiser.init(model.trainable())
        for each in training.callbacks:
            each.on_fit_begin(training)
        while training.epoch < epochs and not training.is_stopped:
            for each in training.callbacks:
                each.on_epoch_begin(training)
            model.train()
            self.epoch(data, shown)
            values = self.sums.values()
            if validation is not None:
                checked = _evaluated(self.check, model, validation, self.metrics, self.device)
                values |= {f"val_{name}": value for name, value in checked.items()}
            for each in training.callbacks:
                each.on_epoch_end(training, values)
            training.history.append(values)
            shown.end(training.batch, values)
            self.sums = _Sums(self.metrics)
            self.save(training.epoch + 1, 0)
            training.epoch, training.batch = training.epoch + 1, 0
        for each in training.callbacks:
            each.on_fit_end(training)

    def epoch(self, data: Iterable[Any], shown: Progress) -> None:
        """Run the steps of an epoch, from the middle where it was left there."""
        training = self.training
        shown.start(training.epoch, _length(data), training.batch)
        source = iter(data)
        try:
            if self.loader is None:
                for _ in range(training.batch):
                    next(source, None)
            for batch in source:
                self.batch(converted(batch, self.backend, self.device), shown)
        finally:
            if hasattr(source, "close"):
                source.close()
        if not training.batch:
            hint = "; an iterator is used up after one epoch" if training.epoch else ""
            raise ValueError(
                f"ivy.train.fit: expected batches in data, got none in epoch {training.epoch + 1}"
                f"{hint}"
            )

    def batch(self, batch: Any, shown: Progress) -> None:
        """Run the step of a batch."""
        training = self.training
        model = training.model
        before = _Before(model, training.optimiser) if self.guard_nan else None
        count = _samples(batch)
        value, sums, is_finite = self.step(model, *_parts(batch))
        if before is not None and not bool(is_finite):
            before.restore(model, training.optimiser)
            self.complain(value, batch, before)
        training._loss = value
        training.batch += 1
        training.step += 1
        self.sums.add(value, count, sums)
        for each in training.callbacks:
            each.on_batch_end(training)
        if shown.batch(training.batch, count):
            shown.show(training.batch, self.sums.values())
        if self.checkpoints is not None and self.checkpoints.every:
            if training.step % self.checkpoints.every == 0:
                self.save(training.epoch, training.batch)

    def complain(self, value: Any, batch: Any, before: _Before) -> None:
        """Raise where a loss or gradient is not finite."""
        training = self.training
        model, number = training.model, float(value)
        what = f"a finite loss, got {number}"
        text = nan_search.culprit(
            lambda batch: self.measure(model, *_parts(batch))[0], model, batch, before.generator
        )
        if math.isfinite(number):
            what = "finite gradients"
            text = nan_search.culprit(
                lambda batch: value_and_grad(self.measure, has_aux=True)(model, *_parts(batch))[1],
                model,
                batch,
                before.generator,
            )
            text = text and f"while derivatives are taken, {text}"
        raise FloatingPointError(
            f"ivy.train.fit: expected {what} in epoch {training.epoch + 1}, batch "
            f"{training.batch + 1}, step {training.step + 1}"
            + (f"; {text}" if text else "")
            + "; the model is as it was before this step"
        )


class _Before:
    """The arrays of model and optimiser, and the generator, before a step."""

    def __init__(self, *objects: trees.Stateful) -> None:
        self.arrays = [
            {path: copy.copy(cell.get()) for path, cell in each.cells().items()} for each in objects
        ]
        self.generator = random.generator_state()

    def restore(self, *objects: trees.Stateful) -> None:
        """Put the arrays back."""
        for each, arrays in zip(objects, self.arrays, strict=True):
            for path, cell in each.cells().items():
                cell.set(arrays[path])


# -- what is compiled ------------------------------------------------------------------------------


def _training_step(
    measure: Callable[..., Any],
    optimiser: Any,
    clip_norm: float | None,
    guard_nan: bool,
    model: Module,
    *parts: Any,
) -> tuple[Any, dict[str, Any], Any]:
    """Make a step; return the loss, the sums of metrics, and whether all is finite."""

    def scaled(model: Module, *parts: Any) -> Any:
        value, sums = measure(model, *parts)
        # Gradients of half precision are those of a larger loss, which the optimiser undoes.
        larger = optimiser.scale(value) if hasattr(optimiser, "scale") else value
        return larger, (stop_gradient(value), sums)

    (_, (value, sums)), gradients = value_and_grad(scaled, has_aux=True)(model, *parts)
    is_finite = None
    if guard_nan:
        is_finite = isfinite(value)
        if getattr(optimiser, "scaler", None) is None:
            for gradient in gradients.values():
                is_finite = logical_and(is_finite, all(isfinite(gradient)))
    if clip_norm is not None:
        gradients, _ = clip_by_global_norm(gradients, clip_norm)
    optimiser.step(model, gradients)
    return value, sums, is_finite


def _measured_step(
    op: str, loss: Loss, metrics: Mapping[str, Metric], model: Module, *parts: Any
) -> tuple[Any, dict[str, Any]]:
    """Return the loss of a batch, and what its metrics add up."""
    found = loss(model, *parts)
    has_prediction = isinstance(found, tuple) and len(found) == 2
    value, prediction = found if has_prediction else (found, None)
    value = lift(value)
    if not isinstance(value, Array):
        raise TypeError(
            f"ivy.train.{op}: expected loss(model, *batch) to return an array of shape (), or a "
            f"pair of it and the prediction, got {type(value).__name__}"
        )
    if value.shape != ():
        raise ValueError(
            f"ivy.train.{op}: expected a loss of shape (), got shape {value.shape}; make it one "
            "number with ivy.mean"
        )
    if not metrics:
        return value, {}
    if not has_prediction:
        raise TypeError(
            f"ivy.train.{op}: expected loss(model, *batch) to return a pair of the loss and the "
            "prediction, because there are metrics, got the loss alone"
        )
    # No derivative passes through what is only looked at.
    prediction = trees.library().tree_map(_apart, prediction, is_leaf=_is_array)
    target = parts[-1]
    return value, {name: tuple(m.measure(prediction, target)) for name, m in metrics.items()}


def _apart(x: Any) -> Any:
    found = lift(x)
    return stop_gradient(found) if isinstance(found, Array) else x


def _compiled(step: Any, name: str, options: bool | Mapping[str, Any]) -> Any:
    if not isinstance(options, bool | Mapping):
        raise TypeError(
            "ivy.train: expected compile to be True, False or a dict of options of ivy.compile, "
            f"got compile={options!r}"
        )
    if options is False:
        return step
    step.__name__ = name
    return compiled(step, **({} if options is True else options))


# -- batches ---------------------------------------------------------------------------------------


def _parts(batch: Any) -> tuple[Any, ...]:
    """Return what the loss takes beside the model."""
    # Compiled functions find arrays faster among their arguments than in containers.
    return batch if isinstance(batch, tuple) else (batch,)


def _evaluated(
    step: Any,
    model: Module,
    data: Iterable[Any],
    metrics: Mapping[str, Metric],
    device: str | None,
) -> dict[str, float]:
    model.eval()
    sums = _Sums(metrics)
    for batch in data:
        batch = converted(batch, device=device)
        count = _samples(batch)
        value, more = step(model, *_parts(batch))
        sums.add(value, count, more)
    values = sums.values()
    if not values:
        raise _nothing_to_validate()
    return values


def _nothing_to_validate() -> ValueError:
    return ValueError(
        "ivy.train: expected batches to validate with, got none; an iterator is used up after "
        "one epoch"
    )


def _source(op: str, data: Any) -> Iterable[Any]:
    if isinstance(data, Loader):
        return data
    if isinstance(data, tuple) and data and _is_array(data[0]):
        raise TypeError(
            f"ivy.train.{op}: expected batches, got a tuple of arrays; make batches with "
            "ivy.data.Loader(ivy.data.ArrayDataset(*arrays), batch_size)"
        )
    return batches(data)


def _length(data: Any) -> int | None:
    try:
        return len(data)
    except (TypeError, NotImplementedError):  # not known before the end
        return None


def _is_array(x: Any) -> bool:
    return class_of(type(x)) is not None


def _arrays_in(batch: Any) -> Iterator[Any]:
    leaves = trees.library().tree_leaves(batch, is_leaf=_is_array)
    return (x for x in leaves if isinstance(x, Array))


def _samples(batch: Any) -> int:
    """Return how many samples a batch has: the length of its first array; raise for none."""
    first = next(_arrays_in(batch), None)
    if first is None or not first.ndim:
        return 1
    if first.shape[0] == 0:
        raise ValueError(f"ivy.train: expected batches of samples, got an array {first.shape}")
    return first.shape[0]


def _place(model: Module) -> tuple[str, str | None]:
    """Return the backend and the device of a model."""
    first = next((cell.get() for cell in model.cells().values()), None)
    return (current_backend(), None) if first is None else (first.NAME, first.device)


# -- arguments -------------------------------------------------------------------------------------


def _metrics(op: str, metrics: Mapping[str, Any] | None) -> dict[str, Metric]:
    if metrics is not None and not isinstance(metrics, Mapping):
        raise TypeError(
            f"ivy.train.{op}: expected a dict of metrics by name, got {type(metrics).__name__}"
        )
    chosen = {name: as_metric(op, name, m) for name, m in (metrics or {}).items()}
    taken = {"loss", "val_loss", *[f"val_{name}" for name in chosen]}
    for name in chosen:
        if not isinstance(name, str):
            raise TypeError(f"ivy.train.{op}: expected metrics by name, got the name {name!r}")
        if name in taken:
            raise ValueError(
                f"ivy.train.{op}: expected other names of metrics than those of losses and of "
                f"validation, got {name!r}"
            )
    return chosen


def _named(value: Any) -> str:
    """Return what the class of an object is, or which class it is."""
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__


def _check_model(op: str, model: Any) -> None:
    if not isinstance(model, Module):
        raise TypeError(f"ivy.train.{op}: expected an ivy.nn.Module as model, got {_named(model)}")


def _check(model: Any, optimiser: Any, loss: Any, clip_norm: float | None) -> None:
    _check_model("fit", model)
    if not isinstance(optimiser, Keeper) or isinstance(optimiser, _OTHER_KEEPERS):
        raise TypeError(
            "ivy.train.fit: expected an optimiser that takes gradients, such as ivy.optim.Adam(), "
            f"got {_named(optimiser)}"
        )
    if not callable(loss):
        raise TypeError(
            f"ivy.train.fit: expected a function loss(model, *batch), got {type(loss).__name__}"
        )
    if clip_norm is not None and not isinstance(clip_norm, Real):
        raise TypeError(f"ivy.train.fit: expected a number, got clip_norm={clip_norm!r}")
    if clip_norm is not None and not clip_norm > 0:
        raise ValueError(f"ivy.train.fit: expected clip_norm > 0, got clip_norm={clip_norm!r}")
    if clip_norm is not None and getattr(optimiser, "scaler", None) is not None:
        raise ValueError(
            "ivy.train.fit: expected no clip_norm with a LossScaler, whose gradients are scaled, "
            f"got clip_norm={clip_norm!r}"
        )
