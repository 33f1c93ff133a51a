"""The tree below a root move; see `tree.pyx`."""

from damero.engines.effort cimport Effort
from damero.engines.stratego.kernel cimport CELLS, PIECES, Scene, State, Way
from damero.engines.stratego.memory cimport Entry, TABLE_BITS

cdef enum:
    DEEPEST = 24
    WON = 5000

cdef struct Search:
    Scene scene
    Effort effort
    float history[PIECES][CELLS]
    Entry table[1 << TABLE_BITS]

cdef float expected_gain(const Scene* scene, const State* state, const Way* way) noexcept nogil
cdef float our_way(Search* search, const State* state, const Way* way, int depth, float alpha, float beta) noexcept nogil
