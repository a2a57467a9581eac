"""Attention on tensorflow."""
