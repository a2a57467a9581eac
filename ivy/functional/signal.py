"""Signals: windows, convolution and correlation, frames, and their spectra."""

from __future__ import annotations

import math
from typing import Any

from ivy import config, dtypes
from ivy.array import Array
from ivy.backends.filters import check_frames, check_signals, check_spectra, window_axes
from ivy.dtypes import CATEGORIES, DType
from ivy.functional._op import beside, composite, dtype_of
from ivy.functional.convolution import conv1d, conv2d, conv3d
from ivy.functional.creation import arange, linspace, ones
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    abs,
    add,
    conj,
    cos,
    divide,
    exp,
    greater,
    imag,
    less,
    log1p,
    maximum,
    minimum,
    multiply,
    real,
    sin,
    sqrt,
    square,
    subtract,
)
from ivy.functional.fft import irfft, rfft
from ivy.functional.indexing import getitem, take
from ivy.functional.linear_algebra import matmul
from ivy.functional.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    flip,
    moveaxis,
    pad,
    reshape,
    stack,
    swapaxes,
)
from ivy.functional.searching import where
from ivy.functional.statistical import cumulative_sum

# -- windows -------------------------------------------------------------------------------------


@composite(result="option", rank="one", default_dtype="float")
def hann_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the window ``0.5 - 0.5 * cos(2 * pi * k / N)``.

    Parameters
    ----------
    size
        How many elements it has; one alone is 1.
    periodic
        True makes one period, for spectra: `N` is `size`. False makes a window whose ends are
        equal, for filters: `N` is ``size - 1``.
    dtype
        A real floating dtype; by default the default float dtype.
    device
        The device; by default the backend's.

    Raises
    ------
    ValueError
        The size is negative.

    Notes
    -----
    The formulas of the windows are those of F. J. Harris, On the use of windows for harmonic
    analysis with the discrete Fourier transform, 1978, unless another source is named.

    Examples
    --------
    >>> import ivy
    >>> ivy.hann_window(3, periodic=False)
    Array([0., 1., 0.], dtype=float32, backend='numpy')
    """
    return _cosines("hann_window", size, (0.5, 0.5), periodic, dtype, device)


@composite(result="option", rank="one", default_dtype="float")
def hamming_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the window ``alpha - beta * cos(2 * pi * k / N)``.

    Parameters
    ----------
    size, periodic, dtype, device
        As in `hann_window`.
    alpha, beta
        The mean and the size of the cosine.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.hamming_window(4) * 100)
    Array([  8.,  54., 100.,  54.], dtype=float32, backend='numpy')
    """
    return _cosines("hamming_window", size, (alpha, beta), periodic, dtype, device)


@composite(result="option", rank="one", default_dtype="float")
def blackman_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the window ``0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)`` with ``t = 2 * pi * k / N``.

    The parameters are those of `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.blackman_window(4) * 100)
    Array([ -0.,  34., 100.,  34.], dtype=float32, backend='numpy')
    """
    return _cosines("blackman_window", size, (0.42, 0.5, 0.08), periodic, dtype, device)


@composite(result="option", rank="one", default_dtype="float")
def blackman_harris_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the minimum four-term Blackman-Harris window; the parameters are as in `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.blackman_harris_window(4) * 100)
    Array([  0.,  22., 100.,  22.], dtype=float32, backend='numpy')
    """
    terms = (0.35875, 0.48829, 0.14128, 0.01168)
    return _cosines("blackman_harris_window", size, terms, periodic, dtype, device)


@composite(result="option", rank="one", default_dtype="float")
def nuttall_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return Nuttall's minimum four-term window; the parameters are those of `hann_window`.

    Its coefficients are from A. H. Nuttall, Some windows with very good sidelobe behavior, 1981.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.nuttall_window(4) * 100)
    Array([  0.,  23., 100.,  23.], dtype=float32, backend='numpy')
    """
    terms = (0.3635819, 0.4891775, 0.1365995, 0.0106411)
    return _cosines("nuttall_window", size, terms, periodic, dtype, device)


