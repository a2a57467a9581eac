"""`ivy.train.fit`: the loop, resumption, metrics, callbacks, progress, and what is refused."""

from __future__ import annotations

import io
import math
import sys

import numpy
import pytest

import ivy
from ivy.data import ArrayDataset, Loader
from ivy.errors import CheckpointError
from ivy.train import (
    Accuracy,
    Callback,
    Checkpoints,
    EarlyStopping,
    History,
    Mean,
    MeanSquaredError,
    Metric,
    TopKAccuracy,
    evaluate,
    fit,
)
from ivy.train.progress import Progress

# torch's own compiler of kernels takes a minute; its tracing is what is tested.
OPTIONS = {"torch": {"backend": "eager"}}


class MLP(ivy.nn.Module):
    def __init__(self, rate=0.2):
        self.first = ivy.nn.Linear(3, 4)
        self.last = ivy.nn.Linear(4, 2)
        self.rate = rate
        self.steps = ivy.nn.Buffer(ivy.asarray(0))

    def forward(self, x):
        x = ivy.tanh(self.first(x))
        if self.training:
            self.steps = self.steps + 1
            x = ivy.dropout(x, self.rate)
        return self.last(x)


def loss(model, x, y):
    prediction = model(x)
    return ivy.cross_entropy(prediction, y), prediction


def plain(model, x, y):
    return ivy.cross_entropy(model(x), y)


def arrays(n=20):
    x = numpy.random.default_rng(0).normal(size=(n, 3)).astype("float32")
    return x, (x[:, 0] > 0).astype("int64")


def loader(n=20, size=6, **options):
    return Loader(ArrayDataset(*arrays(n)), size, **{"shuffle": True, **options})


def start(seed=1):
    ivy.seed(seed)
    return MLP(), ivy.optim.Adam(0.05)


def weights(model):
    return {path: ivy.to_numpy(x) for path, x in model.state_dict().items()}


def assert_same(model, other, tolerance=0.0):
    for path, x in weights(model).items():
        numpy.testing.assert_allclose(weights(other)[path], x, rtol=tolerance, atol=tolerance)


class Interrupt(Callback):
    """Ends the process, as far as a test can."""

    def __init__(self, step):
        self.step = step

    def on_batch_end(self, training):
        if training.step == self.step:
            raise KeyboardInterrupt


# -- the loop ------------------------------------------------------------------------------------


def test_it_does_what_a_loop_by_hand_does():
    model, optimiser = start()
    history = fit(model, optimiser, plain, loader(), epochs=2, compile=False, progress=False)
    other, opt = start()
    data, losses = loader(), []
    for _ in range(2):
        total = 0.0
        for x, y in data:
            value, gradients = ivy.value_and_grad(plain)(other, x, y)
            opt.step(other, gradients)
            total += float(value) * x.shape[0]
        losses.append(total / 20)
    assert_same(model, other)
    assert history == {"loss": losses}


def test_compiled_training_on_every_backend(backend, tmp_path):
    x, y = arrays()
    options = {"epochs": 3, "metrics": {"accuracy": Accuracy()}, "progress": False}
    models, histories = [], []
    for compile in (OPTIONS.get(backend, True), False):
        model, optimiser = start()
        histories.append(
            fit(model, optimiser, loss, loader(18), validation=[(x, y)], compile=compile, **options)
        )
        models.append(model)
    assert_same(models[0], models[1], 1e-5)
    for name, column in histories[0].items():
        numpy.testing.assert_allclose(column, histories[1][name], rtol=1e-5)
    assert int(models[0].steps) == 9
    assert histories[0]["loss"][-1] < histories[0]["loss"][0]
    assert models[0].training
    assert models[0].first.weight.backend == backend
    # Resumed in the middle of an epoch, it ends up where it would have.
    checkpoints = Checkpoints(tmp_path, every=2)
    kept = {"compile": False, "checkpoint": checkpoints, "validation": [(x, y)], **options}
    with pytest.raises(KeyboardInterrupt):
        fit(*start(), loss, loader(18), callbacks=[Interrupt(5)], **kept)
    model, optimiser = start(2)
    history = fit(model, optimiser, loss, loader(18), **kept)
    assert_same(models[1], model, 0.0 if backend == "numpy" else 1e-6)
    for name, column in histories[1].items():
        numpy.testing.assert_allclose(history[name], column, rtol=1e-6)


