"""Resizing of images on NumPy."""
