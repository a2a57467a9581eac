"""Layers of the output that are written out, because they hold state or other layers."""

from __future__ import annotations

# How a parameter's initial values are made.
INITIAL = {
    "jax": {
        "uniform": "uniform(rngs, {shape}, {detail})",
        "xavier": "xavier(rngs, {shape})",
        "normal": "normal(rngs, {shape})",
        "ones": "jnp.ones({shape}, jnp.float32)",
        "zeros": "jnp.zeros({shape}, jnp.float32)",
        "constant": "jnp.full({shape}, 0.25, jnp.float32)",
    },
    "tensorflow": {
        "uniform": "uniform({shape}, {detail})",
        "xavier": "xavier({shape})",
        "normal": "normal({shape})",
        "ones": "tf.ones({shape})",
        "zeros": "tf.zeros({shape})",
        "constant": "tf.fill({shape}, 0.25)",
    },
    "numpy": {
        "uniform": "uniform({shape}, {detail})",
        "xavier": "xavier({shape})",
        "normal": "normal({shape})",
        "ones": "np.ones({shape}, np.float32)",
        "zeros": "np.zeros({shape}, np.float32)",
        "constant": "np.full({shape}, 0.25, np.float32)",
    },
}

_JAX = {
    "Buffer": '''
class Buffer(nnx.Variable):
    """An array that a module keeps and that is not trained."""
''',
    "uniform": '''
def uniform(rngs, shape, weight):
    """Return draws whose bound follows from the shape of a layer's weight."""
    bound = 1 / math.sqrt(math.prod(weight[1:]))
    return jax.random.uniform(rngs.params(), shape, jnp.float32, -bound, bound)
''',
    "xavier": '''
def xavier(rngs, shape):
    """Return draws for a matrix whose outputs vary as much as its inputs."""
    bound = math.sqrt(6 / (shape[0] + shape[1]))
    return jax.random.uniform(rngs.params(), shape, jnp.float32, -bound, bound)
''',
    "normal": '''
def normal(rngs, shape):
    """Return draws from the standard normal distribution."""
    return jax.random.normal(rngs.params(), shape, jnp.float32)
''',
    "Dropout2d": '''
class Dropout2d(nnx.Dropout):
    """Set whole channels to zero with probability `p` in training."""

    def __init__(self, p=0.5, *, rngs):
        super().__init__(p, broadcast_dims=(-2, -1), rngs=rngs)
''',
    "Flatten": '''
class Flatten(nnx.Module):
    """Make one dimension of several."""

    def __init__(self, start_dim=1, end_dim=-1):
        self.start_dim = start_dim
        self.end_dim = end_dim

    def __call__(self, input):
        start, end = self.start_dim % input.ndim, self.end_dim % input.ndim
        return jnp.reshape(input, (*input.shape[:start], -1, *input.shape[end + 1 :]))
''',
    "BatchNorm": '''
class BatchNorm(nnx.Module):
    """Normalise each channel, the second dimension, over all others."""

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        *,
        bias=True,
    ):
        self.eps = eps
        self.momentum = momentum
        self.use_running_average = False
        self.weight = nnx.Param(jnp.ones(num_features, jnp.float32)) if affine else None
        self.bias = (
            nnx.Param(jnp.zeros(num_features, jnp.float32)) if affine and bias else None
        )
        if track_running_stats:
            self.running_mean = nnx.BatchStat(jnp.zeros(num_features, jnp.float32))
            self.running_var = nnx.BatchStat(jnp.ones(num_features, jnp.float32))
            self.num_batches_tracked = nnx.BatchStat(jnp.zeros((), jnp.int32))
        else:
            self.running_mean = self.running_var = self.num_batches_tracked = None

    def __call__(self, input):
        shape = (1, -1, *[1] * (input.ndim - 2))
        if self.use_running_average and self.running_mean is not None:
            mean, var = self.running_mean[...], self.running_var[...]
        else:
            axes = (0, *range(2, input.ndim))
            mean, var = jnp.mean(input, axis=axes), jnp.var(input, axis=axes)
            if self.running_mean is not None:
                self._track(mean, var * (input.size / (input.size - input.shape[1])))
        out = (input - mean.reshape(shape)) / jnp.sqrt(var.reshape(shape) + self.eps)
        if self.weight is not None:
            out = out * self.weight[...].reshape(shape)
        return out if self.bias is None else out + self.bias[...].reshape(shape)

    def _track(self, mean, var):
        self.num_batches_tracked[...] += 1
        rate = self.momentum
        if rate is None:
            rate = 1 / self.num_batches_tracked[...]
        self.running_mean[...] += rate * (mean - self.running_mean[...])
        self.running_var[...] += rate * (var - self.running_var[...])
''',
}

