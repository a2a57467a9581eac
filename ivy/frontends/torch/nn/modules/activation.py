"""Activations as modules."""

from __future__ import annotations

from typing import Any

from ivy.frontends.torch import _pointwise
from ivy.frontends.torch._creation import empty
from ivy.frontends.torch.nn import functional as F
from ivy.frontends.torch.nn import init
from ivy.frontends.torch.nn.modules.module import Module
from ivy.frontends.torch.nn.parameter import Parameter
from ivy.frontends.torch.tensor import Tensor


class ReLU(Module):
    """Return ``max(x, 0)``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.relu(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """Return the option, if set."""
        return "inplace=True" if self.inplace else ""


class ReLU6(Module):
    """Return ``min(max(x, 0), 6)``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.relu6(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """Return the option, if set."""
        return "inplace=True" if self.inplace else ""


class GELU(Module):
    """Return ``x`` times the normal distribution's cumulative probability at `x`."""

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        """Return the option."""
        return f"approximate={self.approximate!r}"


class SiLU(Module):
    """Return ``x * sigmoid(x)``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.silu(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """Return the option, if set."""
        return "inplace=True" if self.inplace else ""


class Mish(Module):
    """Return ``x * tanh(softplus(x))``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.mish(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """Return the option, if set."""
        return "inplace=True" if self.inplace else ""


class Sigmoid(Module):
    """Return ``1 / (1 + exp(-x))``."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return _pointwise.sigmoid(input)


class Tanh(Module):
    """Return the hyperbolic tangent."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return _pointwise.tanh(input)


class Softplus(Module):
    """Return ``log(1 + exp(beta * x)) / beta``."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """Return the options."""
        return f"beta={self.beta}, threshold={self.threshold}"


class Softsign(Module):
    """Return ``x / (1 + |x|)``."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.softsign(input)


class LogSigmoid(Module):
    """Return the logarithm of the sigmoid."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.logsigmoid(input)


class Tanhshrink(Module):
    """Return ``x - tanh(x)``."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.tanhshrink(input)


class LeakyReLU(Module):
    """Return `x` where it is positive, a share of it elsewhere."""

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        """Return the options."""
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class PReLU(Module):
    """Return `x` where it is positive, a learned share of it elsewhere."""

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set initial values."""
        init.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """Return the size."""
        return f"num_parameters={self.num_parameters}"


class ELU(Module):
    """Return `x` where it is positive, ``alpha * (exp(x) - 1)`` elsewhere."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """Return the options."""
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class SELU(Module):
    """Return the scaled exponential linear unit."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.selu(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the option, if set."""
        return "inplace=True" if self.inplace else ""


class Hardtanh(Module):
    """Return `x` within limits, and the limits outside."""

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        """Return the limits."""
        tail = ", inplace=True" if self.inplace else ""
        return f"min_val={self.min_val}, max_val={self.max_val}{tail}"


class Hardsigmoid(Module):
    """Return ``relu6(x + 3) / 6``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.hardsigmoid(input, self.inplace)


class Hardswish(Module):
    """Return ``x * relu6(x + 3) / 6``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.hardswish(input, self.inplace)


class GLU(Module):
    """Return one half times the sigmoid of the other."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        """Return the dimension."""
        return f"dim={self.dim}"


class Softmax(Module):
    """Return exponentials divided by their sum along a dimension."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.softmax(input, self.dim)

    def extra_repr(self) -> str:
        """Return the dimension."""
        return f"dim={self.dim}"


class LogSoftmax(Module):
    """Return the logarithm of the softmax."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Return the activation."""
        return F.log_softmax(input, self.dim)

    def extra_repr(self) -> str:
        """Return the dimension."""
        return f"dim={self.dim}"
