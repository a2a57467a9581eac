"""Normalisation on torch."""
