# cython: cdivision=True, boundscheck=False, wraparound=False
"""The tree search: principal variations, a transposition table, quiescence over captures, and draws as they are.

Scores are hundredths of a man for the side to move. A loss in `ply` moves from the root is `ply - WIN`.
"""

from damero.engines.bits cimport count_of, prefetch
from damero.engines.clock cimport nanoseconds_now
from damero.engines.draughts.draws cimport advance, is_drawn, plies_left
from damero.engines.draughts.evaluate cimport evaluate
from damero.engines.draughts.generator cimport (
    FLYING, MOST_MOVES, PIECE_DUTY, bit, board_of, count_moves, generate, generate_captures, half_of,
    has_capture, make, step,
)

cdef enum Bound:
    NO_BOUND
    AT_MOST
    AT_LEAST
    EXACT

cdef enum:
    FIRST = 1 << 30
    CAPTURE = 1 << 28
    CROWNING = 1 << 27
    KILLER = 1 << 26
    MARGIN = 30  # what a ply may change where kings go one step, in hundredths of a man
    FLYING_MARGIN = 20  # the same where kings fly
    HOPELESS = 120  # how far behind a side is that a last quiet ply will hardly help



cdef inline bint must_stop(Worker* worker) noexcept nogil:
    """Counts a node; the clock is read once in a thousand."""
    cdef Shared* shared = worker.shared
    if shared.stop or shared.most_nodes and worker.nodes >= shared.most_nodes:
        shared.stop = 1
        return True
    worker.nodes += 1
    if worker.nodes & 1023 == 0 and shared.deadline and nanoseconds_now() >= shared.deadline:
        shared.stop = 1
    return shared.stop


cdef inline Bits name_of(const Move* move) noexcept nogil:
    """Enough of a move to know it again among the moves of a position: 32 bits, never 0."""
    cdef Bits taken = move.taken * <Bits>0x9E3779B97F4A7C15
    return <Bits>1 << 31 | <Bits>move.origin << 24 | <Bits>move.destination << 18 | taken >> 46


cdef inline bint are_same(const Move* one, const Move* other) noexcept nogil:
    return one.origin == other.origin and one.destination == other.destination and one.taken == other.taken


cdef inline int as_stored(int score, int ply) noexcept nogil:
    """Wins are stored as seen from their own position, not from the root."""
    if score > KNOWN_WIN - 1000:
        return score + ply
    return score - ply if score < 1000 - KNOWN_WIN else score


cdef inline int as_read(int score, int ply) noexcept nogil:
    if score > KNOWN_WIN - 1000:
        return score - ply
    return score + ply if score < 1000 - KNOWN_WIN else score


# An entry's data: the move's name in 32 bits, the score in 16, the bound in 2, the depth in 7.
cdef inline Bits move_in(Bits data) noexcept nogil:
    return data & <Bits>0xFFFFFFFF


cdef inline int score_in(Bits data) noexcept nogil:
    return <int>(data >> 32 & 0xFFFF) - 32768


cdef inline int bound_in(Bits data) noexcept nogil:
    return data >> 48 & 3


cdef inline int depth_in(Bits data) noexcept nogil:
    return data >> 50 & 0x7F


cdef inline void store(Worker* worker, Bits key, int ply, int depth, int bound, int score, const Move* best) noexcept nogil:
    """Deeper entries of another position give way only to deeper ones, or every second time."""
    cdef Entry* entry = &worker.shared.table[key & worker.shared.mask]
    cdef Bits data = entry.data
    cdef Bits name = name_of(best) if best != NULL else 0
    if (entry.key ^ data) != key and depth_in(data) > depth + 3 and worker.nodes & 1:
        return
    if name == 0 and (entry.key ^ data) == key:
        name = move_in(data)
    data = name | <Bits>(as_stored(score, ply) + 32768) << 32 | <Bits>bound << 48 | <Bits>depth << 50
    entry.data = data
    entry.key = key ^ data


cdef inline Bits recall(Worker* worker, Bits key) noexcept nogil:
    """What the table knows of a position, 0 for nothing."""
    cdef Entry* entry = &worker.shared.table[key & worker.shared.mask]
    cdef Bits data = entry.data
    return data if entry.key ^ data == key else 0


cdef void rate(Worker* worker, const State* state, int ply, Bits first, Move* moves, int count) noexcept nogil:
    """Gives every move its place in the order of search."""
    cdef int at
    cdef Move* move
    for at in range(count):
        move = &moves[at]
        if name_of(move) == first:
            move.order = FIRST
        elif move.taken:
            move.order = CAPTURE + 16 * (count_of(move.taken) + 2 * count_of(move.taken & state.kings)) + move.crowned
        elif move.crowned:
            move.order = CROWNING
        elif are_same(move, &worker.killers[ply][0]):
            move.order = KILLER + 1
        elif are_same(move, &worker.killers[ply][1]):
            move.order = KILLER
        else:
            move.order = worker.history[state.black][move.origin][move.destination]


