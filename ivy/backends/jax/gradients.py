"""What concerns differentiation only, on jax."""

from jax.lax import stop_gradient
