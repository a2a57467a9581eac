"""`ivy.train.save` and `load`: a file is whole or refused, and what is refused changes nothing."""

from __future__ import annotations

import contextlib
import json
import os
import sys

import numpy
import pytest

import ivy
from ivy.errors import CheckpointError
from ivy.train import Checkpoints, checkpoints, load, save

safetensors = pytest.importorskip("safetensors.numpy", reason="pip install ivy[train]")


class Net(ivy.nn.Module):
    def __init__(self, size=3, dtype="float32"):
        self.weight = ivy.random_normal(shape=(size, 2), dtype=dtype)
        self.seen = ivy.nn.Buffer(ivy.asarray(0))


def trained(size=3, steps=2):
    """Return a model and an optimiser that has made some steps."""
    model, optimiser = Net(size), ivy.optim.Adam(0.1)
    for _ in range(steps):
        gradients = ivy.grad(lambda m: ivy.sum(m.weight * m.weight))(model)
        optimiser.step(model, gradients)
        model.seen = model.seen + 1
    return model, optimiser


def values(*objects):
    """Return everything that objects keep, as lists, and the generator's state."""
    found = [{k: ivy.to_numpy(v).tolist() for k, v in o.state_dict().items()} for o in objects]
    return found, ivy.functional.random.generator_state()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.safetensors"


def test_everything_comes_back(backend, file):
    model, optimiser = trained()
    extra = {"note": "ü", "rates": [0.1, 1e-300], "mean": ivy.asarray([1.0, 2.0])}
    save(file, model, optimiser, extra, epoch=2, step=7)
    expected = values(model, optimiser)
    ivy.seed(99)
    other, opt = Net(), ivy.optim.Adam(0.1)
    checkpoint = load(file, other, opt)
    assert values(other, opt) == expected
    assert (checkpoint.epoch, checkpoint.step, checkpoint.backend) == (2, 7, backend)
    assert checkpoint.extra["mean"].tolist() == [1.0, 2.0]
    assert {k: checkpoint.extra[k] for k in ("note", "rates")} == {
        "note": "ü",
        "rates": [0.1, 1e-300],
    }
    assert other.weight.backend == backend
    # It goes on as if nothing had been.
    for m, o in ((model, optimiser), (other, opt)):
        o.step(m, ivy.grad(lambda m: ivy.sum(m.weight * m.weight))(m))
    assert values(model) == values(other)
    assert os.listdir(file.parent) == [file.name]


def test_generator_is_left_alone_without_an_optimiser(file):
    model, optimiser = trained()
    save(file, model, optimiser)
    ivy.seed(5)
    load(file, model)
    assert ivy.functional.random.generator_state() == (5, 0)
    load(file, model, generator=True)
    assert ivy.functional.random.generator_state() != (5, 0)


