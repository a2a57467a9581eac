"""Products that the standard does not have, with any library."""

import math
import string


def einsum(core, equation, operands, /):
    xp = core.xp
    terms, output = _terms(equation, operands)
    arrays = [_diagonals(core, t, x) for t, x in zip(terms, operands, strict=True)]
    terms = ["".join(dict.fromkeys(t)) for t in terms]
    left, result = terms[0], arrays[0]
    for i, (right, x) in enumerate(zip(terms[1:], arrays[1:], strict=True)):
        later = set(output).union(*terms[i + 2 :])
        left, result = _product(core, left, result, right, x, later)
    gone = tuple([i for i, letter in enumerate(left) if letter not in output])
    result = xp.sum(result, axis=gone, dtype=result.dtype) if gone else result
    left = "".join([letter for letter in left if letter in output])
    return xp.permute_dims(result, tuple([left.index(n) for n in output])) if output else result


def _terms(equation, operands):
    """Return the letters of each operand's axes and of the result's; `...` gets letters too."""
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(operands):
        raise ValueError(f"the equation {equation!r} has {len(terms)} terms, not {len(operands)}")
    if not arrow:
        letters = sorted(set(inputs) - {",", "."})
        output = ("..." if "..." in inputs else "") + "".join(
            [n for n in letters if inputs.count(n) == 1]
        )
    counts = [x.ndim - len(t.replace("...", "")) for t, x in zip(terms, operands, strict=True)]
    free = [n for n in string.ascii_letters if n not in inputs]
    hidden = free[: max([c for c, t in zip(counts, terms, strict=True) if "..." in t], default=0)]
    for count, term in zip(counts, terms, strict=True):
        if count < 0 or (count and "..." not in term):
            raise ValueError(f"the term {term!r} of {equation!r} does not fit its array")
    terms = [
        t.replace("...", "".join(hidden[len(hidden) - c :]))
        for c, t in zip(counts, terms, strict=True)
    ]
    output = output.replace("...", "".join(hidden))
    if len(set(output)) < len(output) or not set(output) <= set("".join(terms)):
        raise ValueError(f"the result of {equation!r} has letters that cannot be there")
    return terms, output


def _diagonals(core, term, x):
    """Keep, of axes with the same letter, the elements at which their positions are equal."""
    xp = core.xp
    wanted = dict.fromkeys(term)
    for letter in wanted:
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            rest = [i for i in range(len(term)) if i not in (first, second)]
            n = x.shape[first]
            x = core.reshape(
                xp.permute_dims(x, (*rest, first, second)), (*[x.shape[i] for i in rest], n * n)
            )
            x = x[(..., slice(None, None, n + 1))]
            term = "".join([term[i] for i in rest]) + letter
    order = tuple([term.index(letter) for letter in wanted])
    return x if order == tuple(range(x.ndim)) else xp.permute_dims(x, order)


def _product(core, left, a, right, b, later):
    """Multiply arrays with named axes, and sum over the names that both have and nobody later."""
    shared = [n for n in left if n in right]
    batch = [n for n in shared if n in later]
    summed = [n for n in shared if n not in later]
    only_a = [n for n in left if n not in right]
    only_b = [n for n in right if n not in left]
    sizes = [*zip(left, a.shape, strict=True), *zip(right, b.shape, strict=True)]
    size = {
        n: max([length for m, length in sizes if m == n and length != 1], default=1)
        for n, _ in sizes
    }
    size |= {n: 0 for n, length in sizes if length == 0}
    a = _matrix(core, left, a, (batch, only_a, summed), size)
    b = _matrix(core, right, b, (batch, summed, only_b), size)
    names = [*batch, *only_a, *only_b]
    return "".join(names), core.reshape(core.xp.matmul(a, b), tuple([size[n] for n in names]))


def _matrix(core, term, x, groups, size):
    """Return an array with an axis for each name of the first group and one for each other."""
    xp = core.xp
    names = [n for group in groups for n in group]
    x = xp.permute_dims(x, tuple([term.index(n) for n in names])) if names else x
    x = xp.broadcast_to(x, tuple([size[n] for n in names]))
    lengths = [math.prod([size[n] for n in group]) for group in groups[1:]]
    return core.reshape(x, (*[size[n] for n in groups[0]], *lengths))
