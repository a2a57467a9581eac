"""The core operations on tensorflow: one module for each chapter of ivy.functional."""
