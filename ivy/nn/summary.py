"""`summary`: what a model is made of, as a table."""

from __future__ import annotations

import contextvars
import copy
import math
from collections.abc import Sequence
from numbers import Integral
from typing import Any, NamedTuple

from ivy.array import Array
from ivy.functional._op import beside
from ivy.functional.creation import zeros
from ivy.nn.layer import Dtype
from ivy.nn.module import Module, copied

Shape = tuple[int, ...]


class Row(NamedTuple):
    """A line of a summary: a module, what it gives, and how many parameters are its own."""

    path: str
    name: str
    output_shape: Any
    parameters: int


class Summary:
    """What `summary` returns; printed, it is a table.

    Attributes
    ----------
    rows
        A `Row` for each module, in order.
    trainable, frozen
        How many elements the parameters have that are trained, and those that are not; shared ones
        count once.
    nbytes
        How many bytes parameters and buffers take.
    """

    def __init__(self, rows: list[Row], trainable: int, frozen: int, nbytes: int) -> None:
        self.rows = rows
        self.trainable = trainable
        self.frozen = frozen
        self.nbytes = nbytes

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        table = [("path", "layer", "output shape", "parameters")]
        for row in self.rows:
            shape = "-" if row.output_shape is None else str(row.output_shape)
            table.append((row.path or "(model)", row.name, shape, f"{row.parameters:,}"))
        widths = [max(len(line[i]) for line in table) for i in range(4)]
        lines = [
            "  ".join(
                [
                    *[c.ljust(w) for c, w in zip(line[:3], widths, strict=False)],
                    line[3].rjust(widths[3]),
                ]
            )
            for line in table
        ]
        lines.insert(1, "-" * len(lines[0]))
        total = self.trainable + self.frozen
        parts = f"{total:,} parameters: {self.trainable:,} trainable, {self.frozen:,} frozen"
        return "\n".join([*lines, lines[1], f"{parts}; {self.nbytes:,} bytes with buffers"])


def summary(
    model: Module, input_shape: Shape | Sequence[Shape], *, dtype: Dtype | Sequence[Dtype] = None
) -> Summary:
    """Return a table of a model: path, class, output shape and parameters of each module.

    The model runs once, on zeros, as in use. That changes nothing in it, and draws nothing from the
    random generator.

    Parameters
    ----------
    model
        The model.
    input_shape
        The shape of its input, with the axis of the samples; or several shapes for several inputs.
    dtype
        The dtype of the input, or one for each; by default that of `ivy.config`. Embeddings need an
        integer one.

    Returns
    -------
    Summary
        Print it; or read its `rows`, `trainable`, `frozen` and `nbytes`.

    Raises
    ------
    ValueError
        The input does not fit the model.

    Examples
    --------
    >>> import ivy
    >>> model = ivy.nn.Sequential(ivy.nn.Linear(3, 4), ivy.nn.ReLU())
    >>> ivy.nn.summary(model, (1, 3))
    path     layer       output shape  parameters
    ---------------------------------------------
    (model)  Sequential  (1, 4)                 0
    0        Linear      (1, 4)                16
    1        ReLU        (1, 4)                 0
    ---------------------------------------------
    16 parameters: 16 trainable, 0 frozen; 64 bytes with buffers
    """
    shapes = _shapes(input_shape)
    dtypes = list(dtype) if isinstance(dtype, list | tuple) else [dtype] * len(shapes)
    if len(dtypes) != len(shapes):
        raise ValueError(
            f"ivy.nn.summary: expected a dtype for each input, got {len(dtypes)} for "
            f"input_shape={input_shape}"
        )
    own: dict[int, int] = {}
    counts = {True: 0, False: 0}
    nbytes = 0
    cells = model.cells()
    for cell in cells.values():
        value: Array = cell.get()
        size = math.prod(value.shape)
        nbytes += size * value.dtype.itemsize
        if cell.kind() == "parameter":  # type: ignore[attr-defined]  # the cell of a module
            counts[model.is_trainable(cell)] += size
            module = id(cell.module)  # type: ignore[attr-defined]
            own[module] = own.get(module, 0) + size
    like = next((c.get() for c in cells.values()), None)
    # In a context of its own the generator stands where it was.
    shown = contextvars.copy_context().run(_run, model, shapes, dtypes, like)
    rows = [
        Row(path, type(m).__name__, shown.get(path), own.get(id(m), 0))
        for path, m in model.named_modules()
    ]
    return Summary(rows, counts[True], counts[False], nbytes)


def _shapes(given: Any) -> list[Shape]:
    if all(isinstance(n, Integral) for n in given):
        return [tuple(given)]
    return [tuple(shape) for shape in given]


def _run(
    model: Module, shapes: list[Shape], dtypes: list[Any], like: Array | None
) -> dict[str, Any]:
    """Return the shapes of what the modules of a model give, by path."""
    used = copied(model).eval()
    for cell in used.cells().values():
        if cell.kind() != "parameter":
            cell.set(copy.copy(cell.get()))  # which a module may write to
    shown: dict[str, Any] = {}
    for path, module in used.named_modules():
        module.register_forward_hook(_noting(shown, path))
    inputs = []
    for shape, dtype in zip(shapes, dtypes, strict=True):
        made = zeros(shape, dtype=dtype)
        inputs.append(made if like is None else beside(like, zeros, shape, dtype=made.dtype))
    used(*inputs)
    return shown


def _noting(shown: dict[str, Any], path: str) -> Any:
    def hook(module: Module, args: Any, result: Any) -> None:
        shown[path] = _shape(result)

    return hook


def _shape(result: Any) -> Any:
    if isinstance(result, tuple | list):
        return tuple([_shape(r) for r in result])
    if isinstance(result, dict):
        return {k: _shape(v) for k, v in result.items()}
    return tuple(result.shape) if hasattr(result, "shape") else None
