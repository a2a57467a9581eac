"""Device names: ``"cpu"``, ``"gpu:0"``, … the same on every backend."""

from __future__ import annotations


def normalised(name: str) -> str:
    """Return a device name in Ivy's form: ``cuda`` is ``gpu:0``, ``CPU:0`` is ``cpu``."""
    kind, _, index = name.lower().removeprefix("/device:").partition(":")
    kind = "gpu" if kind == "cuda" else kind
    if kind == "cpu":
        return "cpu"
    if kind not in ("gpu", "tpu", "meta"):
        raise ValueError(f"ivy: expected a device such as 'cpu' or 'gpu:0', got {name!r}")
    return kind if kind == "meta" else f"{kind}:{int(index or 0)}"
