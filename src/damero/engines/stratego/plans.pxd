"""Plans as maps; see `plans.pyx`."""

from damero.engines.stratego.kernel cimport Scene, State

cdef struct Pull:
    float weight  # How much plans count beside what is on the board.
    float caught  # How likely a piece that can run away is caught.
    float nearer  # A target one step farther away draws so much of it.

cdef void make_plans(Scene* scene, State* state, Pull pull) noexcept nogil
