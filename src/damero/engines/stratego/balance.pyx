# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Matrix balancing (Sinkhorn): every piece has exactly one rank, every rank its number of pieces; means of tables."""

from array import array

from libc.math cimport fabs
from libc.stdlib cimport free, malloc

cdef enum:
    RANKS = 12
    ROUNDS = 300

cdef double TOLERANCE = 1e-7  # The largest error that a column sum may keep, in pieces.


def balanced(weights, unseen):
    """The weights of pieces (rows) for ranks (columns), scaled to probabilities.

    A position set up by hand may show fewer unidentified pieces than `unseen` counts; ranks are then scaled down.
    """
    cdef int count = len(weights), piece, rank
    cdef double wanted[RANKS]
    cdef double* table = <double*>malloc(max(1, count) * RANKS * sizeof(double))
    if table == NULL:
        raise MemoryError
    share = min(1.0, count / max(1, sum(unseen)))
    for rank in range(RANKS):
        wanted[rank] = unseen[rank] * share
        for piece in range(count):
            table[piece * RANKS + rank] = weights[piece][rank] * unseen[rank]
    balance(table, count, wanted)
    rows = [tuple([table[piece * RANKS + rank] for rank in range(RANKS)]) for piece in range(count)]
    free(table)
    return rows


cdef void balance(double* table, int count, const double* wanted) noexcept nogil:
    cdef int turn, piece, rank
    cdef double total, off
    for turn in range(ROUNDS):
        off = 0
        for rank in range(RANKS):
            total = 0
            for piece in range(count):
                total += table[piece * RANKS + rank]
            if total > 0:
                off = max(off, fabs(total - wanted[rank]))
                for piece in range(count):
                    table[piece * RANKS + rank] *= wanted[rank] / total
        for piece in range(count):
            total = 0
            for rank in range(RANKS):
                total += table[piece * RANKS + rank]
            if total > 0:
                for rank in range(RANKS):
                    table[piece * RANKS + rank] /= total
        if off < TOLERANCE:
            return


def weighted_mean(tables, weights):
    """The mean of tables of doubles (`array.array("d")`, all of the same length), weighted by positive weights."""
    cdef const double[::1] table
    cdef int place, length = len(tables[0])
    cdef double weight, total = 0
    mean = array("d", bytes(length * sizeof(double)))
    cdef double[::1] sums = mean
    for table, weight in zip(tables, weights):
        total += weight
        for place in range(length):
            sums[place] += weight * table[place]
    for place in range(length):
        sums[place] /= total
    return mean
