"""One sentence for everything that happens in a tournament.

What is called is public; a note is for staff and the player it is about.
"""

from types import MappingProxyType
from typing import Final

from houserules.core.money import format_money
from houserules.table.narrator.sentence import (
    Scene,
    Sentences,
    Words,
    count_noun,
    join_words,
    without_stop,
    words,
)
from houserules.table.narrator.session import GROUNDS
from houserules.tournament import events
from houserules.tournament.money import events as money
from houserules.tournament.play import events as play
from houserules.tournament.state import PlayerResult

_REFUNDS: Final[dict[money.RefundReason, str]] = {
    "refused": "the application was refused",
    "withdrawn": "withdrawn in time",
    "lapsed": "the application lapsed",
    "approved": "approved by the Tournament Manager",
    "cancelled": "the tournament is cancelled",
}
_SOURCES: Final[dict[money.PoolSource, str]] = {
    "cash": "{amount} in cash",
    "goods": "goods worth {amount}",
    "services": "services worth {amount}",
    "guarantee": "{amount} to make up the guarantee",
}


def _tell_drafted(event: events.TournamentDrafted, scene: Scene) -> Words:
    return words("{by} {by:drafts|draft} the conditions of “{title}”.", title=event.title)


def _tell_published(event: events.TournamentPublished, scene: Scene) -> Words:
    return words(
        "{by} {by:publishes|publish} the conditions. Entries are open; the first session starts at {starts}.",
        starts=event.starts,
    )


def _tell_amended(event: events.TournamentAmended, scene: Scene) -> Words:
    changed = join_words(event.changed)
    return words(
        "{by} {by:amends|amend} the conditions: {changed}. Notice to the players: {notice}.",
        changed=changed,
        notice=without_stop(event.notice),
    )


def _tell_start_moved(event: events.StartMoved, scene: Scene) -> Words:
    return words(
        "{by} {by:moves|move} the first session to {starts}. Notice to the players: {notice}.",
        starts=event.starts,
        notice=without_stop(event.notice),
    )


def _tell_cancelled(event: events.TournamentCancelled, scene: Scene) -> Words:
    return words(
        "{by} {by:cancels|cancel} the tournament: {reason}.", reason=without_stop(event.reason)
    )


def _tell_refused(event: events.EntryRefused, scene: Scene) -> Words:
    why = f": {without_stop(event.reason)}" if scene.for_staff else ""
    return words("{by} {by:refuses|refuse} {player's} application{why}.", why=why)


def _tell_closed(event: events.EntriesClosed, scene: Scene) -> Words:
    entries = f"{event.entries} {'entry' if event.entries == 1 else 'entries'}"
    guaranteed = "; enough for the guaranteed prizes" if event.guaranteed else ""
    return words(
        "{by} {by:closes|close} the entries with {entries}{guaranteed}.",
        entries=entries,
        guaranteed=guaranteed,
    )


def _tell_disqualified(event: events.EntrantDisqualified, scene: Scene) -> Words:
    where = "" if event.session is None else f" from session {event.session}"
    ground = GROUNDS[event.ground]
    why = f"{ground}: {without_stop(event.reason)}" if scene.for_staff and event.reason else ground
    return words("{player} {player:is|are} disqualified{where} for {why}.", where=where, why=why)


def _tell_refund(event: money.FeeRefunded, scene: Scene) -> Words:
    return words(
        "{player} {player:gets|get} the entry fee of {amount} back: {why}.",
        why=_REFUNDS[event.why],
    )


def _tell_added(event: money.ValueAdded, scene: Scene) -> Words:
    what = words(_SOURCES[event.kind], amount=format_money(event.amount)).text()
    is_named = event.kind != "guarantee" and event.description
    said = f" ({without_stop(event.description)})" if is_named else ""
    return words("The operator puts into the prize pool {what}{said}.", what=what, said=said)


def _tell_bought_in(event: money.BuyInPaid, scene: Scene) -> Words:
    return words(
        "{player} {player:buys|buy} {worth} in tournament chips for {amount}, for session {session}.",
        worth=format_money(event.chips),
    )


def _tell_redeemed(event: money.ChipsRedeemed, scene: Scene) -> Words:
    return words(
        "{player} {player:redeems|redeem} {worth} in tournament chips of session {session} for {amount}.",
        worth=format_money(event.chips),
    )


