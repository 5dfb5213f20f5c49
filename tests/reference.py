"""The oracle: rules of play and exhaustive search, written from the rules page alone.

It reads deal records (dicts), shares no code with the engine, and is slow on purpose: every choice
is looked at, no bound cuts anything off. Of the laws it knows what they leave standing in a deal.
No dealing, bidding or games live here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Record = Mapping[str, Any]
Vector = tuple[int, ...]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SAME_COLOUR = {"C": "S", "D": "H", "H": "D", "S": "C"}
JOKERS = ("JK", "JL")
PIPS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}

ALL_FOURS = ("pitch", "smudge", "pedro", "pedro_sancho", "dom_pedro", "cinch")
HEARTS = ("hearts", "spot_hearts", "joker_hearts", "black_jack", "black_lady", "auction_hearts",
          "heartsette", "domino_hearts")  # fmt: skip
PITCH = ("pitch", "smudge")

# What single ranks of trumps give to the winner of the trick. High, Low and the cards that are
# no plain rank (Left Pedro, off-jack, Jokers) are added in `worths`.
TRUMP_RANKS = {
    "pitch": {"J": 1},
    "smudge": {"J": 1},
    "pedro": {"J": 1, "T": 1, "5": 5},
    "pedro_sancho": {"J": 1, "T": 1, "5": 5, "9": 9},
    "dom_pedro": {"J": 1, "T": 1, "5": 5, "9": 9, "3": 3},
    "cinch": {"A": 1, "2": 1, "J": 1, "T": 1, "5": 5},
}
EXTRA_PENALTY = {"joker_hearts": ("JK", 5), "black_jack": ("JS", 10), "black_lady": ("QS", 13)}
MOON = 26


@dataclass(eq=False)
class Game:
    """What never changes while a record is played: rules, the deal, and tables made once."""

    variant: str
    options: Mapping[str, Any]
    players: int
    teams: Vector
    dealt: tuple[frozenset[str], ...]
    undealt: tuple[str, ...]  # stock and widow
    discards: tuple[str, ...]
    maker: int | None
    bid: int | None
    laws: "Laws"
    lane_tables: dict[str | None, dict[str, list[str]]] = field(default_factory=dict)
    lane_names: dict[str | None, dict[str, str]] = field(default_factory=dict)
    worth_tables: dict[str | None, tuple[dict[str, int], Vector]] = field(default_factory=dict)
    known: "dict[State, list[tuple[str, State]]]" = field(default_factory=dict)


class Demand(NamedTuple):
    """What may be asked of a seat's next lead (kinds of LEADS) or of its next play (all others)."""

    seat: int
    kind: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Laws:
    """Section 5, as a record shows it. Exposed cards change nothing until a demand calls them."""

    demands: tuple[Demand, ...] = ()
    cannot_score: frozenset[int] = frozenset()
    bid_waived: bool = False
    credits: Mapping[int, int] = field(default_factory=dict)  # trick, from 0, and who counts it
    last_trick: int | None = None
    short: bool = False


class State(NamedTuple):
    """A position, complete: two equal states have the same future and the same final points."""

    game: Game
    trump: str | None
    hands: tuple[frozenset[str], ...]
    stock: tuple[str, ...]
    widow: tuple[str, ...]
    trick: tuple[tuple[int, str], ...]
    turn: int
    taken: tuple[frozenset[str], ...]  # only cards that count: the others change nothing any more
    tricks: Vector  # counted in whist only
    opening: bool  # the first trick of the record is not yet complete
    broken: bool  # hearts may be led, under `break_hearts`
    standing: tuple[Demand, ...]  # demands not yet met or passed by
    done: int  # tricks completed; stays 0 where no trick is credited


def cards(text: str | None) -> tuple[str, ...]:
    """The cards of a field of a record."""
    return tuple((text or "").split())


# ---------------------------------------------------------------------------------------------
# Lanes and worth


