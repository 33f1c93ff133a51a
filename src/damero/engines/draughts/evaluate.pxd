"""What a position without captures is worth, by patterns of men in overlapping 4×4 blocks and a few terms for kings.

The value is the sum of one weight per block (its eight dark squares as a number in base 3: empty, White, Black), of men
and of kings, each in two phases that are mixed by the number of pieces left.
"""

from libc.stdint cimport int16_t

from damero.engines.draughts.generator cimport Bits, State

cdef enum:
    MOST_BLOCKS = 16
    PATTERNS = 6561
    UNITS = 10  # of a weight in a hundredth of a man

cdef enum:
    MAN
    FIRST_KING
    FURTHER_KING
    LONG_DIAGONAL
    TURN
    TERMS

cdef struct Weights:
    int blocks
    int pieces  # of both sides at the start
    int flying
    Bits long_diagonal
    Bits masks[MOST_BLOCKS]
    int16_t terms[TERMS][2]  # first the opening's weight, then the ending's
    int16_t patterns[MOST_BLOCKS][PATTERNS][2]

cdef int IN_BASE_3[256]

cdef int evaluate(const Weights* weights, const State* state) noexcept nogil

cdef class Evaluation:
    cdef Weights weights
    cdef take(self, numbers)
