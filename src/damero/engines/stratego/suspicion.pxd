"""What the enemy dares, by what it may think of our pieces; see `suspicion.pyx`."""

from damero.engines.stratego.kernel cimport Scene, State

cdef void suspect(Scene* scene, const State* state) noexcept nogil
