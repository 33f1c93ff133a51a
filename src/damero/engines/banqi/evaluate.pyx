# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a Banqi table is worth to the side to move: material in context, hunters near their prey, room to move."""

from libc.stdint cimport uint8_t, uint32_t

from damero.engines.banqi.kernel cimport CANNON, KINDS, TYPES, Table, count32, load, lowest32, neighbours, takes

# Tuned one by one in paired games of 1,500 nodes a move.
cdef enum:
    BASE = 39
    PER_PREY = 12
    PER_HUNTER = 2
    CANNON_BASE = 50
    CANNON_PER_PIECE = 3
    NEAR_PREY = 2
    FREEDOM = 2
    UNWINNABLE = 45  # of 256: what a lead is worth that cannot take the last enemies

cdef uint8_t distance[32][32]


cdef void _fill_distances() noexcept:
    cdef int a, b
    for a in range(32):
        for b in range(32):
            distance[a][b] = abs((a >> 3) - (b >> 3)) + abs((a & 7) - (b & 7))


_fill_distances()


cdef void piece_values(const Table* table, int* values) noexcept nogil:
    """Each kind is worth more for every living enemy it can take, less for every one that can take it."""
    cdef int colour, own, enemy, own_type, enemy_type, value
    cdef int living = table.alive_of[0] + table.alive_of[1]
    for colour in range(2):
        own, enemy = 7 * colour, 7 - 7 * colour
        for own_type in range(TYPES):
            value = BASE
            for enemy_type in range(TYPES):
                value += PER_PREY * takes[own_type][enemy_type] * table.alive[enemy + enemy_type]
                value -= PER_HUNTER * takes[enemy_type][own_type] * table.alive[enemy + enemy_type]
            if own_type == CANNON:
                value = CANNON_BASE + CANNON_PER_PIECE * living
            values[own + own_type] = value


cdef int _hunting(const Table* table, int colour) noexcept nogil:
    """How near the face-up pieces of a colour are to enemies that they can take."""
    cdef int own = 7 * colour, enemy = 7 - own, type_, prey_type, square, nearest, score = 0
    cdef uint32_t hunters, prey, left
    for type_ in range(TYPES):
        hunters = table.of_kind[own + type_]
        if not hunters or type_ == CANNON:
            continue
        prey = 0
        for prey_type in range(TYPES):
            if takes[type_][prey_type]:
                prey |= table.of_kind[enemy + prey_type]
        while hunters and prey:
            square = lowest32(hunters)
            hunters &= hunters - 1
            nearest = 10
            left = prey
            while left:
                nearest = min(nearest, distance[square][lowest32(left)])
                left &= left - 1
            score += NEAR_PREY * (10 - nearest)
    return score


cdef int _freedom(const Table* table, int colour) noexcept nogil:
    cdef uint32_t empty = ~(table.of_colour[0] | table.of_colour[1] | table.face_down)
    cdef uint32_t left = table.of_colour[colour]
    cdef int free = 0
    while left:
        free += count32(neighbours[lowest32(left)] & empty)
        left &= left - 1
    return FREEDOM * free


cdef bint _can_take_all(const Table* table, int colour) noexcept nogil:
    """Whether for every living enemy there is a living piece that can take it: without that nobody wins."""
    cdef int own = 7 * colour, enemy = 7 - own, own_type, enemy_type
    if table.alive[own + CANNON]:
        return True
    for enemy_type in range(TYPES):
        if table.alive[enemy + enemy_type] == 0:
            continue
        for own_type in range(TYPES):
            if table.alive[own + own_type] and takes[own_type][enemy_type]:
                break
        else:
            return False
    return True


cdef int evaluate(const Table* table) noexcept nogil:
    cdef int values[KINDS]
    cdef int kind, score = 0
    piece_values(table, values)
    for kind in range(KINDS):
        score += values[kind] * table.alive[kind] * (1 if kind < TYPES else -1)
    score += _hunting(table, 0) - _hunting(table, 1) + _freedom(table, 0) - _freedom(table, 1)
    if not _can_take_all(table, 0 if score > 0 else 1):
        score = score * UNWINNABLE >> 8
    # A lead is worth less the nearer the draw by no progress.
    score = score * (128 - min(100, table.quiet)) >> 7
    return score if table.turn == 0 else -score


def worth(cells, captured=(), int turn=0):
    """The evaluation of a table, for the colour to move."""
    cdef Table table
    load(&table, cells, captured, turn, 0)
    return evaluate(&table)
