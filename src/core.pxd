# Cython's view of kibitz/batch.hpp.
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libcpp.string cimport string


cdef extern from "raise.hpp" nogil:
    void raise_kibitz()


cdef extern from "kibitz/notation.hpp" namespace "kibitz" nogil:
    cdef cppclass Rules:
        pass
    Rules parse_rules(const string& text) except +raise_kibitz


cdef extern from "<span>" namespace "std" nogil:
    cdef cppclass hand_span "std::span<const std::uint64_t>":
        hand_span()
        hand_span(const uint64_t*, size_t)
    cdef cppclass seat_span "std::span<const std::int8_t>":
        seat_span()
        seat_span(const int8_t*, size_t)
    cdef cppclass value_span "std::span<std::int16_t>":
        value_span()
        value_span(int16_t*, size_t)


cdef extern from "kibitz/batch.hpp" namespace "kibitz" nogil:
    cdef cppclass DealBatch:
        Rules rules
        int players
        hand_span hands
        seat_span trumps
        seat_span leaders
    void solve_batch(const DealBatch& batch, uint8_t side, int workers, value_span values) except +raise_kibitz
