"""The tree below a root move; see `tree.pyx`."""

from libc.stdint cimport uint64_t

from damero.engines.stratego.kernel cimport CELLS, PIECES, Scene, State, Way
from damero.engines.stratego.memory cimport Entry, TABLE_BITS

cdef enum:
    DEEPEST = 24
    WON = 5000

cdef struct Search:
    Scene scene
    uint64_t nodes
    uint64_t node_limit
    double deadline
    int stopped
    const int* abort
    float history[PIECES][CELLS]
    Entry table[1 << TABLE_BITS]

cdef double now() noexcept nogil
cdef float expected_gain(const Scene* scene, const State* state, const Way* way) noexcept nogil
cdef float our_way(Search* search, const State* state, const Way* way, int depth, float alpha, float beta) noexcept nogil
