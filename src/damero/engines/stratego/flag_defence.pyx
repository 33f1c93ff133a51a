# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Flag defence: whether enemy pieces can reach our flag before a guard can stop them.

Each square beside our flag is an approach. Distance maps to every approach are made once, at the root of a search; in the
tree a race to the flag is then a comparison of two numbers. Miners pass through bombs, and scouts move any distance. A
guard is a piece that can capture the attacker or, if the attacker is unidentified, one that beats a miner.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

from damero.engines.stratego.kernel cimport (
    BOMB,
    CELLS,
    Context,
    FLAG,
    LAKE,
    MINER,
    MOST_APPROACHES,
    NOBODY,
    SCOUT,
    State,
    UNKNOWN,
    UNREACHABLE,
    US,
    fight,
    fill_decay,
    movable_probability,
    neighbours,
    ray,
)

cdef enum:
    WATCHED_THREATS = 2  # Enemy pieces that stay active in the whole tree.
    GUARDS_PER_APPROACH = 2  # Own pieces that stay active for each approach.
    FEW_PIECES = 16  # With so few pieces on the board, all of them are active.
    SCOUT_MOVES = 2  # Scout moves looked ahead before it captures the flag.
    QUEUE_SIZE = 6 * CELLS

cdef float STEP_DECAY = 0.82  # Each further step reduces a threat by this factor.
cdef float MIN_THREAT = 0.06
cdef float SAME_TIME_PENALTY = 0.1

cdef float _decay[UNREACHABLE + 1]
fill_decay(_decay, STEP_DECAY)


cdef inline bint _is_guard(const State* state, int piece) noexcept nogil:
    return MINER < state.rank[piece] < BOMB


cdef inline float _miner_probability(const Context* context, const State* state, int theirs) noexcept nogil:
    """The probability that an enemy piece is a miner."""
    return context.probability[state.belief[theirs]][MINER] if state.rank[theirs] == UNKNOWN else state.rank[theirs] == MINER


cdef inline float _scout_probability(const Context* context, const State* state, int theirs) noexcept nogil:
    """The probability that an enemy piece is a scout."""
    return context.probability[state.belief[theirs]][SCOUT] if state.rank[theirs] == UNKNOWN else state.rank[theirs] == SCOUT


cdef int _guard_step_cost(const Context* context, const State* state, int piece) noexcept nogil:
    """The cost for a guard to enter an occupied square; our own bomb is passable once a miner has removed it."""
    if piece < context.ours and state.rank[piece] == FLAG:
        return UNREACHABLE
    return 4 if piece < context.ours and state.rank[piece] == BOMB else 2


cdef int _attacker_step_cost(const Context* context, const State* state, int piece, bint is_miner) noexcept nogil:
    if piece >= context.ours:
        return 2
    if state.rank[piece] == FLAG:
        return UNREACHABLE
    if state.rank[piece] == BOMB:
        return 1 if is_miner else UNREACHABLE
    return 1 if state.rank[piece] < MINER else 3


cdef int _step_cost(const Context* context, const State* state, int cell, bint is_guard, bint is_miner) noexcept nogil:
    cdef int piece = state.board[cell]
    if piece == NOBODY:
        return 1
    if is_guard:
        return _guard_step_cost(context, state, piece)
    return _attacker_step_cost(context, state, piece, is_miner)


cdef void _fill_distances(const Context* context, const State* state, int approach, bint is_guard, bint is_miner, int8_t* far) noexcept nogil:
    """The cheapest path to an approach from every square; squares are revisited when a cheaper path is found."""
    cdef int queue[QUEUE_SIZE]
    cdef int first = 0, last = 1, cell, there, cost, k
    cdef const int8_t* near
    memset(far, UNREACHABLE, CELLS)
    far[approach] = 0
    queue[0] = approach
    while first < last and last < QUEUE_SIZE - 4:
        cell = queue[first]
        first += 1
        # The cost is that of entering this square on the path to the approach.
        cost = far[cell] + (1 if cell == approach else _step_cost(context, state, cell, is_guard, is_miner))
        near = neighbours(cell)
        k = 0
        while near[k] != NOBODY and cost < UNREACHABLE:
            there = near[k]
            k += 1
            if state.board[there] != LAKE and cost < far[there]:
                far[there] = cost
                queue[last] = there
                last += 1


