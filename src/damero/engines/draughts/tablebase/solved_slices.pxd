"""What is known of slices: results, and the byte that stands for a position.

A value is 0 for a draw, 1 for no position, else `2 + 2 * plies + lost`, the plies to the next conversion or to the end.
"""

from libc.stdint cimport uint8_t, uint64_t

from damero.engines.draughts.generator cimport State
from damero.engines.draughts.tablebase.slice_index cimport Slice

cdef enum:
    DRAW = 0
    WIN = 1
    LOSS = 2
    NONE = 3

cdef enum:
    NO_POSITION = 1

cdef inline int result_of(int value) noexcept nogil:
    if value < 2:
        return DRAW if value == 0 else NONE
    return LOSS if value & 1 else WIN

cdef inline int plies_of(int value) noexcept nogil:
    return (value - 2) >> 1

cdef inline int winning(int plies) noexcept nogil:
    return 2 + 2 * plies

cdef inline int losing(int plies) noexcept nogil:
    return 3 + 2 * plies

cdef struct Kept:
    Slice slice_
    uint8_t* results

cdef class SolvedSlices:
    cdef readonly int flags
    cdef Kept kept[7][7][7][7]
    cdef int result(self, const State* state) noexcept nogil
