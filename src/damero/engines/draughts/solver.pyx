# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Retrograde analysis of one pair of slices: a slice and the one its quiet moves lead to.

A forward pass over every position settles what captures and promotions decide (they lead to slices solved before) and
counts the quiet moves. Then, ply by ply, every settled position settles those before it: one quiet move to a lost
position wins; when the last quiet move leads to a won one, and nothing else saves, the position is lost.

A value is one byte: 0 a draw, 1 no position, else `2 + 2 * plies + lost`, the plies to the next capture or promotion,
or to the end of the game.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from damero.engines.draughts.generator cimport (
    DOWN_LEFT, FLYING, MOST_MOVES, PIECE_DUTY, Bits, Move, State, board_of, count_of, generate, half_of, lowest_of, make,
    step, turned,
)
from damero.engines.draughts.slices cimport Slice, index_of, slice_of, state_at

cdef extern from *:
    """
    #define one_less(counter) __atomic_sub_fetch(counter, 1, __ATOMIC_RELAXED)
    #define set_bit(bytes, index) __atomic_or_fetch(&(bytes)[(index) >> 3], 1 << ((index) & 7), __ATOMIC_RELAXED)
    """
    uint8_t one_less(uint8_t* counter) noexcept nogil
    void set_bit(uint8_t* bytes, uint64_t index) noexcept nogil

cdef enum:
    NO_POSITION = 1
    HAS_DRAW = 0x80
    MOST_PLIES = 126


cdef inline int winning(int plies) noexcept nogil:
    return 2 + 2 * plies


cdef inline int losing(int plies) noexcept nogil:
    return 3 + 2 * plies


cdef inline int result_of(int value) noexcept nogil:
    if value < 2:
        return DRAW if value == 0 else NONE
    return LOSS if value & 1 else WIN


