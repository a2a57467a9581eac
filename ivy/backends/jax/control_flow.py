"""Control flow in compiled code, and vectorisation, on jax."""

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