def lanes(game: Game, trump: str | None) -> dict[str, list[str]]:
    """The cards of each lane, lowest first."""
    if trump not in game.lane_tables:
        table = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
        if game.variant == "joker_hearts":
            table["H"].remove("2H")
            table["H"].insert(table["H"].index("JH"), "JK")
        elif trump is not None:
            lane, other = table[trump], table[SAME_COLOUR[trump]]
            if game.variant == "cinch":
                left_pedro = "5" + SAME_COLOUR[trump]
                other.remove(left_pedro)
                lane.insert(lane.index("5" + trump), left_pedro)
            elif game.variant == "dom_pedro":
                lane.insert(0, "JK")
            elif game.variant in PITCH:
                jokers = {0: [], 1: ["JK"], 2: ["JL", "JK"]}[game.options.get("jokers", 0)]
                off_jack = ["J" + SAME_COLOUR[trump]] if game.options.get("off_jack") else []
                for card in off_jack:
                    other.remove(card)
                place = lane.index("J" + trump)
                lane[place:place] = jokers + off_jack
        game.lane_tables[trump] = table
        game.lane_names[trump] = {card: name for name, lane in table.items() for card in lane}
    return game.lane_tables[trump]


def lane_of(game: Game, trump: str | None, card: str) -> str | None:
    """The lane of a card; None for a Joker while no trump has been named."""
    lanes(game, trump)
    return game.lane_names[trump].get(card)


def worths(game: Game, trump: str | None) -> tuple[dict[str, int], Vector]:
    """Points by card to the seat that takes it, and points by seat for holding a card."""
    if trump not in game.worth_tables:
        if game.variant in ALL_FOURS and trump is not None:
            game.worth_tables[trump] = _trump_worths(game, trump)
        elif game.variant in HEARTS:
            game.worth_tables[trump] = _heart_worths(game), (0,) * game.players
        else:
            game.worth_tables[trump] = {}, (0,) * game.players
    return game.worth_tables[trump]


def _trump_worths(game: Game, trump: str) -> tuple[dict[str, int], Vector]:
    to_winner = {rank + trump: points for rank, points in TRUMP_RANKS[game.variant].items()}
    to_holder = [0] * game.players
    if game.variant == "cinch":
        to_winner["5" + SAME_COLOUR[trump]] = 5
        return to_winner, tuple(to_holder)
    if game.variant == "dom_pedro":
        to_winner["JK"] = 15
    if game.variant in PITCH:
        if game.options.get("off_jack"):
            to_winner["J" + SAME_COLOUR[trump]] = 1
        if game.options.get("three"):
            to_winner["3" + trump] = 3
        to_winner.update(dict.fromkeys(JOKERS[: game.options.get("jokers", 0)], 1))

    holder = {card: seat for seat, hand in enumerate(game.dealt) for card in hand}
    in_play = [card for card in lanes(game, trump)[trump] if card in holder]
    high, low = in_play[-1:], [card for card in in_play if card not in JOKERS][:1]
    low_to = game.options.get("low_to", "holder")
    for card, to_whom in [(c, "holder") for c in high] + [(c, low_to) for c in low]:
        if game.variant in PITCH and to_whom == "holder":
            to_holder[holder[card]] += 1
        else:
            to_winner[card] = to_winner.get(card, 0) + 1
    return to_winner, tuple(to_holder)


def _heart_worths(game: Game) -> dict[str, int]:
    suit = game.options.get("penalty_suit", "H") if game.variant == "auction_hearts" else "H"
    spot = game.variant == "spot_hearts"
    worth = {rank + suit: -(pips if spot else 1) for pips, rank in enumerate(RANKS, start=2)}
    if game.variant in EXTRA_PENALTY:
        card, points = EXTRA_PENALTY[game.variant]
        worth[card] = -points
    if game.options.get("jack_of_diamonds"):
        worth["JD"] = 10
    return worth


# ---------------------------------------------------------------------------------------------
# Play


