# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Weights brought to their sums: every piece has one rank, every rank its number of pieces."""

from libc.math cimport fabs
from libc.stdlib cimport free, malloc

cdef enum:
    RANKS = 12
    ROUNDS = 300

cdef double NEARLY = 1e-7  # Of a piece: no sum is farther from what it should be.


def balanced(weights, unseen):
    """The weights of pieces (rows) for ranks (columns), scaled to probabilities.

    Where fewer pieces stand unknown than are unseen (in a position set up by hand), a rank may have less.
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
        if off < NEARLY:
            return
