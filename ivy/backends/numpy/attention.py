"""Attention on numpy."""