def start(record: Record) -> State:
    """The state of a record after its plays."""
    players, variant = record["players"], record["variant"]
    if variant not in (*ALL_FOURS, *HEARTS, "whist"):
        raise ValueError(f"unknown variant {variant}")
    options = record.get("options") or {}
    partners = variant == "whist" or (variant == "cinch" and players in (4, 6))
    teams = options.get("teams") or [seat % 2 if partners else seat for seat in range(players)]
    dealt = tuple(frozenset(cards(hand)) for hand in record["hands"])
    stock, widow = cards(record.get("stock")), cards(record.get("widow"))
    discards = tuple(card for seat in record.get("discards") or () for card in cards(seat))
    maker, bid = record.get("maker"), record.get("bid")
    laws = _laws(record, teams)
    game = Game(
        variant, options, players, tuple(teams), dealt, stock + widow, discards, maker, bid, laws
    )
    state = State(
        game=game,
        trump=record.get("trump"),
        hands=dealt,
        stock=stock,
        widow=widow,
        trick=(),
        turn=record["leader"],
        taken=(frozenset(),) * players,
        tricks=(0,) * players,
        opening=True,
        broken=False,
        standing=laws.demands,
        done=0,
    )
    state = _begin_trick(state, record["leader"])
    for card in cards(record.get("plays")):
        state = play(state, card)
    return state


def _whole_sides(named: Iterable[int], teams: Sequence[int]) -> frozenset[int]:
    """A side cannot score: all seats of its team."""
    silent = {teams[seat] for seat in named}
    return frozenset(seat for seat, team in enumerate(teams) if team in silent)


def _laws(record: Record, teams: Sequence[int]) -> Laws:
    return Laws(
        demands=tuple(
            Demand(demand["seat"], demand["kind"], demand.get("card"))
            for demand in record.get("demands") or ()
        ),
        cannot_score=_whole_sides(record.get("cannot_score") or (), teams),
        bid_waived=bool(record.get("bid_waived")),
        credits={each["trick"]: each["seat"] for each in record.get("credits") or ()},
        last_trick=record.get("last_trick"),
        short=bool(record.get("short")),
    )


def over(state: State) -> bool:
    """Whether the last trick has been taken."""
    return not state.trick and not any(state.hands)


def legal(state: State) -> list[str]:
    """The cards the seat to move may play, sorted; in Domino Hearts after drawing."""
    hand, _ = _drawn(state)
    choice = _follows(state, hand) if state.trick else _leads(state, hand)
    if state.opening and state.game.options.get("no_points_first_trick"):
        worth, _ = worths(state.game, state.trump)
        choice = {card for card in choice if worth.get(card, 0) >= 0} or choice
    return sorted(_lawful(state, hand, frozenset(choice)))


LEADS = ("lead_trump", "lead_no_trump", "lead_heart", "lead_no_heart")


def _lawful(state: State, hand: frozenset[str], choice: frozenset[str]) -> frozenset[str]:
    """What the demands on the seat to move leave of the plays that the rules allow.

    An exposed trump is withheld before all else, even if that makes him revoke. Every other
    demand binds if it can be met by a play that those before it allow.
    """
    mine = [
        demand
        for demand in state.standing
        if demand.seat == state.turn and (demand.kind not in LEADS or not state.trick)
    ]
    withheld = {demand.card for demand in mine if demand.kind == "withhold_trump"}
    choice = choice - withheld or hand - withheld or choice
    for demand in mine:
        choice = _meeting(state, demand, choice) or choice
    return choice


def _meeting(state: State, demand: Demand, choice: frozenset[str]) -> frozenset[str]:
    """The plays that meet a demand."""
    trumps, hearts = _of_lane(state, choice, state.trump), _of_lane(state, choice, "H")
    if demand.kind == "play_card":
        return choice & {demand.card or ""}
    if demand.kind in ("lead_trump", "lead_no_trump"):
        return trumps if demand.kind == "lead_trump" else choice - trumps
    if demand.kind in ("lead_heart", "lead_no_heart"):
        return hearts if demand.kind == "lead_heart" else choice - hearts
    led = _lane_led(state)
    if led is None:
        return choice  # the rest are about a trick that another has led to
    if demand.kind in ("trump", "no_trump"):
        return trumps if demand.kind == "trump" else choice - trumps
    following = _of_lane(state, choice, led)
    if demand.kind == "discard_no_heart":
        return choice if following else choice - hearts
    if demand.kind in ("highest", "lowest"):
        lane = [card for card in lanes(state.game, state.trump)[led] if card in following]
        return frozenset(lane[-1:] if demand.kind == "highest" else lane[:1])
    return choice


