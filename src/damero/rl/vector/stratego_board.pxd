"""A board of Stratego with hidden ranks, and the changes that moves make on it.

The board has a wall around it, so that no step leaves it: row and column are at place 12 * (row + 1) + column + 1.
"""

from libc.stdint cimport int16_t, uint8_t

from damero.rl.vector.games cimport Row

cdef enum:
    WIDTH = 12
    PLACES = WIDTH * WIDTH
    CELLS = 100
    RANKS = 12
    MOST_PIECES = 40
    MOST_ACTIONS = 256
    FLAG = 0
    SCOUT = 2
    BOMB = 11

# What a place holds: EMPTY, WALL, or a piece as its rank and these marks.
cdef enum:
    EMPTY = 0
    WALL = 15
    RANK = 15
    BLUE = 16
    MOVED = 32
    REVEALED = 64
    PIECE = 128

cdef struct Step:
    uint8_t origin
    uint8_t target
    uint8_t attacks
    uint8_t survives  # Whether the piece that moved is still there.

# A piece that stood elsewhere before some earlier moves.
cdef struct Displaced:
    uint8_t before
    uint8_t now

# What the two-square rule forbids to the piece at `here`: to go to `back`, or to cross the stretch from `low` to `high`.
cdef struct TwoSquareBan:
    int here
    int back
    int low
    int high
    bint along_row

cdef struct Game:
    Row row
    int16_t actions[MOST_ACTIONS]
    uint8_t board[PLACES]
    uint8_t slot[PLACES]  # Where a movable piece is in its side's `movers`.
    uint8_t movers[2][MOST_PIECES]
    int mover_count[2]
    uint8_t unseen[2][RANKS]  # The pieces whose rank only their owner knows.
    int side
    Step* steps

cdef inline bint is_along_row(int one, int two) noexcept nogil:
    return one // WIDTH == two // WIDTH

cdef inline int side_of(int piece) noexcept nogil:
    return (piece & BLUE) != 0

cdef inline void add_mover(Game* game, int side, int place) noexcept nogil:
    game.slot[place] = game.mover_count[side]
    game.movers[side][game.mover_count[side]] = place
    game.mover_count[side] += 1

cdef inline void reveal(Game* game, int place) noexcept nogil:
    cdef int piece = game.board[place]
    if not piece & REVEALED:
        game.unseen[side_of(piece)][piece & RANK] -= 1
        game.board[place] = piece | REVEALED

cdef inline void move_piece(Game* game, int origin, int target) noexcept nogil:
    """To an empty place. Only a scout moves further than one step, so that reveals it."""
    cdef int distance = target - origin if target > origin else origin - target
    if distance != 1 and distance != WIDTH:
        reveal(game, origin)
    game.board[target] = game.board[origin] | MOVED
    game.board[origin] = EMPTY
    game.slot[target] = game.slot[origin]
    game.movers[side_of(game.board[target])][game.slot[target]] = target

cdef inline void remove_piece(Game* game, int place) noexcept nogil:
    cdef int piece = game.board[place], side = side_of(piece), last
    game.board[place] = EMPTY
    if piece & RANK != BOMB and piece & RANK != FLAG:
        game.mover_count[side] -= 1
        last = game.movers[side][game.mover_count[side]]
        game.movers[side][game.slot[place]] = last
        game.slot[last] = game.slot[place]

cdef inline bint are_adjacent(int one, int two) noexcept nogil:
    cdef int apart = one - two if one > two else two - one
    return apart == 1 or apart == WIDTH

cdef inline bint is_evaded(const Step* evasion) noexcept nogil:
    """The step before put a piece next to an enemy, and that enemy moved away without a fight."""
    cdef const Step* threat = evasion - 1
    return not evasion.attacks and threat.survives and are_adjacent(evasion.origin, threat.target)

cdef inline int take_back(Displaced* moved, int* count, const Step* step) noexcept nogil:
    """Undo a step in the list of displaced pieces. Returns where its piece stands now."""
    cdef int each, now = step.target
    for each in range(count[0]):
        if moved[each].before == step.target:
            now = moved[each].now
            count[0] -= 1
            moved[each] = moved[count[0]]
            break
    if now != step.origin:
        moved[count[0]].before, moved[count[0]].now = step.origin, now
        count[0] += 1
    return now
