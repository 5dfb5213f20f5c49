"""Records out of a stream: what counts as one, and what is said of what does not."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.cli.reader import LIMIT, read

A = {"id": "a", "hands": ["AH", "KH"]}
B = {"id": "b", "options": {"teams": [0, 1]}}


def records(text: str | bytes) -> list[object]:
    """Each entry's record, or its fault as text."""
    raw = text.encode() if isinstance(text, str) else text
    return [e.fault if e.record is None else e.record for e in read(io.BytesIO(raw))]


def lines(text: str) -> list[int]:
    return [entry.line for entry in read(io.BytesIO(text.encode()))]


@pytest.mark.parametrize("indent", [None, 0, 1, 4])
@pytest.mark.parametrize("end", ["", "\n", "\r\n\r\n"])
def test_one_record_may_be_printed_on_one_line_or_several(indent: int | None, end: str) -> None:
    assert records(json.dumps(A, indent=indent) + end) == [A]


def test_records_printed_over_several_lines_may_follow_each_other() -> None:
    text = f"{json.dumps(A, indent=2)}\n{json.dumps(B)}\n\n{json.dumps(B, indent=2)}\n"
    assert records(text) == [A, B, B]
    assert lines(text) == [1, 8, 10]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert records(b"\xef\xbb\xbf" + json.dumps(A).encode()) == [A]


def test_nothing_is_in_an_empty_stream() -> None:
    assert records("") == records("\n  \n\r\n") == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("cinch", "not JSON: Expecting value (column 1)"),
        ("[1, 2]", "a deal record is an object {…}, not a list"),
        ("null", "a deal record is an object {…}, not null"),
        ('{"a": NaN}', "not JSON: NaN is no JSON value"),
        ('{"a": 1e999}', "number 1e999 is too large"),
        ('{"a": 1, "a": 2}', "field 'a' is given twice"),
        ('{"a": 1} {"b": 2}', "not JSON: Extra data (column 10)"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply for a deal record"),
        ('{"a": [1, 2', "not JSON: it breaks off"),
        ('{"a": "AH K', "not JSON: it breaks off"),
        ('{"a":', "not JSON: it breaks off"),
    ],
)
def test_a_wrong_text_is_told_and_the_record_after_it_is_read(wrong: str, message: str) -> None:
    fault, after = records(f"{wrong}\n{json.dumps(A)}\n")
    assert after == A
    assert isinstance(fault, str)
    assert fault.startswith(message)


def test_a_number_of_ten_thousand_digits_is_a_fault() -> None:
    (fault,) = records('{"a": ' + "9" * 10_000 + "}")
    assert isinstance(fault, str)


def test_bytes_that_are_no_text_are_told_by_their_place() -> None:
    assert records(b'{"a": "\xff"}\n') == ["not UTF-8: byte 8 is 0xff"]


def test_a_line_beyond_the_limit_is_told_and_the_next_is_read() -> None:
    text = '{"a": "' + "x" * 10_000_000 + '"}\n' + json.dumps(A)
    assert records(text) == [f"longer than {LIMIT:,} bytes: not a deal record", A]


def test_a_record_of_too_many_lines_is_told_once() -> None:
    text = '{"a": [\n' + "  1,\n" * (LIMIT // 4) + "  2]}\n" + json.dumps(A)
    assert records(text) == [f"longer than {LIMIT:,} bytes: not a deal record", A]


def test_a_record_of_the_greatest_length_is_read() -> None:
    text = '{"a": "' + "x" * (LIMIT - 9) + '"}'
    assert len(text) == LIMIT
    assert records(text + "\n")[0] != records("x")
    assert records(text) == [json.loads(text)]


def test_a_record_cut_short_costs_no_record_after_it() -> None:
    cut = json.dumps(A, indent=2).splitlines()[:3]
    assert records("\n".join([*cut, json.dumps(B)]))[-1] == B


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.tuples(st.dictionaries(st.text(), JSON), st.sampled_from([None, 2, 4]))))
def test_whatever_is_printed_is_read_back(
    printed: list[tuple[dict[str, object], int | None]],
) -> None:
    text = "".join(json.dumps(record, indent=indent) + "\n" for record, indent in printed)
    assert records(text) == [record for record, _ in printed]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_to_their_end_without_an_exception(raw: bytes) -> None:
    assert len(records(raw)) <= raw.count(b"\n") + 1