cdef void _mark_line(const State* state, const int8_t* line, int moves, int8_t* far) noexcept nogil:
    """Mark the squares of a line up to the first piece: a scout there needs at most `moves` moves."""
    cdef int i = 0
    while line[i] != NOBODY and state.board[line[i]] != LAKE:
        far[line[i]] = min(<int>far[line[i]], moves)
        if state.board[line[i]] != NOBODY:
            return
        i += 1


cdef void _fill_scout_distances(const State* state, int flag, int direction, int8_t* far) noexcept nogil:
    """How many moves a scout needs from every square until the flag is in its line from one direction."""
    cdef int moves, cell, turn
    memset(far, UNREACHABLE, CELLS)
    _mark_line(state, ray(flag, direction), 0, far)
    for moves in range(1, SCOUT_MOVES + 1):
        for cell in range(CELLS):
            if far[cell] == moves - 1 and state.board[cell] == NOBODY:
                for turn in range(4):
                    _mark_line(state, ray(cell, turn), moves, far)


cdef void _prepare_approaches(Context* context, const State* state, int flag) noexcept nogil:
    cdef int direction, approach, piece
    for direction in range(4):
        approach = ray(flag, direction)[0]
        if approach == NOBODY or state.board[approach] == LAKE:
            continue
        piece = state.board[approach]
        _fill_scout_distances(state, flag, direction, context.scout_distance[context.approaches])
        _fill_distances(context, state, approach, True, False, context.guard_distance[context.approaches])
        _fill_distances(context, state, approach, False, True, context.miner_distance[context.approaches])
        if 0 <= piece < context.ours and state.rank[piece] == BOMB:
            memset(context.other_distance[context.approaches], UNREACHABLE, CELLS)
        else:
            _fill_distances(context, state, approach, False, False, context.other_distance[context.approaches])
        context.approaches += 1


cdef float _threat(const Context* context, const State* state, int theirs) noexcept nogil:
    """How likely an enemy piece is to reach our flag, reduced by its distance."""
    cdef int cell = state.cell[theirs], approach
    cdef float miner = _miner_probability(context, state, theirs), most = 0
    cdef float other = movable_probability(context, state, theirs) - miner
    for approach in range(context.approaches):
        most = max(
            most,
            miner * _decay[context.miner_distance[approach][cell]]
            + other * _decay[context.other_distance[approach][cell]],
        )
        most = max(most, _scout_probability(context, state, theirs) * _decay[context.scout_distance[approach][cell]])
    return most


cdef int _next_threat(const Context* context, const State* state) noexcept nogil:
    cdef int piece, found = NOBODY
    cdef float threat, most = MIN_THREAT
    for piece in range(context.ours, context.count):
        threat = 0 if context.active[piece] else _threat(context, state, piece)
        if threat > most:
            most, found = threat, piece
    return found


cdef int _nearest_guard(const Context* context, const State* state, int approach) noexcept nogil:
    """The guard nearest to an approach that is not active yet."""
    cdef int piece, found = NOBODY, distance, fewest = UNREACHABLE
    for piece in range(context.ours):
        if _is_guard(state, piece) and not context.active[piece]:
            distance = context.guard_distance[approach][state.cell[piece]]
            if distance < fewest:
                fewest, found = distance, piece
    return found


