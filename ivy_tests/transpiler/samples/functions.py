"""Small functions of a user."""

import torch
import torch.nn.functional as F


def f(x):
    a = torch.mul(x, x)  # squares
    b = torch.mean(x)
    return x * a + b


def normalize(x: torch.Tensor, eps: float = 1e-5):
    """Scale rows to zero mean and unit variance."""
    mean = x.mean(dim=-1, keepdim=True)
    return (x - mean) / torch.sqrt(x.var(dim=-1, keepdim=True) + eps)


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor):
    scores = torch.matmul(q, k.transpose(-2, -1)) / q.shape[-1] ** 0.5
    return torch.matmul(F.softmax(scores, dim=-1), v)


def to_gray(image: torch.Tensor):
    r, g, b = image[:, 0], image[:, 1], image[:, 2]
    gray = 0.299 * r + 0.587 * g + 0.114 * b
    return gray.unsqueeze(1).clamp(0.0, 1.0)


def flip(image: torch.Tensor):
    return torch.flip(image, [-1])
