# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How likely the enemy is to attack each of our unidentified pieces.

The enemy has watched our pieces as we have watched its own. A piece that behaved like a weak one is attacked; one that
behaved like a strong one is left alone. A rank that the enemy already expects is worth less as a secret.
"""

from libc.math cimport exp

from damero.engines.stratego.kernel cimport BOMB, Context, FLAG, RANKS, State, THEM, US, fight

cdef float LOWEST = 0.04  # The lowest probability that the enemy attacks an unidentified piece,
cdef float HIGHEST = 0.9  # and the highest.
cdef float MIDPOINT = 5  # The expected gain at which the probability is halfway between the two,
cdef float SCALE = 12  # and the scale on which it rises.
cdef float UNMOVED_FACTOR = 0.6  # A piece that has never moved may be a bomb and is attacked less often.


cdef inline float _gain(const Context* context, int attacker, int defender) noexcept nogil:
    """The enemy's gain if its piece of rank `attacker` attacks our piece of rank `defender`."""
    cdef int outcome = fight(attacker, defender)
    cdef float taken = context.value[THEM][FLAG] if defender == FLAG else context.value[US][defender]
    return (taken if outcome >= 0 else 0) - (context.value[THEM][attacker] if outcome <= 0 else 0)


cdef inline float _expected_gain(const Context* context, int piece, int attacker) noexcept nogil:
    """The enemy's expected gain from attacking one of our pieces, by its belief about that piece."""
    cdef float total = 0
    cdef int rank
    for rank in range(RANKS):
        total += context.probability[piece][rank] * _gain(context, attacker, rank)
    return total


cdef inline float _attack_probability(const Context* context, int piece, int attacker) noexcept nogil:
    if attacker == BOMB or attacker == FLAG:
        return 0
    return LOWEST + (HIGHEST - LOWEST) / (1 + exp((MIDPOINT - _expected_gain(context, piece, attacker)) / SCALE))


cdef void estimate_attack_risk(Context* context, const State* state) noexcept nogil:
    """Fill the probabilities that the enemy attacks each of our pieces, and the value of each piece's secrecy."""
    cdef int piece, rank
    for piece in range(context.ours):
        for rank in range(RANKS):
            context.attack_probability[piece][rank] = _attack_probability(context, piece, rank) * (
                1 if state.moved[piece] else UNMOVED_FACTOR
            )
        rank = state.rank[piece]
        context.piece_secrecy[piece] = context.secrecy[US][rank] * (1 - context.probability[piece][rank])
