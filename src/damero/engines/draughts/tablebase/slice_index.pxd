"""The index of a position in the table of its slice.

A slice holds the positions with given numbers of men and kings of each side, White to move (a position with Black to
move is looked up from the other side of the board). Its index is a product of ranks: own men on the squares they can stand
on (28 of 32, or 45 of 50), enemy men on theirs, own kings on the squares left, enemy kings on what is left then. A rank is the colexicographic
number of a set of squares, so one table of sets serves every number of squares.
"""

from libc.stdint cimport uint32_t, uint64_t

from damero.engines.bits cimport count_of, gathered, lowest_of, scattered
from damero.engines.draughts.generator cimport WIDE, Bits, State, board_of

cdef enum:
    MOST_OF_A_KIND = 6
    MOST_OF_A_KIND_WIDE = 3
    MOST_SQUARES = 50

# Squares without the unused bits between the rows: one bit for each, in the order of the board.
ctypedef uint64_t Squares

cdef struct Slice:
    int wide
    int own_men
    int own_kings
    int enemy_men
    int enemy_kings
    uint64_t enemy_men_ranks
    uint64_t own_kings_ranks
    uint64_t enemy_kings_ranks
    uint64_t size

cdef uint32_t choose[MOST_SQUARES + 2][MOST_OF_A_KIND + 2]
cdef Squares* sets_of[MOST_OF_A_KIND + 1]

cdef int fill_sets() except -1
cdef Slice slice_of(int wide, int own_men, int own_kings, int enemy_men, int enemy_kings) noexcept nogil

cdef inline Squares packed(Bits squares, int wide) noexcept nogil:
    """The squares without the unused bits between the rows."""
    if wide:
        return gathered(squares, board_of(WIDE))
    return (squares & 0xFF) | (squares >> 1 & 0xFF00) | (squares >> 2 & 0xFF0000) | (squares >> 27 & 0xFF) << 24

cdef inline Bits spread(Squares squares, int wide) noexcept nogil:
    if wide:
        return scattered(squares, board_of(WIDE))
    return (squares & 0xFF) | (squares & 0xFF00) << 1 | (squares & 0xFF0000) << 2 | (squares >> 24) << 27

cdef inline int row_of(int wide) noexcept nogil:
    """Squares in a row: where own men cannot stand."""
    return 5 if wide else 4

cdef inline uint64_t rank_of(Squares squares) noexcept nogil:
    cdef uint64_t rank = 0
    cdef int order = 1
    while squares:
        rank += choose[lowest_of(squares)][order]
        squares &= squares - 1
        order += 1
    return rank

cdef inline uint64_t rank_among_free(Squares squares, Squares occupied) noexcept nogil:
    """The rank of a set when the occupied squares are not counted."""
    return rank_of(gathered(squares, ~occupied))

cdef inline Squares on_free(Squares squares, Squares occupied) noexcept nogil:
    """The set whose squares have these numbers among the free ones."""
    return scattered(squares, ~occupied)

cdef inline uint64_t index_of(const Slice* slice_, const State* state) noexcept nogil:
    """The index of a White-to-move state of this slice."""
    cdef Squares own = packed(state.own, slice_.wide), enemy = packed(state.enemy, slice_.wide)
    cdef Squares kings = packed(state.kings, slice_.wide), men = (own | enemy) & ~kings
    cdef uint64_t index = rank_of((own & ~kings) >> row_of(slice_.wide))
    index = index * slice_.enemy_men_ranks + rank_of(enemy & ~kings)
    index = index * slice_.own_kings_ranks + rank_among_free(own & kings, men)
    return index * slice_.enemy_kings_ranks + rank_among_free(enemy & kings, men | (own & kings))

cdef inline bint state_at(const Slice* slice_, uint64_t index, State* state) noexcept nogil:
    """The state at an index; False where an own and an enemy man would stand on one square."""
    cdef uint64_t enemy_kings = index % slice_.enemy_kings_ranks, own_kings, rest = index // slice_.enemy_kings_ranks
    cdef Squares own_men, enemy_men, own, enemy, men
    own_kings = rest % slice_.own_kings_ranks
    rest //= slice_.own_kings_ranks
    own_men = sets_of[slice_.own_men][rest // slice_.enemy_men_ranks] << row_of(slice_.wide)
    enemy_men = sets_of[slice_.enemy_men][rest % slice_.enemy_men_ranks]
    if own_men & enemy_men:
        return False
    men = own_men | enemy_men
    own = on_free(sets_of[slice_.own_kings][own_kings], men)
    enemy = on_free(sets_of[slice_.enemy_kings][enemy_kings], men | own)
    state.own = spread(own_men | own, slice_.wide)
    state.enemy = spread(enemy_men | enemy, slice_.wide)
    state.kings = spread(own | enemy, slice_.wide)
    state.black = 0
    return True
