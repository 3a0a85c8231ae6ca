"""The terms of a promotion in words, item by item with its clause: what players and the Authority read."""

from json import loads
from typing import Any, Final

from houserules.core.money import cents, format_money
from houserules.promotion.citations import registered
from houserules.promotion.event_builder import terms_of
from houserules.promotion.promotion_file import DETAILS, TERMS
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered

_TITLES: Final = {
    "awarded_how": "How prizes are awarded",
    "awarded_when": "When prizes are awarded",
    "awarded_where": "Where prizes are awarded",
    "eligibility": "Who may take part",
    "minimum_wager": "Minimum wager",
    "qualifications": "Qualifications, reservations and guarantees",
    "entries_close": "Entries close",
    "held_at": "Place of the promotion",
    "held_on": "Date and time of the promotion",
    "claim_method": "How prizes are claimed",
    "presence_required": "Presence at the draw",
    "winner_notified": "How winners are told",
    "results_published": "How results are published",
    "prize_conditions": "Conditions of the prizes",
}
_PRESENCE: Final = {
    True: "Entrants must be present at the draw to win.",
    False: "Entrants need not be present at the draw to win.",
}


def printed_terms(rules: Rulebook, state: PromotionState) -> tuple[dict[str, Any], ...]:
    """Return the terms as a sheet prints them: clause, title, sentences, and a table of the prizes."""
    part, document = require_offered(rules.promotions), loads(state.document)
    said = document.get("terms", {})
    items = [
        _item(registered(rules, f"{part.terms_contain}.{number}"), _TITLES[key], _words(key, said))
        for key, number in TERMS.items()
    ]
    items.append(_prizes(registered(rules, f"{part.terms_contain}.11"), document["prizes"]))
    items.append(_item(part.scrutineer_above.clause, "How winners are drawn", _draw(state)))
    where = said.get("available_at", "Not stated yet.")
    items.append(_item(part.terms_available, "Where these terms can be read", where))
    return tuple(items)


def _item(clause: str, title: str, text: str) -> dict[str, Any]:
    sentence = {"text": " ".join(text.split()), "clause": None}
    return {"clause": clause, "title": title, "sentences": [sentence], "head": [], "rows": []}


def _words(key: str, said: dict[str, Any]) -> str:
    if key == "minimum_wager":
        return format_money(cents(said[key])) if key in said else "None is needed."
    if key == "presence_required":
        return _PRESENCE[said[key]] if key in said else "Not stated yet."
    return str(said.get(key, "")).strip() or "Not stated yet."


def _prizes(clause: str, prizes: list[dict[str, Any]]) -> dict[str, Any]:
    rows = [
        [str(number), prize["kind"].replace("-", " "), _description(prize), _worth(prize)]
        for number, prize in enumerate(prizes, 1)
    ]
    head = ["Prize", "Kind", "Description", "Value"]
    return {"clause": clause, "title": "Prizes", "sentences": [], "head": head, "rows": rows}


def _description(prize: dict[str, Any]) -> str:
    """Return a prize in words, with the details that its kind needs."""
    details = prize.get("details", {})
    parts = [
        prize.get("description", ""),
        *(f"{prize['litres']} litres" if "litres" in prize else "",),
    ]
    keys = DETAILS.get(prize["kind"], ())
    parts += [f"{key.replace('_', ' ')}: {details[key]}" for key in keys if details.get(key)]
    if "paid_by" in prize:
        parts.append(f"paid by {', '.join(prize['paid_by'])}")
    return "; ".join(part for part in parts if part)


def _worth(prize: dict[str, Any]) -> str:
    value = format_money(cents(prize["value"])) if prize.get("value", "").strip() else "not stated"
    if "cash_alternative" not in prize:
        return value
    return f"{value}, or {format_money(cents(prize['cash_alternative']))} in money instead"


def _draw(state: PromotionState) -> str:
    outside = state.outside_event or "the scrutineer's numbers"
    return (
        "By a draw that anybody can verify: the house commits to a secret for each prize before "
        "entries close and publishes the list of entries; the winner follows from the list, the "
        f"secret and {outside}."
    )


def facts_of(state: PromotionState) -> tuple[tuple[str, str], ...]:
    """Return the head of the sheet as names and texts."""
    terms, said = terms_of(state), loads(state.document)
    return (
        ("Rulebook", terms.rules.title),
        ("Starts", said["starts"]),
        ("Version", str(state.version)),
    )
