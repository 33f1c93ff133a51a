# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games of Banqi at once, on the kernel's boards. A flip shows each unseen piece with the same probability."""

from libc.stdint cimport int8_t, int16_t, uint64_t
from libc.string cimport memset

from damero.engines.banqi.kernel cimport (
    CAPTURE, EMPTY, FACE_DOWN, KINDS, MOST_ACTIONS, NOBODY, TYPES, Action, Board, actions, load, make, origin_of,
    random_kind, reveal, target_of, turn_key,
)
from damero.rl.vector.games cimport DRAWN, FIRST_WINS, NOT_YET, SECOND_WINS, Ending, Row, VectorGames

cdef enum:
    SQUARES = 32
    COLOUR_PLANES = EMPTY
    TURN_PLANE = COLOUR_PLANES + 2
    UNSEEN_PLANES = TURN_PLANE + 1
    MOST_QUIET = 128

cdef struct Game:
    Row row
    int16_t actions[MOST_ACTIONS]
    Board board
    int8_t first_colour  # The colour of the first seat; NOBODY before the first flip.
    uint64_t past[MOST_QUIET]  # The hashes of the boards since the last flip or capture.


cdef class BanqiGames(VectorGames):
    cdef Board start
    cdef int no_progress, repetition, again

    def __init__(self, rules, arrays, uint64_t seed, int max_plies):
        if rules.no_progress >= MOST_QUIET:
            raise ValueError(f"No more than {MOST_QUIET - 1} quiet plies, not {rules.no_progress}.")
        self.attach(sizeof(Game), arrays, seed, max_plies)
        load(&self.start, [FACE_DOWN] * SQUARES, (), NOBODY, 0)
        self.no_progress, self.repetition = rules.no_progress, rules.repetition or 0
        self.again = rules.flipper_acts_again

    cdef void begin_game(self, Row* row) noexcept nogil:
        cdef Game* game = <Game*>row
        game.board = self.start
        game.first_colour = NOBODY
        list_actions(game)

    cdef Ending play(self, Row* row, int action) noexcept nogil:
        cdef Game* game = <Game*>row
        cdef Board* board = &game.board
        cdef int origin = action // SQUARES, target = action % SQUARES
        if origin == target:
            self._flip(game, origin)
        else:
            game.past[board.quiet] = board.hash
            make(board, <Action>(origin | target << 5 | (CAPTURE if board.cell[target] != EMPTY else 0)))
        list_actions(game)
        if row.count == 0 or board.alive_of[board.turn] == 0:
            return SECOND_WINS if board.turn == game.first_colour else FIRST_WINS
        return DRAWN if board.quiet >= self.no_progress or self._is_repeated(game) else NOT_YET

    cdef void _flip(self, Game* game, int square) noexcept nogil:
        cdef int kind = random_kind(&game.board, &game.row.random)
        cdef bint first = game.board.turn == NOBODY
        reveal(&game.board, square, kind)
        if first:
            game.first_colour = kind >= TYPES
            if not self.again:
                game.board.turn ^= 1
                game.board.hash ^= turn_key

    cdef bint _is_repeated(self, const Game* game) noexcept nogil:
        cdef int back = game.board.quiet - 2, times = 1
        while self.repetition and back >= 0:
            times += game.past[back] == game.board.hash
            back -= 2
        return self.repetition and times >= self.repetition

    cdef int seat_to_move(self, const Row* row) noexcept nogil:
        cdef const Game* game = <const Game*>row
        return 0 if game.first_colour == NOBODY else game.board.turn != game.first_colour

    cdef void write_planes(self, const Row* row, int seat, int8_t* planes) noexcept nogil:
        cdef const Game* game = <const Game*>row
        cdef const Board* board = &game.board
        cdef int square, kind, colour = NOBODY if game.first_colour == NOBODY else game.first_colour ^ seat
        memset(planes, 0, (KINDS + 1) * SQUARES)
        # Without a branch: empty squares write into the first plane of the colours, which is filled next.
        for square in range(SQUARES):
            planes[board.cell[square] * SQUARES + square] = 1
        memset(planes + COLOUR_PLANES * SQUARES, colour == 0, SQUARES)
        memset(planes + (COLOUR_PLANES + 1) * SQUARES, colour == 1, SQUARES)
        memset(planes + TURN_PLANE * SQUARES, seat == self.seat_to_move(row), SQUARES)
        for kind in range(KINDS):
            memset(planes + (UNSEEN_PLANES + kind) * SQUARES, board.unseen[kind], SQUARES)


cdef void list_actions(Game* game) noexcept nogil:
    cdef Action found[MOST_ACTIONS]
    cdef int each
    game.row.count = actions(&game.board, found)
    for each in range(game.row.count):
        game.actions[each] = origin_of(found[each]) * SQUARES + target_of(found[each])
