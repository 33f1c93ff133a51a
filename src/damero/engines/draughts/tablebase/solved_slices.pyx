# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The results of the slices solved so far, for those that convert into them."""

from libc.stdlib cimport calloc, free

from damero.engines.bits cimport count_of
from damero.engines.draughts.generator cimport WIDE
from damero.engines.draughts.tablebase.slice_index cimport index_of, slice_of


cdef class SolvedSlices:
    """Two bits a position."""

    def __init__(self, int flags):
        self.flags = flags

    def __dealloc__(self):
        cdef int a, b, c, d
        for a in range(7):
            for b in range(7):
                for c in range(7):
                    for d in range(7):
                        free(self.kept[a][b][c][d].results)

    def add(self, int own_men, int own_kings, int enemy_men, int enemy_kings, const uint8_t[::1] values):
        """Keep the results of a slice, given its values."""
        cdef uint64_t size = values.shape[0], index
        cdef uint8_t* results = <uint8_t*>calloc(size // 4 + 1, 1)
        cdef Kept* kept = &self.kept[own_men][own_kings][enemy_men][enemy_kings]
        if results == NULL:
            raise MemoryError
        with nogil:
            for index in range(size):
                results[index >> 2] |= result_of(values[index]) << (index & 3) * 2
        free(kept.results)
        kept.slice_ = slice_of(self.flags & WIDE, own_men, own_kings, enemy_men, enemy_kings)
        kept.results = results

    def forget(self, int own_men, int own_kings, int enemy_men, int enemy_kings):
        cdef Kept* kept = &self.kept[own_men][own_kings][enemy_men][enemy_kings]
        free(kept.results)
        kept.results = NULL

    cdef int result(self, const State* state) noexcept nogil:
        """The result of a White-to-move state for its side to move."""
        cdef int own_kings = count_of(state.own & state.kings), enemy_kings = count_of(state.enemy & state.kings)
        cdef int own_men = count_of(state.own) - own_kings, enemy_men = count_of(state.enemy) - enemy_kings
        cdef const Kept* kept = &self.kept[own_men][own_kings][enemy_men][enemy_kings]
        cdef uint64_t index
        if state.own == 0:
            return LOSS
        index = index_of(&kept.slice_, state)
        return kept.results[index >> 2] >> (index & 3) * 2 & 3
