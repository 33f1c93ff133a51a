# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games stepped at once into the caller's arrays. The families say how one game is played."""

from libc.stdlib cimport calloc, free

cdef enum:
    RUNNING = 0
    OVER = 1
    CUT_OFF = 2


cdef inline bint is_legal(Row* row, int64_t action) noexcept nogil:
    """By the game's own list: the masks belong to the caller, who may have changed them."""
    cdef int16_t wanted = <int16_t>action, found = 0
    cdef const int16_t* listed = actions_of(row)
    cdef int each
    for each in range(row.count):
        found |= listed[each] == wanted
    return found and wanted == action


cdef class VectorGames:
    """One row of each array for each game. The methods work on the rows from `first` to before `last`."""

    cdef int attach(self, size_t stride, arrays, uint64_t seed, int max_plies) except -1:
        """Take over the arrays, with room for games of this size."""
        cdef int at
        self.count, self.stride, self.max_plies = len(arrays.masks), stride, max_plies
        self.rows = <char*>calloc(self.count, stride)
        if self.rows == NULL:
            raise MemoryError
        self.masks, self.rewards, self.done, self.seats = arrays.masks, arrays.rewards, arrays.done, arrays.seats
        self.observes = arrays.observations is not None
        if self.observes:
            self.observations = arrays.observations.reshape(self.count, -1)
        for at in range(self.count):
            self.row(at).random = (seed + at + 1) * <uint64_t>0x9E3779B97F4A7C15ULL | 1
            next_random(&self.row(at).random)
        return 0

    def __dealloc__(self):
        free(self.rows)

    def begin(self, int first, int last):
        """Begin a new game in each of these rows."""
        cdef int at
        cdef Row* row
        with nogil:
            for at in range(first, last):
                row = self.row(at)
                self._mask(at, row, 0)
                row.plies = 0
                self.begin_game(row)
                self._show(at, row)

    def first_illegal(self, const int64_t[::1] chosen, int first, int last):
        """The first of these rows in which the action is illegal; -1 if none is."""
        cdef int at
        with nogil:
            for at in range(first, last):
                if not is_legal(self.row(at), chosen[at]):
                    break
            else:
                at = -1
        return at

    def step(self, const int64_t[::1] chosen, int first, int last):
        """Play a legal action in each of these rows; a game that ends begins anew."""
        cdef int at
        cdef Row* row
        with nogil:
            for at in range(first, last):
                row = self.row(at)
                self._mask(at, row, 0)
                row.plies += 1
                self._judge(at, row, self.play(row, <int>chosen[at]))
                self._show(at, row)

    def choose(self, int64_t[::1] chosen, int first, int last):
        """A legal action for each of these rows, each with the same probability."""
        cdef int at
        cdef Row* row
        with nogil:
            for at in range(first, last):
                row = self.row(at)
                chosen[at] = actions_of(row)[below(&row.random, row.count)]

    def observe(self, int seat, int8_t[:, ::1] planes, int first, int last):
        """What a seat sees in each of these rows, also when it is not its turn."""
        cdef int at
        with nogil:
            for at in range(first, last):
                self.write_planes(self.row(at), seat, &planes[at, 0])

    cdef void begin_game(self, Row* row) noexcept nogil:
        pass

    cdef Ending play(self, Row* row, int action) noexcept nogil:
        return NOT_YET

    cdef int seat_to_move(self, const Row* row) noexcept nogil:
        return 0

    cdef void write_planes(self, const Row* row, int seat, int8_t* planes) noexcept nogil:
        pass

    cdef void _judge(self, int at, Row* row, Ending ending) noexcept nogil:
        self.done[at] = OVER if ending else CUT_OFF if row.plies >= self.max_plies else RUNNING
        self.rewards[at, 0] = 1 if ending == FIRST_WINS else -1 if ending == SECOND_WINS else 0
        self.rewards[at, 1] = -self.rewards[at, 0]
        if self.done[at]:
            row.plies = 0
            self.begin_game(row)

    cdef void _mask(self, int at, Row* row, int8_t legal) noexcept nogil:
        cdef int8_t* mask = &self.masks[at, 0]
        cdef const int16_t* action = actions_of(row)
        cdef int each
        for each in range(row.count):
            mask[action[each]] = legal

    cdef void _show(self, int at, Row* row) noexcept nogil:
        self.seats[at] = self.seat_to_move(row)
        self._mask(at, row, 1)
        if self.observes:
            self.write_planes(row, self.seats[at], &self.observations[at, 0])
