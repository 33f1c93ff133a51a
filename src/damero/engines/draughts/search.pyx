# cython: cdivision=True, boundscheck=False, wraparound=False
"""The searcher: goes deeper and deeper until a limit, and says which move it would make and why."""

from dataclasses import dataclass
from threading import Thread

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from damero.engines.clock cimport nanoseconds_now
from damero.engines.draughts.draws cimport draw_rules_of, ending_of
from damero.engines.draughts.generator cimport MOST_MOVES, generate_paths, hash_of, make
from damero.engines.draughts.tree cimport DEEPEST, KNOWN_WIN, MOST_PAST, WIN, Entry, descend, keep_line, search

cdef enum:
    WINDOW = 24
    CLEAR = 50  # how much better than all others a move is that needs no more thought
    STEADY = 3  # iterations that a best move has stood
    FALL = 15  # a score that falls so much asks for more thought

PLIES = DEEPEST // 2


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: moves are written as (path, captured squares, promotes)."""

    best: tuple
    score: int
    depth: int
    nodes: int
    line: tuple


cdef class Oracle:
    pass


cdef class Search:
    """Thinks about one position at a time for one rules record."""

    def __init__(self, rules, Kernel kernel, Evaluation evaluation, Oracle oracle=None):
        self.kernel = kernel
        self.evaluation = evaluation
        self.draws = draw_rules_of(rules)
        self.oracle = oracle
        self.shared.stop = 0

    def __dealloc__(self):
        free(self.shared.table)

    def stop(self):
        """Ends the thinking from another thread, or before it begins."""
        self.shared.stop = 1

    def clear_stop(self):
        """Forgets a `stop` that came after the thinking had ended."""
        self.shared.stop = 0

    def think(
        self, pieces, *, bint black, int depth=PLIES, nodes=0, double seconds=0, double ample=0, int threads=1, seed=0,
        int variety=0, bint quiescent=True, past=(), int quiet_plies=0, int ending_count=0, int table_megabytes=0,
        bint remembers=False, excluded=None,
    ):
        """Searches until the first of the limits; at least one move deep, unless stopped.

        After `ample` seconds a steady choice is thought about no longer, and no iteration is begun that would not be
        finished in time; without it all of the seconds are used.

        `past` holds the (pieces, black) since the last capture or man's move; `variety` is how many hundredths of a man a
        move may be worse than the best one and still be chosen, at random by `seed`. A search that `remembers` begins
        with the table of the last one, so that its answer depends on more than its arguments.

        `excluded` are root moves to leave out, written as in a `Thought`. If it is given, a single move that is left is
        searched as deep as any other.
        """
        self.began = nanoseconds_now()
        self.ample = <int64_t>(ample * 1e9)
        self.shared.deadline = self.began + <int64_t>(seconds * 1e9) if seconds else 0
        self.shared.most_nodes = nodes
        self.set_root(pieces, black)
        self.leave_out(excluded or ())
        if not self.count:
            raise ValueError("There is no move to think about.")
        self.draw_bonuses(seed, variety)
        self.ask_oracle()
        depth = 1 if self.count == 1 and excluded is None and (nodes or seconds) else max(1, min(depth, PLIES))
        workers = []
        try:
            self.make_table(table_megabytes or _fitting_megabytes(nodes, depth, seconds), remembers)
            for _ in range(threads):
                workers.append(self.hire(past, quiet_plies, ending_count, quiescent))
            return self.work(workers, depth)
        finally:
            self.shared.stop = 0
            self.dismiss(workers, remembers)

    cdef work(self, workers, int depth):
        """The first worker thinks, the others help."""
        cdef Worker* worker = <Worker*><size_t>workers[0]
        self.best, self.score, self.depth = 0, 0, 0
        helpers = [Thread(target=self._help, args=(each, depth)) for each in workers[1:]]
        for helper in helpers:
            helper.start()
        with nogil:
            self.deepen(worker, depth)
            self.shared.stop = 1
        for helper in helpers:
            helper.join()
        return self.thought(worker, sum(_nodes_of(each) for each in workers))

    cdef set_root(self, pieces, bint black):
        cdef int at
        self.root = self.kernel.state_of(pieces, black)
        self.count = generate_paths(self.kernel.flags, &self.root, self.moves, self.paths)
        for at in range(self.count):
            self.turn_of[at] = at

    cdef leave_out(self, excluded):
        cdef int at, kept = 0
        for at in range(self.count):
            if excluded and self.kernel.written(&self.moves[at], &self.paths[at]) in excluded:
                continue
            self.moves[kept], self.paths[kept] = self.moves[at], self.paths[at]
            kept += 1
        self.count = kept

    cdef draw_bonuses(self, seed, int variety):
        """Each root move's bonus in 0 to `variety`."""
        cdef uint64_t random = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF
        cdef int at
        for at in range(self.count):
            random = random * <uint64_t>6364136223846793005 + <uint64_t>1442695040888963407
            self.bonus[at] = <int>((random >> 33) % <uint64_t>(variety + 1))

    cdef ask_oracle(self):
        self.shared.ask = NULL
        if self.oracle is not None:
            self.shared.ask, self.shared.oracle = self.oracle.ask, self.oracle.context
            self.shared.oracle_pieces = self.oracle.pieces

    cdef make_table(self, int megabytes, bint remembers):
        """An empty table, or the last one if it is to be remembered and large enough."""
        cdef uint64_t entries = 1024
        while entries * 2 * sizeof(Entry) <= <uint64_t>megabytes << 20:
            entries *= 2
        if remembers and self.shared.table != NULL and self.shared.mask >= entries - 1:
            return
        free(self.shared.table)
        self.shared.mask = entries - 1
        self.shared.table = <Entry*>calloc(entries, sizeof(Entry))
        if self.shared.table == NULL:
            raise MemoryError

    cdef size_t hire(self, past, int quiet_plies, int ending_count, bint quiescent) except 0:
        """A worker that knows what stood before the root."""
        cdef Worker* worker = <Worker*>calloc(1, sizeof(Worker))
        cdef State state
        cdef int at
        if worker == NULL:
            raise MemoryError
        past = list(past)[-MOST_PAST:]
        worker.shared, worker.weights, worker.draws = &self.shared, &self.evaluation.weights, &self.draws
        worker.rules, worker.quiescent, worker.past = self.kernel.flags, quiescent, len(past)
        for at, (pieces, black) in enumerate(past):
            state = self.kernel.state_of(pieces, black)
            worker.frames[at].key = hash_of(&state)
        worker.frames[worker.past].key = hash_of(&self.root)
        worker.frames[worker.past].quiet = quiet_plies
        worker.frames[worker.past].ending = ending_of(&self.draws, &self.root)
        worker.frames[worker.past].counted = ending_count
        return <size_t>worker

    cdef dismiss(self, workers, bint remembers):
        for each in workers:
            free(<Worker*><size_t>each)
        if not remembers:
            free(self.shared.table)
            self.shared.table = NULL

    def _help(self, size_t helper, int depth):
        """Searches on the side, ahead of the first worker: what it finds reaches the others through the table."""
        cdef Worker* worker = <Worker*>helper
        cdef int score
        with nogil:
            while worker.root_depth < depth + 1 and not self.shared.stop:
                worker.root_depth = max(self.depth + 2, worker.root_depth + 1)
                score = self.score
                search(worker, &self.root, 0, worker.root_depth, max(score - 2 * WINDOW, -WIN),
                       min(score + 2 * WINDOW, WIN), worker.listed)

    cdef void deepen(self, Worker* worker, int deepest) noexcept nogil:
        """Deeper and deeper, until a limit, a forced end, or a choice that needs no more time."""
        cdef int depth, last_best, last_score, steady = 0
        cdef int64_t started
        for depth in range(1, deepest + 1):
            last_best, last_score, started = self.best, self.score, nanoseconds_now()
            if not self.look_around(worker, depth):
                return
            self.depth = depth
            if self.score > WIN - depth or self.score < depth - WIN:
                return
            steady = steady + 1 if self.best == last_best else 0
            if self.ample and self.is_enough(worker, steady, last_score - self.score, nanoseconds_now() - started):
                return

    cdef bint look_around(self, Worker* worker, int depth) noexcept nogil:
        """One iteration, with a narrow window around the last score; False when it had to stop."""
        cdef int alpha, beta, margin = WINDOW if depth > 4 else 2 * WIN
        while True:
            alpha, beta = max(self.score - margin, -WIN), min(self.score + margin, WIN)
            if not self.look(worker, depth, alpha, beta):
                return False
            if alpha < self.score < beta or margin > WIN:
                return True
            margin *= 4

    cdef bint is_enough(self, Worker* worker, int steady, int fallen, int64_t last) noexcept nogil:
        """Whether the time for another iteration is better saved: each takes about twice as long as the `last`."""
        cdef int64_t time = nanoseconds_now(), spent = time - self.began
        if self.score > KNOWN_WIN - 1000 or self.score < 1000 - KNOWN_WIN:
            return True
        if self.shared.deadline and time + 2 * last > self.shared.deadline:
            return True
        if steady < STEADY or fallen > FALL:
            return spent >= 2 * self.ample
        return spent >= self.ample or spent >= self.ample / 2 and self.stands_out(worker)

    cdef bint stands_out(self, Worker* worker) noexcept nogil:
        """Whether a look half as deep finds every other move clearly worse than the best."""
        cdef int at, bar = self.score - CLEAR
        for at in range(1, self.count):
            if descend(worker, &self.root, &self.moves[self.turn_of[at]], 0, self.depth / 2, bar - 1, bar,
                       worker.listed) >= bar or self.shared.stop:
                return False
        return True

    cdef bint look(self, Worker* worker, int depth, int alpha, int beta) noexcept nogil:
        """Searches the root moves; False when it had to stop. What was found until then counts."""
        cdef int at, number, score, bonus, best = -WIN
        cdef bint is_decided = self.score > KNOWN_WIN / 2 or self.score < -KNOWN_WIN / 2
        worker.root_depth = depth
        for at in range(self.count):
            number = self.turn_of[at]
            bonus = 0 if is_decided else self.bonus[number]
            score = self.root_score(worker, number, at, depth, alpha - bonus, beta - bonus) + bonus
            if self.shared.stop:
                return False
            if score <= best:
                continue
            best = score
            if score > alpha or at == 0:
                self.best, self.score = number, score
                keep_line(worker, &self.moves[number], 0)
                self.move_to_front(at)
            alpha = max(alpha, score)
            if score >= beta:
                break
        return True

    cdef int root_score(self, Worker* worker, int number, int at, int depth, int alpha, int beta) noexcept nogil:
        cdef Move* move = &self.moves[number]
        cdef int score
        if at == 0:
            return descend(worker, &self.root, move, 0, depth - 1, alpha, beta, worker.listed)
        score = descend(worker, &self.root, move, 0, depth - 1, alpha, alpha + 1, worker.listed)
        if alpha < score < beta:
            score = descend(worker, &self.root, move, 0, depth - 1, alpha, beta, worker.listed)
        return score

    cdef void move_to_front(self, int at) noexcept nogil:
        cdef int number = self.turn_of[at]
        while at > 0:
            self.turn_of[at] = self.turn_of[at - 1]
            at -= 1
        self.turn_of[0] = number

    cdef thought(self, Worker* worker, nodes):
        cdef int score = self.score
        if -KNOWN_WIN / 2 < score < KNOWN_WIN / 2:
            score -= self.bonus[self.best]
        best = self.kernel.written(&self.moves[self.best], &self.paths[self.best])
        return Thought(best, score, self.depth, nodes, self.written_line(worker) or (best,))

    cdef tuple written_line(self, Worker* worker):
        """The best line with its paths."""
        cdef State state = self.root, after
        cdef Move moves[MOST_MOVES]
        cdef Path paths[MOST_MOVES]
        cdef Move* move
        cdef int at, number, count
        line = []
        for at in range(worker.length[0]):
            move = &worker.line[0][at]
            count = generate_paths(self.kernel.flags, &state, moves, paths)
            for number in range(count):
                if moves[number].taken == move.taken and moves[number].origin == move.origin \
                        and moves[number].destination == move.destination:
                    line.append(self.kernel.written(&moves[number], &paths[number]))
                    break
            else:
                break
            make(&state, move, &after)
            state = after
        return tuple(line)


def _nodes_of(size_t worker):
    return (<Worker*>worker).nodes


def _fitting_megabytes(nodes, int depth, double seconds):
    """A table of a size that the search can fill but not overfill."""
    if nodes:
        return max(1, min(64, nodes * 24 >> 20))
    if seconds:
        return max(4, min(128, int(seconds * 80)))
    return 64 if depth > 12 else 16
