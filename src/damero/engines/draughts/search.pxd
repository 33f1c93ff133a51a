"""The searcher as the tablebases see it."""

from libc.stdint cimport int64_t

from damero.engines.draughts.draws cimport DrawRules
from damero.engines.draughts.evaluate cimport Evaluation
from damero.engines.draughts.generator cimport Move, Path, State
from damero.engines.draughts.kernel cimport Kernel
from damero.engines.draughts.tree cimport Ask, Shared, Worker

cdef class Oracle:
    """Knows the results of positions with up to `pieces` pieces. A subclass sets these three fields."""
    cdef public int pieces
    cdef Ask ask
    cdef void* context

cdef class Search:
    cdef Kernel kernel
    cdef Evaluation evaluation
    cdef DrawRules draws
    cdef Shared shared
    cdef public Oracle oracle
    cdef State root
    cdef int count
    cdef Move moves[1024]
    cdef Path paths[1024]
    cdef int bonus[1024]
    cdef int turn_of[1024]  # the root moves in the order of search
    cdef int depth
    cdef int score
    cdef int best
    cdef int64_t began
    cdef int64_t ample
    cdef set_root(self, pieces, bint black)
    cdef leave_out(self, excluded)
    cdef draw_bonuses(self, seed, int variety)
    cdef ask_oracle(self)
    cdef work(self, workers, int depth)
    cdef make_table(self, int megabytes, bint remembers)
    cdef size_t hire(self, past, int quiet_plies, int ending_count, bint quiescent) except 0
    cdef dismiss(self, workers, bint remembers)
    cdef void deepen(self, Worker* worker, int deepest) noexcept nogil
    cdef bint look_around(self, Worker* worker, int depth) noexcept nogil
    cdef bint is_enough(self, Worker* worker, int steady, int fallen, int64_t last) noexcept nogil
    cdef bint stands_out(self, Worker* worker) noexcept nogil
    cdef bint look(self, Worker* worker, int depth, int alpha, int beta) noexcept nogil
    cdef int root_score(self, Worker* worker, int number, int at, int depth, int alpha, int beta) noexcept nogil
    cdef void move_to_front(self, int at) noexcept nogil
    cdef thought(self, Worker* worker, nodes)
    cdef tuple written_line(self, Worker* worker)
