"""The transposition table: score, search depth and best move of states already searched."""

from libc.stdint cimport int8_t, int16_t, uint64_t

from damero.engines.stratego.kernel cimport Move

cdef enum:
    TABLE_BITS = 16

cdef struct Entry:
    uint64_t key
    float score
    int8_t depth
    int8_t bound  # -1: upper bound, 1: lower bound, 0: exact.
    int16_t piece
    int8_t target


cdef inline Entry* probe(Entry* table, uint64_t key, int depth, float alpha, float beta, bint* enough) noexcept nogil:
    """The entry for a state; `enough` is set if it answers the question."""
    cdef Entry* entry = &table[key & ((1 << TABLE_BITS) - 1)]
    enough[0] = False
    if entry.key == key and entry.depth >= depth:
        enough[0] = (
            entry.bound == 0 or (entry.bound > 0 and entry.score >= beta) or (entry.bound < 0 and entry.score <= alpha)
        )
    return entry


cdef inline void store(Entry* entry, uint64_t key, int depth, float score, float alpha, float beta, const Move* move) noexcept nogil:
    entry.key = key
    entry.depth = depth
    entry.score = score
    entry.bound = -1 if score <= alpha else 1 if score >= beta else 0
    entry.piece = move.piece
    entry.target = move.target


cdef inline void prioritise_stored_move(const Entry* entry, uint64_t key, Move* found, int count) noexcept nogil:
    """Search the stored best move first."""
    cdef int i
    if entry != NULL and entry.key == key and entry.piece >= 0:
        for i in range(count):
            if found[i].piece == entry.piece and found[i].target == entry.target:
                found[i].priority += 1e7
