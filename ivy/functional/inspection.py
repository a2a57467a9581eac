"""Inspection: what the current backend has and can do."""

from __future__ import annotations