def _still_standing(state: State) -> tuple[Demand, ...]:
    """The demands that the play of the seat to move leaves: a lead is a next play too."""
    return tuple(
        demand
        for demand in state.standing
        if demand.seat != state.turn or (demand.kind in LEADS and state.trick)
    )


def _leads(state: State, hand: frozenset[str]) -> Iterable[str]:
    options = state.game.options
    if state.opening:
        if options.get("lead_card") in hand:
            return {options["lead_card"]}
        if state.trump is None and state.game.variant in ALL_FOURS:
            return hand.difference(JOKERS)
        if options.get("first_lead_trump"):
            return _of_lane(state, hand, state.trump) or hand
    if options.get("break_hearts") and not state.broken:
        return hand - _of_lane(state, hand, "H") or hand
    return hand


def _follows(state: State, hand: frozenset[str]) -> Iterable[str]:
    led = _lane_led(state)
    able = _of_lane(state, hand, led)
    if not able:
        return hand
    if state.game.variant in ALL_FOURS:
        return able | _of_lane(state, hand, state.trump)
    court = {"JH", "QH", "KH", "AH"} & {card for _, card in state.trick}
    if state.game.variant == "joker_hearts" and led != "H" and court:
        return able | (hand & {"JK"})  # it need not wait for a void once a high heart is out
    return able


def _of_lane(state: State, hand: frozenset[str], name: str | None) -> frozenset[str]:
    if name is None:
        return frozenset()
    return frozenset(card for card in hand if lane_of(state.game, state.trump, card) == name)


def _lane_led(state: State) -> str | None:
    return lane_of(state.game, state.trump, state.trick[0][1]) if state.trick else None


def _drawn(state: State) -> tuple[frozenset[str], tuple[str, ...]]:
    """The hand to play from and the stock left: in Domino Hearts drawing is part of the turn."""
    hand, stock = state.hands[state.turn], state.stock
    if state.game.variant == "domino_hearts" and state.trick:
        while stock and not _of_lane(state, hand, _lane_led(state)):
            hand, stock = hand | {stock[0]}, stock[1:]
    return hand, stock


def play(state: State, card: str) -> State:
    """The state after the seat to move has played a card, and after the trick if that ends it."""
    if card not in legal(state):
        raise ValueError(f"seat {state.turn} may not play {card}")
    seat = state.turn
    hand, stock = _drawn(state)
    if state.trump is None and state.game.variant in ALL_FOURS:
        state = state._replace(trump=card[1])  # the first lead names it
    state = state._replace(
        hands=_with(state.hands, seat, hand - {card}),
        stock=stock,
        broken=state.broken or _breaks_hearts(state, card),
        standing=_still_standing(state),
        trick=(*state.trick, (seat, card)),
    )
    played = [player for player, _ in state.trick]
    for player in _from(state, seat + 1):
        if state.hands[player] and player not in played:
            return state._replace(turn=player)
    return _end_trick(state)


def _breaks_hearts(state: State, card: str) -> bool:
    """Whether the card frees the lead of hearts. False without the option, so that states merge."""
    if not state.game.options.get("break_hearts"):
        return False
    if card == "QS" and state.game.options.get("queen_breaks_hearts"):
        return True
    return lane_of(state.game, state.trump, card) == "H"


def winner(state: State) -> int:
    """The seat whose card wins the trick as it lies."""
    table = lanes(state.game, state.trump)
    lying = {card: seat for seat, card in state.trick}
    led = table[_lane_led(state) or ""]
    contest = list(led)
    if state.trump is not None:
        contest += table[state.trump]  # a plain lane first: any trump beats it
    if state.game.variant == "joker_hearts" and "JK" in lying:
        contest += table["H"][table["H"].index("JK") :]
    return lying[[card for card in contest if card in lying][-1]]