def _tell_chips_settled(event: money.ChipsSettled, scene: Scene) -> Words:
    if event.amount < 0:
        short = format_money(-event.amount)
        return words(
            "The operator adds {short} to redeem the chips of session {session}.", short=short
        )
    return "{amount} of the buy-ins of session {session} goes to the operator."


def _tell_prize(event: money.PrizeAwarded, scene: Scene) -> Words:
    return words("Place {place}: {player} {player:wins|win} {prize}.", prize=_prize(event))


def _prize(event: money.PrizeAwarded) -> str:
    goods = [] if event.goods is None else [event.goods]
    cash = [format_money(event.amount)] if event.amount or not goods else []
    return join_words([*cash, *goods])


def _tell_prize_paid(event: money.PrizePaid, scene: Scene) -> Words:
    amount = f" of {format_money(event.amount)}" if event.amount else ""
    return words(
        "{by} {by:hands|hand} over {player's} prize{amount} for place {place}: {how}.",
        amount=amount,
        how=without_stop(event.how),
    )


def _tell_tables(event: play.TablesDesignated, scene: Scene) -> Words:
    noun = "table" if len(event.tables) == 1 else "tables"
    return words(
        "{by} {by:designates|designate} {tables}.", tables=f"{noun} {join_words(event.tables)}"
    )


def _tell_committed(event: play.DrawCommitted, scene: Scene) -> Words:
    return words(
        "{by} {by:shuffles|shuffle} {players} for {stage} and publishes the commitment {commitment}.",
        players=count_noun(len(event.entrants), "player"),
        stage=event.title,
        commitment=event.commitment,
    )


def _tell_cut(event: play.DrawCut, scene: Scene) -> Words:
    players = count_noun(event.position, "player")
    return words("{by} {by:cuts|cut} the sealed order after {players}.", players=players)


def _tell_revealed(event: play.DrawRevealed, scene: Scene) -> Words:
    return words("The order is opened: {order}.", order=join_words(event.order))


def _tell_drawn(event: play.StageDrawn, scene: Scene) -> Words:
    sessions = "".join([f" {_seating_text(each)}." for each in event.sessions])
    byes = f" Byes: {join_words(event.byes)}." if event.byes else ""
    out = f" No seat was left for {join_words(event.left_out)}." if event.left_out else ""
    return words(
        "The seats of {stage} are allotted: {how} ({clause}).{sessions}{byes}{out}",
        stage=event.title,
        how=without_stop(event.how),
        sessions=sessions,
        byes=byes,
        out=out,
    )


def _seating_text(session: play.SeatedSession) -> str:
    seats = join_words(f"{seat.player} on box {seat.box}" for seat in session.seats)
    return f"Session {session.number} at table {session.table}: {seats}"


def _tell_rescheduled(event: play.SessionRescheduled, scene: Scene) -> Words:
    return words(
        "{by} {by:moves|move} session {session} to table {table} at {starts}. Notice to the players: {notice}.",
        starts=event.starts,
        notice=without_stop(event.notice),
    )


def _tell_started(event: play.SessionStarted, scene: Scene) -> Words:
    who = join_words(event.players) or "nobody"
    return words("{by} {by:starts|start} session {session} with {who}.", who=who)


def _tell_recorded(event: play.ResultRecorded, scene: Scene) -> Words:
    return words(
        "Session {session} is over after {rounds}: {results}.",
        rounds=count_noun(event.rounds, "round"),
        results=_results(event.results),
    )


def _results(results: tuple[PlayerResult, ...]) -> str:
    def result_text(result: PlayerResult) -> str:
        place = "disqualified" if result.place is None else f"{result.place}."
        return f"{place} {result.player}, {format_money(result.chips)}"

    placed = sorted(results, key=lambda result: (result.place is None, result.place))
    return join_words(map(result_text, placed)) or "nobody was left"


def _tell_play_off(event: play.PlayOffCalled, scene: Scene) -> Words:
    players = join_words(seat.player for seat in event.play_off.seats)
    return words(
        "{players} play off the tie of session {session}, in session {number} at table {table}.",
        players=players,
        number=str(event.play_off.number),
        table=event.play_off.table,
    )


