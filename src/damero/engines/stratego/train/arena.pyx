# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Fast games of the engine against itself, run by the kernel alone, for fitting weights.

The arena holds the ranks of both sides, so it is used for training only. The search of each side gets what its owner
knows. Its belief follows from the rules, the piece counts and the set-up priors, not from behaviour.
"""

from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memset

from damero.engines.stratego.balance cimport balance
from damero.engines.stratego.kernel cimport (
    BOMB,
    CELLS,
    Context,
    FLAG,
    LAKE,
    MOST_MOVES,
    Move,
    NOBODY,
    PIECES,
    RANKS,
    State,
    THEM,
    UNKNOWN,
    US,
    fight,
    generate_moves,
    movable_probability,
)
from damero.engines.stratego.search cimport Searcher

from damero.domain.stratego.history import bans
from damero.domain.stratego.notation import Step
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.setup_priors import expected_preferences, prior_probabilities
from damero.engines.stratego.player import DEEPEST, NO_TIME_LIMIT, REVISIT_COST, VARIETY
from damero.engines.stratego.material import valuation

cdef enum:
    HALF = PIECES // 2
    QUIET_LIMIT = 300  # Plies without a fight after which a game is drawn.
    VALUATION_PLIES = 8  # Piece values are computed again after this many plies without a fight.


cdef class Arena:
    """Plays one game after another; each side has its own weights."""

    cdef Searcher searcher
    cdef object rules, random
    cdef tuple preferences  # By home square, then by rank.
    cdef list valuations  # Those computed in this game, by side.
    cdef readonly list steps
    cdef int count, ours  # All pieces, and those of the first side.
    cdef int8_t board[CELLS]
    cdef int8_t cell[PIECES]
    cdef int8_t rank[PIECES]
    cdef uint8_t moved[PIECES]
    cdef uint8_t revealed[PIECES]
    cdef uint8_t visits[PIECES][CELLS]
    cdef double preference[PIECES][RANKS]
    cdef int last[2][4]  # For each side the piece moved last, its origin, its target, and how often it went back and forth.
    cdef int turn, quiet
    cdef int piece_at[PIECES]  # By its number in the context.

    def __init__(self, rules, random):
        self.rules, self.random = rules, random
        self.searcher = Searcher()
        self.preferences = expected_preferences(rules, prior_probabilities(rules))

    def play(self, armies, weights, int nodes):
        """Play a game; `armies` are lists of (cell, rank), the first side's first. Returns the first side's half points."""
        cdef int side = 0, result = -1
        self._reset(armies)
        while result < 0:
            result = self._turn(side, weights[side], nodes)
            side = 1 - side
            if result < 0 and (self.quiet >= QUIET_LIMIT or self.turn >= self.rules.turn_limit):
                result = 1
        return result

    cdef void _reset(self, armies):
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
        self.steps, self.valuations = [], [{}, {}]

    cdef void _place(self, int piece, int cell, int rank, int square):
        cdef int one
        self.cell[piece], self.rank[piece], self.moved[piece], self.revealed[piece] = cell, rank, 0, 0
        self.board[cell] = piece
        for one in range(RANKS):
            self.preference[piece][one] = self.preferences[square][one]

    cdef int _turn(self, int side, object weights, int nodes):
        """Play one move of a side; returns the first side's half points if the game has ended, otherwise -1."""
        cdef State root
        cdef Context* context = &self.searcher.search.context
        cdef Move found[MOST_MOVES]
        cdef int i, piece, target, count
        self._fill(side, context, &root)
        count = generate_moves(context, &root, US, found, 0)
        banned = bans(self.rules, self.steps)
        legal = [
            (*squares, 0.0 if found[i].attacks else -REVISIT_COST * self._visits(&found[i]))
            for i in range(count)
            if (squares := (root.cell[found[i].piece], found[i].target)) not in banned.chase
            and squares not in banned.two_square
        ]
        if not legal:
            return 1 if self._cannot_move(1 - side) else 2 * side
        ranked, _, _ = self.searcher.think(
            &root, self._valuation(side, weights), legal, 1, DEEPEST, nodes, NO_TIME_LIMIT, VARIETY, False
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

    cdef int _visits(self, const Move* move):
        return self.visits[self.piece_at[move.piece]][move.target]

    cdef bint _cannot_move(self, int side):
        cdef State state
        cdef Context context
        cdef Move found[MOST_MOVES]
        self._fill(side, &context, &state)
        return generate_moves(&context, &state, US, found, 0) == 0

    cdef object _valuation(self, int side, object weights):
        cdef int i
        counts = [[0] * RANKS, [0] * RANKS]
        for i in range(self.count):
            if self.cell[i] != NOBODY:
                counts[i >= self.ours][self.rank[i]] += 1
        key = (*counts[side], *counts[1 - side], self.quiet // VALUATION_PLIES)
        if key not in self.valuations[side]:
            quiet_plies = self.quiet // VALUATION_PLIES * VALUATION_PLIES
            self.valuations[side][key] = valuation(weights, counts[side], counts[1 - side], quiet_plies)
        return self.valuations[side][key]

    cdef void _fill(self, int side, Context* context, State* state):
        """Fill context and state with what one side knows."""
        cdef int i, k
        memset(context, 0, sizeof(Context))
        memset(state, 0, sizeof(State))
        context.two_square_moves = self.rules.two_square_moves
        for i in range(CELLS):
            state.board[i] = LAKE if self.board[i] == LAKE else NOBODY
        memset(state.cell, NOBODY, sizeof(state.cell))
        context.ours = self._fill_army(state, side, 0, True)
        context.count = context.belief_count = self._fill_army(state, 1 - side, context.ours, False)
        self._fill_belief(context, state, 0, context.ours)
        self._fill_belief(context, state, context.ours, context.count)
        for k in range(context.count):
            state.movers[US if k < context.ours else THEM] += movable_probability(context, state, k)
        self._fill_last(side, US, state)
        self._fill_last(1 - side, THEM, state)

    cdef int _fill_army(self, State* state, int side, int number, bint own):
        """Number the pieces of a side from `number` on; returns the next free number."""
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

    cdef void _fill_belief(self, Context* context, const State* state, int first, int end):
        """Fill the opponent's belief about the unidentified pieces of a side."""
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
                table[row * RANKS + rank] = self.preference[self.piece_at[k]][rank] * wanted[rank]
                if state.moved[k] and (rank == BOMB or rank == FLAG):
                    table[row * RANKS + rank] = 0
        balance(table, n, wanted)
        for row in range(n):
            for rank in range(RANKS):
                context.probability[hidden[row]][rank] = table[row * RANKS + rank]

    cdef void _fill_last(self, int side, int turn, State* state):
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
        """A piece that has moved is no bomb; one that moved more than one step is a scout."""
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
