"""The compiled move generator of the draughts family: the referee's fast copy.

The rules are flags tested at run time. Their branches are always predicted: paths specialised by constants were measured
and are no faster. What pays is to find the men that can jump by shifts of the whole board before any loop over pieces.
"""

cdef extern from *:
    """
    #undef CYTHON_INLINE
    #define CYTHON_INLINE ALWAYS_INLINE
    """

cdef Bits RAYS[2][4][64]  # of the narrow and the wide board, by direction and square

# One piece's captures while they are followed, its origin counted as empty.
cdef struct Turn:
    Bits targets
    Bits kings
    Bits empty
    Bits crown_row
    Bits best
    Move* moves
    Path* paths
    int count
    int rules
    int black
    int origin
    int is_king
    Path path


cdef inline Bits landings(Bits men, Bits targets, Bits empty, int direction, int half) noexcept nogil:
    return step(step(men, direction, half) & targets, direction, half) & empty


cdef Bits key_of(const Turn* turn, Bits taken, int length) noexcept nogil:
    """What the priority rule compares: the captures with the greatest key are legal."""
    cdef Bits key = 0
    cdef int at
    if turn.rules & KING_FIRST:
        return turn.is_king
    if turn.rules & MOST_PIECES:
        return length
    if turn.rules & THEN_KINGS:
        return (length << 8) | count_of(taken & turn.kings)
    for at in range(length):
        key |= ((turn.kings >> turn.path.taken[at]) & 1) << (LONGEST_PATH - at)
    return key | <Bits>((length << 9) | (turn.is_king << 8) | count_of(taken & turn.kings)) << 40


cdef bint is_listed(const Turn* turn, int square, Bits taken, int crowned) noexcept nogil:
    cdef int at
    cdef Move* move
    for at in range(turn.count):
        move = &turn.moves[at]
        if (move.taken == taken and move.origin == turn.origin and move.destination == square
                and move.crowned == crowned):
            return True
    return False


cdef inline void list_capture(Turn* turn, int square, Bits taken, int length, int king) noexcept nogil:
    """Adds a finished capture unless the priority rule forbids it or it is there by another path."""
    cdef Bits key
    cdef Move* move
    cdef int crowned = king - turn.is_king
    if turn.rules & (MOST_PIECES | THEN_KINGS | KING_FIRST | ITALIAN):
        key = key_of(turn, taken, length)
        if key < turn.best:
            return
        if key > turn.best:
            turn.best = key
            turn.count = 0
    if length > 2 and is_listed(turn, square, taken, crowned) or turn.count == MOST_MOVES:
        return
    if turn.paths != NULL:
        turn.path.length = length
        turn.path.landings[length - 1] = square
        turn.paths[turn.count] = turn.path
    move = &turn.moves[turn.count]
    move.taken = taken
    move.origin = turn.origin
    move.destination = square
    move.king = king
    move.crowned = crowned
    turn.count += 1


cdef bint hop(Turn* turn, Bits at, Bits taken, int length) noexcept nogil:
    """Follows the captures of a man or a one-step king from here; tells whether there is any."""
    cdef bint found = False
    cdef int direction, half = half_of(turn.rules)
    cdef Bits victim, landing
    for direction in range(4):
        if not (turn.is_king or turn.rules & BACKWARD or (direction >> 1) == turn.black):
            continue
        victim = step(at, direction, half) & turn.targets & ~taken
        landing = step(victim, direction, half) & turn.empty
        if landing:
            found = True
            turn.path.taken[length] = lowest_of(victim)
            land(turn, landing, taken | victim, length + 1)
    return found


