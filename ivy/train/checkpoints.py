"""Checkpoints: a model, its optimiser and where a training is, in one file that is whole or not."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy

from ivy import backends
from ivy.array import Array, lift
from ivy.errors import CheckpointError
from ivy.functional import random
from ivy.functional.interop import to_backend, to_numpy

FORMAT = "ivy.train.checkpoint"
VERSION = 1
# The names of dtypes in the format, see https://huggingface.co/docs/safetensors.
_DTYPES: dict[str, Any] = {
    "BOOL": numpy.bool_,
    **{
        f"{kind}{bits}": f"{name}{bits}"
        for kind, name in (("I", "int"), ("U", "uint"))
        for bits in (8, 16, 32, 64)
    },
    "F16": "float16",
    "F32": "float32",
    "F64": "float64",
    "BF16": ml_dtypes.bfloat16,
    "F8_E4M3": ml_dtypes.float8_e4m3fn,
    "F8_E5M2": ml_dtypes.float8_e5m2,
}
# No header is longer; the format's own limit.
_LONGEST_HEADER = 100_000_000


@dataclass(frozen=True)
class Checkpoint:
    """What a checkpoint says besides the state of model and optimiser.

    Attributes
    ----------
    path
        The file.
    epoch, step
        How many epochs and steps had been made.
    backend
        The backend on which it was saved.
    generator
        The state of the generator of random numbers.
    extra
        What was given to `save` as `extra`; arrays are NumPy's.
    """

    path: Path
    epoch: int
    step: int
    backend: str
    generator: tuple[int, int]
    extra: dict[str, Any]


def save(
    path: str | os.PathLike[str],
    model: Any,
    optimiser: Any = None,
    extra: Mapping[str, Any] | None = None,
    *,
    epoch: int = 0,
    step: int = 0,
) -> None:
    """Write a model, and the state of its optimiser, to a file in the safetensors format.

    The file is written beside its place and moved there when it is complete: whatever comes in
    between, the former file stays. It has a checksum, which `load` looks at.

    Parameters
    ----------
    path
        The file.
    model
        A module.
    optimiser
        An optimiser of `ivy.optim`.
    extra
        Anything else by name: arrays, and what JSON can write.
    epoch, step
        How many epochs and steps have been made.

    Raises
    ------
    ImportError
        safetensors is not installed.
    TypeError
        Something in `extra` can be written neither as an array nor in JSON.

    Examples
    --------
    >>> import ivy, os, tempfile
    >>> model = ivy.nn.Linear(3, 2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "model.safetensors")
    ...     ivy.train.save(path, model, extra={"note": "first"}, step=3)
    ...     checkpoint = ivy.train.load(path, ivy.nn.Linear(3, 2))
    >>> checkpoint.step, checkpoint.extra
    (3, {'note': 'first'})
    """
    tensors = {f"model.{p}": x for p, x in model.state_dict().items()}
    if optimiser is not None:
        tensors |= {f"optimiser.{p}": x for p, x in optimiser.state_dict().items()}
    plain: dict[str, Any] = {}
    for name, value in (extra or {}).items():
        if isinstance(lift(value), Array):
            tensors[f"extra.{name}"] = value
        else:
            plain[str(name)] = value
    places = list(model.cells().values())
    metadata = {
        "epoch": epoch,
        "step": step,
        "backend": places[0].get().NAME if places else backends.current_backend(),
        "generator": list(random.generator_state()),
        "optimiser": None if optimiser is None else type(optimiser).__name__,
        "extra": plain,
    }
    _write(Path(path), {name: to_numpy(x) for name, x in tensors.items()}, metadata)


def load(
    path: str | os.PathLike[str],
    model: Any,
    optimiser: Any = None,
    *,
    generator: bool | None = None,
) -> Checkpoint:
    """Read what `save` wrote into a model and its optimiser, which may be of another backend.

    Where anything is wrong, nothing is changed.

    Parameters
    ----------
    path
        The file.
    model
        A module with the same paths and shapes; its arrays keep their dtype and device.
    optimiser
        An optimiser of the same kind, if its state was saved.
    generator
        Whether the generator of random numbers goes on where it was; by default if there is an
        optimiser, that is where a training goes on.

    Raises
    ------
    CheckpointError
        The file is truncated, damaged, none of `save`, or does not fit. It is a ``ValueError``.
    FileNotFoundError
        There is no such file.
    """
    return Content(Path(path)).put_into(model, optimiser, generator=generator)


class Content:
    """A checkpoint that has been read and found to be whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tensors, self.metadata = _read(path)
        self.checkpoint = Checkpoint(
            path,
            self.metadata["epoch"],
            self.metadata["step"],
            self.metadata["backend"],
            tuple(self.metadata["generator"]),
            {**self.metadata["extra"], **self.part("extra")},
        )

    def part(self, name: str) -> dict[str, Any]:
        """Return the arrays of one part by their names in it."""
        start = f"{name}."
        return {k.removeprefix(start): v for k, v in self.tensors.items() if k.startswith(start)}

    def put_into(self, model: Any, optimiser: Any, *, generator: bool | None) -> Checkpoint:
        """Change model and optimiser to what was saved, both or neither."""
        if optimiser is not None and self.metadata["optimiser"] is None:
            raise CheckpointError(
                f"{self.path}: expected the state of an optimiser in the checkpoint, got a model "
                "alone; load it without optimiser="
            )
        cells = model.cells()
        before = {path: cell.get() for path, cell in cells.items()}
        state = None if optimiser is None else optimiser.state
        try:
            model.load_state_dict(_like(self.part("model"), before))
            if optimiser is not None:
                params = model.trainable()
                optimiser.load_state_dict(self._state_for(params), params)
        except BaseException as error:
            for path, cell in cells.items():
                cell.set(before[path])
            if optimiser is not None:
                optimiser.state = state
            if isinstance(error, ValueError | TypeError):
                raise CheckpointError(f"{self.path}: {error}") from error
            raise
        if generator or (generator is None and optimiser is not None):
            random.set_generator_state(self.checkpoint.generator)
        return self.checkpoint

    def _state_for(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arrays of the optimiser, on the device of the parameters."""
        first = next(iter(params.values()), None)
        arrays = self.part("optimiser")
        if first is None:
            return arrays
        return {
            name: to_backend(x, first.NAME, device=first.device, copy=True)
            for name, x in arrays.items()
        }


def _like(arrays: dict[str, Any], places: Mapping[str, Any]) -> dict[str, Any]:
    """Return arrays on the devices of those that they will replace."""
    return {
        path: to_backend(x, places[path].NAME, device=places[path].device) if path in places else x
        for path, x in arrays.items()
    }


# -- the file -------------------------------------------------------------------------------------


def _write(path: Path, arrays: dict[str, Any], metadata: dict[str, Any]) -> None:
    try:
        from safetensors.numpy import save_file
    except ImportError as error:
        raise ImportError(
            'ivy.train.save: expected safetensors to be installed; run: pip install "ivy[train]"',
            name="safetensors",
        ) from error
    # The format has no wide complex numbers: they are pairs.
    complex_ones = sorted([name for name, x in arrays.items() if x.dtype.kind == "c"])
    plain = {name: _as_stored(x) for name, x in arrays.items()}
    try:
        text = json.dumps({**metadata, "complex": complex_ones})
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"ivy.train.save: expected arrays, and what JSON can write, in extra: {error}"
        ) from error
    header = {"format": FORMAT, "version": str(VERSION), "state": text}
    header["sha256"] = _checksum(header, plain)
    # In the same folder, for only there it can be moved into place at once.
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        save_file(plain, beside, metadata=header)
        _to_disk(beside)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # the name is in the folder, which has to be on the disk too
        _to_disk(path.parent)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _as_stored(x: Any) -> Any:
    x = numpy.asarray(x, order="C")
    if x.dtype.kind == "c":
        return x.reshape((*x.shape, 1)).view(x.real.dtype)
    return x


def _checksum(header: Mapping[str, str], arrays: Mapping[str, Any]) -> str:
    """Return the SHA-256 of everything that the file says."""
    found = hashlib.sha256()
    fixed = {name: (x.dtype.name, list(x.shape)) for name, x in sorted(arrays.items())}
    found.update(json.dumps([dict(header), fixed], sort_keys=True).encode())
    for _, x in sorted(arrays.items()):
        found.update(x.reshape(-1).view("uint8").data)
    return found.hexdigest()


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arrays and the metadata of a file, or raise where it is not whole."""
    data = path.read_bytes()
    header, start = _header(path, data)
    given = header.pop("__metadata__", None)
    metadata = dict(given) if isinstance(given, dict) else {}
    if metadata.get("format") != FORMAT:
        raise CheckpointError(
            f"{path}: expected a checkpoint of ivy.train.save, got a safetensors file of another "
            "origin; read it with safetensors, and give the arrays to model.load_state_dict"
        )
    if metadata.get("version") != str(VERSION):
        raise CheckpointError(
            f"{path}: expected a checkpoint of version {VERSION}, got version "
            f"{metadata.get('version')!r}; read it with the Ivy that wrote it"
        )
    try:
        arrays, end = _arrays(header, data, start)
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{path}: the checkpoint is damaged in its header: {error}") from None
    if end != len(data):
        raise CheckpointError(
            f"{path}: the checkpoint is {'truncated' if end > len(data) else 'damaged'}: expected "
            f"{end} bytes, got {len(data)}"
        )
    expected = metadata.pop("sha256", None)
    if _checksum(metadata, arrays) != expected:
        raise CheckpointError(
            f"{path}: the checkpoint is damaged: its checksum is not that of its content"
        )
    state = json.loads(metadata["state"])
    # Memory of their own, which is aligned, and does not keep the whole file.
    arrays = {name: numpy.array(x) for name, x in arrays.items()}
    for name in state["complex"]:
        x = arrays[name]
        wide = "complex128" if x.dtype == "float64" else "complex64"
        arrays[name] = x.view(wide).reshape(x.shape[:-1])
    return arrays, state


def _header(path: Path, data: bytes) -> tuple[dict[str, Any], int]:
    """Return the header of a safetensors file, and where its arrays begin."""
    length = int.from_bytes(data[:8], "little")
    if not data:
        raise CheckpointError(f"{path}: the checkpoint is truncated: the file is empty")
    if len(data) >= 9 and (length > _LONGEST_HEADER or data[8:9] != b"{"):
        raise CheckpointError(
            f"{path}: expected a checkpoint of ivy.train.save, got a file of another format"
        )
    if len(data) < 9 or len(data) < 8 + length:
        raise CheckpointError(
            f"{path}: the checkpoint is truncated, or no checkpoint: {len(data)} bytes do not hold "
            "its header"
        )
    try:
        header = json.loads(data[8 : 8 + length])
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise CheckpointError(f"{path}: the checkpoint is damaged: its header cannot be read")
    return header, 8 + length


def _arrays(header: dict[str, Any], data: bytes, start: int) -> tuple[dict[str, Any], int]:
    """Return the arrays of a file that are in it whole, and where they end by its header."""
    arrays, last = {}, start
    for name, entry in header.items():
        dtype = numpy.dtype(_DTYPES[entry["dtype"]])
        shape = tuple([int(n) for n in entry["shape"]])
        a, b = entry["data_offsets"]
        if not 0 <= a <= b or min(shape, default=0) < 0:
            raise ValueError(f"{name} has the offsets {a} and {b}, and the shape {shape}")
        if b - a != math.prod(shape) * dtype.itemsize:
            raise ValueError(f"{name} has {b - a} bytes for the shape {shape} of {dtype}")
        last = max(last, start + b)
        if start + b <= len(data):
            flat = numpy.frombuffer(data, dtype, math.prod(shape), start + a)
            arrays[name] = flat.reshape(shape)
    return arrays, last


# -- a folder of them -----------------------------------------------------------------------------


class Checkpoints:
    """A folder to which a training saves checkpoints, of which it keeps the last ones.

    Parameters
    ----------
    folder
        The folder, which is made if it is not there.
    keep_last
        How many to keep; None keeps all.
    every
        Also to save after so many steps, in the middle of epochs; by default only at their ends.

    Examples
    --------
    >>> import ivy, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     checkpoints = ivy.train.Checkpoints(folder, keep_last=2)
    ...     for step in (1, 2, 3):
    ...         path = checkpoints.save(ivy.nn.Linear(3, 2), step=step)
    ...     [file.name for file in checkpoints.files()]
    ['checkpoint-000000002.safetensors', 'checkpoint-000000003.safetensors']
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        keep_last: int | None = 3,
        every: int | None = None,
    ) -> None:
        for name, value in {"keep_last": keep_last, "every": every}.items():
            if value is not None and (isinstance(value, bool) or value < 1):
                raise ValueError(
                    f"ivy.train.Checkpoints: expected {name} >= 1 or None, got {name}={value!r}"
                )
        self.folder = Path(folder)
        self.keep_last = keep_last
        self.every = every

    def files(self) -> list[Path]:
        """Return the checkpoints, the oldest first."""
        named = re.compile(r"checkpoint-(\d+)\.safetensors")
        found = [
            (int(match[1]), path)
            for path in (self.folder.iterdir() if self.folder.is_dir() else ())
            if (match := named.fullmatch(path.name))
        ]
        return [path for _, path in sorted(found)]

    def latest(self) -> Path | None:
        """Return the newest checkpoint; None where there is none."""
        return next(reversed(self.files()), None)

    def save(self, model: Any, optimiser: Any = None, **options: Any) -> Path:
        """Save a checkpoint as `ivy.train.save` does, and delete those that are too old."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"checkpoint-{options.get('step', 0):09}.safetensors"
        save(path, model, optimiser, **options)
        if self.keep_last is not None:
            for old in self.files()[: -self.keep_last]:
                old.unlink(missing_ok=True)
        return path

    def tidy(self) -> None:
        """Delete what a process that was killed has left unfinished."""
        if self.folder.is_dir():
            for path in self.folder.glob(".checkpoint-*.safetensors.*.tmp"):
                path.unlink(missing_ok=True)

    def __repr__(self) -> str:
        return f"Checkpoints({str(self.folder)!r}, keep_last={self.keep_last})"
