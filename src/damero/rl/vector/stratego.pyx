# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games of Stratego at once. The planes of a seat show only what its view contains."""

from damero.domain.stratego.board import SIZE, SQUARES
from damero.domain.stratego.combat import resolve_ranks
from damero.domain.stratego.rules import BackAndForth, Rank, Side
from damero.domain.stratego.setup import army_places, read_army

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from damero.rl.vector.games cimport DRAWN, FIRST_WINS, NOT_YET, SECOND_WINS, Ending, Row, VectorGames, below
from damero.rl.vector.stratego_board cimport (
    BLUE, BOMB, CELLS, EMPTY, FLAG, MOST_ACTIONS, MOST_PIECES, MOVED, PIECE, PLACES, RANK, RANKS, REVEALED, SCOUT, WALL,
    WIDTH, Displaced, Game, Step, TwoSquareBan, add_mover, is_along_row, is_evaded, move_piece, remove_piece, reveal,
    side_of, take_back,
)

cdef int STEPS[4]
STEPS[:] = [-WIDTH, WIDTH, -1, 1]


cdef class StrategoGames(VectorGames):
    cdef Step* steps
    cdef int8_t* armies[2]  # The given armies of each side, `zone` ranks each.
    cdef int army_count[2]
    cdef int8_t pieces[MOST_PIECES]  # The ranks of an army, then -1 for each empty square of the zone.
    cdef uint8_t places[2][MOST_PIECES]
    cdef int zone, squares, kinds, two_square_moves, turn_limit
    cdef bint same_ends, chase_rule
    cdef uint8_t empty_board[PLACES]
    cdef uint8_t start_unseen[RANKS]
    cdef int16_t index_of[PLACES]
    cdef uint8_t place_of[CELLS]
    cdef uint8_t cell_of[CELLS]  # By index of the square.
    cdef int8_t plane_of[2][RANKS]
    cdef int16_t shown_at[2][2 * PIECE]  # By seat and piece: where the plane begins in which the seat sees it.
    cdef int8_t fights[RANKS][RANKS]

    def __init__(self, rules, armies, arrays, uint64_t seed, int max_plies):
        """`armies` are the texts of each side's possible armies; without any, its pieces begin on random squares."""
        cdef int most = min(max_plies, rules.turn_limit), at
        self._read_rules(rules)
        self.attach(sizeof(Game), arrays, seed, max_plies)
        self.steps = <Step*>calloc(<size_t>self.count * most, sizeof(Step))
        if self.steps == NULL:
            raise MemoryError
        for at in range(self.count):
            (<Game*>self.row(at)).steps = self.steps + <size_t>at * most
        for at in range(2):
            self._read_armies(rules, at, armies[at])

    def __dealloc__(self):
        free(self.steps)
        free(self.armies[0])
        free(self.armies[1])

    cdef int _read_rules(self, rules) except -1:
        cdef int at
        most = sum(count * (2 * SIZE - 2 if rank is Rank.SCOUT else 4) for rank, count in rules.army if rank.is_movable)
        self.zone = rules.zone_rows * SIZE
        if self.zone > MOST_PIECES or most > MOST_ACTIONS:
            raise ValueError(f"No more than {MOST_PIECES} squares in a zone and {MOST_ACTIONS} moves.")
        self.two_square_moves, self.turn_limit = rules.two_square_moves, rules.turn_limit
        self.same_ends, self.chase_rule = rules.two_square_counts is BackAndForth.SAME_ENDS, rules.chase_rule
        ranks = [int(rank) for rank, count in rules.army for _ in range(count)]
        for at, rank in enumerate(ranks + [-1] * (self.zone - len(ranks))):
            self.pieces[at] = rank
        self._read_board(rules)
        self._read_kinds(rules)
        return 0

    cdef int _read_board(self, rules) except -1:
        cdef int at, side
        memset(self.empty_board, WALL, PLACES)
        for at, square in enumerate(square for square in SQUARES if square not in rules.lakes):
            self.place_of[at] = place_of_square(square)
            self.cell_of[at] = square.cell
            self.index_of[self.place_of[at]] = at
            self.empty_board[self.place_of[at]] = EMPTY
            self.squares = at + 1
        for side, one in enumerate(Side):
            for at, square in enumerate(army_places(rules, one)):
                self.places[side][at] = place_of_square(square)
        return 0

    cdef int _read_kinds(self, rules) except -1:
        cdef int at, attacker, defender
        self.kinds = 2 * len(rules.army) + 2
        for at, (rank, count) in enumerate(rules.army):
            self.start_unseen[<int>rank] = count
            self.plane_of[0][<int>rank], self.plane_of[1][<int>rank] = at, len(rules.army) + at
        for attacker in range(RANKS):
            for defender in range(RANKS):
                result = resolve_ranks(Rank(attacker), Rank(defender))
                self.fights[attacker][defender] = result.attacker_survived - result.defender_survived
        for at in range(2):
            self._read_planes(at)
        return 0

    cdef void _read_planes(self, int seat):
        """An empty place is written into the plane behind the marks, which is filled later: there is no branch then."""
        cdef int piece, side
        self.shown_at[seat][EMPTY] = (self.kinds + 2) * CELLS
        for piece in range(PIECE, 2 * PIECE):
            side = side_of(piece)
            if piece & RANK < RANKS and (side == seat or piece & REVEALED):
                self.shown_at[seat][piece] = self.plane_of[side][piece & RANK] * CELLS
            else:
                self.shown_at[seat][piece] = (self.kinds - 2 + side) * CELLS

    cdef int _read_armies(self, rules, int side, texts) except -1:
        cdef int at = 0
        self.army_count[side] = len(texts)
        self.armies[side] = <int8_t*>calloc(len(texts) * self.zone + 1, 1)
        if self.armies[side] == NULL:
            raise MemoryError
        for text in texts:
            for rank in read_army(rules, text):
                self.armies[side][at] = -1 if rank is None else rank
                at += 1
        return 0

    cdef void begin_game(self, Row* row) noexcept nogil:
        """Armies without a first move are very rare; other ones are drawn then."""
        cdef Game* game = <Game*>row
        game.row.count = 0
        while game.row.count == 0:
            memcpy(game.board, self.empty_board, PLACES)
            self._place_army(game, 0)
            self._place_army(game, 1)
            game.side = 0
            game.row.count = self._reachable(game, 0, game.actions)

    cdef void _place_army(self, Game* game, int side) noexcept nogil:
        cdef int8_t ranks[MOST_PIECES]
        cdef int at, place
        memcpy(game.unseen[side], self.start_unseen, RANKS)
        game.mover_count[side] = 0
        self._draw_army(game, side, ranks)
        for at in range(self.zone):
            if ranks[at] >= 0:
                place = self.places[side][at]
                game.board[place] = PIECE | ranks[at] | (BLUE if side else 0)
                if ranks[at] != BOMB and ranks[at] != FLAG:
                    add_mover(game, side, place)

    cdef void _draw_army(self, Game* game, int side, int8_t* ranks) noexcept nogil:
        """One of the given armies, or the pieces in random order."""
        cdef int at, other
        if self.army_count[side]:
            at = below(&game.row.random, self.army_count[side])
            memcpy(ranks, self.armies[side] + at * self.zone, self.zone)
            return
        for at in range(self.zone):
            other = below(&game.row.random, at + 1)
            ranks[at] = ranks[other]
            ranks[other] = self.pieces[at]

    cdef Ending play(self, Row* row, int action) noexcept nogil:
        cdef Game* game = <Game*>row
        cdef int origin = self.place_of[action // self.squares], target = self.place_of[action % self.squares]
        cdef int mover = game.side, defender = game.board[target]
        cdef Step* step = &game.steps[row.plies - 1]
        step.origin, step.target = origin, target
        step.attacks, step.survives = defender != EMPTY, True
        if defender == EMPTY:
            move_piece(game, origin, target)
        else:
            step.survives = self._fight(game, origin, target)
        game.side ^= 1
        row.count = self._reachable(game, game.side, game.actions)
        if defender != EMPTY and defender & RANK == FLAG:
            return SECOND_WINS if mover else FIRST_WINS
        self._apply_history(game)
        return self._ending(game)

    cdef bint _fight(self, Game* game, int origin, int target) noexcept nogil:
        """Both pieces become known; tells whether the attacker survives."""
        cdef int attacker = game.board[origin] & RANK, defender = game.board[target] & RANK
        cdef int result = self.fights[attacker][defender]
        reveal(game, origin)
        reveal(game, target)
        if result >= 0:
            remove_piece(game, target)
        if result > 0:
            move_piece(game, origin, target)
        else:
            remove_piece(game, origin)
        return result > 0

    cdef Ending _ending(self, Game* game) noexcept nogil:
        cdef int16_t others[MOST_ACTIONS]
        if game.row.count == 0:
            if self._reachable(game, game.side ^ 1, others) == 0:
                return DRAWN
            return FIRST_WINS if game.side else SECOND_WINS
        return DRAWN if game.row.plies >= self.turn_limit else NOT_YET

    cdef int _reachable(self, const Game* game, int side, int16_t* found) noexcept nogil:
        """The moves of a side, apart from the rules about earlier moves."""
        cdef int each, way, origin, target, first, count = 0
        cdef int enemy = PIECE | (0 if side else BLUE), standing
        for each in range(game.mover_count[side]):
            origin = game.movers[side][each]
            first = self.index_of[origin] * self.squares
            for way in range(4):
                target = origin + STEPS[way]
                standing = game.board[target]
                found[count] = first + self.index_of[target]
                count += (standing == EMPTY) | (standing & (PIECE | BLUE) == enemy)
                if game.board[origin] & RANK != SCOUT:
                    continue
                while standing == EMPTY:
                    target += STEPS[way]
                    standing = game.board[target]
                    found[count] = first + self.index_of[target]
                    count += (standing == EMPTY) | (standing & (PIECE | BLUE) == enemy)
        return count

    cdef void _apply_history(self, Game* game) noexcept nogil:
        """Strike out what the two rules about earlier moves forbid, as the referee's `history.py` does."""
        cdef TwoSquareBan ban
        cdef int each = 0
        if self._finds_two_square_ban(game, &ban):
            while each < game.row.count:
                if self._is_banned(&ban, game.actions[each]):
                    game.row.count -= 1
                    game.actions[each] = game.actions[game.row.count]
                else:
                    each += 1
        if self.chase_rule and game.row.plies >= 2 and is_evaded(game.steps + game.row.plies - 1):
            self._strike_out_chase(game)

    cdef bint _finds_two_square_ban(self, const Game* game, TwoSquareBan* ban) noexcept nogil:
        cdef const Step* step = game.steps + game.row.plies - 2
        cdef int each
        if game.row.plies < 2 * self.two_square_moves:
            return False
        ban.here, ban.back, ban.along_row = step.target, step.origin, is_along_row(step.origin, step.target)
        ban.low, ban.high = min(step.origin, step.target), max(step.origin, step.target)
        for each in range(1, self.two_square_moves):
            step -= 2
            if (step + 2).origin != step.target or is_along_row(step.origin, step.target) != ban.along_row:
                return False
            if self.same_ends and (ban.low != min(step.origin, step.target) or ban.high != max(step.origin, step.target)):
                return False
            ban.low = max(ban.low, min(step.origin, step.target))
            ban.high = min(ban.high, max(step.origin, step.target))
        return ban.low < ban.high

    cdef bint _is_banned(self, const TwoSquareBan* ban, int action) noexcept nogil:
        cdef int origin = self.place_of[action // self.squares], target = self.place_of[action % self.squares]
        if origin != ban.here or self.same_ends:
            return origin == ban.here and target == ban.back
        if is_along_row(origin, target) != ban.along_row:
            return False
        return max(ban.low, min(origin, target)) < min(ban.high, max(origin, target))

    cdef void _strike_out_chase(self, Game* game) noexcept nogil:
        """The moves that would repeat a position of the chase in which the side to move is the chaser."""
        cdef Displaced moved[CELLS]
        cdef uint8_t repeats[MOST_ACTIONS]
        cdef uint8_t threatened[PLACES]
        cdef int turn = game.row.plies - 1, count = 0, way, evader
        memset(repeats, 0, game.row.count)
        memset(threatened, 0, PLACES)
        while turn > 0 and is_evaded(game.steps + turn):
            evader = take_back(moved, &count, game.steps + turn)
            for way in range(4):
                threatened[evader + STEPS[way]] = 1
            if count == 1:
                self._mark(game, repeats, moved[0].now, moved[0].before)
            if game.steps[turn - 1].attacks:
                break
            take_back(moved, &count, game.steps + turn - 1)
            turn -= 2
        self._strike_out(game, repeats, threatened)

    cdef void _mark(self, const Game* game, uint8_t* marks, int origin, int target) noexcept nogil:
        cdef int each, action = self.index_of[origin] * self.squares + self.index_of[target]
        for each in range(game.row.count):
            marks[each] |= game.actions[each] == action

    cdef void _strike_out(self, Game* game, uint8_t* marks, const uint8_t* threatened) noexcept nogil:
        """Moves that are marked and threaten an evader, except straight back: the two-square rule covers that."""
        cdef const Step* last = game.steps + game.row.plies - 2
        cdef int back = self.index_of[last.target] * self.squares + self.index_of[last.origin]
        cdef int each, kept = 0
        for each in range(game.row.count):
            if not marks[each] or game.actions[each] == back or not self._target_in(game.actions[each], threatened):
                game.actions[kept] = game.actions[each]
                kept += 1
        game.row.count = kept

    cdef inline bint _target_in(self, int action, const uint8_t* places) noexcept nogil:
        return places[self.place_of[action % self.squares]]

    cdef int seat_to_move(self, const Row* row) noexcept nogil:
        return (<const Game*>row).side

    cdef void write_planes(self, const Row* row, int seat, int8_t* planes) noexcept nogil:
        cdef const Game* game = <const Game*>row
        cdef int at, cell, piece, rank
        cdef const int16_t* shown_at = self.shown_at[seat]
        cdef int8_t* moved = planes + self.kinds * CELLS
        cdef int8_t* counts = moved + 5 * CELLS
        memset(planes, 0, (self.kinds + 2) * CELLS)
        for at in range(self.squares):
            piece, cell = game.board[self.place_of[at]], self.cell_of[at]
            planes[shown_at[piece] + cell] = 1
            moved[cell] = (piece & MOVED) != 0
            moved[CELLS + cell] = (piece & REVEALED) != 0
        memset(moved + 2 * CELLS, seat == 0, CELLS)
        memset(moved + 3 * CELLS, seat == 1, CELLS)
        memset(moved + 4 * CELLS, seat == game.side, CELLS)
        memset(counts, 0, self.kinds * CELLS)
        for rank in range(RANKS):
            if self.start_unseen[rank]:
                memset(counts + self.plane_of[1 - seat][rank] * CELLS, game.unseen[1 - seat][rank], CELLS)


cdef int place_of_square(square):
    return WIDTH * (square.row + 1) + square.col + 1
