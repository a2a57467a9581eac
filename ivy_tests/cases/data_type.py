"""Rows of the functions on data types."""

from __future__ import annotations

from ivy_tests.support.rows import Case, Given, call, native, x


def astype(x, dtype, copy=True):
    return x.astype(native(str(dtype)))


CASES = [
    Case(
        "astype",
        astype,
        [
            call(x(2, 3), "complex128"),
            call(x(2, 3), "float64"),
            call(x(2, 3), "int32"),
            call(x(2, 3), "bool"),
            call(x(2, 3), "float32", copy=False),
            call(x(), "int8"),
            call(x(0, 3), "uint64"),
        ],
        # Truncated, then wrapped around.
        special=[
            call(Given([1.9, -1.9, 0.0, 300.0, -1.0, 255.5, -300.0]), "int32"),
            call(Given([300, -1, 255, 256], "int64"), "uint8"),
            call(Given([200, 127, 128], "uint8"), "int8"),
            call(Given([0.5, 0.0, -0.0, float("nan")]), "bool"),
        ],
    ),
]
