"""The referee: immutable values and pure functions on the standard library alone."""
