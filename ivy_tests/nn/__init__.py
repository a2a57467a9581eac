"""Tests of `ivy.nn`: modules, layers, initialisers, summaries."""