def _end_trick(state: State) -> State:
    game, seat = state.game, winner(state)
    won = [card for _, card in state.trick] + list(state.widow)
    hands, stock = state.hands, state.stock
    if game.variant in HEARTS and game.variant != "domino_hearts":
        for player in _from(state, seat):  # two-handed: the winner draws first
            if stock:
                hands = _with(hands, player, hands[player] | {stock[0]})
                stock = stock[1:]
    laws, taker, tricks = game.laws, seat, state.tricks
    if state.done in laws.credits:
        taker = laws.credits[state.done]
    elif laws.last_trick is not None and not stock and not any(hands):
        taker = laws.last_trick
    if game.variant == "whist":
        tricks = tuple(count + (player == taker) for player, count in enumerate(tricks))
    state = _take(state, taker, won)._replace(hands=hands, stock=stock, tricks=tricks)
    done = state.done + bool(laws.credits)
    # Whoever counts the trick, its winner leads.
    return _begin_trick(state._replace(trick=(), widow=(), opening=False, done=done), seat)


def _begin_trick(state: State, leader: int) -> State:
    """Give the lead to `leader`, or in Domino Hearts to the next that has cards, if two have."""
    holders = [seat for seat in _from(state, leader) if state.hands[seat]]
    if state.game.variant == "domino_hearts" and len(holders) < 2:
        rest = frozenset(state.stock).union(*state.hands)
        state = _take(state, holders[0] if holders else leader, rest)
        return state._replace(hands=(frozenset(),) * state.game.players, stock=(), turn=leader)
    return state._replace(turn=holders[0] if holders else leader)


def _take(state: State, seat: int, won: Iterable[str]) -> State:
    worth, _ = worths(state.game, state.trump)
    pips = state.game.variant in PITCH
    counting = {card for card in won if card in worth or (pips and _pips(card))}
    return state._replace(taken=_with(state.taken, seat, state.taken[seat] | counting))


def _from(state: State, seat: int) -> list[int]:
    """All seats once round, from `seat`."""
    return [(seat + step) % state.game.players for step in range(state.game.players)]


def _with(
    piles: tuple[frozenset[str], ...], seat: int, pile: frozenset[str]
) -> tuple[frozenset[str], ...]:
    return (*piles[:seat], pile, *piles[seat + 1 :])


# ---------------------------------------------------------------------------------------------
# Points and payoffs, all of a state that is over


def points(state: State) -> Vector:
    """The points of each seat, whole record; nothing for one that cannot score."""
    silent = state.game.laws.cannot_score
    return tuple(0 if seat in silent else own for seat, own in enumerate(taken_points(state)))


def taken_points(state: State) -> Vector:
    """The points that each seat has taken, whether or not it can score them."""
    game = state.game
    worth, held = worths(game, state.trump)
    total = [
        held[seat] + state.tricks[seat] + sum(worth.get(card, 0) for card in state.taken[seat])
        for seat in range(game.players)
    ]
    if game.variant in PITCH:
        pips = dict.fromkeys(game.teams, 0)
        for seat, pile in enumerate(state.taken):
            pips[game.teams[seat]] += sum(map(_pips, pile))
        best = [team for team in pips if pips[team] == max(pips.values())]
        if len(best) == 1:
            total[game.teams.index(best[0])] += 1
    moon = game.options.get("shoot_the_moon")
    shooter = _took_every_penalty(state) if moon else None
    if shooter is not None:
        # The penalty points go, what else was won (the jack of diamonds) stays.
        own, others = (0, -MOON) if moon == "others" else (MOON, 0)
        for seat, lost in enumerate(penalties(state)):
            total[seat] += lost + (own if seat == shooter else others)
    return tuple(total)


def _pips(card: str) -> int:
    return 0 if card in JOKERS else PIPS.get(card[0], 0)


def penalties(state: State) -> Vector:
    """The h of section 4: hearts or penalty points taken, as a positive number."""
    worth, _ = worths(state.game, state.trump)
    return tuple(-sum(min(0, worth.get(card, 0)) for card in pile) for pile in state.taken)


def _took_every_penalty(state: State) -> int | None:
    takers = [seat for seat, lost in enumerate(penalties(state)) if lost]
    return takers[0] if len(takers) == 1 else None


