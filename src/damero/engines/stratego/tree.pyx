# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Alpha-beta search on what one side knows.

Our attack on an unidentified piece is a chance node: win, tie or loss with the probabilities of the belief. The enemy
knows its own ranks, so a move of its unidentified piece is possible only with some probability; the node keeps its
other value for the rest. Below the root only pieces near the enemy move, and those that attack or guard our flag. A
pass stands for all other moves; a side that has no other move must make one of these, even if all of them lose.
"""

from libc.stdint cimport uint64_t

from damero.engines.effort cimport is_spent
from damero.engines.stratego.flag_defence cimport flag_danger
from damero.engines.stratego.kernel cimport (
    BEAT_KNOWN,
    BEAT_UNKNOWN,
    Context,
    FLAG,
    MOST_BELIEFS,
    MOST_MOVES,
    Move,
    Odds,
    RANKS,
    REVEALED,
    State,
    THEIR_TURN,
    THEM,
    UNKNOWN,
    US,
    belief_after_move,
    fight,
    generate_attacks,
    generate_moves,
    has_distant_move,
    hash_of,
    movable_probability,
    move_piece,
    odds,
    remove_piece,
)
from damero.engines.stratego.move_ordering cimport depth_reduction, is_late, sort
from damero.engines.stratego.threats cimport Threats, add_threat, expected, extra_risk, move_likelihood, value_at_stake
from damero.engines.stratego.transposition_table cimport Entry, prioritise_stored_move, probe, store

cdef enum:
    QUIET_DEPTH = 3

cdef float MAX_SCORE = WON + DEEPEST  # The bounds of every score.
cdef float FEW_MOVERS = 0.5  # Fewer expected movers than this count as none.
cdef float CERTAIN = 0.999
cdef float UNLIKELY = 0.03
cdef float MIN_STAKE = 2  # An unlikely attack is still searched if its expected loss is at least this much.


cdef inline float _static_score(const Search* search, const State* state, int to_move) noexcept nogil:
    """The evaluation of a state."""
    return state.score - flag_danger(&search.context, state, to_move)


cdef bint _is_over(const Search* search, const State* state, int depth, float* score) noexcept nogil:
    """Whether a side has no piece left to move and so has lost; `score` is set to the result."""
    if state.movers[US] > FEW_MOVERS and state.movers[THEM] > FEW_MOVERS:
        return False
    if state.movers[US] > FEW_MOVERS:
        score[0] = WON + depth
    elif state.movers[THEM] > FEW_MOVERS:
        score[0] = -WON - depth
    else:
        score[0] = -search.context.material_lead
    return True


cdef inline void _reveal(State* state, int piece) noexcept nogil:
    """The rank of a piece becomes known."""
    if not state.revealed[piece]:
        state.revealed[piece] = 1
        state.key ^= hash_of(piece, REVEALED)


cdef float expected_gain(const Context* context, const State* state, const Move* move) noexcept nogil:
    cdef Odds found = odds(context, state, move.piece, state.board[move.target])
    cdef float stake = value_at_stake(context, state, move.piece)
    cdef float risk = extra_risk(context, state, move.piece, state.board[move.target])
    return found.win_gain + found.tie_gain + found.loss_information - (found.tie + found.lose) * stake - found.lose * risk


cdef void _order_ours(Search* search, const State* state, Move* found, int count, const Entry* entry) noexcept nogil:
    cdef int i
    for i in range(count):
        if found[i].attacks:
            found[i].priority = 1000 + expected_gain(&search.context, state, &found[i])
        else:
            found[i].priority = search.history[found[i].piece][found[i].target]
    prioritise_stored_move(entry, state.key, found, count)
    sort(found, count)


cdef float _after_win(Search* search, const State* state, const Move* move, const Odds* outcome, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    cdef int piece = move.piece, victim = state.board[move.target]
    if state.rank[victim] == FLAG:
        return WON + depth
    remove_piece(&search.context, &child, victim)
    move_piece(&search.context, &child, piece, move.target)
    child.score += outcome.win_gain / outcome.win
    if not child.revealed[piece]:
        child.score -= search.context.piece_secrecy[piece]
        _reveal(&child, piece)
    return _their_best(search, &child, depth - 1, alpha, beta)


cdef float _after_tie(Search* search, const State* state, const Move* move, const Odds* outcome, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    child.score += outcome.tie_gain / outcome.tie - value_at_stake(&search.context, state, move.piece)
    remove_piece(&search.context, &child, state.board[move.target])
    remove_piece(&search.context, &child, move.piece)
    return _their_best(search, &child, depth - 1, alpha, beta)


cdef float _after_loss(Search* search, const State* state, const Move* move, const Odds* outcome, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    cdef Context* context = &search.context
    cdef int victor = state.board[move.target], mine = state.rank[move.piece], new = context.belief_count, rank
    cdef float value
    child.score += outcome.loss_information / outcome.lose - value_at_stake(context, state, move.piece)
    child.score -= extra_risk(context, state, move.piece, victor)
    remove_piece(context, &child, move.piece)
    if state.rank[victor] == UNKNOWN and new < MOST_BELIEFS:
        for rank in range(RANKS):
            value = context.probability[state.belief[victor]][rank]
            context.probability[new][rank] = value / outcome.lose if fight(mine, rank) < 0 else 0
        child.belief[victor] = new
        child.key ^= hash_of(victor, BEAT_KNOWN + mine)
        context.belief_count += 1
    _reveal(&child, victor)
    value = _their_best(search, &child, depth - 1, alpha, beta)
    context.belief_count = new
    return value


cdef float _our_attack(Search* search, const State* state, const Move* move, int depth, float alpha, float beta) noexcept nogil:
    """The expected score of an attack; stops as soon as no outcome can bring it back into the window (Star1)."""
    cdef Odds outcome = odds(&search.context, state, move.piece, state.board[move.target])
    cdef float parts[3]
    cdef float total = 0, left = 1, low, high, value
    cdef int i, reduced
    parts[0], parts[1], parts[2] = outcome.win, outcome.lose, outcome.tie
    for i in range(3):
        if parts[i] <= 0.0001:
            continue
        left = max(<float>0, left - parts[i])
        reduced = depth - depth_reduction(parts[i])
        low = max(-WON - DEEPEST, (alpha - total - left * MAX_SCORE) / parts[i])
        high = min(WON + DEEPEST, (beta - total + left * MAX_SCORE) / parts[i])
        if i == 0:
            value = _after_win(search, state, move, &outcome, reduced, low, high)
        elif i == 1:
            value = _after_loss(search, state, move, &outcome, reduced, low, high)
        else:
            value = _after_tie(search, state, move, &outcome, reduced, low, high)
        if search.effort.spent:
            return 0
        total += parts[i] * value
        if value <= low:
            return total + left * MAX_SCORE
        if value >= high:
            return total - left * MAX_SCORE
    return total


cdef float our_move(Search* search, const State* state, const Move* move, int depth, float alpha, float beta) noexcept nogil:
    cdef State child
    if move.attacks:
        return _our_attack(search, state, move, depth, alpha, beta)
    child = state[0]
    move_piece(&search.context, &child, move.piece, move.target)
    return _their_best(search, &child, depth - 1, alpha, beta)


cdef float _our_best(Search* search, State* state, int depth, float alpha, float beta) noexcept nogil:
    cdef Move first
    cdef bint enough
    cdef float best
    cdef Entry* entry
    if is_spent(&search.effort):
        return 0
    if _is_over(search, state, depth, &best):
        return best
    first.piece, first.target = -1, -1
    if depth <= 0:
        return _static_score(search, state, US) if depth <= -QUIET_DEPTH else _search_our_moves(search, state, depth, alpha, beta, NULL, &first)
    entry = probe(search.table, state.key, depth, alpha, beta, &enough)
    if enough:
        return entry.score
    best = _search_our_moves(search, state, depth, alpha, beta, entry, &first)
    if not search.effort.spent:
        store(entry, state.key, depth, best, alpha, beta, &first)
    return best


cdef float _search_our_moves(Search* search, State* state, int depth, float alpha, float beta, const Entry* entry, Move* first) noexcept nogil:
    """The best score we can reach; `first` is set to its move, if one is better than none."""
    cdef Move found[MOST_MOVES]
    cdef int count, i, late, radius = 1 if depth == 1 else 2
    cdef float best = -WON - depth, score
    cdef bint quiet = depth <= 0
    if quiet:
        best = _static_score(search, state, US)
        count = generate_attacks(&search.context, state, US, found)
    else:
        if has_distant_move(&search.context, state, US, radius):
            best = _their_best(search, state, depth - 1, alpha, beta)
        count = generate_moves(&search.context, state, US, found, radius)
    if best >= beta or search.effort.spent:
        return best
    _order_ours(search, state, found, count, entry)
    for i in range(count):
        if quiet and found[i].priority <= 1000:
            break
        late = is_late(&found[i], i, depth)
        score = our_move(search, state, &found[i], depth - late, max(alpha, best), beta)
        if late and score > max(alpha, best):
            score = our_move(search, state, &found[i], depth, max(alpha, best), beta)
        if search.effort.spent:
            return 0
        if score > best:
            best = score
            first[0] = found[i]
        if best >= beta:
            if not found[i].attacks:
                search.history[found[i].piece][found[i].target] += depth * depth
            break
    return best


cdef float _their_attack(Search* search, const State* state, const Move* move, const float* ranks, int depth, float alpha, float beta) noexcept nogil:
    """The score after an attack that the enemy wins."""
    cdef State child = state[0]
    cdef Context* context = &search.context
    cdef int victim = state.board[move.target], new = context.belief_count, rank
    cdef float value
    if state.rank[victim] == FLAG:
        return -WON - depth if state.revealed[victim] else state.score - context.value[US][FLAG]
    child.score -= value_at_stake(context, state, victim)
    if state.rank[move.piece] == UNKNOWN and new < MOST_BELIEFS:
        for rank in range(RANKS):
            context.probability[new][rank] = ranks[rank]
            if not state.revealed[move.piece]:
                child.score += ranks[rank] * context.secrecy[THEM][rank]
        child.belief[move.piece] = new
        child.key ^= hash_of(move.piece, (BEAT_KNOWN if state.revealed[victim] else BEAT_UNKNOWN) + state.rank[victim])
        context.belief_count += 1
    remove_piece(context, &child, victim)
    move_piece(context, &child, move.piece, move.target)
    _reveal(&child, move.piece)
    value = _our_best(search, &child, depth - 1, alpha, beta)
    context.belief_count = new
    return value


cdef float _their_trade(Search* search, const State* state, const Move* move, int depth, float alpha, float beta) noexcept nogil:
    """The score after an identified enemy piece and ours have both fallen."""
    cdef State child = state[0]
    cdef Context* context = &search.context
    cdef int victim = state.board[move.target]
    child.score += context.value[THEM][state.rank[move.piece]] - value_at_stake(context, state, victim)
    remove_piece(context, &child, victim)
    remove_piece(context, &child, move.piece)
    return _our_best(search, &child, depth - 1, alpha, beta)


cdef float _their_step(Search* search, const State* state, const Move* move, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    cdef int before = search.context.belief_count
    cdef float value
    if state.rank[move.piece] == UNKNOWN:
        child.belief[move.piece] = belief_after_move(&search.context, state, move.piece)
    move_piece(&search.context, &child, move.piece, move.target)
    value = _our_best(search, &child, depth - 1, alpha, beta)
    search.context.belief_count = before
    return value


cdef void _order_theirs(Search* search, const State* state, Move* found, int count, const Entry* entry) noexcept nogil:
    """Certain moves come first: uncertain ones are weighed against the best certain one."""
    cdef float ranks[RANKS]
    cdef bint trades
    cdef int i
    for i in range(count):
        found[i].likelihood = move_likelihood(&search.context, state, &found[i], ranks, &trades)
        if found[i].attacks:
            found[i].priority = 1e6 + value_at_stake(&search.context, state, state.board[found[i].target])
        else:
            found[i].priority = search.history[found[i].piece][found[i].target]
        if found[i].likelihood <= CERTAIN:
            found[i].priority -= 3e7  # Also behind the stored move.
    prioritise_stored_move(entry, state.key ^ hash_of(0, THEIR_TURN), found, count)
    sort(found, count)


cdef float _their_best(Search* search, State* state, int depth, float alpha, float beta) noexcept nogil:
    """The lowest score the enemy can reach, given that we do not know what its pieces can do."""
    cdef Move first
    cdef bint enough
    cdef float best
    cdef uint64_t key = state.key ^ hash_of(0, THEIR_TURN)
    cdef Entry* entry
    if is_spent(&search.effort):
        return 0
    if _is_over(search, state, depth, &best):
        return best
    first.piece, first.target = -1, -1
    if depth <= 0:
        return _static_score(search, state, THEM) if depth <= -QUIET_DEPTH else _search_their_moves(search, state, depth, alpha, beta, NULL, &first)
    entry = probe(search.table, key, depth, alpha, beta, &enough)
    if enough:
        return entry.score
    best = _search_their_moves(search, state, depth, alpha, beta, entry, &first)
    if not search.effort.spent:
        store(entry, key, depth, best, alpha, beta, &first)
    return best


cdef float _search_their_moves(Search* search, State* state, int depth, float alpha, float beta, const Entry* entry, Move* first) noexcept nogil:
    """The worst certain reply, combined with the possible replies weighted by their likelihood."""
    cdef Move found[MOST_MOVES]
    cdef Threats threats
    cdef int count, i, late, radius = 1 if depth == 1 else 2
    cdef float best, worse
    cdef bint quiet = depth <= 0, passes = not quiet and has_distant_move(&search.context, state, THEM, radius)
    if quiet:
        best = _static_score(search, state, THEM)
        count = generate_attacks(&search.context, state, THEM, found)
    else:
        best = _our_best(search, state, depth - 1, alpha, beta) if passes else WON + depth
        count = generate_moves(&search.context, state, THEM, found, radius)
    if best <= alpha or search.effort.spent:
        return best
    _order_theirs(search, state, found, count, entry)
    if not quiet and not passes and count and found[0].likelihood <= CERTAIN:
        # It may not be able or willing to make any of these moves, so that nothing is known about its reply.
        best = _our_best(search, state, depth - 1, alpha, beta)
    threats.certain, threats.count = best, 0
    for i in range(count):
        if _is_negligible(search, state, &found[i]):
            continue
        late = is_late(&found[i], i, depth)
        worse = _their_move(search, state, &found[i], depth - late, alpha, best, threats.certain)
        if late and worse < threats.certain:
            worse = _their_move(search, state, &found[i], depth, alpha, best, threats.certain)
        if search.effort.spent:
            return 0
        if worse >= threats.certain:
            continue
        if found[i].likelihood > CERTAIN:
            best = threats.certain = worse
        else:
            add_threat(&threats, &found[i], worse)
            best = expected(&threats)
        first[0] = found[i]
        if best <= alpha:
            if not found[i].attacks:
                search.history[found[i].piece][found[i].target] += depth * depth
            break
    return best


cdef bint _is_negligible(const Search* search, const State* state, const Move* move) noexcept nogil:
    """Whether a move is so unlikely, with so little at stake, that it is skipped."""
    if move.likelihood >= UNLIKELY:
        return False
    return not move.attacks or move.likelihood * value_at_stake(&search.context, state, state.board[move.target]) < MIN_STAKE


cdef float _their_move(Search* search, State* state, const Move* move, int depth, float alpha, float best, float certain) noexcept nogil:
    """Our score if the enemy makes this move; searched with `certain` as its upper bound."""
    cdef float ranks[RANKS]
    cdef bint trades
    cdef float floor = max(-WON - DEEPEST, best - (best - alpha) / move.likelihood)
    move_likelihood(&search.context, state, move, ranks, &trades)
    depth -= depth_reduction(move.likelihood)
    if trades:
        return _their_trade(search, state, move, depth, floor, certain)
    if move.attacks:
        return _their_attack(search, state, move, ranks, depth, floor, certain)
    return _their_step(search, state, move, depth, floor, certain)
