"""Layers and models that run on every backend, written once."""

from ivy.nn.module import Buffer, Handle, Module
