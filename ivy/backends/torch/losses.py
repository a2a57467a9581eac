"""Loss functions on torch."""
