from damero.engines.banqi.kernel cimport Board

cdef enum:
    WON = 20000
    USUALLY_LESS = 220  # Where the pieces stand is hardly ever worth more than this.

cdef int evaluate(const Board* board) noexcept nogil
cdef int evaluate_living(const Board* board) noexcept nogil
