"""The variants' draw rules as a search sees them, frame by frame."""

from damero.engines.draughts.generator cimport Bits, Move, State

cdef enum:
    MOST_ROWS = 16

cdef enum Counted:
    ALL_PLIES
    STRONG_SIDE
    WEAK_SIDE

# A drawn ending once its limit is used up: a force against a force, or equal kings (`fewest` above 0).
cdef struct Row:
    int strong_kings
    int or_more_kings
    int strong_men
    int weak_kings
    int weak_men
    int weak_on_diagonal
    int fewest
    int most
    int counted
    int limit

cdef struct DrawRules:
    int no_progress
    int repetition
    int rows
    Bits long_diagonal
    Row row[MOST_ROWS]

# What a position remembers of the way to it.
cdef struct Frame:
    Bits key
    int quiet  # plies since a capture or a man's move
    int ending  # which row applies to which material, 0 for none
    int counted  # how much of the row's limit is used up

cdef int ending_of(const DrawRules* rules, const State* state) noexcept nogil
cdef void advance(const DrawRules* rules, const Frame* before, const Move* move, bint by_king, const State* after, Frame* frame) noexcept nogil
cdef bint is_drawn(const DrawRules* rules, const Frame* frame, int past, int in_tree) noexcept nogil
cdef DrawRules draw_rules_of(rules) except *

cdef inline int plies_left(const DrawRules* rules, const Frame* frame, int black) noexcept nogil:
    """After how many plies at most a conversion must come, or the game is drawn."""
    cdef int left = rules.no_progress - frame.quiet, row_left
    cdef const Row* row
    if frame.ending == 0:
        return left
    row = &rules.row[frame.ending & 15]
    row_left = row.limit - frame.counted
    if row.counted != ALL_PLIES:
        # Every second ply counts; the first does if it is by the side whose moves are counted.
        row_left = 2 * row_left - ((black == (frame.ending >> 4 & 3 == 2)) == (row.counted == STRONG_SIDE))
    return min(left, row_left)
