from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from damero.engines.banqi.endings cimport Library
from damero.engines.banqi.kernel cimport Action, Board
from damero.engines.effort cimport Effort

cdef enum:
    DEEPEST = 64
    MOST_PAST = 256
    TABLE_BITS = 20
    MOST_HISTORY = 1 << 20
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2
    SURE = 19000  # A win that an ending's table knows, less something for every piece and ply that it still takes.
    DECIDED = 15000
    LUCK = 1500  # No kind that comes up counts for more than this above or below what was expected of the flip.

cdef struct Entry:
    uint64_t key
    int16_t score
    uint16_t action
    uint8_t depth
    uint8_t bound

cdef struct Search:
    Entry* entries
    Effort effort
    int no_progress
    uint64_t past[MOST_PAST + DEEPEST + 2]
    int past_count
    Action killers[DEEPEST + 1][2]
    int history[32][32]
    Library library

cdef int negamax(Search* search, Board* board, int depth, int alpha, int beta, int ply) noexcept nogil
cdef int chance(Search* search, const Board* board, int square, int depth, int least, int expected) noexcept nogil
cdef uint64_t surroundings(const Board* board, int square) noexcept nogil