cdef void land(Turn* turn, Bits at, Bits taken, int length) noexcept nogil:
    """A man or a one-step king has landed after a capture: it is crowned, goes on, or ends its turn."""
    cdef int square = lowest_of(at)
    cdef bint reaches_crown = at & turn.crown_row != 0
    turn.path.landings[length - 1] = square
    if reaches_crown and not turn.is_king:
        if turn.rules & ENDS_TURN:
            list_capture(turn, square, taken, length, 1)
            return
        if turn.rules & CONTINUES:
            if not fly(turn, square, 0b1111, taken, length):
                list_capture(turn, square, taken, length, 1)
            return
    if not hop(turn, at, taken, length):
        list_capture(turn, square, taken, length, turn.is_king or reaches_crown)


cdef inline int first_on(Bits squares, int direction) noexcept nogil:
    """The nearest of the squares on a ray of this direction."""
    return lowest_of(squares) if direction >= DOWN_LEFT else highest_of(squares)


cdef inline Bits seen(const Bits* rays, int square, Bits occupied, int direction) noexcept nogil:
    """The empty squares of a ray before its first piece."""
    cdef Bits ray = rays[square]
    cdef Bits pieces = ray & occupied
    if pieces:
        square = first_on(pieces, direction)
        ray &= ~(rays[square] | bit(square))
    return ray


cdef bint fly(Turn* turn, int square, int directions, Bits taken, int length) noexcept nogil:
    """Follows the captures of a flying king from here in the given directions; tells whether there is any."""
    cdef bint found = False, goes_on
    cdef int direction, victim
    cdef Bits pieces, landing, rest, occupied = ~turn.empty
    cdef const Bits* rays
    for direction in range(4):
        rays = RAYS[turn.rules & WIDE][direction]
        pieces = rays[square] & occupied
        if not (directions >> direction & 1) or not pieces:
            continue
        victim = first_on(pieces, direction)
        if not bit(victim) & turn.targets & ~taken:
            continue
        landing = seen(rays, victim, occupied, direction)
        if not landing:
            continue
        found = True
        turn.path.taken[length] = victim
        rest = landing
        # Straight on from any landing is the same capture: it is followed from one of them only.
        turn.path.landings[length] = first_on(rest, direction)
        goes_on = fly(turn, first_on(rest, direction), 1 << direction, taken | bit(victim), length + 1)
        while rest:
            turn.path.landings[length] = lowest_of(rest)
            goes_on |= fly(turn, lowest_of(rest), 0b1010 >> (direction & 1), taken | bit(victim), length + 1)
            rest &= rest - 1
        while landing and not goes_on:
            list_capture(turn, lowest_of(landing), taken | bit(victim), length + 1, 1)
            landing &= landing - 1
    return found


cdef inline Bits jump_on(Bits landed, Bits targets, Bits empty, int direction, int rules, int black) noexcept nogil:
    """Of the squares reached by one jump in this direction, a superset of those from which a man's chain goes on."""
    cdef int half = half_of(rules), other
    cdef Bits on = 0
    if rules & CONTINUES:
        on = landed & crown_row_of(rules, black)
    for other in range(4):
        if other != direction ^ 2 and (rules & BACKWARD or (other >> 1) == black):
            on |= landed & step(targets & step(empty, other ^ 2, half), other ^ 2, half)
    return on


cdef inline void capture_with_men(Turn* turn, Bits men, Bits empty, int direction, int rules, int black) noexcept nogil:
    cdef int half = half_of(rules)
    cdef Bits rest = landings(men, turn.targets, empty, direction, half)
    cdef Bits on, at, victim, origin
    if not rest:
        return
    on = jump_on(rest, turn.targets, empty, direction, rules, black)
    while rest:
        at = rest & (0 - rest)
        rest ^= at
        victim = step(at, direction ^ 2, half)
        origin = step(victim, direction ^ 2, half)
        turn.origin = lowest_of(origin)
        turn.path.taken[0] = lowest_of(victim)
        if at & on:
            turn.empty = empty | origin
            land(turn, at, victim, 1)
        else:
            list_capture(turn, lowest_of(at), victim, 1, at & turn.crown_row != 0)


