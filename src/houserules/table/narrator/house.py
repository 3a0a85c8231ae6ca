"""What is said of people, the sign, orders about wagers, disputes and wrong payments."""

from typing import Final

from houserules.core.money import Cents, format_money
from houserules.table.narrator.irregularities import payment_back
from houserules.table.narrator.round import WAGERS
from houserules.table.narrator.sentence import (
    Scene,
    Sentence,
    Sentences,
    Words,
    count_noun,
    join_words,
    words,
)
from houserules.table.people import events as people
from houserules.table.sign import events as sign
from houserules.table.staff import events as staff


def limits_text(minimum: Cents, maximum: Cents | None) -> str:
    """Write limits: "$5 to $5,000"."""
    most = " and up" if maximum is None else f" to {format_money(maximum)}"
    return f"{format_money(minimum)}{most}"


def _tell_presence(event: people.PresenceNoted, scene: Scene) -> Words:
    abstained = f"; without a wager: {join_words(event.abstained)}" if event.abstained else ""
    full = "Every seat is in use" if event.full else "Not every seat is in use"
    return words("{full}{abstained}.", full=full, abstained=abstained)


def _tell_card_ended(event: people.PlayerCardEnded, scene: Scene) -> Words:
    ended = "has expired" if event.reason == "expired" else "is withdrawn"
    return words("{player's} Player Card {number} {ended}.", ended=ended)


def _tell_found_invalid(event: people.WagersFoundInvalid, scene: Scene) -> Words:
    plea = f"; the player says “{event.plea}”" if event.plea else ""
    return words("{by} finds {player's} wagers invalid: {reason}{plea}.", plea=plea)


def _tell_written_off(event: people.DebtWrittenOff, scene: Scene) -> Words:
    if scene.for_staff:
        return "{by} writes off {amount} that {player} owed the house: {why}."
    return "{amount} that {player} owed the house is written off."


def _tell_sign_up(event: sign.SignPutUp, scene: Scene) -> Words:
    limits = limits_text(event.stated.minimum, event.stated.maximum)
    return words("The sign goes up: {limits}.", limits=limits)


def _tell_limits_changed(event: sign.LimitsChanged, scene: Scene) -> Words:
    kept = join_words(marker.player for marker in event.markers)
    return words(
        "The limits are {limits} now{kept}.",
        limits=limits_text(event.stated.minimum, event.stated.maximum),
        kept=f"; earlier minimum for {kept}" if kept else "",
    )


def _tell_limits_announced(event: sign.LimitsAnnounced, scene: Scene) -> Words:
    if not event.announced:
        return "No limits are announced any more."
    values: dict[str, str | int] = {}
    signs = []
    for number, new in enumerate(event.announced, start=1):
        values[f"limits{number}"] = limits_text(new.stated.minimum, new.stated.maximum)
        values[f"when{number}"] = new.when
        values[f"whose{number}"] = f" for {new.player}" if new.player else ""
        signs.append(f"{{limits{number}}}{{whose{number}}} from {{when{number}}}")
    return Sentence(f"Limits are announced: {'; '.join(signs)}.", values=values)


def _tell_own_limits(event: sign.OwnLimitsSet, scene: Scene) -> Words:
    if event.limits is None:
        return "The table's limits hold for {player} again."
    limits = limits_text(event.limits.minimum, event.limits.maximum)
    agreed = ", as agreed with the player" if event.agreed else ""
    return words("{player} may wager {limits}{agreed}.", limits=limits, agreed=agreed)


def _tell_resplit(event: sign.ResplitPermitted, scene: Scene) -> Words:
    may = "may" if event.permitted else "may not"
    return words("From the next round, split hands {may} be split again.", may=may)


def _tell_bettors(event: sign.BettorsLimited, scene: Scene) -> Words:
    if event.bettors is None:
        return "A box takes as many bettors as the rules allow again."
    return words("A box takes at most {most}.", most=count_noun(event.bettors, "bettor"))


def _tell_players(event: sign.PlayersLimited, scene: Scene) -> Words:
    most = "any number of players" if event.players is None else count_noun(event.players, "player")
    alone = ", each box for one player alone" if event.one_a_box else ""
    return words("The table takes {most}{alone}.", most=most, alone=alone)


