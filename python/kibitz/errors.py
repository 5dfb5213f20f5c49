"""The errors of kibitz. Messages name seat, card and what was expected, all faults at once."""


class KibitzError(ValueError):
    """Input that cannot be used; the base of all others."""


class NotationError(KibitzError):
    """Text or JSON that does not read as a card, a hand or a deal."""


class DealError(KibitzError):
    """A deal that can be written down but not played."""


class IllegalPlayError(KibitzError):
    """A card that may not be played now."""


class RulesError(KibitzError):
    """A variant or an option that does not exist, or a value it cannot have."""


class EvidenceError(KibitzError):
    """Evidence that no world agrees with."""


class LimitError(KibitzError):
    """More asked for than a limit allows."""
