# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games of draughts at once, with the kernel's move generator and draw rules."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from damero.engines.draughts.draws cimport DrawRules, Frame, advance, draw_rules_of, ending_of, is_drawn
from damero.engines.draughts.generator cimport (
    MOST_MOVES, Bits, Move, State, bit, generate, hash_of, lowest_of, make,
)
from damero.engines.draughts.kernel cimport Kernel

cdef enum:
    KEPT_MOVES = 64  # In a position with more moves, they are generated again when one is played.
    MOST_QUIET = 128
    RUNNING = 0
    OVER = 1
    CUT_OFF = 2
    UNNUMBERED = -1

cdef struct Game:
    State state
    uint64_t random
    int32_t plies
    int count  # Of legal moves.
    int32_t number[KEPT_MOVES]
    Move legal[KEPT_MOVES]
    int quiet  # The newest frame. Frames before a capture or a man's move are of no use, so 0 then.
    Frame frames[MOST_QUIET]


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    cdef uint64_t x = state[0]
    x ^= x >> 12
    x ^= x << 25
    x ^= x >> 27
    state[0] = x
    return x * <uint64_t>2685821657736338717ULL


cdef class DraughtsGames:
    """Plays `count` games. The arrays are the caller's, one row for each game; `observations` may be None."""

    cdef Game* games
    cdef State start
    cdef DrawRules draws
    cdef Kernel kernel
    cdef int flags, squares, routes, cells, max_plies, first_is_black
    cdef uint8_t index_of_bit[64]
    cdef uint8_t cell_of_bit[64]
    cdef int8_t[:, ::1] masks
    cdef int8_t[:, ::1] observations
    cdef float[:, ::1] rewards
    cdef int8_t[::1] done
    cdef int8_t[::1] seats
    cdef bint observes

    def __cinit__(
        self, rules, start, cells, int routes, int count, uint64_t seed, int max_plies,
        masks, observations, rewards, done, seats,
    ):
        """`start` is (pieces, black to move); `cells` has the place of each square in a plane."""
        cdef int at, square
        if rules.draws.no_progress >= MOST_QUIET - 1:
            raise ValueError(f"Fewer than {MOST_QUIET - 1} quiet plies, not {rules.draws.no_progress}.")
        self.games = <Game*>calloc(count, sizeof(Game))
        if self.games == NULL:
            raise MemoryError
        self.kernel = Kernel(rules)
        self.flags, self.squares, self.routes = self.kernel.flags, self.kernel.squares, routes
        self.cells, self.max_plies = rules.size * rules.size, max_plies
        self.start = self.kernel.state_of(start[0], start[1])
        self.first_is_black = self.start.black
        self.draws = draw_rules_of(rules)
        for square in range(1, self.squares + 1):
            self.index_of_bit[self.kernel.bit_of_square[square]] = square - 1
            self.cell_of_bit[self.kernel.bit_of_square[square]] = cells[square - 1]
        self.masks, self.rewards, self.done, self.seats = masks, rewards, done, seats
        self.observes = observations is not None
        if self.observes:
            self.observations = observations
        for at in range(count):
            self.games[at].random = (seed + at + 1) * <uint64_t>0x9E3779B97F4A7C15ULL | 1
            next_random(&self.games[at].random)

    def __dealloc__(self):
        free(self.games)

    def begin(self, int first, int last):
        """Begin a new game in each of these rows."""
        cdef int at
        with nogil:
            for at in range(first, last):
                self._unmask(at)
                self._begin(at)
                self._show(at)

    def first_illegal(self, const int64_t[::1] chosen, int first, int last):
        """The first of these rows in which the action is illegal; -1 if none is."""
        cdef int at
        for at in range(first, last):
            if not 0 <= chosen[at] < self.masks.shape[1] or not self.masks[at, chosen[at]]:
                return at
        return -1

    def step(self, const int64_t[::1] chosen, int first, int last):
        """Play a legal action in each of these rows; a game that ends begins anew."""
        cdef int at
        with nogil:
            for at in range(first, last):
                self._unmask(at)
                self._play(at, <int32_t>chosen[at])
                self._show(at)

    def choose(self, int64_t[::1] chosen, int first, int last):
        """A legal action for each of these rows, each with the same probability."""
        cdef int at
        with nogil:
            for at in range(first, last):
                chosen[at] = self._random_action(at)

    cdef int32_t _random_action(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef int32_t number = UNNUMBERED
        cdef int left
        if game.count <= KEPT_MOVES:
            while number == UNNUMBERED:
                number = game.number[((next_random(&game.random) >> 32) * game.count) >> 32]
            return number
        left = <int>(next_random(&game.random) % <uint64_t>self._masked(at))
        for number in range(self.masks.shape[1]):
            if self.masks[at, number]:
                if left == 0:
                    break
                left -= 1
        return number

    cdef int _masked(self, int at) noexcept nogil:
        cdef int number, count = 0
        for number in range(self.masks.shape[1]):
            count += self.masks[at, number]
        return count

    cdef void _begin(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef Move moves[MOST_MOVES]
        game.state = self.start
        game.plies = 0
        game.quiet = 0
        game.frames[0].key = hash_of(&game.state)
        game.frames[0].quiet = 0
        game.frames[0].ending = ending_of(&self.draws, &game.state)
        game.frames[0].counted = 0
        self._keep(game, moves, generate(self.flags, &game.state, moves))

    cdef void _play(self, int at, int32_t number) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef Move moves[MOST_MOVES]
        cdef Move move = self._find(game, number, moves)
        cdef State after
        cdef Frame frame
        cdef bint by_king = (game.state.kings & bit(move.origin)) != 0
        make(&game.state, &move, &after)
        advance(&self.draws, &game.frames[game.quiet], &move, by_king, &after, &frame)
        game.quiet = frame.quiet
        game.frames[frame.quiet] = frame
        game.state = after
        game.plies += 1
        self._keep(game, moves, generate(self.flags, &game.state, moves))
        self._judge(at)

    cdef Move _find(self, const Game* game, int32_t number, Move* moves) noexcept nogil:
        cdef int at, count
        if game.count <= KEPT_MOVES:
            for at in range(game.count):
                if game.number[at] == number:
                    return game.legal[at]
        count = generate(self.flags, &game.state, moves)
        for at in range(count):
            if self._number_of(moves, count, at) == number:
                return moves[at]
        return moves[0]

    cdef void _keep(self, Game* game, const Move* moves, int count) noexcept nogil:
        cdef int at
        game.count = count
        if count > KEPT_MOVES:
            return
        for at in range(count):
            game.legal[at] = moves[at]
            game.number[at] = self._number_of(moves, count, at)

    cdef inline int32_t _number_of(self, const Move* moves, int count, int at) noexcept nogil:
        """The action of one of all legal moves; UNNUMBERED for a route too many."""
        cdef const Move* move = &moves[at]
        cdef int other, route = 0
        if move.taken:
            for other in range(count):
                route += (
                    moves[other].origin == move.origin and moves[other].destination == move.destination
                    and moves[other].taken < move.taken
                )
        if route >= self.routes:
            return UNNUMBERED
        return (self.index_of_bit[move.origin] * self.squares + self.index_of_bit[move.destination]) * self.routes + route

    cdef void _judge(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef float first_wins
        self.done[at] = RUNNING
        self.rewards[at, 0] = self.rewards[at, 1] = 0
        if game.count == 0:
            first_wins = -1 if game.state.black == self.first_is_black else 1
            self.rewards[at, 0], self.rewards[at, 1] = first_wins, -first_wins
            self.done[at] = OVER
        elif is_drawn(&self.draws, &game.frames[game.quiet], game.quiet, 0):
            self.done[at] = OVER
        elif game.plies >= self.max_plies:
            self.done[at] = CUT_OFF
        if self.done[at]:
            self._begin(at)

    cdef void _unmask(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef int each
        if game.count > KEPT_MOVES:
            memset(&self.masks[at, 0], 0, self.masks.shape[1])
            return
        for each in range(game.count):
            if game.number[each] != UNNUMBERED:
                self.masks[at, game.number[each]] = 0

    cdef void _show(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef int each
        self.seats[at] = game.state.black != self.first_is_black
        if game.count > KEPT_MOVES:
            self._mask_all(at)
        else:
            for each in range(game.count):
                if game.number[each] != UNNUMBERED:
                    self.masks[at, game.number[each]] = 1
        if self.observes:
            self._observe(&game.state, &self.observations[at, 0])

    cdef void _mask_all(self, int at) noexcept nogil:
        cdef Move moves[MOST_MOVES]
        cdef int each, number, count = generate(self.flags, &self.games[at].state, moves)
        for each in range(count):
            number = self._number_of(moves, count, each)
            if number != UNNUMBERED:
                self.masks[at, number] = 1

    cdef void _observe(self, const State* state, int8_t* planes) noexcept nogil:
        cdef Bits white = state.enemy if state.black else state.own
        cdef Bits black = state.own if state.black else state.enemy
        memset(planes, 0, 4 * self.cells)
        self._fill(planes, white & ~state.kings)
        self._fill(planes + self.cells, white & state.kings)
        self._fill(planes + 2 * self.cells, black & ~state.kings)
        self._fill(planes + 3 * self.cells, black & state.kings)
        memset(planes + 4 * self.cells, not state.black, self.cells)
        memset(planes + 5 * self.cells, state.black, self.cells)
        memset(planes + 6 * self.cells, 1, self.cells)

    cdef inline void _fill(self, int8_t* plane, Bits pieces) noexcept nogil:
        while pieces:
            plane[self.cell_of_bit[lowest_of(pieces)]] = 1
            pieces &= pieces - 1
