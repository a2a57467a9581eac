"""Discrete Fourier transforms: the `fft` extension of the array API standard."""

from __future__ import annotations
