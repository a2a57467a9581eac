"""Rows of windows, convolution, frames and their spectra."""

from __future__ import annotations

import numpy
import scipy.signal
from scipy.signal import windows

from ivy_tests.support.rows import Case, Drawn, call, x

_TERMS = {"loosen": 4, "reason": "rounding grows with the number of terms"}
_SERIES = {"loosen": 4, "reason": "a power series of dozens of terms"}
_FALL = {"loosen": 4, "reason": "cosines of about the same size cancel at the ends"}
# By the size: even, odd, of one element and of none.
_SIZES = [
    call(6),
    call(5, periodic=False),
    call(7, dtype="float64"),
    call(4, dtype="bfloat16", periodic=False),
    call(1),
    call(0),
]


_WINDOW = Drawn((4,), (0.5, 1.5), "float32")


def periodic(name):
    """What SciPy gives, which calls a window symmetric or not."""

    def oracle(size, periodic=True, **options):
        return getattr(windows, name)(size, **options, sym=not periodic)

    return oracle


def hamming_window(size, periodic=True, alpha=0.54, beta=0.46):
    length = size if periodic else size - 1
    return alpha - beta * numpy.cos(2 * numpy.pi * numpy.arange(size) / length)


def vorbis_window(size):
    k = numpy.arange(size) + 0.5
    return numpy.sin(numpy.pi / 2 * numpy.sin(numpy.pi * k / size) ** 2)


def kaiser_bessel_derived_window(size, beta=12.0):
    return windows.kaiser_bessel_derived(size, beta=beta, sym=True)


def mel_weight_matrix(mel_bins, frequency_bins, sample_rate, limits=None):
    low, high = limits or (0, sample_rate / 2)
    hertz = numpy.linspace(0, sample_rate / 2, frequency_bins)
    edges = numpy.linspace(mel(low), mel(high), mel_bins + 2)
    out = numpy.zeros((frequency_bins, mel_bins))
    for i in range(1, frequency_bins):
        for j in range(mel_bins):
            rise = (mel(hertz[i]) - edges[j]) / (edges[j + 1] - edges[j])
            fall = (edges[j + 2] - mel(hertz[i])) / (edges[j + 2] - edges[j + 1])
            out[i, j] = max(0, min(rise, fall))
    return out


def mel(hertz):
    return 1127 * numpy.log1p(hertz / 700)


def sliding_window(x, window_shape, axis=None, step=1):
    found = numpy.lib.stride_tricks.sliding_window_view(x, window_shape, axis=axis)
    places = range(x.ndim) if axis is None else numpy.atleast_1d(axis) % x.ndim
    return found[tuple(slice(None, None, step if i in places else 1) for i in range(x.ndim))]


def stft(x, window=None, *, frame_length, frame_step, n=None, center=True):
    half = frame_length // 2 if center else 0
    x = numpy.pad(x, [(0, 0)] * (x.ndim - 1) + [(half, half)], mode="reflect")
    weight = 1 if window is None else window
    spectra = []
    for start in range(0, x.shape[-1] - frame_length + 1, frame_step):
        frame = x[..., start : start + frame_length] * weight
        spectra.append(numpy.fft.rfft(frame, n))
    return numpy.stack(spectra, -1)


def istft(x, window=None, *, frame_length, frame_step, length=None, center=True):
    weight = numpy.ones(frame_length) if window is None else window
    size = frame_length if frame_length // 2 + 1 == x.shape[-2] else 2 * (x.shape[-2] - 1)
    count = x.shape[-1]
    total = numpy.zeros((*x.shape[:-2], (count - 1) * frame_step + frame_length))
    norm = numpy.zeros(total.shape[-1])
    for t in range(count):
        part = slice(t * frame_step, t * frame_step + frame_length)
        frame = numpy.fft.irfft(x[..., t], size)[..., :frame_length]
        total[..., part] += frame * weight
        norm[part] += weight**2
    out = numpy.where(norm > 1e-10, total / numpy.where(norm > 1e-10, norm, 1), 0)
    half = frame_length // 2 if center else 0
    if length is None:
        return out[..., half : out.shape[-1] - half]
    out = out[..., half : half + length]
    return numpy.pad(out, [(0, 0)] * (out.ndim - 1) + [(0, length - out.shape[-1])])


def convolve_nd(x1, x2, mode="full"):
    return scipy.signal.convolve(x1, x2, mode=mode, method="direct")


def correlate_nd(x1, x2, mode="full"):
    return scipy.signal.correlate(x1, x2, mode=mode, method="direct")


