"""Images: resizing with every usual way of interpolation."""

from __future__ import annotations
