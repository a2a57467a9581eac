"""The training steps as tensorflow is used: layers of Keras in a loop of their own."""

from __future__ import annotations

from functools import partial
from typing import Any

import keras
import tensorflow as tf

from training.sizes import RATE, Make, Step
from training.with_keras import inputs, model_of


def steps(model: str, size: str) -> dict[str, Make]:
    """Return what makes the steps to compare with, by name."""
    make = partial(_step, model, size)
    return {
        "compiled": lambda: tf.function(make()),
        "compiled by XLA": lambda: tf.function(make(), jit_compile=True),
        "eager": make,
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
