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
from jax.scipy.special import i0e as bessel_i0e
from jax.scipy.special import i1e as bessel_i1e


def bessel_i0(x, /):
    # jax has NaN at infinity.
    return jnp.where(jnp.isinf(x), jnp.abs(x), jax.scipy.special.i0(x))


def bessel_i1(x, /):
    # jax has NaN at infinity.
    return jnp.where(jnp.isinf(x), x, jax.scipy.special.i1(x))


def digamma(x, /):
    # jax has NaN at 0.
    return jnp.where(x == 0, -1 / x, jax.scipy.special.digamma(x))