cdef inline void bring_forward(Move* moves, int at, int count) noexcept nogil:
    """Puts the best rated of the moves that are left at this place."""
    cdef int best = at, other
    cdef Move move
    for other in range(at + 1, count):
        if moves[other].order > moves[best].order:
            best = other
    if best != at:
        move = moves[at]
        moves[at] = moves[best]
        moves[best] = move


cdef void reward(Worker* worker, const State* state, int ply, int depth, const Move* move) noexcept nogil:
    """Remembers a quiet move that refuted its predecessor."""
    cdef int* worth = &worker.history[state.black][move.origin][move.destination]
    cdef int side, origin, destination
    if move.taken:
        return
    if not are_same(move, &worker.killers[ply][0]):
        worker.killers[ply][1] = worker.killers[ply][0]
        worker.killers[ply][0] = move[0]
    worth[0] += depth * depth
    if worth[0] > KILLER >> 1:
        for side in range(2):
            for origin in range(64):
                for destination in range(64):
                    worker.history[side][origin][destination] >>= 1


cdef void keep_line(Worker* worker, const Move* move, int ply) noexcept nogil:
    """The best line from here is this move and the best line behind it."""
    cdef int at
    worker.line[ply][0] = move[0]
    for at in range(worker.length[ply + 1]):
        worker.line[ply][at + 1] = worker.line[ply + 1][at]
    worker.length[ply] = worker.length[ply + 1] + 1


cdef int descend(
    Worker* worker, const State* state, const Move* move, int ply, int depth, int alpha, int beta, Move* moves
) noexcept nogil:
    """The score of a move for the side that makes it; `depth` is what is left after it."""
    cdef State after
    cdef Frame* frame = &worker.frames[worker.past + ply]
    make(state, move, &after)
    advance(worker.draws, frame, move, (state.kings & bit(move.origin)) != 0, &after, frame + 1)
    if depth > 0:
        prefetch(&worker.shared.table[(frame + 1).key & worker.shared.mask])
    return -search(worker, &after, ply + 1, depth, -beta, -alpha, moves)


cdef inline bint is_threatened(int rules, const State* state) noexcept nogil:
    """Whether the opponent could capture if it were its turn."""
    cdef State passed
    passed.own, passed.enemy = state.enemy, state.own
    passed.kings, passed.black = state.kings, 1 - state.black
    return has_capture(rules, &passed)


cdef inline bint has_move(int rules, const State* state, Move* scratch) noexcept nogil:
    """Whether there is any move; nearly always a man can step forward."""
    cdef Bits men = state.own & ~state.kings, empty = board_of(rules) & ~(state.own | state.enemy)
    cdef int ahead = 2 * state.black, half = half_of(rules)
    if (step(men, ahead, half) | step(men, ahead + 1, half)) & empty:
        return True
    return count_moves(rules, state, scratch) > 0


cdef int at_the_horizon(Worker* worker, const State* state, int ply, Move* moves) noexcept nogil:
    """The score where no capture is due."""
    if not has_move(worker.rules, state, moves):
        return ply - WIN
    return evaluate(worker.weights, state)


cdef int capture_on(
    Worker* worker, const State* state, int ply, int depth, int alpha, int beta, Move* moves
) noexcept nogil:
    """Beyond the horizon every capture is followed; where the side need not capture it may also stand."""
    cdef int count = generate_captures(worker.rules, state, moves)
    cdef int best = -WIN, at, score
    if worker.rules & PIECE_DUTY and count_moves(worker.rules, state, moves + count) > count:
        best = evaluate(worker.weights, state)
        if best >= beta:
            return best
    rate(worker, state, ply, 0, moves, count)
    for at in range(count):
        bring_forward(moves, at, count)
        score = descend(worker, state, &moves[at], ply, depth, max(alpha, best), beta, moves + count)
        if worker.shared.stop:
            return 0
        best = max(best, score)
        if best >= beta:
            break
    return best


cdef inline int known_score(Worker* worker, const State* state, int ply) noexcept nogil:
    """What the oracle says, WIN if it does not know."""
    cdef int left = plies_left(worker.draws, &worker.frames[worker.past + ply], state.black)
    cdef int result = worker.shared.ask(worker.shared.oracle, state, left)
    if result == UNKNOWN:
        return WIN
    return result * (KNOWN_WIN - ply)


cdef inline int reduction_of(const Move* move, int at, int depth, bint on_line) noexcept nogil:
    """How much less deep a late quiet move is searched at first."""
    if depth < 3 or at < 3 or move.taken or move.order >= KILLER:
        return 0
    if on_line:
        return 1 if at > 5 else 0
    return 1 + (at > 4) + (depth > 4) + (depth > 8) + (depth > 12)


