"""Device names: ``"cpu"``, ``"gpu:0"``, … the same on every backend."""

from __future__ import annotations

from typing import Any

_KINDS = ("cpu", "gpu", "tpu", "meta", "mps", "xpu")
# What frameworks call them.
_ALIASES = {"cuda": "gpu", "rocm": "gpu"}
# Of these there is one only.
_SINGLE = ("cpu", "meta")


def normalised(device: Any) -> str:
    """Return a device name in Ivy's form: ``cuda`` is ``gpu:0``, ``CPU:0`` is ``cpu``.

    A framework's device object is taken for its name.
    """
    if hasattr(device, "platform") and hasattr(device, "id"):  # jax's say where they are only so
        device = f"{device.platform}:{device.id}"
    text = str(device)
    kind, _, index = text.lower().rpartition("/device:")[2].partition(":")
    kind = _ALIASES.get(kind, kind)
    if kind not in _KINDS or not (index or "0").isdecimal():
        raise ValueError(f"ivy: expected a device such as 'cpu' or 'gpu:0', got {text!r}")
    return kind if kind in _SINGLE else f"{kind}:{int(index or 0)}"
