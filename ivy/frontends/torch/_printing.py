"""Tensors as text, in torch's form."""

from __future__ import annotations

import math
from typing import Any

import numpy

from ivy import config

# torch.set_printoptions
OPTIONS: dict[str, Any] = {
    "precision": 4,
    "threshold": 1000,
    "edgeitems": 3,
    "linewidth": 80,
    "sci_mode": None,
}
_PROFILES: dict[str, dict[str, Any]] = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors are printed.

    Parameters
    ----------
    precision
        Digits after the point.
    threshold
        With more elements than this, only the first and last of each dimension are printed.
    edgeitems
        How many of these.
    linewidth
        Characters in a line.
    profile
        ``"default"``, ``"short"`` or ``"full"``, which set all of the above.
    sci_mode
        Whether numbers have an exponent; by default where they differ much in size.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.set_printoptions(precision=2)
    >>> torch.tensor([1.23456])
    tensor([1.23])
    >>> torch.set_printoptions(profile="default")
    """
    if profile is not None:
        OPTIONS.update(_PROFILES[profile])
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    OPTIONS.update({k: v for k, v in given.items() if v is not None})
    OPTIONS["sci_mode"] = sci_mode


class _Format:
    """How the numbers of one tensor are written: all with as many digits, and as wide."""

    def __init__(self, values: Any) -> None:
        self.kind = values.dtype.kind
        self.width = 1
        self.whole = True
        self.exponent = False
        if self.kind == "f":
            finite = values[numpy.isfinite(values)]
            self._choose(finite)
            values = finite[finite != 0]  # the others may stand out
        self.width = max([len(self._plain(v)) for v in values.reshape(-1).tolist()], default=1)

    def _choose(self, values: Any) -> None:
        self.whole = bool(numpy.all(values == numpy.ceil(values)))
        size = numpy.abs(values[values != 0]).astype(numpy.float64)
        if size.size:
            low, high = float(size.min()), float(size.max())
            self.exponent = high / low > 1000 or high > 1e8
            if not self.whole:
                self.exponent = self.exponent or low < 1e-4
        if OPTIONS["sci_mode"] is not None:
            self.exponent = OPTIONS["sci_mode"]

    def _plain(self, value: Any) -> str:
        if self.kind != "f":
            return str(value)
        if self.exponent:
            return f"{value:.{OPTIONS['precision']}e}"
        if self.whole:
            return f"{value:.0f}" + ("." if math.isfinite(value) else "")
        return f"{value:.{OPTIONS['precision']}f}"

    def __call__(self, value: Any) -> str:
        return self._plain(value).rjust(self.width)


class _ComplexFormat:
    def __init__(self, values: Any) -> None:
        self.real, self.imag = _Format(values.real), _Format(values.imag)
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, value: complex) -> str:
        imag = self.imag(value.imag).lstrip()
        joint = "" if imag.startswith("-") else "+"
        return f"{self.real(value.real)}{joint}{imag}j"


def _edges(n: int, summarised: bool) -> list[int | None]:
    """The positions along a dimension that are printed; None stands for those left out."""
    edge = OPTIONS["edgeitems"]
    if not summarised or n <= 2 * edge:
        return list(range(n))
    return [*range(edge), None, *range(n - edge, n)]


def _row(values: Any, indent: int, form: Any, summarised: bool) -> str:
    width = form.width + 2
    per_line = max(1, (OPTIONS["linewidth"] - indent) // width)
    places = _edges(len(values), summarised)
    items = [" ..." if i is None else form(values[i].item()) for i in places]
    lines = [items[i : i + per_line] for i in range(0, len(items), per_line)]
    joint = ",\n" + " " * (indent + 1)
    return "[" + joint.join(", ".join(line) for line in lines) + "]"


def _body(values: Any, indent: int, form: Any, summarised: bool) -> str:
    if values.ndim == 0:
        return str(form(values.item()))
    if values.ndim == 1:
        return _row(values, indent, form, summarised)
    rows = [
        "..." if i is None else _body(values[i], indent + 1, form, summarised)
        for i in _edges(len(values), summarised)
    ]
    return "[" + ("," + "\n" * (values.ndim - 1) + " " * (indent + 1)).join(rows) + "]"


def _printed(values: Any) -> Any:
    """The elements that are printed, which decide how wide each is."""
    for axis in range(values.ndim):
        places = [i for i in _edges(values.shape[axis], True) if i is not None]
        values = numpy.take(values, places, axis=axis)
    return values


def text(tensor: Any, prefix: str = "tensor(") -> str:
    """Return a tensor as torch prints it."""
    values = numpy.asarray(tensor.detach().numpy())
    name = tensor.dtype.name
    if name == "bfloat16":
        values = values.astype(numpy.float32)
    suffixes = []
    default = name in ("int64", "bool") or name in _default_names()
    if values.size == 0:
        body = "[]"
        if values.ndim != 1:
            suffixes.append(f"size={tuple(values.shape)}")
        default = name in _default_names()
    else:
        summarised = values.size > OPTIONS["threshold"]
        shown = _printed(values) if summarised else values
        form = _ComplexFormat(shown) if values.dtype.kind == "c" else _Format(shown)
        body = _body(values, len(prefix), form, summarised)
    if not default:
        suffixes.append(f"dtype=torch.{name}")
    if tensor.grad_fn is not None:
        suffixes.append(f"grad_fn={tensor.grad_fn!r}")
    elif tensor.requires_grad:
        suffixes.append("requires_grad=True")
    result = prefix + body
    last = len(result) - result.rfind("\n") + 1
    for suffix in suffixes:
        if last + len(suffix) + 2 > OPTIONS["linewidth"]:
            result += ",\n" + " " * len(prefix) + suffix
            last = len(prefix) + len(suffix)
        else:
            result += ", " + suffix
            last += len(suffix) + 2
    return result + ")"


def _default_names() -> tuple[str, str]:
    return config.float_dtype.get().name, config.complex_dtype.get().name
