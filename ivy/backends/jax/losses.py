"""Loss functions on jax."""
