"""Positions, moves and the move generator as other compiled modules see them.

A board is a 64-bit set. Rows of `half` squares follow each other from the top, with one unused bit after every second
row: going down left or right is a shift by `half` or `half + 1` from every row, up the same backwards, and whatever
leaves the board at a side falls on an unused bit. 8×8 takes 35 bits, 10×10 takes 54.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from damero.engines.bits cimport bytes_reversed, count_of, highest_of, lowest_of

ctypedef uint64_t Bits

cdef enum:
    MOST_MOVES = 1024
    LONGEST_PATH = 32

# A variant's rules as bits: what the generator has to know of the rules record.
cdef enum Flag:
    WIDE = 1
    FLYING = 2
    BACKWARD = 4
    SPARES_KINGS = 8
    PIECE_DUTY = 16
    ENDS_TURN = 32
    CONTINUES = 64
    MOST_PIECES = 128
    THEN_KINGS = 256
    KING_FIRST = 512
    ITALIAN = 1024

cdef enum Direction:
    UP_RIGHT
    UP_LEFT
    DOWN_LEFT
    DOWN_RIGHT

cdef struct State:
    Bits own  # the side to move's pieces
    Bits enemy
    Bits kings  # of both sides
    int black  # 1 when Black is to move

cdef struct Move:
    Bits taken
    uint8_t origin
    uint8_t destination
    uint8_t king  # 1 when the mover stands as a king afterwards
    uint8_t crowned  # 1 when it was a man before
    uint32_t order  # for the use of a search

# How a move runs: the squares it lands on and those it takes, in order.
cdef struct Path:
    uint8_t landings[LONGEST_PATH]
    uint8_t taken[LONGEST_PATH]
    int length

cdef inline Bits bit(int square) noexcept nogil:
    return (<Bits>1) << square

cdef inline void make(const State* state, const Move* move, State* after) noexcept nogil:
    """The state after a move. `after` must not be `state`."""
    cdef Bits origin = bit(move.origin)
    after.own = state.enemy & ~move.taken
    after.enemy = (state.own & ~origin) | bit(move.destination)
    after.kings = (state.kings & ~(move.taken | origin)) | (<Bits>move.king << move.destination)
    after.black = 1 - state.black

cdef inline Bits hash_of(const State* state) noexcept nogil:
    """A well mixed 64-bit key of a state."""
    cdef Bits key = state.own * <Bits>0x9E3779B97F4A7C15 ^ state.enemy * <Bits>0xC2B2AE3D27D4EB4F
    key = (key ^ (key >> 29)) * <Bits>0xBF58476D1CE4E5B9 ^ state.kings * <Bits>0x165667B19E3779F9
    key = (key ^ (key >> 32) ^ state.black) * <Bits>0x94D049BB133111EB
    return key ^ (key >> 31)

cdef inline int half_of(int rules) noexcept nogil:
    """Squares in a row."""
    return 5 if rules & WIDE else 4

cdef inline Bits board_of(int rules) noexcept nogil:
    """Every square of the board."""
    return <Bits>0x3FF7FEFFDFFBFF if rules & WIDE else <Bits>0x7FBFDFEFF

cdef inline Bits step(Bits squares, int direction, int half) noexcept nogil:
    """Every square's neighbour in one direction; opposite directions differ by 2."""
    if direction == UP_RIGHT:
        return squares >> half
    if direction == UP_LEFT:
        return squares >> (half + 1)
    if direction == DOWN_LEFT:
        return squares << half
    return squares << (half + 1)

cdef inline Bits crown_row_of(int rules, int black) noexcept nogil:
    if rules & WIDE:
        return <Bits>0x1F << 49 if black else 0x1F
    return <Bits>0xF << 31 if black else 0xF

cdef inline Bits reversed_bits(Bits bits) noexcept nogil:
    """The 64 bits in the opposite order."""
    bits = ((bits >> 1) & <Bits>0x5555555555555555) | ((bits & <Bits>0x5555555555555555) << 1)
    bits = ((bits >> 2) & <Bits>0x3333333333333333) | ((bits & <Bits>0x3333333333333333) << 2)
    bits = ((bits >> 4) & <Bits>0x0F0F0F0F0F0F0F0F) | ((bits & <Bits>0x0F0F0F0F0F0F0F0F) << 4)
    return bytes_reversed(bits)

cdef inline Bits turned(Bits squares, int rules) noexcept nogil:
    """The same squares seen from the other side of the board."""
    return reversed_bits(squares) >> (10 if rules & WIDE else 29)

# These write the legal moves, each once, and give their number; there must be room for MOST_MOVES.
cdef int generate(int rules, const State* state, Move* moves) noexcept nogil
cdef int generate_captures(int rules, const State* state, Move* moves) noexcept nogil
cdef int generate_paths(int rules, const State* state, Move* moves, Path* paths) noexcept nogil

# The number alone, which is faster; `scratch` needs the same room.
cdef int count_moves(int rules, const State* state, Move* scratch) noexcept nogil

cdef bint has_capture(int rules, const State* state) noexcept nogil
