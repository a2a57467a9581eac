"""Resizing of images on torch."""
