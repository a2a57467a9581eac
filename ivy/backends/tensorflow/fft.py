"""Fourier transforms on tensorflow."""
