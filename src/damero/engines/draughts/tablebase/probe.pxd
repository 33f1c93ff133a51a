from libc.stdint cimport uint8_t, uint32_t

from damero.engines.draughts.generator cimport State
from damero.engines.draughts.search cimport Oracle
from damero.engines.draughts.tablebase.slice_index cimport Slice

cdef struct Packed:
    Slice slice_
    const uint32_t* directory
    const uint8_t* reach
    const uint8_t* blocks

cdef class Probe(Oracle):
    cdef readonly int flags
    cdef list _kept
    cdef Packed packed[7][7][7][7]
    cdef int result(self, const State* state, int plies_left) noexcept nogil
