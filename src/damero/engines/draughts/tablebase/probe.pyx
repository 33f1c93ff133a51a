# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Endgame results for a search: straight from the mapped files, a few nanoseconds each."""

from libc.stdint cimport uint64_t

from damero.engines.bits cimport count_of
from damero.engines.draughts.generator cimport WIDE, has_capture, turned
from damero.engines.draughts.search cimport Oracle
from damero.engines.draughts.tablebase.slice_index cimport fill_sets, index_of, slice_of, state_at
from damero.engines.draughts.tablebase.solved_slices cimport DRAW, LOSS, NONE, WIN, result_of
from damero.engines.draughts.tree cimport UNKNOWN

cdef enum:
    ENDLESS = 255


cdef int _ask(void* probe, const State* state, int plies_left) noexcept nogil:
    cdef int result = (<Probe>probe).result(state, plies_left)
    return UNKNOWN if result == NONE else (result == WIN) - (result == LOSS)


cdef class Probe(Oracle):
    """The packed results of every slice of up to `pieces` pieces."""

    def __init__(self, int flags, int pieces, slices):
        """`slices` gives for each shape its directory, reach and blocks, as buffers that stay where they are."""
        cdef const uint32_t[::1] directory
        cdef const uint8_t[::1] reach, blocks
        cdef Packed* packed
        self.flags = flags
        self.pieces = pieces
        self.ask = _ask
        self.context = <void*>self
        self._kept = list(slices)
        for (own_men, own_kings, enemy_men, enemy_kings), directory_buffer, reach_buffer, blocks_buffer in self._kept:
            directory, reach, blocks = directory_buffer, reach_buffer, blocks_buffer
            packed = &self.packed[<int>own_men][<int>own_kings][<int>enemy_men][<int>enemy_kings]
            packed.slice_ = slice_of(flags & WIDE, own_men, own_kings, enemy_men, enemy_kings)
            packed.directory = &directory[0]
            packed.reach = &reach[0]
            packed.blocks = &blocks[0] if blocks.shape[0] else NULL

    cdef int result(self, const State* state, int plies_left) noexcept nogil:
        """DRAW, WIN or LOSS for the side to move if the draw rules leave `plies_left` plies to the next conversion.

        NONE if no slice has it, if a capture must be played out first, or if the plies may be too few.
        """
        cdef State white
        cdef const Packed* packed
        cdef uint64_t index
        cdef uint32_t entry
        cdef int own_kings, enemy_kings, own_men, enemy_men, result
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
        packed = &self.packed[own_men][own_kings][enemy_men][enemy_kings]
        if packed.directory == NULL:
            return NONE
        index = index_of(&packed.slice_, &white)
        entry = packed.directory[index >> 8]
        result = entry
        if entry >= 4:
            result = packed.blocks[<uint64_t>(entry - 4) * 64 + (index & 255) // 4] >> (index & 3) * 2 & 3
        return result if result == DRAW or packed.reach[index >> 8] <= plies_left else NONE


def disagreements(
    Probe probe, int own_men, int own_kings, int enemy_men, int enemy_kings, const uint8_t[::1] values, uint64_t every=1
):
    """How many positions of a slice (one in `every`) are packed with another result than their value."""
    cdef Slice made = slice_of(probe.flags & WIDE, own_men, own_kings, enemy_men, enemy_kings)
    cdef State state
    cdef uint64_t index = 0, found = 0
    cdef int result
    fill_sets()
    with nogil:
        while index < made.size:
            if state_at(&made, index, &state):
                result = probe.result(&state, ENDLESS)
                found += result != NONE and result != result_of(values[index])
            index += every
    return found