def test_resumption_is_exact_wherever_it_was_left(tmp_path):
    whole, optimiser = start()
    stop = EarlyStopping("loss", patience=9, restore_best=True)
    expected = fit(whole, optimiser, loss, loader(), epochs=3, callbacks=[stop], progress=False)
    drawn = float(ivy.random_uniform(shape=()))
    for step in (2, 4, 5, 8, 11, 12):
        folder = Checkpoints(tmp_path / str(step), every=1, keep_last=1)
        options = {"epochs": 3, "checkpoint": folder, "progress": False}
        early = EarlyStopping("loss", patience=9, restore_best=True)
        with pytest.raises(KeyboardInterrupt):
            fit(*start(), loss, loader(), callbacks=[early, Interrupt(step)], **options)
        model, optimiser = start(seed=5)
        early = EarlyStopping("loss", patience=9, restore_best=True)
        history = fit(model, optimiser, loss, loader(), callbacks=[early], **options)
        assert_same(whole, model)
        assert history == expected
        assert float(ivy.random_uniform(shape=())) == drawn
        assert (early.best, early.best_epoch) == (stop.best, stop.best_epoch)


def test_resumption_of_other_sources(tmp_path):
    x, y = arrays()
    source = [(x[:8], y[:8]), (x[8:], y[8:])]
    whole, optimiser = start()
    fit(whole, optimiser, loss, source, epochs=2, progress=False)
    options = {"epochs": 2, "checkpoint": Checkpoints(tmp_path, every=1), "progress": False}
    with pytest.raises(KeyboardInterrupt):
        fit(*start(), loss, source, callbacks=[Interrupt(4)], **options)
    model, optimiser = start(3)
    fit(model, optimiser, loss, source, **options)
    assert_same(whole, model)
    # All has been done.
    assert fit(model, optimiser, loss, source, **options).epochs == 2
    assert_same(whole, model)


def test_a_damaged_checkpoint_is_refused_and_nothing_is_lost(tmp_path):
    model, optimiser = start()
    options = {"checkpoint": tmp_path, "progress": False}
    fit(model, optimiser, loss, loader(), epochs=2, **options)
    last = Checkpoints(tmp_path).latest()
    whole = last.read_bytes()
    last.write_bytes(whole[:-1])
    other, opt = start(2)
    data = loader()
    before, state = weights(other), data.state()
    with pytest.raises(CheckpointError, match=last.name):
        fit(other, opt, loss, data, epochs=3, **options)
    for path, x in weights(other).items():
        assert x.tolist() == before[path].tolist()
    assert (data.state(), opt.state, last.read_bytes()) == (state, None, whole[:-1])
    last.write_bytes(whole)
    with pytest.raises(CheckpointError, match="batch"):
        _resume_in_the_middle(tmp_path / "other")
    with pytest.raises(ValueError, match="resume=False"):
        fit(other, opt, loss, loader(), epochs=3, resume=False, **options)
    last.unlink()
    assert fit(other, opt, loss, loader(), epochs=3, **options).epochs == 3


def _resume_in_the_middle(folder):
    options = {"epochs": 1, "checkpoint": Checkpoints(folder, every=1), "progress": False}
    with pytest.raises(KeyboardInterrupt):
        fit(*start(), loss, loader(), callbacks=[Interrupt(4)], **options)
    fit(*start(), loss, loader(size=20), **options)


def test_batches_that_are_no_tuples():
    model = ivy.nn.Linear(3, 1)
    x, _ = arrays()
    total = lambda model, batch: ivy.sum(model(batch["x"]))  # noqa: E731
    fit(model, ivy.optim.SGD(0.1), total, [{"x": x}], epochs=1, progress=False)
    error = Mean(lambda p, batch: p - batch["x"][:, :1])
    both = lambda m, batch: (ivy.mean(m(batch["x"])), m(batch["x"]))  # noqa: E731
    values = evaluate(model, both, [{"x": x}], metrics={"error": error})
    expected = ivy.mean(model(ivy.asarray(x)) - ivy.asarray(x[:, :1]))
    assert math.isclose(values["error"], float(expected), rel_tol=1e-5)


