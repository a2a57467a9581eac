"""Creation that libraries do not do as the standard says, with any library."""


def eye(core, n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    # dask's is wrong where there are fewer columns than rows of a chunk.
    xp, int64 = core.xp, core.DTYPES["int64"]
    place = core.native_device(device)
    rows = xp.arange(n_rows, dtype=int64, device=place)
    columns = xp.arange(n_rows if n_cols is None else n_cols, dtype=int64, device=place)
    same = xp.equal(xp.expand_dims(rows + k, axis=1), xp.expand_dims(columns, axis=0))
    return xp.astype(same, dtype)
