"""Resizing of images on tensorflow."""
