# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A solved slice counted, and packed for the search."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from damero.engines.draughts.tablebase.solved_slices cimport DRAW, LOSS, NONE, WIN, plies_of, result_of


def tally(const uint8_t[::1] values):
    """(wins, losses, draws, greatest number of plies) of a slice."""
    cdef uint64_t of_value[256]
    cdef uint64_t counts[4]
    cdef uint64_t index
    cdef int value, longest = 0
    for value in range(256):
        of_value[value] = 0
    with nogil:
        for index in range(<uint64_t>values.shape[0]):
            of_value[values[index]] += 1
    counts[0] = counts[1] = counts[2] = counts[3] = 0
    for value in range(256):
        counts[result_of(value)] += of_value[value]
        if value >= 2 and of_value[value]:
            longest = max(longest, plies_of(value))
    return counts[WIN], counts[LOSS], counts[DRAW], longest


def pack(const uint8_t[::1] values, const uint8_t[::1] has_capture):
    """The results in blocks of 256: (directory, reach, blocks). Positions with a capture are never looked up, so any will do.

    An entry of the directory is a result that holds for the whole block, or 4 plus the number of the block's 64 bytes. The
    reach of a block is the greatest number of plies in it.
    """
    cdef uint64_t size = values.shape[0], block, blocks = (size + 255) // 256, used = 0, index
    cdef bytearray directory = bytearray(4 * blocks), reach = bytearray(blocks), packed_blocks = bytearray(64 * blocks)
    cdef uint32_t* entries = <uint32_t*><char*>directory
    cdef uint8_t* farthest = <uint8_t*><char*>reach
    cdef uint8_t* out = <uint8_t*><char*>packed_blocks
    cdef int seen, last, result
    with nogil:
        for block in range(blocks):
            seen, last = -1, DRAW
            for index in range(block * 256, min(size, block * 256 + 256)):
                result = result_of(values[index])
                if result != NONE and not has_capture[index >> 3] >> (index & 7) & 1:
                    seen = result if seen == -1 or seen == result else 4
                    last = result
                    if result != DRAW:
                        farthest[block] = max(farthest[block], plies_of(values[index]))
                out[used * 64 + (index & 255) // 4] |= last << (index & 3) * 2
            if seen == 4:
                entries[block] = 4 + used
                used += 1
            else:
                entries[block] = max(seen, 0)
                for index in range(64):
                    out[used * 64 + index] = 0
    return bytes(directory), bytes(reach), bytes(memoryview(packed_blocks)[: used * 64])
