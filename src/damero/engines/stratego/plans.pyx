# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Plans as maps: for each piece, how good each square is on its way to what it wants.

Made once at the root of a search. Our pieces are drawn towards enemies that they expect to beat, and towards invaders
near our flag; the enemy's towards our flag.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

from damero.engines.stratego.kernel cimport (
    BOMB,
    CELLS,
    FLAG,
    LAKE,
    MINER,
    NOBODY,
    Odds,
    Scene,
    State,
    THEM,
    UNKNOWN,
    US,
    movable,
    odds,
    steps,
)

cdef enum:
    FAR = 60
    THROUGH_FRIEND = 2
    THROUGH_ENEMY = 4
    THROUGH_BOMB = 8

cdef struct Home:
    float powers[2 * FAR + 1]  # What a distance leaves of a pull.
    int open[CELLS]  # The way of most enemies to our flag.
    int dug[CELLS]  # That of their miners.
    int walk[CELLS]  # How far from our flag a square is.


cdef float NEARER = 0.87  # A target one step farther away draws so much of it.
cdef float EVASIVE = 0.35  # A piece that moves can run away.


cdef int _toll(const Scene* scene, const State* state, int cell, bint miner, int side) noexcept nogil:
    """What it costs a piece of a side to enter a square on its way."""
    cdef int piece = state.board[cell]
    if side == THEM:
        return _their_toll(scene, state, piece, miner)
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


cdef int _their_toll(const Scene* scene, const State* state, int piece, bint miner) noexcept nogil:
    if piece == NOBODY:
        return 1
    if piece == LAKE:
        return FAR
    if piece >= scene.ours:
        return THROUGH_FRIEND
    if state.rank[piece] == BOMB:
        return THROUGH_FRIEND if miner else FAR
    return THROUGH_ENEMY


cdef void _distances(const Scene* scene, const State* state, int target, bint miner, int side, int* far) noexcept nogil:
    """The cheapest way of a side from every square to a target, by buckets of equal distance."""
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
            cost = distance + (1 if cell == target else _toll(scene, state, cell, miner, side))
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


cdef float _appeal(const Scene* scene, const State* state, int ours, int theirs) noexcept nogil:
    """What a piece of ours can hope to gain from an enemy."""
    cdef Odds found = odds(scene, state, ours, theirs)
    cdef int rank = state.rank[ours]
    cdef float stake = scene.value[US][rank]
    cdef float gain = found.won + found.tied + found.learnt - (found.tie + found.lose) * stake
    cdef float runs = movable(scene, state, theirs)
    if not state.revealed[ours]:
        gain -= scene.secret[US][rank] * (0.5 if found.lose < 0.5 else 1)
    return max(0, gain) * (1 - runs * (1 - EVASIVE))


cdef float _zeal(const Scene* scene, const State* state, int ours, int theirs, float danger) noexcept nogil:
    """How much a piece of ours wants to stop an enemy on its way to our flag."""
    cdef Odds found
    if danger * scene.guard < 1:
        return 0
    found = odds(scene, state, ours, theirs)
    return max(0, found.win + 0.7 * found.tie - found.lose) * scene.guard * danger


cdef float _danger(const Scene* scene, const State* state, int theirs, int cell, const Home* home) noexcept nogil:
    """How near an enemy on a square is to taking our flag: only a miner comes through bombs."""
    cdef float can = movable(scene, state, theirs), digs
    if can <= 0:
        return 0
    if state.rank[theirs] == UNKNOWN:
        digs = scene.chance[state.belief[theirs]][MINER]
    else:
        digs = state.rank[theirs] == MINER
    return (can - digs) * home.powers[2 * home.open[cell]] + digs * home.powers[2 * home.dug[cell]]


cdef void _add_pull(float* plan, float drawn) noexcept nogil:
    """The strongest pull counts in full, the others a little, so that ways towards many targets are better."""
    if drawn > plan[0]:
        plan[0] = drawn + 0.1 * plan[0]
    else:
        plan[0] += 0.1 * drawn


cdef void _plan_ours(Scene* scene, const State* state, const Home* home) noexcept nogil:
    cdef int reach[2][CELLS]  # For others, for miners.
    cdef int ours, theirs, cell, behind, lead
    cdef int* far
    cdef float appeal, zeal
    for theirs in range(scene.ours, scene.count):
        _distances(scene, state, state.cell[theirs], False, US, reach[0])
        _distances(scene, state, state.cell[theirs], True, US, reach[1])
        lead = home.walk[state.cell[theirs]]
        for ours in range(scene.ours):
            far = reach[state.rank[ours] == MINER]
            if movable(scene, state, ours) == 0:
                continue
            appeal = _appeal(scene, state, ours, theirs)
            zeal = _zeal(scene, state, ours, theirs, _danger(scene, state, theirs, state.cell[theirs], home))
            if appeal <= 0 and zeal <= 0:
                continue
            for cell in range(CELLS):
                _add_pull(&scene.plan[ours][cell], appeal * home.powers[far[cell]])
                # Whoever wants to stop an invader must be nearer to the flag than it is.
                behind = max(0, home.walk[cell] - lead)
                _add_pull(&scene.plan[ours][cell], zeal * home.powers[min(FAR, far[cell] + 2 * behind)])


cdef void _plan_theirs(Scene* scene, const State* state, const Home* home) noexcept nogil:
    cdef int theirs, cell
    for theirs in range(scene.ours, scene.count):
        for cell in range(CELLS):
            scene.plan[theirs][cell] = -scene.invasion * _danger(scene, state, theirs, cell, home)


cdef void _look_home(const Scene* scene, const State* state, Home* home) noexcept nogil:
    cdef int piece, cell, flag = NOBODY
    home.powers[0] = 1
    for cell in range(2 * FAR):
        home.powers[cell + 1] = home.powers[cell] * NEARER
    for cell in range(FAR, 2 * FAR + 1):
        home.powers[cell] = 0
    for piece in range(scene.ours):
        if state.rank[piece] == FLAG:
            flag = state.cell[piece]
    for cell in range(CELLS):
        home.open[cell] = home.dug[cell] = FAR
        home.walk[cell] = abs(cell // 10 - flag // 10) + abs(cell % 10 - flag % 10) if flag != NOBODY else 0
    if flag != NOBODY:
        _distances(scene, state, flag, False, THEM, home.open)
        _distances(scene, state, flag, True, THEM, home.dug)


cdef void make_plans(Scene* scene, State* state, double weight) noexcept nogil:
    cdef Home home
    cdef int piece, cell
    _look_home(scene, state, &home)
    memset(scene.plan, 0, sizeof(scene.plan))
    _plan_ours(scene, state, &home)
    _plan_theirs(scene, state, &home)
    for piece in range(scene.count):
        for cell in range(CELLS):
            scene.plan[piece][cell] *= weight
        state.score += scene.plan[piece][state.cell[piece]]
