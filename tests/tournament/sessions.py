"""Session records for tests: short to write, settled as `houserules tournament settle` does."""

from typing import Any

from houserules.tournament.records.report import settle_session

S65 = "nsw-pontoon-6to5-2017"
S24 = "nsw-pontoon-2024"
BOXES = {"ann": 1, "bob": 2, "cy": 4}


def session(
    *rounds: dict[str, Any], rulebook: str = S65, players: dict[str, int] | None = None, **keys: Any
) -> dict[str, Any]:
    """Return a record; keys that a session does not have itself are conditions."""
    top = {key: keys.pop(key) for key in ("concluded", "play_off", "table") if key in keys}
    limits = keys.pop("limits", [{"from_round": 1, "minimum": "25", "maximum": "500"}])
    return {
        "format": "houserules/session-1",
        "rulebook": rulebook,
        "conditions": {
            **{"rounds": max(len(rounds), 1), "chips": "1000", "advance": 1, "limits": limits},
            **keys,
        },
        "players": [{"name": name, "box": box} for name, box in (players or BOXES).items()],
        "rounds": list(rounds),
        **top,
    }


def played(
    *wagers: dict[str, Any], cards: str = "", decisions: tuple[str, ...] = (), **keys: Any
) -> dict[str, Any]:
    """Return one round of a record."""
    dealt = {"cards": cards, "decisions": list(decisions)} if cards else {}
    return {"wagers": list(wagers), **dealt, **keys}


def settled(*rounds: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Settle a session."""
    return settle_session(session(*rounds, **keys))


def wager(player: str, amount: str | None = None, **keys: Any) -> dict[str, Any]:
    """Return an entry."""
    return {"player": player, **({"amount": amount} if amount else {}), **keys}


def form(amount: str | None, kind: str | None = "original") -> dict[str, Any]:
    """Return a sealed form."""
    written = {"type": kind, "amount": amount}
    return {"undisclosed": {key: value for key, value in written.items() if value is not None}}