def test_clipping():
    x, y = arrays()
    model = ivy.nn.Linear(3, 2)
    before = weights(model)
    far = lambda model, x, y: 1e6 * plain(model, x, y)  # noqa: E731
    fit(model, ivy.optim.SGD(1.0), far, [(x, y)], epochs=1, clip_norm=0.5, progress=False)
    moved = sum(float(numpy.sum((weights(model)[p] - w) ** 2)) for p, w in before.items())
    assert math.isclose(math.sqrt(moved), 0.5, rel_tol=1e-4)


def test_half_precision_with_a_scaler():
    x, y = arrays()
    model = ivy.nn.Linear(3, 2).to("float16")
    opt = ivy.optim.MixedPrecision(ivy.optim.SGD(0.5), scaler=ivy.optim.LossScaler(1024.0))
    batch = (x.astype("float16"), y)
    history = fit(model, opt, plain, [batch], epochs=10, progress=False, guard_nan=True)
    assert history["loss"][-1] < history["loss"][0] < 5
    with pytest.raises(ValueError, match="LossScaler"):
        fit(model, opt, plain, [batch], epochs=1, clip_norm=1.0)


def test_model_in_use_is_not_changed():
    model, _ = start()
    model.eval()
    before = weights(model)
    x, y = arrays()
    values = evaluate(model, loss, [(x[:5], y[:5]), (x[5:], y[5:])], metrics={"a": Accuracy})
    expected = ivy.cross_entropy(model(ivy.asarray(x)), ivy.asarray(y))
    assert math.isclose(values["loss"], float(expected), rel_tol=1e-5)
    assert not model.training
    assert all((weights(model)[p] == w).all() for p, w in before.items())


# -- numbers that are not finite -----------------------------------------------------------------


def test_the_operation_that_made_nan_is_named(backend):
    def bad(model, x, y):
        p = model(x)
        hidden = ivy.where(p > 100.0, ivy.log(-ivy.abs(p)), p)  # NaN that nobody sees
        q = ivy.sum(hidden) * 0.0 + ivy.sum(x)
        return ivy.mean(hidden) + ivy.sqrt(q)  # here

    model = ivy.nn.Linear(2, 1)
    opt = ivy.optim.Adam(0.1)
    ones = numpy.ones((2, 2), "float32")
    before, seen = weights(model), []

    class Look(Callback):
        def on_batch_end(self, training):
            seen.append(weights(model))

    with pytest.raises(FloatingPointError, match=r"epoch 1, batch 3, step 3") as info:
        fit(
            model,
            opt,
            bad,
            [(ones, 0), (ones, 0), (-ones, 0)],
            epochs=2,
            guard_nan=True,
            compile=OPTIONS.get(backend, True) if backend == "numpy" else False,
            callbacks=[Look()],
            progress=False,
        )
    assert "sqrt" in str(info.value)
    assert "test_fit.py" in str(info.value)
    assert "# here" in str(info.value)
    assert len(seen) == 2
    for path, x in weights(model).items():
        assert x.tolist() == seen[-1][path].tolist() != before[path].tolist()


def test_nan_in_gradients_and_in_data():
    model = ivy.nn.Linear(2, 1, bias=False)
    zero = lambda model, x: ivy.sum(ivy.sqrt(ivy.sum(ivy.square(model(x)))))  # noqa: E731
    options = {"epochs": 1, "guard_nan": True, "progress": False}
    with pytest.raises(FloatingPointError, match=r"finite gradients .* while derivatives"):
        fit(model, ivy.optim.SGD(0.1), zero, [ivy.zeros((3, 2))], **options)
    assert not bool(ivy.any(ivy.isnan(model.weight)))
    with pytest.raises(FloatingPointError, match="batch has nan before"):
        fit(model, ivy.optim.SGD(0.1), zero, [ivy.full((3, 2), math.nan)], **options)


