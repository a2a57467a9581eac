"""Recurrent functions on jax."""
