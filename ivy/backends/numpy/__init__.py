"""The core operations on numpy: one module for each chapter of ivy.functional."""