cdef inline void capture_with_kings(Turn* turn, Bits kings, Bits empty) noexcept nogil:
    turn.is_king = 1
    while kings:
        turn.origin = lowest_of(kings)
        turn.empty = empty | bit(turn.origin)
        if turn.rules & FLYING:
            fly(turn, turn.origin, 0b1111, 0, 0)
        else:
            hop(turn, bit(turn.origin), 0, 0)
        kings &= kings - 1
    turn.is_king = 0


cdef inline bint men_can_capture(int rules, int black, Bits men, Bits targets, Bits empty) noexcept nogil:
    cdef int half = half_of(rules)
    cdef int ahead = 2 * black
    cdef Bits found = landings(men, targets, empty, ahead, half) | landings(men, targets, empty, ahead + 1, half)
    if rules & BACKWARD:
        found |= landings(men, targets, empty, ahead ^ 2, half) | landings(men, targets, empty, (ahead + 1) ^ 2, half)
    return found != 0


cdef inline int captures_of(int rules, int black, const State* state, Move* moves, Path* paths) noexcept nogil:
    cdef Bits empty = board_of(rules) & ~(state.own | state.enemy)
    cdef Bits men = state.own & ~state.kings
    cdef Bits kings = state.own & state.kings
    cdef Bits men_targets = state.enemy & ~state.kings if rules & SPARES_KINGS else state.enemy
    cdef bint by_men = men_can_capture(rules, black, men, men_targets, empty)
    cdef Turn turn
    cdef int ahead = 2 * black
    if not (by_men or kings):
        return 0
    turn.kings = state.kings
    turn.crown_row = crown_row_of(rules, black)
    turn.best = 0
    turn.moves = moves
    turn.paths = paths
    turn.count = 0
    turn.rules = rules
    turn.black = black
    turn.targets = state.enemy
    capture_with_kings(&turn, kings, empty)
    if not by_men or rules & KING_FIRST and turn.count:
        return turn.count
    turn.targets = men_targets
    capture_with_men(&turn, men, empty, ahead, rules, black)
    capture_with_men(&turn, men, empty, ahead + 1, rules, black)
    if rules & BACKWARD:
        capture_with_men(&turn, men, empty, ahead ^ 2, rules, black)
        capture_with_men(&turn, men, empty, (ahead + 1) ^ 2, rules, black)
    return turn.count


cdef inline int list_steps(Bits reached, int direction, int half, Bits crown_row, Move* moves, int count) noexcept nogil:
    cdef Bits at
    while reached:
        at = reached & (0 - reached)
        reached ^= at
        moves[count].taken = 0
        moves[count].origin = lowest_of(step(at, direction ^ 2, half))
        moves[count].destination = lowest_of(at)
        moves[count].king = at & crown_row != 0
        moves[count].crowned = moves[count].king
        count += 1
    return count


cdef inline Bits king_steps(int rules, int square, Bits empty) noexcept nogil:
    """Where a king may go without capturing."""
    cdef Bits reached = 0
    cdef int direction
    if not rules & FLYING:
        for direction in range(4):
            reached |= step(bit(square), direction, half_of(rules))
        return reached & empty
    for direction in range(4):
        reached |= seen(RAYS[rules & WIDE][direction], square, ~empty, direction)
    return reached


cdef inline int quiet_of(int rules, int black, const State* state, Bits obliged, Move* moves, int count) noexcept nogil:
    cdef int half = half_of(rules), ahead = 2 * black
    cdef Bits empty = board_of(rules) & ~(state.own | state.enemy)
    cdef Bits men = state.own & ~(state.kings | obliged)
    cdef Bits kings = state.own & state.kings & ~obliged
    cdef Bits crown_row = crown_row_of(rules, black)
    cdef Bits reached
    count = list_steps(step(men, ahead, half) & empty, ahead, half, crown_row, moves, count)
    count = list_steps(step(men, ahead + 1, half) & empty, ahead + 1, half, crown_row, moves, count)
    while kings:
        reached = king_steps(rules, lowest_of(kings), empty)
        while reached:
            moves[count].taken = 0
            moves[count].origin = lowest_of(kings)
            moves[count].destination = lowest_of(reached)
            moves[count].king = 1
            moves[count].crowned = 0
            count += 1
            reached &= reached - 1
        kings &= kings - 1
    return count


