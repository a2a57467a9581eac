"""Functions of many kinds, as their authors would write them."""

import functools
import math
from typing import Optional

import torch
import torch.nn.functional as F
from torch import Tensor

EPS = 1e-6


def product(x):
    a = torch.mul(x, x)
    b = torch.mean(x)
    return x * a + b


def standardize(image: torch.Tensor, eps: float = EPS) -> torch.Tensor:
    """Return an image with mean 0 and variance 1.

    The source: any library of images.
    """
    mean = image.mean(dim=(-2, -1), keepdim=True)  # of each channel
    var = torch.var(image, dim=(-2, -1), correction=1, keepdim=True)
    # eps keeps it finite
    return torch.sub(image, mean) / torch.sqrt(var + eps)


def check_image(image: torch.Tensor) -> None:
    if not isinstance(image, torch.Tensor):
        raise TypeError(f"expected a torch.Tensor, got {type(image)}")
    if image.dim() != 4:
        raise ValueError(f"expected (B, C, H, W), got {image.shape}")


def gaussian_kernel(size: int, sigma: float, like: torch.Tensor) -> torch.Tensor:
    x = torch.arange(size, device=like.device, dtype=like.dtype) - size // 2
    gauss = torch.exp(-x.pow(2.0) / (2 * sigma**2))
    return gauss / gauss.sum(-1, keepdim=True)


def blur(image: torch.Tensor, size: int, sigma: float) -> torch.Tensor:
    """Blur with a separable kernel."""
    check_image(image)
    b, c, h, w = image.shape
    kernel = gaussian_kernel(size, sigma, image)
    p = size // 2
    flat = F.pad(image.reshape(b * c, 1, h, w), (p, p, p, p), mode="reflect")
    # rows, then columns
    out = F.conv2d(F.conv2d(flat, kernel.view(1, 1, 1, -1)), kernel.view(1, 1, -1, 1))
    return out.view(b, c, h, w)


def draw_box(image: torch.Tensor, top: int, left: int, size: int, value: float) -> torch.Tensor:
    out = image * 1.0
    out[:, :, top : top + size, left] = value
    out[:, :, top, left : left + size] += value
    return out


def grid(image: torch.Tensor) -> torch.Tensor:
    h, w = image.shape[-2:]
    ys = torch.arange(h, device=image.device, dtype=image.dtype) / (h - 1)
    xs = torch.arange(w, device=image.device, dtype=image.dtype) / (w - 1)
    both = torch.stack([xs.unsqueeze(0).expand(h, w), ys.unsqueeze(1).expand(h, w)], dim=-1)
    return torch.clamp(both * 2 - 1, min=-1.0, max=1.0)


def grams(image: torch.Tensor) -> torch.Tensor:
    total = torch.add(image, image, alpha=2)
    found = torch.einsum("bchw,bdhw->bcd", image, F.gelu(total))
    return torch.cat([found, found.permute(0, 2, 1)], dim=1)


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    out = F.scaled_dot_product_attention(q, k, v)
    return F.layer_norm(out, (out.shape[-1],))


def accuracy(logits: Tensor, target: Tensor) -> Tensor:
    _, predicted = torch.max(logits, dim=1)
    return (predicted == target).float().mean()


def loss(logits: Tensor, target: Tensor):
    return F.cross_entropy(logits, target)


def best(x: Tensor, k: int):
    values, indices = torch.topk(x, k, dim=-1)
    return values.sum(-1), indices


def scaled(x: Tensor, bias: Optional[Tensor] = None, *, factor: float = 2.0) -> Tensor:
    out = x * factor
    if bias is not None:
        out = out + bias
    return out


def many(x: Tensor) -> Tensor:
    # options of every kind survive
    first = scaled(x, factor=3.0)
    second = scaled(x, x)
    return first - second


def power_mean(x: Tensor, *powers: int, **options: float) -> Tensor:
    total = torch.zeros_like(x)
    for p in powers:
        total += x**p
    return total / options.get("scale", len(powers))


def called(x: Tensor) -> Tensor:
    return power_mean(x, 1, 2, 3, scale=2.0)


def twice(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs) * 2

    return wrapper


@twice
def decorated(x: Tensor) -> Tensor:
    return torch.sin(x)


def closure(x: Tensor, n: int) -> Tensor:
    scale = math.sqrt(n)

    def inner(y: Tensor) -> Tensor:
        return torch.tanh(y) * scale

    return inner(x) + inner(x + 1)


def with_lambda(x: Tensor) -> Tensor:
    add = lambda a, b: a + b  # noqa: E731 - what is tested
    return add(torch.relu(x), x)


def activation(x: Tensor, act=F.relu) -> Tensor:
    return act(x - 0.5)


def factorial(x: Tensor, n: int) -> Tensor:
    return x if n <= 1 else factorial(x * n, n - 1)


def even(x: Tensor, n: int) -> Tensor:
    return x if n == 0 else odd(torch.neg(x), n - 1)


def odd(x: Tensor, n: int) -> Tensor:
    return even(x + 1, n - 1)


def running(x: Tensor) -> Tensor:
    parts = []
    total = 0
    for row in x:
        total = total + row.exp()
        parts.append(total / total.sum())
    return torch.stack(parts)


def newton(x: Tensor, steps: int = 4) -> Tensor:
    guess = torch.ones_like(x)
    while steps > 0:
        guess = (guess + x / guess) / 2
        steps -= 1
    return guess


@torch.no_grad()
def evaluate(x: Tensor) -> Tensor:
    with torch.no_grad():
        # no derivatives here
        y = x.square()
    return y.sum(dim=0)


def pairs(x: Tensor) -> dict:
    low, high = x.min(), x.max()
    return {"range": high - low, "sorted": [v.sum() for v in torch.split(x, 1)]}


def _image():
    return torch.rand(2, 3, 8, 8)


def _matrix():
    return torch.rand(4, 5)


CASES = {
    "product": (product, lambda: (_matrix(),)),
    "standardize": (standardize, lambda: (_image(),)),
    "gaussian_kernel": (gaussian_kernel, lambda: (5, 1.5, _matrix())),
    "blur": (blur, lambda: (_image(), 3, 1.5)),
    "draw_box": (draw_box, lambda: (_image(), 1, 2, 4, 0.5)),
    "grid": (grid, lambda: (_image(),)),
    "grams": (grams, lambda: (_image(),)),
    "attend": (attend, lambda: tuple(torch.rand(2, 3, 5, 4) for _ in range(3))),
    "accuracy": (accuracy, lambda: (torch.rand(6, 3), torch.randint(0, 3, (6,)))),
    "loss": (loss, lambda: (torch.rand(6, 3), torch.randint(0, 3, (6,)))),
    "best": (best, lambda: (_matrix(), 2)),
    "many": (many, lambda: (_matrix(),)),
    "called": (called, lambda: (_matrix(),)),
    "decorated": (decorated, lambda: (_matrix(),)),
    "closure": (closure, lambda: (_matrix(), 3)),
    "with_lambda": (with_lambda, lambda: (_matrix(),)),
    "activation": (activation, lambda: (_matrix(),)),
    "factorial": (factorial, lambda: (_matrix(), 4)),
    "even": (even, lambda: (_matrix(), 4)),
    "running": (running, lambda: (_matrix(),)),
    "newton": (newton, lambda: (_matrix(),)),
    "evaluate": (evaluate, lambda: (_matrix(),)),
    "pairs": (pairs, lambda: (_matrix(),)),
}
