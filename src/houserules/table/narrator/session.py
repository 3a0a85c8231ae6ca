"""What is said in a session of a tournament; what a sealed form says is told only when it is opened."""

from typing import Final

from houserules.core.money import format_money
from houserules.table.narrator.sentence import (
    Scene,
    Sentences,
    Words,
    count_noun,
    join_words,
    name_gaps,
    words,
)
from houserules.table.session import events
from houserules.table.session.state import Ending, Ground, PlaceTaken

_ENDINGS: Final[dict[Ending, str]] = {
    "rounds": "its last round is played",
    "clock": "its time is over",
    "early": "the Tournament Manager has concluded it",
    "nobody left": "nobody is left in it",
    "play-off decided": "the play-off is decided",
}
GROUNDS: Final[dict[Ground, str]] = {
    "absent": "absence",
    "no wager": "no wager in the round",
    "broke a rule": "a breach of the rules",
    "raised the buy-in": "raising the buy-in",
    "took chips off the table": "taking chips off the table",
    "exchanged chips": "exchanging chips with another player",
    "hid chips": "hiding chips",
    "advice": "giving or seeking advice",
    "conduct": "conduct",
}


def _tell_begun(event: events.SessionBegun, scene: Scene) -> Words:
    return words(
        "The session {session} begins: {players} with {chips} each.",
        players=join_words(player.name for player in event.players),
        chips=format_money(event.conditions.chips),
    )


def _tell_round(event: events.SessionRoundBegan, scene: Scene) -> Words:
    marker = f"; the marker is on box {event.marker}" if event.marker else ""
    return words(
        "Round {number}: {least} to {most}{marker}. Place your wagers.",
        number=str(event.number),
        least=format_money(event.minimum),
        most=format_money(event.maximum),
        marker=marker,
    )


def _tell_time(event: events.WageringTimeCalled, scene: Scene) -> Words:
    gaps, people = name_gaps(event.players)
    return words(f"Time: only the minimum from now on for {gaps}.", people=people)


def _tell_taken_back(event: events.EntryTakenBack, scene: Scene) -> Words:
    return words(
        "{player} {player:takes|take} {it} back.",
        it="a pass card" if event.what == "pass card" else "an undisclosed wager",
    )


def _tell_adjusted(event: events.WagerAdjusted, scene: Scene) -> Words:
    how = "is made up to" if event.plays > event.found else "plays for"
    return words(
        "{player's} wager of {found} on box {box} {how} {plays}.",
        found=format_money(event.found),
        how=how,
    )


def _tell_opened(event: events.FormOpened, scene: Scene) -> Words:
    kind = event.kind or "no type"
    amount = "no amount" if event.amount is None else format_money(event.amount)
    counts = ""
    if event.deemed is None:
        counts = "; it shows no wager"
    elif event.deemed != event.amount:
        counts = f"; it counts for {format_money(event.deemed)}"
    return words(
        "{player's} undisclosed wager on box {box}: {kind}, {amount}{counts}.",
        kind=kind,
        amount=amount,
        counts=counts,
    )


def _tell_settled(event: events.UndisclosedWagerSettled, scene: Scene) -> Words:
    on = "" if event.follows == "original" else f" on the {event.follows}"
    if event.net > 0:
        odds = f" at {event.odds}" if event.odds else ""
        return words(
            "{player's} undisclosed wager{on} wins {won}{odds}.",
            won=format_money(event.net),
            odds=odds,
            on=on,
        )
    if event.net < 0:
        return words(
            "{player's} undisclosed wager{on} loses {lost}.", lost=format_money(-event.net), on=on
        )
    return words("{player's} undisclosed wager{on} neither wins nor loses.", on=on)


def _tell_deducted(event: events.MinimumDeducted, scene: Scene) -> Words:
    why = "absence" if event.why == "absent" else "a form that shows no wager"
    return words("{amount} is deducted from {player} for {why}.", why=why)


def _tell_forms_back(event: events.FormsTakenBack, scene: Scene) -> Words:
    moved = join_words(
        f"{player} {'gets' if amount > 0 else 'gives'} {format_money(abs(amount))} back"
        for player, amount in event.moved
    )
    return words("The round is void, undisclosed wagers too: {moved}.", moved=moved)


def _tell_counted(event: events.SessionRoundCounted, scene: Scene) -> Words:
    passed = (
        f" Pass cards are collected from {join_words(event.pass_cards)}."
        if event.pass_cards
        else ""
    )
    chips = join_words(f"{player} {format_money(held)}" for player, held in event.chips)
    return words(
        "Round {number} counts: {chips}.{passed}",
        number=str(event.number),
        chips=chips,
        passed=passed,
    )


