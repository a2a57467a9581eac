"""Train a variational autoencoder on scikit-learn's handwritten digits, and draw new ones with it.

The model is that of https://arxiv.org/abs/1312.6114: shades of pixels are probabilities, and codes
are drawn from normal distributions in a way that lets derivatives through.

    python examples/train_vae.py
    python examples/train_vae.py --backend torch --epochs 60
    python examples/train_vae.py --save vae.safetensors
"""

import argparse

import numpy as np
from sklearn.datasets import load_digits

import ivy
from ivy import nn

BATCH_SIZE = 64
SHADES = " .:-=+*#%@"


class VAE(nn.Module):
    """An encoder from images to distributions of codes, and a decoder from codes to images."""

    def __init__(self, pixels=64, hidden=128, code=8):
        self.code = code
        self.encoder = nn.Sequential(nn.Linear(pixels, hidden), nn.Tanh())
        self.mean = nn.Linear(hidden, code)
        self.log_variance = nn.Linear(hidden, code)
        self.decoder = nn.Sequential(nn.Linear(code, hidden), nn.Tanh(), nn.Linear(hidden, pixels))

    def forward(self, images):
        """Return logits of pixels, and the means and logarithms of variances of the codes."""
        features = self.encoder(images)
        mean, log_variance = self.mean(features), self.log_variance(features)
        noise = ivy.random_normal(shape=mean.shape)
        return self.decoder(mean + ivy.exp(log_variance / 2) * noise), mean, log_variance


def negative_elbo(model, images):
    """Return the negative evidence lower bound, and its two parts for each image."""
    logits, mean, log_variance = model(images)
    error = ivy.binary_cross_entropy_with_logits(logits, images, reduction="none")
    divergence = (ivy.exp(log_variance) + mean**2 - 1 - log_variance) / 2
    parts = ivy.sum(error, axis=1), ivy.sum(divergence, axis=1)
    return ivy.mean(parts[0] + parts[1]), parts


def load_data(seed):
    """Return images for training, and those that are held out; pixels are from 0 to 1."""
    images = (load_digits().data / 16).astype("float32")
    return ivy.data.split(ivy.data.ArrayDataset(images), (0.8, 0.2), seed=seed)


def drawing(images):
    """Return images of 8 x 8 pixels beside each other, as text."""
    rows = np.concatenate(np.reshape(images, (-1, 8, 8)), axis=1)
    return "\n".join("".join(SHADES[round(9 * shade)] * 2 for shade in row) for row in rows)


def train(epochs, seed, save):
    """Print the bound on images that the model has not seen, and some images that it makes up."""
    ivy.seed(seed)
    train_set, test_set = load_data(seed)
    model = VAE()
    history = ivy.train.fit(
        model,
        ivy.optim.Adam(lr=2e-3, eps=1e-6),
        negative_elbo,
        ivy.data.Loader(train_set, BATCH_SIZE, shuffle=True, drop_last=True),
        epochs=epochs,
        validation=ivy.data.Loader(test_set, len(test_set)),
        metrics={"error": lambda parts, _: parts[0], "divergence": lambda parts, _: parts[1]},
    )
    bound, error, divergence = [
        history[name][-1] for name in ("val_loss", "val_error", "val_divergence")
    ]
    print(f"ELBO of {len(test_set)} held-out images: {-bound:.2f}")
    print(f"error {error:.2f}, divergence {divergence:.2f}")
    codes = ivy.random_normal(shape=(5, model.code))
    print(drawing(ivy.to_numpy(ivy.sigmoid(model.decoder(codes)))))
    if save:
        ivy.train.save(save, model)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    backends = ("numpy", "torch", "tensorflow", "jax")
    parser.add_argument("--backend", choices=backends, default="numpy")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="save the trained weights")
    options = parser.parse_args(arguments)
    with ivy.with_backend(options.backend), ivy.config.portable_random(True):
        train(options.epochs, options.seed, options.save)


if __name__ == "__main__":
    main()