cdef void _activate_defenders(Context* context, const State* state) noexcept nogil:
    """Activate the pieces that threaten our flag and the guards that can stop them."""
    cdef int turn, approach, piece
    for turn in range(WATCHED_THREATS):
        piece = _next_threat(context, state)
        if piece == NOBODY and turn == 0:
            return
        if piece != NOBODY:
            context.active[piece] = 1
    for approach in range(context.approaches):
        for turn in range(GUARDS_PER_APPROACH):
            piece = _nearest_guard(context, state, approach)
            if piece != NOBODY:
                context.active[piece] = 1


cdef void prepare_flag_defence(Context* context, const State* state) noexcept nogil:
    cdef int piece
    context.approaches = 0
    for piece in range(context.ours):
        if state.rank[piece] == FLAG and state.cell[piece] != NOBODY:
            _prepare_approaches(context, state, state.cell[piece])
    if context.count <= FEW_PIECES:
        memset(context.active, 1, sizeof(context.active))
    else:
        _activate_defenders(context, state)


cdef inline float _delay_penalty(int late) noexcept nogil:
    """How bad it is that a guard arrives `late` steps after an enemy."""
    return 0 if late < 0 else SAME_TIME_PENALTY if late == 0 else min(1, 0.3 + 0.2 * late)


cdef void _nearest_guards(const Context* context, const State* state, int* nearest) noexcept nogil:
    """The distance of the nearest guard to each approach."""
    cdef int piece, approach, cell
    for approach in range(context.approaches):
        nearest[approach] = UNREACHABLE
    for piece in range(context.ours):
        cell = state.cell[piece]
        if cell != NOBODY and _is_guard(state, piece):
            for approach in range(context.approaches):
                nearest[approach] = min(nearest[approach], context.guard_distance[approach][cell])


cdef int _nearest_defender(const Context* context, const State* state, int rank, int approach) noexcept nogil:
    """The distance to an approach of our nearest piece that can capture an enemy of this rank."""
    cdef int piece, mine, nearest = UNREACHABLE
    for piece in range(context.ours):
        mine = state.rank[piece]
        if state.cell[piece] != NOBODY and FLAG < mine < BOMB and fight(mine, rank) >= 0:
            nearest = min(nearest, context.guard_distance[approach][state.cell[piece]])
    return nearest


cdef float _breach_probability(const Context* context, const State* state, int theirs, const int* nearest, int ahead) noexcept nogil:
    """How likely an enemy piece reaches an approach before every guard; `ahead` is 1 if we move first."""
    cdef int approach, cell = state.cell[theirs], rank = state.rank[theirs], soon, sooner, later, guard
    cdef float miner, scout, other, most = 0
    for approach in range(context.approaches):
        soon, later = context.miner_distance[approach][cell], context.other_distance[approach][cell]
        sooner = min(later, <int>context.scout_distance[approach][cell])
        guard = nearest[approach] if rank == UNKNOWN else _nearest_defender(context, state, rank, approach)
        if soon > guard and sooner > guard:
            continue
        miner, scout = _miner_probability(context, state, theirs), _scout_probability(context, state, theirs)
        other = movable_probability(context, state, theirs) - miner - scout
        most = max(
            most,
            miner * _decay[soon] * _delay_penalty(guard - ahead - soon)
            + scout * _decay[sooner] * _delay_penalty(guard - ahead - sooner)
            + other * _decay[later] * _delay_penalty(guard - ahead - later),
        )
    return most


cdef float flag_danger(const Context* context, const State* state, int to_move) noexcept nogil:
    """The cost of enemy pieces that reach our flag before anyone can stop them."""
    cdef int nearest[MOST_APPROACHES]
    cdef int piece
    cdef float total = 0
    if context.approaches == 0:
        return 0
    _nearest_guards(context, state, nearest)
    for piece in range(context.ours, context.count):
        if state.cell[piece] != NOBODY:
            total += _breach_probability(context, state, piece, nearest, to_move == US)
    return context.flag_danger_cost * min(1, total)