def _team_points(state: State) -> dict[int, int]:
    """Points by team; counting trumps among the discards are the maker's (Cinch)."""
    game = state.game
    total = dict.fromkeys(game.teams, 0)
    for team, gained in zip(game.teams, taken_points(state), strict=True):
        total[team] += gained
    if game.variant == "cinch" and game.maker is not None:
        worth, _ = worths(game, state.trump)
        total[game.teams[game.maker]] += sum(worth.get(card, 0) for card in game.discards)
    return total


def _contract(game: Game) -> tuple[int, int]:
    """The maker's team and the bid."""
    if game.maker is None or game.bid is None or game.variant not in ALL_FOURS:
        raise ValueError("this payoff needs a maker and a bid")
    return game.teams[game.maker], game.bid


def _silent_teams(game: Game) -> set[int]:
    return {game.teams[seat] for seat in game.laws.cannot_score}


def _is_made(game: Game, total: Mapping[int, int]) -> bool:
    """Against an adversary who has revoked, a side scores what it makes whatever it has bid."""
    making, bid = _contract(game)
    return game.laws.bid_waived or total[making] >= bid


def score(state: State) -> Vector:
    """Each seat its team's points; the maker's team minus its bid if it fell short of it.

    A side that cannot score has no points, but is still set back by a bid it fell short of.
    """
    making, bid = _contract(state.game)
    total = _team_points(state)
    made = _is_made(state.game, total)
    total |= dict.fromkeys(_silent_teams(state.game), 0)
    if not made:
        total[making] = -bid
    return tuple(total[team] for team in state.game.teams)


def deal_score(state: State) -> Vector:
    """What section 3 writes down for the seat's team; in Cinch minus that for all other teams."""
    game = state.game
    if game.variant not in ALL_FOURS:
        return points(state)
    if game.variant != "cinch":
        return score(state)
    making, bid = _contract(game)
    written = _team_points(state)
    made, silent = _is_made(game, written), _silent_teams(game)
    written |= dict.fromkeys(silent, 0)  # so that nothing is deducted for them either
    others = [team for team in written if team != making]
    best = max(written[team] for team in others)
    if game.options.get("set_back"):
        written[making] = written[making] if made else -bid
    elif made and len(others) == 1:
        a, o = written[making], best
        written = {making: max(0, a - o), others[0]: max(0, o - a)}
    elif made:
        written = dict.fromkeys(written, 0) | {making: max(0, written[making] - best)}
    else:
        # A side that cannot score does not score the bid either.
        written = {t: own if t in silent else own + bid for t, own in written.items()}
        written[making] = 0
    whole = sum(written.values())
    return tuple(2 * written[team] - whole for team in game.teams)


def howell(state: State) -> Vector:
    """T - n h for each seat. All that is in play has been taken, so the sum of the h is T."""
    lost = penalties(state)
    return tuple(sum(lost) - len(lost) * own for own in lost)


def sweepstake(state: State) -> Vector:
    """Chips received less chips paid, no Jack standing; odd counters stay in the pool."""
    game, lost = state.game, penalties(state)
    paid = list(lost)
    if game.variant == "joker_hearts":
        first = next((seat for seat, hand in enumerate(game.dealt) if "JK" in hand), None)
        taker = next((seat for seat, pile in enumerate(state.taken) if "JK" in pile), None)
        if taker is not None and first is not None and first != taker:
            # The five counters are in the taker's `lost` already; they pass the pool by.
            paid[first] -= 5
    pool = sum(paid)
    clear = [seat for seat, own in enumerate(lost) if own == 0]
    if clear and _took_every_penalty(state) is None:
        for seat in clear:
            paid[seat] -= pool // len(clear)
    return tuple(-chips for chips in paid)


PAYOFFS: dict[str, Callable[[State], Vector]] = {
    "points": points,
    "score": score,
    "deal_score": deal_score,
    "sweepstake": sweepstake,
    "howell": howell,
}


# ---------------------------------------------------------------------------------------------
# Search


def _next(state: State) -> list[tuple[str, State]]:
    """Every legal play and the state after it, worked out once a record."""
    known = state.game.known
    if state not in known:
        known[state] = [(card, play(state, card)) for card in legal(state)]
    return known[state]


