# Cython's view of kibitz/batch.hpp.
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.string cimport string


cdef extern from "raise.hpp" nogil:
    void raise_kibitz()


cdef extern from "kibitz/notation.hpp" namespace "kibitz" nogil:
    cdef cppclass Deal:
        pass
    cdef cppclass Rules:
        pass
    Rules parse_rules(const string& text) except +raise_kibitz
    Deal parse_deal(const string& text) except +raise_kibitz


cdef extern from "<span>" namespace "std" nogil:
    cdef cppclass hand_span "std::span<const std::uint64_t>":
        hand_span()
        hand_span(const uint64_t*, size_t)
    cdef cppclass card_span "std::span<const std::uint8_t>":
        card_span()
        card_span(const uint8_t*, size_t)
    cdef cppclass seat_span "std::span<const std::int8_t>":
        seat_span()
        seat_span(const int8_t*, size_t)
    cdef cppclass value_span "std::span<std::int16_t>":
        value_span()
        value_span(int16_t*, size_t)
    cdef cppclass flag_span "std::span<std::uint8_t>":
        flag_span()
        flag_span(uint8_t*, size_t)


cdef extern from "kibitz/payoff.hpp" namespace "kibitz" nogil:
    cdef enum class Payoff:
        pass
    Payoff find_payoff(const string& name) except +raise_kibitz


cdef extern from "kibitz/position.hpp" namespace "kibitz" nogil:
    cdef cppclass Position:
        Position(const Deal& deal) except +raise_kibitz


cdef extern from "kibitz/batch.hpp" namespace "kibitz" nogil:
    cdef cppclass Limits:
        double seconds
        uint64_t nodes
        uint64_t memory
    cdef cppclass BatchOptions:
        int workers
        Limits limits
    cdef cppclass BatchReport:
        uint64_t nodes
        uint64_t table_bytes
    cdef cppclass DealBatch:
        Rules rules
        int players
        hand_span hands
        seat_span trumps
        seat_span leaders
    cdef cppclass DealValues:
        value_span values
        flag_span done
        value_span cards
    cdef cppclass WorldHands:
        hand_span hands
        card_span stocks
    cdef cppclass WorldValues:
        value_span values
        flag_span done
    BatchReport solve_batch(
        const DealBatch& batch, uint8_t side, const BatchOptions& options, const DealValues& out
    ) except +raise_kibitz
    BatchReport solve_worlds(
        const Position& now, const WorldHands& worlds, uint8_t side, Payoff payoff,
        const BatchOptions& options, const WorldValues& out
    ) except +raise_kibitz


cdef extern from "watch.hpp" nogil:
    void watch(BatchOptions& options, cbool (*look)(void*, size_t) noexcept nogil, void* self)
