# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Plan maps: for each of our pieces, the value of each square on the path to its best target.

The maps are made once, at the root of a search. Targets are enemy pieces that ours expects to beat and the likely flag.
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
    NOBODY,
    Odds,
    State,
    UNKNOWN,
    UNREACHABLE,
    US,
    fill_decay,
    movable_probability,
    neighbours,
    odds,
)

from damero.engines.stratego.threats cimport extra_risk

cdef enum:
    THROUGH_FRIEND = 2
    THROUGH_ENEMY = 4
    THROUGH_BOMB = 8


cdef int _step_cost(const Context* context, const State* state, int cell, bint miner) noexcept nogil:
    """The cost of entering a square on the path to a target."""
    cdef int piece = state.board[cell]
    if piece == NOBODY:
        return 1
    if piece == LAKE:
        return UNREACHABLE
    if piece >= context.ours:
        if state.rank[piece] == BOMB:
            return THROUGH_ENEMY if miner else UNREACHABLE
        if state.rank[piece] == UNKNOWN and not miner:
            return THROUGH_ENEMY + <int>(THROUGH_BOMB * context.probability[state.belief[piece]][BOMB])
        return THROUGH_ENEMY
    return UNREACHABLE if state.rank[piece] == BOMB or state.rank[piece] == FLAG else THROUGH_FRIEND


cdef void _distances(const Context* context, const State* state, int target, bint miner, int* far) noexcept nogil:
    """The cheapest path from every square to a target, by buckets of equal distance."""
    cdef int ring[UNREACHABLE + 8][CELLS]
    cdef int sizes[UNREACHABLE + 8]
    cdef int distance, i, k, cell, there, cost
    cdef const int8_t* near
    memset(sizes, 0, sizeof(sizes))
    for i in range(CELLS):
        far[i] = UNREACHABLE
    far[target] = 0
    ring[0][0] = target
    sizes[0] = 1
    for distance in range(UNREACHABLE):
        for i in range(sizes[distance]):
            cell = ring[distance][i]
            if far[cell] != distance:
                continue
            # The cost is that of entering this square on the path to the target.
            cost = distance + (1 if cell == target else _step_cost(context, state, cell, miner))
            if cost >= UNREACHABLE:
                continue
            near = neighbours(cell)
            k = 0
            while near[k] != NOBODY:
                there = near[k]
                k += 1
                if state.board[there] != LAKE and cost < far[there] and sizes[cost] < CELLS:
                    far[there] = cost
                    ring[cost][sizes[cost]] = there
                    sizes[cost] += 1


cdef float _expected_gain(const Context* context, const State* state, int ours, int theirs, float catch_probability) noexcept nogil:
    """What our piece can expect to gain from attacking an enemy piece."""
    cdef Odds found = odds(context, state, ours, theirs)
    cdef int rank = state.rank[ours]
    cdef float stake = context.value[US][rank]
    cdef float gain = found.win_gain + found.tie_gain + found.loss_information - (found.tie + found.lose) * stake
    cdef float can_move = movable_probability(context, state, theirs)
    gain -= found.lose * extra_risk(context, state, ours, theirs)
    if not state.revealed[ours]:
        gain -= context.piece_secrecy[ours] * (0.5 if found.lose < 0.5 else 1)
    return max(0, gain) * (1 - can_move * (1 - catch_probability))


cdef void _plan_ours(Context* context, const State* state, const PlanWeights* plan_weights) noexcept nogil:
    """Only the best target counts for each square: adding all targets up would pull pieces in every direction."""
    cdef int distances[2][CELLS]  # For other pieces, for miners.
    cdef int ours, theirs, cell
    cdef int* far
    cdef float gain
    cdef float decay[UNREACHABLE + 1]
    fill_decay(decay, plan_weights.distance_decay)
    for theirs in range(context.ours, context.count):
        _distances(context, state, state.cell[theirs], False, distances[0])
        _distances(context, state, state.cell[theirs], True, distances[1])
        for ours in range(context.ours):
            if movable_probability(context, state, ours) == 0:
                continue
            far = distances[state.rank[ours] == MINER]
            gain = plan_weights.weight * _expected_gain(context, state, ours, theirs, plan_weights.catch_probability)
            if gain <= 0:
                continue
            for cell in range(CELLS):
                context.plan[ours][cell] = max(context.plan[ours][cell], gain * decay[far[cell]])


cdef void make_plans(Context* context, State* state, PlanWeights plan_weights) noexcept nogil:
    cdef int piece
    memset(context.plan, 0, sizeof(context.plan))
    _plan_ours(context, state, &plan_weights)
    for piece in range(context.ours):
        state.score += context.plan[piece][state.cell[piece]]
