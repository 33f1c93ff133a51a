# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What the enemy dares, by what it may think of our pieces.

It has seen what our pieces did, as we have of theirs, and judges them by it: a piece that behaved like a weak one is
attacked, one that behaved like a strong one is left alone. What it suspects already is not much of a secret any more.
"""

from libc.math cimport exp

from damero.engines.stratego.kernel cimport BOMB, FLAG, RANKS, Scene, State, THEM, US, fight

cdef float LEAST = 0.04  # The chance that an attack on an unknown piece is dared, whatever it promises,
cdef float MOST = 0.9  # and the highest.
cdef float TEMPTING = 5  # What an attack promises at which the chance is between the two,
cdef float MORE = 12  # and how much more of it makes a difference.
cdef float STILL = 0.6  # Who has never moved may be a bomb, and is attacked less.


cdef inline float _gain(const Scene* scene, int attacker, int defender) noexcept nogil:
    """What they gain if this rank of theirs attacks that of ours."""
    cdef int outcome = fight(attacker, defender)
    cdef float taken = scene.value[THEM][FLAG] if defender == FLAG else scene.value[US][defender]
    return (taken if outcome >= 0 else 0) - (scene.value[THEM][attacker] if outcome <= 0 else 0)


cdef inline float _promise(const Scene* scene, int piece, int attacker) noexcept nogil:
    """What they may hope to gain by attacking a piece of ours."""
    cdef float total = 0
    cdef int rank
    for rank in range(RANKS):
        total += scene.chance[piece][rank] * _gain(scene, attacker, rank)
    return total


cdef inline float _daring(const Scene* scene, int piece, int attacker) noexcept nogil:
    if attacker == BOMB or attacker == FLAG:
        return 0
    return LEAST + (MOST - LEAST) / (1 + exp((TEMPTING - _promise(scene, piece, attacker)) / MORE))


cdef void suspect(Scene* scene, const State* state) noexcept nogil:
    """How readily each rank of theirs attacks each of our pieces, and what the secrets of ours are worth."""
    cdef int piece, rank
    for piece in range(scene.ours):
        for rank in range(RANKS):
            scene.dare[piece][rank] = _daring(scene, piece, rank) * (1 if state.moved[piece] else STILL)
        scene.hush[piece] = scene.secret[US][state.rank[piece]] * (1 - scene.chance[piece][state.rank[piece]])
