"""The Banqi board as compiled modules see it: one 32-bit set of squares for each kind of piece.

A kind is `7 * colour + type`, red 0 and black 1, types from king 0 to pawn 6. Nothing here knows what lies face down:
a flip is made with the kind that is assumed to come up.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    KINDS = 14
    TYPES = 7
    KING = 0
    CANNON = 5
    PAWN = 6
    FACE_DOWN = 14
    EMPTY = 15
    MOST_ACTIONS = 128
    NOBODY = 2

cdef struct Board:
    uint32_t of_kind[KINDS]
    uint32_t of_colour[2]
    uint32_t face_down
    uint8_t cell[32]
    uint8_t unseen[KINDS]  # How many of each kind still lie face down.
    uint8_t alive[KINDS]  # How many of each kind are not captured, face down or not.
    uint8_t unseen_total
    uint8_t alive_of[2]
    uint64_t material  # The same as one number, three bits a kind.
    uint8_t turn
    uint16_t quiet  # Plies since a flip or a capture.
    uint8_t leader  # The colour that is ahead at the root of a search, or NOBODY.
    uint16_t stalled  # Plies since a flip or a capture by the leader: its own losses are no progress.
    uint64_t hash

# An action is origin, destination and, for a capture, a flag; a flip ends where it begins.
ctypedef uint16_t Action

cdef enum:
    CAPTURE = 1024

cdef inline int origin_of(Action action) noexcept nogil:
    return action & 31

cdef inline int target_of(Action action) noexcept nogil:
    return (action >> 5) & 31

cdef inline bint is_flip(Action action) noexcept nogil:
    return (action & 31) == ((action >> 5) & 31)

cdef inline bint is_capture(Action action) noexcept nogil:
    return (action & CAPTURE) != 0

cdef extern from *:
    """
    #define LEFT_FILE 0x01010101u
    #define RIGHT_FILE 0x80808080u
    """
    const uint32_t LEFT_FILE
    const uint32_t RIGHT_FILE

cdef inline uint32_t beside(uint32_t squares) noexcept nogil:
    """The squares beside any of these."""
    return squares << 8 | squares >> 8 | (squares & ~RIGHT_FILE) << 1 | (squares & ~LEFT_FILE) >> 1

cdef uint64_t turn_key
cdef uint32_t neighbours[32]
cdef int START_COUNTS[TYPES]
cdef uint8_t takes[TYPES][TYPES]  # takes[attacker][target], side by side.

cdef int captures(const Board* board, Action* found) noexcept nogil
cdef int quiet_moves(const Board* board, Action* found) noexcept nogil
cdef int flips(const Board* board, Action* found) noexcept nogil
cdef int actions(const Board* board, Action* found) noexcept nogil
cdef uint32_t shots(const Board* board, int square) noexcept nogil
cdef uint32_t fire(uint32_t occupied, int square) noexcept nogil
cdef void make(Board* board, Action action) noexcept nogil
cdef void reveal(Board* board, int square, int kind) noexcept nogil
cdef uint64_t next_random(uint64_t* state) noexcept nogil
cdef int random_kind(const Board* board, uint64_t* state) noexcept nogil
cdef int load(Board* board, object cells, object captured, int turn, int quiet) except -1
