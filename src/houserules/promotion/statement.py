"""The terms of a promotion in words, item by item with its clause: what players and the Authority read."""

from json import loads
from typing import Any, Final

from houserules.core.money import cents, format_money
from houserules.promotion.citations import registered
from houserules.promotion.criteria import EntryCriteria, HandPattern, read_criteria
from houserules.promotion.event_builder import terms_of
from houserules.promotion.moments import moment_words, write_moment
from houserules.promotion.promotion_file import DETAILS, TERMS
from houserules.promotion.state import PromotionState
from houserules.rulebook.loader import rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.narrator.sentence import count_noun, join_words

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
    if criteria := read_criteria(loads(state.criteria)) if state.criteria else None:
        clause = registered(rules, f"{part.terms_contain}.{TERMS['eligibility']}")
        items.append(_item(clause, "Entries earned by play", _earning(rules, criteria)))
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
    text = str(said.get(key, "")).strip()
    if key in ("entries_close", "held_on") and text:
        return f"{moment_words(text)}."
    return text or "Not stated yet."


_HANDS: Final[dict[HandPattern, str]] = {
    "any": "a settled wager",
    "win": "a winning hand",
    "natural": "an ace and a card worth ten as its first two cards",
    "21": "21 with three cards or more",
    "6-7-8": "a 6, a 7 and an 8",
    "suited 6-7-8": "a 6, a 7 and an 8 of one suit",
    "7-7-7": "three sevens",
    "suited 7-7-7": "three sevens of one suit",
}
_SECOND: Final = 1_000_000  # microseconds


def _earning(rules: Rulebook, criteria: EntryCriteria) -> str:
    """Say which settled rounds earn entries, and how many."""
    games = join_words(rulebook(name).title for name in criteria.rulebooks or (rules.id,))
    where = f" at {join_words(criteria.tables)}" if criteria.tables else ""
    entries = count_noun(criteria.entries, "entry", "entries")
    said = [f"In {games}{where}, each box with {_HANDS[criteria.hand]} earns {entries}."]
    if criteria.minimum_wager:
        said.append(
            f"The initial wager on the box is {format_money(criteria.minimum_wager)} or more."
        )
    if criteria.begins is not None:
        said.append(f"Rounds count from {_moment_words(criteria.begins)}.")
    if criteria.until is not None:
        said.append(f"Rounds count until {_moment_words(criteria.until)}.")
    if criteria.hours is not None:
        begins, ends = (f"{minute // 60:02d}:{minute % 60:02d}" for minute in criteria.hours)
        said.append(f"Only rounds settled between {begins} and {ends} count.")
    if criteria.most_per_day is not None:
        most = count_noun(criteria.most_per_day, "entry", "entries")
        said.append(f"A player earns at most {most} per day.")
    said.append("Rounds of tournaments do not count.")
    return " ".join(said)


def _moment_words(microseconds: int) -> str:
    return moment_words(write_moment(microseconds // _SECOND))


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
        ("Starts", moment_words(said["starts"])),
        ("Version", str(state.version)),
    )
