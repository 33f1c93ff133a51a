# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Games of the engine against itself by the kernel alone, tens of thousands an hour, to learn weights from.

Here the ranks of both sides are at hand while a game goes on, so nobody plays with it. Each side is shown to the search as
its owner knows it; what it believes follows from the rules, the counts and where ranks usually begin, not from behaviour.
"""

from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memset

from damero.engines.stratego.balance cimport balance
from damero.engines.stratego.kernel cimport (
    BOMB,
    CELLS,
    FLAG,
    LAKE,
    MOST_MOVES,
    NOBODY,
    PIECES,
    RANKS,
    Scene,
    State,
    THEM,
    UNKNOWN,
    US,
    Way,
    fight,
    movable,
    ways,
)
from damero.engines.stratego.search cimport Searcher

from damero.domain.stratego.history import bans
from damero.domain.stratego.notation import Step
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.places import followed, likings_by
from damero.engines.stratego.player import DEEPEST, NO_TIME_LIMIT, VARIETY, WEARINESS
from damero.engines.stratego.values import worth_of

cdef enum:
    HALF = PIECES // 2
    STALE = 300  # Moves without a fight after which a game is drawn.
    SPELL = 8  # Worth is weighed anew after so many moves without a fight.


cdef class Arena:
    """One game after the other, both sides with weights of their own."""

    cdef Searcher searcher
    cdef object rules, random
    cdef tuple likings  # For each square of a zone how ranks like it.
    cdef list worths  # What was weighed in this game, by side.
    cdef readonly list steps
    cdef int count, ours  # All pieces, and those of the first side.
    cdef int8_t board[CELLS]
    cdef int8_t cell[PIECES]
    cdef int8_t rank[PIECES]
    cdef uint8_t moved[PIECES]
    cdef uint8_t revealed[PIECES]
    cdef uint8_t visits[PIECES][CELLS]
    cdef double likes[PIECES][RANKS]
    cdef int last[2][4]  # For each side the piece that it moved last, from where to where, and how often to and fro.
    cdef int turn, quiet
    cdef int piece_at[PIECES]  # By its number in the scene.

    def __init__(self, rules, random):
        self.rules, self.random = rules, random
        self.searcher = Searcher()
        self.likings = likings_by(rules, followed(rules, ()))

    def play(self, armies, weights, int nodes):
        """How many halves of the point the first side wins; armies are lists of (square, rank), the first side's first."""
        cdef int side = 0, result = -1
        self._set_up(armies)
        while result < 0:
            result = self._turn(side, weights[side], nodes)
            side = 1 - side
            if result < 0 and (self.quiet >= STALE or self.turn >= self.rules.turn_limit):
                result = 1
        return result

    cdef void _set_up(self, armies):
        cdef int i = 0, side
        memset(self.visits, 0, sizeof(self.visits))
        memset(self.last, 255, sizeof(self.last))
        memset(self.board, NOBODY, sizeof(self.board))
        memset(self.cell, NOBODY, sizeof(self.cell))
        for row, column in self.rules.lakes:
            self.board[<int>(row * 10 + column)] = LAKE
        for side, army in enumerate(armies):
            for cell, rank in army:
                self._place(i, cell, rank, CELLS - 1 - cell if side == 0 else cell)
                i += 1
            if side == 0:
                self.ours = i
        self.count = i
        self.turn = self.quiet = 0
        self.steps, self.worths = [], [{}, {}]

    cdef void _place(self, int piece, int cell, int rank, int square):
        cdef int one
        self.cell[piece], self.rank[piece], self.moved[piece], self.revealed[piece] = cell, rank, 0, 0
        self.board[cell] = piece
        for one in range(RANKS):
            self.likes[piece][one] = self.likings[square][one]

    cdef int _turn(self, int side, object weights, int nodes):
        """A move of a side; how the game ended for the first side, in halves of a point, or -1."""
        cdef State root
        cdef Scene* scene = &self.searcher.search.scene
        cdef Way found[MOST_MOVES]
        cdef int i, piece, target, count
        self._show(side, scene, &root)
        count = ways(scene, &root, US, found, 0)
        banned = bans(self.rules, self.steps)
        legal = [
            (root.cell[found[i].piece], found[i].target, 0.0 if found[i].attacks else -WEARINESS * self._visits(&found[i]))
            for i in range(count)
            if (way := (root.cell[found[i].piece], found[i].target)) not in banned.chase and way not in banned.two_square
        ]
        if not legal:
            return 1 if self._is_stuck(1 - side) else 2 * side
        ranked, _, _ = self.searcher.think(
            &root, self._worth(side, weights), legal, 1, DEEPEST, nodes, NO_TIME_LIMIT, VARIETY, False
        )
        near = [number for score, number in ranked if score >= ranked[0][0] - VARIETY]
        origin, target, _ = legal[self.random.choice(near)]
        piece = self.piece_at[root.board[<int>origin]]
        self.steps.append(self._step(piece, target))
        if self.board[target] >= 0 and self.rank[self.board[target]] == FLAG:
            return 2 - 2 * side
        self._move(side, piece, target)
        return -1

    cdef object _step(self, int piece, int target):
        cdef int victim = self.board[target]
        ranks = (Rank(self.rank[piece]), Rank(self.rank[victim])) if victim >= 0 else None
        return Step(self.cell[piece], target, ranks is not None, ranks)

    cdef int _visits(self, const Way* way):
        return self.visits[self.piece_at[way.piece]][way.target]

    cdef bint _is_stuck(self, int side):
        cdef State state
        cdef Scene scene
        cdef Way found[MOST_MOVES]
        self._show(side, &scene, &state)
        return ways(&scene, &state, US, found, 0) == 0

    cdef object _worth(self, int side, object weights):
        cdef int i
        counts = [[0] * RANKS, [0] * RANKS]
        for i in range(self.count):
            if self.cell[i] != NOBODY:
                counts[i >= self.ours][self.rank[i]] += 1
        key = (*counts[side], *counts[1 - side], self.quiet // SPELL)
        if key not in self.worths[side]:
            self.worths[side][key] = worth_of(weights, counts[side], counts[1 - side], self.quiet // SPELL * SPELL)
        return self.worths[side][key]

    cdef void _show(self, int side, Scene* scene, State* state):
        """Lay out scene and state as a side knows them."""
        cdef int i, k
        memset(scene, 0, sizeof(Scene))
        memset(state, 0, sizeof(State))
        scene.two_square_moves = self.rules.two_square_moves
        for i in range(CELLS):
            state.board[i] = LAKE if self.board[i] == LAKE else NOBODY
        memset(state.cell, NOBODY, sizeof(state.cell))
        scene.ours = self._show_army(state, side, 0, True)
        scene.count = scene.belief_count = self._show_army(state, 1 - side, scene.ours, False)
        self._guess(scene, state, 0, scene.ours)
        self._guess(scene, state, scene.ours, scene.count)
        for k in range(scene.count):
            state.movers[US if k < scene.ours else THEM] += movable(scene, state, k)
        self._show_last(side, US, state)
        self._show_last(1 - side, THEM, state)

    cdef int _show_army(self, State* state, int side, int number, bint own):
        """Give the pieces of a side their numbers from this one on; the next that is free."""
        cdef int i
        for i in range(self.ours if side else 0, self.count if side else self.ours):
            if self.cell[i] == NOBODY:
                continue
            self.piece_at[number] = i
            state.cell[number] = self.cell[i]
            state.board[self.cell[i]] = number
            state.moved[number] = self.moved[i]
            state.revealed[number] = self.revealed[i]
            state.belief[number] = number
            state.rank[number] = self.rank[i] if own or self.revealed[i] else UNKNOWN
            number += 1
        return number

    cdef void _guess(self, Scene* scene, const State* state, int first, int end):
        """What those think of the pieces of a side who do not know them."""
        cdef double table[HALF * RANKS]
        cdef double wanted[RANKS]
        cdef int hidden[HALF]
        cdef int k, rank, row, n = 0
        memset(wanted, 0, sizeof(wanted))
        for k in range(first, end):
            if not state.revealed[k]:
                wanted[self.rank[self.piece_at[k]]] += 1
                hidden[n] = k
                n += 1
        for row in range(n):
            k = hidden[row]
            for rank in range(RANKS):
                table[row * RANKS + rank] = self.likes[self.piece_at[k]][rank] * wanted[rank]
                if state.moved[k] and (rank == BOMB or rank == FLAG):
                    table[row * RANKS + rank] = 0
        balance(table, n, wanted)
        for row in range(n):
            for rank in range(RANKS):
                scene.chance[hidden[row]][rank] = table[row * RANKS + rank]

    cdef void _show_last(self, int side, int turn, State* state):
        cdef int* last = self.last[side]
        state.last_piece[turn] = NOBODY
        if last[0] >= 0 and self.cell[last[0]] != NOBODY:
            state.last_piece[turn] = state.board[self.cell[last[0]]]
            state.last_from[turn], state.last_to[turn], state.repeats[turn] = last[1], last[2], last[3]

    cdef void _move(self, int side, int piece, int target):
        cdef int victim = self.board[target], origin = self.cell[piece]
        cdef int* last = self.last[side]
        self.turn += 1
        self.quiet += 1
        last[3] = last[3] + 1 if last[0] == piece and last[1] == target and last[2] == origin else 1
        last[0], last[1], last[2] = piece, origin, target
        self.board[origin] = NOBODY
        if victim >= 0:
            self._fight(piece, victim)
        if victim < 0 or self.cell[victim] == NOBODY and self.cell[piece] != NOBODY:
            self.board[target] = piece
            self.cell[piece] = target
        if victim < 0:
            self.visits[piece][target] = min(250, self.visits[piece][target] + 1)
        self._note_move(piece, origin, target)

    cdef void _note_move(self, int piece, int origin, int target):
        """Who has moved is no bomb; who has moved farther than a step is a scout."""
        cdef int far = abs(origin - target)
        self.moved[piece] = 1
        if far != 1 and far != 10:
            self.revealed[piece] = 1

    cdef void _fight(self, int piece, int victim):
        cdef int outcome = fight(self.rank[piece], self.rank[victim])
        self.quiet = 0
        memset(self.visits, 0, sizeof(self.visits))
        self.revealed[piece] = self.revealed[victim] = 1
        if outcome >= 0:
            self.board[self.cell[victim]] = NOBODY
            self.cell[victim] = NOBODY
        if outcome <= 0:
            self.cell[piece] = NOBODY
