from libc.stdint cimport uint8_t, uint32_t, uint64_t

from damero.engines.draughts.generator cimport Bits, Move, State
from damero.engines.draughts.tablebase.slice_index cimport Slice, Squares
from damero.engines.draughts.tablebase.solved_slices cimport SolvedSlices

# A slice while it is being solved.
cdef struct Side:
    Slice slice_
    uint8_t* values
    uint8_t* has_capture
    int most_plies

# The positions that moves other than conversions lead to and from: those with the same men, or all of a slice.
cdef struct Block:
    Side* side
    Squares own_men
    Squares enemy_men
    uint64_t start
    uint64_t size
    uint8_t* quiet_left
    uint32_t* queue
    uint64_t queued

# All sets of a number of men, those with fewer steps to the crown row first.
cdef struct BySteps:
    uint32_t* ranks
    uint32_t starts[48]

cdef class Pair:
    cdef readonly uint64_t done
    cdef public bint stopped
    cdef int flags
    cdef bint men_convert
    cdef int number_of_sides
    cdef int number_of_blocks
    cdef SolvedSlices solved
    cdef Side sides[2]
    cdef Block blocks[2]
    cdef BySteps own_men
    cdef BySteps enemy_men
    cdef list _buffers
    cdef int _make_room(self) except -1
    cdef void _solve_by_men(self) noexcept nogil
    cdef void _solve_with(self, uint32_t own_rank, uint32_t enemy_rank) noexcept nogil
    cdef void _solve_whole(self) noexcept nogil
    cdef void _solve_blocks(self) noexcept nogil
    cdef void _settle(self, Block* block, const Side* other) noexcept nogil
    cdef void _settle_kings(self, Block* block, const Side* other, Squares own_men, Squares enemy_men, uint64_t index) noexcept nogil
    cdef void _settle_one(self, Block* block, const Side* other, uint64_t index, const State* state) noexcept nogil
    cdef int _result_after(self, const Side* other, const State* state, const Move* move) noexcept nogil
    cdef void _step_back(self, const Block* block, Block* before, int plies, uint64_t start, uint64_t end) noexcept nogil
    cdef void _settle_before(self, Block* before, const State* state, int plies, bint lost) noexcept nogil
    cdef void _reach(self, Block* before, const State* state, Bits piece, Bits origin, int plies, bint lost) noexcept nogil
    cdef bint _is_wrong(self, const Side* side, const Side* other, uint64_t index) noexcept nogil
