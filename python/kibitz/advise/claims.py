"""What the book says about its four hands of Cinch, as data.

A claim names a hand, the play it is about, the plays to force, and a check. Verdicts are computed
(checks.py), never written down.
"""

from kibitz.advise.checks import (
    Claim,
    at_least,
    cannot_take,
    catches_both,
    is_best,
    makes,
    misses_one,
    scores,
    worse_than,
)

ONE, TWO, THREE, FOUR = (f"foster-cinch-{number}" for number in range(1, 5))

CLAIMS: tuple[Claim, ...] = (
    Claim(ONE, 1, "Y's draw shows that he holds at least four trumps."),
    Claim(ONE, 3, "The Jack and the Seven must be with Y; the adversaries have both Pedroes."),
    Claim(
        ONE,
        3,
        "If the Pedroes are divided, A can catch both by cinching with the King and leading the "
        "Ace.",
        ply=10,
        plan="KH * AH",
        divided="5H or 5D",
        check=catches_both("A-B"),
    ),
    Claim(
        ONE,
        3,
        "If Y has both Pedroes, cinching with the King and leading the Ace would lose Jack, Game "
        "and one Pedro: seven points.",
        ply=10,
        plan="KH * AH",
        check=makes("Y-Z", 7),
    ),
    Claim(
        ONE,
        3,
        "If A cinches with the Ten and Y wins with the Jack, A must catch both Pedroes, provided Y "
        "leads the trump Seven.",
        ply=10,
        plan="TH JH 7H",
        check=catches_both("A-B"),
    ),
    Claim(
        ONE,
        3,
        "The same, no matter how the Pedroes lie: one of them with Z.",
        ply=10,
        plan="TH JH 7H",
        divided="5H or 5D",
        check=catches_both("A-B"),
    ),
    Claim(
        ONE,
        4,
        "If Y leads the Seven, A will refuse to win it.",
        ply=10,
        plan="TH JH 7H 2S 4S",
        check=is_best("3H"),
    ),
    Claim(
        ONE,
        4,
        "By leading a Pedro Y forces A either to pass it, or to free the other Pedro.",
        ply=12,
        plan="5D or 5H",
        check=misses_one("A-B"),
    ),
    Claim(ONE, 6, "Y-Z score 15.", check=scores("Y-Z", 15)),
    Claim(
        TWO,
        2,
        "Y cannot save Low by taking the trick.",
        ply=7,
        plan="AH",
        check=cannot_take("Y-Z", "2H"),
    ),
    Claim(
        TWO,
        2,
        "The lead would be a great disadvantage to Y.",
        ply=7,
        plan="AH",
        check=worse_than("Y-Z", "2H"),
    ),
    Claim(TWO, 2, "Either A has all the remaining trumps, or Z has an unguarded Pedro."),
    Claim(
        TWO,
        3,
        "If Y has the Ace and Z the Pedro, A can still make his bid of eight by catching the Jack, "
        "leading a small trump: the Jack with Y, as printed.",
        ply=8,
        plan="6H",
        divided="5D",
        check=at_least("A-B", 8, "make eight"),
    ),
    Claim(
        TWO,
        3,
        "The same, the Jack with Z too.",
        ply=8,
        plan="6H",
        divided="5D JH",
        check=at_least("A-B", 8, "make eight"),
    ),
    Claim(
        TWO,
        3,
        "If the Pedro is not with Z, the small trump is still the best lead.",
        ply=8,
        check=is_best("6H"),
    ),
    Claim(
        TWO,
        5,
        "Y cannot catch A's Pedro, and A must catch Y's, no matter how Y plays.",
        ply=16,
        check=catches_both("A-B"),
    ),
    Claim(TWO, 6, "A-B score 10.", check=scores("A-B", 10)),
    Claim(THREE, 2, "A knows that B still holds a trump, the Nine; Z the Jack and Right Pedro."),
    Claim(
        THREE,
        3,
        "If A leads the Queen he leaves the Pedro good over his Deuce.",
        ply=8,
        plan="QH",
        check=misses_one("A-B"),
    ),
    Claim(
        THREE,
        3,
        "If A leads the Queen, that leaves him only 8 points.",
        ply=8,
        plan="QH",
        check=makes("A-B", 8),
    ),
    Claim(
        THREE,
        3,
        "If A leads the Deuce and B cinches with the Nine, Z can make only the Jack: two points, "
        "with the Deuce that falls to it.",
        ply=8,
        plan="2H * 9H",
        check=makes("Y-Z", 2),
    ),
    Claim(THREE, 6, "A-B score 10.", check=scores("A-B", 10)),
    Claim(FOUR, 3, "Two trumps are unaccounted for; B cannot have both, as A drew only two cards."),
    Claim(
        FOUR,
        3,
        "A careless player would have got in his Pedro on the King; Y does better to keep it.",
        ply=10,
        plan="5H",
        check=worse_than("Y-Z", "2H"),
    ),
    Claim(
        FOUR,
        3,
        "If A has both, Y must catch his Pedro, no matter how A plays, and cannot lose his own.",
        ply=10,
        plan="2H",
        check=catches_both("Y-Z"),
    ),
    Claim(FOUR, 5, "A naturally places the other Pedro with Z."),
    Claim(FOUR, 6, "Y-Z score 19.", check=scores("Y-Z", 19)),
)
