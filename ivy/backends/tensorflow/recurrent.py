"""Recurrent functions on tensorflow."""
