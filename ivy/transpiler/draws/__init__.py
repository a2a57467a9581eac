"""Random numbers in converted code: drawn as each target's users draw them, from its own state.

Ivy's own draws follow from keys, which converted code does not have. The functions have the names
and parameters of the operations that they stand for.
"""
