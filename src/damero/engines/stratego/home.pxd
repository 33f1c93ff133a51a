from damero.engines.stratego.kernel cimport Scene, State

cdef void look_home(Scene* scene, const State* state) noexcept nogil
cdef float peril(const Scene* scene, const State* state, int to_move) noexcept nogil
