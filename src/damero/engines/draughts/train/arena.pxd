"""The arena as compiled modules see it."""

from damero.engines.draughts.draws cimport DrawRules, Frame
from damero.engines.draughts.evaluate cimport Evaluation
from damero.engines.draughts.generator cimport Bits, Move, State
from damero.engines.draughts.kernel cimport Kernel
from damero.engines.draughts.search cimport Oracle
from damero.engines.draughts.tree cimport Shared, Worker

cdef enum:
    LONGEST_GAME = 400

# A quiet position of a game, with what the search thought of it for White.
cdef struct Sample:
    Bits white
    Bits black
    Bits kings
    int black_to_move
    int score

cdef class Arena:
    cdef Kernel kernel
    cdef DrawRules draws
    cdef object evaluations
    cdef Oracle oracle  # ends games of few pieces, if there is one
    cdef Shared shared[2]
    cdef Worker* worker[2]
    cdef Bits nodes
    cdef Bits random_state
    cdef int samples
    cdef Sample sample[LONGEST_GAME]
    cdef State start
    cdef State state
    cdef Frame frames[LONGEST_GAME + 2]
    cdef Bits draw(self, Bits below) noexcept nogil
    cdef void open(self, int plies) noexcept nogil
    cdef bint wander(self, int plies) noexcept nogil
    cdef int play_out(self, int white, int wild) noexcept nogil
    cdef int choose(self, int player, int ply, Move* move) noexcept nogil
    cdef int known_result(self, int ply) noexcept nogil
    cdef void renew(self) noexcept nogil
    cdef void keep_sample(self, int score) noexcept nogil
