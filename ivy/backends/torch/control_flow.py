"""Control flow in compiled code, and vectorisation, on torch; a scan is compiled step by step."""

import torch

# Whether functions of a condition may change nothing outside of themselves.
KEEPS_NOTHING = True


def branch(index, functions, operands):
    # What a function returns must not be what it was given.
    fresh = [lambda *given, f=f: tuple([x.clone() for x in f(*given)]) for f in functions]
    if index.dtype == torch.bool:
        return torch.cond(index, fresh[1], fresh[0], tuple(operands))
    first, *others = fresh
    if not others:
        return first(*operands)
    # The nearest function, where the index is out of range.
    return torch.cond(
        index <= 0, first, lambda *given: branch(index - 1, others, given), tuple(operands)
    )


def while_loop(goes_on, body, state):
    return torch.while_loop(goes_on, body, tuple(state))


def vmap(function, arrays):
    return torch.func.vmap(function)(*arrays)
