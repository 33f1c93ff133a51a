# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games of Banqi at once, on the kernel's boards. A flip shows each unseen piece with the same probability."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from damero.engines.banqi.kernel cimport (
    CAPTURE, EMPTY, FACE_DOWN, KINDS, MOST_ACTIONS, NOBODY, TYPES, Action, Board, actions, load, make,
    next_random, origin_of, random_kind, reveal, target_of, turn_key,
)

cdef enum:
    SQUARES = 32
    COLOUR_PLANES = KINDS + 1
    TURN_PLANE = COLOUR_PLANES + 2
    UNSEEN_PLANES = TURN_PLANE + 1
    MOST_QUIET = 128
    RUNNING = 0
    OVER = 1
    CUT_OFF = 2

cdef struct Game:
    Board board
    uint64_t random
    int32_t plies
    int8_t first_colour  # The colour of the first seat; NOBODY before the first flip.
    int count
    Action legal[MOST_ACTIONS]
    uint64_t past[MOST_QUIET]  # The hashes of the boards since the last flip or capture.


cdef inline int number_of(Action action) noexcept nogil:
    return origin_of(action) * SQUARES + target_of(action)


cdef class BanqiGames:
    """Plays `count` games. The arrays are the caller's, one row for each game; `observations` may be None."""

    cdef Game* games
    cdef Board start
    cdef int no_progress, repetition, again, max_plies
    cdef int8_t[:, ::1] masks
    cdef int8_t[:, ::1] observations
    cdef float[:, ::1] rewards
    cdef int8_t[::1] done
    cdef int8_t[::1] seats
    cdef bint observes

    def __cinit__(self, rules, int count, uint64_t seed, int max_plies, masks, observations, rewards, done, seats):
        cdef int at
        if rules.no_progress >= MOST_QUIET:
            raise ValueError(f"No more than {MOST_QUIET - 1} quiet plies, not {rules.no_progress}.")
        self.games = <Game*>calloc(count, sizeof(Game))
        if self.games == NULL:
            raise MemoryError
        load(&self.start, [FACE_DOWN] * SQUARES, (), NOBODY, 0)
        self.no_progress, self.repetition = rules.no_progress, rules.repetition or 0
        self.again, self.max_plies = rules.flipper_acts_again, max_plies
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
                self._play(at, <int>chosen[at])
                self._show(at)

    def choose(self, int64_t[::1] chosen, int first, int last):
        """A legal action for each of these rows, each with the same probability."""
        cdef int at
        cdef Game* game
        with nogil:
            for at in range(first, last):
                game = &self.games[at]
                chosen[at] = number_of(game.legal[((next_random(&game.random) >> 32) * game.count) >> 32])

    cdef void _begin(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        game.board = self.start
        game.first_colour = NOBODY
        game.plies = 0
        game.count = actions(&game.board, game.legal)

    cdef void _play(self, int at, int number) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef Board* board = &game.board
        cdef int origin = number / SQUARES, target = number % SQUARES
        if origin == target:
            self._flip(game, origin)
        else:
            game.past[board.quiet] = board.hash
            make(board, <Action>(origin | target << 5 | (CAPTURE if board.cell[target] != EMPTY else 0)))
        game.plies += 1
        game.count = actions(board, game.legal)
        self._judge(at)

    cdef void _flip(self, Game* game, int square) noexcept nogil:
        cdef int kind = random_kind(&game.board, &game.random)
        cdef bint first = game.board.turn == NOBODY
        reveal(&game.board, square, kind)
        if first:
            game.first_colour = kind >= TYPES
            if not self.again:
                game.board.turn ^= 1
                game.board.hash ^= turn_key

    cdef void _judge(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef float first_wins
        self.done[at] = RUNNING
        self.rewards[at, 0] = self.rewards[at, 1] = 0
        if game.count == 0 or game.board.alive_of[game.board.turn] == 0:
            first_wins = -1 if game.board.turn == game.first_colour else 1
            self.rewards[at, 0], self.rewards[at, 1] = first_wins, -first_wins
            self.done[at] = OVER
        elif game.board.quiet >= self.no_progress or self._is_repeated(game):
            self.done[at] = OVER
        elif game.plies >= self.max_plies:
            self.done[at] = CUT_OFF
        if self.done[at]:
            self._begin(at)

    cdef bint _is_repeated(self, Game* game) noexcept nogil:
        cdef int back = game.board.quiet - 2, times = 1
        while self.repetition and back >= 0:
            times += game.past[back] == game.board.hash
            back -= 2
        return self.repetition and times >= self.repetition

    cdef void _unmask(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef int each
        for each in range(game.count):
            self.masks[at, number_of(game.legal[each])] = 0

    cdef void _show(self, int at) noexcept nogil:
        cdef Game* game = &self.games[at]
        cdef int each
        self.seats[at] = 0 if game.first_colour == NOBODY else game.board.turn != game.first_colour
        for each in range(game.count):
            self.masks[at, number_of(game.legal[each])] = 1
        if self.observes:
            self._observe(&game.board, &self.observations[at, 0])

    cdef void _observe(self, const Board* board, int8_t* planes) noexcept nogil:
        cdef int square, kind
        memset(planes, 0, (KINDS + 1) * SQUARES)
        for square in range(SQUARES):
            if board.cell[square] != EMPTY:
                planes[board.cell[square] * SQUARES + square] = 1
        memset(planes + COLOUR_PLANES * SQUARES, board.turn == 0, SQUARES)
        memset(planes + (COLOUR_PLANES + 1) * SQUARES, board.turn == 1, SQUARES)
        memset(planes + TURN_PLANE * SQUARES, 1, SQUARES)
        for kind in range(KINDS):
            memset(planes + (UNSEEN_PLANES + kind) * SQUARES, board.unseen[kind], SQUARES)
