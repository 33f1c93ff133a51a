from damero.engines.banqi.kernel cimport Table

cdef enum:
    WON = 20000

cdef int evaluate(const Table* table) noexcept nogil
