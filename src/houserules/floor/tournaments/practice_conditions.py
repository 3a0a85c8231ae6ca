"""The conditions of a practice tournament: its stages for a number of players, and everything else."""

from typing import Final, Literal, get_args

from houserules.core.codec import Data
from houserules.core.money import dollars
from houserules.core.refusal import Refusal
from houserules.floor.denial import Denied
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

Stages = Literal["final", "heats", "semi-finals"]
"""Where the players begin: at the table of the final, in heats, or in heats before semi-finals."""

FEWEST: Final = 2
MOST: Final = 49
MOST_ROUNDS: Final = 30
_SEATS: Final = 7
_FROM: Final[dict[Stages, int]] = {"final": FEWEST, "heats": _SEATS + 1, "semi-finals": 22}
"""The fewest players with whom every stage eliminates somebody."""
_UP_TO: Final[dict[Stages, int]] = {"final": _SEATS, "heats": MOST, "semi-finals": MOST}
_CHIPS: Final = 1000_00
_PRIZES: Final = {1: ("100",), 2: ("70", "30"), 3: ("60", "25", "15")}
_PRIZE_OF_PLAYER: Final = 100_00


def stages_for(players: int) -> Stages:
    """Return the stages that suit a number of players."""
    return next(
        stages
        for stages in reversed(get_args(Stages))
        if _FROM[stages] <= players  # the longest
    )


def why_not_practice(
    name: str, players: int, rounds: int, stages: Stages
) -> Denied | Refusal | None:
    """Why there can be no such practice tournament; None: there can."""
    if name not in RULEBOOKS:
        detail = f"There is no rulebook {name[:60]}; there are {', '.join(RULEBOOKS)}."
        return Denied("rulebook.unknown", detail)
    rules = rulebook(name)
    if isinstance(rules.tournament, NotOffered):
        return Refusal(
            "tournament.none", rules.tournament.clause, f"{rules.title} has no tournaments."
        )
    if not FEWEST <= players <= MOST:
        return Denied("tournament.size", f"A practice tournament has {FEWEST} to {MOST} players.")
    if not 1 <= rounds <= MOST_ROUNDS:
        return Denied("tournament.size", f"A session has 1 to {MOST_ROUNDS} rounds.")
    least, most = _FROM[stages], _UP_TO[stages]
    if not least <= players <= most:
        detail = f"With {stages} first, a practice tournament has {least} to {most} players."
        return Denied("tournament.size", detail)
    return None


def practice_conditions(
    rules: Rulebook,
    *,
    name: str,
    players: int,
    rounds: int,
    stages: Stages,
    pass_cards: int,
    forms: int,
    order_of_wagering: bool,
) -> Data:
    """Return the conditions as a document: no fee, prizes in practice money, no withdrawal period."""
    shares = _PRIZES[min(players - 1, max(_PRIZES))]
    return {
        "format": "houserules/tournament-1",
        "rulebook": rules.id,
        "name": name,
        "entry_fee": "0",
        "minimum_wager": True,
        "rules_prevail": "The software runs this practice tournament as its Tournament Manager, by "
        "these conditions and the rules of the game. Where the two differ, the rules prevail.",
        "table": {"smallest_chip": "1"},
        "chips": {"method": "allotted", "amount": dollars(_CHIPS), "cash_value": False},
        "limits": [{"from_round": 1, "minimum": "25", "maximum": "500"}],
        "stages": _stages(players, rounds, stages),
        "play": {
            "allocation": "Tables and boxes are drawn before each stage.",
            "order_of_wagering": order_of_wagering,
            "deal_from_marker": False,
            "pass_cards": pass_cards,
            "undisclosed_wagers": forms,
        },
        "buy_back": {"offered": False},
        "eligibility": {
            "statement": "You can enter if you are allowed into the casino and allowed to gamble "
            "there.",
            "may_refuse": False,
            "selects": False,
        },
        "entry": {
            "terms": "One player against bots. The software fills in every form.",
            "withdrawal_hours": 0,
            "application_form": "The form on the practice page.",
            "minimum": players,
            "maximum": players,
        },
        "prizes": {
            "payment": "In practice money, at once.",
            "may_cancel": False,
            "added": [
                {
                    "kind": "cash",
                    "value": dollars(_PRIZE_OF_PLAYER * players),
                    "description": "Practice money",
                }
            ],
            "places": [
                {"place": place, "share": share} for place, share in enumerate(shares, start=1)
            ],
        },
    }


def _stages(players: int, rounds: int, stages: Stages) -> list[Data]:
    """Return the stages, so that no more than seven reach the final and every table loses somebody."""
    final = {
        "name": "Final",
        "kind": "final",
        "rounds": rounds,
        "tables": 1,
        "players_per_table": _SEATS,
    }
    tables = -(-players // _SEATS)
    if stages == "final":
        return [final]
    if stages == "heats":
        return [_stage("Heats", "heats", rounds, tables, advance=min(_SEATS // tables, 3)), final]
    semi = _stage("Semi-finals", "semi-final", rounds, -(-2 * tables // _SEATS), advance=3)
    return [_stage("Heats", "heats", rounds, tables, advance=2), semi, final]


def _stage(name: str, kind: str, rounds: int, tables: int, *, advance: int) -> Data:
    return {
        "name": name,
        "kind": kind,
        "rounds": rounds,
        "tables": tables,
        "players_per_table": _SEATS,
        "advance": advance,
    }
