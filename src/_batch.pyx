# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
"""Many deals at once: NumPy arrays in and out, the GIL released. Use kibitz.arrays."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from core cimport (
    DealBatch, hand_span, parse_rules, seat_span, solve_batch, value_span,
)

import numpy as np


def solve_hands(str rules, const uint64_t[:, ::1] hands, const int8_t[::1] trumps,
                const int8_t[::1] leaders, int side, int workers):
    """Points of the seats in the mask `side`, int16, one a deal."""
    cdef size_t deals = hands.shape[0]
    values = np.empty(deals, dtype=np.int16)
    if deals == 0 or hands.shape[1] == 0:
        return values[:0]
    if trumps.shape[0] != hands.shape[0] or leaders.shape[0] != hands.shape[0]:
        raise ValueError("hands, trumps and leaders must be of equally many deals")
    cdef int16_t[::1] out = values
    cdef DealBatch batch
    batch.rules = parse_rules(rules.encode())
    batch.players = hands.shape[1]
    batch.hands = hand_span(&hands[0, 0], deals * hands.shape[1])
    batch.trumps = seat_span(&trumps[0], deals)
    batch.leaders = seat_span(&leaders[0], deals)
    with nogil:
        solve_batch(batch, <uint8_t>side, workers, value_span(&out[0], deals))
    return values