_PAIRS = [
    call(x(5), x(3)),
    call(x(2), x(5)),
    *(call(x(5), x(4), mode=m) for m in ("full", "same", "valid")),
    *(call(x(3), x(6), mode=m) for m in ("same", "valid")),
    call(x(1), x(1)),
]
_ND = [
    call(x(4, 3), x(2, 3)),
    call(x(4, 3), x(2, 2), mode="same"),
    call(x(2, 3), x(3, 3), mode="valid"),
    call(x(2, 3, 2), x(2, 1, 2)),
    call(x(3), x(4), mode="same"),
]

CASES: list[Case] = [
    Case("hann_window", periodic("hann"), _SIZES, **_FALL),
    Case(
        "hamming_window",
        hamming_window,
        [*_SIZES[:4], call(4, alpha=0.6, beta=0.4)],
        **_FALL,
    ),
    Case("blackman_window", periodic("blackman"), _SIZES[:2], **_FALL),
    Case("blackman_harris_window", periodic("blackmanharris"), _SIZES[:2], **_FALL),
    Case("nuttall_window", periodic("nuttall"), _SIZES[:2], **_FALL),
    Case("flat_top_window", periodic("flattop"), _SIZES[:2], **_FALL),
    Case("bartlett_window", periodic("bartlett"), _SIZES),
    Case("cosine_window", periodic("cosine"), _SIZES),
    Case("bohman_window", periodic("bohman"), _SIZES, **_FALL),
    Case("parzen_window", periodic("parzen"), _SIZES),
    Case(
        "tukey_window",
        periodic("tukey"),
        [*_SIZES[:4], call(5, alpha=0.0), call(8, alpha=1.5, periodic=False), call(9, alpha=0.3)],
    ),
    Case(
        "gaussian_window",
        periodic("gaussian"),
        [call(5, std=1.5), call(6, std=0.4, periodic=False)],
    ),
    Case("exponential_window", periodic("exponential"), [call(6, tau=2.0), call(1), call(5)]),
    Case(
        "kaiser_window",
        periodic("kaiser"),
        [
            call(6, beta=5.0),
            call(5, beta=12.0, periodic=False),
            call(7, beta=60.0, dtype="float64"),
            call(4, beta=0.0),
            call(1, beta=3.0),
        ],
        **_SERIES,
    ),
    Case(
        "kaiser_bessel_derived_window",
        kaiser_bessel_derived_window,
        [call(6), call(8, beta=4.0, dtype="float64")],
        **_SERIES,
    ),
    Case("vorbis_window", vorbis_window, [call(6), call(5), call(4, dtype="float16"), call(0)]),
    Case("convolve", lambda x1, x2, mode="full": numpy.convolve(x1, x2, mode), _PAIRS, **_TERMS),
    Case("correlate", lambda x1, x2, mode="valid": numpy.correlate(x1, x2, mode), _PAIRS, **_TERMS),
    Case("convolve_nd", convolve_nd, _ND, **_TERMS),
    Case("correlate_nd", correlate_nd, _ND, **_TERMS),
    Case(
        "sliding_window",
        sliding_window,
        [
            call(x(5), 2),
            call(x(4, 5), (2, 3)),
            call(x(4, 5, 2), 3, axis=-2, step=2),
            call(x(4, 2, 5), (5, 2), axis=(2, 0), step=2),
        ],
    ),
    Case(
        "stft",
        stft,
        [
            call(x(2, 9), x(4), frame_length=4, frame_step=2),
            call(x(8), frame_length=3, frame_step=1, center=False),
            call(x(1, 2, 7), x(3), frame_length=3, frame_step=2, n=8),
        ],
        **_TERMS,
    ),
    Case(
        "istft",
        istft,
        [
            call(x(2, 3, 4), _WINDOW, frame_length=4, frame_step=2),
            call(x(3, 4), frame_length=5, frame_step=2, center=False),
            call(x(5, 3), _WINDOW, frame_length=4, frame_step=3, length=12),
            call(x(3, 2), frame_length=4, frame_step=5, length=3),
        ],
        **_TERMS,
    ),
    Case(
        "mel_weight_matrix",
        mel_weight_matrix,
        [
            call(4, 9, sample_rate=8000.0),
            call(3, 6, sample_rate=16000, limits=(80.0, 7000.0), dtype="float64"),
        ],
        loosen=64,
        reason="a difference of mels, up to 2840, in a band a tenth as wide",
    ),
]
