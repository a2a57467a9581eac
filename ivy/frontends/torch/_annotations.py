"""What torch's functions are annotated with, for the boundary to read.

Outside it the arguments are torch's; a function below sees arrays, dtypes and indices of Ivy in
their places. So for a type checker, which sees both sides, these are anything.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Tensor: TypeAlias = Any
dtype: TypeAlias = Any
device: TypeAlias = Any
# What ``Tensor.to`` takes: a dtype, a device, or a tensor to be like.
Target: TypeAlias = Any
