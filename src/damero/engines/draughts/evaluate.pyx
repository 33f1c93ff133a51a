# cython: cdivision=True, boundscheck=False, wraparound=False
"""The evaluation's arithmetic, with the weights that it is handed."""

from array import array

from libc.string cimport memcpy

from damero.engines.bits cimport count_of, gathered
from damero.engines.draughts.generator cimport FLYING
from damero.engines.draughts.kernel cimport Kernel

cdef int place
for place in range(256):
    IN_BASE_3[place] = int(format(place, "b"), 3)


cdef inline int king_terms(const Weights* weights, Bits kings, int phase) noexcept nogil:
    cdef int number = count_of(kings)
    if number == 0:
        return 0
    return (
        weights.terms[FIRST_KING][phase]
        + (number - 1) * weights.terms[FURTHER_KING][phase]
        + count_of(kings & weights.long_diagonal) * weights.terms[LONG_DIAGONAL][phase]
    )


cdef inline int mixed(const Weights* weights, int opening, int ending, int pieces) noexcept nogil:
    return (opening * pieces + ending * (weights.pieces - pieces)) // weights.pieces


cdef inline bint is_drawish(const Weights* weights, int score, const State* state, Bits white, Bits black) noexcept nogil:
    """A flying king is hardly ever caught by three pieces or fewer."""
    cdef Bits strong = white if score > 0 else black
    cdef Bits weak = black if score > 0 else white
    return weights.flying and (weak & state.kings) != 0 and count_of(strong) <= 3


cdef int evaluate(const Weights* weights, const State* state) noexcept nogil:
    """In hundredths of a man, from the point of view of the side to move."""
    cdef Bits white = state.enemy if state.black else state.own
    cdef Bits black = state.own if state.black else state.enemy
    cdef Bits white_men = white & ~state.kings, black_men = black & ~state.kings
    cdef int lead = count_of(white_men) - count_of(black_men)
    cdef int opening = lead * weights.terms[MAN][0]
    cdef int ending = lead * weights.terms[MAN][1]
    cdef int block, score
    cdef const int16_t* pattern
    for block in range(weights.blocks):
        pattern = weights.patterns[block][
            IN_BASE_3[gathered(white_men, weights.masks[block])] + 2 * IN_BASE_3[gathered(black_men, weights.masks[block])]
        ]
        opening += pattern[0]
        ending += pattern[1]
    if state.kings:
        opening += king_terms(weights, white & state.kings, 0) - king_terms(weights, black & state.kings, 0)
        ending += king_terms(weights, white & state.kings, 1) - king_terms(weights, black & state.kings, 1)
    opening += -weights.terms[TURN][0] if state.black else weights.terms[TURN][0]
    ending += -weights.terms[TURN][1] if state.black else weights.terms[TURN][1]
    score = mixed(weights, opening, ending, count_of(white | black)) // UNITS
    if is_drawish(weights, score, state, white, black):
        score //= 8
    return -score if state.black else score


def blocks_of(int size):
    """The dark squares of the 4×4 blocks that cover a board, two rows and columns apart, by square number."""
    half = size // 2
    corners = [(row, column) for row in range(0, size - 3, 2) for column in range(0, size - 3, 2)]
    return [
        [
            row * half + column // 2 + 1
            for row in range(top, top + 4)
            for column in range(left, left + 4)
            if (row + column) % 2
        ]
        for top, left in corners
    ]


cdef class Evaluation:
    """Weights for one rules record: `numbers` are the terms, then the patterns, each for the opening and the ending."""

    def __init__(self, rules, numbers):
        cdef Kernel kernel = Kernel(rules)
        cdef int block
        self.weights.flying = kernel.flags & FLYING
        self.weights.pieces = rules.men_rows * rules.size
        blocks = blocks_of(rules.size)
        self.weights.blocks = len(blocks)
        for block, squares in enumerate(blocks):
            self.weights.masks[block] = kernel.bits_of(squares)
        half = rules.size // 2
        diagonal = [row * half + (rules.size - 1 - row) // 2 + 1 for row in range(rules.size)]
        self.weights.long_diagonal = kernel.bits_of(diagonal)
        self.take(array("h", numbers))

    cdef take(self, numbers):
        cdef int16_t[::1] weights = numbers
        wanted = size_of(self.weights.blocks)
        if weights.shape[0] != wanted:
            raise ValueError(f"This board needs {wanted} weights, not {weights.shape[0]}.")
        memcpy(&self.weights.terms[0][0], &weights[0], sizeof(self.weights.terms))
        memcpy(&self.weights.patterns[0][0][0], &weights[TERMS * 2], self.weights.blocks * PATTERNS * 2 * sizeof(int16_t))

    def of(self, Kernel kernel, pieces, *, bint black):
        """A position's value for the side to move, in hundredths of a man."""
        cdef State state = kernel.state_of(pieces, black)
        return evaluate(&self.weights, &state)


def size_of(int blocks):
    """How many weights there are."""
    return (TERMS + blocks * PATTERNS) * 2
