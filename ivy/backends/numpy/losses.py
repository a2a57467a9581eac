"""Loss functions on numpy."""
