"""What a search remembers of states it has seen: how good they were, as far as it looked, and the best way."""

from libc.stdint cimport int8_t, int16_t, uint64_t

from damero.engines.stratego.kernel cimport Way

cdef enum:
    TABLE_BITS = 16

cdef struct Entry:
    uint64_t key
    float score
    int8_t depth
    int8_t bound  # -1: the score is at most this, 1: at least, 0: exactly.
    int16_t piece
    int8_t target


cdef inline Entry* remembered(Entry* table, uint64_t key, int depth, float alpha, float beta, bint* enough) noexcept nogil:
    """The place of a state in the table; `enough` if what stands there answers the question."""
    cdef Entry* entry = &table[key & ((1 << TABLE_BITS) - 1)]
    enough[0] = False
    if entry.key == key and entry.depth >= depth:
        enough[0] = (
            entry.bound == 0 or (entry.bound > 0 and entry.score >= beta) or (entry.bound < 0 and entry.score <= alpha)
        )
    return entry


cdef inline void remember(Entry* entry, uint64_t key, int depth, float score, float alpha, float beta, const Way* way) noexcept nogil:
    entry.key = key
    entry.depth = depth
    entry.score = score
    entry.bound = -1 if score <= alpha else 1 if score >= beta else 0
    entry.piece = way.piece
    entry.target = way.target


cdef inline void recall(const Entry* entry, uint64_t key, Way* found, int count) noexcept nogil:
    """Try first what was best before."""
    cdef int i
    if entry != NULL and entry.key == key and entry.piece >= 0:
        for i in range(count):
            if found[i].piece == entry.piece and found[i].target == entry.target:
                found[i].worth += 1e7
