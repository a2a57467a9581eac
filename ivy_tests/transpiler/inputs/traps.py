"""Code that a careless conversion changes the meaning of.

For each function: what its arguments are, and whether it is converted rightly or refused, and then
on which line of the function.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def alias(x: Tensor):
    y = x
    y += 1  # changes x too
    return x * 1


def alias_of_local(x: Tensor):
    first = x * 2
    second = first
    second += 1
    return first


def write_through_view(x: Tensor):
    row = x[0]
    row[0] = 5.0
    return x * 1


def write_through_view_of_local(x: Tensor):
    y = x.clone()
    row = y[0]
    row += 1
    return y


def write_through_reshape(x: Tensor):
    y = x.clone()
    flat = y.view(-1)
    flat[0] = 3.0
    return y


def read_after_write_to_base(x: Tensor):
    y = x.clone()
    row = y[0]
    y[0, 0] = 9.0
    return row


def argument_changed(x: Tensor):
    def fill(t):
        t[0] = 7.0

    fill(x)
    return x * 1


def parameter_changed(x: Tensor):
    x[0] = 7.0
    return x


def held_by_list(x: Tensor):
    total = torch.zeros_like(x)
    seen = []
    for _ in range(3):
        total += x
        seen.append(total)
    return torch.stack(seen)


def nested_index(x: Tensor):
    y = x * 1
    y[0][1] = 4.0
    return y


def method_in_place(x: Tensor):
    y = x * 1
    y.mul_(2)
    y.add_(1)
    y.clamp_(max=3.0)
    return y


def method_in_place_as_value(x: Tensor):
    y = x * 1
    z = y.mul_(2) + 1
    return y + z


def in_place_on_temporary(x: Tensor):
    return (x + 1).mul_(2)


def function_in_place(x: Tensor):
    y = x - 1
    F.relu(y, inplace=True)
    z = F.relu(y - 0.5, inplace=True)
    return y + z


def in_place_of_alias(x: Tensor):
    y = x - 1
    z = y
    y.mul_(3)
    return z


def out_option(x: Tensor):
    y = torch.empty_like(x)
    torch.add(x, x, out=y)
    return y


def untyped_receiver(x):
    return x.mean(1)


def untyped_attribute(x):
    return x.T


def untyped_augmented(x):
    x += torch.ones(3)
    return x


def loop_variable(x: Tensor):
    total = 0
    for p in [x, x * 2]:
        total = total + p.sum(0)
    return total


def comprehension(x: Tensor):
    return torch.stack([p.exp() for p in (x, x)])


def comprehension_of_rows(x: Tensor):
    return sum(p.exp().sum() for p in x if p.sum() > 0)


def starred(x: Tensor, *dims):
    return x.permute(*dims)


def starred_unknown(x: Tensor, *rest):
    return torch.transpose(x, *rest)


def integer_division(n: Tensor):
    return n.sum() / 2


def mixed_dtypes(n: Tensor, x: Tensor):
    return n[:, None] * x + 1


def floor_division(n: Tensor):
    return n // 2 + n % 3


def runtime_training(x: Tensor, training: bool):
    return F.dropout(x, 0.5, training=training)


def no_training(x: Tensor):
    return F.dropout(x, 0.5, training=False)


def branch(x: Tensor):
    if x.sum() > 0:
        return x * 2
    return x


def device(x: Tensor):
    place = x.device
    return torch.ones(x.shape, device=place) + x.to(place)


def mask(x: Tensor):
    y = x * 1
    y[y > 0.5] = 0.0
    return y


def message(x: Tensor):
    if x.ndim > 5:
        raise ValueError("expected a torch.Tensor of rank 5, got torch.float32")
    return x


def undone(x: Tensor):
    x.backward()
    return torch.fft.fft(x)


def swap(x: Tensor):
    a, b = x * 2, x * 3
    a, b = b, a
    a += 1
    return a - b


def conditional_alias(x: Tensor, flag: bool = True):
    y = x * 2
    z = y if flag else x
    z += 1
    return y


class Counter(nn.Module):
    """Changes itself when it is called."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        return x * self.calls


class Unknown(nn.Module):
    """Calls a method of something that may be an array."""

    def __init__(self, part):
        super().__init__()
        self.part = part

    def forward(self, x: Tensor) -> Tensor:
        return self.part.sum(x)


def _x():
    return torch.arange(6.0).reshape(2, 3) / 5


def _n():
    return torch.tensor([3, 4])


# name -> (function, arguments); those that are converted.
CONVERTED = {
    "method_in_place": (method_in_place, lambda: (_x(),)),
    "method_in_place_as_value": (method_in_place_as_value, lambda: (_x(),)),
    "in_place_on_temporary": (in_place_on_temporary, lambda: (_x(),)),
    "function_in_place": (function_in_place, lambda: (_x(),)),
    "loop_variable": (loop_variable, lambda: (_x(),)),
    "comprehension": (comprehension, lambda: (_x(),)),
    "comprehension_of_rows": (comprehension_of_rows, lambda: (_x(),)),
    "starred": (starred, lambda: (_x(), 1, 0)),
    "floor_division": (floor_division, lambda: (_n(),)),
    "no_training": (no_training, lambda: (_x(),)),
    "branch": (branch, lambda: (_x(),)),
    "device": (device, lambda: (_x(),)),
    "mask": (mask, lambda: (_x(),)),
    "swap": (swap, lambda: (_x(),)),
}
# Those that need example arguments: without them they are refused, or an assumption is noted.
OBSERVED = {
    "untyped_receiver": (untyped_receiver, lambda: (_x(),)),
    "untyped_attribute": (untyped_attribute, lambda: (_x(),)),
    "integer_division": (integer_division, lambda: (_n(),)),
    "mixed_dtypes": (mixed_dtypes, lambda: (_n(), _x())),
}
# name -> the line of the function, counted from its `def`, and a word of the reason.
REFUSED = {
    "alias": (alias, 2, "the caller passed as `x`"),
    "alias_of_local": (alias_of_local, 3, "`first`"),
    "write_through_view": (write_through_view, 2, "the caller passed as `x`"),
    "write_through_view_of_local": (write_through_view_of_local, 3, "`y`"),
    "write_through_reshape": (write_through_reshape, 3, "`y`"),
    "read_after_write_to_base": (read_after_write_to_base, 3, "`row`"),
    "argument_changed": (argument_changed, 2, "the caller passed as `t`"),
    "parameter_changed": (parameter_changed, 1, "the caller passed as `x`"),
    "held_by_list": (held_by_list, 4, "`seen`"),
    "nested_index": (nested_index, 2, "x[i, j]"),
    "in_place_of_alias": (in_place_of_alias, 3, "`z`"),
    "out_option": (out_option, 2, "assign the result"),
    "untyped_receiver": (untyped_receiver, 1, "annotation"),
    "untyped_attribute": (untyped_attribute, 1, "annotation"),
    "untyped_augmented": (untyped_augmented, 1, "annotation"),
    "starred_unknown": (starred_unknown, 1, "star"),
    "conditional_alias": (conditional_alias, 3, "`x`"),
}
