"""The index of a position in the table of its slice.

A slice holds the positions with given numbers of men and kings of each side, White to move (a position with Black to
move is looked up from the other side of the board). Its index is a product of ranks: own men on the 28 squares they can stand
on, enemy men on theirs, own kings on the squares left, enemy kings on what is left then. A rank is the colexicographic
number of a set of squares, so one table of sets serves every number of squares.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from damero.engines.bits cimport count_of, gathered32, lowest_of, scattered32
from damero.engines.draughts.generator cimport Bits, State

cdef enum:
    MOST_OF_A_KIND = 5

cdef struct Slice:
    int own_men
    int own_kings
    int enemy_men
    int enemy_kings
    uint64_t enemy_men_ranks
    uint64_t own_kings_ranks
    uint64_t enemy_kings_ranks
    uint64_t size

cdef uint32_t choose[34][MOST_OF_A_KIND + 2]
cdef uint32_t* sets_of[MOST_OF_A_KIND + 1]

cdef Slice slice_of(int own_men, int own_kings, int enemy_men, int enemy_kings) noexcept nogil

cdef inline uint32_t packed(Bits squares) noexcept nogil:
    """The 32 squares without the unused bits between the rows."""
    cdef uint32_t low = (squares & 0xFF) | (squares >> 1 & 0xFF00) | (squares >> 2 & 0xFF0000)
    return low | <uint32_t>(squares >> 27 & 0xFF) << 24

cdef inline Bits spread(uint32_t squares) noexcept nogil:
    cdef Bits bits = squares
    return (bits & 0xFF) | (bits & 0xFF00) << 1 | (bits & 0xFF0000) << 2 | (bits >> 24) << 27

cdef inline uint64_t rank_of(uint32_t squares) noexcept nogil:
    cdef uint64_t rank = 0
    cdef int order = 1
    while squares:
        rank += choose[lowest_of(squares)][order]
        squares &= squares - 1
        order += 1
    return rank

cdef inline uint64_t rank_among_free(uint32_t squares, uint32_t occupied) noexcept nogil:
    """The rank of a set when the occupied squares are not counted."""
    return rank_of(gathered32(squares, ~occupied))

cdef inline uint32_t on_free(uint32_t squares, uint32_t occupied) noexcept nogil:
    """The set whose squares have these numbers among the free ones."""
    return scattered32(squares, ~occupied)

cdef inline uint64_t index_of(const Slice* slice_, const State* state) noexcept nogil:
    """The index of a White-to-move state of this slice."""
    cdef uint32_t own = packed(state.own), enemy = packed(state.enemy), kings = packed(state.kings)
    cdef uint32_t men = (own | enemy) & ~kings
    cdef uint64_t index = rank_of((own & ~kings) >> 4) * slice_.enemy_men_ranks + rank_of(enemy & ~kings)
    index = index * slice_.own_kings_ranks + rank_among_free(own & kings, men)
    return index * slice_.enemy_kings_ranks + rank_among_free(enemy & kings, men | (own & kings))

cdef inline bint state_at(const Slice* slice_, uint64_t index, State* state) noexcept nogil:
    """The state at an index; False where an own and an enemy man would stand on one square."""
    cdef uint64_t enemy_kings = index % slice_.enemy_kings_ranks, own_kings, rest = index // slice_.enemy_kings_ranks
    cdef uint32_t own_men, enemy_men, own, enemy, men
    own_kings = rest % slice_.own_kings_ranks
    rest //= slice_.own_kings_ranks
    own_men = sets_of[slice_.own_men][rest // slice_.enemy_men_ranks] << 4
    enemy_men = sets_of[slice_.enemy_men][rest % slice_.enemy_men_ranks]
    if own_men & enemy_men:
        return False
    men = own_men | enemy_men
    own = on_free(sets_of[slice_.own_kings][own_kings], men)
    enemy = on_free(sets_of[slice_.enemy_kings][enemy_kings], men | own)
    state.own = spread(own_men | own)
    state.enemy = spread(enemy_men | enemy)
    state.kings = spread(own | enemy)
    state.black = 0
    return True