@composite(result="option", rank="one", default_dtype="float")
def flat_top_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the five-term flat-top window; the parameters are those of `hann_window`.

    Its coefficients are from G. D'Antona and A. Ferrero, Digital signal processing for measurement
    systems, 2006.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.flat_top_window(4) * 100)
    Array([ -0.,  -5., 100.,  -5.], dtype=float32, backend='numpy')
    """
    terms = (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368)
    return _cosines("flat_top_window", size, terms, periodic, dtype, device)


@composite(result="option", rank="one", default_dtype="float")
def bartlett_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the triangle ``1 - abs(2 * k / N - 1)``; the parameters are those of `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.bartlett_window(4)
    Array([0. , 0.5, 1. , 0.5], dtype=float32, backend='numpy')
    """
    wanted = _wanted("bartlett_window", size, dtype)
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    return astype(subtract(1, abs(_around(size, periodic, wanted, device))), wanted)


@composite(result="option", rank="one", default_dtype="float")
def cosine_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the half wave ``sin(pi * (k + 0.5) / (N + 1))``.

    The parameters are those of `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.cosine_window(3, periodic=False) * 100)
    Array([ 50., 100.,  50.], dtype=float32, backend='numpy')
    """
    wanted = _wanted("cosine_window", size, dtype)
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    steps = add(_steps(size, wanted, device), 0.5)
    return astype(sin(multiply(steps, math.pi / (size + periodic))), wanted)


@composite(result="option", rank="one", default_dtype="float")
def bohman_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return ``(1 - t) * cos(pi * t) + sin(pi * t) / pi`` with ``t = abs(2 * k / N - 1)``.

    The parameters are those of `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.bohman_window(4) * 100)
    Array([  0.,  32., 100.,  32.], dtype=float32, backend='numpy')
    """
    wanted = _wanted("bohman_window", size, dtype)
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    t = abs(_around(size, periodic, wanted, device))
    angle = multiply(t, math.pi)
    out = add(multiply(subtract(1, t), cos(angle)), divide(sin(angle), math.pi))
    # It is 0 at the ends, where the sine of pi is not quite.
    return astype(where(less(t, 1), out, 0), wanted)


@composite(result="option", rank="one", default_dtype="float")
def parzen_window(
    size: int,
    /,
    *,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the cubic spline that is the fourfold convolution of a box with itself.

    With ``t = abs(2 * k - N) / (N + 1)``, it is ``1 - 6 * t ** 2 * (1 - t)`` in the middle half,
    and ``2 * (1 - t) ** 3`` outside. The parameters are those of `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.parzen_window(4, periodic=False) * 100)
    Array([ 3., 72., 72.,  3.], dtype=float32, backend='numpy')
    """
    wanted = _wanted("parzen_window", size, dtype)
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    whole = size + periodic
    distance = abs(_around(size, periodic, wanted, device))
    t = multiply(distance, (whole - 1) / whole)
    rest = subtract(1, t)
    inside = subtract(1, multiply(multiply(square(t), rest), 6))
    return astype(where(greater(distance, 0.5), multiply(rest * rest * rest, 2), inside), wanted)


