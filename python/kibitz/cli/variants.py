"""`kibitz variants`: the games that can be named in a record."""

from rich.table import Table

import kibitz
from kibitz import Rules
from kibitz.cli.io import Json, Output


def variants(as_json: Json = False) -> None:
    """List the variants, how many play, and who plays with whom."""
    table = Table("variant", "players", "teams", box=None)
    with Output(as_json) as output:
        for name in kibitz.variants():
            low, high = Rules(name).players
            teams = {n: _teams(name, n) for n in range(low, high + 1)}
            if as_json:
                output.show({"variant": name, "players": [low, high], "teams": teams})
            else:
                partners = {n: t for n, t in teams.items() if len(set(t)) < n}
                shown = "; ".join(f"{n}: {' '.join(map(str, t))}" for n, t in partners.items())
                table.add_row(name, f"{low}-{high}" if low < high else str(low), shown)
        if not as_json:
            output.show(table)


def _teams(name: str, players: int) -> list[int]:
    return list(Rules(name).teams(players))
