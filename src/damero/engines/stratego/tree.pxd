"""The tree below a root move; see `tree.pyx`."""

from damero.engines.effort cimport Effort
from damero.engines.stratego.kernel cimport CELLS, Context, Move, PIECES, State
from damero.engines.stratego.transposition_table cimport Entry, TABLE_BITS

cdef enum:
    DEEPEST = 24
    WON = 5000

cdef struct Search:
    Context context
    Effort effort
    float history[PIECES][CELLS]
    Entry table[1 << TABLE_BITS]

cdef float expected_gain(const Context* context, const State* state, const Move* move) noexcept nogil
cdef float our_move(Search* search, const State* state, const Move* move, int depth, float alpha, float beta) noexcept nogil
