"""The order in which moves are searched, and depth reductions."""

from damero.engines.stratego.kernel cimport Move

cdef enum:
    LATE = 3  # Quiet moves from this index on are late.


cdef inline int depth_reduction(float chance) noexcept nogil:
    """How many plies less to search an unlikely outcome."""
    return 2 if chance < 0.1 else 1 if chance < 0.3 else 0


cdef inline int is_late(const Move* move, int number, int depth) noexcept nogil:
    """Whether a quiet move is late enough to be searched at reduced depth first."""
    return depth >= 3 and number >= LATE and not move.attacks


cdef inline void sort(Move* found, int count) noexcept nogil:
    cdef int i, j
    cdef Move move
    for i in range(1, count):
        move = found[i]
        j = i - 1
        while j >= 0 and found[j].priority < move.priority:
            found[j + 1] = found[j]
            j -= 1
        found[j + 1] = move
