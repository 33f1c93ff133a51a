"""The root of a search; see `search.pyx`."""

from libc.stdint cimport uint64_t

from damero.engines.stratego.kernel cimport State
from damero.engines.stratego.tree cimport Search

cdef class Searcher:
    cdef Search* search
    cdef int abort
    cdef uint64_t searches

    cdef tuple think(
        self, State* root, object valuation, list legal,
        double plan_weight, int depth, object nodes, double seconds, double margin, bint same_depth
    )
    cdef list _static_ranking(self, State* root, list legal)
    cdef void _reset(self, object nodes, double seconds)
    cdef tuple _deepen(self, State* root, list legal, list ranked, int depth, double margin)
