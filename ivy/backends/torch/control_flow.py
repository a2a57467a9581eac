"""Control flow in compiled code, vectorisation and native derivatives, on torch.

A scan is compiled step by step.
"""

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


def call(function, arrays):
    return function(arrays)


def vjp(function, arrays, live):
    """Return what pulls gradients of results back to some of the arrays, and the results."""
    # Neither the compiler nor `vmap` follows derivatives of single tensors.
    if torch.compiler.is_compiling() or torch._C._are_functorch_transforms_active():
        return _functional_vjp(function, arrays, live)
    again = torch.is_grad_enabled() and any(arrays[i].requires_grad for i in live)
    starts = list(arrays)
    with torch.enable_grad():
        for i in live:
            x = arrays[i]
            starts[i] = x.view_as(x) if again else x.detach().requires_grad_()
        results = function(starts)

    def pull(seeds):
        pairs = [
            (y, s) for y, s in zip(results, seeds, strict=True) if s is not None and y.requires_grad
        ]
        if not pairs:
            return [torch.zeros_like(arrays[i]) for i in live]
        return torch.autograd.grad(
            [y for y, _ in pairs],
            [starts[i] for i in live],
            [s for _, s in pairs],
            create_graph=again,
            retain_graph=True,
            materialize_grads=True,
        )

    return pull, *[y if again else y.detach() for y in results]


def _functional_vjp(function, arrays, live):
    def of_live(*given):
        filled = list(arrays)
        for i, x in zip(live, given, strict=True):
            filled[i] = x
        results = tuple(function(filled))
        return tuple([y for y in results if y.is_floating_point() or y.is_complex()]), results

    _, back, results = torch.func.vjp(of_live, *[arrays[i] for i in live], has_aux=True)

    def pull(seeds):
        given = []
        for y, seed in zip(results, seeds, strict=True):
            if y.is_floating_point() or y.is_complex():
                given.append(torch.zeros_like(y) if seed is None else seed)
        return list(back(tuple(given)))

    return pull, *results
