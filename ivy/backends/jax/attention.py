"""Attention on jax."""
