"""What dask does otherwise than other libraries.

Linear algebra is NumPy's, on matrices of which each is in one piece: dask's own takes single
matrices only, and has not all of it.
"""

import array_api_compat.numpy as np
import dask.array as da

from ivy.errors import UnsupportedError


def argwhere(core, x, /):
    # dask cannot stack what has a length that depends on values.
    return da.argwhere(x).astype(core.DTYPES["int64"])


def repeat(core, x, repeats, /, *, axis=None):
    if isinstance(repeats, core.ARRAY_TYPES):
        raise UnsupportedError(
            "ivy.repeat: the dask backend takes one number for all slices, because with an array "
            "of them the result's shape depends on values"
        )
    if axis is None:
        x, axis = core.reshape(x, (-1,)), 0
    return da.repeat(x, repeats, axis=axis)


def searchsorted(core, x1, x2, /, *, side="left", sorter=None):
    # dask's takes neither a sorter nor a 0-d array.
    x1 = x1 if sorter is None else da.take(x1, sorter, axis=0)
    places = da.searchsorted(x1, core.reshape(x2, (1,)) if x2.ndim == 0 else x2, side=side)
    return core.reshape(places, x2.shape) if x2.ndim == 0 else places


def cholesky(core, x, /, *, upper=False):
    return _apply(np.linalg.cholesky, "(i,j)->(i,j)", x, upper=upper)


def det(core, x, /):
    return _apply(np.linalg.det, "(i,j)->()", x)


def slogdet(core, x, /):
    return _apply(np.linalg.slogdet, "(i,j)->(),()", x)


def inv(core, x, /):
    return _apply(np.linalg.inv, "(i,j)->(i,j)", x)


def solve(core, x1, x2, /):
    if x2.ndim == 1:
        return da.squeeze(solve(core, x1, x2[:, None]), axis=-1)
    return _apply(np.linalg.solve, "(i,j),(j,k)->(i,k)", x1, x2)


def eigh(core, x, /):
    return _apply(np.linalg.eigh, "(i,j)->(j),(i,j)", x)


def eigvalsh(core, x, /):
    return _apply(np.linalg.eigvalsh, "(i,j)->(j)", x)


def eig(core, x, /):
    return _apply(np.linalg.eig, "(i,j)->(j),(i,j)", x)


def eigvals(core, x, /):
    return _apply(np.linalg.eigvals, "(i,j)->(j)", x)


def qr(core, x, /, *, mode="reduced"):
    rows, columns = x.shape[-2:]
    sizes = {"k": rows if mode == "complete" else min(rows, columns)}
    return _apply(np.linalg.qr, "(i,j)->(i,k),(k,j)", x, output_sizes=sizes, mode=mode)


def svd(core, x, /, *, full_matrices=True):
    rows, columns = x.shape[-2:]
    fewer = min(rows, columns)
    sizes = {
        "k": fewer,
        "m": rows if full_matrices else fewer,
        "n": columns if full_matrices else fewer,
    }
    signature = "(i,j)->(i,m),(k),(n,j)"
    return _apply(np.linalg.svd, signature, x, output_sizes=sizes, full_matrices=full_matrices)


def svdvals(core, x, /):
    sizes = {"k": min(x.shape[-2:])}
    return _apply(np.linalg.svdvals, "(i,j)->(k)", x, output_sizes=sizes)


def tensordot(core, x1, x2, /, *, axes=2):
    # dask's sums small integers in int64.
    return da.tensordot(x1, x2, axes=axes).astype(x1.dtype)


def _apply(function, signature, *arrays, output_sizes=None, **options):
    # What comes out for a small example says the dtypes.
    example = function(*[np.eye(2, dtype=x.dtype) for x in arrays], **options)
    if any(0 in x.shape for x in arrays):  # dask cannot cut what has no elements
        results = function(*[_identities(x.shape, x.dtype) for x in arrays], **options)
        if isinstance(results, tuple):
            return tuple([da.from_array(r) for r in results])
        return da.from_array(results)
    dtypes = [e.dtype for e in example] if isinstance(example, tuple) else [example.dtype]
    results = da.apply_gufunc(
        function,
        signature,
        *arrays,
        output_dtypes=dtypes,
        output_sizes=output_sizes,
        allow_rechunk=True,
        **options,
    )
    return tuple(results) if len(dtypes) > 1 else results


def _identities(shape, dtype):
    return np.broadcast_to(np.eye(*shape[-2:], dtype=dtype), shape)