def _tell_boxes(event: sign.BoxesLimited, scene: Scene) -> Words:
    if event.boxes is None:
        return "A player may wager on any number of boxes."
    most = "one box" if event.boxes == 1 else f"{event.boxes} boxes"
    return words("A player may wager on at most {most}.", most=most)


def _tell_reserved(event: sign.BoxesReserved, scene: Scene) -> Words:
    if not event.boxes:
        return "No box is reserved for {player} any more."
    boxes = join_words(f"box {box}" for box in event.boxes)
    return words(
        "{boxes} {are} reserved for {player}.", boxes=boxes, are="are" if event.boxes[1:] else "is"
    )


def _notice(template: str, event: staff.NoticeGiven | staff.NoticeBecameDue) -> Words:
    about = f"{event.about}, {event.player}" if event.player else event.about
    return words(template, about=about)


def _tell_invalidated(event: staff.GameInvalidated, scene: Scene) -> Words:
    forfeits = join_words(event.forfeited_by)
    return words(
        "{by} invalidates the round: {ground}{forfeits}.",
        forfeits=f"; wagers are forfeited by {forfeits}" if forfeits else "",
    )


def _tell_decided(event: staff.DisputeDecided, scene: Scene) -> Words:
    if event.pays > 0:
        money = f"; the player gets {format_money(event.pays)}"
    else:
        money = f"; the player gives back {format_money(-event.pays)}" if event.pays else ""
    return words("{by} decides dispute {dispute}: “{says}”{money}.", money=money)


def _tell_advised(event: staff.ComplaintAdvised, scene: Scene) -> Words:
    how = f" ({event.how})" if event.how else ""
    return words(
        "Dispute {dispute}: a player who is not satisfied may complain to an inspector{how}.",
        how=how,
    )


def _tell_closed(event: staff.DisputeClosed, scene: Scene) -> Words:
    end = "accepted the decision" if event.satisfied else "did not accept the decision"
    return words("{by} closes dispute {dispute}: the player {end}.", end=end)


def _tell_wrong_payment(event: staff.WrongPaymentEntered, scene: Scene) -> Words:
    place = "" if event.box is None else f", box {event.box}"
    to = f" to {event.player}" if event.player else ""
    return words(
        "{by} enters wrong payment {entry}: {paid} instead of {due}{to}, round {round}{place}.",
        to=to,
        place=place,
    )


def _tell_enquiries(event: staff.EnquiriesMade, scene: Scene) -> Words:
    suspected = "; intent is suspected" if event.suspected else ""
    return words("{by} enquires into payment {entry}: “{found}”{suspected}.", suspected=suspected)


def _tell_rectified(event: staff.PaymentRectified, scene: Scene) -> Words:
    if event.amount < 0:
        money = f"{{player}} {{player:gives|give}} {format_money(-event.amount)} back"
    else:
        money = f"{{player}} {{player:gets|get}} {format_money(event.amount)}"
    return f"{{by}} puts payment {{entry}} right: {money}."


def _tell_annulled(event: staff.PaymentAnnulled, scene: Scene) -> Words:
    owed = f"; {format_money(event.outstanding)} is still owed" if event.outstanding else ""
    if event.player is None or not event.amount:
        return words(
            "Payment {entry} is dropped: its round is void or dealt again{owed}.", owed=owed
        )
    way = "goes back to" if event.amount < 0 else "goes back from"
    return words(
        "The correction of payment {entry} is undone: {sum} {way} {player}{owed}.",
        sum=format_money(abs(event.amount)),
        way=way,
        owed=owed,
    )


