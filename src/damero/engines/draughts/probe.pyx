# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Endgame results for a search: straight from the mapped files, a few nanoseconds each."""

from libc.stdint cimport uint64_t

from damero.engines.draughts.generator cimport count_of, has_capture, turned
from damero.engines.draughts.search cimport Oracle
from damero.engines.draughts.slices cimport Slice, index_of, slice_of
from damero.engines.draughts.solver cimport LOSS, NONE, WIN
from damero.engines.draughts.tree cimport UNKNOWN


cdef int _ask(void* probe, const State* state) noexcept nogil:
    cdef int result = (<Probe>probe).result(state)
    return UNKNOWN if result == NONE else (result == WIN) - (result == LOSS)


cdef class Probe(Oracle):
    """The packed results of every slice of up to so many pieces."""

    def __init__(self, int flags, int pieces, slices):
        """`slices` gives for each shape its directory and its blocks, as buffers that stay where they are."""
        cdef const uint32_t[::1] directory
        cdef const uint8_t[::1] blocks
        self.flags = flags
        self.pieces = pieces
        self.ask = _ask
        self.context = <void*>self
        self._kept = []
        for (own_men, own_kings, enemy_men, enemy_kings), directory_buffer, blocks_buffer in slices:
            directory = directory_buffer
            blocks = blocks_buffer
            self.packed[own_men][own_kings][enemy_men][enemy_kings].directory = &directory[0]
            if blocks.shape[0]:
                self.packed[own_men][own_kings][enemy_men][enemy_kings].blocks = &blocks[0]
            self._kept.append((directory_buffer, blocks_buffer))

    cdef int result(self, const State* state) noexcept nogil:
        """DRAW, WIN or LOSS for the side to move; NONE if no slice has it or a capture must be played out first."""
        cdef State white
        cdef Slice found
        cdef Packed packed
        cdef uint64_t index
        cdef uint32_t entry
        cdef int own_kings, enemy_kings, own_men, enemy_men
        if count_of(state.own | state.enemy) > self.pieces or state.enemy == 0:
            return NONE
        if state.own == 0:
            return LOSS
        if has_capture(self.flags, state):
            return NONE
        white = state[0]
        if state.black:
            white.own = turned(state.own, self.flags)
            white.enemy = turned(state.enemy, self.flags)
            white.kings = turned(state.kings, self.flags)
        own_kings, enemy_kings = count_of(white.own & white.kings), count_of(white.enemy & white.kings)
        own_men, enemy_men = count_of(white.own) - own_kings, count_of(white.enemy) - enemy_kings
        packed = self.packed[own_men][own_kings][enemy_men][enemy_kings]
        if packed.directory == NULL:
            return NONE
        found = slice_of(own_men, own_kings, enemy_men, enemy_kings)
        index = index_of(&found, &white)
        entry = packed.directory[index >> 8]
        if entry < 4:
            return entry
        return packed.blocks[(entry - 4) * 64 + (index & 255) // 4] >> (index & 3) * 2 & 3
