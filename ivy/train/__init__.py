"""Training on data: the loop, metrics, callbacks, and checkpoints to go on from."""

from ivy.train.callbacks import Callback, EarlyStopping
from ivy.train.checkpoints import Checkpoint, Checkpoints, load, save
from ivy.train.fitting import Training, evaluate, fit
from ivy.train.history import History
from ivy.train.metrics import (
    F1,
    Accuracy,
    BinaryAccuracy,
    Mean,
    MeanAbsoluteError,
    MeanSquaredError,
    Metric,
    Precision,
    Recall,
    RootMeanSquaredError,
    TopKAccuracy,
)

__all__ = [
    "F1",
    "Accuracy",
    "BinaryAccuracy",
    "Callback",
    "Checkpoint",
    "Checkpoints",
    "EarlyStopping",
    "History",
    "Mean",
    "MeanAbsoluteError",
    "MeanSquaredError",
    "Metric",
    "Precision",
    "Recall",
    "RootMeanSquaredError",
    "TopKAccuracy",
    "Training",
    "evaluate",
    "fit",
    "load",
    "save",
]
