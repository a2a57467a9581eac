"""Special functions on torch."""

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
from torch.special import i0 as bessel_i0
from torch.special import i0e as bessel_i0e
from torch.special import i1 as bessel_i1
from torch.special import i1e as bessel_i1e
from torch.special import modified_bessel_k0 as bessel_k0
from torch.special import modified_bessel_k1 as bessel_k1
from torch.special import scaled_modified_bessel_k0 as bessel_k0e
from torch.special import scaled_modified_bessel_k1 as bessel_k1e
