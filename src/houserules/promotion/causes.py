"""The command behind each stored event of a promotion, so that it can be decided again."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.promotion import commands as c
from houserules.promotion import events as e
from houserules.promotion.draws import is_scrutineer
from houserules.promotion.entries import PUT_RIGHT, earned_entries
from houserules.promotion.judge import carry_out
from houserules.promotion.prize_draw import SECRET_SIZE, entropy_needed
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.table.desk import roles_for
from houserules.table.events import Event

_PLAIN: Final[dict[type, tuple[type[c.PromotionCommand], tuple[str, ...]]]] = {
    e.PromotionDrafted: (c.DraftPromotion, ("document", "outside", "outside_event", "criteria")),
    e.TermsSent: (c.SendTerms, ("how",)),
    e.TermsPublished: (c.PublishTerms, ("where",)),
    e.MarketingAdded: (c.AddMarketing, ("title", "reference")),
    e.ScrutineerNominated: (c.NominateScrutineer, ("scrutineer",)),
    e.AmendmentApproved: (c.RecordApproval, ("document", "reference")),
    e.ConversionApproved: (c.ApproveConversion, ("prize", "amount", "reference")),
    e.EntriesAdded: (c.AddEntries, ("player", "entries", "reason")),
    e.PromotionEntriesClosed: (c.ClosePromotionEntries, ()),
    e.DrawEntropyGiven: (c.GiveDrawEntropy, ("prize", "value")),
    e.WinnerPassedOver: (c.PassOverWinner, ("prize", "reason")),
    e.WinnerTold: (c.TellWinner, ("prize", "way", "note")),
    e.PrizeClaimed: (c.ClaimPrize, ("player", "prize", "claimant", "address")),
    e.ClaimRefused: (c.RefuseClaim, ("number", "reason")),
    e.RefusalTold: (c.TellRefusal, ("number", "how")),
    e.PrizeHandedOver: (c.HandOverPrize, ("prize", "reference")),
    e.PromotionPrizePaid: (
        c.PayPromotionPrize,
        ("prize", "cash", "cheque", "transfer", "chosen", "reference"),
    ),
    e.PromotionDisputeRaised: (c.RaisePromotionDispute, ("player", "about")),
    e.IntegrityDoubted: (c.DoubtIntegrity, ("says",)),
    e.InspectorTold: (c.TellInspector, ("how",)),
    e.PromotionPostponed: (c.PostponePromotion, ("reason",)),
    e.PromotionResumed: (c.ResumePromotion, ("validated",)),
    e.PromotionCancelled: (c.CancelPromotion, ("reason",)),
    e.PromotionFinished: (c.FinishPromotion, ()),
}
"""Commands whose fields, after who and when, are fields of their event, in the same order."""

_HOUSE: Final = "house"

Decided = tuple[Event, ...] | Refusal


def decide_again(rules: Rulebook, state: PromotionState, event: Any, at: Moment) -> Decided:
    """Decide the command behind an event on the promotion before it.

    `at` is the time of its batch, for the one event that does not say when its command was given.
    """
    special = _SPECIAL.get(type(event))
    if special is not None:
        return special(rules, state, event, at)
    kind, names = _PLAIN[type(event)]
    by = _person(rules, state, kind, event)
    return _decide(rules, state, kind(by, event.at, *(getattr(event, name) for name in names)))


def _decide(rules: Rulebook, state: PromotionState, command: c.PromotionCommand) -> Decided:
    outcome = carry_out(rules, state, command)
    return outcome if isinstance(outcome, Refusal) else outcome[0]


def _person(
    rules: Rulebook, state: PromotionState, kind: type[c.PromotionCommand], event: Any
) -> Person:
    """Return somebody of that name in a role that may give the command: events have no roles."""
    if kind.right is not None and event.by == event.player:
        return Person(event.by, "player")
    if kind is c.GiveDrawEntropy and is_scrutineer(state, event.by):
        return Person(event.by, "inspector")
    staff = [role for role in roles_for(rules, kind) if role != "player"]
    return Person(event.by, staff[0])


def _earned(rules: Rulebook, state: PromotionState, event: e.EntriesEarned, at: Moment) -> Decided:
    by = Person(_HOUSE, roles_for(rules, c.EarnEntries)[0])
    beside = len(earned_entries(state, event.earned_by, event.player))
    given = (event.player, event.earned_by, event.at, event.entries, beside)
    return _decide(rules, state, c.EarnEntries(by, at, *given))


def _voided(rules: Rulebook, state: PromotionState, event: e.EntryVoided, _: Moment) -> Decided:
    """Decide what staff declared void, or the house after a round was put right."""
    by = _person(rules, state, c.VoidEntry, event)
    if event.by == _HOUSE and event.reason == PUT_RIGHT:
        return _decide(rules, state, c.VoidEarnedEntry(by, event.at, event.entry))
    return _decide(rules, state, c.VoidEntry(by, event.at, event.entry, event.reason))


def _started(
    rules: Rulebook, state: PromotionState, event: e.PromotionStarted, _: Moment
) -> Decided:
    """Decide all of a start but the secrets; each is checked when it is revealed."""
    by = _person(rules, state, c.StartPromotion, event)
    entropy = bytes(entropy_needed(len(event.commitments))).hex()
    outcome = _decide(rules, state, c.StartPromotion(by, event.at, entropy))
    return _with(outcome, salt=event.salt, commitments=event.commitments)


def _amended(rules: Rulebook, state: PromotionState, event: e.TermsAmended, _: Moment) -> Decided:
    by = _person(rules, state, c.AmendTerms, event)
    prizes = len(state.draws) + len(event.commitments)
    entropy = bytes(entropy_needed(prizes)).hex()
    outcome = _decide(rules, state, c.AmendTerms(by, event.at, entropy))
    return _with(outcome, commitments=event.commitments)


def _with(outcome: Decided, **secret: Any) -> Decided:
    """Return the events with what follows from secrets as it is stored, if there is as much of it."""
    if isinstance(outcome, Refusal):
        return outcome
    event: Any = outcome[0]
    if len(event.commitments) != len(secret["commitments"]):
        return outcome
    return (replace(event, **secret),)


def _drawn(rules: Rulebook, state: PromotionState, event: e.PrizeDrawn, _: Moment) -> Decided:
    """Draw again with the secret that was revealed, if it is the one that was committed to."""
    by = _person(rules, state, c.DrawPrize, event)
    entropy = bytes(SECRET_SIZE * (event.prize + 1)).hex() + event.secret
    return _decide(rules, state, c.DrawPrize(by, event.at, event.prize, entropy))


def _dispute_decided(
    rules: Rulebook, state: PromotionState, event: e.PromotionDisputeDecided, _: Moment
) -> Decided:
    by = _person(rules, state, c.DecidePromotionDispute, event)
    given = (event.number, event.says)
    command = c.DecidePromotionDispute(by, event.at, *given, complaint_right_told=True)
    return _decide(rules, state, command)


_SPECIAL: Final[dict[type, Callable[[Rulebook, PromotionState, Any, Moment], Decided]]] = {
    e.EntriesEarned: _earned,
    e.EntryVoided: _voided,
    e.PromotionStarted: _started,
    e.TermsAmended: _amended,
    e.PrizeDrawn: _drawn,
    e.PromotionDisputeDecided: _dispute_decided,
}
