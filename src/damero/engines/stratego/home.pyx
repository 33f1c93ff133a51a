# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Whether our flag is safe: who comes for it, and whether a guard of ours is there in time.

Made at the root of a search: for each square beside our flag, a gate, how many steps everybody is away from it. In the
tree a race to a gate is then a comparison of numbers. A miner digs its way through bombs, a scout runs. A guard is whoever
can take the one that comes, if its rank is known, and otherwise whoever beats a miner.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

from damero.engines.stratego.kernel cimport (
    BOMB,
    CELLS,
    FAR,
    FLAG,
    GATES,
    LAKE,
    MINER,
    NOBODY,
    SCOUT,
    Scene,
    State,
    UNKNOWN,
    US,
    fade,
    fight,
    movable,
    ray,
    steps,
)

cdef enum:
    WATCHED = 2  # The enemies most to be feared.
    SENTRIES = 2  # Guards for each gate.
    FEW = 16  # Of so many pieces on the board all move in the tree wherever they are.
    RUNS = 2  # Moves of a scout that are foreseen before it takes the flag.
    WAITING = 6 * CELLS

cdef float SOON = 0.82  # An enemy a step farther away is so much less of a threat.
cdef float WORTH_WATCHING = 0.06
cdef float JUST_IN_TIME = 0.1

cdef float _fading[FAR + 1]
fade(_fading, SOON)


cdef inline bint _is_guard(const State* state, int piece) noexcept nogil:
    return MINER < state.rank[piece] < BOMB


cdef inline float _digs(const Scene* scene, const State* state, int theirs) noexcept nogil:
    """How likely a piece of theirs is a miner."""
    return scene.chance[state.belief[theirs]][MINER] if state.rank[theirs] == UNKNOWN else state.rank[theirs] == MINER


cdef inline float _runs(const Scene* scene, const State* state, int theirs) noexcept nogil:
    """How likely a piece of theirs is a scout."""
    return scene.chance[state.belief[theirs]][SCOUT] if state.rank[theirs] == UNKNOWN else state.rank[theirs] == SCOUT


cdef int _toll_of_guards(const Scene* scene, const State* state, int piece) noexcept nogil:
    """What it costs a guard to enter a square with a piece on it; a bomb of ours it may pass once it was dug out."""
    if piece < scene.ours and state.rank[piece] == FLAG:
        return FAR
    return 4 if piece < scene.ours and state.rank[piece] == BOMB else 2


cdef int _toll_of_invaders(const Scene* scene, const State* state, int piece, bint digging) noexcept nogil:
    if piece >= scene.ours:
        return 2
    if state.rank[piece] == FLAG:
        return FAR
    if state.rank[piece] == BOMB:
        return 1 if digging else FAR
    return 1 if state.rank[piece] < MINER else 3


cdef int _toll(const Scene* scene, const State* state, int cell, bint guarding, bint digging) noexcept nogil:
    cdef int piece = state.board[cell]
    if piece == NOBODY:
        return 1
    if guarding:
        return _toll_of_guards(scene, state, piece)
    return _toll_of_invaders(scene, state, piece, digging)


cdef void _measure(const Scene* scene, const State* state, int gate, bint guarding, bint digging, int8_t* far) noexcept nogil:
    """The fewest steps to a gate from every square; a square is measured again when a shorter way is found."""
    cdef int queue[WAITING]
    cdef int first = 0, last = 1, cell, there, cost, k
    cdef const int8_t* near
    memset(far, FAR, CELLS)
    far[gate] = 0
    queue[0] = gate
    while first < last and last < WAITING - 4:
        cell = queue[first]
        first += 1
        # The toll is for the square that is entered on the way to the gate.
        cost = far[cell] + (1 if cell == gate else _toll(scene, state, cell, guarding, digging))
        near = steps(cell)
        k = 0
        while near[k] != NOBODY and cost < FAR:
            there = near[k]
            k += 1
            if state.board[there] != LAKE and cost < far[there]:
                far[there] = cost
                queue[last] = there
                last += 1


cdef void _sweep(const State* state, const int8_t* line, int moves, int8_t* far) noexcept nogil:
    """From the squares of a line, up to the first piece, a scout needs at most so many moves."""
    cdef int i = 0
    while line[i] != NOBODY and state.board[line[i]] != LAKE:
        far[line[i]] = min(<int>far[line[i]], moves)
        if state.board[line[i]] != NOBODY:
            return
        i += 1


cdef void _scout(const State* state, int flag, int way, int8_t* far) noexcept nogil:
    """How many moves a scout needs from every square until it sees the flag from one side."""
    cdef int moves, cell, turn
    memset(far, FAR, CELLS)
    _sweep(state, ray(flag, way), 0, far)
    for moves in range(1, RUNS + 1):
        for cell in range(CELLS):
            if far[cell] == moves - 1 and state.board[cell] == NOBODY:
                for turn in range(4):
                    _sweep(state, ray(cell, turn), moves, far)


cdef void _find_gates(Scene* scene, const State* state, int flag) noexcept nogil:
    cdef int way, gate, piece
    for way in range(4):
        gate = ray(flag, way)[0]
        if gate == NOBODY or state.board[gate] == LAKE:
            continue
        piece = state.board[gate]
        _scout(state, flag, way, scene.scouted[scene.gates])
        _measure(scene, state, gate, True, False, scene.guarded[scene.gates])
        _measure(scene, state, gate, False, True, scene.dug[scene.gates])
        if 0 <= piece < scene.ours and state.rank[piece] == BOMB:
            memset(scene.walked[scene.gates], FAR, CELLS)
        else:
            _measure(scene, state, gate, False, False, scene.walked[scene.gates])
        scene.gates += 1


