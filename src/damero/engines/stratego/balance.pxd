"""Weights brought to their sums; see `balance.pyx`."""

cdef void balance(double* table, int count, const double* wanted) noexcept nogil