@composite(result="option", rank="one", default_dtype="float")
def tukey_window(
    size: int,
    /,
    *,
    alpha: float = 0.5,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return a window that is 1 in the middle, and half a cosine wide at each end.

    Parameters
    ----------
    size, periodic, dtype, device
        As in `hann_window`.
    alpha
        The share of both ends together: 0 is a box, 1 the Hann window.

    Examples
    --------
    >>> import ivy
    >>> ivy.tukey_window(5, alpha=0.5, periodic=False)
    Array([0., 1., 1., 1., 0.], dtype=float32, backend='numpy')
    """
    wanted = _wanted("tukey_window", size, dtype)
    if size < 2 or alpha <= 0:
        return ones(size, dtype=wanted, device=device)
    inside = subtract(1, abs(_around(size, periodic, wanted, device)))
    rise = minimum(divide(inside, min(alpha, 1.0)), 1)
    return astype(subtract(0.5, multiply(cos(multiply(rise, math.pi)), 0.5)), wanted)


@composite(result="option", rank="one", default_dtype="float")
def gaussian_window(
    size: int,
    /,
    *,
    std: float,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return ``exp(-0.5 * ((k - N / 2) / std) ** 2)``.

    Parameters
    ----------
    size, periodic, dtype, device
        As in `hann_window`.
    std
        The standard deviation, in elements.

    Examples
    --------
    >>> import ivy
    >>> ivy.gaussian_window(3, std=1.0, periodic=False)
    Array([0.60653067, 1.        , 0.60653067], dtype=float32, backend='numpy')
    """
    wanted = _wanted("gaussian_window", size, dtype)
    _check_positive("gaussian_window", "std", std)
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    steps = subtract(_steps(size, wanted, device), (size + periodic - 1) / 2)
    return astype(exp(multiply(square(divide(steps, std)), -0.5)), wanted)


@composite(result="option", rank="one", default_dtype="float")
def exponential_window(
    size: int,
    /,
    *,
    tau: float = 1.0,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return ``exp(-abs(k - N / 2) / tau)``.

    Parameters
    ----------
    size, periodic, dtype, device
        As in `hann_window`.
    tau
        How many elements from the middle it has fallen to ``1 / e``.

    Examples
    --------
    >>> import ivy
    >>> ivy.exponential_window(3, periodic=False)
    Array([0.36787942, 1.        , 0.36787942], dtype=float32, backend='numpy')
    """
    wanted = _wanted("exponential_window", size, dtype)
    _check_positive("exponential_window", "tau", tau)
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    steps = subtract(_steps(size, wanted, device), (size + periodic - 1) / 2)
    return astype(exp(divide(abs(steps), -tau)), wanted)


@composite(result="option", rank="one", default_dtype="float")
def kaiser_window(
    size: int,
    /,
    *,
    beta: float = 12.0,
    periodic: bool = True,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return ``i0(beta * sqrt(1 - t ** 2)) / i0(beta)`` with ``t = 2 * k / N - 1``.

    Here `i0` is the modified Bessel function of order 0. The window is that of J. F. Kaiser,
    Nonrecursive digital filter design using the I0-sinh window function, 1974.

    Parameters
    ----------
    size, periodic, dtype, device
        As in `hann_window`.
    beta
        How narrow it is; 0 is a box. At most 80.

    Examples
    --------
    >>> import ivy
    >>> ivy.kaiser_window(3, beta=2.0, periodic=False)
    Array([0.43867627, 1.        , 0.43867627], dtype=float32, backend='numpy')
    """
    wanted = _wanted("kaiser_window", size, dtype)
    if not 0 <= beta <= 80:
        raise ValueError(f"ivy.kaiser_window: expected beta from 0 to 80, got beta={beta}")
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    return astype(_kaiser(size, beta, periodic, wanted, device), wanted)


@composite(result="option", rank="one", default_dtype="float")
def kaiser_bessel_derived_window(
    size: int,
    /,
    *,
    beta: float = 12.0,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the roots of the running sums of a `kaiser_window`, up and down again.

    The squares of its two halves add up to 1, as overlapping transforms need it; see J. P. Princen
    et al., Subband/transform coding using filter bank designs based on time domain aliasing
    cancellation, 1987.

    Parameters
    ----------
    size
        How many elements it has: an even number.
    beta
        As in `kaiser_window`.
    dtype, device
        As in `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.kaiser_bessel_derived_window(4, beta=0.0)
    Array([0.57735026, 0.8164966 , 0.8164966 , 0.57735026], dtype=float32, backend='numpy')
    """
    wanted = _wanted("kaiser_bessel_derived_window", size, dtype)
    if size % 2 or not 0 <= beta <= 80:
        raise ValueError(
            "ivy.kaiser_bessel_derived_window: expected an even size and beta from 0 to 80, got "
            f"size={size} and beta={beta}"
        )
    if size == 0:
        return ones(0, dtype=wanted, device=device)
    sums = cumulative_sum(_kaiser(size // 2 + 1, beta, False, wanted, device))
    half = sqrt(divide(getitem(sums, slice(0, -1)), getitem(sums, slice(-1, None))))
    return astype(concat([half, flip(half)]), wanted)


@composite(result="option", rank="one", default_dtype="float")
def vorbis_window(
    size: int, /, *, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return ``sin(pi / 2 * sin(pi * (k + 0.5) / size) ** 2)``, the window of the Vorbis codec.

    See its specification, https://xiph.org/vorbis/doc/Vorbis_I_spec.html. The parameters are those
    of `hann_window`.

    Examples
    --------
    >>> import ivy
    >>> ivy.vorbis_window(2)
    Array([0.70710677, 0.70710677], dtype=float32, backend='numpy')
    """
    wanted = _wanted("vorbis_window", size, dtype)
    if size == 0:
        return ones(0, dtype=wanted, device=device)
    steps = add(_steps(size, wanted, device), 0.5)
    slope = square(sin(multiply(steps, math.pi / size)))
    return astype(sin(multiply(slope, math.pi / 2)), wanted)


def _wanted(op: str, size: int, dtype: DType | str | None) -> DType:
    """Return the dtype of a window, whose size must not be negative."""
    if size < 0:
        raise ValueError(f"ivy.{op}: expected a size of at least 0, got size={size}")
    wanted = config.float_dtype.get() if dtype is None else dtype_of(dtype)
    if wanted not in CATEGORIES["real floating"]:
        raise TypeError(f"ivy.{op}: expected a real floating dtype, got dtype={dtype}")
    return wanted


def _check_positive(op: str, name: str, value: float) -> None:
    if value <= 0:
        raise ValueError(f"ivy.{op}: expected {name} above 0, got {name}={value}")


def _precise(dtype: DType) -> DType:
    """Return the dtype in which values of a dtype are computed."""
    return dtypes.float64 if dtype is dtypes.float64 else dtypes.float32


def _steps(size: int, dtype: DType, device: str | None) -> Array:
    return arange(size, dtype=_precise(dtype), device=device)


def _around(size: int, periodic: bool, dtype: DType, device: str | None) -> Array:
    """Return where each element stands between the ends at -1 and 1."""
    # The doubled distance from the middle is a whole number: this is exact up to the division.
    doubled = subtract(multiply(_steps(size, dtype, device), 2), size + periodic - 1)
    return divide(doubled, size + periodic - 1)


def _cosines(
    op: str,
    size: int,
    terms: tuple[float, ...],
    periodic: bool,
    dtype: DType | str | None,
    device: str | None,
) -> Array:
    """Return the sum of cosines with these sizes and alternating signs."""
    wanted = _wanted(op, size, dtype)
    if size < 2:
        return ones(size, dtype=wanted, device=device)
    # From the middle all signs are positive.
    angle = multiply(_around(size, periodic, wanted, device), math.pi)
    out = multiply(cos(angle), terms[1])
    for i, term in enumerate(terms[2:]):
        out = add(out, multiply(cos(multiply(angle, i + 2)), term))
    return astype(add(out, terms[0]), wanted)


def _kaiser(size: int, beta: float, periodic: bool, dtype: DType, device: str | None) -> Array:
    t = _around(size, periodic, dtype, device)
    argument = multiply(subtract(1, square(t)), beta * beta / 4)
    # The power series of i0, whose terms are all positive: sum((x / 2) ** (2 * k) / k! ** 2).
    count = 20 + int(2 * beta)
    scale = 1.0
    for k in range(count, 0, -1):
        scale = 1 + scale * (beta * beta / 4) / (k * k)
    out = multiply(argument, 0) + 1 / scale
    for k in range(count, 0, -1):
        out = add(multiply(multiply(argument, 1 / (k * k)), out), 1 / scale)
    return out


# -- convolution ---------------------------------------------------------------------------------


@composite(dtypes="numeric", rank="one")
def convolve(x1: Array, x2: Array, /, *, mode: str = "full") -> Array:
    """Return the convolution of two signals: ``out[k] = sum(x1[j] * x2[k - j])``.

    Parameters
    ----------
    x1, x2
        Signals ``(N,)`` and ``(M,)``.
    mode
        ``"full"`` gives all ``N + M - 1`` elements, ``"same"`` as many as the longer signal has,
        from the middle, and ``"valid"`` those where the signals overlap completely.

    Raises
    ------
    ValueError
        An argument is not one-dimensional or is empty, or the mode is unknown.

    Examples
    --------
    >>> import ivy
    >>> ivy.convolve(ivy.asarray([1, 2, 3]), ivy.asarray([0, 1, 1]))
    Array([0, 1, 3, 5, 3], dtype=int64, backend='numpy')
    """
    check_signals("convolve", x1.shape, x2.shape, mode, 1)
    if x1.shape[0] < x2.shape[0]:
        x1, x2 = x2, x1
    return _convolved(x1, x2, mode, ((x2.shape[0] - 1) // 2,))


@composite(dtypes="numeric", rank="one")
def correlate(x1: Array, x2: Array, /, *, mode: str = "valid") -> Array:
    """Return the correlation of two signals: ``out[k] = sum(x1[j + k] * conj(x2[j]))``.

    Parameters
    ----------
    x1, x2
        Signals ``(N,)`` and ``(M,)``.
    mode
        As in `convolve`.

    Raises
    ------
    ValueError
        An argument is not one-dimensional or is empty, or the mode is unknown.

    Examples
    --------
    >>> import ivy
    >>> ivy.correlate(ivy.asarray([1, 2, 3]), ivy.asarray([0, 1]))
    Array([2, 3], dtype=int64, backend='numpy')
    """
    check_signals("correlate", x1.shape, x2.shape, mode, 1)
    back = flip(_conj(x2))
    if x1.shape[0] < x2.shape[0]:
        return _convolved(back, x1, mode, (x1.shape[0] // 2,))
    return _convolved(x1, back, mode, ((x2.shape[0] - 1) // 2,))


@composite(dtypes="numeric", rank="elementwise")
def convolve_nd(x1: Array, x2: Array, /, *, mode: str = "full") -> Array:
    """Return the convolution of two arrays of one, two or three dimensions.

    Parameters
    ----------
    x1, x2
        Arrays of the same rank.
    mode
        ``"full"`` gives all elements, ``"same"`` as many as `x1` has, from the middle, and
        ``"valid"`` those where the arrays overlap completely; then one of them must be as large as
        the other along every axis.

    Raises
    ------
    ValueError
        The ranks differ or are not 1, 2 or 3, an array is empty, or the mode is unknown.

    Examples
    --------
    >>> import ivy
    >>> ivy.convolve_nd(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([[1, 1]]))
    Array([[1, 3, 2],
           [3, 7, 4]], dtype=int64, backend='numpy')
    """
    check_signals("convolve_nd", x1.shape, x2.shape, mode, None)
    return _convolved_nd(x1, x2, mode)


@composite(dtypes="numeric", rank="elementwise")
def correlate_nd(x1: Array, x2: Array, /, *, mode: str = "full") -> Array:
    """Return the correlation of two arrays of one, two or three dimensions.

    It is the convolution of `x1` with the conjugate of `x2` turned round along every axis. The
    parameters are those of `convolve_nd`.

    Examples
    --------
    >>> import ivy
    >>> ivy.correlate_nd(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([[0, 1]]), mode="valid")
    Array([[2],
           [4]], dtype=int64, backend='numpy')
    """
    check_signals("correlate_nd", x1.shape, x2.shape, mode, None)
    return _convolved_nd(x1, flip(_conj(x2)), mode)


def _conj(x: Array) -> Array:
    return conj(x) if x.dtype in CATEGORIES["complex floating"] else x


def _convolved_nd(x1: Array, x2: Array, mode: str) -> Array:
    if mode == "valid" and any(m > n for n, m in zip(x1.shape, x2.shape, strict=True)):
        x1, x2 = x2, x1
    return _convolved(x1, x2, mode, tuple([(n - 1) // 2 for n in x2.shape]))


def _convolved(x1: Array, x2: Array, mode: str, starts: tuple[int, ...]) -> Array:
    """Return a convolution; ``mode="same"`` has as many elements as `x1`, from `starts` on."""
    kernel = flip(x2)
    widths = tuple(
        {"full": (n - 1, n - 1), "same": (n - 1 - s, s), "valid": (0, 0)}[mode]
        for n, s in zip(x2.shape, starts, strict=True)
    )
    common = (x1.dtype, x2.dtype)
    if any(d in CATEGORIES["complex floating"] for d in common):
        return _filtered_complex(x1, kernel, widths)
    if any(d in CATEGORIES["real floating"] for d in common):
        return getitem(_filtered(_one(x1), _one(kernel), widths), (0, 0))
    windows = sliding_window(pad(x1, widths), kernel.shape)
    count = math.prod(kernel.shape)
    rows = reshape(windows, (*windows.shape[: len(kernel.shape)], count))
    return matmul(rows, reshape(kernel, (count,)))


def _one(x: Array) -> Array:
    """Return an array as the only channel of the only image."""
    return expand_dims(x, axis=(0, 1))


def _filtered(x: Array, kernel: Array, widths: tuple[tuple[int, int], ...]) -> Array:
    if len(widths) == 1:
        return conv1d(x, kernel, padding=widths[0])
    if len(widths) == 2:
        return conv2d(x, kernel, padding=(widths[0], widths[1]))
    return conv3d(x, kernel, padding=(widths[0], widths[1], widths[2]))


def _filtered_complex(x: Array, kernel: Array, widths: tuple[tuple[int, int], ...]) -> Array:
    """Return what `_filtered` gives of numbers whose parts are images and filters."""
    parts = _filtered(_parts(x), _parts(kernel), widths)
    rows, columns = getitem(parts, (0,)), getitem(parts, (1,))
    first = subtract(getitem(rows, (0,)), getitem(columns, (1,)))
    second = add(getitem(rows, (1,)), getitem(columns, (0,)))
    wide = "complex128" if first.dtype == "float64" else "complex64"
    return add(astype(first, wide), multiply(astype(second, wide), 1j))


def _parts(x: Array) -> Array:
    parts = [real(x), imag(x)] if x.dtype in CATEGORIES["complex floating"] else [x, x * 0]
    return expand_dims(stack(parts), axis=1)


# -- frames --------------------------------------------------------------------------------------


@composite(rank="windows")
def sliding_window(
    x: Array,
    window_shape: int | tuple[int, ...],
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    step: int = 1,
) -> Array:
    """Return the windows at all positions of an array.

    Parameters
    ----------
    x
        The array.
    window_shape
        The lengths of a window.
    axis
        The axes that the lengths are for, each once; by default all.
    step
        The distance of the windows along each of these axes.

    Returns
    -------
    Array
        The shape of `x`, with the number of windows along each axis, and after it the shape of a
        window.

    Raises
    ------
    ValueError
        There are no such axes, or a window does not fit.

    Examples
    --------
    >>> import ivy
    >>> ivy.sliding_window(ivy.asarray([1, 2, 3, 4]), 2)
    Array([[1, 2],
           [2, 3],
           [3, 4]], dtype=int64, backend='numpy')
    """
    for place, length in window_axes(x.shape, window_shape, axis, step):
        count = (x.shape[place] - length) // step + 1
        starts = expand_dims(beside(x, arange, 0, count * step, step, dtype="int64"), axis=1)
        indices = add(starts, beside(x, arange, 0, length, 1, dtype="int64"))
        x = moveaxis(take(x, indices, axis=place), place + 1, -1)
    return x


@composite(dtypes="real floating", result="complex", rank="plus one")
def stft(
    x: Array,
    window: Array | None = None,
    /,
    *,
    frame_length: int,
    frame_step: int,
    n: int | None = None,
    center: bool = True,
) -> Array:
    """Return the spectra of overlapping frames of signals: a short-time Fourier transform.

    Parameters
    ----------
    x
        Real signals ``(..., T)``.
    window
        What each frame is multiplied by, ``(frame_length,)``; by default 1.
    frame_length, frame_step
        The length of a frame, and the distance of the starts of frames.
    n
        How many elements are transformed, by default as many as a frame has; the frame is filled
        up with zeros at its end.
    center
        Whether the signals are continued by their reflection for half a frame on both sides, so
        that frame `t` has its middle at ``t * frame_step``.

    Returns
    -------
    Array
        Complex spectra ``(..., n // 2 + 1, frames)``.

    Raises
    ------
    ValueError
        The signals are shorter than a frame (or half of one, where they are continued), or `n` is.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    >>> ivy.stft(x, frame_length=2, frame_step=2, center=False)
    Array([[2.+0.j, 2.+0.j, 2.+0.j],
           [0.+0.j, 0.+0.j, 0.+0.j]], dtype=complex64, backend='numpy')
    """
    check_frames("stft", x.shape, frame_length, frame_step, n, center)
    given = x.dtype
    x = astype(x, _precise(given))
    if center:
        half = frame_length // 2
        x = pad(x, (*((0, 0),) * (len(x.shape) - 1), (half, half)), mode="reflect")
    frames = sliding_window(x, frame_length, axis=-1, step=frame_step)
    if window is not None:
        frames = multiply(frames, _real("stft", window, x.dtype))
    return swapaxes(rfft(frames, n=n), -2, -1)


@composite(dtypes="floating", result="real", rank="minus one")
def istft(
    x: Array,
    window: Array | None = None,
    /,
    *,
    frame_length: int,
    frame_step: int,
    length: int | None = None,
    center: bool = True,
) -> Array:
    """Return the signals whose `stft` is nearest to these spectra.

    Frames are added where they overlap, and divided by the sum of the squares of the window; where
    that is 0 (less than 1e-10), so is the signal.

    Parameters
    ----------
    x
        Spectra ``(..., n // 2 + 1, frames)``; `n` is taken to be `frame_length` if that fits, and
        else even.
    window
        What frames were multiplied by, ``(frame_length,)``; by default 1.
    frame_length, frame_step, center
        As in `stft`.
    length
        How many elements the signals have: they are cut, or filled up with zeros. By default as
        many as the frames reach.

    Returns
    -------
    Array
        Real signals ``(..., length)``.

    Notes
    -----
    See D. Griffin and J. Lim, Signal estimation from modified short-time Fourier transform, 1984.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> options = dict(frame_length=2, frame_step=1)
    >>> ivy.istft(ivy.stft(x, **options), **options)
    Array([1., 2., 3., 4., 5., 6.], dtype=float32, backend='numpy')
    """
    bins, count = check_spectra("istft", x.shape, frame_length, frame_step)
    n = frame_length if frame_length // 2 + 1 == bins else 2 * (bins - 1)
    frames = getitem(irfft(swapaxes(x, -2, -1), n=n), (..., slice(0, frame_length)))
    given = frames.dtype
    frames = astype(frames, _precise(given))
    weight = beside(frames, ones, (frame_length,))
    if window is not None:
        weight = _real("istft", window, frames.dtype)
    total = _overlapped(multiply(frames, weight), frame_step)
    norm = _overlapped(broadcast_to(square(weight), (count, frame_length)), frame_step)
    there = greater(norm, 1e-10)
    out = where(there, divide(total, where(there, norm, 1)), 0)
    start = frame_length // 2 if center else 0
    stop = out.shape[-1] - start if length is None else start + length
    out = getitem(out, (..., slice(start, stop)))
    missing = 0 if length is None else length - out.shape[-1]
    if missing:
        out = pad(out, (*((0, 0),) * (len(out.shape) - 1), (0, missing)))
    return astype(out, given)


def _real(op: str, window: Array, dtype: DType) -> Array:
    if window.dtype in CATEGORIES["complex floating"]:
        raise TypeError(f"ivy.{op}: expected a real window, got {window.dtype}; use ivy.real")
    return astype(window, dtype)


def _overlapped(frames: Array, step: int) -> Array:
    """Return the sum of frames ``(..., count, length)``, each `step` further than that before."""
    *rest, count, length = frames.shape
    parts = -(-length // step)
    whole = (0, parts * step - length)
    before = ((0, 0),) * (len(rest) + 1)
    pieces = reshape(pad(frames, (*before, whole)), (*rest, count, parts, step))
    # Piece `j` of frame `t` lies in block `t + j` of the result.
    blocks = None
    for j in range(parts):
        piece = getitem(pieces, (..., slice(None), j, slice(None)))
        piece = pad(piece, (*before[1:], (j, parts - 1 - j), (0, 0)))
        blocks = piece if blocks is None else add(blocks, piece)
    assert blocks is not None
    out = reshape(blocks, (*rest, (count + parts - 1) * step))
    return getitem(out, (..., slice(0, (count - 1) * step + length)))


@composite(result="option", rank="two", default_dtype="float")
def mel_weight_matrix(
    mel_bins: int,
    frequency_bins: int,
    /,
    *,
    sample_rate: float,
    limits: tuple[float, float] | None = None,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return the matrix that takes spectra ``(..., frequency_bins)`` to the mel scale.

    Parameters
    ----------
    mel_bins
        How many triangular bands there are, equally wide on the mel scale.
    frequency_bins
        How many frequencies spectra have, from 0 to half the sample rate.
    sample_rate
        Samples a second.
    limits
        The lowest and the highest frequency, in hertz; by default 0 and half the sample rate.
    dtype, device
        As in `hann_window`.

    Returns
    -------
    Array
        Weights ``(frequency_bins, mel_bins)``; that of frequency 0 is 0.

    Notes
    -----
    The scale is ``1127 * log(1 + f / 700)``, as in S. Young et al., The HTK book, 2006.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.mel_weight_matrix(2, 4, sample_rate=8000.0) * 100)
    Array([[ 0.,  0.],
           [32., 68.],
           [ 0., 53.],
           [ 0.,  0.]], dtype=float32, backend='numpy')
    """
    wanted = _wanted("mel_weight_matrix", mel_bins, dtype)
    low, high = (0.0, sample_rate / 2) if limits is None else limits
    if mel_bins < 1 or frequency_bins < 1 or not 0 <= low < high <= sample_rate / 2:
        raise ValueError(
            "ivy.mel_weight_matrix: expected bins, and limits between 0 and half the sample rate, "
            f"got mel_bins={mel_bins}, frequency_bins={frequency_bins}, limits={limits} and "
            f"sample_rate={sample_rate}"
        )
    options: dict[str, Any] = {"dtype": _precise(wanted), "device": device}
    frequencies = linspace(0.0, sample_rate / 2, frequency_bins, **options)
    mels = expand_dims(multiply(log1p(divide(frequencies, 700)), 1127), axis=1)
    ends = [1127 * math.log1p(f / 700) for f in (low, high)]
    width = (ends[1] - ends[0]) / (mel_bins + 1)
    middles = add(multiply(arange(1, mel_bins + 1, **options), width), ends[0])
    weights = maximum(subtract(1, divide(abs(subtract(mels, middles)), width)), 0)
    return astype(where(greater(mels, 0), weights, 0), wanted)
