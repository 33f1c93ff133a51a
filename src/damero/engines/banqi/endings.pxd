from libc.stdint cimport uint8_t, uint64_t

from damero.engines.banqi.kernel cimport Board

cdef enum:
    MOST_PIECES = 4
    SLOTS = 256  # More than the endings that any eight pieces can come to.
    DRAWN = 0
    LOST = 128  # Added to the plies of a loss.
    UNSOLVED = 255

cdef struct Ending:
    int pieces
    uint8_t kinds[MOST_PIECES]
    uint8_t* values  # By turn and squares: DRAWN, the plies to a win, or LOST and the plies.

cdef struct Library:
    int most  # Pieces; 0 if there is nothing to look up.
    uint64_t keys[SLOTS]
    const Ending* endings[SLOTS]

cdef int look_up(const Library* library, const Board* board) noexcept nogil
cdef list stock(Library* library, const Board* board, int most)
