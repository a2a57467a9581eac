"""Special functions on jax."""

import jax
import jax.numpy as jnp
from jax.scipy.special import (
    betainc,
    erfc,
    erfinv,
    gammainc,
    gammaincc,
    log_ndtr,
    ndtr,
    ndtri,
    zeta,
)
from jax.scipy.special import gammaln as lgamma
from jax.scipy.special import i0 as bessel_i0
from jax.scipy.special import i0e as bessel_i0e
from jax.scipy.special import i1 as bessel_i1
from jax.scipy.special import i1e as bessel_i1e


def digamma(x, /):
    # jax has NaN at 0.
    return jnp.where(x == 0, -1 / x, jax.scipy.special.digamma(x))
