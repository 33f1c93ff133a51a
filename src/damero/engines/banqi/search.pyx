# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The root of the search: every action scored, a ply deeper each time, until the limits are reached."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from damero.engines.banqi.endings cimport MOST_PIECES, stock
from damero.engines.banqi.evaluate cimport WON, evaluate, evaluate_living
from damero.engines.banqi.kernel cimport (
    Action, MOST_ACTIONS, NOBODY, Board, actions, is_flip, load, make, origin_of, target_of
)
from damero.engines.banqi.tree cimport (
    DECIDED, DEEPEST, MOST_PAST, TABLE_BITS, Entry, Search, chance, negamax, surroundings
)
from damero.engines.clock cimport seconds_now


cdef double FOREVER = 1e9
cdef double UNHURRIED = 0.4
cdef int FLIPS_SIFTED = 4  # From this depth on only the flips that looked best go on to be looked at.
cdef int FLIPS_KEPT = 6


def _by_score(pair):
    return -pair[0]


def _sifted(ranked):
    """The actions worth a deeper look, and the flips that others leave behind."""
    left_out = [pair for pair in ranked if is_flip(pair[1])][FLIPS_KEPT:]
    return [pair for pair in ranked if pair not in left_out], left_out


cdef int _endings_for(const Board* root, double seconds) noexcept:
    """Up to how many pieces endings are solved for a search from here: as many as leave time to search."""
    cdef int pieces = root.alive_of[0] + root.alive_of[1]
    if pieces <= MOST_PIECES or (pieces == MOST_PIECES + 1 and (seconds == 0 or seconds >= UNHURRIED)):
        return MOST_PIECES
    return MOST_PIECES - 1 if pieces <= 2 * MOST_PIECES else 0


cdef int _leader(const Board* root) noexcept:
    """The colour whose living pieces are worth more."""
    cdef int lead = evaluate_living(root)
    return NOBODY if root.turn == NOBODY or lead == 0 else root.turn if lead > 0 else 1 - root.turn


cdef class Searcher:
    """A search that can be asked again; `stop()` from another thread ends it."""

    cdef Search search
    cdef int abort
    cdef int variety

    def __cinit__(self):
        self.search.entries = <Entry*>calloc(1 << TABLE_BITS, sizeof(Entry))
        if self.search.entries == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.search.entries)

    def stop(self):
        """End the search from another thread, or before it begins."""
        self.abort = 1

    def clear_stop(self):
        """Forget a `stop` that came after the search had ended."""
        self.abort = 0

    def choose(
        self, cells, captured, int turn, int quiet, past, int no_progress, int depth, nodes, double seconds,
        bint knows_endings=True, int variety=3,
    ):
        """Score every root action as deep as the limits allow: ([(score, actions)], depth, nodes).

        `past` are the boards since the last flip or capture, as cells and turn. Actions are (origin, destination);
        flips that look alike from all sides share their score. Scores are exact for actions that are worse than the
        best by no more than `variety`; for others they are no less than the truth.
        """
        cdef Board root, earlier
        cdef int reached
        self.variety = variety
        self._begin(nodes, seconds, no_progress)
        for earlier_cells, earlier_turn in past[len(past) - min(len(past), MOST_PAST):]:
            load(&earlier, earlier_cells, captured, earlier_turn, 0)
            self.search.past[self.search.past_count] = earlier.hash
            self.search.past_count += 1
        load(&root, cells, captured, turn, quiet)
        root.leader = _leader(&root)
        kept = stock(&self.search.library, &root, _endings_for(&root, seconds) if knows_endings else 0)
        groups = self._root_actions(&root)
        ranked = [(evaluate(&root), alike[0]) for alike in groups]
        deepest = 0
        for reached in range(1, min(depth or DEEPEST, DEEPEST - 1) + 1):
            ranked, whole = self._deepen(&root, ranked, reached)
            if not whole:
                break
            deepest = reached
            if len(ranked) == 1 or abs(ranked[0][0]) > DECIDED:
                break
        del kept
        self.abort = 0
        alike_of = {alike[0]: [(origin_of(action), target_of(action)) for action in alike] for alike in groups}
        return [(score, alike_of[action]) for score, action in ranked], deepest, self.search.effort.nodes

    cdef void _begin(self, object nodes, double seconds, int no_progress):
        self.search.effort.abort = &self.abort
        self.search.effort.nodes = 0
        self.search.effort.spent = 0
        self.search.past_count = 0
        self.search.no_progress = no_progress
        self.search.effort.node_limit = nodes if nodes else <uint64_t>-1
        self.search.effort.deadline = seconds_now() + (seconds or FOREVER)
        memset(self.search.killers, 0, sizeof(self.search.killers))
        memset(self.search.history, 0, sizeof(self.search.history))

    cdef list _root_actions(self, Board* root):
        cdef Action found[MOST_ACTIONS]
        cdef int count = actions(root, found), i
        groups = {}
        for i in range(count):
            alike = surroundings(root, origin_of(found[i])) if is_flip(found[i]) else -1 - <int>found[i]
            groups.setdefault(alike, []).append(found[i])
        return list(groups.values())

    cdef tuple _deepen(self, Board* root, list ranked, int depth):
        """Search root actions one deeper, best first; what is left out or cut off keeps its place behind."""
        cdef int score, expected, best = -WON
        cdef Action action
        done = []
        promising, left_out = _sifted(ranked) if depth >= FLIPS_SIFTED else (ranked, [])
        for expected, number in promising:
            action = number
            with nogil:
                score = self._score(root, action, depth, best, expected)
            if self.search.effort.spent:
                break
            done.append((score, number))
            best = max(best, score)
        if not done:
            return ranked, False
        cut_off = promising[len(done):]
        behind = [(min(score, best - self.variety - 1), number) for score, number in cut_off + left_out]
        return sorted(done, key=_by_score) + behind, not cut_off

    cdef int _score(self, Board* root, Action action, int depth, int best, int expected) noexcept nogil:
        cdef Board child
        cdef int score = WON, least = best - self.variety - 1
        if is_flip(action):
            if root.turn == NOBODY:
                return 0
            return chance(&self.search, root, origin_of(action), max(1, depth - 1), least, expected)
        child = root[0]
        make(&child, action)
        self.search.past[self.search.past_count] = root.hash
        self.search.past_count += 1
        if best > -WON:
            # Most are far behind the best, and that is quickly seen.
            score = -negamax(&self.search, &child, depth - 1, -least - 1, -least, 1)
        if score > least:
            score = -negamax(&self.search, &child, depth - 1, -WON, -least, 1)
        self.search.past_count -= 1
        return score
