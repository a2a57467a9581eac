"""Control flow in compiled code, vectorisation and native derivatives, on jax."""

import jax
import jax.numpy as jnp

# Whether functions of a condition may change nothing outside of themselves.
KEEPS_NOTHING = False


def branch(index, functions, operands):
    if index.dtype == jnp.bool_:
        return jax.lax.cond(index, functions[1], functions[0], *operands)
    return jax.lax.switch(index, functions, *operands)


def while_loop(goes_on, body, state):
    return jax.lax.while_loop(lambda s: goes_on(*s), lambda s: body(*s), tuple(state))


def scan(step, carry, slices, length, reverse):
    return jax.lax.scan(step, carry, slices, length=length, reverse=reverse)


def vmap(function, arrays):
    return jax.vmap(function)(*arrays)


def call(function, arrays):
    return function(arrays)


def vjp(function, arrays, live):
    """Return what pulls gradients of results back to some of the arrays, and the results."""

    def of_live(*given):
        filled = list(arrays)
        for i, x in zip(live, given, strict=True):
            filled[i] = x
        results = function(filled)
        return [y for y in results if jnp.issubdtype(y.dtype, jnp.inexact)], results

    _, back, results = jax.vjp(of_live, *[arrays[i] for i in live], has_aux=True)

    def pull(seeds):
        given = []
        for y, seed in zip(results, seeds, strict=True):
            if jnp.issubdtype(y.dtype, jnp.inexact):
                given.append(jnp.zeros_like(y) if seed is None else seed)
        return list(back(given))

    return pull, *results
