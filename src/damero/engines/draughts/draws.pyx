"""Repetition, lack of progress and the material rows, kept in step with the referee's `draws.py`."""

from damero.domain.draughts.rules import Counted as Count
from damero.domain.draughts.rules import EqualKings

from damero.engines.bits cimport count_of
from damero.engines.draughts.generator cimport hash_of
from damero.engines.draughts.kernel cimport Kernel


cdef inline bint fits(const Row* row, Bits strong, Bits weak, Bits kings, Bits diagonal) noexcept nogil:
    cdef int strong_kings = count_of(strong & kings)
    if strong_kings < row.strong_kings or strong_kings > row.strong_kings and not row.or_more_kings:
        return False
    if count_of(strong & ~kings) != row.strong_men or count_of(weak & ~kings) != row.weak_men:
        return False
    return count_of(weak & kings) == row.weak_kings and (not row.weak_on_diagonal or weak & diagonal != 0)


cdef inline bint has_equal_kings(const Row* row, const State* state) noexcept nogil:
    cdef int kings = count_of(state.own & state.kings)
    cdef int pieces = count_of(state.own | state.enemy)
    return kings > 0 and kings == count_of(state.enemy & state.kings) and row.fewest <= pieces <= row.most


cdef int ending_of(const DrawRules* rules, const State* state) noexcept nogil:
    """The first row that applies, which side is the stronger, and the material: one number, 0 for none."""
    cdef Bits white = state.enemy if state.black else state.own
    cdef Bits black = state.own if state.black else state.enemy
    cdef int at, strong = 0
    if rules.rows == 0 or not (state.own & state.kings and state.enemy & state.kings):
        return 0
    for at in range(rules.rows):
        if rules.row[at].fewest:
            strong = 1 if has_equal_kings(&rules.row[at], state) else 0
        elif fits(&rules.row[at], white, black, state.kings, rules.long_diagonal):
            strong = 1
        elif fits(&rules.row[at], black, white, state.kings, rules.long_diagonal):
            strong = 2
        if strong:
            return (
                at | strong << 4 | count_of(white & state.kings) << 6 | count_of(white & ~state.kings) << 12
                | count_of(black & state.kings) << 18 | count_of(black & ~state.kings) << 24
            )
    return 0


cdef inline bint counts(const Row* row, int ending, bint black_moved) noexcept nogil:
    cdef bint strong_moved = black_moved == (ending >> 4 & 3 == 2)
    return row.counted == ALL_PLIES or strong_moved == (row.counted == STRONG_SIDE)


cdef void advance(
    const DrawRules* rules, const Frame* before, const Move* move, bint by_king, const State* after, Frame* frame
) noexcept nogil:
    """The frame after a move."""
    frame.key = hash_of(after)
    frame.quiet = before.quiet + 1 if by_king and move.taken == 0 else 0
    frame.ending = ending_of(rules, after)
    frame.counted = 0
    if frame.ending and frame.ending == before.ending:
        frame.counted = before.counted + counts(&rules.row[frame.ending & 15], frame.ending, not after.black)


cdef bint is_drawn(const DrawRules* rules, const Frame* frame, int past, int in_tree) noexcept nogil:
    """Whether a position is drawn, unless its side to move has no move: one repetition within the tree is enough.

    `past` frames lie before this one, `in_tree` of them in the tree.
    """
    cdef int back = 2, times = 1
    if frame.quiet >= rules.no_progress:
        return True
    if frame.ending and frame.counted >= rules.row[frame.ending & 15].limit:
        return True
    while back <= frame.quiet and back <= past:
        if (frame - back).key == frame.key:
            times += 1
            if back <= in_tree or times >= rules.repetition:
                return True
        back += 2
    return False


cdef Row row_of(record, ending) except *:
    cdef Row row
    strong, weak = ending.split(" v ")
    row.strong_kings, row.strong_men = strong.count("K"), strong.count("M")
    row.or_more_kings = strong.endswith("+")
    row.weak_kings, row.weak_men = weak.count("K"), weak.count("M")
    row.weak_on_diagonal = record.weak_holds_long_diagonal
    row.fewest = row.most = 0
    row.counted = {Count.PLIES: ALL_PLIES, Count.STRONG_SIDE: STRONG_SIDE, Count.WEAK_SIDE: WEAK_SIDE}[record.counted]
    row.limit = record.limit
    return row


cdef DrawRules draw_rules_of(rules) except *:
    """A rules record's draws for the search."""
    cdef DrawRules draws
    cdef Kernel kernel = Kernel(rules)
    half = rules.size // 2
    draws.long_diagonal = kernel.bits_of(row * half + (rules.size - 1 - row) // 2 + 1 for row in range(rules.size))
    draws.no_progress = rules.draws.no_progress
    draws.repetition = rules.draws.repetition
    draws.rows = 0
    for record in rules.draws.material:
        if isinstance(record, EqualKings):
            draws.row[draws.rows] = Row(0, 0, 0, 0, 0, 0, record.fewest, record.most, ALL_PLIES, record.limit)
            draws.rows += 1
            continue
        for ending in record.endings:
            draws.row[draws.rows] = row_of(record, ending)
            draws.rows += 1
    return draws
