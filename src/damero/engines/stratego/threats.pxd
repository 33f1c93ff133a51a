"""Possible enemy moves, each with its likelihood, combined into one expected score."""

from libc.stdint cimport int16_t

from damero.engines.stratego.kernel cimport (
    BOMB,
    Context,
    MAJOR,
    Move,
    RANKS,
    SCOUT,
    State,
    UNKNOWN,
    US,
    are_adjacent,
    fight,
    movable_probability,
)

cdef enum:
    MOST_THREATS = 48

cdef struct Threats:
    float certain  # The lowest score that the enemy can certainly reach.
    int count
    float score[MOST_THREATS]  # Worst for us first.
    float likelihood[MOST_THREATS]
    int16_t piece[MOST_THREATS]  # The piece that makes the move.


cdef inline float _already_counted(const Threats* threats, int number) noexcept nogil:
    """How likely the same piece has a worse move: if it cannot make that one, it is weaker than assumed."""
    cdef float most = 0
    cdef int i
    for i in range(number):
        if threats.piece[i] == threats.piece[number]:
            most = max(most, threats.likelihood[i])
    return most


cdef inline float expected(const Threats* threats) noexcept nogil:
    """Our expected score if the enemy makes the worst move that turns out to be possible."""
    cdef float total = 0, left = 1, before, likelihood
    cdef int i
    for i in range(threats.count):
        before = _already_counted(threats, i)
        if threats.likelihood[i] <= before:
            continue
        likelihood = (threats.likelihood[i] - before) / (1 - before)
        total += left * likelihood * threats.score[i]
        left *= 1 - likelihood
    return total + left * threats.certain


cdef inline void add_threat(Threats* threats, const Move* move, float score) noexcept nogil:
    """Add a possible move; when the list is full the mildest entry is dropped."""
    cdef int i
    if threats.count == MOST_THREATS:
        if score >= threats.score[MOST_THREATS - 1]:
            return
        threats.count -= 1
    i = threats.count
    while i > 0 and threats.score[i - 1] > score:
        threats.score[i] = threats.score[i - 1]
        threats.likelihood[i] = threats.likelihood[i - 1]
        threats.piece[i] = threats.piece[i - 1]
        i -= 1
    threats.score[i], threats.likelihood[i], threats.piece[i] = score, move.likelihood, move.piece
    threats.count += 1


cdef inline float value_at_stake(const Context* context, const State* state, int ours) noexcept nogil:
    """What we lose with one of our pieces."""
    cdef int rank = state.rank[ours]
    return context.value[US][rank] + (0 if state.revealed[ours] else context.piece_secrecy[ours])


cdef inline float extra_risk(const Context* context, const State* state, int ours, int theirs) noexcept nogil:
    """What it costs, beyond the piece, if a known officer loses its attack on a piece that has never moved."""
    if not state.revealed[ours] or state.moved[theirs] or state.rank[theirs] != UNKNOWN or state.rank[ours] < MAJOR:
        return 0
    return context.officer_risk * context.value[US][state.rank[ours]]


cdef inline float _winning_attack_probability(const Context* context, const State* state, int theirs, int ours, float* ranks) noexcept nogil:
    """The probability that an enemy piece beats ours and attacks it; `ranks` is set to its rank distribution in that case."""
    cdef int rank, mine = state.rank[ours]
    cdef float total = 0, one
    cdef bint adjacent = are_adjacent(state.cell[theirs], state.cell[ours])
    for rank in range(RANKS):
        ranks[rank] = 0
        one = context.probability[state.belief[theirs]][rank] if state.rank[theirs] == UNKNOWN else (state.rank[theirs] == rank)
        if one <= 0 or rank == BOMB or fight(rank, mine) <= 0 or not (adjacent or rank == SCOUT):
            continue
        if not state.revealed[ours]:
            one *= context.attack_probability[ours][rank]
        ranks[rank] = one
        total += one
    if total > 0:
        for rank in range(RANKS):
            ranks[rank] /= total
    return total


cdef inline float move_likelihood(const Context* context, const State* state, const Move* move, float* ranks, bint* trades) noexcept nogil:
    """The probability that the enemy can and wants to make this move."""
    cdef int victim = state.board[move.target], rank = state.rank[move.piece]
    trades[0] = False
    if not move.attacks:
        return 1 if state.moved[move.piece] else movable_probability(context, state, move.piece)
    if rank != UNKNOWN and fight(rank, state.rank[victim]) == 0:
        trades[0] = True
        return 1 if state.revealed[victim] else context.attack_probability[victim][rank]
    return _winning_attack_probability(context, state, move.piece, victim, ranks)
