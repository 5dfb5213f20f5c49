"""Card and CardSet: text both ways, and a set that behaves as Python's own."""

import copy
import operator
import pickle
from collections.abc import Callable, Set
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import Card, CardSet, KibitzError, NotationError, parse_cards

CARDS = [Card(rank + suit) for suit in "CDHS" for rank in "23456789TJQKA"]
CARDS += [Card("JL"), Card("JK")]
PICTURES = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
any_cards = st.frozensets(st.sampled_from(CARDS), max_size=12)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_built_again_by_all_it_can_be_written_as(card: Card) -> None:
    assert Card(str(card)) == Card(str(card).lower()) == Card.from_index(card.index) == card
    assert eval(repr(card)) == card
    assert pickle.loads(pickle.dumps(card)) == copy.copy(card) == copy.deepcopy(card) == card
    assert hash(Card(str(card))) == hash(card)
    assert str(card) == (card.rank + card.suit if card.suit else card.rank)


@pytest.mark.parametrize("card", CARDS[:52], ids=str)
def test_a_card_is_read_with_pictures_on_either_side_and_10_for_t(card: Card) -> None:
    for rank in {card.rank, card.rank.replace("T", "10")}:
        for picture in PICTURES[card.suit or ""]:
            for text in (picture + rank, rank + picture, picture + "\ufe0f" + rank):
                assert Card(text) == card


def test_cards_sort_by_suit_and_rank_with_the_jokers_last() -> None:
    backwards = CARDS[::-1]
    assert sorted(backwards) == CARDS
    assert [card.index for card in CARDS] == sorted({card.index for card in CARDS})
    assert CARDS[0] < CARDS[1] <= CARDS[1] < CARDS[2]
    assert CARDS[2] > CARDS[1] >= CARDS[1] > CARDS[0]