# -- metrics -------------------------------------------------------------------------------------

LOGITS = [[0.1, 0.5, 0.4], [0.9, 0.0, 0.1], [0.2, 0.3, 0.5]]
RESULTS = [
    (Accuracy(), LOGITS, [1, 2, 2], 2 / 3),
    (Accuracy(), LOGITS, [[0, 1, 0], [0, 0, 1], [0, 0, 1]], 2 / 3),
    (TopKAccuracy(2), LOGITS, [2, 1, 0], 1 / 3),
    (TopKAccuracy(5), LOGITS, [2, 1, 0], 1.0),
    (ivy.train.BinaryAccuracy(0.0), [-1.0, 2.0, 0.5, -3.0], [0, 1, 0, 0], 0.75),
    (ivy.train.Precision(), [0.9, 0.6, 0.1, 0.8], [1, 0, 1, 1], 2 / 3),
    (ivy.train.Recall(), [0.9, 0.6, 0.1, 0.2], [1, 0, 1, 1], 1 / 3),
    (ivy.train.F1(), [0.9, 0.6, 0.1, 0.2], [1, 0, 1, 1], 2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3)),
    (ivy.train.Recall(), [0.9, 0.6], [0, 0], math.nan),
    (MeanSquaredError(), [1.0, 2.0, 4.0], [1.0, 4.0, 1.0], 13 / 3),
    (ivy.train.RootMeanSquaredError(), [1.0, 2.0, 4.0], [1.0, 4.0, 1.0], math.sqrt(13 / 3)),
    (ivy.train.MeanAbsoluteError(), [1.0, 2.0, 4.0], [1.0, 4.0, 1.0], 5 / 3),
    (Mean(lambda p, t: p - t), [1.0, 2.0, 4.0], [1.0, 4.0, 1.0], 1 / 3),
    (Mean(lambda p, t: ivy.max(p)), [1.0, 2.0, 4.0], [1.0, 4.0, 1.0], (2 * 2 + 4) / 3),
]


@pytest.mark.parametrize(("metric", "prediction", "target", "expected"), RESULTS)
def test_metrics(backend, metric, prediction, target, expected):
    metric.reset()
    assert math.isnan(metric.value())
    for part in (slice(2), slice(2, None)):
        metric.update(ivy.asarray(prediction[part]), ivy.asarray(target[part]))
    numpy.testing.assert_allclose(metric.value(), expected, rtol=1e-6)


@pytest.mark.parametrize("metric", [Accuracy(), TopKAccuracy(1), MeanSquaredError()])
def test_targets_of_another_shape(metric):
    with pytest.raises(ValueError, match=r"shape \(2,\)|\(3, 1\), got \(2,\)"):
        metric.update(ivy.ones((3, 1)), ivy.asarray([0, 1]))


# -- callbacks and history -----------------------------------------------------------------------


def test_callbacks_in_order():
    events = []

    class Log(Callback):
        def on_fit_begin(self, training):
            events.append("fit")

        def on_epoch_begin(self, training):
            events.append(f"epoch {training.epoch}")

        def on_batch_end(self, training):
            events.append(f"{training.step}")
            assert math.isfinite(training.loss)

        def on_epoch_end(self, training, values):
            events.append(sorted(values))
            values["rate"] = 0.5
            if training.epoch == 1:
                training.stop()

        def on_fit_end(self, training):
            events.append("end")

    x, y = arrays()
    model, optimiser = start()
    history = fit(model, optimiser, plain, [(x, y)], epochs=5, callbacks=[Log()], progress=False)
    assert events == ["fit", "epoch 0", "1", ["loss"], "epoch 1", "2", ["loss"], "end"]
    assert history["rate"] == [0.5, 0.5]


class Given(Metric):
    """A number for each epoch that a test gives."""

    def __init__(self, values):
        self.values = iter(values)

    def result(self, *sums):
        return next(self.values)

    def measure(self, prediction, target):
        return (0,)


