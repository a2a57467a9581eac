"""Normalisation on tensorflow."""
