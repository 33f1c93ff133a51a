"""A Stratego board as one side knows it: its own pieces for certain, the enemy's by the chances of their ranks."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

cdef enum:
    CELLS = 100
    PIECES = 80
    RANKS = 12
    NOBODY = -1
    LAKE = -2
    UNKNOWN = -1
    US = 0
    THEM = 1
    FLAG = 0
    SPY = 1
    SCOUT = 2
    MINER = 3
    MARSHAL = 10
    BOMB = 11
    MOST_MOVES = 400
    MOST_BELIEFS = 400
    GATES = 4
    FAR = 60

cdef struct State:
    int8_t board[CELLS]
    int8_t cell[PIECES]  # NOBODY once a piece has fallen.
    int8_t rank[PIECES]  # UNKNOWN for pieces judged by their belief.
    uint8_t moved[PIECES]
    uint8_t revealed[PIECES]
    int16_t belief[PIECES]
    int8_t last_piece[2]
    int8_t last_from[2]
    int8_t last_to[2]
    int8_t repeats[2]
    uint64_t key  # Tells states of one search apart.
    float score  # From our side: material, secrets and plans together.
    float movers[2]  # How many pieces each side can still move.

cdef struct Scene:
    int count
    int ours  # Pieces below this number are ours.
    int two_square_moves
    int belief_count
    float chance[MOST_BELIEFS][RANKS]  # Of their ranks as we think; of ours, by the piece's number, as they may think.
    float value[2][RANKS]
    float secret[2][RANKS]
    float dare[PIECES][RANKS]  # How readily each rank of theirs attacks a piece of ours that it does not know.
    float hush[PIECES]  # What the secret of a piece of ours is still worth.
    float plan[PIECES][CELLS]
    float stillness  # What an unknown piece of ours loses by its first move.
    float lead  # How much more our pieces are worth than theirs.
    float alarm  # What it costs that nobody can stop an enemy on its way to our flag.
    int gates  # The squares beside our flag; for each how far guards, miners and other enemies are from it.
    int8_t guarded[GATES][CELLS]
    int8_t dug[GATES][CELLS]
    int8_t walked[GATES][CELLS]
    int8_t scouted[GATES][CELLS]  # The moves that a scout needs until it sees the flag through a gate.
    uint8_t awake[PIECES]  # Pieces that move in the tree wherever they are.

cdef struct Way:
    int16_t piece
    int8_t target
    uint8_t attacks
    float worth
    float open  # How likely it is open to them, and that they want it.

cdef struct Odds:
    float win
    float tie
    float lose
    float won  # What a win takes from them, on average.
    float tied
    float learnt  # What a loss tells us of them.

cdef enum:
    MOVED = 100
    SEEN = 101
    BEATS = 110  # And the rank that it has beaten.
    DARES = 130  # The same against a piece that it did not know.
    THEIR_TURN = 160

cdef uint64_t mixed(int piece, int code) noexcept nogil
cdef const int8_t* steps(int cell) noexcept nogil
cdef const int8_t* around(int cell) noexcept nogil
cdef const int8_t* ray(int cell, int way) noexcept nogil
cdef bint are_beside(int one, int two) noexcept nogil
cdef int fight(int attacker, int defender) noexcept nogil
cdef bint is_banned(const Scene* scene, const State* state, int piece, int target) noexcept nogil
cdef int ways(const Scene* scene, const State* state, int side, Way* found, int far) noexcept nogil
cdef int attacks(const Scene* scene, const State* state, int side, Way* found) noexcept nogil
cdef void relocate(const Scene* scene, State* state, int piece, int target) noexcept nogil
cdef void remove(const Scene* scene, State* state, int piece) noexcept nogil
cdef float movable(const Scene* scene, const State* state, int piece) noexcept nogil
cdef int believe_moved(Scene* scene, const State* state, int piece) noexcept nogil
cdef Odds odds(const Scene* scene, const State* state, int ours, int theirs) noexcept nogil
cdef void fade(float* leaves, float share) noexcept nogil
cdef void load(Scene* scene, State* state, object table)