@pytest.mark.parametrize(
    ("values", "options", "epochs", "best"),
    [
        ([3, 2, 1, 2, 3], {"patience": 2}, 5, 2),
        ([3, 2, 2, 1], {}, 3, 1),
        ([3, 2, 2, 1], {"patience": 1}, 3, 1),
        ([3, 2.9, 2.8, 1], {"patience": 2, "min_delta": 0.5}, 3, 0),
        ([1, 2, 1, 1], {"mode": "max", "patience": 2}, 4, 1),
        ([math.nan, 2, math.nan, math.nan], {"patience": 2}, 4, 1),
    ],
)
def test_early_stopping(values, options, epochs, best):
    x, y = arrays()
    model, optimiser = start()
    kept = []

    class Keep(Callback):
        def on_epoch_end(self, training, values):
            kept.append(weights(model))

    stop = EarlyStopping("given", restore_best=True, **options)
    history = fit(
        *(model, optimiser, loss, [(x, y)]),
        epochs=9,
        metrics={"given": Given(values)},
        callbacks=[stop, Keep()],
        progress=False,
        compile=False,
    )
    assert (history.epochs, stop.best_epoch, stop.best) == (epochs, best, values[best])
    for path, w in weights(model).items():
        assert w.tolist() == kept[best][path].tolist()


def test_wrong_options_of_early_stopping():
    x, y = arrays()
    with pytest.raises(ValueError, match="one of loss, got monitor='val_loss'; pass validation="):
        fit(*start(), plain, [(x, y)], epochs=1, callbacks=[EarlyStopping()], progress=False)
    for options in ({"mode": "up"}, {"patience": -1}, {"min_delta": -1}):
        with pytest.raises(ValueError, match=next(iter(options))):
            EarlyStopping(**options)


def test_history_as_text_and_without_matplotlib(monkeypatch):
    history = History()
    history.append({"loss": 0.5})
    history.append({"loss": 0.25, "val_loss": 1.0})
    assert (history.epochs, history["val_loss"][1]) == (2, 1.0)
    assert str(history).splitlines()[0].split() == ["epoch", "loss", "val_loss"]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r'pip install "ivy\[plot\]"'):
        history.plot()


@pytest.fixture
def pyplot():
    pyplot = pytest.importorskip("matplotlib.pyplot", reason='pip install "ivy[plot]"')
    pyplot.switch_backend("agg")
    yield pyplot
    pyplot.close("all")


def drawn(axes):
    """The lines of a diagram: the points of each, by name."""
    return {line.get_label(): line.get_xydata().tolist() for line in axes.lines}


def test_history_is_drawn(pyplot):
    history = History({"loss": [1.0, 0.5], "a": [0.1, 0.2], "val_loss": [2.0, math.nan]})
    figure = history.plot()
    first, second = figure.axes
    assert drawn(first)["loss"] == [[1.0, 1.0], [2.0, 0.5]]
    numpy.testing.assert_array_equal(drawn(first)["val_loss"], [[1.0, 2.0], [2.0, math.nan]])
    assert drawn(second) == {"a": [[1.0, 0.1], [2.0, 0.2]]}
    for axes, names in ((first, ["loss", "val_loss"]), (second, ["a"])):
        assert [text.get_text() for text in axes.get_legend().get_texts()] == names
        assert axes.get_xlabel() == "epoch"
    figure.canvas.draw()


def test_history_is_drawn_where_it_is_asked_for(pyplot):
    figure, axes = pyplot.subplots()
    assert History({"loss": [1.0], "a": [0.5]}).plot(axes) is figure
    assert drawn(axes) == {"loss": [[1.0, 1.0]], "a": [[1.0, 0.5]]}


def test_history_of_no_epoch_is_drawn(pyplot):
    (axes,) = History().plot().axes
    assert drawn(axes) == {}


# -- progress ------------------------------------------------------------------------------------


