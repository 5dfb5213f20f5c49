# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True, auto_pickle=False
"""Many deals or worlds at once: NumPy arrays in and out, the GIL released. Use kibitz.arrays."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libcpp cimport bool as cbool

from core cimport (
    BatchOptions, BatchReport, DealBatch, DealValues, Payoff, Position, WorldHands, WorldValues,
    card_span, find_payoff, flag_span, hand_span, parse_deal, parse_rules, seat_span, solve_batch,
    solve_worlds, value_span, watch,
)

import numpy as np


cdef class Watch:
    """What the caller's thread looks at while a batch runs, and the limits of the batch."""

    cdef BatchOptions options
    cdef object progress
    cdef object stop
    cdef object error

    def __init__(self, workers, seconds, nodes, memory, progress, stop):
        self.options.workers = workers
        if seconds is not None:
            self.options.limits.seconds = seconds
        if nodes is not None:
            self.options.limits.nodes = nodes
        if memory is not None:
            self.options.limits.memory = memory
        self.progress = progress
        self.stop = stop
        watch(self.options, look, <void*>self)

    cdef cbool sees(self, size_t done):
        try:
            PyErr_CheckSignals()
            if self.progress is not None:
                self.progress(done)
            return self.stop is not None and self.stop.stopped
        except BaseException as error:
            self.error = error
            return True

    cdef finish(self, BatchReport report):
        if self.error is not None:
            raise self.error
        return report.nodes, report.table_bytes


cdef cbool look(void* watch, size_t done) noexcept nogil:
    with gil:
        return (<Watch>watch).sees(done)


def solve_hands(str rules, const uint64_t[:, ::1] hands, const int8_t[::1] trumps,
                const int8_t[::1] leaders, int side, bint cards, Watch watch):
    """Points of the seats in the mask `side`, which deals are done, and the points after each card.

    Returns (int16 (deals,), bool (deals,), int16 (deals, 64) or None, (nodes, table bytes)).
    """
    cdef size_t deals = hands.shape[0]
    values = np.zeros(deals, dtype=np.int16)
    done = np.zeros(deals, dtype=np.bool_)
    table = np.zeros((deals, 64), dtype=np.int16) if cards else None
    if deals == 0 or hands.shape[1] == 0:
        return values[:0], done[:0], table if table is None else table[:0], (0, 0)
    if trumps.shape[0] != hands.shape[0] or leaders.shape[0] != hands.shape[0]:
        raise ValueError("hands, trumps and leaders must be of equally many deals")
    cdef int16_t[::1] to_values = values
    cdef uint8_t[::1] to_done = done.view(np.uint8)
    cdef int16_t[:, ::1] to_cards
    cdef DealBatch batch
    cdef DealValues out
    cdef BatchReport report
    batch.rules = parse_rules(rules.encode())
    batch.players = hands.shape[1]
    batch.hands = hand_span(&hands[0, 0], deals * hands.shape[1])
    batch.trumps = seat_span(&trumps[0], deals)
    batch.leaders = seat_span(&leaders[0], deals)
    out.values = value_span(&to_values[0], deals)
    out.done = flag_span(&to_done[0], deals)
    if cards:
        to_cards = table
        out.cards = value_span(&to_cards[0, 0], 64 * deals)
    with nogil:
        report = solve_batch(batch, <uint8_t>side, watch.options, out)
    return values, done, table, watch.finish(report)


def solve_in_worlds(str deal, const uint64_t[:, ::1] hands, const uint8_t[::1] stocks, int cards,
                    int side, str payoff, Watch watch):
    """What each of so many legal cards is worth in each world, and which worlds are done.

    Returns (int16 (worlds, cards), bool (worlds,), (nodes, table bytes)).
    """
    cdef size_t worlds = hands.shape[0]
    values = np.zeros((worlds, cards), dtype=np.int16)
    done = np.zeros(worlds, dtype=np.bool_)
    cdef Position* position = new Position(parse_deal(deal.encode()))
    cdef int16_t[:, ::1] to_values = values
    cdef uint8_t[::1] to_done = done.view(np.uint8)
    cdef WorldHands given
    cdef WorldValues out
    cdef BatchReport report
    cdef Payoff wanted
    try:
        wanted = find_payoff(payoff.encode())
        if worlds > 0 and cards > 0:
            given.hands = hand_span(&hands[0, 0], worlds * hands.shape[1])
            out.values = value_span(&to_values[0, 0], worlds * cards)
            out.done = flag_span(&to_done[0], worlds)
        if stocks.shape[0] > 0:
            given.stocks = card_span(&stocks[0], stocks.shape[0])
        with nogil:
            report = solve_worlds(position[0], given, <uint8_t>side, wanted, watch.options, out)
    finally:
        del position
    return values, done, watch.finish(report)
