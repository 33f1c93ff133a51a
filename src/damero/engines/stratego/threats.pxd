"""What they may do to us, each with the chance that it is open to them, and what to expect of all of it."""

cdef enum:
    MOST_THREATS = 48

cdef struct Threats:
    float sure  # What they can bring our score down to for certain.
    int count
    float score[MOST_THREATS]  # From the worst for us on.
    float chance[MOST_THREATS]


cdef inline float expected(const Threats* threats) noexcept nogil:
    """Our score if they do the worst that turns out to be open to them."""
    cdef float total = 0, left = 1
    cdef int i
    for i in range(threats.count):
        total += left * threats.chance[i] * threats.score[i]
        left *= 1 - threats.chance[i]
    return total + left * threats.sure


cdef inline void fear(Threats* threats, float score, float chance) noexcept nogil:
    """Add what they may do; beyond the most that is kept, the mildest is forgotten."""
    cdef int i
    if threats.count == MOST_THREATS:
        if score >= threats.score[MOST_THREATS - 1]:
            return
        threats.count -= 1
    i = threats.count
    while i > 0 and threats.score[i - 1] > score:
        threats.score[i] = threats.score[i - 1]
        threats.chance[i] = threats.chance[i - 1]
        i -= 1
    threats.score[i] = score
    threats.chance[i] = chance
    threats.count += 1
