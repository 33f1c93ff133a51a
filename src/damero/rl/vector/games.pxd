"""What the compiled games of every family share: the caller's arrays, the legal actions, the turn of each game.

A family's struct of a game begins with a `Row` and the legal actions behind it, `int16_t actions[…]`.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint64_t

cdef enum Ending:
    NOT_YET
    FIRST_WINS
    SECOND_WINS
    DRAWN

cdef struct Row:
    uint64_t random
    int plies
    int count  # Of legal actions.

cdef inline int16_t* actions_of(Row* row) noexcept nogil:
    return <int16_t*>(row + 1)

cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """Marsaglia's xorshift with a multiplication."""
    cdef uint64_t x = state[0]
    x ^= x >> 12
    x ^= x << 25
    x ^= x >> 27
    state[0] = x
    return x * <uint64_t>2685821657736338717ULL

cdef inline int below(uint64_t* state, int limit) noexcept nogil:
    return <int>(((next_random(state) >> 32) * <uint64_t>limit) >> 32)

cdef class VectorGames:
    cdef char* rows
    cdef size_t stride
    cdef int count, max_plies
    cdef int8_t[:, ::1] masks
    cdef int8_t[:, ::1] observations
    cdef float[:, ::1] rewards
    cdef int8_t[::1] done
    cdef int8_t[::1] seats
    cdef bint observes

    cdef int attach(self, size_t stride, arrays, uint64_t seed, int max_plies) except -1
    cdef inline Row* row(self, int at) noexcept nogil:
        return <Row*>(self.rows + <size_t>at * self.stride)

    # A family writes these four. The first two list the legal actions of the new position.
    cdef void begin_game(self, Row* row) noexcept nogil
    cdef Ending play(self, Row* row, int action) noexcept nogil
    cdef int seat_to_move(self, const Row* row) noexcept nogil
    cdef void write_planes(self, const Row* row, int seat, int8_t* planes) noexcept nogil

    cdef void _judge(self, int at, Row* row, Ending ending) noexcept nogil
    cdef void _mask(self, int at, Row* row, int8_t legal) noexcept nogil
    cdef void _show(self, int at, Row* row) noexcept nogil
