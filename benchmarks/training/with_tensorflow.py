"""The training steps as tensorflow is used: layers of Keras in a loop of their own."""

from __future__ import annotations

from typing import Any

import keras
import tensorflow as tf

from training.sizes import RATE, Step
from training.with_keras import inputs, model_of


def steps(model: str, size: str) -> dict[str, Step]:
    """Return the steps to compare with, by name."""
    return {
        "compiled": tf.function(_step(model, size)),
        "compiled by XLA": tf.function(_step(model, size), jit_compile=True),
        "eager": _step(model, size),
    }


def _step(model: str, size: str) -> Step:
    x, y = map(tf.constant, inputs(model, size))
    net = model_of(model, size)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimiser = keras.optimizers.Adam(RATE, epsilon=1e-8)
    optimiser.build(net.trainable_variables)

    def step() -> Any:
        with tf.GradientTape() as tape:
            value = loss(y, net(x, training=True))
        optimiser.apply(tape.gradient(value, net.trainable_weights), net.trainable_weights)
        return value

    return step
