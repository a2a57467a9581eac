"""Special functions on jax."""
