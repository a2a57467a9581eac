"""The core operations on torch: one module for each chapter of ivy.functional."""