CALLS: Final[Sentences] = {
    people.PlayerCame: lambda event, scene: (
        "{player} {player:stands|stand} behind the seats."
        if event.seat is None
        else "{player} {player:sits|sit} down at box {seat}."
    ),
    people.PlayerLeft: "{player} {player:leaves|leave} the table.",
    people.PlayerRenamed: "{player} {player:is|are} now {to}.",
    people.PlayerReturned: "{player} {player:is|are} back at box {box}.",
    people.WinningsTakenBack: payment_back(
        "{amount} that the {wager}{place} won goes back from {player}{owed}."
    ),
    people.DebtCollected: "{player} {player:pays|pay} {amount} of a debt to the house.",
    people.DebtWrittenOff: _tell_written_off,
    sign.LimitsChanged: _tell_limits_changed,
    sign.ResplitPermitted: _tell_resplit,
    staff.WagerReturned: "{player} {player:gets|get} {amount} back, a wager collected before.",
    staff.WagerForfeited: payment_back(
        "{player} {player:forfeits|forfeit} {amount} of the {wager}{place} for cheating{owed}."
    ),
    staff.TableClosed: "{by} closes the table.",
    staff.DisputeDecided: _tell_decided,
    staff.ComplaintAdvised: _tell_advised,
}

NOTES: Final[Sentences] = {
    people.PresenceNoted: _tell_presence,
    people.SeatVacated: "{by} has {player} give up the seat at box {seat}.",
    people.PlayerCardPresented: lambda event, scene: words(
        "{player} {player:shows|show} Player Card {number}.", number=event.card.number
    ),
    people.PlayerCardEnded: _tell_card_ended,
    people.WagersFoundInvalid: _tell_found_invalid,
    people.WagerRefused: lambda event, scene: words(
        "{by} refuses {player's} {wager} of {amount} on box {box}: {reason}.",
        wager=WAGERS[event.wager],
    ),
    people.DeviceUseFound: "{by} finds that {player} used a prohibited device: {device}.",
    people.WagersDeclaredVoid: "{by} declares {player's} wagers of the round void.",
    people.PersonExcluded: "{by} excludes {player} from {whence}.",
    people.PersonDetained: "{by} detains {player}.",
    people.OfficerAttended: "{officer_name}, {officer}, takes charge of {player}.",
    sign.SignPutUp: _tell_sign_up,
    sign.LimitsAnnounced: _tell_limits_announced,
    sign.OwnLimitsSet: _tell_own_limits,
    sign.PlayerRestricted: "{player} {player:is|are} held to the minimum: {length}.",
    sign.RestrictionLifted: "{player} {player:is|are} no longer held to the minimum: {length}.",
    sign.SideWagersLimited: lambda event, scene: (
        "Only players with an initial wager may place side wagers."
        if event.limited
        else "Players without an initial wager may place side wagers again."
    ),
    sign.BettorsLimited: _tell_bettors,
    sign.PlayersLimited: _tell_players,
    sign.BoxesLimited: _tell_boxes,
    sign.PatronageReported: lambda event, scene: (
        "The house is full." if event.full else "The house is no longer full."
    ),
    sign.BoxesReserved: _tell_reserved,
    sign.BoxGivenUp: "{player} {player:gives|give} box {box} up to {to}.",
    staff.NoticeGiven: lambda event, scene: _notice("{by} tells {to}: {about}.", event),
    staff.NoticeBecameDue: lambda event, scene: _notice("A notice to {to} is due: {about}.", event),
    staff.GameInvalidated: _tell_invalidated,
    staff.ClosingSignShown: lambda event, scene: words(
        "{by} puts up the closing sign: the table closes at {closes}.", closes=event.closes
    ),
    staff.ClosingSignTakenDown: "{by} takes the closing sign down.",
    staff.TableReopened: "{by} opens the table again.",
    staff.DisputeRaised: (
        "{player} {player:raises|raise} dispute {dispute}, round {round}: “{about}”."
    ),
    staff.ReviewAsked: "Dispute {dispute}: the player asks for a review.",
    staff.DecisionAccepted: "Dispute {dispute}: the player accepts the decision.",
    staff.DisputeClosed: _tell_closed,
    staff.LatePaymentApproved: (
        "{by} approves paying naturals, 21s and bonuses of round {round} at its final settlement."
    ),
    staff.WrongPaymentEntered: _tell_wrong_payment,
    staff.EnquiriesMade: _tell_enquiries,
    staff.PatronIdentified: "{by} identifies {player} as paid wrongly, payment {entry}.",
    staff.AttemptRecorded: "{by} records an attempt, payment {entry}: {kind}, “{outcome}”.",
    staff.PaymentAnnulled: _tell_annulled,
    staff.PaymentRectified: _tell_rectified,
}