def _tell_places(event: play.PlacesDecided, scene: Scene) -> Words:
    return words(
        "The places of session {session} are decided ({how}): {results}.",
        how=without_stop(event.how),
        results=_results(event.results),
    )


def _tell_session_decided(event: play.SessionDecided, scene: Scene) -> Words:
    return words("Session {session} is decided: {players}.", players=_ahead(event.advanced))


def _tell_completed(event: play.StageCompleted, scene: Scene) -> Words:
    out = f" Eliminated: {join_words(event.eliminated)}." if event.eliminated else ""
    if event.kind == "final":
        template = "The final is over. Winners: {players} ({clause}).{out}"
        players = join_words(event.advanced) or "nobody"
    else:
        template = "{stage}: all sessions are decided, and {players} ({clause}).{out}"
        players = _ahead(event.advanced)
    return words(template, stage=event.title, players=players, out=out)


def _ahead(players: tuple[str, ...]) -> str:
    if not players:
        return "nobody goes on"
    return f"{join_words(players)} {'go' if len(players) > 1 else 'goes'} on"


def _tell_placings(event: play.PlacingsAnnounced, scene: Scene) -> Words:
    placings = join_words(f"{place}. {name}" for place, name in enumerate(event.players, 1))
    return words("The final placings: {placings}.", placings=placings or "nobody has a place")


CALLS: Final[Sentences] = MappingProxyType(
    {
        events.TournamentPublished: _tell_published,
        events.TournamentAmended: _tell_amended,
        events.StartMoved: _tell_start_moved,
        events.TournamentCancelled: _tell_cancelled,
        events.TournamentFinished: "The tournament is over: every prize is paid.",
        events.EntriesClosed: _tell_closed,
        events.EntrantEliminated: (
            "{player} {player:has|have} not bought the chips of session {session} and "
            "{player:is|are} eliminated; the entry fee is kept."
        ),
        events.EntrantDisqualified: _tell_disqualified,
        money.ValueAdded: _tell_added,
        money.ValueReturned: "{amount} of the prize pool goes back to the operator.",
        money.BoughtBack: "{player} {player:buys|buy} back in for {amount}.",
        money.PrizeAwarded: _tell_prize,
        play.TablesDesignated: _tell_tables,
        play.DrawCommitted: _tell_committed,
        play.DrawCut: _tell_cut,
        play.DrawRevealed: _tell_revealed,
        play.StageDrawn: _tell_drawn,
        play.SessionRescheduled: _tell_rescheduled,
        play.SessionStarted: _tell_started,
        play.ResultRecorded: _tell_recorded,
        play.PlayOffCalled: _tell_play_off,
        play.PlacesDecided: _tell_places,
        play.SessionDecided: _tell_session_decided,
        play.StageCompleted: _tell_completed,
        play.PlacingsAnnounced: _tell_placings,
    }
)
NOTES: Final[Sentences] = MappingProxyType(
    {
        events.TournamentDrafted: _tell_drafted,
        events.EntryApplied: "{player} {player:applies|apply} to enter.",
        events.ConditionsGiven: (
            "{player} {player:receives|receive} version {version} of the conditions: {how}."
        ),
        events.ConditionsAgreed: (
            "{player} {player:agrees|agree} in writing to version {version} of the conditions."
        ),
        events.EntryAccepted: "{by} {by:accepts|accept} {player's} application.",
        events.EntryRefused: _tell_refused,
        events.EntryWithdrawn: "{player} {player:withdraws|withdraw} from the tournament.",
        events.EntryLapsed: "{player's} application lapses: entries are closed.",
        events.EntryDisputeRaised: "Dispute {number}: {player} {player:disputes|dispute} “{about}”.",
        events.EntryDisputeDecided: "{by} {by:decides|decide} dispute {number} for good: “{says}”.",
        money.FeePaid: "{player} {player:pays|pay} the entry fee of {amount}.",
        money.FeeRefunded: _tell_refund,
        money.BuyInPaid: _tell_bought_in,
        money.BuyInRefunded: (
            "{player} {player:gets|get} the buy-in of session {session} back: {amount}."
        ),
        money.ChipsRedeemed: _tell_redeemed,
        money.ChipsSettled: _tell_chips_settled,
        money.BuyBackRefunded: "{player} {player:gets|get} the buy-back of {amount} back.",
        money.PrizePaid: _tell_prize_paid,
    }
)
