"""What they may do to us, each with the chance that it is open to them, and what to expect of all of it."""

from libc.stdint cimport int16_t

from damero.engines.stratego.kernel cimport BOMB, RANKS, SCOUT, Scene, State, UNKNOWN, US, Way, are_beside, fight, movable

cdef enum:
    MOST_THREATS = 48

cdef struct Threats:
    float sure  # What they can bring our score down to for certain.
    int count
    float score[MOST_THREATS]  # From the worst for us on.
    float chance[MOST_THREATS]
    int16_t piece[MOST_THREATS]  # Who threatens.


cdef inline float _told_before(const Threats* threats, int number) noexcept nogil:
    """How likely the same piece does something worse: if it cannot do that, it is weaker than was thought."""
    cdef float most = 0
    cdef int i
    for i in range(number):
        if threats.piece[i] == threats.piece[number]:
            most = max(most, threats.chance[i])
    return most


cdef inline float expected(const Threats* threats) noexcept nogil:
    """Our score if they do the worst that turns out to be open to them."""
    cdef float total = 0, left = 1, before, chance
    cdef int i
    for i in range(threats.count):
        before = _told_before(threats, i)
        if threats.chance[i] <= before:
            continue
        chance = (threats.chance[i] - before) / (1 - before)
        total += left * chance * threats.score[i]
        left *= 1 - chance
    return total + left * threats.sure


cdef inline void fear(Threats* threats, const Way* way, float score) noexcept nogil:
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
        threats.piece[i] = threats.piece[i - 1]
        i -= 1
    threats.score[i], threats.chance[i], threats.piece[i] = score, way.open, way.piece
    threats.count += 1


cdef inline float stake(const Scene* scene, const State* state, int ours) noexcept nogil:
    """What falls with a piece of ours."""
    cdef int rank = state.rank[ours]
    return scene.value[US][rank] + (0 if state.revealed[ours] else scene.hush[ours])


cdef inline float _readiness(const Scene* scene, const State* state, int theirs, int ours, float* chances) noexcept nogil:
    """How likely a piece of theirs can win against one of ours and would dare to; `chances` become its ranks then."""
    cdef int rank, mine = state.rank[ours]
    cdef float total = 0, one
    cdef bint beside = are_beside(state.cell[theirs], state.cell[ours])
    for rank in range(RANKS):
        chances[rank] = 0
        one = scene.chance[state.belief[theirs]][rank] if state.rank[theirs] == UNKNOWN else (state.rank[theirs] == rank)
        if one <= 0 or rank == BOMB or fight(rank, mine) <= 0 or not (beside or rank == SCOUT):
            continue
        if not state.revealed[ours]:
            one *= scene.dare[ours][rank]
        chances[rank] = one
        total += one
    if total > 0:
        for rank in range(RANKS):
            chances[rank] /= total
    return total


cdef inline float openness(const Scene* scene, const State* state, const Way* way, float* chances, bint* trades) noexcept nogil:
    """How likely it is that this way is open to them and that they want it."""
    cdef int victim = state.board[way.target], rank = state.rank[way.piece]
    trades[0] = False
    if not way.attacks:
        return 1 if state.moved[way.piece] else movable(scene, state, way.piece)
    if rank != UNKNOWN and fight(rank, state.rank[victim]) == 0:
        trades[0] = True
        return 1 if state.revealed[victim] else scene.dare[victim][rank]
    return _readiness(scene, state, way.piece, victim, chances)
