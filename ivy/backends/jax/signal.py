"""Signals on jax."""
