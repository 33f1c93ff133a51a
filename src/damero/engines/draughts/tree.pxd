"""The tree search's parts as the searcher and the tablebases see them."""

from libc.stdint cimport int64_t

from damero.engines.draughts.draws cimport DrawRules, Frame
from damero.engines.draughts.evaluate cimport Weights
from damero.engines.draughts.generator cimport Bits, Move, State

cdef enum:
    DEEPEST = 100
    MOST_PAST = 256
    MOST_LISTED = 16384
    WIN = 30000
    SURE_WIN = 29000
    KNOWN_WIN = 20000  # a tablebase says so
    UNKNOWN = 2

# Tells the result of a position for the side to move: +1, 0, -1, or UNKNOWN. The last argument is the plies that the draw rules leave.
ctypedef int (*Ask)(void* context, const State* state, int plies_left) noexcept nogil

cdef struct Entry:
    Bits key
    Bits data

cdef struct Shared:
    Entry* table
    Bits mask
    int stop
    int64_t deadline  # in nanoseconds, 0 for none
    Bits most_nodes  # 0 for no limit
    Ask ask  # or NULL: an oracle for positions of few pieces
    void* oracle
    int oracle_pieces

cdef struct Worker:
    Shared* shared
    const Weights* weights
    const DrawRules* draws
    int rules
    int quiescent  # 0 for a player that overlooks recaptures
    Bits nodes
    int past
    int root_depth
    Frame frames[MOST_PAST + DEEPEST + 2]
    Move killers[DEEPEST + 2][2]
    int history[2][64][64]
    int length[DEEPEST + 2]
    Move line[DEEPEST + 2][DEEPEST + 2]
    Move listed[MOST_LISTED]

cdef int search(Worker* worker, const State* state, int ply, int depth, int alpha, int beta, Move* moves) noexcept nogil
cdef int descend(Worker* worker, const State* state, const Move* move, int ply, int depth, int alpha, int beta, Move* moves) noexcept nogil
cdef void keep_line(Worker* worker, const Move* move, int ply) noexcept nogil
