from libc.stdint cimport uint8_t

from damero.engines.draughts.generator cimport State

cdef enum:
    DRAW = 0
    WIN = 1
    LOSS = 2
    NONE = 3

cdef class Solved:
    cdef readonly int flags
    cdef uint8_t* results[7][7][7][7]
    cdef int result(self, const State* state) noexcept nogil
