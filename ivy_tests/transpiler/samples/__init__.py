"""User code that the tests of the transpiler convert."""
