"""Loss functions on tensorflow."""
