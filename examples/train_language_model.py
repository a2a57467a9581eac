"""Train a small transformer to continue the Constitution of the United States, by characters.

While it writes, keys and values of the characters before are kept, so that each new character takes
one run of the model on a single position, which is compiled once.

    python examples/train_language_model.py
    python examples/train_language_model.py --backend jax --epochs 40
    python examples/train_language_model.py --prompt "No Person shall" --length 200
"""

import argparse
from pathlib import Path

import numpy as np

import ivy
from ivy import nn

TEXT = Path(__file__).parent / "data" / "constitution.txt"
CONTEXT = 64
BATCH_SIZE = 32


class Block(nn.Module):
    """Attention to the positions before, and a network for each position."""

    def __init__(self, features, heads, dropout):
        self.heads = heads
        self.cache_shape = (1, heads, CONTEXT, features // heads)
        self.norm1, self.norm2 = nn.LayerNorm(features), nn.LayerNorm(features)
        self.to_queries_keys_values = nn.Linear(features, 3 * features)
        self.out = nn.Linear(features, features)
        self.network = nn.Sequential(
            *(nn.Linear(features, 4 * features), nn.ReLU(), nn.Linear(4 * features, features)),
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, cache=None, position=0):
        """Return features, and the cache of keys and values if one is given."""
        n, length, _ = x.shape
        mixed = self.to_queries_keys_values(self.norm1(x))
        mixed = ivy.reshape(mixed, (n, length, 3, self.heads, -1))
        q, k, v = ivy.unstack(ivy.permute_dims(mixed, (2, 0, 3, 1, 4)))
        if cache is None:
            seen = ivy.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            cache = [
                ivy.update_cache(c, new, position) for c, new in zip(cache, (k, v), strict=True)
            ]
            seen = ivy.cached_attention(q, *cache, position)
        seen = ivy.reshape(ivy.permute_dims(seen, (0, 2, 1, 3)), x.shape)
        x = x + self.dropout(self.out(seen))
        return x + self.dropout(self.network(self.norm2(x))), cache


class LanguageModel(nn.Module):
    """Blocks between an embedding of characters and logits of the characters that follow."""

    def __init__(self, characters, features=64, heads=4, blocks=2, dropout=0.1):
        self.characters = nn.Embedding(characters, features)
        self.positions = nn.Embedding(CONTEXT, features)
        self.blocks = [Block(features, heads, dropout) for _ in range(blocks)]
        self.norm = nn.LayerNorm(features)
        self.out = nn.Linear(features, characters)

    def forward(self, x, caches=None, position=0):
        """Return the logits, and the caches of the blocks."""
        places = position + ivy.arange(x.shape[1])
        x = self.characters(x) + self.positions(places)
        caches = list(caches or [None] * len(self.blocks))
        for i, block in enumerate(self.blocks):
            x, caches[i] = block(x, caches[i], position)
        return self.out(self.norm(x)), caches

    def empty_caches(self):
        """Return room for the keys and values of each block."""
        return [[ivy.zeros(block.cache_shape) for _ in "kv"] for block in self.blocks]


def load_data():
    """Return the characters that there are, and windows of their numbers that overlap by half."""
    text = TEXT.read_text(encoding="utf-8")
    characters = sorted(set(text))
    numbers = np.asarray([characters.index(c) for c in text])
    windows = np.lib.stride_tricks.sliding_window_view(numbers, CONTEXT + 1)[:: CONTEXT // 2]
    return characters, ivy.data.ArrayDataset(windows)


def loss(model, windows):
    logits, _ = model(windows[:, :-1])
    return ivy.cross_entropy(logits, windows[:, 1:], axis=-1)


def generate(model, prompt, length, temperature=0.5):
    """Return numbers of characters: those of a prompt, and what may follow it."""

    @ivy.compile
    def step(number, caches, position):
        logits, caches = model(number, caches, position)
        return ivy.random_categorical(logits[0, -1] / temperature), caches

    written, unread = list(prompt), list(prompt)
    caches, position = model.empty_caches(), 0
    while len(written) < length:
        if position == CONTEXT:  # the caches are full: read the latter half again
            unread = written[-CONTEXT // 2 :]
            caches, position = model.empty_caches(), 0
        number = ivy.asarray([[unread.pop(0)]])
        following, caches = step(number, caches, ivy.asarray(position))
        position += 1
        if not unread:
            unread.append(int(following))
            written += unread
    return written


def train(epochs, seed, prompt, length):
    """Print what the model writes after its training."""
    ivy.seed(seed)
    characters, windows = load_data()
    if not prompt or not set(prompt) <= set(characters):
        raise SystemExit(f"--prompt: expected some of the characters {''.join(characters)!r}")
    numbers = [characters.index(c) for c in prompt]
    model = LanguageModel(len(characters))
    ivy.train.fit(
        model,
        ivy.optim.AdamW(lr=3e-3, eps=1e-6),
        loss,
        ivy.data.Loader(windows, BATCH_SIZE, shuffle=True, drop_last=True),
        epochs=epochs,
        clip_norm=1.0,
    )
    print("".join([characters[i] for i in generate(model.eval(), numbers, length)]))


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    backends = ("numpy", "torch", "tensorflow", "jax")
    parser.add_argument("--backend", choices=backends, default="numpy")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--prompt", default="The Congress shall ", help="what the text begins with")
    parser.add_argument("--length", type=int, default=400, help="how many characters it has")
    options = parser.parse_args(arguments)
    with ivy.with_backend(options.backend), ivy.config.portable_random(True):
        train(options.epochs, options.seed, options.prompt, options.length)


if __name__ == "__main__":
    main()