@pytest.mark.parametrize(
    "text",
    ["", " ", "A", "H", "1H", "11H", "AHH", "AH ", " AH", "XX", "♥", "AH\0", "AX", "J", "ÄH"],
)
def test_what_is_no_card_is_refused_by_its_text(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card: expected a rank"):
        Card(text)


@pytest.mark.parametrize("index", [-1, 13, 15, 47, 63, 64, 10**9])
def test_an_index_of_no_card_is_refused(index: int) -> None:
    with pytest.raises(NotationError):
        Card.from_index(index)


@pytest.mark.parametrize("other", ["AH", None, 44, object()])
def test_a_card_equals_no_other_thing_and_has_no_order_with_it(other: Any) -> None:
    assert Card("AH") != other
    with pytest.raises(TypeError):
        _ = Card("AH") < other


def test_cards_are_read_apart_or_run_together() -> None:
    cards = tuple(map(Card, ("AH", "TD", "JK", "2C")))
    for text in ("AH TD JK 2C", "AHTDJK2C", "ah,10d,jk,c2", " ♥A\tD10\nJK , 2♣ "):
        assert parse_cards(text) == cards
    assert parse_cards("") == ()


def test_every_piece_that_is_no_card_is_named() -> None:
    with pytest.raises(NotationError, match=r"'XX', 'ZZ'.*such as 'TH'"):
        parse_cards("AH XX KH ZZ")
    with pytest.raises(NotationError, match="and 95 more") as caught:
        parse_cards("XX " * 100)
    assert len(str(caught.value)) < 1000


def test_ten_megabytes_of_text_are_refused_in_few_words() -> None:
    for text in ("x" * 10_000_000, "x " * 5_000_000):
        with pytest.raises(NotationError) as caught:
            CardSet(text)
        assert len(str(caught.value)) < 1000


@given(st.text(max_size=30))
def test_any_text_is_cards_or_a_notation_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except NotationError:
        return
    assert parse_cards(" ".join(map(str, cards))) == cards


@pytest.mark.parametrize("call", [Card, CardSet, parse_cards], ids=["Card", "CardSet", "parse"])
def test_a_lone_surrogate_is_a_kibitz_error(call: Callable[[str], object]) -> None:
    with pytest.raises(KibitzError):
        call("\ud800")


# ---- sets


@given(any_cards)
def test_a_card_set_is_built_again_by_all_it_can_be_written_as(cards: frozenset[Card]) -> None:
    held = CardSet(cards)
    names = {"CardSet": CardSet}
    assert CardSet(str(held)) == CardSet(list(cards)) == CardSet(map(str, cards)) == held
    assert CardSet.from_bits(held.bits) == CardSet(held) == eval(repr(held), names) == held
    assert pickle.loads(pickle.dumps(held)) == copy.copy(held) == copy.deepcopy(held) == held


@given(any_cards)
def test_a_card_set_is_the_frozenset_of_its_cards(cards: frozenset[Card]) -> None:
    held: Any = CardSet(cards)
    assert held == cards
    assert cards == held
    assert operator.ne(held, cards) is False
    assert hash(held) == hash(cards)
    assert {held: 1}[cards] == 1
    assert list(held) == sorted(cards)
    assert len(held) == len(cards)
    assert bool(held) == bool(cards)
    assert [card for card in CARDS if card in held] == sorted(cards)
    assert isinstance(held, Set)


OPERATORS = [
    operator.or_, operator.and_, operator.sub, operator.xor,
    operator.eq, operator.ne, operator.le, operator.lt, operator.ge, operator.gt,
]  # fmt: skip


@pytest.mark.parametrize("apply", OPERATORS, ids=lambda each: each.__name__)
@given(any_cards, any_cards, st.booleans())
def test_operators_are_those_of_frozenset_with_sets_of_any_kind_on_either_side(
    apply: Callable[[Any, Any], Any], one: frozenset[Card], two: frozenset[Card], nest: bool
) -> None:
    two = one | two if nest else two
    for left, right in ((one, two), (two, one), (one, one)):
        wanted = apply(left, right)
        for kind in (CardSet, set, frozenset):
            for found in (apply(CardSet(left), kind(right)), apply(kind(left), CardSet(right))):
                assert found == wanted
                assert type(found) in ((bool,) if type(wanted) is bool else (CardSet, kind))


@given(any_cards, any_cards)
def test_disjoint_is_as_frozenset_says_of_any_iterable(
    one: frozenset[Card], two: frozenset[Card]
) -> None:
    for other in (two, CardSet(two), list(two), dict.fromkeys(two)):
        assert CardSet(one).isdisjoint(other) == one.isdisjoint(two)


@pytest.mark.parametrize("other", ["AH", [Card("AH")], (Card("AH"),), None, 1])
def test_what_is_no_set_takes_no_part_in_set_algebra(other: Any) -> None:
    held = CardSet("AH")
    assert held != other
    for apply in OPERATORS[:4] + OPERATORS[6:]:
        with pytest.raises(TypeError):
            apply(held, other)
        with pytest.raises(TypeError):
            apply(other, held)


def test_a_set_of_other_things_is_neither_equal_nor_within() -> None:
    held: Any = CardSet("AH")
    others = {Card("AH"), 7}
    assert held != others
    assert held != {"AH"}
    assert not others <= held
    assert held <= others
    assert held < others
    assert held & others == held
    assert held - others == CardSet()


def test_text_of_a_card_is_found_in_a_set_and_other_things_are_not() -> None:
    held: Any = CardSet("AH TD")
    assert "AH" in held
    assert "10d" in held
    for other in ("KH", "XX", "", None, 7, object()):
        assert other not in held


@pytest.mark.parametrize("wrong", [[1], [None], 5, None, ["XX"], [["AH"]]])
def test_what_are_no_cards_make_no_set(wrong: Any) -> None:
    with pytest.raises((TypeError, NotationError)):
        CardSet(wrong)


@pytest.mark.parametrize("bits", [1 << 13, 1 << 63, (1 << 64) - 1])
def test_bits_that_stand_for_no_card_are_refused(bits: int) -> None:
    with pytest.raises(NotationError):
        CardSet.from_bits(bits)


@pytest.mark.parametrize("bits", [-1, 1 << 64, 0.5])
def test_bits_that_are_no_word_are_refused(bits: Any) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        CardSet.from_bits(bits)


def test_a_card_set_cannot_be_changed() -> None:
    held = CardSet("AH")
    before, held_again = held, held
    held |= CardSet("KH")
    assert before is held_again
    assert before == CardSet("AH")
    assert not hasattr(held, "add")
    with pytest.raises(AttributeError):
        held.bits = 0  # type: ignore[misc]


@pytest.mark.parametrize("variant", kibitz.variants())
def test_rules_are_built_again_by_all_they_can_be_written_as(variant: str) -> None:
    rules = kibitz.Rules(variant, teams=[0] * kibitz.Rules(variant).players[0])
    names = {"Rules": kibitz.Rules}
    assert eval(repr(rules), names) == pickle.loads(pickle.dumps(rules)) == rules
    assert copy.copy(rules) == copy.deepcopy(rules) == rules
    assert hash(eval(repr(rules), names)) == hash(rules)
    assert rules != kibitz.Rules(variant)
    assert kibitz.Rules(variant, **rules.options) == rules
    assert kibitz.Rules(variant).replace(**rules.options) == rules
