"""Normalisation on jax."""
