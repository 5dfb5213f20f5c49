"""kibitz: an exact solver and adviser for trick-taking card games."""

from kibitz._core import (
    Card,
    CardSet,
    Deal,
    Position,
    Rules,
    StopToken,
    Trick,
    __version__,
    parse_cards,
    variants,
)
from kibitz.advise.analysis import Analysis, analyse
from kibitz.arrays import DealValues, WorldValues, solve_many, solve_worlds
from kibitz.errors import (
    DealError,
    EvidenceError,
    IllegalPlayError,
    KibitzError,
    LimitError,
    NotationError,
    RulesError,
)
from kibitz.hints.advice import hint
from kibitz.hints.hint import Hint
from kibitz.infer.belief import Belief, belief
from kibitz.infer.knowledge import Knowledge
from kibitz.rules import load_rules
from kibitz.solve import (
    Solution,
    VectorSolution,
    Verdict,
    can,
    maxn,
    perft,
    perft_split,
    solve,
    solve_records,
    table,
    table_bytes,
)

__all__ = [
    "Analysis",
    "Belief",
    "Card",
    "CardSet",
    "Deal",
    "DealError",
    "DealValues",
    "EvidenceError",
    "Hint",
    "IllegalPlayError",
    "KibitzError",
    "Knowledge",
    "LimitError",
    "NotationError",
    "Position",
    "Rules",
    "RulesError",
    "Solution",
    "StopToken",
    "Trick",
    "VectorSolution",
    "Verdict",
    "WorldValues",
    "__version__",
    "analyse",
    "belief",
    "can",
    "hint",
    "load_rules",
    "maxn",
    "parse_cards",
    "perft",
    "perft_split",
    "solve",
    "solve_many",
    "solve_records",
    "solve_worlds",
    "table",
    "table_bytes",
    "variants",
]
