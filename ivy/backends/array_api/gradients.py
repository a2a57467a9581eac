"""What concerns differentiation only, with any library."""


def stop_gradient(core, x, /):
    return x
