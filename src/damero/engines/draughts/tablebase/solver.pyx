# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Retrograde analysis of one pair of slices: a slice and the one its quiet moves lead to.

A conversion is a move after which the draw count that binds in the slice begins again: a capture, a promotion and, where
it is the count of plies without progress, any move of a man. Between conversions only kings move (or, where a row of
material binds, kings and men). These moves stay within a block; the blocks whose men have fewer steps left come first.

A forward pass over a block settles what conversions decide and counts the other moves. Then, ply by ply, every settled
position settles those before it: one move to a lost position wins; when the last move leads to a won one, and nothing
else saves, the position is lost. What would take longer than the variant's draw rules allow is a draw.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from damero.engines.bits cimport lowest_of
from damero.engines.draughts.generator cimport (
    DOWN_LEFT, FLYING, MOST_MOVES, PIECE_DUTY, WIDE, board_of, generate, generate_captures, half_of, make,
    reversed_bits, step, turned,
)
from damero.engines.draughts.tablebase.slice_index cimport (
    choose, fill_sets, index_of, on_free, packed, rank_among_free, rank_of, row_of, sets_of, slice_of, spread, state_at,
)
from damero.engines.draughts.tablebase.solved_slices cimport DRAW, LOSS, NO_POSITION, losing, plies_of, result_of, winning

cdef enum:
    HAS_DRAW = 0x80
    MOST_STEPS = 43  # of six men: seven each, and none
    FARTHEST = 126

MOST_PLIES = FARTHEST
"""What a value can hold."""


cdef inline void _turn(State* state, int flags) noexcept nogil:
    """Look at a Black-to-move state from the other side."""
    state.own = turned(state.own, flags)
    state.enemy = turned(state.enemy, flags)
    state.kings = turned(state.kings, flags)
    state.black = 0


cdef int _steps_of(Squares squares, bint enemy, int wide) noexcept nogil:
    """How many steps men on these squares have left; the squares begin where such men can stand."""
    cdef int steps = 0, row = row_of(wide), rows = 2 * row
    while squares:
        steps += rows - 1 - lowest_of(squares) // row if enemy else 1 + lowest_of(squares) // row
        squares &= squares - 1
    return steps


cdef inline int _squares_for_men(int wide) noexcept nogil:
    return 45 if wide else 28


cdef int _fill_by_steps(BySteps* sorted_, int men, bint enemy, int wide) except -1:
    cdef uint32_t count = choose[_squares_for_men(wide)][men], rank, filled = 0
    cdef int steps
    sorted_.ranks = <uint32_t*>malloc(count * sizeof(uint32_t))
    if sorted_.ranks == NULL:
        raise MemoryError
    for steps in range(MOST_STEPS):
        sorted_.starts[steps] = filled
        for rank in range(count):
            if _steps_of(sets_of[men][rank], enemy, wide) == steps:
                sorted_.ranks[filled] = rank
                filled += 1
    sorted_.starts[<int>MOST_STEPS] = filled
    return 0


