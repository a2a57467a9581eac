"""torch.backends: switches of libraries that are not used here. They keep what is set, no more."""

from __future__ import annotations

from typing import Any

from ivy.frontends._boundary import missing


class Switches:
    """The switches of a library that is not there."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def is_available(self) -> bool:
        """Return False."""
        return False

    def is_built(self) -> bool:
        """Return False."""
        return False


cuda = Switches()
cudnn = Switches(allow_tf32=True, benchmark=False, deterministic=False, enabled=True)
mps = Switches()
mkldnn = Switches(enabled=True)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.backends", name)
