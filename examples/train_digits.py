"""Train a small convolutional network on scikit-learn's handwritten digits, on any backend.

With the same seed every backend starts from the same weights and sees the same batches.

    python examples/train_digits.py
    python examples/train_digits.py --backend jax --epochs 12 --seed 1
"""

import argparse

from sklearn.datasets import load_digits

import ivy
from ivy import nn

BATCH_SIZE = 64


class Net(nn.Module):
    """Two convolutions and two linear layers, for images of 8 x 8 pixels."""

    def __init__(self, classes=10):
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.hidden = nn.Linear(32 * 2 * 2, 64)
        self.dropout = nn.Dropout(0.2)
        self.out = nn.Linear(64, classes)

    def forward(self, x):
        x = self.pool(ivy.relu(self.conv1(x)))  # 8 x 8 -> 4 x 4
        x = self.pool(ivy.relu(self.conv2(x)))  # 4 x 4 -> 2 x 2
        x = ivy.reshape(x, (x.shape[0], -1))
        return self.out(self.dropout(ivy.relu(self.hidden(x))))


def load_data(seed):
    """Return the images and labels for training, and those that are held out."""
    images, labels = load_digits(return_X_y=True)
    images = (images - images.mean()) / images.std()
    images = images.reshape(-1, 1, 8, 8).astype("float32")
    return ivy.data.split(ivy.data.ArrayDataset(images, labels), (0.8, 0.2), seed=seed)


def loss(model, images, labels):
    logits = model(images)
    return ivy.cross_entropy(logits, labels), logits


def train(epochs, seed):
    """Print the accuracy on images that the model has not seen."""
    ivy.seed(seed)
    train_set, test_set = load_data(seed)
    model = Net()
    history = ivy.train.fit(
        model,
        ivy.optim.AdamW(lr=3e-3, eps=1e-6),
        loss,
        ivy.data.Loader(train_set, BATCH_SIZE, shuffle=True, drop_last=True),
        epochs=epochs,
        validation=ivy.data.Loader(test_set, len(test_set)),
        metrics={"accuracy": ivy.train.Accuracy()},
    )
    print(history)
    print(f"accuracy on {len(test_set)} held-out images: {history['val_accuracy'][-1]:.2%}")


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    backends = ("numpy", "torch", "tensorflow", "jax")
    parser.add_argument("--backend", choices=backends, default="numpy")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    with ivy.with_backend(options.backend), ivy.config.portable_random(True):
        train(options.epochs, options.seed)


if __name__ == "__main__":
    main()
