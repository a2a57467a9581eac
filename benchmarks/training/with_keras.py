"""The training steps in Keras, on the backend that it was started with."""

from __future__ import annotations

from functools import partial
from typing import Any

import keras
import numpy as np
from keras import layers

from training.sizes import CLASSES, HEADS, RATE, SIZES, Make, Step, data, weights
from training.with_ivy import channels_last


def model_of(model: str, size: str) -> keras.Model:
    """Return a model with the first values of the parameters."""
    sizes = SIZES[model][size]
    given = weights(model, size)
    if model == "mlp":
        _, features, hidden = sizes
        names = ["first", "second", "last"]
        net = keras.Sequential(
            [
                layers.Input((features,)),
                layers.Dense(hidden, activation="relu", name="first"),
                layers.Dense(hidden, activation="relu", name="second"),
                layers.Dense(CLASSES, name="last"),
            ]
        )
    elif model == "cnn":
        _, channels, side, filters = sizes
        options = {"padding": "same", "activation": "relu", "data_format": "channels_last"}
        names = ["first", "second", "last"]
        net = keras.Sequential(
            [
                layers.Input((side, side, channels)),
                layers.Conv2D(filters, 3, name="first", **options),
                layers.MaxPooling2D(2, data_format="channels_last"),
                layers.Conv2D(2 * filters, 3, name="second", **options),
                layers.MaxPooling2D(2, data_format="channels_last"),
                layers.Flatten(),
                layers.Dense(CLASSES, name="last"),
            ]
        )
        given["last.weight"] = channels_last(given["last.weight"], side // 4)
    else:
        net, names = _transformer(sizes), ["wide", "narrow", "last"]
        width = sizes[-1]
        split = given["attention.in_proj_weight"].reshape(3, HEADS, width // HEADS, width)
        values: list[Any] = []
        for part in split:
            values += [part.transpose(2, 0, 1), np.zeros((HEADS, width // HEADS), "float32")]
        out = given["attention.out_proj.weight"].T.reshape(HEADS, width // HEADS, width)
        order = [0, 1, 2]  # query, key, value
        attention = net.get_layer("attention")
        attention.set_weights(
            [v for i in order for v in values[2 * i : 2 * i + 2]]
            + [out, given["attention.out_proj.bias"]]
        )
    for name in names:
        weight = given[f"{name}.weight"]
        weight = weight.transpose(2, 3, 1, 0) if weight.ndim == 4 else weight.T
        net.get_layer(name).set_weights([weight, given[f"{name}.bias"]])
    return net


def _transformer(sizes: tuple[int, ...]) -> keras.Model:
    _, length, width = sizes
    x = entry = layers.Input((length, width))
    h = layers.LayerNormalization(epsilon=1e-5)(x)
    attention = layers.MultiHeadAttention(HEADS, width // HEADS, name="attention")
    x = layers.Add()([x, attention(h, h)])
    h = layers.LayerNormalization(epsilon=1e-5)(x)
    h = layers.Dense(4 * width, activation="relu", name="wide")(h)
    x = layers.Add()([x, layers.Dense(width, name="narrow")(h)])
    out = layers.Dense(CLASSES, name="last")(layers.GlobalAveragePooling1D()(x))
    return keras.Model(entry, out)


def inputs(model: str, size: str) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs, images with their channels last, and targets."""
    x, y = data(model, size)
    return (x.transpose(0, 2, 3, 1) if model == "cnn" else x), y


def steps(model: str, size: str) -> dict[str, Make]:
    """Return what makes the steps to compare with, by name."""
    return {"keras": partial(_step, model, size)}


def _step(model: str, size: str) -> Step:
    net = model_of(model, size)
    net.compile(
        optimizer=keras.optimizers.Adam(RATE, epsilon=1e-8),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    x, y = map(keras.ops.convert_to_tensor, inputs(model, size))
    return lambda: net.train_on_batch(x, y)