def _count(state: State, depth: int) -> int:
    if depth == 0 or over(state):
        return 1
    return sum(_count(after, depth - 1) for _, after in _next(state))


def _minimax(state: State, max_seats: frozenset[int], memo: dict[State, int]) -> int:
    if state not in memo:
        if over(state):
            total = points(state)
            memo[state] = sum(total[seat] for seat in max_seats)
        else:
            best = max if state.turn in max_seats else min
            memo[state] = best(_minimax(after, max_seats, memo) for _, after in _next(state))
    return memo[state]


def _max_n(state: State, payoff: Callable[[State], Vector], memo: dict[State, Vector]) -> Vector:
    """The most for the mover; among equals the least for the seat on his left, and so on round."""
    if state not in memo:
        if over(state):
            memo[state] = payoff(state)
        else:
            mover, *left = _from(state, state.turn)
            memo[state] = max(
                (_max_n(after, payoff, memo) for _, after in _next(state)),
                key=lambda value: (value[mover], *(-value[seat] for seat in left)),
            )
    return memo[state]


def _team_of(state: State, seat: int) -> frozenset[int]:
    teams = state.game.teams
    return frozenset(other for other in range(len(teams)) if teams[other] == teams[seat])


def _paranoid(state: State) -> list[int]:
    return [_minimax(state, frozenset({seat}), {}) for seat in range(state.game.players)]


def _cards_paranoid(state: State) -> dict[str, int]:
    team, memo = _team_of(state, state.turn), dict[State, int]()
    return {card: _minimax(after, team, memo) for card, after in _next(state)}


def _maxn_cards(state: State, payoff: str) -> dict[str, list[int]]:
    memo = dict[State, Vector]()
    return {card: list(_max_n(after, PAYOFFS[payoff], memo)) for card, after in _next(state)}


# ---------------------------------------------------------------------------------------------
# The questions, each asked of a record


def perft(record: Record, d: int) -> int:
    """The number of sequences of d legal plays, shorter ones counted where the deal ends."""
    return _count(start(record), d)


def sides(record: Record, max_seats: Iterable[int]) -> int:
    """The points of the seats in `max_seats` together, all others playing to lower them."""
    return _minimax(start(record), frozenset(max_seats), {})


def paranoid(record: Record) -> list[int]:
    """For each seat its points when all others, its partner too, play against it."""
    return _paranoid(start(record))


def cards_paranoid(record: Record) -> dict[str, int]:
    """For each legal play the points of the mover's team when all others play against it."""
    return _cards_paranoid(start(record))


def maxn(record: Record, payoff: str = "points") -> list[int]:
    """The payoff of each seat when each plays for its own."""
    return list(_max_n(start(record), PAYOFFS[payoff], {}))


def maxn_cards(record: Record, payoff: str = "points") -> dict[str, list[int]]:
    """For each legal play the payoff of each seat when each plays for its own."""
    return _maxn_cards(start(record), payoff)


def golden(record: Record) -> dict[str, Any]:
    """All that golden/README.md says of a record, beside the record's own fields."""
    state = start(record)  # one state for all questions: its plays are worked out once
    game = state.game
    answer: dict[str, Any] = {
        "legal": legal(state),
        "to_move": None if over(state) else state.turn,
        "paranoid": _paranoid(state),
        "cards_paranoid": _cards_paranoid(state),
        "maxn": list(_max_n(state, points, {})),
        "maxn_cards": _maxn_cards(state, "points"),
        "perft": [_count(state, depth) for depth in (1, 2, 3, 4)],
    }
    if len(set(game.teams)) < game.players:
        answer["sides"] = _minimax(state, _team_of(state, 0), {})
    if game.variant in ALL_FOURS and game.maker is not None and game.bid is not None:
        answer["maxn_score"] = list(_max_n(state, score, {}))
    if game.variant == "hearts" and game.players > 2:
        answer["maxn_sweepstake"] = list(_max_n(state, sweepstake, {}))
        answer["maxn_howell"] = list(_max_n(state, howell, {}))
    return answer
