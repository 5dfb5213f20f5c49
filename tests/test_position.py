"""Position: only playable states, immutable, equal by what was dealt and played."""

import copy
import operator
import pickle

import pytest

from kibitz import Card, CardSet, Deal, DealError, IllegalPlayError, NotationError, Position

TEXT = "cinch H 0 AHKH2HQC8SQH/3H4H7HKCACQS/5D8H9H3CTCKD/6HTHJHJC2D5H"
START = Position(TEXT)


def test_a_position_is_built_again_by_all_it_can_be_written_as() -> None:
    position = START.play("AH").play("3H")
    names = {"Position": Position}
    assert eval(repr(position), names) == Position(position.text()) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert copy.copy(position) == copy.deepcopy(position) == position
    assert hash(Position(position.text())) == hash(position)
    assert Position(position.deal) == position
    assert str(position) == position.text() == TEXT + " plays=AH3H"


def test_positions_differ_by_deal_and_by_plays() -> None:
    assert START.play("AH") != START
    assert Position(TEXT.replace(" 0 ", " 1 ")) != START
    assert operator.ne(START, TEXT)
    assert len({START, Position(TEXT), START.play("AH"), START.play("QC")}) == 3


def test_playing_gives_a_new_position_and_leaves_the_old_one() -> None:
    before = START.text()
    after = START.play("AH")
    assert START.text() == before
    assert START.plays == ()
    assert START.to_move == 0
    assert after.to_move == 1
    assert Card("AH") not in after.hands[0]
    assert after.undo() == START


def test_a_trick_is_shown_while_it_lies_and_when_it_is_won() -> None:
    position = START.play("QC").play("KC")
    assert [(seat, str(card)) for seat, card in position.trick] == [(0, "QC"), (1, "KC")]
    assert position.tricks == ()
    position = position.play("3C").play("JC")
    assert position.trick == ()
    (trick,) = position.tricks
    assert (trick.leader, trick.winner) == (0, 1)
    assert [(seat, str(card)) for seat, card in trick.cards] == [
        (0, "QC"), (1, "KC"), (2, "3C"), (3, "JC"),
    ]  # fmt: skip
    assert position.leader == position.to_move == 1


def test_points_are_counted_as_they_are_taken() -> None:
    position = START
    for card in ("AH", "3H", "5D", "TH"):
        position = position.play(card)
    assert position.points == (7, 0, 0, 0)  # the ace, the Left Pedro, the ten


def test_the_side_to_move_is_the_team_and_at_the_end_that_of_the_first_leader() -> None:
    assert START.side_to_move == (0, 2)
    assert START.play("AH").side_to_move == (1, 3)
    over = Position("whist - 1 2C/AC/3C/4C plays=AC3C4C2C")
    assert over.is_over
    assert over.side_to_move == (1, 3)


@pytest.mark.parametrize(
    ("plays", "card", "message"),
    [
        (["AH"], "KC", "seat 1 may not play KC on a lead of hearts: expected one of 3H 4H 7H"),
        (["AH"], "AH", "AH has been played already; it is seat 1's turn: expected one of 3H 4H 7H"),
        (["AH"], "5D", "5D is held by seat 2, but it is seat 1's turn: expected one of 3H 4H 7H"),
        ([], "2S", "seat 0 does not hold 2S: expected one of QC 2H QH KH AH 8S"),
        ([], "JK", "seat 0 does not hold JK: expected one of QC 2H QH KH AH 8S"),
    ],
)
def test_an_illegal_play_is_told_by_seat_card_and_expectation(
    plays: list[str], card: str, message: str
) -> None:
    position = START
    for each in plays:
        position = position.play(each)
    with pytest.raises(IllegalPlayError) as caught:
        position.play(card)
    assert str(caught.value) == message


def test_a_first_lead_that_must_be_a_trump_is_asked_for() -> None:
    position = Position(TEXT.replace("cinch", "cinch?first_lead_trump=true"))
    assert position.legal() == CardSet("2H QH KH AH")
    with pytest.raises(IllegalPlayError, match="seat 0 may not lead QC: expected one of 2H QH"):
        position.play("QC")


def test_nothing_is_played_after_the_end_nor_taken_back_before_the_beginning() -> None:
    over = Position("whist - 0 2C/AC/3C/4C plays=2CAC3C4C")
    with pytest.raises(IllegalPlayError, match="AC cannot be played: the deal is over"):
        over.play("AC")
    with pytest.raises(IllegalPlayError, match="no play to take back"):
        START.undo()


@pytest.mark.parametrize("card", ["XX", ""])
def test_a_play_that_is_no_card_is_a_notation_error(card: str) -> None:
    with pytest.raises(NotationError):
        START.play(card)


@pytest.mark.parametrize("card", [None, 7, ["AH"]])
def test_a_play_that_is_neither_card_nor_text_is_a_type_error(card: object) -> None:
    with pytest.raises(TypeError):
        START.play(card)  # type: ignore[arg-type]


def test_cards_that_play_alike_are_named_and_others_refused() -> None:
    position = Position("whist - 0 2C3C5C/4C9CTC/6CJCQC/7C8CKC")
    assert position.equivalents("2C") == CardSet("2C 3C")
    assert position.equivalents("5C") == CardSet("5C")
    with pytest.raises(IllegalPlayError):
        position.equivalents("4C")


def test_cards_gone_join_their_neighbours_and_a_card_on_the_table_parts_them() -> None:
    position = Position("whist - 1 2C5C/3C4C/9CTC/JCQC")
    parted = position.play("3C").play("9C").play("JC")
    assert parted.equivalents("2C") == CardSet("2C")  # the 3C it may fall under still lies
    whist = Position("whist - 0 2C4C/3CKC/9CTC/JCQC plays=2C3C9CJC")
    assert whist.equivalents("QC") == CardSet("QC")


def test_start_is_the_deal_without_its_plays() -> None:
    deal = Deal(TEXT + " plays=AH3H")
    assert Position.start(deal) == START
    assert Position(deal).plays == deal.plays
    assert Position(deal).deal == deal


def test_a_deal_with_faults_makes_no_position() -> None:
    for text in ("cinch - 0 AH/KH/QH/JH", "cinch H 0 AH/KH/QH/?", "cinch H 0 AHAH/KH/QH/JH"):
        with pytest.raises(DealError):
            Position(text)
