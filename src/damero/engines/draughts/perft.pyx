"""Perft: counts the leaves of the game tree, to check the generator and to measure its speed."""

from concurrent.futures import ThreadPoolExecutor

from libc.stdlib cimport calloc, free

from damero.engines.draughts.generator cimport MOST_MOVES, Bits, Move, State, count_moves, generate, hash_of, make
from damero.engines.draughts.kernel cimport Kernel

cdef enum:
    DEEPEST = 64

cdef struct Entry:
    Bits key  # of state and depth, exclusive-or its count: a torn write of two threads cannot be taken for an entry
    Bits count

cdef struct Count:
    int rules
    int leaf  # the depth at which moves are no longer made: 0, or 1 when they are only counted
    Bits mask
    Entry* table  # or NULL


cdef Bits count_leaves(const Count* plan, const State* state, int depth, Move* moves) noexcept nogil:
    cdef Bits total = 0, key
    cdef State after
    cdef int at, count
    cdef Entry* entry = NULL
    if depth == 0:
        return 1
    if depth == plan.leaf:
        return count_moves(plan.rules, state, moves)
    if plan.table != NULL and depth > 1:
        key = hash_of(state) ^ <Bits>depth * <Bits>0xD6E8FEB86659FD93
        entry = &plan.table[key & plan.mask]
        total = entry.count
        if entry.key ^ total == key:
            return total
        total = 0
    count = generate(plan.rules, state, moves)
    for at in range(count):
        make(state, &moves[at], &after)
        total += count_leaves(plan, &after, depth - 1, moves + count)
    if entry != NULL:
        entry.count = total
        entry.key = key ^ total
    return total


cdef class Perft:
    """Counts leaves under one kernel, one by one or in bulk, with or without a table, on any number of threads."""

    cdef Kernel kernel
    cdef Count plan
    cdef int threads

    def __cinit__(self, Kernel kernel, *, bint bulk=True, int table_megabytes=0, int threads=1):
        cdef Bits entries = 1
        self.kernel = kernel
        self.threads = threads
        self.plan.rules = kernel.flags
        self.plan.leaf = bulk
        if table_megabytes:
            while entries * 2 * sizeof(Entry) <= <Bits>table_megabytes << 20:
                entries *= 2
            self.plan.mask = entries - 1
            self.plan.table = <Entry*>calloc(entries, sizeof(Entry))
            if self.plan.table == NULL:
                raise MemoryError

    def __dealloc__(self):
        free(self.plan.table)

    def count(self, pieces, int depth, *, bint black):
        """The leaves below a position."""
        if depth < 2 or self.threads == 1:
            return self._below(pieces, depth, black)
        return sum(leaves for _, leaves in self.divide(pieces, depth, black=black))

    def divide(self, pieces, int depth, *, bint black):
        """Each legal move as the kernel writes it, with the leaves below it."""
        moves = self.kernel.moves(pieces, black=black)
        boards = [self.kernel.play(pieces, path, taken, promotes=crowned, black=black) for path, taken, crowned in moves]
        with ThreadPoolExecutor(self.threads) as pool:
            leaves = pool.map(lambda board: self._below(board, depth - 1, not black), boards)
            return list(zip(moves, leaves))

    def _below(self, pieces, int depth, bint black):
        cdef State state = self.kernel.state_of(pieces, black)
        cdef Bits total
        cdef Move* moves
        if not 0 <= depth <= DEEPEST:
            raise ValueError(f"The depth must be 0 to {DEEPEST}, not {depth}.")
        moves = <Move*>calloc((depth + 1) * MOST_MOVES, sizeof(Move))
        if moves == NULL:
            raise MemoryError
        with nogil:
            total = count_leaves(&self.plan, &state, depth, moves)
        free(moves)
        return total
