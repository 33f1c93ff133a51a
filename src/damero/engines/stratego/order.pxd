"""What a search looks at first, and what it looks at less deep."""

from damero.engines.stratego.kernel cimport Way

cdef enum:
    LATE = 3  # Quiet moves from this place on in the order are late.


cdef inline int shortfall(float chance) noexcept nogil:
    """How much less deep to look at what is unlikely to happen."""
    return 2 if chance < 0.1 else 1 if chance < 0.3 else 0


cdef inline int is_late(const Way* way, int number, int depth) noexcept nogil:
    """Whether a quiet move comes so late in the order that it is first looked at less deep."""
    return depth >= 3 and number >= LATE and not way.attacks


cdef inline void sort(Way* found, int count) noexcept nogil:
    cdef int i, j
    cdef Way way
    for i in range(1, count):
        way = found[i]
        j = i - 1
        while j >= 0 and found[j].worth < way.worth:
            found[j + 1] = found[j]
            j -= 1
        found[j + 1] = way
