"""Control flow in compiled code, vectorisation and native derivatives, on tensorflow."""

import tensorflow as tf

# Whether functions of a condition may change nothing outside of themselves.
KEEPS_NOTHING = False


def branch(index, functions, operands):
    calls = [lambda f=f: f(*operands) for f in functions]
    if index.dtype == tf.bool:
        return tf.cond(index, calls[1], calls[0])
    return tf.switch_case(tf.clip_by_value(tf.cast(index, tf.int32), 0, len(calls) - 1), calls)


def while_loop(goes_on, body, state):
    return tf.while_loop(goes_on, body, tuple(state))


def scan(step, carry, slices, length, reverse):
    # The first step says what the results are.
    order = range(length - 1, -1, -1) if reverse else range(length)
    carry, first = step(carry, [x[order[0]] for x in slices])
    written = [
        tf.TensorArray(y.dtype, length, element_shape=y.shape).write(order[0], y) for y in first
    ]

    def one(i, carry, written):
        place = length - 1 - i if reverse else i
        carry, ys = step(carry, [x[place] for x in slices])
        return i + 1, carry, [a.write(place, y) for a, y in zip(written, ys, strict=True)]

    start = (tf.constant(1), tuple(carry), written)
    _, carry, written = tf.while_loop(
        lambda i, carry, written: i < length, one, start, maximum_iterations=length
    )
    return carry, [a.stack() for a in written]


def vmap(function, arrays):
    return tf.vectorized_map(lambda slices: function(*slices), tuple(arrays))


def call(function, arrays):
    return function(arrays)


def vjp(function, arrays, live):
    """Return what pulls gradients of results back to some of the arrays, and the results."""
    with tf.GradientTape(persistent=True) as tape:
        starts = list(arrays)
        for i in live:
            starts[i] = tf.identity(arrays[i])  # a tape around this one sees where it came from
            tape.watch(starts[i])
        results = function(starts)

    def pull(seeds):
        pairs = [(y, s) for y, s in zip(results, seeds, strict=True) if s is not None]
        gradients = tape.gradient(
            [y for y, _ in pairs],
            [starts[i] for i in live],
            output_gradients=[s for _, s in pairs],
            unconnected_gradients="zero",
        )
        return [tf.convert_to_tensor(g) for g in gradients]

    return pull, *results
