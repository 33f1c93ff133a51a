"""A Stratego board as one side knows it: its own ranks are certain, the enemy's are probabilities."""

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
    MAJOR = 7
    MARSHAL = 10
    BOMB = 11
    MOST_MOVES = 400
    MOST_BELIEFS = 400
    MOST_APPROACHES = 4
    UNREACHABLE = 60

cdef struct State:
    int8_t board[CELLS]
    int8_t cell[PIECES]  # NOBODY once a piece is captured.
    int8_t rank[PIECES]  # UNKNOWN for unidentified enemy pieces; `belief` is their row in the context.
    uint8_t moved[PIECES]
    uint8_t revealed[PIECES]
    int16_t belief[PIECES]
    int8_t last_piece[2]
    int8_t last_from[2]
    int8_t last_to[2]
    int8_t repeats[2]
    uint64_t key  # Hash of the state, unique to one search.
    float score  # For our side: material, secrecy and plans.
    float movers[2]  # The expected number of movable pieces of each side.

cdef struct Context:
    int count
    int ours  # Pieces below this number are ours.
    int two_square_moves
    int belief_count
    float probability[MOST_BELIEFS][RANKS]  # Our belief about their ranks; for our pieces, the enemy's belief.
    float value[2][RANKS]
    float secrecy[2][RANKS]
    float attack_probability[PIECES][RANKS]  # That each enemy rank attacks our unidentified piece.
    float piece_secrecy[PIECES]  # The remaining value of keeping the rank of our piece secret.
    float plan[PIECES][CELLS]
    float officer_risk  # The extra cost of a known officer that is lost to an unmoved piece, as a share of its value.
    float first_move_cost  # The cost of the first move of our unidentified piece.
    float material_lead  # The value of our pieces minus that of theirs.
    float flag_danger_cost  # The cost of an enemy that nothing can stop on its way to our flag.
    int approaches  # The number of squares beside our flag; the distance maps below are per approach.
    int8_t guard_distance[MOST_APPROACHES][CELLS]
    int8_t miner_distance[MOST_APPROACHES][CELLS]
    int8_t other_distance[MOST_APPROACHES][CELLS]
    int8_t scout_distance[MOST_APPROACHES][CELLS]  # Moves until a scout has the flag in its line.
    uint8_t active[PIECES]  # Pieces that may move in the tree wherever they are.

cdef struct Move:
    int16_t piece
    int8_t target
    uint8_t attacks
    float priority  # The move with the highest priority is searched first.
    float likelihood  # That the enemy can and wants to make this move.

cdef struct Odds:
    float win
    float tie
    float lose
    float win_gain  # Weighted by probability, like the two below.
    float tie_gain
    float loss_information  # The value of what a loss reveals.

cdef enum:
    MOVED = 100
    REVEALED = 101
    BEAT_KNOWN = 110  # Plus the rank that it has beaten.
    BEAT_UNKNOWN = 130  # The same for an unidentified piece.
    THEIR_TURN = 160

cdef uint64_t hash_of(int piece, int code) noexcept nogil
cdef const int8_t* neighbours(int cell) noexcept nogil
cdef const int8_t* within_two_steps(int cell) noexcept nogil
cdef const int8_t* ray(int cell, int direction) noexcept nogil
cdef bint are_adjacent(int one, int two) noexcept nogil
cdef int fight(int attacker, int defender) noexcept nogil
cdef bint is_banned(const Context* context, const State* state, int piece, int target) noexcept nogil
cdef bint has_distant_move(const Context* context, const State* state, int side, int radius) noexcept nogil
cdef int generate_moves(const Context* context, const State* state, int side, Move* found, int radius) noexcept nogil
cdef int generate_attacks(const Context* context, const State* state, int side, Move* found) noexcept nogil
cdef void move_piece(const Context* context, State* state, int piece, int target) noexcept nogil
cdef void remove_piece(const Context* context, State* state, int piece) noexcept nogil
cdef float movable_probability(const Context* context, const State* state, int piece) noexcept nogil
cdef int belief_after_move(Context* context, const State* state, int piece) noexcept nogil
cdef Odds odds(const Context* context, const State* state, int ours, int theirs) noexcept nogil
cdef void fill_decay(float* factors, float decay) noexcept nogil
cdef void load(Context* context, State* state, object position)
