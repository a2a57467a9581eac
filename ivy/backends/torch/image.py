"""Images on torch."""

import torch


def interpolate_linear(x, /, size, *, scale_factor=None, align_corners=False):
    mode = {3: "linear", 4: "bilinear", 5: "trilinear"}[x.ndim]
    return torch.nn.functional.interpolate(
        x,
        size if scale_factor is None else None,
        scale_factor,
        mode,
        align_corners,
    )


def grid_sample(x, grid, /, *, mode="bilinear", padding_mode="zeros", align_corners=False):
    precise = torch.float64 if x.dtype == torch.float64 else torch.float32
    out = torch.nn.functional.grid_sample(
        x.to(precise), grid.to(precise), mode, padding_mode, align_corners
    )
    # What torch gives at places that are not finite depends on the mode.
    return (out + (grid - grid).sum(-1).unsqueeze(1)).to(x.dtype)
