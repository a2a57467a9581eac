"""Frontends: what each framework's public functions mean in Ivy's operations."""
