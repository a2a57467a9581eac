"""Training steps of the same models, in Ivy and by hand in each framework."""
