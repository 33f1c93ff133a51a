from damero.engines.stratego.kernel cimport Context, State

cdef void prepare_flag_defence(Context* context, const State* state) noexcept nogil
cdef float flag_danger(const Context* context, const State* state, int to_move) noexcept nogil
