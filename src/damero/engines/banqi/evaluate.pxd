from damero.engines.banqi.kernel cimport Table

cdef enum:
    WON = 20000
    USUALLY_LESS = 220  # Where the pieces stand is hardly ever worth more than this.

cdef int evaluate(const Table* table) noexcept nogil
cdef int evaluate_living(const Table* table) noexcept nogil
