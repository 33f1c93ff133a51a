# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Endings of up to four face-up pieces, solved backwards from the last captures.

A table is made for one set of pieces when it is first needed. It says for every placing and either turn who wins, and
in how many plies the next capture or the end comes: that is what the count of plies without progress has to allow.
Mirrored boards are one: the first piece always stands in the quarter with square 0.
"""

from functools import lru_cache
from itertools import combinations

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from damero.engines.banqi.kernel cimport (
    CANNON, KINDS, TYPES, Board, fire, load, neighbours, takes
)
from damero.engines.bits cimport count32, lowest32

cdef enum:
    LONGEST = 100  # A win that takes more plies to the next capture is a draw by no progress.
    NEVER_LOST = 128  # Added to the count of quiet moves where a capture draws.

cdef struct Placing:
    int turn
    int squares[MOST_PIECES]


cdef inline uint32_t _size(int pieces) noexcept nogil:
    return 16 << 5 * (pieces - 1)


cdef inline uint32_t _index(const Placing* placing, int pieces) noexcept nogil:
    cdef int first = placing.squares[0], i
    cdef int mirror = (7 if first & 4 else 0) | (24 if first & 16 else 0)
    first ^= mirror
    cdef uint32_t index = placing.turn << 3 | (first >> 1 & 4) | (first & 3)
    for i in range(1, pieces):
        index = index << 5 | <uint32_t>(placing.squares[i] ^ mirror)
    return index


cdef inline uint32_t _place(uint32_t index, int pieces, Placing* placing) noexcept nogil:
    """Fill in a placing from its index; the occupied squares, or 0 if two pieces share one."""
    cdef int i
    cdef uint32_t occupied = 0
    for i in range(pieces - 1, 0, -1):
        placing.squares[i] = index & 31
        index >>= 5
    placing.squares[0] = (index & 4) << 1 | (index & 3)
    placing.turn = index >> 3
    for i in range(pieces):
        occupied |= <uint32_t>1 << placing.squares[i]
    return occupied if count32(occupied) == pieces else 0


cdef inline bint _can_take(
    const Ending* ending, const Placing* placing, uint32_t occupied, int taker, int taken
) noexcept nogil:
    cdef int kind = ending.kinds[taker] % TYPES
    cdef uint32_t target = <uint32_t>1 << placing.squares[taken]
    if kind == CANNON:
        return fire(occupied, placing.squares[taker]) & target != 0
    return takes[kind][ending.kinds[taken] % TYPES] and neighbours[placing.squares[taker]] & target != 0


cdef int _after_capture(const Ending* smaller, int pieces, const Placing* placing, int taker, int taken) noexcept nogil:
    """What the smaller ending says of the side that was robbed; without one it has no piece left."""
    cdef Placing after
    cdef int i, j = 0
    if smaller == NULL:
        return LOST
    after.turn = 1 - placing.turn
    for i in range(pieces):
        if i != taken:
            after.squares[j] = placing.squares[taken] if i == taker else placing.squares[i]
            j += 1
    return smaller.values[_index(&after, pieces - 1)]


cdef int _settle(const Ending* ending, const Ending** without, uint32_t index, uint8_t* open_moves) noexcept nogil:
    """The verdict that captures and stuck pieces give; the quiet moves that may still change it are counted."""
    cdef Placing placing
    cdef uint32_t occupied = _place(index, ending.pieces, &placing)
    cdef int taker, taken, result, quiet = 0
    cdef bint captures = False, draws = False
    if occupied == 0:
        return DRAWN
    for taker in range(ending.pieces):
        if (ending.kinds[taker] >= TYPES) != placing.turn:
            continue
        quiet += count32(neighbours[placing.squares[taker]] & ~occupied)
        for taken in range(ending.pieces):
            if (ending.kinds[taken] >= TYPES) == placing.turn:
                continue
            if not _can_take(ending, &placing, occupied, taker, taken):
                continue
            result = _after_capture(without[taken], ending.pieces, &placing, taker, taken)
            if result >= LOST:
                return 1
            captures = True
            draws = draws or result == DRAWN
    if quiet == 0 and not draws:
        return LOST + captures
    open_moves[0] = quiet + NEVER_LOST * draws
    return DRAWN


cdef uint32_t _spread(
    const Ending* ending, uint32_t index, uint8_t* open_moves, uint32_t* queue, uint32_t end
) noexcept nogil:
    """Carry a verdict back over the quiet moves that lead here; where the queue ends then."""
    cdef Placing placing
    cdef int verdict = ending.values[index], mover, start
    cdef int plies = (verdict & ~LOST) + 1
    cdef uint32_t occupied = _place(index, ending.pieces, &placing), origins, before
    placing.turn = 1 - placing.turn
    for mover in range(ending.pieces):
        if (ending.kinds[mover] >= TYPES) != placing.turn:
            continue
        start = placing.squares[mover]
        origins = neighbours[start] & ~occupied
        while origins:
            placing.squares[mover] = lowest32(origins)
            origins &= origins - 1
            before = _index(&placing, ending.pieces)
            if ending.values[before] != DRAWN:
                continue
            if verdict < LOST:
                open_moves[before] -= 1
                if open_moves[before]:
                    continue
            ending.values[before] = plies if verdict >= LOST else LOST + plies
            queue[end] = before
            end += 1
        placing.squares[mover] = start
    return end


cdef void _solve(const Ending* ending, const Ending** without, uint8_t* open_moves, uint32_t* queue) noexcept nogil:
    cdef uint32_t index, begin = 0, end = 0, size = _size(ending.pieces)
    cdef int plies
    for index in range(size):
        ending.values[index] = _settle(ending, without, index, &open_moves[index])
    for plies in range(2):
        for index in range(size):
            if ending.values[index] & ~LOST == plies and ending.values[index] != DRAWN:
                queue[end] = index
                end += 1
    while begin < end and ending.values[queue[begin]] & ~LOST < LONGEST:
        end = _spread(ending, queue[begin], open_moves, queue, end)
        begin += 1


cdef class SolvedEnding:
    """The solved ending of one set of kinds, lowest number first, both colours among them."""

    cdef Ending ending
    cdef list smaller

    def __cinit__(self, kinds):
        cdef const Ending* without[MOST_PIECES]
        cdef int i
        cdef uint32_t size = _size(len(kinds))
        self.ending.pieces = len(kinds)
        self.ending.values = <uint8_t*>calloc(size, 1)
        cdef uint8_t* open_moves = <uint8_t*>calloc(size, 1)
        cdef uint32_t* queue = <uint32_t*>malloc(size * sizeof(uint32_t))
        try:
            if self.ending.values == NULL or open_moves == NULL or queue == NULL:
                raise MemoryError
            self.smaller = [_ending_without(kinds, i) for i in range(len(kinds))]
            for i in range(len(kinds)):
                self.ending.kinds[i] = kinds[i]
                without[i] = NULL if self.smaller[i] is None else &(<SolvedEnding>self.smaller[i]).ending
            with nogil:
                _solve(&self.ending, without, open_moves, queue)
        finally:
            free(open_moves)
            free(queue)

    def __dealloc__(self):
        free(self.ending.values)


def _ending_without(kinds, int i):
    left = kinds[:i] + kinds[i + 1:]
    return solved_ending(left) if _both_colours(left) else None


def _both_colours(kinds):
    return bool(kinds) and min(kinds) < TYPES <= max(kinds)


@lru_cache(maxsize=128)
def solved_ending(kinds):
    return SolvedEnding(kinds)


cdef list stock(Library* library, const Board* board, int most):
    """Solve every ending of this many pieces that a board can lead to; returns what must be kept alive meanwhile."""
    cdef int slot
    memset(library, 0, sizeof(Library))
    pieces = [kind for kind in range(KINDS) for _ in range(board.alive[kind])]
    sets = {kinds for size in range(2, most + 1) for kinds in combinations(pieces, size) if _both_colours(kinds)}
    kept = []
    for kinds in sorted(sets):
        ending = solved_ending(kinds)
        key = sum(1 << 3 * kind for kind in kinds)
        slot = _slot(library, key)
        library.keys[slot] = key
        library.endings[slot] = &(<SolvedEnding>ending).ending
        kept.append(ending)
    library.most = most
    return kept


cdef inline int _slot(const Library* library, uint64_t key) noexcept nogil:
    """Where the ending of these pieces stands, or the free place where it would."""
    cdef int slot = <int>(key * 0x9E3779B97F4A7C15ULL >> 56)
    while library.keys[slot] != 0 and library.keys[slot] != key:
        slot = (slot + 1) % SLOTS
    return slot


cdef int look_up(const Library* library, const Board* board) noexcept nogil:
    """The verdict for the side to move, or UNSOLVED."""
    cdef const Ending* ending = library.endings[_slot(library, board.material)]
    cdef Placing placing
    cdef int i
    cdef uint32_t left = 0
    if ending == NULL:
        return UNSOLVED
    for i in range(ending.pieces):
        if i == 0 or ending.kinds[i] != ending.kinds[i - 1]:
            left = board.of_kind[ending.kinds[i]]
        placing.squares[i] = lowest32(left)
        left &= left - 1
    placing.turn = board.turn
    return ending.values[_index(&placing, ending.pieces)]


def verdict(cells, captured, int turn):
    """What is sure of an ending for the side to move: (1, plies), (-1, plies) or (0, 0); None if it is not solved."""
    cdef Board board
    cdef Library library
    cdef int found
    load(&board, cells, captured, turn, 0)
    pieces = board.alive_of[0] + board.alive_of[1]
    if board.unseen_total or pieces > MOST_PIECES:
        return None
    kept = stock(&library, &board, pieces)
    found = look_up(&library, &board)
    del kept
    if found == DRAWN:
        return 0, 0
    return (-1, found - LOST) if found >= LOST else (1, found)
