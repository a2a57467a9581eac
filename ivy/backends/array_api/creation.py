"""Creation that libraries do not do as the standard says, with any library."""

import builtins
import math

import array_api_compat


def eye(core, n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    # dask's is wrong where there are fewer columns than rows of a chunk.
    xp, int64 = core.xp, core.DTYPES["int64"]
    place = core.native_device(device)
    k = max(-n_rows, min(k, n_rows if n_cols is None else n_cols))
    rows = xp.arange(n_rows, dtype=int64, device=place)
    columns = xp.arange(n_rows if n_cols is None else n_cols, dtype=int64, device=place)
    same = xp.equal(xp.expand_dims(rows + k, axis=1), xp.expand_dims(columns, axis=0))
    return xp.astype(same, dtype)


def linspace(core, start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    xp = core.xp
    options = {"device": core.native_device(device), "endpoint": endpoint}
    if not core.is_complex_dtype(dtype):
        return xp.linspace(start, stop, num, dtype=dtype, **options)
    a, b = builtins.complex(start), builtins.complex(stop)
    double = dtype == core.DTYPES["complex128"]
    options["dtype"] = core.DTYPES["float64" if double else "float32"]
    real = xp.linspace(a.real, b.real, num, **options)
    return complex(core, real, xp.linspace(a.imag, b.imag, num, **options))


def complex(core, real, imag, /):
    # Products with 1j would make NaN of infinities, sums do not: each part is added by itself.
    xp = core.xp
    double = real.dtype == core.DTYPES["float64"]
    dtype = core.DTYPES["complex128" if double else "complex64"]
    finite = xp.isfinite(imag)
    upright = xp.astype(xp.where(finite, imag, xp.zeros_like(imag)), dtype) * 1j
    for where, value in (
        (imag == math.inf, math.inf),
        (imag == -math.inf, -math.inf),
        (imag != imag, math.nan),
    ):
        constant = xp.asarray(
            builtins.complex(0.0, value), dtype=dtype, device=array_api_compat.device(imag)
        )
        upright = xp.where(where, constant, upright)
    return xp.astype(real, dtype) + upright
