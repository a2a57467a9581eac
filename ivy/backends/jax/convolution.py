"""Convolution on jax."""

import jax


def conv1d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1,),
    padding=((0, 0),),
    dilation=(1,),
    groups=1,
    channels_last=False,
):
    if channels_last:
        out = jax.lax.conv_general_dilated(
            *(x, weight, strides, padding),
            rhs_dilation=dilation,
            feature_group_count=groups,
            dimension_numbers=("NHC", "OIH", "NHC"),
        )
        return out if bias is None else out + bias
    out = jax.lax.conv_general_dilated(
        x, weight, strides, padding, rhs_dilation=dilation, feature_group_count=groups
    )
    return out if bias is None else out + bias[:, None]


def conv2d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1, 1),
    padding=((0, 0), (0, 0)),
    dilation=(1, 1),
    groups=1,
    channels_last=False,
):
    if channels_last:
        out = jax.lax.conv_general_dilated(
            *(x, weight, strides, padding),
            rhs_dilation=dilation,
            feature_group_count=groups,
            dimension_numbers=("NHWC", "OIHW", "NHWC"),
        )
        return out if bias is None else out + bias
    out = jax.lax.conv_general_dilated(
        x, weight, strides, padding, rhs_dilation=dilation, feature_group_count=groups
    )
    return out if bias is None else out + bias[:, None, None]


def conv2d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    options = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    images = jax.ShapeDtypeStruct(shape, g.dtype)
    (out,) = jax.linear_transpose(lambda x: conv2d_explicit(x, weight, **options), images)(g)
    return out


def conv2d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    options = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    filters = jax.ShapeDtypeStruct(shape, g.dtype)
    (out,) = jax.linear_transpose(lambda weight: conv2d_explicit(x, weight, **options), filters)(g)
    return out


def conv3d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1, 1, 1),
    padding=((0, 0), (0, 0), (0, 0)),
    dilation=(1, 1, 1),
    groups=1,
    channels_last=False,
):
    if channels_last:
        out = jax.lax.conv_general_dilated(
            *(x, weight, strides, padding),
            rhs_dilation=dilation,
            feature_group_count=groups,
            dimension_numbers=("NHWDC", "OIHWD", "NHWDC"),
        )
        return out if bias is None else out + bias
    out = jax.lax.conv_general_dilated(
        x, weight, strides, padding, rhs_dilation=dilation, feature_group_count=groups
    )
    return out if bias is None else out + bias[:, None, None, None]


def conv3d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    options = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    images = jax.ShapeDtypeStruct(shape, g.dtype)
    (out,) = jax.linear_transpose(lambda x: conv3d_explicit(x, weight, **options), images)(g)
    return out


def conv3d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    options = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    filters = jax.ShapeDtypeStruct(shape, g.dtype)
    (out,) = jax.linear_transpose(lambda weight: conv3d_explicit(x, weight, **options), filters)(g)
    return out
