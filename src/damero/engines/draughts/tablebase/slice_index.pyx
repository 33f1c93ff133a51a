# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The tables behind ranks: binomial coefficients, every set of up to six of 32 squares and of up to three of 50.

In their order the sets of fewer squares come first, so that one table serves both boards.
"""

from libc.stdlib cimport malloc

from damero.engines.draughts.generator cimport WIDE, turned
from damero.engines.draughts.kernel cimport Kernel


cdef void _fill_choose() noexcept:
    cdef int n, k
    for n in range(MOST_SQUARES + 2):
        choose[n][0] = 1
        for k in range(1, MOST_OF_A_KIND + 2):
            choose[n][k] = 0 if n == 0 else choose[n - 1][k - 1] + choose[n - 1][k]


cdef int fill_sets() except -1:
    """Before the first `state_at`. Gosper's way from one set to the next keeps colexicographic order."""
    cdef int k
    cdef uint32_t count, i
    cdef uint64_t squares, low, high
    for k in range(MOST_OF_A_KIND + 1):
        if sets_of[k] != NULL:
            continue
        count = choose[<int>MOST_SQUARES if k <= MOST_OF_A_KIND_WIDE else 32][k]
        sets_of[k] = <Squares*>malloc(count * sizeof(Squares))
        if sets_of[k] == NULL:
            raise MemoryError
        squares = (<uint64_t>1 << k) - 1
        for i in range(count):
            sets_of[k][i] = squares
            if squares:
                low = squares & -squares
                high = squares + low
                squares = high | ((squares ^ high) >> 2) // low
    return 0


_fill_choose()


cdef Slice slice_of(int wide, int own_men, int own_kings, int enemy_men, int enemy_kings) noexcept nogil:
    cdef Slice made
    cdef int men = own_men + enemy_men, squares = 50 if wide else 32, for_men = squares - row_of(wide)
    made.wide = 1 if wide else 0
    made.own_men, made.own_kings, made.enemy_men, made.enemy_kings = own_men, own_kings, enemy_men, enemy_kings
    made.enemy_men_ranks = choose[for_men][enemy_men]
    made.own_kings_ranks = choose[squares - men][own_kings]
    made.enemy_kings_ranks = choose[squares - men - own_kings][enemy_kings]
    made.size = choose[for_men][own_men] * made.enemy_men_ranks * made.own_kings_ranks * made.enemy_kings_ranks
    return made


def slice_size(int own_men, int own_kings, int enemy_men, int enemy_kings, *, int board=8):
    """How many indices a slice has, those of impossible positions included."""
    return slice_of(board > 8, own_men, own_kings, enemy_men, enemy_kings).size


def index_round_trips(int own_men, int own_kings, int enemy_men, int enemy_kings, uint64_t every=1, *, int board=8):
    """The number of positions looked at (one in `every`) and of those whose index leads back to them."""
    cdef Slice made = slice_of(board > 8, own_men, own_kings, enemy_men, enemy_kings)
    cdef State state
    cdef uint64_t index = 0, seen = 0, same = 0
    fill_sets()
    with nogil:
        while index < made.size:
            if state_at(&made, index, &state):
                seen += 1
                same += index_of(&made, &state) == index
            index += every
    return seen, same


cdef State _white_to_move(Kernel kernel, pieces, bint black) except *:
    cdef State state = kernel.state_of(pieces, black)
    if black:
        state.own = turned(state.own, kernel.flags)
        state.enemy = turned(state.enemy, kernel.flags)
        state.kings = turned(state.kings, kernel.flags)
        state.black = 0
    return state


def place_of(Kernel kernel, pieces, bint black):
    """The slice, as (own men, own kings, enemy men, enemy kings), and the index of a position in it."""
    cdef State state = _white_to_move(kernel, pieces, black)
    cdef int own_kings = count_of(state.own & state.kings), enemy_kings = count_of(state.enemy & state.kings)
    cdef int own_men = count_of(state.own) - own_kings, enemy_men = count_of(state.enemy) - enemy_kings
    cdef Slice found = slice_of(kernel.flags & WIDE, own_men, own_kings, enemy_men, enemy_kings)
    return (own_men, own_kings, enemy_men, enemy_kings), index_of(&found, &state)


def pieces_at(Kernel kernel, int own_men, int own_kings, int enemy_men, int enemy_kings, uint64_t index):
    """The White-to-move position at an index as (white men, white kings, black men, black kings), or None."""
    cdef Slice found = slice_of(kernel.flags & WIDE, own_men, own_kings, enemy_men, enemy_kings)
    cdef State state
    fill_sets()
    if index >= found.size or not state_at(&found, index, &state):
        return None
    sets = (state.own & ~state.kings, state.own & state.kings, state.enemy & ~state.kings, state.enemy & state.kings)
    return tuple(tuple(kernel.squares_of(bits)) for bits in sets)