cdef class Solved:
    """The results of the slices solved so far, two bits a position."""

    def __cinit__(self):
        self.flags = 0

    def __init__(self, int flags):
        self.flags = flags

    def __dealloc__(self):
        cdef int a, b, c, d
        for a in range(7):
            for b in range(7):
                for c in range(7):
                    for d in range(7):
                        free(self.results[a][b][c][d])

    def add(self, int own_men, int own_kings, int enemy_men, int enemy_kings, const uint8_t[::1] values):
        """Keep the results of a slice, given its values."""
        cdef uint64_t size = values.shape[0], index
        cdef uint8_t* kept = <uint8_t*>calloc(size // 4 + 1, 1)
        if kept == NULL:
            raise MemoryError
        with nogil:
            for index in range(size):
                kept[index >> 2] |= result_of(values[index]) << (index & 3) * 2
        free(self.results[own_men][own_kings][enemy_men][enemy_kings])
        self.results[own_men][own_kings][enemy_men][enemy_kings] = kept

    cdef int result(self, const State* state) noexcept nogil:
        """The result of a White-to-move state for its side to move."""
        cdef int own_kings = count_of(state.own & state.kings), enemy_kings = count_of(state.enemy & state.kings)
        cdef int own_men = count_of(state.own) - own_kings, enemy_men = count_of(state.enemy) - enemy_kings
        cdef Slice found
        cdef uint64_t index
        if state.own == 0:
            return LOSS
        found = slice_of(own_men, own_kings, enemy_men, enemy_kings)
        index = index_of(&found, state)
        return self.results[own_men][own_kings][enemy_men][enemy_kings][index >> 2] >> (index & 3) * 2 & 3


cdef inline void _turn(State* state, int flags) noexcept nogil:
    """Look at a Black-to-move state from the other side."""
    state.own = turned(state.own, flags)
    state.enemy = turned(state.enemy, flags)
    state.kings = turned(state.kings, flags)
    state.black = 0


cdef class Side:
    """One slice of the pair while it is being solved."""

    cdef Slice slice_
    cdef uint8_t[::1] values
    cdef uint8_t[::1] quiet_left
    cdef uint8_t[::1] has_capture

    def __init__(self, shape, values, quiet_left, has_capture):
        own_men, own_kings, enemy_men, enemy_kings = shape
        self.slice_ = slice_of(own_men, own_kings, enemy_men, enemy_kings)
        self.values = values
        self.quiet_left = quiet_left
        self.has_capture = has_capture


cdef class Pair:
    """A slice and the slice that its quiet moves lead to (itself, if the sides are alike)."""

    cdef int flags
    cdef Solved solved
    cdef readonly Side first
    cdef readonly Side second

    def __init__(self, Solved solved, Side first, Side second):
        self.flags = solved.flags
        self.solved = solved
        self.first = first
        self.second = second

    def settle(self, Side side, uint64_t start, uint64_t end):
        """The forward pass over some indices of a side; how many were settled or counted."""
        cdef uint64_t index
        cdef State state
        with nogil:
            for index in range(start, end):
                if state_at(&side.slice_, index, &state):
                    self._settle_one(side, index, &state)
                else:
                    side.values[index] = NO_POSITION
        return end - start

    cdef void _settle_one(self, Side side, uint64_t index, const State* state) noexcept nogil:
        cdef Move moves[MOST_MOVES]
        cdef State after
        cdef int count = generate(self.flags, state, moves), i, result, quiet = 0, draws = 0
        if count and moves[0].taken:
            set_bit(&side.has_capture[0], index)
        for i in range(count):
            if not moves[i].taken and not moves[i].crowned:
                quiet += 1
                continue
            make(state, &moves[i], &after)
            _turn(&after, self.flags)
            result = self.solved.result(&after)
            if result == LOSS:
                side.values[index] = winning(1)
                return
            draws += result == DRAW
        if quiet == 0 and draws == 0:
            side.values[index] = losing(0 if count == 0 else 1)
        elif quiet:
            side.quiet_left[index] = quiet | (HAS_DRAW if draws else 0)

    def step_back(self, Side side, Side before, int plies, uint64_t start, uint64_t end):
        """Let the positions of a side that are settled at this distance settle those before them; how many there were."""
        cdef uint64_t index, found = 0
        cdef int win = winning(plies), loss = losing(plies), value
        cdef State state
        if plies > MOST_PLIES:
            raise OverflowError(f"an ending takes more than {MOST_PLIES} plies to the next capture or promotion")
        with nogil:
            for index in range(start, end):
                value = side.values[index]
                if value == win or value == loss:
                    found += 1
                    state_at(&side.slice_, index, &state)
                    self._settle_before(before, &state, plies, value == loss)
        return found

    cdef void _settle_before(self, Side before, const State* state, int plies, bint lost) noexcept nogil:
        """Take back every quiet move that the enemy may have made."""
        cdef Bits empty = board_of(self.flags) & ~(state.own | state.enemy), movers = state.enemy, piece, origin
        cdef int half = half_of(self.flags), direction
        cdef bint king
        while movers:
            piece = movers & -movers
            movers &= movers - 1
            king = (piece & state.kings) != 0
            for direction in range(4):
                if not king and (direction == DOWN_LEFT or direction == DOWN_LEFT + 1):
                    continue
                origin = step(piece, direction, half) & empty
                while origin:
                    self._reach(before, state, piece, origin, king, plies, lost)
                    if not king or not self.flags & FLYING:
                        break
                    origin = step(origin, direction, half) & empty

    cdef void _reach(
        self, Side before, const State* state, Bits piece, Bits origin, bint king, int plies, bint lost
    ) noexcept nogil:
        cdef State earlier
        cdef uint64_t index
        earlier.own = state.enemy ^ piece ^ origin
        earlier.enemy = state.own
        earlier.kings = state.kings ^ piece ^ origin if king else state.kings
        _turn(&earlier, self.flags)
        index = index_of(&before.slice_, &earlier)
        if before.values[index] or before.quiet_left[index] == 0:
            return
        if self.flags & PIECE_DUTY and not self._may_go(&earlier, turned(origin, self.flags), turned(piece, self.flags)):
            return
        if lost:
            before.values[index] = winning(plies + 1)
        elif one_less(&before.quiet_left[index]) == 0:
            before.values[index] = losing(plies + 1)

    cdef bint _may_go(self, const State* state, Bits origin, Bits destination) noexcept nogil:
        """Where the duty to capture is each piece's own, its quiet moves must be looked up."""
        cdef Move moves[MOST_MOVES]
        cdef int count = generate(self.flags, state, moves), i
        for i in range(count):
            if not moves[i].taken and moves[i].origin == lowest_of(origin) and moves[i].destination == lowest_of(destination):
                return True
        return False

    def faults(self, Side side, Side after, uint64_t start, uint64_t end, uint64_t every=1):
        """How many positions (every so many) are not what their successors make them."""
        cdef uint64_t index = start, wrong = 0
        with nogil:
            while index < end:
                wrong += self._is_wrong(side, after, index)
                index += every
        return wrong

    cdef bint _is_wrong(self, Side side, Side after, uint64_t index) noexcept nogil:
        cdef Move moves[MOST_MOVES]
        cdef State state, next_state
        cdef int count, i, value, best_win = 255, worst_loss = -1, draws = 0
        if not state_at(&side.slice_, index, &state):
            return side.values[index] != NO_POSITION
        count = generate(self.flags, &state, moves)
        if count == 0:
            return side.values[index] != losing(0)
        for i in range(count):
            make(&state, &moves[i], &next_state)
            _turn(&next_state, self.flags)
            if moves[i].taken or moves[i].crowned:
                value = self.solved.result(&next_state)
                value = 0 if value == DRAW else losing(0) if value == LOSS else winning(0)
            else:
                value = after.values[index_of(&after.slice_, &next_state)]
            if value == 0:
                draws += 1
            elif value & 1:
                best_win = min(best_win, (value - 3) // 2)
            else:
                worst_loss = max(worst_loss, (value - 2) // 2)
        if best_win < 255:
            return side.values[index] != winning(best_win + 1)
        return side.values[index] != (0 if draws else losing(worst_loss + 1))


def tally(const uint8_t[::1] values):
    """(wins, losses, draws, greatest number of plies) of a slice."""
    cdef uint64_t counts[4]
    cdef uint64_t index
    cdef int longest = 0
    counts[0] = counts[1] = counts[2] = counts[3] = 0
    with nogil:
        for index in range(<uint64_t>values.shape[0]):
            counts[result_of(values[index])] += 1
            if values[index] >= 2:
                longest = max(longest, (values[index] - 2) // 2)
    return counts[WIN], counts[LOSS], counts[DRAW], longest


def pack(const uint8_t[::1] values, const uint8_t[::1] has_capture):
    """The results in blocks of 256: (directory, blocks). Positions with a capture are never looked up, so any will do.

    An entry of the directory is a result that holds for the whole block, or 4 plus the number of the block's 64 bytes.
    """
    cdef uint64_t size = values.shape[0], block, blocks = (size + 255) // 256, used = 0, index
    cdef bytearray directory = bytearray(4 * blocks), packed_blocks = bytearray(64 * blocks)
    cdef uint32_t* entries = <uint32_t*><char*>directory
    cdef uint8_t* out = <uint8_t*><char*>packed_blocks
    cdef int seen, last, result
    with nogil:
        for block in range(blocks):
            seen, last = -1, DRAW
            for index in range(block * 256, min(size, block * 256 + 256)):
                result = result_of(values[index])
                if result != NONE and not has_capture[index >> 3] >> (index & 7) & 1:
                    seen = result if seen == -1 or seen == result else 4
                    last = result
                out[used * 64 + (index & 255) // 4] |= last << (index & 3) * 2
            if seen == 4:
                entries[block] = 4 + used
                used += 1
            else:
                entries[block] = max(seen, 0)
                for index in range(64):
                    out[used * 64 + index] = 0
    return bytes(directory), bytes(packed_blocks[: used * 64])
