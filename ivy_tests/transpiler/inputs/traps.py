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


def element_of_list(x: Tensor):
    parts = [x * 1, x]
    parts[0] += 1
    return parts[0]


def returned_alias(x: Tensor):
    def same(t):
        return t

    y = x * 2
    z = same(y)
    z += 1
    return y


def rows_changed(x: Tensor):
    y = x * 2
    for row in y:
        row += 1
    return y


def two_names(x: Tensor):
    a = b = x * 2
    a += 1
    return b


def cast_alias(x: Tensor):
    y = x.float()
    y += 1
    return x


def outer_changed(x: Tensor):
    total = x * 0

    def add():
        total[0] = 1.0

    add()
    return total


def device_compared(x: Tensor):
    return x if x.device == torch.device("cpu") else x * 2


def device_type(x: Tensor):
    place = x.device
    return x if place.type == "cpu" else x * 2


def dtype_asked(x: Tensor):
    return x if x.dtype.is_floating_point else x * 2


def parts_of_split(x: Tensor):
    a, b = x.split(1)
    a += 1
    return b


def widened(n: Tensor):
    return (n > 3) + (n > 2), n**2, -n, n % -3, n // -2


def scalars(x: Tensor):
    return int(x.sum()) + len(x) + x.shape[0] + x.size(1) + x.dim() + x.numel(), float(x.max())


def shapes(x: Tensor):
    flat = x.reshape(-1, *x.shape[1:])
    return flat.shape == x.shape, torch.zeros((*x.shape[:1], 2)), tuple(x.shape)


def types_of(x):
    if isinstance(x, (list, tuple)):
        return sum(types_of(v) for v in x)
    if isinstance(x, torch.Tensor):
        return x.sum()
    return 0


ACTIVATIONS = {"relu": F.relu, "square": torch.square}


def chosen(x: Tensor, name: str = "square"):
    return ACTIVATIONS[name](x)


def nested_calls(x: Tensor):
    return torch.cat(
        [
            torch.relu(x),  # the first
            x.abs(),
        ],
        dim=0,  # rows
    )


def starts(x: Tensor):
    out = torch.empty(2, 3)
    out[:] = x
    out[0, :2] = torch.tensor([1.0, 2.0])
    out[..., -1] -= 4
    out[1] *= 2
    return out


CONVERTED |= {
    "widened": (widened, lambda: (_n(),)),
    "scalars": (scalars, lambda: (_x(),)),
    "shapes": (shapes, lambda: (_x(),)),
    "types_of": (types_of, lambda: (_x(),)),
    "chosen": (chosen, lambda: (_x(),)),
    "nested_calls": (nested_calls, lambda: (_x(),)),
    "starts": (starts, lambda: (_x(),)),
}
REFUSED |= {
    "element_of_list": (element_of_list, 2, "whoever else holds it"),
    "returned_alias": (returned_alias, 6, "`y`"),
    "rows_changed": (rows_changed, 3, "`y`"),
    "two_names": (two_names, 2, "`b`"),
    "cast_alias": (cast_alias, 2, "the caller passed as `x`"),
    "outer_changed": (outer_changed, 4, "whoever else holds it"),
    "device_compared": (device_compared, 1, "devices can only be passed on"),
    "device_type": (device_type, 2, "no such attribute of a device"),
    "dtype_asked": (dtype_asked, 1, "no such attribute of a dtype"),
    "parts_of_split": (parts_of_split, 2, "the caller passed as `x`"),
}
