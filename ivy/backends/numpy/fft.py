"""Fourier transforms on NumPy."""
