# cython: cdivision=True, boundscheck=False, wraparound=False
"""Games of the engine against itself, thousands an hour: for training and for matches between two evaluations."""

from hashlib import sha256

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from damero.engines.draughts.draws cimport advance, draw_rules_of, ending_of, is_drawn, plies_left
from damero.engines.bits cimport count_of
from damero.engines.draughts.generator cimport MOST_MOVES, bit, generate, has_capture, hash_of, make
from damero.engines.draughts.tree cimport DEEPEST, KNOWN_WIN, MOST_PAST, UNKNOWN, WIN, Entry, search

cdef enum:
    ENTRIES = 1 << 15
    DECIDED = 1500  # a score that both players hold for some plies ends a game
    HELD = 6
    LEVEL = 80  # an opening is fair when neither side is ahead by so much


cdef class Arena:
    """Two players of one rules record, each with its evaluation and a limit of nodes a move.

    An oracle, if there is one, is asked by both, and ends a game as soon as it knows the result.
    """

    def __cinit__(self):
        cdef int player
        for player in range(2):
            self.worker[player] = <Worker*>calloc(1, sizeof(Worker))
            self.shared[player].table = <Entry*>calloc(ENTRIES, sizeof(Entry))
            if self.worker[player] == NULL or self.shared[player].table == NULL:
                raise MemoryError

    def __dealloc__(self):
        cdef int player
        for player in range(2):
            free(self.worker[player])
            free(self.shared[player].table)

    def __init__(self, rules, evaluations, *, nodes, seed=0, Oracle oracle=None):
        cdef int player
        self.kernel = Kernel(rules)
        self.draws = draw_rules_of(rules)
        self.evaluations = evaluations
        self.oracle = oracle
        self.nodes = nodes
        self.random_state = int.from_bytes(sha256(repr(seed).encode()).digest()[:8], "little")
        men = rules.men_rows * rules.size // 2
        last = self.kernel.squares
        self.start = self.kernel.state_of((range(last - men + 1, last + 1), (), range(1, men + 1), ()), rules.first == "black")
        for player in range(2):
            self.shared[player].mask = ENTRIES - 1
            if oracle is not None:
                self.shared[player].ask, self.shared[player].oracle = oracle.ask, oracle.context
                self.shared[player].oracle_pieces = oracle.pieces
            self.worker[player].shared = &self.shared[player]
            self.worker[player].weights = &(<Evaluation>evaluations[player]).weights
            self.worker[player].draws = &self.draws
            self.worker[player].rules = self.kernel.flags
            self.worker[player].quiescent = 1

    def pair(self, int opening_plies):
        """The first player's half points in two games from one random opening, with colours swapped: 0 to 4."""
        cdef int points = 2
        cdef State opening
        with nogil:
            self.open(opening_plies)
            opening = self.state
            points += self.play_out(0, 0)
            self.state = opening
            points -= self.play_out(1, 0)
        return points

    def game(self, int opening_plies, int wild):
        """One game of self-play: its samples as bytes, and the result for White. `wild` moves in a thousand are random."""
        cdef int result
        with nogil:
            self.open(opening_plies)
            result = self.play_out(0, wild)
        return (<char*>&self.sample[0])[:self.samples * sizeof(Sample)], result

    cdef Bits draw(self, Bits below) noexcept nogil:
        """A pseudo-random number."""
        self.random_state = self.random_state * <Bits>6364136223846793005 + <Bits>1442695040888963407
        return (self.random_state >> 33) % below

    cdef void open(self, int plies) noexcept nogil:
        """A random opening that neither side has lost already."""
        cdef Move move
        cdef int score
        self.renew()
        while True:
            self.state = self.start
            if self.wander(plies):
                self.frames[0].key, self.frames[0].quiet, self.frames[0].ending = hash_of(&self.state), 0, 0
                score = self.choose(0, 0, &move)
                if -LEVEL < score < LEVEL:
                    return

    cdef bint wander(self, int plies) noexcept nogil:
        cdef Move* moves = self.worker[0].listed
        cdef State after
        cdef int count
        while plies > 0:
            count = generate(self.kernel.flags, &self.state, moves)
            if count == 0:
                return False
            make(&self.state, &moves[self.draw(count)], &after)
            self.state = after
            plies -= 1
        return generate(self.kernel.flags, &self.state, moves) > 0

    cdef void renew(self) noexcept nogil:
        """Forgets the last game."""
        cdef int player
        for player in range(2):
            memset(self.shared[player].table, 0, ENTRIES * sizeof(Entry))

    cdef int play_out(self, int white, int wild) noexcept nogil:
        """Plays from the state to the end, `white` being the player of White; the result for White."""
        cdef Move* moves = self.worker[0].listed
        cdef Move move
        cdef State after
        cdef int ply, count, score, known, held = 0
        self.samples = 0
        self.frames[0].key, self.frames[0].quiet, self.frames[0].counted = hash_of(&self.state), 0, 0
        self.frames[0].ending = ending_of(&self.draws, &self.state)
        for ply in range(LONGEST_GAME):
            count = generate(self.kernel.flags, &self.state, moves)
            if count == 0:
                return 1 if self.state.black else -1
            if is_drawn(&self.draws, &self.frames[ply], ply, 0):
                return 0
            known = self.known_result(ply)
            if known != UNKNOWN:
                return -known if self.state.black else known
            if wild and self.draw(1000) < <Bits>wild:
                move = moves[self.draw(count)]
            else:
                score = self.choose(white ^ self.state.black, ply, &move)
                self.keep_sample(score)
                score = -score if self.state.black else score
                held = max(held, 0) + 1 if score > DECIDED else min(held, 0) - 1 if score < -DECIDED else 0
                if held >= HELD or held <= -HELD:
                    return 1 if held > 0 else -1
            make(&self.state, &move, &after)
            advance(&self.draws, &self.frames[ply], &move, (self.state.kings & bit(move.origin)) != 0, &after,
                    &self.frames[ply + 1])
            self.state = after
        return 0

    cdef int known_result(self, int ply) noexcept nogil:
        """What the oracle says for the side to move."""
        cdef Shared* shared = &self.shared[0]
        if shared.ask == NULL or count_of(self.state.own | self.state.enemy) > shared.oracle_pieces:
            return UNKNOWN
        return shared.ask(shared.oracle, &self.state, plies_left(&self.draws, &self.frames[ply], self.state.black))

    cdef int choose(self, int player, int ply, Move* move) noexcept nogil:
        """A player's move and score by as many whole iterations as its nodes allow, and one in any case."""
        cdef Worker* worker = self.worker[player]
        cdef int depth, score = 0, last = 0, at
        # The table helps from move to move; what refuted other moves before does not.
        memset(worker.history, 0, sizeof(worker.history))
        memset(worker.killers, 0, sizeof(worker.killers))
        worker.past = min(self.frames[ply].quiet, ply, MOST_PAST)
        for at in range(worker.past + 1):
            worker.frames[at] = self.frames[ply - worker.past + at]
        worker.nodes = 0
        worker.shared.stop = 0
        for depth in range(1, DEEPEST // 2):
            worker.root_depth = depth
            worker.shared.most_nodes = self.nodes if depth > 1 else 0
            score = search(worker, &self.state, 0, depth, -WIN, WIN, worker.listed)
            if worker.shared.stop:
                break
            move[0] = worker.line[0][0]
            last = score
            if score > KNOWN_WIN or score < -KNOWN_WIN:
                break
        return last

    cdef void keep_sample(self, int score) noexcept nogil:
        """Keeps a position where no capture is due."""
        cdef Sample* sample = &self.sample[self.samples]
        if has_capture(self.kernel.flags, &self.state):
            return
        sample.white = self.state.enemy if self.state.black else self.state.own
        sample.black = self.state.own if self.state.black else self.state.enemy
        sample.kings = self.state.kings
        sample.black_to_move = self.state.black
        sample.score = -score if self.state.black else score
        self.samples += 1
