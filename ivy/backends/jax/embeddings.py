"""Embeddings on jax."""