cdef class Pair:
    """A slice and the slice that its quiet moves lead to (itself, if the sides are alike)."""

    def __init__(self, SolvedSlices solved, sides, bint men_convert):
        """`sides` are one or two of (shape, most plies to a conversion, values, bits of the positions with a capture)."""
        cdef uint8_t[::1] values, has_capture
        cdef int number
        self.flags = solved.flags
        self.solved = solved
        self.men_convert = men_convert
        self.number_of_sides = len(sides)
        fill_sets()
        self._buffers = [(value_bytes, capture_bits) for _, _, value_bytes, capture_bits in sides]
        for number, (shape, most_plies, value_bytes, capture_bits) in enumerate(sides):
            values, has_capture = value_bytes, capture_bits
            own_men, own_kings, enemy_men, enemy_kings = shape
            self.sides[number].slice_ = slice_of(self.flags & WIDE, own_men, own_kings, enemy_men, enemy_kings)
            self.sides[number].values = &values[0]
            self.sides[number].has_capture = &has_capture[0]
            self.sides[number].most_plies = min(most_plies, MOST_PLIES)

    def __dealloc__(self):
        free(self.own_men.ranks)
        free(self.enemy_men.ranks)
        for number in range(2):
            free(self.blocks[number].quiet_left)
            free(self.blocks[number].queue)

    def solve(self):
        """Fill the values of both sides; `done` counts the positions so far, `stopped` makes it end early."""
        self._make_room()
        with nogil:
            if self.men_convert:
                self._solve_by_men()
            else:
                self._solve_whole()

    cdef int _make_room(self) except -1:
        cdef const Slice* slice_ = &self.sides[0].slice_
        cdef uint64_t room = slice_.own_kings_ranks * slice_.enemy_kings_ranks if self.men_convert else slice_.size
        _fill_by_steps(&self.own_men, slice_.own_men, False, slice_.wide)
        _fill_by_steps(&self.enemy_men, slice_.enemy_men, True, slice_.wide)
        for number in range(2):
            self.blocks[number].size = room
            self.blocks[number].quiet_left = <uint8_t*>malloc(room)
            self.blocks[number].queue = <uint32_t*>malloc(room * sizeof(uint32_t))
            if self.blocks[number].quiet_left == NULL or self.blocks[number].queue == NULL:
                raise MemoryError
        return 0

    cdef void _solve_by_men(self) noexcept nogil:
        cdef int steps, own_steps
        cdef uint32_t own, enemy
        for steps in range(2 * MOST_STEPS - 1):
            for own_steps in range(max(0, steps - MOST_STEPS + 1), min(steps + 1, <int>MOST_STEPS)):
                for own in range(self.own_men.starts[own_steps], self.own_men.starts[own_steps + 1]):
                    for enemy in range(
                        self.enemy_men.starts[steps - own_steps], self.enemy_men.starts[steps - own_steps + 1]
                    ):
                        self._solve_with(self.own_men.ranks[own], self.enemy_men.ranks[enemy])
                    if self.stopped:
                        return

    cdef void _solve_with(self, uint32_t own_rank, uint32_t enemy_rank) noexcept nogil:
        """Solve the block with these men and the one that shows them from the other side."""
        cdef Block* block = &self.blocks[0]
        cdef Block* other = &self.blocks[1]
        cdef int wide = self.sides[0].slice_.wide, unused = 14 if wide else 32
        block.side, other.side = &self.sides[0], &self.sides[self.number_of_sides - 1]
        block.own_men = sets_of[block.side.slice_.own_men][own_rank] << row_of(wide)
        block.enemy_men = sets_of[block.side.slice_.enemy_men][enemy_rank]
        other.own_men = reversed_bits(block.enemy_men) >> unused
        other.enemy_men = reversed_bits(block.own_men) >> unused
        block.start = (own_rank * block.side.slice_.enemy_men_ranks + enemy_rank) * block.size
        other.start = (
            rank_of(other.own_men >> row_of(wide)) * other.side.slice_.enemy_men_ranks + rank_of(other.enemy_men)
        ) * block.size
        self.number_of_blocks = 2
        if self.number_of_sides == 1:
            if other.start < block.start:
                return
            self.number_of_blocks = 1 if other.start == block.start else 2
        self._solve_blocks()

    cdef void _solve_whole(self) noexcept nogil:
        cdef int number
        self.number_of_blocks = self.number_of_sides
        for number in range(self.number_of_sides):
            self.blocks[number].side = &self.sides[number]
            self.blocks[number].start = 0
        self._solve_blocks()

    cdef void _solve_blocks(self) noexcept nogil:
        cdef int plies = 0, number, last = self.number_of_blocks - 1
        cdef uint64_t starts[2]
        cdef uint64_t ends[2]
        cdef Block* block
        for number in range(last + 1):
            block = &self.blocks[number]
            block.queued = 0
            self._settle(block, self.blocks[last - number].side)
            starts[number] = 0
        while True:
            for number in range(last + 1):
                ends[number] = self.blocks[number].queued
            if plies > 1 and starts[0] == ends[0] and starts[last] == ends[last]:
                break
            for number in range(last + 1):
                self._step_back(&self.blocks[number], &self.blocks[last - number], plies, starts[number], ends[number])
                if plies:
                    starts[number] = ends[number]
            plies += 1
        self.done += (last + 1) * self.blocks[0].size

    cdef void _settle(self, Block* block, const Side* other) noexcept nogil:
        """The forward pass over a block."""
        cdef const Slice* slice_ = &block.side.slice_
        cdef uint64_t men, kings = slice_.own_kings_ranks * slice_.enemy_kings_ranks
        memset(block.quiet_left, 0, block.size)
        if self.men_convert:
            self._settle_kings(block, other, block.own_men, block.enemy_men, block.start)
            return
        for men in range(choose[_squares_for_men(slice_.wide)][slice_.own_men] * slice_.enemy_men_ranks):
            self._settle_kings(
                block, other, sets_of[slice_.own_men][men // slice_.enemy_men_ranks] << row_of(slice_.wide),
                sets_of[slice_.enemy_men][men % slice_.enemy_men_ranks], men * kings,
            )

    cdef void _settle_kings(
        self, Block* block, const Side* other, Squares own_men, Squares enemy_men, uint64_t index
    ) noexcept nogil:
        """Every placing of the kings beside these men."""
        cdef const Slice* slice_ = &block.side.slice_
        cdef uint64_t own_rank, enemy_rank
        cdef Squares own, enemy, men = own_men | enemy_men
        cdef State state
        state.black = 0
        if own_men & enemy_men:
            memset(&block.side.values[index], NO_POSITION, slice_.own_kings_ranks * slice_.enemy_kings_ranks)
            return
        for own_rank in range(slice_.own_kings_ranks):
            own = on_free(sets_of[slice_.own_kings][own_rank], men)
            state.own = spread(own_men | own, slice_.wide)
            for enemy_rank in range(slice_.enemy_kings_ranks):
                enemy = on_free(sets_of[slice_.enemy_kings][enemy_rank], men | own)
                state.enemy = spread(enemy_men | enemy, slice_.wide)
                state.kings = spread(own | enemy, slice_.wide)
                self._settle_one(block, other, index, &state)
                index += 1

    cdef void _settle_one(self, Block* block, const Side* other, uint64_t index, const State* state) noexcept nogil:
        cdef Move moves[MOST_MOVES]
        cdef int count = generate(self.flags, state, moves), i, result, quiet = 0, draws = 0
        if count and moves[0].taken:
            block.side.has_capture[index >> 3] |= 1 << (index & 7)
        if count == 0:
            _put(block, index, losing(0))
            return
        if block.side.most_plies < 1:
            return
        for i in range(count):
            if not _converts(&moves[i], self.men_convert):
                quiet += 1
                continue
            result = self._result_after(other, state, &moves[i])
            if result == LOSS:
                _put(block, index, winning(1))
                return
            draws += result == DRAW
        if quiet == 0 and draws == 0:
            _put(block, index, losing(1))
        elif quiet:
            block.quiet_left[index - block.start] = quiet | (HAS_DRAW if draws else 0)

    cdef int _result_after(self, const Side* other, const State* state, const Move* move) noexcept nogil:
        """What a conversion leads to, for the opponent."""
        cdef State after
        make(state, move, &after)
        _turn(&after, self.flags)
        if move.taken or move.crowned:
            return self.solved.result(&after)
        return result_of(other.values[index_of(&other.slice_, &after)])

    cdef void _step_back(
        self, const Block* block, Block* before, int plies, uint64_t start, uint64_t end
    ) noexcept nogil:
        """Let the positions of a block that are settled at this distance settle those before them."""
        cdef uint64_t place, index
        cdef int value
        cdef State state
        if plies >= before.side.most_plies:
            return
        for place in range(start, end):
            index = block.start + block.queue[place]
            value = block.side.values[index]
            if plies_of(value) == plies:
                state_at(&block.side.slice_, index, &state)
                self._settle_before(before, &state, plies, value == losing(plies))

    cdef void _settle_before(self, Block* before, const State* state, int plies, bint lost) noexcept nogil:
        """Take back every move but conversions that the enemy may have made."""
        cdef Bits empty = board_of(self.flags) & ~(state.own | state.enemy), movers = state.enemy, piece, origin
        cdef int half = half_of(self.flags), direction
        cdef bint king
        if self.men_convert:
            movers &= state.kings
        while movers:
            piece = movers & -movers
            movers &= movers - 1
            king = (piece & state.kings) != 0
            for direction in range(4):
                if not king and (direction == DOWN_LEFT or direction == DOWN_LEFT + 1):
                    continue
                origin = step(piece, direction, half) & empty
                while origin:
                    self._reach(before, state, piece, origin, plies, lost)
                    if not king or not self.flags & FLYING:
                        break
                    origin = step(origin, direction, half) & empty

    cdef void _reach(
        self, Block* before, const State* state, Bits piece, Bits origin, int plies, bint lost
    ) noexcept nogil:
        cdef State earlier
        cdef uint64_t index
        earlier.own = state.enemy ^ piece ^ origin
        earlier.enemy = state.own
        earlier.kings = state.kings ^ piece ^ origin if piece & state.kings else state.kings
        _turn(&earlier, self.flags)
        index = _place_in(before, &earlier, self.men_convert)
        if before.side.values[index] or before.quiet_left[index - before.start] == 0:
            return
        if self.flags & PIECE_DUTY and before.side.has_capture[index >> 3] >> (index & 7) & 1:
            if _must_capture(self.flags, &earlier, turned(origin, self.flags)):
                return
        if lost:
            _put(before, index, winning(plies + 1))
            return
        before.quiet_left[index - before.start] -= 1
        if before.quiet_left[index - before.start] == 0:
            _put(before, index, losing(plies + 1))

    def faults(self, int number, uint64_t start, uint64_t end, uint64_t every=1):
        """How many positions of a side (one in `every`) do not follow from their successors."""
        cdef uint64_t index = start, wrong = 0
        cdef const Side* side = &self.sides[number]
        cdef const Side* other = &self.sides[self.number_of_sides - 1 - number]
        with nogil:
            while index < end:
                wrong += self._is_wrong(side, other, index)
                index += every
        return wrong

    cdef bint _is_wrong(self, const Side* side, const Side* other, uint64_t index) noexcept nogil:
        cdef Move moves[MOST_MOVES]
        cdef State state, after
        cdef int count, i, value, quickest = FARTHEST, slowest = 0, draws = 0
        if not state_at(&side.slice_, index, &state):
            return side.values[index] != NO_POSITION
        count = generate(self.flags, &state, moves)
        if count == 0:
            return side.values[index] != losing(0)
        for i in range(count):
            if _converts(&moves[i], self.men_convert):
                value = self._result_after(other, &state, &moves[i])
                value = 0 if value == DRAW else losing(0) if value == LOSS else winning(0)
            else:
                make(&state, &moves[i], &after)
                _turn(&after, self.flags)
                value = other.values[index_of(&other.slice_, &after)]
            if result_of(value) == LOSS:
                quickest = min(quickest, plies_of(value))
            slowest = max(slowest, plies_of(value))
            draws += value == 0
        if quickest < side.most_plies:
            return side.values[index] != winning(quickest + 1)
        if quickest < FARTHEST or draws or slowest >= side.most_plies:
            return side.values[index] != 0
        return side.values[index] != losing(slowest + 1)


cdef inline void _put(Block* block, uint64_t index, int value) noexcept nogil:
    block.side.values[index] = value
    block.queue[block.queued] = index - block.start
    block.queued += 1


cdef inline bint _converts(const Move* move, bint men_convert) noexcept nogil:
    return move.taken != 0 or move.crowned or men_convert and not move.king


cdef inline bint _must_capture(int flags, const State* state, Bits piece) noexcept nogil:
    """Where the duty to capture is each piece's own: whether this one has it."""
    cdef Move moves[MOST_MOVES]
    cdef int count = generate_captures(flags, state, moves), i
    for i in range(count):
        if moves[i].origin == lowest_of(piece):
            return True
    return False


cdef inline uint64_t _place_in(const Block* block, const State* state, bint men_convert) noexcept nogil:
    """The index of a state of this block."""
    cdef Squares own, enemy, men
    if not men_convert:
        return index_of(&block.side.slice_, state)
    men = block.own_men | block.enemy_men
    own = packed(state.own, block.side.slice_.wide) & ~block.own_men
    enemy = packed(state.enemy, block.side.slice_.wide) & ~block.enemy_men
    return (
        block.start + rank_among_free(own, men) * block.side.slice_.enemy_kings_ranks + rank_among_free(enemy, men | own)
    )
