# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The root of a search: legal moves scored deeper and deeper until a limit is reached."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from damero.engines.effort cimport now
from damero.engines.stratego.home cimport look_home
from damero.engines.stratego.kernel cimport RANKS, State, Way, load
from damero.engines.stratego.plans cimport Pull, make_plans
from damero.engines.stratego.suspicion cimport suspect
from damero.engines.stratego.tree cimport DEEPEST, Search, WON, expected_gain, our_way


cdef float A_LITTLE = 0.1


def _by_score(pair):
    return -pair[0]


cdef class Searcher:
    """A search that can be asked again; `stop()` from another thread ends it."""

    def __cinit__(self):
        self.search = <Search*>calloc(1, sizeof(Search))
        if self.search == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.search)

    def stop(self):
        self.abort = 1

    def choose(
        self, table, worth, legal, *, double weight, int depth, nodes, double seconds, double margin, bint evenly=False
    ):
        """Score the legal moves (pairs of squares, each with a bias) as deep as the limits allow.

        Returns ([(score, number of the move)] from the best down, depth, nodes). Moves within `margin` of the best
        are scored exactly, the others at most. `evenly`: all are looked at to the same depth, to be compared.
        """
        cdef State root
        load(&self.search.scene, &root, table)
        return self.think(&root, worth, legal, weight, depth, nodes, seconds, margin, evenly)

    cdef tuple think(
        self, State* root, object worth, list legal,
        double weight, int depth, object nodes, double seconds, double margin, bint evenly
    ):
        """The same with a scene and a root that are laid out already."""
        cdef int reached, side, rank
        cdef Pull pull
        for rank in range(RANKS):
            for side in range(2):
                self.search.scene.value[side][rank] = worth.value[side][rank]
                self.search.scene.secret[side][rank] = worth.secret[side][rank]
        self.search.scene.stillness = worth.stillness
        self.search.scene.alarm = worth.alarm
        self.search.scene.lead = worth.lead
        pull.weight, pull.caught, pull.nearer = weight * worth.plans, worth.caught, worth.nearer
        suspect(&self.search.scene, root)
        look_home(&self.search.scene, root)
        make_plans(&self.search.scene, root, pull)
        self._begin(nodes, seconds)
        self.searches += 1
        root.key = self.searches * 0x9E3779B97F4A7C15ULL  # What an earlier search remembers is not for this one.
        ranked = self._first_glance(root, legal)
        deepest = 0
        for reached in range(1, min(depth, DEEPEST - 1) + 1):
            deeper, whole = self._deepen(root, legal, ranked, reached, margin)
            if whole or not evenly:
                ranked = deeper
            if not whole:
                break
            deepest = reached
            if len(ranked) == 1 or abs(ranked[0][0]) >= WON:
                break
        return ranked, deepest, self.search.effort.nodes

    cdef list _first_glance(self, State* root, list legal):
        """The moves by what they gain at once: the order to search them in, and the answer if there is no time."""
        cdef Way way
        cdef float gain
        ranked = []
        for number, (origin, target, bias) in enumerate(legal):
            way.piece = root.board[<int>origin]
            way.target = target
            if root.board[<int>target] >= 0:
                gain = expected_gain(&self.search.scene, root, &way)
            else:
                gain = self.search.scene.plan[way.piece][<int>target] - self.search.scene.plan[way.piece][<int>origin]
            ranked.append((root.score + gain + bias, number))
        ranked.sort(key=_by_score)
        return ranked

    cdef void _begin(self, object nodes, double seconds):
        self.abort = 0
        self.search.effort.abort = &self.abort
        self.search.effort.nodes = 0
        self.search.effort.spent = 0
        self.search.effort.node_limit = nodes if nodes else <uint64_t>-1
        self.search.effort.deadline = now() + seconds
        memset(self.search.history, 0, sizeof(self.search.history))

    cdef tuple _deepen(self, State* root, list legal, list ranked, int depth, double margin):
        """Search each root move one deeper, best first; what the limits cut off keeps its place behind."""
        cdef Way way
        cdef float score, best = -WON - DEEPEST
        cdef float floor
        cdef double bias
        cdef bint done_any = False
        done = []
        for _, number in ranked:
            origin, target, bias = legal[number]
            way.piece = root.board[<int>origin]
            way.target = target
            way.attacks = root.board[<int>target] >= 0
            floor = best - margin - bias
            with nogil:
                # First only whether it is worth a closer look.
                score = our_way(self.search, root, &way, depth, floor, floor + A_LITTLE if done_any else WON + DEEPEST)
                if done_any and score > floor and not self.search.effort.spent:
                    score = our_way(self.search, root, &way, depth, floor, WON + DEEPEST)
            if self.search.effort.spent:
                break
            score += bias
            done.append((score, number))
            best = max(best, score)
            done_any = True
        done.sort(key=_by_score)
        if not done:
            return ranked, False
        cut_off = [(min(score, best - margin - 1), number) for score, number in ranked[len(done):]]
        return done + cut_off, not cut_off
