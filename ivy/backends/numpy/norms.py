"""Normalisation on numpy."""
