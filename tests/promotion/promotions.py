"""Promotion files for tests: complete and in order unless a test changes them."""

from typing import Any

from houserules.promotion.findings import check_promotion

S24, S65, PJ = "nsw-pontoon-2024", "nsw-pontoon-6to5-2017", "nsw-pinkjack-2016"
BOOKS = {S24: "22/21", S65: "21", PJ: "18"}
"""How each rulebook's clauses begin."""

STARTS = "2026-09-01T10:00:00+10:00"
CLOSE = "2026-09-30T18:00:00+10:00"
DRAWN = "2026-10-01T20:00:00+10:00"
TOLD = {"at": "2026-08-30T10:00:00+10:00", "event": "authority-told"}
TERMS: dict[str, Any] = {
    **dict.fromkeys(
        (
            *("awarded_how", "awarded_when", "awarded_where", "eligibility", "qualifications"),
            *("held_at", "claim_method", "winner_notified", "results_published"),
            *("prize_conditions", "available_at"),
        ),
        "as the terms say",
    ),
    "entries_close": CLOSE,
    "held_on": DRAWN,
    "presence_required": False,
}
GOODS = {"kind": "goods", "description": "A hamper", "value": "500"}


def promotion(*log: dict[str, Any], rulebook: str = S65, **keys: Any) -> dict[str, Any]:
    """Return a promotion; the Authority was told in time."""
    return {
        "format": "houserules/promotion-1",
        "rulebook": rulebook,
        "name": "Spring draw",
        "starts": STARTS,
        "terms": TERMS,
        "prizes": [GOODS],
        "log": [TOLD, *log],
        **keys,
    }


def found(*log: dict[str, Any], at: str | None = None, **keys: Any) -> list[tuple[str, str]]:
    """Return clause and place of every finding, the clause without its beginning."""
    begins = BOOKS[keys.get("rulebook", S65)]
    findings = check_promotion(promotion(*log, **keys), at)["findings"]
    return [(each["clause"].removeprefix(f"{begins}."), each["where"]) for each in findings]


def entry(event: str, at: str = DRAWN, **keys: Any) -> dict[str, Any]:
    """Return an entry of the log."""
    return {"at": at, "event": event, **keys}
