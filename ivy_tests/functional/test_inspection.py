"""`__array_namespace_info__`."""

from __future__ import annotations

import pytest

import ivy


@pytest.fixture
def info(backend):
    return ivy.__array_namespace_info__()


def test_capabilities(info):
    found = info.capabilities()
    assert found["boolean indexing"] is found["data-dependent shapes"] is True
    assert found["max dimensions"] >= 8
    assert ivy.ones((1,) * min(found["max dimensions"], 8)).ndim == 8


def test_devices(info):
    assert info.default_device() in info.devices()
    for device in info.devices():
        assert ivy.zeros(2, device=device).device == device


def test_default_dtypes(info):
    with ivy.config.int_dtype("int32"):
        found = info.default_dtypes(device="cpu")
    assert list(found) == ["real floating", "complex floating", "integral", "indexing"]
    assert list(found.values()) == [ivy.float32, ivy.complex64, ivy.int32, ivy.int64]


def test_dtypes(info):
    assert set(info.dtypes()) == {d.name for d in ivy.dtypes.ALL} - {"float16", "bfloat16"}
    found = info.dtypes(kind=("bool", "real floating"))
    assert list(found.items()) == [(n, getattr(ivy, n)) for n in ("bool", "float32", "float64")]


def test_what_is_not_known_is_refused(info):
    with pytest.raises(ValueError, match="expected kinds of dtypes"):
        info.dtypes(kind="any")
    with pytest.raises(ValueError, match="expected one of the devices cpu"):
        info.dtypes(device="gpu:7")
    with pytest.raises(ValueError, match="expected one of the devices cpu"):
        info.default_dtypes(device="gpu:7")