def test_progress_is_plain_lines_where_there_is_no_terminal(capsys):
    x, y = arrays()
    fit(*start(), loss, [(x, y)] * 2, epochs=2, metrics={"accuracy": Accuracy()})
    out, err = capsys.readouterr()
    first, second = err.splitlines()
    assert out == ""
    assert "\r" not in err
    assert first.startswith("epoch 1/2  batch 2/2  loss 0.")
    assert "accuracy 0." in first
    assert "examples/s" in first
    assert first.endswith("left")
    assert "left" not in second
    fit(*start(), loss, [(x, y)], epochs=1, progress=False)
    assert capsys.readouterr() == ("", "")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_one_line_on_a_terminal(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("ivy.train.progress._INTERVAL_S", 0)
    shown = Progress(1, stream)
    shown.start(0, 3, 0)
    for count in (1, 2, 3):
        assert shown.batch(count, 5)
        shown.show(count, {"loss": 1 / count})
    shown.end(3, {"loss": 0.5})
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert text.endswith("\n")
    parts = text.split("\r")
    assert parts[1].startswith("epoch 1/1  batch 1/3  loss 1 ")
    assert len(parts) == 5


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "kind", "text"),
    [
        ({"loss": lambda m, x, y: m(x)}, ValueError, r"shape \(\), got shape \(20, 2\)"),
        ({"loss": lambda m, x, y: 1.0}, TypeError, "got float"),
        ({"loss": lambda m, x, y: None}, TypeError, "got NoneType"),
        ({"loss": 3}, TypeError, "got int"),
        ({"model": object()}, TypeError, "got object"),
        ({"optimiser": object()}, TypeError, "got object"),
        ({"optimiser": ivy.optim.LBFGS()}, TypeError, "got LBFGS"),
        ({"optimiser": ivy.optim.SGD}, TypeError, "got the class SGD"),
        ({"model": ivy.nn.Linear}, TypeError, "got the class Linear"),
        ({"model": ivy.nn.Identity()}, ValueError, "at least one parameter"),
        ({"data": []}, ValueError, "none in epoch 1"),
        ({"data": iter([arrays()])}, ValueError, "none in epoch 2; an iterator"),
        ({"data": tuple(arrays())}, TypeError, "ArrayDataset"),
        ({"data": 3}, TypeError, "batches"),
        ({"data": [tuple(x[:0] for x in arrays())]}, ValueError, "batches of samples"),
        ({"data": [(arrays()[0], arrays()[1][:3])]}, ValueError, ""),
        ({"validation": iter(())}, ValueError, "validate"),
        ({"validation": [tuple(x[:0] for x in arrays())]}, ValueError, "batches of samples"),
        ({"epochs": -1}, ValueError, "epochs=-1"),
        ({"epochs": 1.5}, ValueError, "epochs=1.5"),
        ({"clip_norm": 0}, ValueError, "clip_norm=0"),
        ({"clip_norm": "big"}, TypeError, "clip_norm='big'"),
        ({"resume": "always"}, ValueError, "resume='always'"),
        ({"metrics": {"a": Accuracy()}}, TypeError, "pair of the loss and the prediction"),
        ({"metrics": {"a": 3}}, TypeError, "int for 'a'"),
        ({"metrics": {"loss": Accuracy()}}, ValueError, "'loss'"),
        ({"metrics": {"val_loss": Accuracy()}}, ValueError, "'val_loss'"),
        ({"metrics": {"a": Accuracy(), "val_a": Accuracy()}}, ValueError, "'val_a'"),
        ({"metrics": {1: Accuracy()}}, TypeError, "the name 1"),
        ({"callbacks": [print]}, TypeError, "Callback"),
        ({"callbacks": 3}, TypeError, "Callback"),
        ({"compile": "yes"}, TypeError, "compile='yes'"),
    ],
)
def test_wrong_arguments(change, kind, text):
    model, optimiser = start()
    given = {
        "model": model,
        "optimiser": optimiser,
        "loss": plain,
        "data": [arrays()],
        "epochs": 2,
        "progress": False,
        **change,
    }
    with pytest.raises(kind, match=text):
        fit(**given)


def test_nothing_is_trained_where_there_is_nothing_to_validate_with():
    model, optimiser = start()
    before = {path: x.tolist() for path, x in model.parameters().items()}
    with pytest.raises(ValueError, match="validate"):
        fit(model, optimiser, plain, [arrays()], epochs=1, validation=[], progress=False)
    assert {path: x.tolist() for path, x in model.parameters().items()} == before
