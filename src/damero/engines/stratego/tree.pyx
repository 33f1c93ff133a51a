# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Alpha-beta on what one side knows.

Our attack on an unknown piece is a chance node: won, tied or lost by its belief. The enemy knows its own ranks, so
what an unknown piece might do is an option that exists with a probability: if it would win, it attacks, and with the
rest of the probability the node keeps its other value. Moves far from any contact are left out beneath the root, unless
a piece comes for our flag or guards it; a pass stands for them.
"""

from libc.stdint cimport uint64_t

from damero.engines.effort cimport is_spent
from damero.engines.stratego.home cimport peril
from damero.engines.stratego.kernel cimport (
    BEATS,
    DARES,
    FLAG,
    MOST_BELIEFS,
    MOST_MOVES,
    Odds,
    RANKS,
    SEEN,
    Scene,
    State,
    THEIR_TURN,
    THEM,
    UNKNOWN,
    US,
    Way,
    attacks,
    believe_moved,
    fight,
    mixed,
    movable,
    odds,
    relocate,
    remove,
    ways,
)
from damero.engines.stratego.memory cimport Entry, recall, remember, remembered
from damero.engines.stratego.order cimport is_late, shortfall, sort
from damero.engines.stratego.threats cimport Threats, expected, fear, openness, stake

cdef enum:
    QUIET_DEPTH = 3

cdef float LUCK = WON + DEEPEST  # No chance is better than this, nor its opposite worse.
cdef float NONE = 0.5  # Fewer movers than this are none.
cdef float SURE = 0.999
cdef float UNLIKELY = 0.03
cdef float TRIFLE = 2  # An unlikely attack still counts if so much is at stake on average.


cdef inline float _standing(const Search* search, const State* state, int to_move) noexcept nogil:
    """What a state is worth if nothing more happens."""
    return state.score - peril(&search.scene, state, to_move)


cdef bint _is_over(const Search* search, const State* state, int depth, float* score) noexcept nogil:
    """Whether a side has nothing left to move, and so has lost; `score` becomes what that is worth."""
    if state.movers[US] > NONE and state.movers[THEM] > NONE:
        return False
    if state.movers[US] > NONE:
        score[0] = WON + depth
    elif state.movers[THEM] > NONE:
        score[0] = -WON - depth
    else:
        score[0] = -search.scene.lead
    return True


cdef inline void _show(State* state, int piece) noexcept nogil:
    """The rank of a piece has come to light."""
    if not state.revealed[piece]:
        state.revealed[piece] = 1
        state.key ^= mixed(piece, SEEN)


cdef float expected_gain(const Scene* scene, const State* state, const Way* way) noexcept nogil:
    cdef Odds found = odds(scene, state, way.piece, state.board[way.target])
    return found.won + found.tied + found.learnt - (found.tie + found.lose) * stake(scene, state, way.piece)


cdef void _order_ours(Search* search, const State* state, Way* found, int count, const Entry* entry) noexcept nogil:
    cdef int i
    for i in range(count):
        if found[i].attacks:
            found[i].worth = 1000 + expected_gain(&search.scene, state, &found[i])
        else:
            found[i].worth = search.history[found[i].piece][found[i].target]
    recall(entry, state.key, found, count)
    sort(found, count)


cdef float _after_win(Search* search, const State* state, const Way* way, const Odds* chances, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    cdef int piece = way.piece, victim = state.board[way.target]
    if state.rank[victim] == FLAG:
        return WON + depth
    remove(&search.scene, &child, victim)
    relocate(&search.scene, &child, piece, way.target)
    child.score += chances.won / chances.win
    if not child.revealed[piece]:
        child.score -= search.scene.hush[piece]
        _show(&child, piece)
    return _their_best(search, &child, depth - 1, alpha, beta)


cdef float _after_tie(Search* search, const State* state, const Way* way, const Odds* chances, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    child.score += chances.tied / chances.tie - stake(&search.scene, state, way.piece)
    remove(&search.scene, &child, state.board[way.target])
    remove(&search.scene, &child, way.piece)
    return _their_best(search, &child, depth - 1, alpha, beta)


cdef float _after_loss(Search* search, const State* state, const Way* way, const Odds* chances, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    cdef Scene* scene = &search.scene
    cdef int victor = state.board[way.target], mine = state.rank[way.piece], new = scene.belief_count, rank
    cdef float value
    child.score += chances.learnt / chances.lose - stake(scene, state, way.piece)
    remove(scene, &child, way.piece)
    if state.rank[victor] == UNKNOWN and new < MOST_BELIEFS:
        for rank in range(RANKS):
            value = scene.chance[state.belief[victor]][rank]
            scene.chance[new][rank] = value / chances.lose if fight(mine, rank) < 0 else 0
        child.belief[victor] = new
        child.key ^= mixed(victor, BEATS + mine)
        scene.belief_count += 1
    _show(&child, victor)
    value = _their_best(search, &child, depth - 1, alpha, beta)
    scene.belief_count = new
    return value


cdef float _our_attack(Search* search, const State* state, const Way* way, int depth, float alpha, float beta) noexcept nogil:
    """The expected score of an attack, left as soon as no luck can bring it back into the window (Star1)."""
    cdef Odds chances = odds(&search.scene, state, way.piece, state.board[way.target])
    cdef float parts[3]
    cdef float total = 0, left = 1, low, high, value
    cdef int i, sight
    parts[0], parts[1], parts[2] = chances.win, chances.lose, chances.tie
    for i in range(3):
        if parts[i] <= 0.0001:
            continue
        left = max(<float>0, left - parts[i])
        sight = depth - shortfall(parts[i])
        low = max(-WON - DEEPEST, (alpha - total - left * LUCK) / parts[i])
        high = min(WON + DEEPEST, (beta - total + left * LUCK) / parts[i])
        if i == 0:
            value = _after_win(search, state, way, &chances, sight, low, high)
        elif i == 1:
            value = _after_loss(search, state, way, &chances, sight, low, high)
        else:
            value = _after_tie(search, state, way, &chances, sight, low, high)
        if search.effort.spent:
            return 0
        total += parts[i] * value
        if value <= low:
            return total + left * LUCK
        if value >= high:
            return total - left * LUCK
    return total


cdef float our_way(Search* search, const State* state, const Way* way, int depth, float alpha, float beta) noexcept nogil:
    cdef State child
    if way.attacks:
        return _our_attack(search, state, way, depth, alpha, beta)
    child = state[0]
    relocate(&search.scene, &child, way.piece, way.target)
    return _their_best(search, &child, depth - 1, alpha, beta)


cdef float _our_best(Search* search, State* state, int depth, float alpha, float beta) noexcept nogil:
    cdef Way first
    cdef bint enough
    cdef float best
    cdef Entry* entry
    if is_spent(&search.effort):
        return 0
    if _is_over(search, state, depth, &best):
        return best
    first.piece, first.target = -1, -1
    if depth <= 0:
        return _standing(search, state, US) if depth <= -QUIET_DEPTH else _our_choice(search, state, depth, alpha, beta, NULL, &first)
    entry = remembered(search.table, state.key, depth, alpha, beta, &enough)
    if enough:
        return entry.score
    best = _our_choice(search, state, depth, alpha, beta, entry, &first)
    if not search.effort.spent:
        remember(entry, state.key, depth, best, alpha, beta, &first)
    return best


cdef float _our_choice(Search* search, State* state, int depth, float alpha, float beta, const Entry* entry, Way* first) noexcept nogil:
    """The best we can do; `first` becomes the way to it, if any is better than none."""
    cdef Way found[MOST_MOVES]
    cdef int count, i, late
    cdef float best, score
    cdef bint quiet = depth <= 0
    if quiet:
        best = _standing(search, state, US)
        count = attacks(&search.scene, state, US, found)
    else:
        best = _their_best(search, state, depth - 1, alpha, beta)
        count = ways(&search.scene, state, US, found, 1 if depth == 1 else 2)
    if best >= beta or search.effort.spent:
        return best
    _order_ours(search, state, found, count, entry)
    for i in range(count):
        if quiet and found[i].worth <= 1000:
            break
        late = is_late(&found[i], i, depth)
        score = our_way(search, state, &found[i], depth - late, max(alpha, best), beta)
        if late and score > max(alpha, best):
            score = our_way(search, state, &found[i], depth, max(alpha, best), beta)
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


cdef float _their_attack(Search* search, const State* state, const Way* way, const float* chances, int depth, float alpha, float beta) noexcept nogil:
    """The score after an attack of theirs that wins."""
    cdef State child = state[0]
    cdef Scene* scene = &search.scene
    cdef int victim = state.board[way.target], new = scene.belief_count, rank
    cdef float value
    if state.rank[victim] == FLAG:
        return -WON - depth if state.revealed[victim] else state.score - scene.value[US][FLAG]
    child.score -= stake(scene, state, victim)
    if state.rank[way.piece] == UNKNOWN and new < MOST_BELIEFS:
        for rank in range(RANKS):
            scene.chance[new][rank] = chances[rank]
            if not state.revealed[way.piece]:
                child.score += chances[rank] * scene.secret[THEM][rank]
        child.belief[way.piece] = new
        child.key ^= mixed(way.piece, (BEATS if state.revealed[victim] else DARES) + state.rank[victim])
        scene.belief_count += 1
    remove(scene, &child, victim)
    relocate(scene, &child, way.piece, way.target)
    _show(&child, way.piece)
    value = _our_best(search, &child, depth - 1, alpha, beta)
    scene.belief_count = new
    return value


cdef float _their_trade(Search* search, const State* state, const Way* way, int depth, float alpha, float beta) noexcept nogil:
    """The score after a known piece of theirs has fallen together with one of ours."""
    cdef State child = state[0]
    cdef Scene* scene = &search.scene
    cdef int victim = state.board[way.target]
    child.score += scene.value[THEM][state.rank[way.piece]] - stake(scene, state, victim)
    remove(scene, &child, victim)
    remove(scene, &child, way.piece)
    return _our_best(search, &child, depth - 1, alpha, beta)


cdef float _their_step(Search* search, const State* state, const Way* way, int depth, float alpha, float beta) noexcept nogil:
    cdef State child = state[0]
    cdef int before = search.scene.belief_count
    cdef float value
    if state.rank[way.piece] == UNKNOWN:
        child.belief[way.piece] = believe_moved(&search.scene, state, way.piece)
    relocate(&search.scene, &child, way.piece, way.target)
    value = _our_best(search, &child, depth - 1, alpha, beta)
    search.scene.belief_count = before
    return value


cdef void _order_theirs(Search* search, const State* state, Way* found, int count, const Entry* entry) noexcept nogil:
    """What is surely open to them comes first: what may be open counts on top of the best of that."""
    cdef float chances[RANKS]
    cdef bint trades
    cdef int i
    for i in range(count):
        found[i].open = openness(&search.scene, state, &found[i], chances, &trades)
        if found[i].attacks:
            found[i].worth = 1e6 + stake(&search.scene, state, state.board[found[i].target])
        else:
            found[i].worth = search.history[found[i].piece][found[i].target]
        if found[i].open <= SURE:
            found[i].worth -= 3e7  # Also behind what was best before.
    recall(entry, state.key ^ mixed(0, THEIR_TURN), found, count)
    sort(found, count)


cdef float _their_best(Search* search, State* state, int depth, float alpha, float beta) noexcept nogil:
    """What they can bring our score down to, given that we do not know what their pieces can do."""
    cdef Way first
    cdef bint enough
    cdef float best
    cdef uint64_t key = state.key ^ mixed(0, THEIR_TURN)
    cdef Entry* entry
    if is_spent(&search.effort):
        return 0
    if _is_over(search, state, depth, &best):
        return best
    first.piece, first.target = -1, -1
    if depth <= 0:
        return _standing(search, state, THEM) if depth <= -QUIET_DEPTH else _their_choice(search, state, depth, alpha, beta, NULL, &first)
    entry = remembered(search.table, key, depth, alpha, beta, &enough)
    if enough:
        return entry.score
    best = _their_choice(search, state, depth, alpha, beta, entry, &first)
    if not search.effort.spent:
        remember(entry, key, depth, best, alpha, beta, &first)
    return best


cdef float _their_choice(Search* search, State* state, int depth, float alpha, float beta, const Entry* entry, Way* first) noexcept nogil:
    """The worst that they can do, and beyond that what they might do, as likely as that is open to them."""
    cdef Way found[MOST_MOVES]
    cdef Threats threats
    cdef int count, i, late
    cdef float best, worse
    cdef bint quiet = depth <= 0
    if quiet:
        best = _standing(search, state, THEM)
        count = attacks(&search.scene, state, THEM, found)
    else:
        best = _our_best(search, state, depth - 1, alpha, beta)
        count = ways(&search.scene, state, THEM, found, 1 if depth == 1 else 2)
    if best <= alpha or search.effort.spent:
        return best
    _order_theirs(search, state, found, count, entry)
    threats.sure, threats.count = best, 0
    for i in range(count):
        if _is_idle(search, state, &found[i]):
            continue
        late = is_late(&found[i], i, depth)
        worse = _their_way(search, state, &found[i], depth - late, alpha, best, threats.sure)
        if late and worse < threats.sure:
            worse = _their_way(search, state, &found[i], depth, alpha, best, threats.sure)
        if search.effort.spent:
            return 0
        if worse >= threats.sure:
            continue
        if found[i].open > SURE:
            best = threats.sure = worse
        else:
            fear(&threats, &found[i], worse)
            best = expected(&threats)
        first[0] = found[i]
        if best <= alpha:
            if not found[i].attacks:
                search.history[found[i].piece][found[i].target] += depth * depth
            break
    return best


cdef bint _is_idle(const Search* search, const State* state, const Way* way) noexcept nogil:
    """Whether a way is so unlikely, with so little at stake, that it is left out."""
    if way.open >= UNLIKELY:
        return False
    return not way.attacks or way.open * stake(&search.scene, state, state.board[way.target]) < TRIFLE


cdef float _their_way(Search* search, State* state, const Way* way, int depth, float alpha, float best, float sure) noexcept nogil:
    """Our score if this way is theirs; no less than `sure` if they would not go it."""
    cdef float chances[RANKS]
    cdef bint trades
    cdef float floor = max(-WON - DEEPEST, best - (best - alpha) / way.open)
    openness(&search.scene, state, way, chances, &trades)
    depth -= shortfall(way.open)
    if trades:
        return _their_trade(search, state, way, depth, floor, sure)
    if way.attacks:
        return _their_attack(search, state, way, chances, depth, floor, sure)
    return _their_step(search, state, way, depth, floor, sure)
