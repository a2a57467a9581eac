"""What concerns differentiation only, on numpy."""


def stop_gradient(x, /):
    return x