cdef inline Bits origins_of(const Move* moves, int count) noexcept nogil:
    cdef Bits origins = 0
    cdef int at
    for at in range(count):
        origins |= bit(moves[at].origin)
    return origins


cdef inline int moves_of(int rules, int black, const State* state, Move* moves, Path* paths) noexcept nogil:
    cdef int count = captures_of(rules, black, state, moves, paths)
    if count and not rules & PIECE_DUTY:
        return count
    return quiet_of(rules, black, state, origins_of(moves, count), moves, count)


cdef inline int number_of_moves(int rules, int black, const State* state, Move* scratch) noexcept nogil:
    cdef int half = half_of(rules), ahead = 2 * black
    cdef int count = captures_of(rules, black, state, scratch, NULL)
    cdef Bits empty, free, kings
    if count and not rules & PIECE_DUTY:
        return count
    empty = board_of(rules) & ~(state.own | state.enemy)
    free = state.own & ~origins_of(scratch, count)
    count += count_of(step(free & ~state.kings, ahead, half) & empty)
    count += count_of(step(free & ~state.kings, ahead + 1, half) & empty)
    kings = free & state.kings
    while kings:
        count += count_of(king_steps(rules, lowest_of(kings), empty))
        kings &= kings - 1
    return count


cdef int generate(int rules, const State* state, Move* moves) noexcept nogil:
    if state.black:
        return moves_of(rules, 1, state, moves, NULL)
    return moves_of(rules, 0, state, moves, NULL)


cdef int generate_captures(int rules, const State* state, Move* moves) noexcept nogil:
    if state.black:
        return captures_of(rules, 1, state, moves, NULL)
    return captures_of(rules, 0, state, moves, NULL)


cdef int generate_paths(int rules, const State* state, Move* moves, Path* paths) noexcept nogil:
    return moves_of(rules, state.black, state, moves, paths)


cdef int count_moves(int rules, const State* state, Move* scratch) noexcept nogil:
    if state.black:
        return number_of_moves(rules, 1, state, scratch)
    return number_of_moves(rules, 0, state, scratch)


cdef bint king_can_capture(int rules, int square, Bits enemy, Bits empty) noexcept nogil:
    cdef int direction, half = half_of(rules)
    cdef Bits met
    for direction in range(4):
        met = bit(square)
        if rules & FLYING:
            met |= seen(RAYS[rules & WIDE][direction], square, ~empty, direction)
        if landings(met, enemy, empty, direction, half):
            return True
    return False


cdef bint has_capture(int rules, const State* state) noexcept nogil:
    cdef Bits empty = board_of(rules) & ~(state.own | state.enemy)
    cdef Bits kings = state.own & state.kings
    cdef Bits targets = state.enemy & ~state.kings if rules & SPARES_KINGS else state.enemy
    if men_can_capture(rules, state.black, state.own & ~state.kings, targets, empty):
        return True
    while kings:
        if king_can_capture(rules, lowest_of(kings), state.enemy, empty):
            return True
        kings &= kings - 1
    return False


cdef void fill_rays() noexcept:
    cdef int wide, direction, square
    cdef Bits reached
    for wide in range(2):
        for direction in range(4):
            for square in range(64):
                reached = bit(square) & board_of(wide)
                RAYS[wide][direction][square] = 0
                while reached:
                    reached = step(reached, direction, half_of(wide)) & board_of(wide)
                    RAYS[wide][direction][square] |= reached


fill_rays()
