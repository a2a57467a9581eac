"""Frontends: what each framework's public functions mean in Ivy's operations."""

from importlib import import_module as _import_module


def __getattr__(name: str) -> object:
    if name != "torch":
        raise AttributeError(f"module 'ivy.frontends' has no attribute {name!r}")
    return _import_module("ivy.frontends.torch")


def __dir__() -> list[str]:
    return ["torch"]
