"""Optimisers, schedules, clipping and mixed precision: pure functions on trees of arrays."""

from ivy.optim import schedules
from ivy.optim.adaptive import (
    LAMB,
    Adadelta,
    Adafactor,
    Adagrad,
    Adam,
    Adamax,
    AdamW,
    NAdam,
    RAdam,
    RMSprop,
)
from ivy.optim.averaging import ExponentialMovingAverage
from ivy.optim.clipping import clip_by_global_norm, clip_by_norm, clip_by_value, global_norm
from ivy.optim.gradient_descent import LARS, SGD, Lion, Muon
from ivy.optim.lbfgs import LBFGS
from ivy.optim.optimiser import Groups, Optimiser
from ivy.optim.precision import LossScaler, MixedPrecision

__all__ = [
    "LAMB",
    "LARS",
    "LBFGS",
    "SGD",
    "Adadelta",
    "Adafactor",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "ExponentialMovingAverage",
    "Groups",
    "Lion",
    "LossScaler",
    "MixedPrecision",
    "Muon",
    "NAdam",
    "Optimiser",
    "RAdam",
    "RMSprop",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "global_norm",
    "schedules",
]
