"""Fourier transforms on jax."""
