from damero.engines.banqi.kernel cimport Table

cdef enum:
    WON = 20000

cdef int evaluate(const Table* table) noexcept nogil
cdef void piece_values(const Table* table, int* values) noexcept nogil