@pytest.mark.parametrize(
    "dtype",
    ["bfloat16", "float16", "float64", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2"],
)
def test_dtypes_stay(backend, file, dtype):
    class One(ivy.nn.Module):
        def __init__(self, values):
            self.a = ivy.astype(ivy.asarray(values), dtype)
            self.scalar = self.a[0]
            self.empty = ivy.astype(ivy.zeros((0, 3)), dtype)
            self.mask = ivy.nn.Buffer(ivy.asarray([True, False]))

    model, other = One([0.5, -2.0]), One([0.0, 0.0])
    save(file, model)
    load(file, other)
    for path, x in model.state_dict().items():
        y = other.state_dict()[path]
        assert (y.dtype, y.shape) == (x.dtype, x.shape)
        assert ivy.to_numpy(y).tobytes() == ivy.to_numpy(x).tobytes()
    assert any(x.dtype == dtype for x in other.state_dict().values())


def test_a_file_of_another_backend(file):
    with ivy.with_backend("numpy"):
        model, _ = trained()
        save(file, model)
    with ivy.with_backend("array_api_strict"):
        other = Net()
        assert load(file, other).backend == "numpy"
        assert other.weight.backend == "array_api_strict"
    numpy.testing.assert_array_equal(ivy.to_numpy(other.weight), ivy.to_numpy(model.weight))


def test_others_can_read_it(file):
    model, _ = trained()
    save(file, model)
    found = safetensors.load_file(file)
    numpy.testing.assert_array_equal(found["model.weight"], ivy.to_numpy(model.weight))


# -- what is refused -----------------------------------------------------------------------------


def refused(file, *objects):
    """Check that a file is refused by name and changes nothing; return the message."""
    before = values(*objects)
    with pytest.raises(CheckpointError, match=r"a\.safetensors") as info:
        load(file, *objects)
    assert values(*objects) == before
    assert isinstance(info.value, ValueError)
    return str(info.value)


def test_truncated_files(file):
    model, optimiser = trained()
    save(file, model, optimiser)
    whole = file.read_bytes()
    other, opt = trained(steps=1)
    lengths = {*range(0, len(whole), 37), *range(12), len(whole) - 1}
    for length in sorted(lengths):
        file.write_bytes(whole[:length])
        assert "truncated" in refused(file, other, opt)
    file.write_bytes(whole + b"\0")
    assert "damaged" in refused(file, other, opt)
    file.write_bytes(whole)
    load(file, other, opt)


def test_flipped_bits(file):
    model, optimiser = trained()
    save(file, model, optimiser)
    whole = file.read_bytes()
    other, opt = trained(steps=1)
    for place in range(0, len(whole), 29):
        changed = bytearray(whole)
        changed[place] ^= 1
        file.write_bytes(changed)
        assert refused(file, other, opt)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"PK\x03\x04 a zip of another library", "another format"),
        (b"#!/usr/bin/env python\nprint(1)\n", "another format"),
        ((2).to_bytes(8, "little") + b"{}", "another origin"),
        ((2).to_bytes(8, "little") + b"{?", "damaged"),
    ],
)
def test_foreign_files(file, content, text):
    file.write_bytes(content)
    assert text in refused(file, *trained())


def test_safetensors_of_others(file):
    safetensors.save_file({"weight": numpy.ones(2)}, file)
    assert "another origin" in refused(file, *trained())


def test_a_later_version(file):
    model, _ = trained()
    save(file, model)
    data = file.read_bytes()
    file.write_bytes(data.replace(b'"version":"1"', b'"version":"9"'))
    assert file.read_bytes() != data
    assert "version '9'" in refused(file, model)


def test_there_is_no_file(file):
    with pytest.raises(FileNotFoundError, match=r"a\.safetensors"):
        load(file, Net())


def test_what_does_not_fit_changes_nothing(file):
    model, optimiser = trained(3)
    save(file, model, optimiser)
    assert "(3, 2)" in refused(file, *trained(4))
    # The model fits, the optimiser does not.
    other, _ = trained(3, steps=1)
    assert "momentum" in refused(file, other, ivy.optim.SGD(0.1, momentum=0.9))
    save(file, model)
    assert "optimiser" in refused(file, *trained(3))


# -- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
@pytest.mark.parametrize("function", ["replace", "fsync"])
def test_interrupted_writes_leave_the_former_file(file, monkeypatch, error, function):
    model, optimiser = trained()
    save(file, model, optimiser, step=1)
    before = file.read_bytes()

    def fail(*args):
        raise error("in between")

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(error, match="in between"):
        save(file, *trained(), step=2)
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == [file.name]
    monkeypatch.undo()
    assert load(file, model, optimiser).step == 1


class Interrupted:
    """Raises ``KeyboardInterrupt`` before the `n`-th line of the code that writes checkpoints."""

    def __init__(self, n):
        self.left = n

    def __enter__(self):
        self.former = sys.gettrace()
        sys.settrace(self.trace)

    def __exit__(self, *error):
        sys.settrace(self.former)

    def trace(self, frame, event, argument):
        if frame.f_code.co_filename != checkpoints.__file__:
            return None
        if event == "line" and self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None  # the clean-up is not interrupted again
                raise KeyboardInterrupt
        return self.trace


