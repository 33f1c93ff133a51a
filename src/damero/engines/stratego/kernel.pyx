# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Moves and fights on a board as one side knows it."""

from libc.string cimport memset

cdef float LIKELY_SCOUT = 0.08

cdef int8_t _steps[CELLS][5]
cdef int8_t _around[CELLS][13]
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
    """Every list ends with NOBODY; lakes are left to the board."""
    for cell in range(CELLS):
        row, column = divmod(cell, 10)
        near = [(row + down, column + right) for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        _fill_steps(cell, [r * 10 + c for r, c in near if 0 <= r < 10 and 0 <= c < 10])
        _fill_around(cell, [
            r * 10 + c for r in range(10) for c in range(10) if 1 <= abs(r - row) + abs(c - column) <= 2
        ])
        for way, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
            ray = [(row + down * far, column + right * far) for far in range(1, 10)]
            _fill_ray(cell, way, [r * 10 + c for r, c in ray if 0 <= r < 10 and 0 <= c < 10])


cdef void _fill_steps(int cell, list cells):
    for i, one in enumerate(cells + [NOBODY]):
        _steps[cell][<int>i] = one


cdef void _fill_around(int cell, list cells):
    for i, one in enumerate(cells + [NOBODY]):
        _around[cell][<int>i] = one


cdef void _fill_ray(int cell, int way, list cells):
    for i, one in enumerate(cells + [NOBODY]):
        _rays[cell][way][<int>i] = one


_prepare_fights()
_prepare_paths()


cdef uint64_t mixed(int piece, int code) noexcept nogil:
    """A number for a fact about a piece: the square it stands on, or one of the codes."""
    cdef uint64_t z = <uint64_t>(piece * 256 + code + 1) * 0x9E3779B97F4A7C15ULL
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef const int8_t* steps(int cell) noexcept nogil:
    return _steps[cell]


cdef const int8_t* around(int cell) noexcept nogil:
    """The squares one or two steps away."""
    return _around[cell]


cdef const int8_t* ray(int cell, int way) noexcept nogil:
    """The squares in one of four directions, from the nearest on."""
    return _rays[cell][way]


cdef int fight(int attacker, int defender) noexcept nogil:
    """1 if the attacker wins, -1 if the defender does, 0 if both fall."""
    return _fights[attacker][defender]


cdef bint are_beside(int one, int two) noexcept nogil:
    cdef int apart = one - two if one > two else two - one
    return apart == 10 or (apart == 1 and one // 10 == two // 10)


cdef inline int _side(const Scene* scene, int piece) noexcept nogil:
    return US if piece < scene.ours else THEM


cdef bint is_banned(const Scene* scene, const State* state, int piece, int target) noexcept nogil:
    """The two-square rule in its simple form: the same piece to and fro between the same two squares."""
    cdef int side = _side(scene, piece)
    return (
        state.last_piece[side] == piece
        and state.last_from[side] == target
        and state.last_to[side] == state.cell[piece]
        and state.repeats[side] >= scene.two_square_moves
    )


cdef bint _has_foe_around(const Scene* scene, const State* state, int cell, int side, int far) noexcept nogil:
    cdef const int8_t* near = _around[cell]
    cdef int i = 0, piece
    if far == 1:
        near = _steps[cell]
    while near[i] != NOBODY:
        piece = state.board[near[i]]
        if piece >= 0 and _side(scene, piece) != side:
            return True
        i += 1
    return False


cdef inline bint _is_fixed(const Scene* scene, const State* state, int piece) noexcept nogil:
    cdef int rank = state.rank[piece]
    if rank == UNKNOWN:
        return not state.moved[piece] and movable(scene, state, piece) < 0.01
    return rank == BOMB or rank == FLAG


cdef int _add(const State* state, Way* found, int count, int piece, int target) noexcept nogil:
    found[count].piece = piece
    found[count].target = target
    found[count].attacks = state.board[target] >= 0
    found[count].worth = 0
    return count + 1


cdef int _scout_ways(const Scene* scene, const State* state, int piece, int side, Way* found, int count, bint only_attacks) noexcept nogil:
    cdef int way, i, target, other
    for way in range(4):
        i = 0
        while _rays[state.cell[piece]][way][i] != NOBODY:
            target = _rays[state.cell[piece]][way][i]
            i += 1
            other = state.board[target]
            if other == LAKE or (other >= 0 and _side(scene, other) == side):
                break
            if not (only_attacks and other < 0) and not is_banned(scene, state, piece, target):
                count = _add(state, found, count, piece, target)
            if other >= 0:
                break
    return count


cdef int _step_ways(const Scene* scene, const State* state, int piece, int side, Way* found, int count, bint only_attacks) noexcept nogil:
    cdef const int8_t* near = _steps[state.cell[piece]]
    cdef int i = 0, other, target
    while near[i] != NOBODY:
        target = near[i]
        i += 1
        other = state.board[target]
        if other == LAKE or (other >= 0 and _side(scene, other) == side) or (only_attacks and other < 0):
            continue
        if not is_banned(scene, state, piece, target):
            count = _add(state, found, count, piece, target)
    return count


cdef int _long_shots(const Scene* scene, const State* state, int piece, Way* found, int count) noexcept nogil:
    """The attacks from afar of an unknown piece, should it be a scout."""
    cdef int way, i, target
    if scene.chance[state.belief[piece]][SCOUT] < LIKELY_SCOUT:
        return count
    for way in range(4):
        i = 0
        while _rays[state.cell[piece]][way][i] != NOBODY and state.board[_rays[state.cell[piece]][way][i]] == NOBODY:
            i += 1
        target = _rays[state.cell[piece]][way][i]
        if i > 0 and target != NOBODY and 0 <= state.board[target] < scene.ours:
            count = _add(state, found, count, piece, target)
    return count


cdef int ways(const Scene* scene, const State* state, int side, Way* found, int far) noexcept nogil:
    """Where the pieces of a side can go.

    With `far` 1 or 2 only pieces that are awake or have an enemy within so many steps, beside attacks; with 0 all.
    """
    cdef int first = 0 if side == US else scene.ours
    cdef int end = scene.ours if side == US else scene.count
    cdef int piece, count = 0
    cdef bint distant
    for piece in range(first, end):
        if state.cell[piece] == NOBODY or _is_fixed(scene, state, piece):
            continue
        distant = far and not scene.awake[piece] and not _has_foe_around(scene, state, state.cell[piece], side, far)
        if state.rank[piece] == SCOUT:
            count = _scout_ways(scene, state, piece, side, found, count, distant)
            continue
        if state.rank[piece] == UNKNOWN:
            count = _long_shots(scene, state, piece, found, count)
        if not distant:
            count = _step_ways(scene, state, piece, side, found, count, False)
    return count


cdef int attacks(const Scene* scene, const State* state, int side, Way* found) noexcept nogil:
    cdef int first = 0 if side == US else scene.ours
    cdef int end = scene.ours if side == US else scene.count
    cdef int piece, count = 0
    for piece in range(first, end):
        if state.cell[piece] == NOBODY or _is_fixed(scene, state, piece):
            continue
        if state.rank[piece] == SCOUT:
            count = _scout_ways(scene, state, piece, side, found, count, True)
            continue
        if state.rank[piece] == UNKNOWN:
            count = _long_shots(scene, state, piece, found, count)
        count = _step_ways(scene, state, piece, side, found, count, True)
    return count


cdef void relocate(const Scene* scene, State* state, int piece, int target) noexcept nogil:
    """Put a piece on an empty square and remember the way for the two-square rule."""
    cdef int side = _side(scene, piece), origin = state.cell[piece]
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
    state.key ^= mixed(piece, origin) ^ mixed(piece, target)
    if not state.moved[piece]:
        state.moved[piece] = 1
        if side == US and not state.revealed[piece]:
            state.score -= scene.stillness
        state.key ^= mixed(piece, MOVED)
    state.score += scene.plan[piece][target] - scene.plan[piece][origin]


cdef void remove(const Scene* scene, State* state, int piece) noexcept nogil:
    """Take a piece off the board, with its plans; what it was worth is for the caller to count."""
    state.score -= scene.plan[piece][state.cell[piece]]
    state.movers[_side(scene, piece)] -= 1 if state.moved[piece] else movable(scene, state, piece)
    state.key ^= mixed(piece, state.cell[piece])
    state.board[state.cell[piece]] = NOBODY
    state.cell[piece] = NOBODY


cdef float movable(const Scene* scene, const State* state, int piece) noexcept nogil:
    """How likely it is that a piece can move at all."""
    cdef int rank = state.rank[piece]
    if rank != UNKNOWN:
        return 0 if rank == BOMB or rank == FLAG else 1
    return 1 - scene.chance[state.belief[piece]][BOMB] - scene.chance[state.belief[piece]][FLAG]


cdef int believe_moved(Scene* scene, const State* state, int piece) noexcept nogil:
    """A belief for an unknown piece that turns out to be able to move."""
    cdef int old = state.belief[piece], rank, new = scene.belief_count
    cdef float total = movable(scene, state, piece)
    if state.moved[piece] or total <= 0 or new >= MOST_BELIEFS:
        return old
    scene.belief_count += 1
    for rank in range(RANKS):
        scene.chance[new][rank] = scene.chance[old][rank] / total
    scene.chance[new][FLAG] = 0
    scene.chance[new][BOMB] = 0
    return new


cdef Odds odds(const Scene* scene, const State* state, int ours, int theirs) noexcept nogil:
    """How a piece of ours fares when it attacks one of theirs."""
    cdef Odds result
    cdef int mine = state.rank[ours], rank, outcome
    cdef float chance, worth
    memset(&result, 0, sizeof(Odds))
    for rank in range(RANKS):
        if state.rank[theirs] == UNKNOWN:
            chance = scene.chance[state.belief[theirs]][rank]
        else:
            chance = 1 if state.rank[theirs] == rank else 0
        if chance <= 0:
            continue
        outcome = _fights[mine][rank]
        worth = scene.value[THEM][rank] + (0 if state.revealed[theirs] else scene.secret[THEM][rank])
        if outcome > 0:
            result.win += chance
            result.won += chance * worth
        elif outcome == 0:
            result.tie += chance
            result.tied += chance * worth
        else:
            result.lose += chance
            if not state.revealed[theirs]:
                result.learnt += chance * scene.secret[THEM][rank]
    return result


cdef void fade(float* leaves, float share) noexcept nogil:
    """What each number of steps leaves of a pull or a threat, up to `FAR`, which leaves nothing."""
    cdef int step
    leaves[0] = 1
    for step in range(1, FAR):
        leaves[step] = leaves[step - 1] * share
    leaves[FAR] = 0


cdef void load(Scene* scene, State* state, object table):
    """Fill scene and state from a `table.Table`; plans are left at nothing."""
    cdef int i, rank, cell
    memset(scene, 0, sizeof(Scene))
    memset(state, 0, sizeof(State))
    scene.count = len(table.pieces)
    scene.ours = table.ours
    scene.two_square_moves = table.two_square_moves
    for i in range(CELLS):
        state.board[i] = LAKE if i in table.lakes else NOBODY
    for i in range(PIECES):
        state.cell[i] = NOBODY
    for i, piece in enumerate(table.pieces):
        cell = piece.cell
        state.cell[i] = cell
        state.board[cell] = i
        state.rank[i] = UNKNOWN if piece.rank is None else piece.rank
        state.moved[i] = piece.moved
        state.revealed[i] = piece.revealed
        state.belief[i] = i
        if piece.chances:
            for rank in range(RANKS):
                scene.chance[i][rank] = piece.chances[rank]
        state.movers[_side(scene, i)] += movable(scene, state, i)
    scene.belief_count = scene.count
    for i in range(2):
        piece, origin, target, repeats = table.last[i]
        state.last_piece[i] = piece
        state.last_from[i] = origin
        state.last_to[i] = target
        state.repeats[i] = repeats


def ways_of(table, int side):
    """The moves of a side as pairs of squares, as the search sees them."""
    cdef Scene scene
    cdef State state
    cdef Way found[MOST_MOVES]
    cdef int i, count
    load(&scene, &state, table)
    count = ways(&scene, &state, side, found, 0)
    return [(<int>state.cell[found[i].piece], <int>found[i].target) for i in range(count)]


def fight_of(int attacker, int defender):
    return fight(attacker, defender)