cdef inline bint is_far_ahead(Worker* worker, const State* state, int depth, int beta) noexcept nogil:
    """Whether a quiet position near the horizon stands so well that a few plies will hardly change it."""
    cdef bint flying = worker.rules & FLYING != 0
    if depth > (5 if flying else 3) or beta > KNOWN_WIN / 2 or beta < -KNOWN_WIN / 2:
        return False
    if is_threatened(worker.rules, state):
        return False
    return evaluate(worker.weights, state) - (FLYING_MARGIN if flying else MARGIN) * depth >= beta


cdef inline bint is_hopeless(Worker* worker, const State* state, int alpha) noexcept nogil:
    """Whether a side that is threatened at the horizon stands so badly that its moves need not be looked at."""
    if not worker.rules & FLYING or alpha < -KNOWN_WIN / 2:
        return False
    return evaluate(worker.weights, state) + HOPELESS <= alpha


cdef int search(Worker* worker, const State* state, int ply, int depth, int alpha, int beta, Move* moves) noexcept nogil:
    """The score of a position within (alpha, beta); outside, a bound of it."""
    cdef Frame* frame = &worker.frames[worker.past + ply]
    cdef Bits known = 0
    cdef int score, bound
    cdef bint captures
    worker.length[ply] = 0
    if must_stop(worker):
        return 0
    if ply and is_drawn(worker.draws, frame, worker.past + ply, ply):
        return 0 if has_move(worker.rules, state, moves) else ply - WIN
    if ply >= DEEPEST or moves - worker.listed > MOST_LISTED - 2 * MOST_MOVES:
        return evaluate(worker.weights, state)
    if worker.shared.ask != NULL and count_of(state.own | state.enemy) <= worker.shared.oracle_pieces:
        score = known_score(worker, state, ply)
        if score != WIN:
            return score
    captures = has_capture(worker.rules, state)
    if depth <= 0:
        if captures and worker.quiescent:
            return capture_on(worker, state, ply, depth, alpha, beta, moves)
        if depth < 0 or not worker.quiescent or not is_threatened(worker.rules, state):
            return at_the_horizon(worker, state, ply, moves)
        if is_hopeless(worker, state, alpha) and has_move(worker.rules, state, moves):
            return alpha
    else:
        known = recall(worker, frame.key)
        if known and depth_in(known) >= depth and beta - alpha == 1:
            score = as_read(score_in(known), ply)
            bound = bound_in(known)
            if bound == EXACT or bound == AT_LEAST and score >= beta or bound == AT_MOST and score <= alpha:
                return score
        if not captures and beta - alpha == 1 and is_far_ahead(worker, state, depth, beta):
            return beta
    return among_moves(worker, state, ply, depth, alpha, beta, move_in(known), moves)


cdef int among_moves(
    Worker* worker, const State* state, int ply, int depth, int alpha, int beta, Bits first, Move* moves
) noexcept nogil:
    """The best score of the moves of a position, the most promising first."""
    cdef Bits key = worker.frames[worker.past + ply].key
    cdef int at, score, best = -WIN, floor = alpha, left = depth - 1
    cdef int chosen = 0
    cdef bint on_line = beta - alpha > 1
    cdef int count
    if first == 0 and depth > 4 and on_line:
        search(worker, state, ply, depth - 2, alpha, beta, moves)
        first = move_in(recall(worker, key))
    count = generate(worker.rules, state, moves)
    if count == 0:
        return ply - WIN
    if count == 1 and ply < 2 * worker.root_depth:
        left = max(left + 1, 0) if depth > 0 else left
    rate(worker, state, ply, first, moves, count)
    for at in range(count):
        bring_forward(moves, at, count)
        score = try_move(worker, state, &moves[at], at, ply, left, alpha, beta, moves + count)
        if worker.shared.stop:
            return 0
        if score <= best:
            continue
        best, chosen = score, at
        if score <= alpha:
            continue
        alpha = score
        if on_line:
            keep_line(worker, &moves[at], ply)
        if score >= beta:
            reward(worker, state, ply, max(depth, 1), &moves[at])
            break
    if depth > 0:
        store(worker, key, ply, depth, AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST, best,
              &moves[chosen] if best > floor else NULL)
    return best


cdef inline int try_move(
    Worker* worker, const State* state, Move* move, int at, int ply, int left, int alpha, int beta, Move* moves
) noexcept nogil:
    """Later moves are first asked whether they are better at all, and late ones less deep."""
    cdef int score, less
    if at == 0:
        return descend(worker, state, move, ply, left, alpha, beta, moves)
    less = reduction_of(move, at, left + 1, beta - alpha > 1)
    score = descend(worker, state, move, ply, left - less, alpha, alpha + 1, moves)
    if less and score > alpha:
        score = descend(worker, state, move, ply, left, alpha, alpha + 1, moves)
    if alpha < score < beta:
        score = descend(worker, state, move, ply, left, alpha, beta, moves)
    return score