_KERAS = {
    "uniform": '''
def uniform(shape, weight):
    """Return draws whose bound follows from the shape of a layer's weight."""
    bound = 1 / math.sqrt(math.prod(weight[1:]))
    return tf.random.uniform(tf.TensorShape(shape), -bound, bound)
''',
    "xavier": '''
def xavier(shape):
    """Return draws for a matrix whose outputs vary as much as its inputs."""
    bound = math.sqrt(6 / (shape[0] + shape[1]))
    return tf.random.uniform(shape, -bound, bound)
''',
    "normal": '''
def normal(shape):
    """Return draws from the standard normal distribution."""
    return tf.random.normal(shape)
''',
    "Linear": '''
class Linear(keras.layers.Dense):
    """A dense layer whose weights exist from the start."""

    def __init__(self, in_features, out_features, bias=True):
        super().__init__(out_features, use_bias=bias)
        self.build((None, in_features))
''',
    "Embedding": '''
class Embedding(keras.layers.Embedding):
    """An embedding whose rows exist from the start."""

    def __init__(self, num_embeddings, embedding_dim):
        super().__init__(num_embeddings, embedding_dim)
        self.build()
''',
    "Sequential": '''
class Sequential(keras.layers.Layer):
    """Call layers one after the other."""

    def __init__(self, *layers):
        super().__init__()
        self.items = list(layers)

    def call(self, input):
        for layer in self.items:
            input = layer(input)
        return input

    def __getitem__(self, index):
        return self.items[index]

    def __len__(self):
        return len(self.items)
''',
    "Flatten": '''
class Flatten(keras.layers.Layer):
    """Make one dimension of several."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def call(self, input):
        rank = len(input.shape)
        start, end = self.start_dim % rank, self.end_dim % rank
        shape = tf.shape(input)
        return tf.reshape(input, tf.concat([shape[:start], [-1], shape[end + 1 :]], 0))
''',
    "BatchNorm": '''
class BatchNorm(keras.layers.Layer):
    """Normalise each channel, the second dimension, over all others."""

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        *,
        bias=True,
    ):
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        self.weight = keras.Variable(tf.ones(num_features)) if affine else None
        self.bias = keras.Variable(tf.zeros(num_features)) if affine and bias else None
        self.running_mean = self.running_var = self.num_batches_tracked = None
        if track_running_stats:
            self.running_mean = keras.Variable(tf.zeros(num_features), trainable=False)
            self.running_var = keras.Variable(tf.ones(num_features), trainable=False)
            self.num_batches_tracked = keras.Variable(
                tf.zeros((), tf.int64), dtype="int64", trainable=False
            )

    def call(self, input, training=False):
        shape = (1, -1, *[1] * (len(input.shape) - 2))
        if self.running_mean is not None and not training:
            mean, var = self.running_mean.value, self.running_var.value
        else:
            axes = (0, *range(2, len(input.shape)))
            mean, var = tf.reduce_mean(input, axes), tf.math.reduce_variance(input, axes)
            if self.running_mean is not None:
                count = tf.cast(tf.size(input) / tf.shape(input)[1], tf.float32)
                self._track(mean, var * (count / (count - 1)))
        out = (input - tf.reshape(mean, shape)) / tf.sqrt(tf.reshape(var, shape) + self.eps)
        if self.weight is not None:
            out = out * tf.reshape(self.weight.value, shape)
        return out if self.bias is None else out + tf.reshape(self.bias.value, shape)

    def _track(self, mean, var):
        self.num_batches_tracked.assign_add(1)
        rate = self.momentum
        if rate is None:
            rate = 1 / tf.cast(self.num_batches_tracked.value, tf.float32)
        self.running_mean.assign_add(rate * (mean - self.running_mean.value))
        self.running_var.assign_add(rate * (var - self.running_var.value))
''',
}

