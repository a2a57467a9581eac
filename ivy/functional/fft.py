"""Discrete Fourier transforms, cosine transforms, and the frequencies that belong to them.

Half precisions are computed in float32, and their transforms are complex64.
"""

from __future__ import annotations

import math

from ivy import config, dtypes
from ivy.array import Array
from ivy.backends.transforms import check_norm, check_shift, check_transform, check_transforms
from ivy.dtypes import CATEGORIES, DType
from ivy.functional._op import beside, composite, dtype_of, op
from ivy.functional.creation import arange
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, conj, cos, divide, imag, multiply, real, sin, subtract
from ivy.functional.indexing import getitem
from ivy.functional.manipulation import concat, flip, moveaxis, pad, roll

_HALF = (dtypes.float16, dtypes.bfloat16)

Lengths = tuple[int, ...] | None
Axes = tuple[int, ...] | None

# The way in which an inverse (or adjoint) transform is normalised.
OPPOSITE = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


@op(dtypes="floating", result="complex")
def fft(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Return the discrete Fourier transform along an axis.

    Element `k` of the result is ``sum(x[j] * exp(-2j * pi * j * k / n) for j in range(n))``.

    Parameters
    ----------
    x
        The array, complex or real.
    n
        How many elements are transformed: the axis is cut, or filled up with zeros. By default all.
    axis
        The axis.
    norm
        ``"backward"`` as above, ``"forward"`` divides by `n`, ``"ortho"`` by its root.

    Returns
    -------
    Array
        Complex numbers of the precision of `x`, `n` along the axis.

    Raises
    ------
    ValueError
        There is no such axis, `n` is less than 1, or `norm` is unknown.

    Examples
    --------
    >>> import ivy
    >>> ivy.fft.fft(ivy.asarray([1.0, 0.0, 0.0, 1.0]))
    Array([2.+0.j, 1.+1.j, 0.+0.j, 1.-1.j], dtype=complex64, backend='numpy')
    """


@op(dtypes="floating", result="complex")
def ifft(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Return the inverse of `fft`, whose parameters it has.

    Here ``norm="backward"`` divides by `n`, and ``"forward"`` does not.

    Examples
    --------
    >>> import ivy
    >>> ivy.ifft(ivy.asarray([2.0, 1j + 1, 0.0, 1 - 1j]))
    Array([1.+0.j, 0.+0.j, 0.+0.j, 1.+0.j], dtype=complex64, backend='numpy')
    """


@op(dtypes="real floating", result="complex")
def rfft(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Return the first ``n // 2 + 1`` elements of the `fft` of a real array.

    The others are their conjugates. The parameters are those of `fft`.

    Examples
    --------
    >>> import ivy
    >>> ivy.rfft(ivy.asarray([1.0, 0.0, 0.0, 1.0]))
    Array([2.+0.j, 1.+1.j, 0.+0.j], dtype=complex64, backend='numpy')
    """


@op(dtypes="floating", result="real")
def irfft(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Return the inverse of `rfft`: a real array.

    Parameters
    ----------
    x
        The array. The imaginary part of its first element does not count, nor that of the last one
        where `n` is even.
    n
        The length of the result, by default ``2 * (M - 1)`` for `M` elements. ``n // 2 + 1``
        elements of `x` are used.
    axis, norm
        As in `ifft`.

    Examples
    --------
    >>> import ivy
    >>> ivy.irfft(ivy.asarray([2.0, 1j + 1, 0.0]))
    Array([1., 0., 0., 1.], dtype=float32, backend='numpy')
    """


@composite(dtypes="floating", result="real")
def hfft(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Return the `fft` of a signal whose second half are the conjugates of its first: a real array.

    Parameters
    ----------
    x
        The first half of the signal.
    n
        The length of the result, by default ``2 * (M - 1)`` for `M` elements. ``n // 2 + 1``
        elements of `x` are used.
    axis, norm
        As in `fft`.

    Examples
    --------
    >>> import ivy
    >>> ivy.hfft(ivy.asarray([1.0, 1j, 0.0]))
    Array([ 1.,  3.,  1., -1.], dtype=float32, backend='numpy')
    """
    check_transform("hfft", x.shape, n, axis, norm, hermitian=True)
    return irfft(_conj(x), n=n, axis=axis, norm=OPPOSITE[norm])


@composite(dtypes="real floating", result="complex")
def ihfft(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Return the inverse of `hfft`: the first ``n // 2 + 1`` elements of the `ifft`.

    The parameters are those of `ifft`.

    Examples
    --------
    >>> import ivy
    >>> ivy.ihfft(ivy.asarray([1.0, 3.0, 1.0, -1.0]))
    Array([1.-0.j, 0.+1.j, 0.-0.j], dtype=complex64, backend='numpy')
    """
    check_transform("ihfft", x.shape, n, axis, norm)
    return conj(rfft(x, n=n, axis=axis, norm=OPPOSITE[norm]))


def _conj(x: Array) -> Array:
    return conj(x) if x.dtype in CATEGORIES["complex floating"] else x


# -- several axes --------------------------------------------------------------------------------


@composite(dtypes="floating", result="complex")
def fftn(x: Array, /, *, s: Lengths = None, axes: Axes = None, norm: str = "backward") -> Array:
    """Return the `fft` along each of several axes.

    Parameters
    ----------
    x
        The array, complex or real.
    s
        How many elements are transformed along each of `axes`, which must then be given; -1, and
        the default, are all.
    axes
        The axes, each once; by default all.
    norm
        As in `fft`, where `n` is the product of all lengths.

    Returns
    -------
    Array
        Complex numbers of the precision of `x`.

    Raises
    ------
    ValueError
        There are no such axes, `s` says other than one length of at least 1 for each of them, or
        `norm` is unknown.

    Examples
    --------
    >>> import ivy
    >>> ivy.fftn(ivy.asarray([[1.0, 0.0], [0.0, 1.0]]))
    Array([[2.+0.j, 0.+0.j],
           [0.+0.j, 2.+0.j]], dtype=complex64, backend='numpy')
    """
    check_transforms("fftn", x.shape, s, axes, norm)
    if not x.shape or (axes is not None and len(axes) == 0):
        return _complex(x)
    for axis, n in _each(x, s, axes):
        x = fft(x, n=n, axis=axis, norm=norm)
    return x


@composite(dtypes="floating", result="complex")
def ifftn(x: Array, /, *, s: Lengths = None, axes: Axes = None, norm: str = "backward") -> Array:
    """Return the inverse of `fftn`, whose parameters it has.

    Here ``norm="backward"`` divides by the product of all lengths, and ``"forward"`` does not.

    Examples
    --------
    >>> import ivy
    >>> ivy.ifftn(ivy.asarray([[2.0, 0.0], [0.0, 2.0]]))
    Array([[1.+0.j, 0.+0.j],
           [0.+0.j, 1.+0.j]], dtype=complex64, backend='numpy')
    """
    check_transforms("ifftn", x.shape, s, axes, norm)
    if not x.shape or (axes is not None and len(axes) == 0):
        return _complex(x)
    for axis, n in _each(x, s, axes):
        x = ifft(x, n=n, axis=axis, norm=norm)
    return x


@composite(dtypes="real floating", result="complex")
def rfftn(x: Array, /, *, s: Lengths = None, axes: Axes = None, norm: str = "backward") -> Array:
    """Return the `fftn` of a real array, of the last axis the first ``n // 2 + 1`` elements only.

    The parameters are those of `fftn`; there must be an axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.rfftn(ivy.asarray([[1.0, 0.0], [0.0, 1.0]]))
    Array([[2.+0.j, 0.+0.j],
           [0.+0.j, 2.+0.j]], dtype=complex64, backend='numpy')
    """
    check_transforms("rfftn", x.shape, s, axes, norm)
    *others, (last, count) = _each(x, s, axes)
    x = rfft(x, n=count, axis=last, norm=norm)
    for axis, n in others:
        x = fft(x, n=n, axis=axis, norm=norm)
    return x


@composite(dtypes="floating", result="real")
def irfftn(x: Array, /, *, s: Lengths = None, axes: Axes = None, norm: str = "backward") -> Array:
    """Return the inverse of `rfftn`: a real array.

    Parameters
    ----------
    x
        The array.
    s
        The lengths of the result along each of `axes`, which must then be given; -1, and the
        default, are the lengths of `x`, and ``2 * (M - 1)`` for `M` elements of the last axis.
    axes, norm
        As in `ifftn`; there must be an axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.irfftn(ivy.asarray([[2.0, 0.0], [0.0, 2.0]]))
    Array([[1., 0.],
           [0., 1.]], dtype=float32, backend='numpy')
    """
    check_transforms("irfftn", x.shape, s, axes, norm, hermitian=True)
    *others, (last, count) = _each(x, s, axes)
    given = x.dtype
    for axis, n in others:
        x = ifft(x, n=n, axis=axis, norm=norm)
    out = irfft(x, n=count, axis=last, norm=norm)
    return astype(out, given) if given in _HALF else out


def _each(x: Array, s: Lengths, axes: Axes) -> list[tuple[int, int | None]]:
    """Return each axis with the length that is asked for."""
    places = range(len(x.shape)) if axes is None else axes
    lengths = [-1] * len(places) if s is None else s
    return [(a, None if n == -1 else n) for a, n in zip(places, lengths, strict=True)]


def _complex(x: Array) -> Array:
    if x.dtype in CATEGORIES["complex floating"]:
        return x
    return astype(x, "complex128" if x.dtype == "float64" else "complex64")


@composite(dtypes="floating", result="complex")
def fft2(
    x: Array, /, *, s: Lengths = None, axes: tuple[int, int] = (-2, -1), norm: str = "backward"
) -> Array:
    """Return the `fftn` of two axes, by default the last ones.

    Examples
    --------
    >>> import ivy
    >>> ivy.fft2(ivy.ones((1, 2, 2)))
    Array([[[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]]], dtype=complex64, backend='numpy')
    """
    return fftn(x, s=s, axes=axes, norm=norm)


@composite(dtypes="floating", result="complex")
def ifft2(
    x: Array, /, *, s: Lengths = None, axes: tuple[int, int] = (-2, -1), norm: str = "backward"
) -> Array:
    """Return the `ifftn` of two axes, by default the last ones.

    Examples
    --------
    >>> import ivy
    >>> ivy.ifft2(ivy.ones((1, 2, 2)))
    Array([[[1.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]]], dtype=complex64, backend='numpy')
    """
    return ifftn(x, s=s, axes=axes, norm=norm)


@composite(dtypes="real floating", result="complex")
def rfft2(
    x: Array, /, *, s: Lengths = None, axes: tuple[int, int] = (-2, -1), norm: str = "backward"
) -> Array:
    """Return the `rfftn` of two axes, by default the last ones.

    Examples
    --------
    >>> import ivy
    >>> ivy.rfft2(ivy.ones((1, 2, 2)))
    Array([[[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]]], dtype=complex64, backend='numpy')
    """
    return rfftn(x, s=s, axes=axes, norm=norm)


@composite(dtypes="floating", result="real")
def irfft2(
    x: Array, /, *, s: Lengths = None, axes: tuple[int, int] = (-2, -1), norm: str = "backward"
) -> Array:
    """Return the `irfftn` of two axes, by default the last ones.

    Examples
    --------
    >>> import ivy
    >>> ivy.irfft2(ivy.ones((1, 2, 2)))
    Array([[[1., 0.],
            [0., 0.]]], dtype=float32, backend='numpy')
    """
    return irfftn(x, s=s, axes=axes, norm=norm)


# -- frequencies ---------------------------------------------------------------------------------


@composite(result="option", rank="one", default_dtype="float")
def fftfreq(
    n: int, /, *, d: float = 1.0, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return the frequencies that belong to the elements of an `fft`, the negative ones last.

    Parameters
    ----------
    n
        The length of the transform.
    d
        The distance of the samples.
    dtype
        A real floating dtype; by default the default float dtype.
    device
        The device; by default the backend's.

    Returns
    -------
    Array
        ``[0, 1, ..., (n - 1) // 2, -(n // 2), ..., -1] / (d * n)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.fftfreq(4, d=0.5)
    Array([ 0. ,  0.5, -1. , -0.5], dtype=float32, backend='numpy')
    """
    _check_frequencies("fftfreq", n, dtype)
    positive = arange((n - 1) // 2 + 1, dtype="int64", device=device)
    negative = arange(-(n // 2), 0, dtype="int64", device=device)
    return _spaced(concat([positive, negative]), n * d, dtype)


@composite(result="option", rank="one", default_dtype="float")
def rfftfreq(
    n: int, /, *, d: float = 1.0, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return the frequencies that belong to the elements of an `rfft`.

    The parameters are those of `fftfreq`.

    Returns
    -------
    Array
        ``[0, 1, ..., n // 2] / (d * n)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.rfftfreq(4, d=0.5)
    Array([0. , 0.5, 1. ], dtype=float32, backend='numpy')
    """
    _check_frequencies("rfftfreq", n, dtype)
    return _spaced(arange(n // 2 + 1, dtype="int64", device=device), n * d, dtype)


def _check_frequencies(op: str, n: int, dtype: DType | str | None) -> None:
    if n < 1:
        raise ValueError(f"ivy.{op}: expected a length of at least 1, got n={n}")
    if dtype is not None and dtype_of(dtype) not in CATEGORIES["real floating"]:
        raise TypeError(f"ivy.{op}: expected a real floating dtype, got dtype={dtype}")


def _spaced(numbers: Array, length: float, dtype: DType | str | None) -> Array:
    wanted = config.float_dtype.get() if dtype is None else dtype_of(dtype)
    wide = astype(numbers, _precise(wanted))
    return astype(divide(wide, length), wanted)


def _precise(dtype: DType) -> DType:
    """Return the dtype in which results of a dtype are computed."""
    return dtypes.float64 if dtype == "float64" else dtypes.float32


@composite(rank="same")
def fftshift(x: Array, /, *, axes: int | Axes = None) -> Array:
    """Return a spectrum with the zero frequency moved to the middle, at ``n // 2``.

    Parameters
    ----------
    x
        The array.
    axes
        The axes to shift along, at least one; by default all.

    Examples
    --------
    >>> import ivy
    >>> ivy.fftshift(ivy.asarray([0.0, 1.0, -2.0, -1.0]))
    Array([-2., -1.,  0.,  1.], dtype=float32, backend='numpy')
    """
    places = _places("fftshift", x, axes)
    return roll(x, tuple([x.shape[a] // 2 for a in places]), axis=places)


@composite(rank="same")
def ifftshift(x: Array, /, *, axes: int | Axes = None) -> Array:
    """Return the inverse of `fftshift`, whose parameters it has.

    Examples
    --------
    >>> import ivy
    >>> ivy.ifftshift(ivy.asarray([-2.0, -1.0, 0.0, 1.0]))
    Array([ 0.,  1., -2., -1.], dtype=float32, backend='numpy')
    """
    places = _places("ifftshift", x, axes)
    return roll(x, tuple([-(x.shape[a] // 2) for a in places]), axis=places)


def _places(op: str, x: Array, axes: int | Axes) -> tuple[int, ...]:
    check_shift(op, x.shape, axes)
    places = range(len(x.shape)) if axes is None else (axes,) if isinstance(axes, int) else axes
    return tuple(places)


# -- cosine transforms ---------------------------------------------------------------------------


@composite(dtypes="real floating", rank="same")
def dct(
    x: Array,
    /,
    *,
    kind: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
) -> Array:
    """Return the discrete cosine transform along an axis.

    Parameters
    ----------
    x
        The array.
    kind
        Which of the four transforms, for `N` elements:

        - 1: ``x[0] + (-1) ** k * x[N - 1] + 2 * sum(x[j] * cos(pi * j * k / (N - 1)))`` over the
          elements between them;
        - 2: ``2 * sum(x[j] * cos(pi * k * (2 * j + 1) / (2 * N)))``;
        - 3: ``x[0] + 2 * sum(x[j] * cos(pi * j * (2 * k + 1) / (2 * N)))`` over the others;
        - 4: ``2 * sum(x[j] * cos(pi * (2 * j + 1) * (2 * k + 1) / (4 * N)))``.
    n
        How many elements are transformed: the axis is cut, or filled up with zeros. By default all.
    axis
        The axis.
    norm
        ``"backward"`` as above. ``"forward"`` divides by the `N` of the implied Fourier transform:
        ``2 * N``, or ``2 * (N - 1)`` for type 1. ``"ortho"`` divides by its root, and scales the
        first element (for type 1 the last, too) so that the transform is orthogonal.

    Raises
    ------
    ValueError
        There is no such type, axis or norm, or there are too few elements: 1, or 2 for type 1.

    Notes
    -----
    The transforms are taken by way of `fft`; that of type 2, of the same length, after J. Makhoul,
    A fast cosine transform in one and two dimensions, 1980.

    Examples
    --------
    >>> import ivy
    >>> ivy.dct(ivy.asarray([1.0, 1.0, 1.0, 1.0]))
    Array([8., 0., 0., 0.], dtype=float32, backend='numpy')
    """
    return _cosine("dct", x, kind, n, axis, norm)


@composite(dtypes="real floating", rank="same")
def idct(
    x: Array,
    /,
    *,
    kind: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
) -> Array:
    """Return the inverse of `dct`, whose parameters it has.

    Here ``norm="backward"`` divides by the length of the implied transform, ``"forward"`` does not.

    Examples
    --------
    >>> import ivy
    >>> ivy.idct(ivy.asarray([8.0, 0.0, 0.0, 0.0]))
    Array([1., 1., 1., 1.], dtype=float32, backend='numpy')
    """
    check_norm("idct", norm)
    return _cosine("idct", x, {2: 3, 3: 2}.get(kind, kind), n, axis, OPPOSITE[norm])


def _cosine(op: str, x: Array, kind: int, n: int | None, axis: int, norm: str) -> Array:
    check_transform(op, x.shape, n, axis, norm)
    count = x.shape[axis] if n is None else n
    if kind not in (1, 2, 3, 4):
        raise ValueError(f"ivy.{op}: expected kind 1, 2, 3 or 4, got kind={kind}")
    if kind == 1 and count < 2:
        raise ValueError(f"ivy.{op}: expected at least 2 elements for kind=1, got {count}")
    given = x.dtype
    x = resized(moveaxis(astype(x, _precise(given)), axis, -1), count)
    size = 2 * (count - 1) if kind == 1 else 2 * count
    if norm == "ortho":
        if kind in (1, 3):
            x = _ends(x, math.sqrt(2), last=kind == 1)
        x = multiply(_cosines(x, kind, count), 1 / math.sqrt(size))
        if kind in (1, 2):
            x = _ends(x, math.sqrt(0.5), last=kind == 1)
    else:
        x = _cosines(x, kind, count)
        x = divide(x, size) if norm == "forward" else x
    return astype(moveaxis(x, -1, axis), given)


def resized(x: Array, count: int) -> Array:
    """Return an array with its last axis cut, or filled up with zeros, to a length."""
    length = x.shape[-1]
    if count == length:
        return x
    if count < length:
        return getitem(x, (..., slice(0, count)))
    return pad(x, (*((0, 0),) * (len(x.shape) - 1), (0, count - length)))


def _ends(x: Array, factor: float, *, last: bool) -> Array:
    """Return the array with its first element, and perhaps the last one, times a factor."""
    numbers = beside(x, arange, 0, x.shape[-1], 1)
    edge = astype(numbers == 0, x.dtype)
    if last:
        edge = add(edge, astype(numbers == x.shape[-1] - 1, x.dtype))
    return multiply(x, add(multiply(edge, factor - 1), 1))


def _cosines(x: Array, kind: int, count: int) -> Array:
    if kind == 1:
        return real(rfft(concat([x, flip(getitem(x, (..., slice(1, -1))), axis=-1)], axis=-1)))
    numbers = beside(x, arange, 0, count, 1)
    if kind == 2:
        # The even elements, then the odd ones backwards.
        odd = flip(getitem(x, (..., slice(1, None, 2))), axis=-1)
        spectrum = fft(concat([getitem(x, (..., slice(0, None, 2))), odd], axis=-1))
        angle = multiply(numbers, -math.pi / (2 * count))
        return multiply(_turned(spectrum, angle), 2)
    if kind == 3:
        # The sum of cosines is the real part of a transform of twice the length.
        turned = _rotated(x, multiply(numbers, -math.pi / (2 * count)))
        total = getitem(real(fft(turned, n=2 * count)), (..., slice(0, count)))
        return subtract(multiply(total, 2), getitem(x, (..., slice(0, 1))))
    turned = _rotated(x, multiply(numbers, -math.pi / (2 * count)))
    spectrum = getitem(fft(turned, n=2 * count), (..., slice(0, count)))
    angle = multiply(add(multiply(numbers, 2), 1), -math.pi / (4 * count))
    return multiply(_turned(spectrum, angle), 2)


def _rotated(x: Array, angle: Array) -> Array:
    """Return ``x * exp(1j * angle)`` of real arrays."""
    return add(_complex(multiply(x, cos(angle))), multiply(_complex(multiply(x, sin(angle))), 1j))


def _turned(z: Array, angle: Array) -> Array:
    """Return the real part of ``z * exp(1j * angle)``."""
    return subtract(multiply(real(z), cos(angle)), multiply(imag(z), sin(angle)))
