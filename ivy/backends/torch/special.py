"""Special functions on torch."""
