"""Control flow in compiled code, and vectorisation, on tensorflow."""

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
