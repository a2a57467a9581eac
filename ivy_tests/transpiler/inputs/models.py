"""Models of many kinds, as their authors would write them."""

import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.functional import relu


class Mlp(nn.Module):
    """Two linear layers."""

    def __init__(self, features: int = 6, hidden: int = 8):
        super().__init__()
        self.up = nn.Linear(features, hidden)
        self.down = nn.Linear(hidden, features, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        # residual
        return x + self.down(F.gelu(self.up(x)))


class Attention(nn.Module):
    def __init__(self, dim: int, heads: int):
        super().__init__()
        self.heads = heads
        self.head_dim = dim // heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, n, c = x.shape
        qkv = self.qkv(x).reshape(b, n, 3, self.heads, self.head_dim).permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        # scores over the keys
        scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(self.head_dim)
        out = torch.matmul(F.softmax(scores, dim=-1), v)
        return self.proj(out.transpose(1, 2).reshape(b, n, c))


class EncoderBlock(nn.Module):
    """A transformer block that normalises first."""

    def __init__(self, dim: int = 16, heads: int = 4, dropout: float = 0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.attn = Attention(dim, heads)
        self.norm2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.ReLU(), nn.Linear(4 * dim, dim))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        x = x + self.dropout(self.attn(self.norm1(x)))
        return x + self.dropout(self.mlp(self.norm2(x)))  # residual


class Encoder(nn.Module):
    """Blocks in a list, tokens and a learned position."""

    def __init__(self, tokens: int = 11, dim: int = 16, depth: int = 2):
        super().__init__()
        self.embed = nn.Embedding(tokens, dim)
        self.position = nn.Parameter(torch.zeros(1, 9, dim))
        self.blocks = nn.ModuleList([EncoderBlock(dim) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim, eps=1e-6)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.embed(ids) + self.position[:, : ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x).mean(dim=1)


class Residual(nn.Module):
    """A residual block with batch normalisation and a branch that may be missing."""

    def __init__(self, channels: int, out_channels: int, stride: int = 1):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, out_channels, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(out_channels)
        self.conv2 = nn.Conv2d(out_channels, out_channels, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(out_channels)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or channels != out_channels:
            self.downsample = nn.Sequential(
                nn.Conv2d(channels, out_channels, 1, stride, bias=False),
                nn.BatchNorm2d(out_channels),
            )

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        if self.downsample is not None:
            identity = self.downsample(x)
        out += identity
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self, classes: int = 5, width: int = 4):
        super().__init__()
        self.layer1 = Residual(3, width)
        self.layer2 = nn.Sequential(Residual(width, width), Residual(width, 2 * width, stride=2))
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(2 * width, classes)

    def forward(self, x):
        x = self.layer2(self.layer1(x))
        x = torch.flatten(self.pool(x), 1)
        return self.fc(x)


class Buffers(nn.Module):
    """Arrays that are kept and not trained."""

    def __init__(self, size: int = 4):
        super().__init__()
        self.size = size
        self.scale = nn.Parameter(torch.ones(size))
        self.register_buffer("steps", torch.arange(size).float())
        self.register_buffer("missing", None)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return relu(x * self.scale - self.steps)


class Reserved(nn.Module):
    """Attributes that keras has other plans for."""

    def __init__(self, name: str = "head"):
        super().__init__()
        self.name = name
        self.dtype = 3
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 2)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x) * self.dtype
        return x


class Shared(nn.Module):
    """One layer under two names."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(5, 5)
        self.second = self.first
        self.act = nn.Tanh()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.act(self.first(x)))


class Base(nn.Module):
    def __init__(self, features: int):
        super().__init__()
        self.linear = nn.Linear(features, features)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.scaled(self.linear(x))

    def scaled(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2


class Derived(Base):
    """A module that derives from another one of the user's."""

    def __init__(self, features: int = 3, factor: float = 0.5):
        super().__init__(features)
        self.factor = factor
        self.norm = nn.GroupNorm(1, features)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(self.norm(x)) + self.factor

    def scaled(self, x: torch.Tensor) -> torch.Tensor:
        return super().scaled(x) * self.factor


class Noisy(nn.Module):
    """Does something else while it is trained."""

    def __init__(self, factor: float = 2.0):
        super().__init__()
        self.factor = factor
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.linear(x)
        if self.training:
            x = x * self.factor
        return x


class Decoder(nn.Module):
    """Transposed convolutions and other ways to change sizes."""

    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose2d(4, 3, 2, stride=2)
        self.pool = nn.AvgPool2d(2)
        self.act = nn.LeakyReLU(0.1)
        self.soft = nn.Softmax(dim=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.soft(self.pool(self.act(self.up(x))))


MODELS = {
    "Mlp": (Mlp, lambda: torch.rand(3, 6)),
    "EncoderBlock": (lambda: EncoderBlock(8, 2), lambda: torch.rand(2, 5, 8)),
    "Encoder": (Encoder, lambda: torch.randint(0, 11, (2, 7))),
    "ResNet": (ResNet, lambda: torch.rand(2, 3, 8, 8)),
    "Buffers": (Buffers, lambda: torch.rand(2, 4) * 5),
    "Reserved": (Reserved, lambda: torch.rand(2, 4)),
    "Shared": (Shared, lambda: torch.rand(2, 5)),
    "Derived": (Derived, lambda: torch.rand(2, 3)),
    "Noisy": (Noisy, lambda: torch.rand(2, 4)),
    "Decoder": (Decoder, lambda: torch.rand(2, 4, 4, 4)),
}


class Named(nn.Module):
    """Names of the user's that are those of modules of the output."""

    def __init__(self, depth: int = 2):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers.append(nn.Conv2d(2, 2, 1))
            layers.append(nn.ReLU())
        self.body = nn.Sequential(*layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        np, jnp, tf = 1, 2, 3
        helpers = torch.sum(x, dim=1, keepdim=True) * (np + jnp + tf)
        return F.conv2d(self.body(x), torch.ones(1, 2, 1, 1)) + helpers


class Block(nn.Sequential):
    """A sequence that is a class of its own."""

    def __init__(self, channels: int, out_channels: int):
        super().__init__(
            nn.Conv2d(channels, out_channels, 3, padding=1),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
        )


class Pyramid(nn.Module):
    """Blocks that are told from their parts, initialised by hand, and properties."""

    factor = 2

    def __init__(self, channels: int = 2):
        super().__init__()
        self.first = Block(channels, channels * self.factor)
        self.last = nn.Linear(channels * self.factor, 3)
        self.apply(self._init_weights)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight)

    @staticmethod
    def _init_weights(module):
        if isinstance(module, nn.Linear):
            nn.init.trunc_normal_(module.weight, std=0.02)

    @property
    def width(self) -> int:
        return self.factor * 2

    @staticmethod
    def squeezed(x: torch.Tensor) -> torch.Tensor:
        return x.mean(dim=(-2, -1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.squeezed(self.first(x))) * self.width


MODELS["Named"] = (Named, lambda: torch.rand(2, 2, 4, 4))
MODELS["Pyramid"] = (Pyramid, lambda: torch.rand(2, 2, 4, 4))
