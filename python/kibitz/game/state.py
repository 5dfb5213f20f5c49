"""The referee's door: a match from shuffle to settlement, one action after another.

>>> from kibitz import Rules
>>> state = new_match(Rules("cinch"), seed=7)
>>> state = apply(state, next(iter(actions(state))))
>>> state.phase, state.to_act, [action.word for action in actions(state)][:2]
('auction', 1, ['pass', 'bid'])
"""

from kibitz.game.laws import actions, apply
from kibitz.game.records import deal_record, match_record
from kibitz.game.referee import new_match
from kibitz.game.replay import replay
from kibitz.game.situation import State
from kibitz.game.views import View, view

__all__ = [
    "State",
    "View",
    "actions",
    "apply",
    "deal_record",
    "match_record",
    "new_match",
    "replay",
    "view",
]
