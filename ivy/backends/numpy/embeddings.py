"""Embeddings on numpy."""
