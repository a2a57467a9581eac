"""Recurrent functions on torch."""
