"""Plan maps; see `plans.pyx`."""

from damero.engines.stratego.kernel cimport Context, State

cdef struct PlanWeights:
    float weight  # How much plans count relative to material.
    float catch_probability  # How likely a movable target is caught.
    float distance_decay  # Each further step reduces a target's value by this factor.

cdef void make_plans(Context* context, State* state, PlanWeights plan_weights) noexcept nogil
