# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a Banqi board is worth to the side to move: who is alive, hunters near their prey, room to move, threats.

What the living are worth depends on all the others, so that a small network, fitted to the results of games played
against itself, judges them together. Its answers are kept: few sets of pieces occur in a search.
"""

from damero.engines.banqi.material import read_network

from libc.math cimport tanh
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t

from damero.engines.banqi.kernel cimport (
    CANNON, KING, KINDS, LEFT_FILE, PAWN, RIGHT_FILE, START_COUNTS, TYPES, Board, beside, load, takes
)
from damero.engines.bits cimport count32

cdef enum:
    NEURONS = 16
    KEPT_BITS = 14
    LOGIT = 200  # Points of the score for each unit of the logarithm of the odds.
    FREEDOM = 8
    KING_IN_REACH = 75
    GUARD_IN_REACH = 57
    FARTHEST = 8
    USUAL = 3  # The distance of a hunter from its prey that is worth nothing.
    MOST_STALLED = 64  # Plies without progress, after which a lead is worth half; it does not get less.
    UNWINNABLE = 45  # of 256: what a lead is worth that cannot take the last enemies

cdef int NEARER[TYPES]
NEARER[:] = [10, 10, 4, 4, 4, 0, 6]

cdef double by_count[2 * TYPES][NEURONS]
cdef double by_presence[2 * TYPES][NEURONS]
cdef double threshold[NEURONS]
cdef double weight[NEURONS]
cdef uint64_t kept[1 << KEPT_BITS]  # The pieces alive and, in the lowest 16 bits, what they are worth to Red.


def _load_network():
    network = read_network()
    for kind in range(2 * TYPES):
        for neuron in range(NEURONS):
            by_count[kind][neuron] = network.weights[kind][neuron]
            by_presence[kind][neuron] = network.weights[2 * TYPES + kind][neuron]
    for neuron in range(NEURONS):
        threshold[neuron] = network.thresholds[neuron]
        weight[neuron] = network.outputs[neuron]


_load_network()


cdef double _prospects(const Board* board, int colour) noexcept nogil:
    """What the network says of the living, seen by one colour."""
    cdef double inputs[NEURONS]
    cdef double total = 0
    cdef int kind, neuron, seen
    for neuron in range(NEURONS):
        inputs[neuron] = threshold[neuron]
    for kind in range(KINDS):
        if board.alive[kind] == 0:
            continue
        seen = kind if colour == 0 else (kind + TYPES) % KINDS
        for neuron in range(NEURONS):
            inputs[neuron] += by_count[seen][neuron] * board.alive[kind] / START_COUNTS[kind % TYPES]
            inputs[neuron] += by_presence[seen][neuron]
    for neuron in range(NEURONS):
        total += weight[neuron] * tanh(inputs[neuron])
    return total


cdef bint _can_take_all(const Board* board, int colour) noexcept nogil:
    """Whether for every living enemy there is a living piece that can take it: without that nobody wins."""
    cdef int own = 7 * colour, enemy = 7 - own, own_type, enemy_type
    if board.alive[own + CANNON]:
        return True
    for enemy_type in range(TYPES):
        if board.alive[enemy + enemy_type] == 0:
            continue
        for own_type in range(TYPES):
            if board.alive[own + own_type] and takes[own_type][enemy_type]:
                break
        else:
            return False
    return True


cdef int _material(const Board* board) noexcept nogil:
    """What the living are worth to Red."""
    cdef uint64_t* place = &kept[board.material * 0x9E3779B97F4A7C15ULL >> (64 - KEPT_BITS)]
    cdef uint64_t known = place[0]
    cdef int score
    if known >> 16 == board.material:
        return <int16_t>(known & 0xFFFF)
    score = <int>(LOGIT * (_prospects(board, 0) - _prospects(board, 1)))
    if not _can_take_all(board, 0 if score > 0 else 1):
        score = score * UNWINNABLE >> 8
    place[0] = board.material << 16 | <uint16_t>score
    return score


cdef inline int _nearness(uint32_t hunters, uint32_t prey, uint32_t empty) noexcept nogil:
    """How many steps less than usual these hunters have to walk to the nearest of this prey, all together."""
    cdef uint32_t front = prey, seen = prey
    cdef int steps, score = 0
    for steps in range(1, FARTHEST + 1):
        if not front or not hunters:
            break
        front = beside(front) & ~seen
        seen |= front
        score += (USUAL - steps) * count32(front & hunters)
        hunters &= ~front
        front &= empty
    return score


cdef int _hunting(const Board* board, int colour, uint32_t empty) noexcept nogil:
    """How few steps the face-up pieces of a colour have to walk to enemies that they can take."""
    cdef int own = 7 * colour, enemy = 7 - own, hunter, score
    cdef uint32_t king = board.of_kind[enemy + KING], pawns = board.of_kind[enemy + PAWN]
    cdef uint32_t prey = board.of_colour[1 - colour]
    score = NEARER[KING] * _nearness(board.of_kind[own + KING], prey & ~pawns, empty)
    score += NEARER[PAWN] * _nearness(board.of_kind[own + PAWN], king | pawns, empty)
    # From guard down each type's prey is that of the type above less the enemies that now outrank it.
    for hunter in range(KING + 1, CANNON):
        prey &= ~board.of_kind[enemy + hunter - 1]
        score += NEARER[hunter] * _nearness(board.of_kind[own + hunter], prey, empty)
    return score


cdef int _freedom(const Board* board, int colour, uint32_t empty) noexcept nogil:
    cdef uint32_t own = board.of_colour[colour] & ~board.of_kind[7 * colour + CANNON]
    cdef int free = count32(own << 8 & empty) + count32(own >> 8 & empty)
    free += count32((own & ~RIGHT_FILE) << 1 & empty) + count32((own & ~LEFT_FILE) >> 1 & empty)
    return FREEDOM * free


cdef int _danger(const Board* board, int colour) noexcept nogil:
    """What the king and the guards lose in worth that stand beside an enemy who can take them."""
    cdef int own = 7 * colour, enemy = 7 - own
    cdef uint32_t king_hunters = board.of_kind[enemy + KING] | board.of_kind[enemy + PAWN]
    cdef uint32_t guard_hunters = board.of_kind[enemy + KING] | board.of_kind[enemy + KING + 1]
    cdef int danger = KING_IN_REACH * count32(beside(king_hunters) & board.of_kind[own + KING])
    return danger + GUARD_IN_REACH * count32(beside(guard_hunters) & board.of_kind[own + KING + 1])


cdef int evaluate(const Board* board) noexcept nogil:
    cdef uint32_t empty = ~(board.of_colour[0] | board.of_colour[1] | board.face_down)
    cdef int score = _material(board)
    score += _hunting(board, 0, empty) - _hunting(board, 1, empty)
    score += _freedom(board, 0, empty) - _freedom(board, 1, empty)
    score += _danger(board, 1) - _danger(board, 0)
    return _for_mover(board, score)


cdef int evaluate_living(const Board* board) noexcept nogil:
    """What the living are worth, wherever they stand."""
    return _for_mover(board, _material(board))


cdef inline int _for_mover(const Board* board, int score) noexcept nogil:
    """Red's score for the side to move. A lead is worth less the longer it makes no progress."""
    score = score * (128 - min(MOST_STALLED, board.stalled)) >> 7
    return score if board.turn == 0 else -score


def worth(cells, captured=(), int turn=0):
    """The evaluation of a board, for the colour to move."""
    cdef Board board
    load(&board, cells, captured, turn, 0)
    return evaluate(&board)
