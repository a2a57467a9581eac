"""Tests of ivy.optim."""
