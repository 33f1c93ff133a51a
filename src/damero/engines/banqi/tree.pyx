# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Expectimax with alpha-beta: steps and captures are searched, a flip is a chance node over the kinds unseen.

At the root flips are weighed with Star1 bounds, those that look alike from all sides once. Deeper, a flip counts as
handing the turn over: to weigh its luck there too costs more depth than it brings.
"""

from libc.stdint cimport uint32_t, uint64_t

from damero.engines.banqi.endings cimport DRAWN, LOST, look_up
from damero.engines.banqi.evaluate cimport USUALLY_LESS, WON, evaluate, evaluate_living
from damero.engines.banqi.kernel cimport (
    Action,
    KINDS,
    MOST_ACTIONS,
    TYPES,
    Board,
    captures,
    is_capture,
    is_flip,
    make,
    neighbours,
    origin_of,
    quiet_moves,
    reveal,
    shots,
    target_of,
    turn_key,
)
from damero.engines.bits cimport lowest32
from damero.engines.effort cimport is_spent


cdef bint _repeats(const Search* search, const Board* board) noexcept nogil:
    """Whether this board stood before since the last flip or capture."""
    cdef int first = search.past_count - min(board.quiet, search.past_count), i
    for i in range(search.past_count - 4, first - 1, -2):
        if search.past[i] == board.hash:
            return True
    return False


cdef void _sort(Action* found, int* keys, int count) noexcept nogil:
    cdef int i, j, key
    cdef Action action
    for i in range(1, count):
        action, key = found[i], keys[i]
        j = i - 1
        while j >= 0 and keys[j] < key:
            found[j + 1], keys[j + 1] = found[j], keys[j]
            j -= 1
        found[j + 1], keys[j + 1] = action, key


cdef int WORTH[TYPES]
WORTH[:] = [60, 70, 40, 25, 15, 45, 10]


cdef inline int _worth_taking(const Board* board, int square) noexcept nogil:
    """Roughly, for the order in which captures are tried."""
    return WORTH[board.cell[square] % TYPES]


cdef void _order(Search* search, const Board* board, Action* found, int count, Action first, int ply) noexcept nogil:
    cdef int keys[MOST_ACTIONS]
    cdef int i
    cdef Action action
    for i in range(count):
        action = found[i]
        if action == first:
            keys[i] = 1 << 28
        elif is_capture(action):
            keys[i] = (1 << 24) + 16 * _worth_taking(board, target_of(action)) - _worth_taking(board, origin_of(action))
        elif action == search.killers[ply][0] or action == search.killers[ply][1]:
            keys[i] = 1 << 23
        else:
            keys[i] = search.history[origin_of(action)][target_of(action)]
    _sort(found, keys, count)


cdef inline int _standing(const Board* board, int alpha, int beta) noexcept nogil:
    """What the side to move has as things stand; where that is far outside the window the living tell enough."""
    cdef int living = evaluate_living(board)
    if living - USUALLY_LESS >= beta:
        return living - USUALLY_LESS
    if living + USUALLY_LESS <= alpha:
        return living + USUALLY_LESS
    return evaluate(board)


cdef int _quiescence(Search* search, Board* board, int alpha, int beta, int ply) noexcept nogil:
    cdef Action found[MOST_ACTIONS]
    cdef Board child
    cdef int count, i, score, best
    if board.alive_of[board.turn] == 0:
        return ply - WON
    if is_spent(&search.effort):
        return 0
    if _is_ending(search, board):
        return _solved_score(search, board, ply)
    best = _standing(board, alpha, beta)
    if best >= beta or ply >= DEEPEST:
        return best
    alpha = max(alpha, best)
    count = captures(board, found)
    _order(search, board, found, count, 0, ply)
    for i in range(count):
        child = board[0]
        make(&child, found[i])
        score = -_quiescence(search, &child, -beta, -alpha, ply + 1)
        if search.effort.spent:
            return 0
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


cdef uint64_t surroundings(const Board* board, int square) noexcept nogil:
    """A number that is the same for face-down squares with the same neighbours and the same lines of fire."""
    cdef uint64_t mixed = 0, one
    cdef uint32_t left = neighbours[square]
    while left:
        one = board.cell[lowest32(left)] + 1
        mixed += one * one * 0x9E3779B97F4A7C15ULL ^ one << 40
        left &= left - 1
    left = shots(board, square)
    while left:
        one = board.cell[lowest32(left)] + 101
        mixed += one * one * 0xC2B2AE3D27D4EB4FULL ^ one << 20
        left &= left - 1
    return mixed


cdef int MOST_LIKELY_FIRST[KINDS]
MOST_LIKELY_FIRST[:] = [6, 13, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 0, 7]  # Pawns, then pairs, then kings.


cdef int chance(Search* search, const Board* board, int square, int depth, int least, int expected) noexcept nogil:
    """The score that a flip at the root may expect, given what a shallower look expected.

    Star1 leaves it as soon as no luck can bring it above `least`.
    """
    cdef Board child
    cdef int kind, score, i, lowest = expected - LUCK, highest = expected + LUCK
    cdef double total = board.unseen_total, sum_ = 0, left = total, low
    for i in range(KINDS):
        kind = MOST_LIKELY_FIRST[i]
        if board.unseen[kind] == 0:
            continue
        left -= board.unseen[kind]
        # With less than this the whole is no more than `least`, whatever the kinds after this one score.
        low = (least * total - sum_ - left * highest) / board.unseen[kind]
        if low >= highest:
            return <int>((sum_ + (left + board.unseen[kind]) * highest) / total)
        child = board[0]
        reveal(&child, square, kind)
        score = -negamax(search, &child, depth - 1, -highest, -<int>max(low - 1, lowest), 1)
        if search.effort.spent:
            return 0
        score = max(lowest, min(highest, score))
        sum_ += score * <int>board.unseen[kind]
        if score <= low:
            return <int>((sum_ + left * highest) / total)
    return <int>(sum_ / total)


cdef int _pass(Search* search, Board* board, int depth, int alpha, int beta, int ply) noexcept nogil:
    """A flip elsewhere, its luck left out: the turn goes over and nothing else changes."""
    cdef Board child = board[0]
    child.turn ^= 1
    child.quiet = 0
    child.stalled = 0
    child.hash ^= turn_key
    return -negamax(search, &child, depth - 1, -beta, -alpha, ply + 1)


cdef inline bint _is_ending(const Search* search, const Board* board) noexcept nogil:
    return board.unseen_total == 0 and board.alive_of[0] + board.alive_of[1] <= search.library.most


cdef int _solved_score(const Search* search, const Board* board, int ply) noexcept nogil:
    """What an ending is worth whose table is there. A draw keeps a shade of who presses."""
    cdef int verdict = look_up(&search.library, board)
    cdef int plies = verdict & ~LOST, sure
    if verdict == DRAWN or plies > search.no_progress - board.quiet:
        return evaluate(board) >> 6
    sure = SURE - 100 * (board.alive_of[0] + board.alive_of[1]) - plies - ply
    return -sure if verdict >= LOST else sure


cdef inline int _seen_from(int score, int plies) noexcept nogil:
    """A proven score shrinks with the plies to its end: the score as it is seen `plies` plies earlier."""
    return score - plies if score > DECIDED else score + plies if score < -DECIDED else score


cdef void _remember(
    Search* search, const Board* board, int depth, int score, int alpha, int beta, Action action, int ply
) noexcept nogil:
    cdef Entry* entry = &search.entries[board.hash & ((1 << TABLE_BITS) - 1)]
    entry.key = board.hash
    entry.score = _seen_from(score, -ply)
    entry.action = action
    entry.depth = depth
    entry.bound = AT_MOST if score <= alpha else AT_LEAST if score >= beta else EXACT


cdef bint _recalled(
    const Entry* entry, const Board* board, int no_progress, int depth, int alpha, int beta, int ply
) noexcept nogil:
    cdef int score = _seen_from(entry.score, ply)
    if entry.key != board.hash or entry.depth < depth or board.quiet + depth >= no_progress:
        return False
    if entry.bound == EXACT:
        return True
    return score >= beta if entry.bound == AT_LEAST else score <= alpha


cdef void _fade(Search* search) noexcept nogil:
    cdef int start, end
    for start in range(32):
        for end in range(32):
            search.history[start][end] >>= 1


cdef void _reward(Search* search, Action action, int depth, int ply) noexcept nogil:
    if is_capture(action) or is_flip(action):
        return
    if search.killers[ply][0] != action:
        search.killers[ply][1] = search.killers[ply][0]
        search.killers[ply][0] = action
    search.history[origin_of(action)][target_of(action)] += depth * depth
    if search.history[origin_of(action)][target_of(action)] > MOST_HISTORY:
        _fade(search)


cdef int _score_of(
    Search* search, const Board* board, Action action, int number, int depth, int alpha, int beta, int ply
) noexcept nogil:
    """The score of the action tried in this place; late quiet ones are looked at less deeply at first."""
    cdef Board child = board[0]
    cdef int score, less = 1
    make(&child, action)
    if number == 0:
        return -negamax(search, &child, depth - 1, -beta, -alpha, ply + 1)
    if not is_capture(action):
        less += (number >= 3 and depth >= 3) + (number >= 9 and depth >= 5)
    score = -negamax(search, &child, depth - less, -alpha - 1, -alpha, ply + 1)
    if score > alpha and (less > 1 or score < beta):
        score = -negamax(search, &child, depth - 1, -beta, -alpha, ply + 1)
    return score


cdef int _best_action(
    Search* search, Board* board, Action* first, int depth, int alpha, int beta, int ply
) noexcept nogil:
    """The best score of all actions; `first` is tried first and becomes the best, 0 for a flip."""
    cdef Action found[MOST_ACTIONS]
    cdef int i, score, best = -WON, count = captures(board, found)
    count += quiet_moves(board, found + count)
    if count == 0 and board.unseen_total == 0:
        return ply - WON
    _order(search, board, found, count, first[0], ply)
    first[0] = 0
    for i in range(count):
        score = _score_of(search, board, found[i], i, depth, alpha, beta, ply)
        if search.effort.spent:
            return best
        if score > best:
            best, first[0] = score, found[i]
        alpha = max(alpha, score)
        if alpha >= beta:
            _reward(search, found[i], depth, ply)
            return best
    if board.unseen_total:
        score = _pass(search, board, depth - 1, alpha, beta, ply)
        if score > best:
            best, first[0] = score, 0
    return best


cdef int _search(Search* search, Board* board, int depth, int alpha, int beta, int ply) noexcept nogil:
    cdef Entry* entry = &search.entries[board.hash & ((1 << TABLE_BITS) - 1)]
    cdef Action action
    cdef int best = -WON
    if _recalled(entry, board, search.no_progress, depth, alpha, beta, ply):
        return _seen_from(entry.score, ply)
    action = entry.action if entry.key == board.hash else 0
    search.past[search.past_count] = board.hash
    search.past_count += 1
    if board.unseen_total and depth >= 2 and action == 0 and evaluate(board) >= beta:
        # Where nothing presses, a flip elsewhere is often enough, and cheaper to try than every move.
        best = _pass(search, board, depth - 1, alpha, beta, ply)
    if best < beta and not search.effort.spent:
        best = _best_action(search, board, &action, depth, alpha, beta, ply)
        if not search.effort.spent:
            _remember(search, board, depth, best, alpha, beta, action, ply)
    search.past_count -= 1
    return best


cdef int negamax(Search* search, Board* board, int depth, int alpha, int beta, int ply) noexcept nogil:
    if board.alive_of[board.turn] == 0:
        return ply - WON
    if board.quiet >= search.no_progress or _repeats(search, board):
        return 0
    if _is_ending(search, board):
        search.effort.nodes += 1
        return _solved_score(search, board, ply)
    if depth <= 0 or ply >= DEEPEST:
        return _quiescence(search, board, alpha, beta, ply)
    if is_spent(&search.effort):
        return 0
    return _search(search, board, depth, alpha, beta, ply)
