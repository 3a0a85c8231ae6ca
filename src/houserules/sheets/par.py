"""PAR sheets: everything about the mathematics of a game on a few printed pages."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from houserules.core.money import Cents, format_money
from houserules.odds.chart import Chart, find_chart
from houserules.odds.game import game_of
from houserules.odds.side_wagers import side_wagers
from houserules.odds.solved_game import SolvedGame
from houserules.rulebook.loader import rulebook_hash
from houserules.rulebook.readings import readings
from houserules.rulebook.schema import Rulebook
from houserules.sheets.chart_card import HOW_TO_READ, card_of
from houserules.sheets.files import SheetError, check_path, library, save
from houserules.sheets.par_content import (
    ParSheet,
    again,
    assumptions,
    changes,
    command,
    is_best_play,
)
from houserules.sheets.par_rules import rule_groups
from houserules.sheets.par_tables import distribution, key_figures, kind_rows, upcard_rows
from houserules.sheets.volatility import side_tables, volatility_rows

TEMPLATE: Final = "par.typ"


def write_par(
    solved: SolvedGame,
    rules: Rulebook,
    path: Path,
    *,
    version: str,
    wager: Cents = 2500,
    chart: Chart | None = None,
) -> None:
    """Write the PAR sheet of a solved game as a PDF; without a chart one is found first."""
    check_path(path, (".pdf",))
    typst = library("typst")
    sheet = par_sheet(solved, rules, version=version, wager=wager, chart=chart, file=path.name)
    source = files(__package__).joinpath(TEMPLATE).read_bytes()
    told = {"sheet": json.dumps(par_data(sheet), ensure_ascii=False)}
    # Only the fonts that Typst carries: the same sheet on every machine, and no network.
    save(typst.compile(source, sys_inputs=told, ignore_system_fonts=True, format="pdf"), path)


def par_sheet(
    solved: SolvedGame,
    rules: Rulebook,
    *,
    version: str,
    wager: Cents,
    chart: Chart | None,
    file: str,
) -> ParSheet:
    """Put together what a sheet is made from; the rules must be those that were solved."""
    if game_of(rules, wager) != solved.game:
        raise SheetError(
            f"these are not the figures of {rules.id} for a wager of {format_money(wager)}"
        )
    if chart is None and not is_best_play(solved):
        raise SheetError("figures of a chart need that chart on the sheet")
    return ParSheet(
        solved=solved,
        rules=rules,
        wager=wager,
        chart=chart or find_chart(solved),
        side_wagers=side_wagers(rules, solved.shoe),
        version=version,
        file=file,
    )


def par_data(sheet: ParSheet) -> dict[str, Any]:
    """Return all that the sheet prints, as text in rows: the template only lays it out."""
    game = sheet.solved.game
    return {
        "title": sheet.rules.title,
        "edition": sheet.rules.edition,
        "rulebook": sheet.rules.id,
        "version": sheet.version,
        "hash": rulebook_hash(sheet.rules.id),
        "wager": format_money(sheet.wager),
        "shoe": f"{game.decks} decks of {52 if game.tens_in_deck else 48}: {sheet.cards} cards",
        "play": "best play" if sheet.best_play else "play by the chart",
        "figures": list(key_figures(sheet)),
        "assumptions": list(assumptions(sheet)),
        "rules": _rules(sheet),
        "kinds": kind_rows(sheet),
        "distribution": distribution(sheet),
        "upcards": upcard_rows(sheet),
        "sides": side_tables(sheet),
        "volatility": volatility_rows(sheet),
        "chart": _chart(sheet),
        "readings": _readings(sheet),
        "changes": changes(sheet),
        "command": command(sheet),
        "again": again(sheet),
    }


def _rules(sheet: ParSheet) -> list[dict[str, Any]]:
    return [
        {
            "title": title,
            "lines": [
                {
                    "words": line.words,
                    "value": line.value,
                    "clause": line.clause,
                    "readings": ", ".join(map(str, line.readings)),
                    "changed": line.changed,
                }
                for line in lines
            ],
        }
        for title, lines in rule_groups(sheet.rules)
    ]


def _chart(sheet: ParSheet) -> dict[str, Any]:
    card = card_of(sheet.chart)
    return {
        "upcards": card.upcards,
        "sections": [
            {
                "title": section.title,
                "lines": [
                    {"label": line.label, "squares": [[s.code, s.look] for s in line.squares]}
                    for line in section.lines
                ],
            }
            for section in card.sections
        ],
        "legend": [[square.code, square.look, words] for square, words in card.legend],
        "read": HOW_TO_READ,
        "notes": card.notes,
        "footer": card.footer,
    }


def _readings(sheet: ParSheet) -> list[dict[str, str]]:
    """Return the readings that the rules of the sheet rest on."""
    cited = {
        number
        for _, lines in rule_groups(sheet.rules)
        for line in lines
        for number in line.readings
    }
    return [
        {
            "number": str(each.number),
            "question": each.question,
            "reading": each.reading,
            "clauses": ", ".join(each.clauses[sheet.rules.id]),
        }
        for each in readings().of(sheet.rules.id)
        if each.number in cited
    ]
