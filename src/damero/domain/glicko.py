"""Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system", 2013), one result at a time."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How much the volatility may change; the paper recommends 0.3 to 1.2."""
ACCURACY = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def updated(player: Rating, opponents: tuple[tuple[Rating, float], ...]) -> Rating:
    """The rating after results (1 win, ½ draw, 0 loss) against these opponents."""
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    weights = [(_g(other), _expected(mu, other), score) for other, score in opponents]
    variance = 1 / sum(g * g * expected * (1 - expected) for g, expected, _ in weights)
    gain = sum(g * (score - expected) for g, expected, score in weights)
    sigma = _volatility(phi, variance, variance * gain, player.volatility)
    widened = sqrt(phi * phi + sigma * sigma)
    narrowed = 1 / sqrt(1 / (widened * widened) + 1 / variance)
    return Rating(CENTRE + SCALE * (mu + narrowed * narrowed * gain), SCALE * narrowed, sigma)


def _g(other: Rating) -> float:
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)


def _expected(mu: float, other: Rating) -> float:
    return 1 / (1 + exp(-_g(other) * (mu - (other.rating - CENTRE) / SCALE)))


def _volatility(phi: float, variance: float, delta: float, sigma: float) -> float:
    """Step 5 of the paper: the Illinois variant of the regula falsi."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (TAU * TAU)

    low, high = start, log(delta * delta - phi * phi - variance) if delta * delta > phi * phi + variance else 0.0
    if high == 0.0:
        step = 1
        while f(start - step * TAU) < 0:
            step += 1
        high = start - step * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > ACCURACY:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
