# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Plans as maps: for each piece, how good each square is on its way to what it wants.

Made once at the root of a search. Our pieces are drawn towards enemies that they expect to beat, and towards what may
be the flag.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

from damero.engines.stratego.kernel cimport (
    BOMB,
    CELLS,
    FAR,
    FLAG,
    LAKE,
    MINER,
    NOBODY,
    Odds,
    Scene,
    State,
    UNKNOWN,
    US,
    fade,
    movable,
    odds,
    steps,
)

cdef enum:
    THROUGH_FRIEND = 2
    THROUGH_ENEMY = 4
    THROUGH_BOMB = 8


cdef int _toll(const Scene* scene, const State* state, int cell, bint miner) noexcept nogil:
    """What it costs a piece of ours to enter a square on its way."""
    cdef int piece = state.board[cell]
    if piece == NOBODY:
        return 1
    if piece == LAKE:
        return FAR
    if piece >= scene.ours:
        if state.rank[piece] == BOMB:
            return THROUGH_ENEMY if miner else FAR
        if state.rank[piece] == UNKNOWN and not miner:
            return THROUGH_ENEMY + <int>(THROUGH_BOMB * scene.chance[state.belief[piece]][BOMB])
        return THROUGH_ENEMY
    return FAR if state.rank[piece] == BOMB or state.rank[piece] == FLAG else THROUGH_FRIEND


cdef void _distances(const Scene* scene, const State* state, int target, bint miner, int* far) noexcept nogil:
    """The cheapest way of ours from every square to a target, by buckets of equal distance."""
    cdef int ring[FAR + 8][CELLS]
    cdef int sizes[FAR + 8]
    cdef int distance, i, k, cell, there, cost
    cdef const int8_t* near
    memset(sizes, 0, sizeof(sizes))
    for i in range(CELLS):
        far[i] = FAR
    far[target] = 0
    ring[0][0] = target
    sizes[0] = 1
    for distance in range(FAR):
        for i in range(sizes[distance]):
            cell = ring[distance][i]
            if far[cell] != distance:
                continue
            # The toll is for the square that is entered on the way to the target.
            cost = distance + (1 if cell == target else _toll(scene, state, cell, miner))
            if cost >= FAR:
                continue
            near = steps(cell)
            k = 0
            while near[k] != NOBODY:
                there = near[k]
                k += 1
                if state.board[there] != LAKE and cost < far[there] and sizes[cost] < CELLS:
                    far[there] = cost
                    ring[cost][sizes[cost]] = there
                    sizes[cost] += 1


cdef float _appeal(const Scene* scene, const State* state, int ours, int theirs, float caught) noexcept nogil:
    """What a piece of ours can hope to gain from an enemy."""
    cdef Odds found = odds(scene, state, ours, theirs)
    cdef int rank = state.rank[ours]
    cdef float stake = scene.value[US][rank]
    cdef float gain = found.won + found.tied + found.learnt - (found.tie + found.lose) * stake
    cdef float runs = movable(scene, state, theirs)
    if not state.revealed[ours]:
        gain -= scene.hush[ours] * (0.5 if found.lose < 0.5 else 1)
    return max(0, gain) * (1 - runs * (1 - caught))


cdef void _plan_ours(Scene* scene, const State* state, const Pull* pull) noexcept nogil:
    """The strongest pull counts alone: who is drawn to everything goes nowhere."""
    cdef int reach[2][CELLS]  # For others, for miners.
    cdef int ours, theirs, cell
    cdef int* far
    cdef float appeal
    cdef float fading[FAR + 1]
    fade(fading, pull.nearer)
    for theirs in range(scene.ours, scene.count):
        _distances(scene, state, state.cell[theirs], False, reach[0])
        _distances(scene, state, state.cell[theirs], True, reach[1])
        for ours in range(scene.ours):
            if movable(scene, state, ours) == 0:
                continue
            far = reach[state.rank[ours] == MINER]
            appeal = pull.weight * _appeal(scene, state, ours, theirs, pull.caught)
            if appeal <= 0:
                continue
            for cell in range(CELLS):
                scene.plan[ours][cell] = max(scene.plan[ours][cell], appeal * fading[far[cell]])


cdef void make_plans(Scene* scene, State* state, Pull pull) noexcept nogil:
    cdef int piece
    memset(scene.plan, 0, sizeof(scene.plan))
    _plan_ours(scene, state, &pull)
    for piece in range(scene.ours):
        state.score += scene.plan[piece][state.cell[piece]]
