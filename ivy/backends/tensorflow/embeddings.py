"""Embeddings on tensorflow."""
