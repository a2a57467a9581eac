"""Special functions on torch."""

import torch
from torch.special import (
    digamma,
    erfc,
    erfcx,
    erfinv,
    gammainc,
    gammaincc,
    log_ndtr,
    ndtr,
    ndtri,
    zeta,
)
from torch.special import gammaln as lgamma
from torch.special import i0e as bessel_i0e
from torch.special import i1e as bessel_i1e
from torch.special import modified_bessel_k0 as bessel_k0
from torch.special import modified_bessel_k1 as bessel_k1
from torch.special import scaled_modified_bessel_k0 as bessel_k0e
from torch.special import scaled_modified_bessel_k1 as bessel_k1e


def bessel_i0(x, /):
    # torch has NaN at infinity.
    return torch.where(torch.isinf(x), torch.abs(x), torch.special.i0(x))


def bessel_i1(x, /):
    # torch has NaN at infinity.
    return torch.where(torch.isinf(x), x, torch.special.i1(x))
