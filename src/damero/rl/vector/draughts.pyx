# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games of draughts at once, with the kernel's move generator and draw rules."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libc.string cimport memset

from damero.engines.bits cimport lowest_of
from damero.engines.draughts.draws cimport DrawRules, Frame, advance, draw_rules_of, ending_of, is_drawn
from damero.engines.draughts.generator cimport (
    MOST_MOVES, Bits, Move, State, bit, generate, hash_of, make,
)
from damero.engines.draughts.kernel cimport Kernel
from damero.rl.vector.games cimport DRAWN, FIRST_WINS, NOT_YET, SECOND_WINS, Ending, Row, VectorGames

cdef enum:
    KEPT_MOVES = 48  # In a position with more moves, they are generated again when a later one is played.
    MOST_QUIET = 128
    UNNUMBERED = -1

cdef struct Game:
    Row row
    int16_t actions[MOST_MOVES]
    State state
    Move legal[KEPT_MOVES]  # In the order of the actions.
    int quiet  # The newest frame. Frames before a capture or a man's move are of no use, so 0 then.
    Frame frames[MOST_QUIET]


cdef class DraughtsGames(VectorGames):
    cdef State start
    cdef DrawRules draws
    cdef Kernel kernel
    cdef int flags, squares, routes, cells, first_is_black
    cdef uint8_t index_of_bit[64]
    cdef uint8_t cell_of_bit[64]

    def __init__(self, rules, start, cells, int routes, arrays, uint64_t seed, int max_plies):
        """`start` is (pieces, black to move); `cells` has the place of each square in a plane."""
        cdef int square
        if rules.draws.no_progress >= MOST_QUIET - 1:
            raise ValueError(f"Fewer than {MOST_QUIET - 1} quiet plies, not {rules.draws.no_progress}.")
        self.attach(sizeof(Game), arrays, seed, max_plies)
        self.kernel = Kernel(rules)
        self.flags, self.squares, self.routes = self.kernel.flags, self.kernel.squares, routes
        self.cells = rules.size * rules.size
        self.start = self.kernel.state_of(start[0], start[1])
        self.first_is_black = self.start.black
        self.draws = draw_rules_of(rules)
        for square in range(1, self.squares + 1):
            self.index_of_bit[self.kernel.bit_of_square[square]] = square - 1
            self.cell_of_bit[self.kernel.bit_of_square[square]] = cells[square - 1]

    cdef void begin_game(self, Row* row) noexcept nogil:
        cdef Game* game = <Game*>row
        game.state = self.start
        game.quiet = 0
        game.frames[0].key = hash_of(&game.state)
        game.frames[0].quiet = 0
        game.frames[0].ending = ending_of(&self.draws, &game.state)
        game.frames[0].counted = 0
        self._list_moves(game)

    cdef Ending play(self, Row* row, int action) noexcept nogil:
        cdef Game* game = <Game*>row
        cdef Move move
        cdef State after
        cdef Frame frame
        self._find(game, action, &move)
        make(&game.state, &move, &after)
        cdef bint by_king = (game.state.kings & bit(move.origin)) != 0
        advance(&self.draws, &game.frames[game.quiet], &move, by_king, &after, &frame)
        game.quiet = frame.quiet
        game.frames[frame.quiet] = frame
        game.state = after
        self._list_moves(game)
        if row.count == 0:
            return SECOND_WINS if game.state.black == self.first_is_black else FIRST_WINS
        return DRAWN if is_drawn(&self.draws, &game.frames[game.quiet], game.quiet, 0) else NOT_YET

    cdef void _find(self, const Game* game, int action, Move* found) noexcept nogil:
        cdef Move moves[MOST_MOVES]
        cdef int16_t numbers[MOST_MOVES]
        cdef int at
        for at in range(min(game.row.count, KEPT_MOVES)):
            if game.actions[at] == action:
                found[0] = game.legal[at]
                return
        for at in range(self._numbered(&game.state, moves, numbers)):
            if numbers[at] == action:
                found[0] = moves[at]

    cdef void _list_moves(self, Game* game) noexcept nogil:
        """All moves that have a number, and the first of them as the kernel needs them."""
        cdef Move moves[MOST_MOVES]
        cdef int at
        game.row.count = self._numbered(&game.state, moves, game.actions)
        for at in range(min(game.row.count, KEPT_MOVES)):
            game.legal[at] = moves[at]

    cdef int _numbered(self, const State* state, Move* moves, int16_t* numbers) noexcept nogil:
        """The legal moves that have a number, without the rare ones that have none."""
        cdef int at, kept = 0, count = generate(self.flags, state, moves)
        for at in range(count):
            numbers[at] = self._number_of(moves, count, at)
        for at in range(count):
            if numbers[at] != UNNUMBERED:
                numbers[kept], moves[kept] = numbers[at], moves[at]
                kept += 1
        return kept

    cdef inline int _number_of(self, const Move* moves, int count, int at) noexcept nogil:
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

    cdef int seat_to_move(self, const Row* row) noexcept nogil:
        return (<const Game*>row).state.black != self.first_is_black

    cdef void write_planes(self, const Row* row, int seat, int8_t* planes) noexcept nogil:
        cdef const State* state = &(<const Game*>row).state
        cdef Bits white = state.enemy if state.black else state.own
        cdef Bits black = state.own if state.black else state.enemy
        cdef bint is_black = seat != self.first_is_black
        memset(planes, 0, 4 * self.cells)
        self._fill(planes, white & ~state.kings)
        self._fill(planes + self.cells, white & state.kings)
        self._fill(planes + 2 * self.cells, black & ~state.kings)
        self._fill(planes + 3 * self.cells, black & state.kings)
        memset(planes + 4 * self.cells, not is_black, self.cells)
        memset(planes + 5 * self.cells, is_black, self.cells)
        memset(planes + 6 * self.cells, is_black == state.black, self.cells)

    cdef inline void _fill(self, int8_t* plane, Bits pieces) noexcept nogil:
        while pieces:
            plane[self.cell_of_bit[lowest_of(pieces)]] = 1
            pieces &= pieces - 1
