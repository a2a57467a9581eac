"""Special functions: the error, gamma, beta, zeta and Bessel families."""

from __future__ import annotations
