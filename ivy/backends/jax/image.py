"""Resizing of images on jax."""
