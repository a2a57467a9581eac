"""Linear layers, and those that change nothing but the shape."""

from __future__ import annotations

from typing import Any

from ivy.array import Array, lift
from ivy.functional.elementwise import add
from ivy.functional.linear_algebra import einsum, linear
from ivy.functional.manipulation import flatten, unflatten
from ivy.nn.layer import Dtype, Layer, check_integers, check_sizes, drawn


class Identity(Layer):
    """A layer that gives back what it gets; it takes any arguments, to stand for another one.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Identity()(ivy.asarray(3))
    Array(3, dtype=int64, backend='numpy')
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        pass

    def forward(self, x: Array) -> Array:
        """Return `x`."""
        return x


class Linear(Layer):
    """A layer that gives ``x @ weight.T + bias``.

    Parameters
    ----------
    in_features, out_features
        How many features `x` and the result have.
    bias
        Whether something is added.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Attributes
    ----------
    weight
        ``(out_features, in_features)``.
    bias
        ``(out_features,)``, or None.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.Linear(3, 2)
    >>> layer, layer(ivy.ones((5, 3))).shape
    (Linear(3, 2), (5, 2))
    """

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, *, dtype: Dtype = None
    ) -> None:
        check_sizes("Linear", in_features=in_features, out_features=out_features)
        self.in_features = in_features
        self.out_features = out_features
        self.weight = drawn((out_features, in_features), in_features, dtype)
        self.bias = drawn((out_features,), in_features, dtype) if bias else None

    def forward(self, x: Array) -> Array:
        """Return features ``(..., out_features)`` of features ``(..., in_features)``."""
        return linear(x, self.weight, self.bias)


class Bilinear(Layer):
    """A layer that gives ``x1 @ weight[k] @ x2 + bias[k]`` for each feature ``k`` of the result.

    Parameters
    ----------
    in1_features, in2_features, out_features
        How many features `x1`, `x2` and the result have.
    bias, dtype
        As in `Linear`.

    Attributes
    ----------
    weight
        ``(out_features, in1_features, in2_features)``.
    bias
        ``(out_features,)``, or None.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.Bilinear(3, 4, 2)
    >>> layer(ivy.ones((5, 3)), ivy.ones((5, 4))).shape
    (5, 2)
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        *,
        dtype: Dtype = None,
    ) -> None:
        sizes = {"in1_features": in1_features, "in2_features": in2_features}
        check_sizes("Bilinear", **sizes, out_features=out_features)
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = drawn((out_features, in1_features, in2_features), in1_features, dtype)
        self.bias = drawn((out_features,), in1_features, dtype) if bias else None

    def forward(self, x1: Array, x2: Array) -> Array:
        """Return features ``(..., out_features)`` of two arrays of features."""
        x1, x2 = lift(x1), lift(x2)
        fits = x1.ndim > 0 and x1.shape[:-1] == x2.shape[:-1]
        if not fits or (x1.shape[-1], x2.shape[-1]) != self.weight.shape[1:]:
            raise ValueError(
                f"ivy.nn.Bilinear: expected arrays (..., {self.in1_features}) and "
                f"(..., {self.in2_features}), got shapes {x1.shape} and {x2.shape}"
            )
        out = einsum("...i,kij,...j->...k", (x1, self.weight, x2))
        return out if self.bias is None else add(out, self.bias)


class Flatten(Layer):
    """A layer that makes several axes one; by default all but the first, that of the samples.

    Parameters
    ----------
    start_axis, end_axis
        The first and the last of the axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Flatten()(ivy.ones((5, 2, 3))).shape
    (5, 6)
    """

    def __init__(self, start_axis: int = 1, end_axis: int = -1) -> None:
        check_integers("Flatten", start_axis=start_axis, end_axis=end_axis)
        if (start_axis < 0) is (end_axis < 0) and start_axis > end_axis:
            raise ValueError(
                f"ivy.nn.Flatten: expected start_axis not after end_axis, got "
                f"start_axis={start_axis} and end_axis={end_axis}"
            )
        self.start_axis = start_axis
        self.end_axis = end_axis

    def forward(self, x: Array) -> Array:
        """Return `x` with the axes joined."""
        return flatten(x, start_axis=self.start_axis, end_axis=self.end_axis)


class Unflatten(Layer):
    """A layer that makes one axis several.

    Parameters
    ----------
    axis
        The axis.
    unflattened_size
        The lengths of the new axes; one may be -1, which is then worked out.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Unflatten(1, (2, -1))(ivy.ones((5, 6))).shape
    (5, 2, 3)
    """

    def __init__(self, axis: int, unflattened_size: tuple[int, ...]) -> None:
        check_integers("Unflatten", axis=axis)
        self.axis = axis
        self.unflattened_size = tuple(unflattened_size)

    def forward(self, x: Array) -> Array:
        """Return `x` with the axis parted."""
        return unflatten(x, self.unflattened_size, axis=self.axis)
