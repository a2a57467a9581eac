"""Fourier transforms on torch."""
