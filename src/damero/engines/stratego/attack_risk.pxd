"""Attack probabilities of unidentified pieces; see `attack_risk.pyx`."""

from damero.engines.stratego.kernel cimport Context, State

cdef void estimate_attack_risk(Context* context, const State* state) noexcept nogil
