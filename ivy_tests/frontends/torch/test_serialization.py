"""Files: what torch writes the frontend reads, and the other way round, on every backend."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest

from ivy_tests.frontends.torch.support import assert_same, frontend, torch

DTYPES = (
    *("float16", "bfloat16", "float32", "float64", "complex64", "complex128", "bool", "uint8"),
    *("int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"),
)


def model(T: Any) -> Any:
    return T.nn.Sequential(T.nn.Conv2d(1, 2, 3), T.nn.BatchNorm2d(2), T.nn.Flatten())


def contents(T: Any) -> Any:
    """Everything that a file can hold."""
    x = T.arange(6.0).reshape(2, 3)
    return {
        "tensors": [T.tensor([0, 1, 3]).to(getattr(T, name)) for name in DTYPES],
        "turned": x.t(),
        "row": x[1, 1:],
        "empty": T.zeros(0, 3),
        "number": T.tensor(2.5),
        "parameter": T.nn.Parameter(x.clone()),
        "leaf": T.tensor([1.0], requires_grad=True),
        "plain": [None, True, 3, -7, 2**40, -(2**40), 2.5, 1j, "ä", b"\x00\xff", (), (1,), {2}],
        "shape": x.shape,
        "dtype": T.bfloat16,
        "device": T.device("cpu"),
        "ordered": OrderedDict(b=1, a=[{}]),
    }


def through(T: Any, obj: Any) -> io.BytesIO:
    file = io.BytesIO()
    T.save(obj, file)
    file.seek(0)
    return file


def test_frontend_reads_what_torch_writes(backend: str) -> None:
    assert_same(frontend.load(through(torch, contents(torch))), contents(torch))


@pytest.mark.parametrize("weights_only", [True, False])
def test_torch_reads_what_the_frontend_writes(weights_only: bool, backend: str) -> None:
    file = through(frontend, contents(frontend))
    found = torch.load(file, weights_only=weights_only)
    assert_same(frontend.load(through(torch, found)), contents(torch))
    assert found["parameter"].requires_grad
    assert isinstance(found["parameter"], torch.nn.Parameter)
    assert found["leaf"].requires_grad
    assert found["shape"] == torch.Size([2, 3])
    assert isinstance(found["ordered"], OrderedDict)


def test_trained_model_comes_from_torch(tmp_path: Path, backend: str) -> None:
    source, x = model(torch).eval(), torch.rand(2, 1, 4, 4)
    torch.save(source.state_dict(), tmp_path / "model.pt")
    made = model(frontend).eval()
    made.load_state_dict(frontend.load(tmp_path / "model.pt", map_location="cpu"))
    assert_same(made(frontend.tensor(x.numpy())), source(x))


def test_trained_model_goes_to_torch(tmp_path: Path, backend: str) -> None:
    source = model(frontend).eval()
    x = torch.rand(2, 1, 4, 4)
    frontend.save(source.state_dict(), tmp_path / "model.pt")
    made = model(torch).eval()
    made.load_state_dict(torch.load(tmp_path / "model.pt"))
    assert_same(source(frontend.tensor(x.numpy())), made(x))


def test_state_of_an_optimizer_goes_both_ways() -> None:
    def state(T: Any) -> Any:
        weight = T.nn.Parameter(T.tensor([1.0, 2.0]))
        optimizer = T.optim.Adam([weight], lr=0.1)
        (weight * weight).sum().backward()
        optimizer.step()
        return optimizer.state_dict()

    expected = state(torch)
    found = frontend.load(through(torch, expected))
    assert_same(found["state"], expected["state"])
    assert_same(frontend.load(through(frontend, state(frontend)))["state"], expected["state"])


def test_tensors_that_share_memory_share_a_storage() -> None:
    x = frontend.ones(3)
    file = through(frontend, {"a": x, "b": x.detach(), "c": x})
    stored = [n for n in zipfile.ZipFile(file).namelist() if "/data/" in n]
    assert len(stored) == 1
    for T in (torch, frontend):
        file.seek(0)
        found = T.load(file)
        found["a"][0] = 5.0
        assert [float(found[k][0]) for k in "abc"] == [5.0] * 3


def test_file_of_another_byte_order_is_read() -> None:
    torch.serialization.set_default_load_endianness(None)
    file = through(torch, {"x": torch.tensor([1.5, -2.0]), "c": torch.tensor([1 + 2j])})
    turned = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(turned, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith("byteorder"):
                data = b"big"
            elif "/data/" in name:
                data = b"".join(data[i : i + 4][::-1] for i in range(0, len(data), 4))
            new.writestr(name, data)
    assert_same(
        frontend.load(turned), {"x": torch.tensor([1.5, -2.0]), "c": torch.tensor([1 + 2j])}
    )


def test_same_contents_are_the_same_bytes() -> None:
    files = [through(frontend, {"x": frontend.ones(2)}).getvalue() for _ in range(2)]
    assert files[0] == files[1]


# -- what is refused -------------------------------------------------------------------------------


class Payload:
    """Something that runs when it is read."""

    def __reduce__(self) -> Any:
        return print, ("this must not run",)


@pytest.mark.parametrize(
    ("obj", "name"),
    [
        (Payload(), r"builtins\.print"),
        (torch.nn.Linear(1, 1), r"torch\.nn\.modules\.linear\.Linear"),
        ({"a": Path("x")}, "pathlib"),
    ],
    ids=["call", "module", "class"],
)
@pytest.mark.parametrize("weights_only", [True, False, None])
def test_other_classes_are_not_read(
    obj: Any, name: str, weights_only: bool | None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(pickle.UnpicklingError, match=name):
        frontend.load(through(torch, obj), weights_only=weights_only)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: frontend.nn.Linear(1, 1), "Linear.*state_dict"),
        (lambda: {"a": [Path("x")]}, "pathlib"),
        (lambda: __import__("numpy").float64(1), "numpy"),
    ],
    ids=["module", "class", "numpy"],
)
def test_other_classes_are_not_written(make: Any, name: str, tmp_path: Path) -> None:
    (tmp_path / "file.pt").write_bytes(b"before")
    with pytest.raises(TypeError, match=name):
        frontend.save(make(), tmp_path / "file.pt")
    assert (tmp_path / "file.pt").read_bytes() == b"before"
    assert [p.name for p in tmp_path.iterdir()] == ["file.pt"]


def test_interrupted_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file.pt").write_bytes(b"before")

    def fail(*args: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        frontend.save({}, tmp_path / "file.pt")
    assert (tmp_path / "file.pt").read_bytes() == b"before"
    assert [p.name for p in tmp_path.iterdir()] == ["file.pt"]


def _changed(name: str, data: bytes) -> io.BytesIO:
    """A file of torch with other bytes in one record."""
    out = io.BytesIO()
    with zipfile.ZipFile(through(torch, torch.ones(4))) as old, zipfile.ZipFile(out, "w") as new:
        for record in old.namelist():
            new.writestr(record, data if record.endswith(name) else old.read(record))
    return out


@pytest.mark.parametrize(
    ("file", "error", "message"),
    [
        (lambda: io.BytesIO(b"text"), RuntimeError, "zip format"),
        (lambda: _changed("data/0", b"\x00" * 8), pickle.UnpicklingError, "does not lie"),
        (lambda: _changed("byteorder", b"middle"), RuntimeError, "byteorder"),
    ],
    ids=["text", "short", "byteorder"],
)
def test_files_that_are_wrong(file: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        frontend.load(file())


def test_tensors_of_another_device_need_map_location() -> None:
    with zipfile.ZipFile(through(torch, torch.ones(1))) as archive:
        text = archive.read("archive/data.pkl")
    moved = text.replace(b"X\x03\x00\x00\x00cpu", b"X\x06\x00\x00\x00cuda:0")
    with pytest.raises(RuntimeError, match=r"cuda:0.*map_location"):
        frontend.load(_changed("data.pkl", moved))
    for place in ("cpu", frontend.device("cpu"), {"cuda:0": "cpu"}):
        assert_same(frontend.load(_changed("data.pkl", moved), map_location=place), torch.ones(1))


@pytest.mark.parametrize("options", [{"mmap": True}, {"encoding": "latin1"}, {"map_location": max}])
def test_options_without_support_raise(options: dict[str, Any]) -> None:
    with pytest.raises(NotImplementedError, match=r"torch\.load"):
        frontend.load(through(torch, torch.ones(1)), **options)