def test_an_interrupt_before_any_line_leaves_whole_checkpoints(tmp_path):
    model, optimiser = trained()
    kept = Checkpoints(tmp_path / "folder", keep_last=2)
    for step in (1, 2):
        kept.save(model, optimiser, step=step)
    expected = {path: path.read_bytes() for path in kept.files()}
    assert [path.name[-13:] for path in expected] == ["1.safetensors", "2.safetensors"]
    optimiser.step(model, ivy.grad(lambda m: ivy.sum(m.weight * m.weight))(model))
    n, seen = 0, set()
    while True:
        with contextlib.suppress(KeyboardInterrupt), Interrupted(n):
            kept.save(model, optimiser, step=3)
            break
        n += 1
        steps = [load(p, Net(), ivy.optim.Adam(0.1)).step for p in kept.files()]
        assert steps in ([1, 2], [1, 2, 3], [2, 3])  # each is whole
        assert sorted(kept.folder.iterdir()) == kept.files()
        seen.add(tuple(steps))
        for path in kept.folder.iterdir():
            path.unlink()
        for path, content in expected.items():
            path.write_bytes(content)
    # It was interrupted before, between and after the steps that matter.
    assert n > 30
    assert seen == {(1, 2), (1, 2, 3), (2, 3)}


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("function", ["open", "fsync", "close", "replace", "save_file"])
def test_an_interrupt_around_any_step_is_not_resumed_from(tmp_path, monkeypatch, function, when):
    model, optimiser = trained()
    kept = Checkpoints(tmp_path)
    kept.save(model, optimiser, step=1)
    before = values(model, optimiser)
    holder = safetensors if function == "save_file" else os
    original = getattr(holder, function)

    def interrupted(*args, **options):
        result = None if when == "before" else original(*args, **options)
        monkeypatch.setattr(holder, function, original)
        raise KeyboardInterrupt(result)

    optimiser.step(model, ivy.grad(lambda m: ivy.sum(m.weight * m.weight))(model))
    monkeypatch.setattr(holder, function, interrupted)
    with pytest.raises(KeyboardInterrupt):
        kept.save(model, optimiser, step=2)
    # Only once the whole file has been moved into its place it is one.
    is_there = (function, when) == ("replace", "after")
    assert [p.name[-13:-12] for p in sorted(tmp_path.iterdir())] == ["1", "2"][: 1 + is_there]
    other, opt = Net(), ivy.optim.Adam(0.1)
    load(kept.latest(), other, opt)
    assert values(other, opt) == (values(model, optimiser) if is_there else before)


def test_extra_that_cannot_be_written(file):
    with pytest.raises(TypeError, match=r"ivy\.train\.save: .* in extra"):
        save(file, Net(), extra={"a": object()})
    assert os.listdir(file.parent) == []


def test_safetensors_is_not_installed(file, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "safetensors.numpy", None)
    with pytest.raises(ImportError, match=r"ivy\[train\]"):
        save(file, Net())


def test_the_last_ones_are_kept(tmp_path):
    checkpoints = Checkpoints(tmp_path / "new", keep_last=2)
    assert (checkpoints.files(), checkpoints.latest()) == ([], None)
    model = Net()
    for step in (9, 10, 100):
        checkpoints.save(model, step=step)
    (checkpoints.folder / "notes.txt").write_text("mine", encoding="utf-8")
    left = checkpoints.folder / ".checkpoint-000000101.safetensors.ab.tmp"
    left.write_bytes(b"")
    assert [load(f, model).step for f in checkpoints.files()] == [10, 100]
    checkpoints.tidy()
    assert len(os.listdir(checkpoints.folder)) == 3


@pytest.mark.parametrize("options", [{"keep_last": 0}, {"every": 0}])
def test_wrong_options(tmp_path, options):
    with pytest.raises(ValueError, match=json.dumps(next(iter(options))).strip('"')):
        Checkpoints(tmp_path, **options)
