# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The root of the search: iterative deepening over the legal moves until a limit is reached."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from damero.engines.clock cimport seconds_now
from damero.engines.stratego.attack_risk cimport estimate_attack_risk
from damero.engines.stratego.flag_defence cimport prepare_flag_defence
from damero.engines.stratego.kernel cimport Move, RANKS, State, load
from damero.engines.stratego.plans cimport PlanWeights, make_plans
from damero.engines.stratego.tree cimport DEEPEST, Search, WON, expected_gain, our_move


cdef float NARROW_WINDOW = 0.1


def _by_score(pair):
    return -pair[0]


cdef class Searcher:
    """A reusable search; `stop()` from another thread ends it."""

    def __cinit__(self):
        self.search = <Search*>calloc(1, sizeof(Search))
        if self.search == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.search)

    def stop(self):
        """End the search from another thread, or before it begins."""
        self.abort = 1

    def clear_stop(self):
        """Forget a `stop` that came after the search had ended."""
        self.abort = 0

    def choose(
        self, position, valuation, legal, *,
        double plan_weight, int depth, nodes, double seconds, double margin, bint same_depth=False
    ):
        """Score the legal moves (pairs of squares, each with a bias) as deep as the limits allow.

        Returns ([(score, index of the move)], best first, depth, nodes). Scores within `margin` of the best are exact,
        the others are upper bounds. With `same_depth` all scores come from the same depth and can be compared.
        """
        cdef State root
        load(&self.search.context, &root, position)
        return self.think(&root, valuation, legal, plan_weight, depth, nodes, seconds, margin, same_depth)

    cdef tuple think(
        self, State* root, object valuation, list legal,
        double plan_weight, int depth, object nodes, double seconds, double margin, bint same_depth
    ):
        """Search from a context and a root that are already filled."""
        cdef int reached, side, rank
        cdef PlanWeights plan_weights
        for rank in range(RANKS):
            for side in range(2):
                self.search.context.value[side][rank] = valuation.value[side][rank]
                self.search.context.secrecy[side][rank] = valuation.secrecy[side][rank]
        self.search.context.officer_risk = valuation.officer_risk
        self.search.context.first_move_cost = valuation.first_move_cost
        self.search.context.flag_danger_cost = valuation.flag_danger_cost
        self.search.context.material_lead = valuation.material_lead
        plan_weights.weight = plan_weight * valuation.plans
        plan_weights.catch_probability = valuation.catch_probability
        plan_weights.distance_decay = valuation.distance_decay
        estimate_attack_risk(&self.search.context, root)
        prepare_flag_defence(&self.search.context, root)
        make_plans(&self.search.context, root, plan_weights)
        self._reset(nodes, seconds)
        self.searches += 1
        root.key = self.searches * 0x9E3779B97F4A7C15ULL  # Entries of earlier searches must not match.
        ranked = self._static_ranking(root, legal)
        deepest = 0
        for reached in range(1, min(depth, DEEPEST - 1) + 1):
            deeper, whole = self._deepen(root, legal, ranked, reached, margin)
            if whole or not same_depth:
                ranked = deeper
            if not whole:
                break
            deepest = reached
            if len(ranked) == 1 or abs(ranked[0][0]) >= WON:
                break
        self.abort = 0
        return ranked, deepest, self.search.effort.nodes

    cdef list _static_ranking(self, State* root, list legal):
        """Rank moves by their immediate gain: the order to search them in, and the result if there is no time."""
        cdef Move move
        cdef float gain
        ranked = []
        for number, (origin, target, bias) in enumerate(legal):
            move.piece = root.board[<int>origin]
            move.target = target
            if root.board[<int>target] >= 0:
                gain = expected_gain(&self.search.context, root, &move)
            else:
                gain = self.search.context.plan[move.piece][<int>target] - self.search.context.plan[move.piece][<int>origin]
            ranked.append((root.score + gain + bias, number))
        ranked.sort(key=_by_score)
        return ranked

    cdef void _reset(self, object nodes, double seconds):
        self.search.effort.abort = &self.abort
        self.search.effort.nodes = 0
        self.search.effort.spent = 0
        self.search.effort.node_limit = nodes if nodes else <uint64_t>-1
        self.search.effort.deadline = seconds_now() + seconds
        memset(self.search.history, 0, sizeof(self.search.history))

    cdef tuple _deepen(self, State* root, list legal, list ranked, int depth, double margin):
        """Search each root move one ply deeper, best first; moves cut off by the limits stay behind in their old order."""
        cdef Move move
        cdef float score, best = -WON - DEEPEST
        cdef float floor
        cdef double bias
        cdef bint done_any = False
        done = []
        for _, number in ranked:
            origin, target, bias = legal[number]
            move.piece = root.board[<int>origin]
            move.target = target
            move.attacks = root.board[<int>target] >= 0
            floor = best - margin - bias
            with nogil:
                # A narrow window first: is it good enough for a full search?
                score = our_move(self.search, root, &move, depth, floor, floor + NARROW_WINDOW if done_any else WON + DEEPEST)
                if done_any and score > floor and not self.search.effort.spent:
                    score = our_move(self.search, root, &move, depth, floor, WON + DEEPEST)
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
