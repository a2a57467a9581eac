"""Recurrent functions on numpy."""
