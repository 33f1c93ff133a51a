"""What a search may spend, and whether it is spent: nodes, time, and a flag that another thread may set."""

from libc.stdint cimport uint64_t

from damero.engines.clock cimport seconds_now

cdef struct Effort:
    uint64_t nodes
    uint64_t node_limit
    double deadline
    const int* abort
    int spent

cdef inline bint is_spent(Effort* effort) noexcept nogil:
    """Count a node; the clock and the flag are looked at now and then."""
    effort.nodes += 1
    if effort.spent:
        return True
    if effort.nodes >= effort.node_limit:
        effort.spent = 1
    elif effort.nodes & 511 == 0 and (effort.abort[0] or seconds_now() >= effort.deadline):
        effort.spent = 1
    return effort.spent