_NUMPY = {
    "Module": '''
class Module:
    """A part of a model: it knows its parts, and whether it is being trained."""

    training = True

    def train(self, mode=True):
        """Go into training, with all parts."""
        self.training = mode
        for value in vars(self).values():
            for part in value if isinstance(value, (list, tuple)) else [value]:
                if isinstance(part, Module):
                    part.train(mode)
        return self

    def eval(self):
        """Leave training, with all parts."""
        return self.train(False)
''',
    "uniform": '''
def uniform(shape, weight):
    """Return draws whose bound follows from the shape of a layer's weight."""
    bound = 1 / math.sqrt(math.prod(weight[1:]))
    return np.random.uniform(-bound, bound, shape).astype(np.float32)
''',
    "xavier": '''
def xavier(shape):
    """Return draws for a matrix whose outputs vary as much as its inputs."""
    bound = math.sqrt(6 / (shape[0] + shape[1]))
    return np.random.uniform(-bound, bound, shape).astype(np.float32)
''',
    "normal": '''
def normal(shape):
    """Return draws from the standard normal distribution."""
    return np.random.standard_normal(shape).astype(np.float32)
''',
    "Embedding": '''
class Embedding(Module):
    """Return a learned row for each integer."""

    def __init__(self, num_embeddings, embedding_dim):
        self.weight = np.random.standard_normal((num_embeddings, embedding_dim)).astype(np.float32)

    def __call__(self, input):
        return self.weight[input]
''',
    "Sequential": '''
class Sequential(Module):
    """Call layers one after the other."""

    def __init__(self, *layers):
        self.items = list(layers)

    def __call__(self, input):
        for layer in self.items:
            input = layer(input)
        return input

    def __getitem__(self, index):
        return self.items[index]

    def __len__(self):
        return len(self.items)
''',
    "Dropout": '''
class Dropout(Module):
    """Set elements to zero with probability `p` in training, and divide the others by ``1 - p``."""

    def __init__(self, p=0.5):
        self.p = p

    def __call__(self, input):
        if not self.training or self.p == 0:
            return input
        kept = np.random.random(input.shape) >= self.p
        return np.where(kept, input / np.float32(1 - self.p), np.float32(0))
''',
    "Flatten": '''
class Flatten(Module):
    """Make one dimension of several."""

    def __init__(self, start_dim=1, end_dim=-1):
        self.start_dim = start_dim
        self.end_dim = end_dim

    def __call__(self, input):
        start, end = self.start_dim % input.ndim, self.end_dim % input.ndim
        return np.reshape(input, (*input.shape[:start], -1, *input.shape[end + 1 :]))
''',
    "BatchNorm": '''
class BatchNorm(Module):
    """Normalise each channel, the second dimension, over all others."""

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        *,
        bias=True,
    ):
        self.eps = eps
        self.momentum = momentum
        self.weight = np.ones(num_features, np.float32) if affine else None
        self.bias = np.zeros(num_features, np.float32) if affine and bias else None
        self.running_mean = self.running_var = self.num_batches_tracked = None
        if track_running_stats:
            self.running_mean = np.zeros(num_features, np.float32)
            self.running_var = np.ones(num_features, np.float32)
            self.num_batches_tracked = np.zeros((), np.int64)

    def __call__(self, input):
        shape = (1, -1, *[1] * (input.ndim - 2))
        if self.running_mean is not None and not self.training:
            mean, var = self.running_mean, self.running_var
        else:
            axes = (0, *range(2, input.ndim))
            mean, var = input.mean(axes), input.var(axes)
            if self.running_mean is not None:
                self._track(mean, var * (input.size / (input.size - input.shape[1])))
        scale = np.sqrt(var.reshape(shape) + np.float32(self.eps))
        out = (input - mean.reshape(shape)) / scale
        if self.weight is not None:
            out = out * self.weight.reshape(shape)
        return out if self.bias is None else out + self.bias.reshape(shape)

    def _track(self, mean, var):
        self.num_batches_tracked = self.num_batches_tracked + 1
        rate = self.momentum
        if rate is None:
            rate = 1 / self.num_batches_tracked
        rate = np.float32(rate)
        self.running_mean = self.running_mean + rate * (mean - self.running_mean)
        self.running_var = self.running_var + rate * (var.astype(np.float32) - self.running_var)
''',
}


def _with_norms(templates: dict[str, str]) -> dict[str, str]:
    """Add the names by which the source knows normalisation by the batch."""
    for n in (1, 2, 3):
        name = f"BatchNorm{n}d"
        templates[name] = f"""
class {name}(BatchNorm):
    \"\"\"Normalise each channel over the batch, in {n} dimension{"s" if n > 1 else ""}.\"\"\"
"""
    return templates


TEMPLATES: dict[str, dict[str, str]] = {
    "jax": _with_norms(_JAX),
    "tensorflow": _with_norms(_KERAS),
    "numpy": _with_norms(_NUMPY),
}
_NORMS: dict[str, tuple[str, ...]] = {f"BatchNorm{n}d": ("BatchNorm",) for n in (1, 2, 3)}
# What a template needs beside it.
REQUIRED: dict[str, dict[str, tuple[str, ...]]] = {
    "jax": _NORMS,
    "tensorflow": _NORMS,
    "numpy": {
        **_NORMS,
        **dict.fromkeys(
            ("BatchNorm", "Sequential", "Dropout", "Flatten", "Embedding"), ("Module",)
        ),
    },
}
