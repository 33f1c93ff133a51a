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
