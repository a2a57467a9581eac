"""Embeddings on torch."""
