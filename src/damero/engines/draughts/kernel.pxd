"""The kernel of one rules record as other compiled modules see it."""

from libc.stdint cimport uint8_t

from damero.engines.draughts.generator cimport Bits, Move, Path, State

cdef class Kernel:
    cdef readonly int flags
    cdef readonly int squares
    cdef uint8_t bit_of_square[51]
    cdef uint8_t square_of_bit[64]
    cdef Bits bits_of(self, squares) except? 0xFFFFFFFFFFFFFFFF
    cdef list squares_of(self, Bits bits)
    cdef State state_of(self, pieces, bint black) except *
    cdef tuple pieces_of(self, const State* state)
    cdef tuple written(self, const Move* move, const Path* path)
