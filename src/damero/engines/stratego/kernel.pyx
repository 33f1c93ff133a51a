# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Moves and fights on a board as one side knows it."""

from libc.string cimport memset

cdef float MIN_SCOUT_PROBABILITY = 0.08
cdef float LIKELY = 0.5  # The expected number of movable pieces from which a side is assumed to have one.

cdef int8_t _neighbours[CELLS][5]
cdef int8_t _within_two_steps[CELLS][13]
cdef int8_t _rays[CELLS][4][10]
cdef int8_t _fights[RANKS][RANKS]


def _prepare_fights():
    for attacker in range(RANKS):
        for defender in range(RANKS):
            if defender == FLAG:
                result = 1
            elif attacker == defender:
                result = 0
            elif defender == BOMB:
                result = 1 if attacker == MINER else -1
            elif defender == MARSHAL:
                result = 1 if attacker == SPY else -1
            else:
                result = 1 if attacker > defender else -1
            _fights[attacker][defender] = result


def _prepare_paths():
    """Every list ends with NOBODY. Lakes are not left out: callers check the board."""
    for cell in range(CELLS):
        row, column = divmod(cell, 10)
        near = [(row + down, column + right) for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        _fill_neighbours(cell, [r * 10 + c for r, c in near if 0 <= r < 10 and 0 <= c < 10])
        _fill_within_two_steps(cell, [
            r * 10 + c for r in range(10) for c in range(10) if 1 <= abs(r - row) + abs(c - column) <= 2
        ])
        for direction, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
            ray = [(row + down * far, column + right * far) for far in range(1, 10)]
            _fill_ray(cell, direction, [r * 10 + c for r, c in ray if 0 <= r < 10 and 0 <= c < 10])


cdef void _fill_neighbours(int cell, list cells):
    for i, one in enumerate(cells + [NOBODY]):
        _neighbours[cell][<int>i] = one


cdef void _fill_within_two_steps(int cell, list cells):
    for i, one in enumerate(cells + [NOBODY]):
        _within_two_steps[cell][<int>i] = one


cdef void _fill_ray(int cell, int direction, list cells):
    for i, one in enumerate(cells + [NOBODY]):
        _rays[cell][direction][<int>i] = one


_prepare_fights()
_prepare_paths()


cdef uint64_t hash_of(int piece, int code) noexcept nogil:
    """A hash of a fact about a piece: the square it stands on, or one of the fact codes."""
    cdef uint64_t z = <uint64_t>(piece * 256 + code + 1) * 0x9E3779B97F4A7C15ULL
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef const int8_t* neighbours(int cell) noexcept nogil:
    return _neighbours[cell]


cdef const int8_t* within_two_steps(int cell) noexcept nogil:
    """The squares at a distance of one or two steps."""
    return _within_two_steps[cell]


cdef const int8_t* ray(int cell, int direction) noexcept nogil:
    """The squares in one of four directions, nearest first."""
    return _rays[cell][direction]


cdef int fight(int attacker, int defender) noexcept nogil:
    """1 if the attacker wins, -1 if the defender wins, 0 if both fall."""
    return _fights[attacker][defender]


cdef bint are_adjacent(int one, int two) noexcept nogil:
    cdef int apart = one - two if one > two else two - one
    return apart == 10 or (apart == 1 and one // 10 == two // 10)


cdef inline int _side(const Context* context, int piece) noexcept nogil:
    return US if piece < context.ours else THEM


cdef bint is_banned(const Context* context, const State* state, int piece, int target) noexcept nogil:
    """The two-square rule in its simple form: the same piece back and forth between the same two squares."""
    cdef int side = _side(context, piece)
    return (
        state.last_piece[side] == piece
        and state.last_from[side] == target
        and state.last_to[side] == state.cell[piece]
        and state.repeats[side] >= context.two_square_moves
    )


cdef bint _has_enemy_within(const Context* context, const State* state, int cell, int side, int radius) noexcept nogil:
    cdef const int8_t* near = _within_two_steps[cell]
    cdef int i = 0, piece
    if radius == 1:
        near = _neighbours[cell]
    while near[i] != NOBODY:
        piece = state.board[near[i]]
        if piece >= 0 and _side(context, piece) != side:
            return True
        i += 1
    return False


cdef inline bint _is_fixed(const Context* context, const State* state, int piece) noexcept nogil:
    cdef int rank = state.rank[piece]
    if rank == UNKNOWN:
        return not state.moved[piece] and movable_probability(context, state, piece) < 0.01
    return rank == BOMB or rank == FLAG


cdef int _add(const State* state, Move* found, int count, int piece, int target) noexcept nogil:
    found[count].piece = piece
    found[count].target = target
    found[count].attacks = state.board[target] >= 0
    found[count].priority = 0
    return count + 1


cdef int _add_scout_moves(const Context* context, const State* state, int piece, int side, Move* found, int count, bint only_attacks) noexcept nogil:
    cdef int direction, i, target, other
    for direction in range(4):
        i = 0
        while _rays[state.cell[piece]][direction][i] != NOBODY:
            target = _rays[state.cell[piece]][direction][i]
            i += 1
            other = state.board[target]
            if other == LAKE or (other >= 0 and _side(context, other) == side):
                break
            if not (only_attacks and other < 0) and not is_banned(context, state, piece, target):
                count = _add(state, found, count, piece, target)
            if other >= 0:
                break
    return count


cdef int _add_steps(const Context* context, const State* state, int piece, int side, Move* found, int count, bint only_attacks) noexcept nogil:
    cdef const int8_t* near = _neighbours[state.cell[piece]]
    cdef int i = 0, other, target
    while near[i] != NOBODY:
        target = near[i]
        i += 1
        other = state.board[target]
        if other == LAKE or (other >= 0 and _side(context, other) == side) or (only_attacks and other < 0):
            continue
        if not is_banned(context, state, piece, target):
            count = _add(state, found, count, piece, target)
    return count


cdef int _add_possible_scout_attacks(const Context* context, const State* state, int piece, Move* found, int count) noexcept nogil:
    """Attacks from a distance that an unidentified piece can make if it is a scout."""
    cdef int direction, i, target
    cdef const int8_t* line
    if context.probability[state.belief[piece]][SCOUT] < MIN_SCOUT_PROBABILITY:
        return count
    for direction in range(4):
        line = _rays[state.cell[piece]][direction]
        i = 0
        while line[i] != NOBODY and state.board[line[i]] == NOBODY:
            i += 1
        target = line[i]
        if i > 0 and target != NOBODY and 0 <= state.board[target] < context.ours:
            count = _add(state, found, count, piece, target)
    return count


cdef inline bint _is_distant(const Context* context, const State* state, int piece, int side, int radius) noexcept nogil:
    return not context.active[piece] and not _has_enemy_within(context, state, state.cell[piece], side, radius)


cdef bint _can_step(const Context* context, const State* state, int piece) noexcept nogil:
    """Whether a piece has an empty square beside it that it may move to."""
    cdef const int8_t* near = _neighbours[state.cell[piece]]
    cdef int i = 0
    while near[i] != NOBODY:
        if state.board[near[i]] == NOBODY and not is_banned(context, state, piece, near[i]):
            return True
        i += 1
    return False


cdef bint has_distant_move(const Context* context, const State* state, int side, int radius) noexcept nogil:
    """Whether a side has a move that `generate_moves` leaves out; for unidentified pieces, whether that is likely."""
    cdef int first = 0 if side == US else context.ours
    cdef int end = context.ours if side == US else context.count
    cdef int piece
    cdef float expected = 0
    for piece in range(first, end):
        if state.cell[piece] == NOBODY or _is_fixed(context, state, piece):
            continue
        if _can_step(context, state, piece) and _is_distant(context, state, piece, side, radius):
            expected += 1 if state.moved[piece] else movable_probability(context, state, piece)
            if expected >= LIKELY:
                return True
    return False


cdef int generate_moves(const Context* context, const State* state, int side, Move* found, int radius) noexcept nogil:
    """The moves of a side.

    With `radius` 0 every piece moves. With 1 or 2 only active pieces and those with an enemy within that distance move;
    the others only attack.
    """
    cdef int first = 0 if side == US else context.ours
    cdef int end = context.ours if side == US else context.count
    cdef int piece, count = 0
    cdef bint distant
    for piece in range(first, end):
        if state.cell[piece] == NOBODY or _is_fixed(context, state, piece):
            continue
        distant = radius and _is_distant(context, state, piece, side, radius)
        if state.rank[piece] == SCOUT:
            count = _add_scout_moves(context, state, piece, side, found, count, distant)
            continue
        if state.rank[piece] == UNKNOWN:
            count = _add_possible_scout_attacks(context, state, piece, found, count)
        if not distant:
            count = _add_steps(context, state, piece, side, found, count, False)
    return count


cdef int generate_attacks(const Context* context, const State* state, int side, Move* found) noexcept nogil:
    cdef int first = 0 if side == US else context.ours
    cdef int end = context.ours if side == US else context.count
    cdef int piece, count = 0
    for piece in range(first, end):
        if state.cell[piece] == NOBODY or _is_fixed(context, state, piece):
            continue
        if state.rank[piece] == SCOUT:
            count = _add_scout_moves(context, state, piece, side, found, count, True)
            continue
        if state.rank[piece] == UNKNOWN:
            count = _add_possible_scout_attacks(context, state, piece, found, count)
        count = _add_steps(context, state, piece, side, found, count, True)
    return count


cdef void move_piece(const Context* context, State* state, int piece, int target) noexcept nogil:
    """Move a piece to an empty square and record the move for the two-square rule."""
    cdef int side = _side(context, piece), origin = state.cell[piece]
    cdef bint back = (
        state.last_piece[side] == piece and state.last_from[side] == target and state.last_to[side] == origin
    )
    state.repeats[side] = state.repeats[side] + 1 if back else 1
    state.last_piece[side] = piece
    state.last_from[side] = origin
    state.last_to[side] = target
    state.board[origin] = NOBODY
    state.board[target] = piece
    state.cell[piece] = target
    state.key ^= hash_of(piece, origin) ^ hash_of(piece, target)
    if not state.moved[piece]:
        state.moved[piece] = 1
        if side == US and not state.revealed[piece]:
            state.score -= context.first_move_cost
        state.key ^= hash_of(piece, MOVED)
    state.score += context.plan[piece][target] - context.plan[piece][origin]


cdef void remove_piece(const Context* context, State* state, int piece) noexcept nogil:
    """Remove a piece and its plans from the board; the caller counts its value."""
    state.score -= context.plan[piece][state.cell[piece]]
    state.movers[_side(context, piece)] -= 1 if state.moved[piece] else movable_probability(context, state, piece)
    state.key ^= hash_of(piece, state.cell[piece])
    state.board[state.cell[piece]] = NOBODY
    state.cell[piece] = NOBODY


cdef float movable_probability(const Context* context, const State* state, int piece) noexcept nogil:
    """The probability that a piece can move at all."""
    cdef int rank = state.rank[piece]
    if rank != UNKNOWN:
        return 0 if rank == BOMB or rank == FLAG else 1
    return 1 - context.probability[state.belief[piece]][BOMB] - context.probability[state.belief[piece]][FLAG]


cdef int belief_after_move(Context* context, const State* state, int piece) noexcept nogil:
    """The belief about an unidentified piece after it has moved."""
    cdef int old = state.belief[piece], rank, new = context.belief_count
    cdef float total = movable_probability(context, state, piece)
    if state.moved[piece] or total <= 0 or new >= MOST_BELIEFS:
        return old
    context.belief_count += 1
    for rank in range(RANKS):
        context.probability[new][rank] = context.probability[old][rank] / total
    context.probability[new][FLAG] = 0
    context.probability[new][BOMB] = 0
    return new


cdef Odds odds(const Context* context, const State* state, int ours, int theirs) noexcept nogil:
    """The outcome probabilities when our piece attacks an enemy piece."""
    cdef Odds result
    cdef int mine = state.rank[ours], rank, outcome
    cdef float chance, worth
    memset(&result, 0, sizeof(Odds))
    for rank in range(RANKS):
        if state.rank[theirs] == UNKNOWN:
            chance = context.probability[state.belief[theirs]][rank]
        else:
            chance = 1 if state.rank[theirs] == rank else 0
        if chance <= 0:
            continue
        outcome = _fights[mine][rank]
        worth = context.value[THEM][rank] + (0 if state.revealed[theirs] else context.secrecy[THEM][rank])
        if outcome > 0:
            result.win += chance
            result.win_gain += chance * worth
        elif outcome == 0:
            result.tie += chance
            result.tie_gain += chance * worth
        else:
            result.lose += chance
            if not state.revealed[theirs]:
                result.loss_information += chance * context.secrecy[THEM][rank]
    return result


cdef void fill_decay(float* factors, float decay) noexcept nogil:
    """The factor for each number of steps, up to `UNREACHABLE`, where it is 0."""
    cdef int step
    factors[0] = 1
    for step in range(1, UNREACHABLE):
        factors[step] = factors[step - 1] * decay
    factors[UNREACHABLE] = 0


cdef void load(Context* context, State* state, object position):
    """Fill context and state from a `kernel_position.KernelPosition`; plans stay empty."""
    cdef int i, rank, cell
    memset(context, 0, sizeof(Context))
    memset(state, 0, sizeof(State))
    context.count = len(position.pieces)
    context.ours = position.ours
    context.two_square_moves = position.two_square_moves
    for i in range(CELLS):
        state.board[i] = LAKE if i in position.lakes else NOBODY
    for i in range(PIECES):
        state.cell[i] = NOBODY
    for i, piece in enumerate(position.pieces):
        cell = piece.cell
        state.cell[i] = cell
        state.board[cell] = i
        state.rank[i] = UNKNOWN if piece.rank is None else piece.rank
        state.moved[i] = piece.moved
        state.revealed[i] = piece.revealed
        state.belief[i] = i
        if piece.probabilities:
            for rank in range(RANKS):
                context.probability[i][rank] = piece.probabilities[rank]
        state.movers[_side(context, i)] += movable_probability(context, state, i)
    context.belief_count = context.count
    for i in range(2):
        piece, origin, target, repeats = position.last[i]
        state.last_piece[i] = piece
        state.last_from[i] = origin
        state.last_to[i] = target
        state.repeats[i] = repeats


def moves_of(position, int side):
    """The moves of a side as pairs of squares, as the search generates them."""
    cdef Context context
    cdef State state
    cdef Move found[MOST_MOVES]
    cdef int i, count
    load(&context, &state, position)
    count = generate_moves(&context, &state, side, found, 0)
    return [(<int>state.cell[found[i].piece], <int>found[i].target) for i in range(count)]


def fight_result(int attacker, int defender):
    return fight(attacker, defender)
