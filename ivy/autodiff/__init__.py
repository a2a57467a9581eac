"""Derivatives: the tape that records, the rules of the operations, and what users call."""
