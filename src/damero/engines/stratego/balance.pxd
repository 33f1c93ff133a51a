"""Matrix balancing; see `balance.pyx`."""

cdef void balance(double* table, int count, const double* wanted) noexcept nogil
