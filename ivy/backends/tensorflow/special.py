"""Special functions on tensorflow."""
