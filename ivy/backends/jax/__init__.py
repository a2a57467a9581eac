"""The core operations on jax: one module for each chapter of ivy.functional."""
