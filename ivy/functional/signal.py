"""Signals: windows, convolution, correlation and sliding windows."""

from __future__ import annotations
