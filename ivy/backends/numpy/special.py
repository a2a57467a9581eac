"""Special functions on NumPy."""