cdef float _threat(const Scene* scene, const State* state, int theirs) noexcept nogil:
    """How likely and how soon an enemy comes to our flag."""
    cdef int cell = state.cell[theirs], gate
    cdef float digs = _digs(scene, state, theirs), walks = movable(scene, state, theirs) - digs, most = 0
    for gate in range(scene.gates):
        most = max(most, digs * _fading[scene.dug[gate][cell]] + walks * _fading[scene.walked[gate][cell]])
        most = max(most, _runs(scene, state, theirs) * _fading[scene.scouted[gate][cell]])
    return most


cdef int _most_feared(const Scene* scene, const State* state) noexcept nogil:
    cdef int piece, found = NOBODY
    cdef float threat, most = WORTH_WATCHING
    for piece in range(scene.ours, scene.count):
        threat = 0 if scene.awake[piece] else _threat(scene, state, piece)
        if threat > most:
            most, found = threat, piece
    return found


cdef int _nearest_guard(const Scene* scene, const State* state, int gate) noexcept nogil:
    """The guard nearest to a gate that is not awake yet."""
    cdef int piece, found = NOBODY, steps_, fewest = FAR
    for piece in range(scene.ours):
        if _is_guard(state, piece) and not scene.awake[piece]:
            steps_ = scene.guarded[gate][state.cell[piece]]
            if steps_ < fewest:
                fewest, found = steps_, piece
    return found


cdef void _call_the_watch(Scene* scene, const State* state) noexcept nogil:
    """Those that come for our flag, and the guards that can stop them, move in the tree wherever they are."""
    cdef int turn, gate, piece
    for turn in range(WATCHED):
        piece = _most_feared(scene, state)
        if piece == NOBODY and turn == 0:
            return
        if piece != NOBODY:
            scene.awake[piece] = 1
    for gate in range(scene.gates):
        for turn in range(SENTRIES):
            piece = _nearest_guard(scene, state, gate)
            if piece != NOBODY:
                scene.awake[piece] = 1


cdef void look_home(Scene* scene, const State* state) noexcept nogil:
    cdef int piece
    scene.gates = 0
    for piece in range(scene.ours):
        if state.rank[piece] == FLAG and state.cell[piece] != NOBODY:
            _find_gates(scene, state, state.cell[piece])
    if scene.count <= FEW:
        memset(scene.awake, 1, sizeof(scene.awake))
    else:
        _call_the_watch(scene, state)


cdef inline float _lateness(int late) noexcept nogil:
    """How bad it is that a guard comes so many steps after an enemy."""
    return 0 if late < 0 else JUST_IN_TIME if late == 0 else min(1, 0.3 + 0.2 * late)


cdef void _guard_gates(const Scene* scene, const State* state, int* nearest) noexcept nogil:
    """How many steps the nearest guard of each gate is away."""
    cdef int piece, gate, cell
    for gate in range(scene.gates):
        nearest[gate] = FAR
    for piece in range(scene.ours):
        cell = state.cell[piece]
        if cell != NOBODY and _is_guard(state, piece):
            for gate in range(scene.gates):
                nearest[gate] = min(nearest[gate], scene.guarded[gate][cell])


cdef int _nearest_to_stop(const Scene* scene, const State* state, int rank, int gate) noexcept nogil:
    """How many steps the nearest piece of ours that can take an enemy of this rank is away from a gate."""
    cdef int piece, mine, nearest = FAR
    for piece in range(scene.ours):
        mine = state.rank[piece]
        if state.cell[piece] != NOBODY and FLAG < mine < BOMB and fight(mine, rank) >= 0:
            nearest = min(nearest, scene.guarded[gate][state.cell[piece]])
    return nearest


cdef float _intrusion(const Scene* scene, const State* state, int theirs, const int* nearest, int ahead) noexcept nogil:
    """How likely an enemy comes to a gate before all guards; `ahead`: a step that they have before it."""
    cdef int gate, cell = state.cell[theirs], rank = state.rank[theirs], soon, sooner, later, guard
    cdef float digs, runs, walks, most = 0
    for gate in range(scene.gates):
        soon, later = scene.dug[gate][cell], scene.walked[gate][cell]
        sooner = min(later, <int>scene.scouted[gate][cell])
        guard = nearest[gate] if rank == UNKNOWN else _nearest_to_stop(scene, state, rank, gate)
        if soon > guard and sooner > guard:
            continue
        digs, runs = _digs(scene, state, theirs), _runs(scene, state, theirs)
        walks = movable(scene, state, theirs) - digs - runs
        most = max(
            most,
            digs * _fading[soon] * _lateness(guard - ahead - soon)
            + runs * _fading[sooner] * _lateness(guard - ahead - sooner)
            + walks * _fading[later] * _lateness(guard - ahead - later),
        )
    return most


cdef float peril(const Scene* scene, const State* state, int to_move) noexcept nogil:
    """What our score loses for enemies that come to our flag before anyone who could stop them."""
    cdef int nearest[GATES]
    cdef int piece
    cdef float total = 0
    if scene.gates == 0:
        return 0
    _guard_gates(scene, state, nearest)
    for piece in range(scene.ours, scene.count):
        if state.cell[piece] != NOBODY:
            total += _intrusion(scene, state, piece, nearest, to_move == US)
    return scene.alarm * min(1, total)
