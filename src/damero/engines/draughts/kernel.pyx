"""A rules record made ready for the generator, and the door between square numbers and bits."""

from damero.domain.draughts.rules import Duty, Priority, Promotion
from damero.domain.errors import BadPosition

from damero.engines.bits cimport lowest_of
from damero.engines.draughts.generator cimport (
    BACKWARD, CONTINUES, ENDS_TURN, FLYING, ITALIAN, KING_FIRST, MOST_MOVES, MOST_PIECES, PIECE_DUTY, SPARES_KINGS,
    THEN_KINGS, WIDE, Bits, Move, Path, State, bit, generate_paths, half_of, make,
)

FLAGS = {
    Promotion.AT_END: 0,
    Promotion.ENDS_TURN: ENDS_TURN,
    Promotion.CONTINUES_AS_KING: CONTINUES,
    Duty.SIDE: 0,
    Duty.PIECE: PIECE_DUTY,
    Priority.FREE: 0,
    Priority.MOST_PIECES: MOST_PIECES,
    Priority.MOST_PIECES_THEN_KINGS: THEN_KINGS,
    Priority.KING_FIRST: KING_FIRST,
    Priority.ITALIAN: ITALIAN,
}


def flags_of(rules):
    """What the generator has to know of a rules record, as bits."""
    if rules.size not in (8, 10):
        raise BadPosition(f"The engine plays on boards of 8×8 and 10×10, not {rules.size}×{rules.size}.")
    if rules.promotion is Promotion.CONTINUES_AS_KING and not rules.flying_kings:
        raise BadPosition("The engine knows men that go on as kings only where kings fly.")
    return (
        (WIDE if rules.size == 10 else 0)
        | (FLYING if rules.flying_kings else 0)
        | (BACKWARD if rules.men_capture_backward else 0)
        | (0 if rules.men_capture_kings else SPARES_KINGS)
        | FLAGS[rules.promotion]
        | FLAGS[rules.duty]
        | FLAGS[rules.priority]
    )


cdef class Kernel:
    """The generator for one rules record, and the door between square numbers and bits."""

    def __init__(self, rules):
        cdef int number, row, half
        self.flags = flags_of(rules)
        half = half_of(self.flags)
        self.squares = 2 * half * half
        for number in range(1, self.squares + 1):
            row = (number - 1) // half
            self.bit_of_square[number] = row // 2 * (2 * half + 1) + row % 2 * half + (number - 1) % half
            self.square_of_bit[self.bit_of_square[number]] = number

    cdef Bits bits_of(self, squares) except? 0xFFFFFFFFFFFFFFFF:
        cdef Bits bits = 0
        for number in squares:
            if not 1 <= number <= self.squares:
                raise BadPosition(f"There is no square {number}: they are 1 to {self.squares}.", code="OFF_BOARD")
            bits |= bit(self.bit_of_square[number])
        return bits

    cdef list squares_of(self, Bits bits):
        found = []
        while bits:
            found.append(self.square_of_bit[lowest_of(bits)])
            bits &= bits - 1
        return found

    cdef State state_of(self, pieces, bint black) except *:
        """The state of (white men, white kings, black men, black kings), each a collection of square numbers."""
        cdef Bits white_men = self.bits_of(pieces[0]), white_kings = self.bits_of(pieces[1])
        cdef Bits black_men = self.bits_of(pieces[2]), black_kings = self.bits_of(pieces[3])
        cdef State state
        state.own = black_men | black_kings if black else white_men | white_kings
        state.enemy = white_men | white_kings if black else black_men | black_kings
        state.kings = white_kings | black_kings
        state.black = black
        return state

    def moves(self, pieces, *, bint black):
        """The legal moves as (path, captured squares, promotes), in square numbers."""
        cdef State state = self.state_of(pieces, black)
        cdef Move moves[MOST_MOVES]
        cdef Path paths[MOST_MOVES]
        cdef int at, count = generate_paths(self.flags, &state, moves, paths)
        return [self.written(&moves[at], &paths[at]) for at in range(count)]

    cdef tuple written(self, const Move* move, const Path* path):
        cdef int at, length = path.length if move.taken else 0
        origin, destination = self.square_of_bit[move.origin], self.square_of_bit[move.destination]
        if not length:
            return (origin, destination), (), move.crowned == 1
        landings = [self.square_of_bit[path.landings[at]] for at in range(length)]
        return (origin, *landings), tuple([self.square_of_bit[path.taken[at]] for at in range(length)]), move.crowned == 1

    def play(self, pieces, path, captured, *, bint promotes, bint black):
        """The pieces after a move given as `moves` gives it."""
        cdef State state = self.state_of(pieces, black), after
        cdef Move move
        move.origin, move.destination = self.bit_of_square[path[0]], self.bit_of_square[path[-1]]
        move.taken = self.bits_of(captured)
        move.crowned = promotes
        move.king = promotes or (state.kings & bit(move.origin)) != 0
        make(&state, &move, &after)
        return self.pieces_of(&after)

    cdef tuple pieces_of(self, const State* state):
        cdef Bits white = state.enemy if state.black else state.own
        cdef Bits black = state.own if state.black else state.enemy
        return (
            self.squares_of(white & ~state.kings),
            self.squares_of(white & state.kings),
            self.squares_of(black & ~state.kings),
            self.squares_of(black & state.kings),
        )