def _tell_round_back(event: events.SessionRoundTakenBack, scene: Scene) -> Words:
    back = join_words(player for player, _, _ in event.returned)
    return words(
        "Round {number} is taken back{back}.",
        number=str(event.number),
        back=f"; in the session again: {back}" if back else "",
    )


def _tell_eliminated(event: events.PlayerEliminated, scene: Scene) -> Words:
    return words(
        "{player} {player:is|are} eliminated with {chips}.", chips=format_money(event.chips)
    )


def _tell_declared(event: events.DisqualificationDeclared, scene: Scene) -> Words:
    return words("{by} disqualifies {player}: {why}.", why=GROUNDS[event.ground])


def _tell_disqualified(event: events.PlayerDisqualified, scene: Scene) -> Words:
    return words(
        "{player} {player:leaves|leave} the session with {chips}, disqualified.",
        chips=format_money(event.chips),
    )


def _tell_concluded(event: events.SessionConcluded, scene: Scene) -> Words:
    why = "its time is over" if event.why == "clock" else "it is certain who goes on"
    return words("{by} concludes the session: {why}.", why=why)


def _places(places: tuple[PlaceTaken, ...]) -> str:
    return join_words(f"{each.place}. {each.player}, {format_money(each.chips)}" for each in places)


def _tell_over(event: events.SessionOver, scene: Scene) -> Words:
    places = f": {_places(event.places)}" if event.places else ""
    return words("The session is over, {why}{places}.", why=_ENDINGS[event.why], places=places)


def _tell_count(event: events.ChipsCounted, scene: Scene) -> Words:
    said = []
    for each in event.counts:
        differs = each.counted - each.expected
        by = f" ({format_money(abs(differs))} {'more' if differs > 0 else 'less'} than expected)"
        said.append(f"{each.player} {format_money(each.counted)}{by if differs else ''}")
    return words("{by} counts the chips: {said}.", said=join_words(said) or "nobody is left")


def _tell_result(event: events.SessionResultAnnounced, scene: Scene) -> Words:
    result = event.result
    goes = f" Going on: {join_words(result.advance)}." if result.advance else ""
    ties = f" To play off: {join_words(result.play_off)}." if result.play_off else ""
    return words(
        "{by} announces the result: {places}.{goes}{ties}",
        places=_places(result.places) or "no places",
        goes=goes,
        ties=ties,
    )


def _tell_returned(event: events.TournamentChipsReturned, scene: Scene) -> Words:
    if not event.missing:
        return "{by} has all tournament chips back."
    missing = join_words(
        f"{count_noun(each.number, 'chip')} of {format_money(each.denomination)}"
        for each in event.missing
    )
    return words("{by} records missing tournament chips: {missing}.", missing=missing)


CALLS: Final[Sentences] = {
    events.SessionBegun: _tell_begun,
    events.SessionRoundBegan: _tell_round,
    events.WagerClockAnnounced: (
        "{by} announces {seconds} seconds for each wager, from round {from_round} on."
    ),
    events.WageringTimeCalled: _tell_time,
    events.PassCardPlayed: "{player} {player:plays|play} a pass card on box {box}.",
    events.FormExamined: "{player} {player:has|have} an undisclosed wager on box {box}.",
    events.WagerAdjusted: _tell_adjusted,
    events.FormOpened: _tell_opened,
    events.UndisclosedWagerSettled: _tell_settled,
    events.MinimumDeducted: _tell_deducted,
    events.FormsTakenBack: _tell_forms_back,
    events.SessionRoundTakenBack: _tell_round_back,
    events.PlayerEliminated: _tell_eliminated,
    events.DisqualificationDeclared: _tell_declared,
    events.SessionConcluded: _tell_concluded,
    events.SessionOver: _tell_over,
    events.CountOrdered: "{by} orders a count of all chips.",
    events.SessionResultAnnounced: _tell_result,
    events.SessionEnded: "The session {session} has ended.",
}

NOTES: Final[Sentences] = {
    events.FormHandedIn: "{player} {player:hands|hand} in an undisclosed wager on box {box}.",
    events.EntryTakenBack: _tell_taken_back,
    events.AbsenceEntered: "{by} enters {player} as absent: the minimum is deducted.",
    events.FormPlays: "Box {box} plays for {player's} undisclosed wager.",
    events.SessionRoundCounted: _tell_counted,
    events.PlayerDisqualified: _tell_disqualified,
    events.ChipsCounted: _tell_count,
    events.TournamentChipsReturned: _tell_returned,
}
