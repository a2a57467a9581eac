"""Inspection: what the current backend has and can do."""

from __future__ import annotations

from typing import Any

from ivy import backends, config
from ivy.array import CLASSES
from ivy.devices import normalised
from ivy.dtypes import ALL, CATEGORIES, DType, bfloat16, float16, int64

_KINDS = (
    *("bool", "signed integer", "unsigned integer", "integral"),
    *("real floating", "complex floating", "numeric"),
)
# What the standard does not have.
_BEYOND = (float16, bfloat16)


class NamespaceInfo:
    """What `__array_namespace_info__` returns: questions about the current backend.

    Examples
    --------
    >>> import ivy
    >>> info = ivy.__array_namespace_info__()
    >>> info.default_device()
    'cpu'
    >>> sorted(info.dtypes(kind="complex floating"))
    ['complex128', 'complex64']
    """

    def capabilities(self) -> dict[str, Any]:
        """Return what the standard leaves open: which indexing works, how many axes there may be.

        Returns
        -------
        dict[str, Any]
            ``"boolean indexing"`` and ``"data-dependent shapes"``, True for what can be done
            outside of compiled code, and ``"max dimensions"``.
        """
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": _core().MAX_DIMENSIONS,
        }

    def default_device(self) -> str:
        """Return the device that new arrays are made on."""
        device: str = _core().default_device()
        return device

    def devices(self) -> tuple[str, ...]:
        """Return the devices that arrays can be made on."""
        devices: tuple[str, ...] = _core().devices()
        return devices

    def default_dtypes(self, *, device: str | None = None) -> dict[str, DType]:
        """Return the dtypes of what is made without one, and of indices; see `ivy.config`.

        Parameters
        ----------
        device
            A device; they are the same on all.
        """
        self._check(device)
        return {
            "real floating": _held(config.float_dtype.get()),
            "complex floating": _held(config.complex_dtype.get()),
            "integral": _held(config.int_dtype.get()),
            "indexing": _held(int64),
        }

    def dtypes(
        self, *, device: str | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, DType]:
        """Return the standard's dtypes by name; Ivy has others besides.

        Parameters
        ----------
        device
            A device; they are the same on all.
        kind
            Of which kind, as in `isdtype`; a tuple of kinds is any of them. By default all.
        """
        self._check(device)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        unknown = [k for k in kinds if k is not None and k not in _KINDS]
        if unknown:
            raise ValueError(
                f"ivy: expected kinds of dtypes among {', '.join(_KINDS)}, got kind={kind!r}"
            )
        wanted = [d for d in ALL if any(k is None or d in CATEGORIES[k] for k in kinds)]
        known = _core().DTYPES
        return {d.name: d for d in wanted if d not in _BEYOND and d.name in known and _held(d) is d}

    def _check(self, device: str | None) -> None:
        if device is not None and normalised(device) not in self.devices():
            raise ValueError(
                f"ivy: expected one of the devices {', '.join(self.devices())}, got {device!r}"
            )


def _core() -> Any:
    return CLASSES[backends.current_backend()].CORE


def _held(dtype: DType) -> DType:
    """Return the dtype that arrays get where this one is asked for: jax may have no 64 bits."""
    cls = CLASSES[backends.current_backend()]
    return cls.DTYPE_OF[cls.CORE.DTYPES[dtype.name]]


def __array_namespace_info__() -> NamespaceInfo:
    """Return an object that answers questions about the current backend.

    Examples
    --------
    >>> import ivy
    >>> ivy.__array_namespace_info__().capabilities()["boolean indexing"]
    True
    """
    return NamespaceInfo()
