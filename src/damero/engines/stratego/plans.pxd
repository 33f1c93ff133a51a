from damero.engines.stratego.kernel cimport Scene, State

cdef void make_plans(Scene* scene, State* state, double weight) noexcept nogil
