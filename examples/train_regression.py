"""Predict the course of diabetes with scikit-learn's data, and compare with linear regression.

Some of the patients say when to end the training, others how good the result is. With a checkpoint
folder the training can be interrupted: the same command, run again, goes on where it was.

    python examples/train_regression.py
    python examples/train_regression.py --backend tensorflow --seed 3
    python examples/train_regression.py --checkpoint out/diabetes --epochs 20
    python examples/train_regression.py --checkpoint out/diabetes --epochs 100
"""

import argparse

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

import ivy
from ivy import nn

BATCH_SIZE = 32


def standardised(values, like):
    """Return columns less the means, and over the deviations, of other rows."""
    return ((values - like.mean(axis=0)) / like.std(axis=0)).astype("float32")


def load_data(seed):
    """Return the measurements and results of patients to train, to validate and to test with."""
    x, y = load_diabetes(return_X_y=True, scaled=False)
    rest, test = train_test_split(np.arange(len(x)), test_size=0.2, random_state=seed)
    train, validation = train_test_split(rest, test_size=0.25, random_state=seed)
    x, y = standardised(x, x[train]), standardised(y, y[train]).reshape(-1, 1)
    return [(x[part], y[part]) for part in (train, validation, test)]


def make_model(features):
    return nn.Sequential(
        *(nn.Linear(features, 32), nn.Tanh(), nn.Dropout(0.3)),
        *(nn.Linear(32, 16), nn.Tanh(), nn.Linear(16, 1)),
    )


def loss(model, x, y):
    return ivy.mse_loss(model(x), y)


def train(epochs, seed, checkpoint):
    """Print the share of variance that the network explains, and that of linear regression."""
    ivy.seed(seed)
    (x, y), validation, (held_x, held_y) = load_data(seed)
    model = make_model(x.shape[1])
    history = ivy.train.fit(
        model,
        ivy.optim.AdamW(lr=3e-3, weight_decay=0.1),
        loss,
        ivy.data.Loader(ivy.data.ArrayDataset(x, y), BATCH_SIZE, shuffle=True, drop_last=True),
        epochs=epochs,
        validation=[validation],
        callbacks=[ivy.train.EarlyStopping("val_loss", patience=20, restore_best=True)],
        checkpoint=checkpoint,
    )
    predicted = ivy.to_numpy(model.eval()(ivy.asarray(held_x)))
    linear = LinearRegression().fit(x, y).predict(held_x)
    print(f"ended after {history.epochs} epochs; R2 on {len(held_y)} held-out patients:")
    print(f"network            {r2_score(held_y, predicted):.3f}")
    print(f"linear regression  {r2_score(held_y, linear):.3f}")


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    backends = ("numpy", "torch", "tensorflow", "jax")
    parser.add_argument("--backend", choices=backends, default="numpy")
    parser.add_argument("--epochs", type=int, default=100, help="at most so many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checkpoint", metavar="FOLDER", help="save there, and go on from there")
    options = parser.parse_args(arguments)
    with ivy.with_backend(options.backend), ivy.config.portable_random(True):
        train(options.epochs, options.seed, options.checkpoint)


if __name__ == "__main__":
    main()
