"""A denial: a refusal by the floor itself, where no rulebook decides. Every code, with its meaning."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Denied:
    """Why the floor did not do something, in words for the caller; `code` is stable."""

    code: str
    detail: str


ID_USED: Final = Denied(
    "command.id-used",
    "You used this id for another request. Nothing was done; send it with a new id.",
)
"""The answer to a command id that belongs to a request with other content."""

CODES: Final[dict[str, str]] = {
    "alert.unknown": "No alert with that key is open at the table; the pit lists the open ones.",
    "card.from-shoe": "At a table with a virtual shoe, the shoe decides which card comes: send next-step.",
    "card.not-due": "No step with the cards is due now.",
    "carded.busy": "Too many changes about the player at once; nothing was done. Try again.",
    "carded.guest": "Guests play at practice tables, without a Player Card.",
    "casino.excluded": "The person is excluded from the casino, whichever table ordered it.",
    "cash-request.unknown": "No such request is waiting: it was decided, or it lapsed at the end of the casino's day.",
    "cash.approval-needed": "This amount needs a second person's approval; request it.",
    "cash.limit": "The amount exceeds the daily limit of the person's role.",
    "cash.too-many": "The cashier has too many requests waiting.",
    "command.id-used": "You used this id for a different request; use a new one.",
    "dealer.automatic": "The software deals at this table.",
    "dealer.elsewhere": "The dealer is at another live table; a dealer deals at one table at a time.",
    "dealer.no-shoe": "Dealers have no virtual shoe at this table.",
    "dealer.none": "Nobody deals at this table.",
    "dealer.not-seated": "Only the dealer behind the table deals.",
    "dealer.seated": "The dealer is already behind the table.",
    "debt.unpaid": "The person owes the house chips at a table, and this would pay them out.",
    "float.none": "A fill or credit must be above zero.",
    "float.set-aside": "A tournament is played at the table, and its float is set aside.",
    "float.short": "The float has less than a credit or payment needs.",
    "identity.bad": "A detail of the identity is missing or malformed; the detail says which.",
    "identity.minor": "Nobody under 18 gets a Player Card.",
    "identity.none": "No identity of the person is on record.",
    "money.amount": "The amount is zero, or more than one transfer may move.",
    "money.busy": "Too many changes to the wallet at once; nothing was done. Try again.",
    "money.none": "A transfer must be above zero.",
    "player.not-here": "The player is not at the table.",
    "practice.enough": "You still have practice chips.",
    "promotion.busy": "Too many changes to the promotion at once; nothing was done. Try again.",
    "promotion.exists": "There is already a promotion with that id.",
    "promotion.live": "Guests and bots take part in practice promotions only.",
    "promotion.unknown": "There is no promotion with that id, or its terms are not published yet.",
    "record.damaged": "Records or secrets that this depends on do not verify; they stay locked until a backup is restored.",
    "role.may-not": "The caller's role does not allow this.",
    "role.not-yours": "Another person has to decide this.",
    "rulebook.unknown": "There is no such rulebook.",
    "rules-document.unknown": "No approved document is attached to the rulebook; ask staff for a copy.",
    "store.unavailable": "The journal cannot be reached; nothing was done. Try again.",
    "store.unknown": "The connection to the journal was lost during the commit; send the same id again to find out.",
    "table.busy": "Too many changes at the table at once; nothing was done. Try again.",
    "table.exists": "There is already a table with that name.",
    "table.live": "Guests and bots play at practice tables only.",
    "table.locked": "Something at the table did not add up; a manager must look into it first.",
    "table.moved-on": "Something else happened at the table first.",
    "table.not-locked": "The table is not locked.",
    "table.setting": "The table cannot be set up that way; the detail says what is allowed.",
    "table.too-many": "Too many private practice tables were opened from this address today.",
    "table.unknown": "There is no table with that name, or it is another person's private table.",
    "tournament.busy": "Too many changes to the tournament at once; nothing was done. Try again.",
    "tournament.exists": "There is already a tournament with that id.",
    "tournament.live": "Guests and bots enter practice tournaments only.",
    "tournament.other-game": "The table offers another game than the tournament.",
    "tournament.other-kind": "A practice tournament needs practice tables, a live one live tables.",
    "tournament.practice-running": "You have as many practice tournaments in progress as one person may.",
    "tournament.size": "A practice tournament does not have so many players or rounds, or not with these stages.",
    "tournament.too-many": "Too many practice tournaments are in progress, or were started from your network today.",
    "tournament.unknown": "There is no tournament with that id, or it is another person's practice tournament.",
    "unlock.no-reason": "Unlocking a table needs a reason.",
    "wallet.short": "The wallet has less than this needs.",
}
"""Denials at tables and at the cashier."""

PEOPLE_CODES: Final[dict[str, str]] = {
    "busy": "The server is busy; nothing was done. Try again.",
    "card-end.bad": "The expiry of a Player Card is before its issue or after the year 9999.",
    "card-number.bad": "The Player Card number has the wrong length or characters that are not allowed.",
    "card-number.taken": "A Player Card with that number was issued before.",
    "card-number.unknown": "The person has no Player Card with that number.",
    "code.none": "No second factor is enrolled, or the enrolment expired.",
    "code.wrong": "The code is wrong, expired, or already used.",
    "guest.may-not": "Guests cannot have a password, second factor, API token, role or Player Card.",
    "label.bad": "An API token needs a label of 1 to 60 printable characters.",
    "licence.bad": "Staff need a licence number of 1 to 40 printable characters.",
    "name.bad": "The handle has the wrong length or characters that are not allowed, mixes alphabets, or poses as staff or the house.",
    "name.taken": "Somebody has that handle, or one that looks the same.",
    "owner.exists": "The house already has an owner.",
    "password.long": "The password is longer than 256 characters.",
    "password.must-change": "This was a one-time password: choose a new one first.",
    "password.same": "The new password is the old one.",
    "password.short": "The password is shorter than 10 characters.",
    "password.weak": "The password is the handle, is common, or can be guessed in fewer than 10^8 guesses.",
    "password.wrong": "The current password is wrong.",
    "person.not-suspended": "The person is neither suspended nor locked out.",
    "person.suspended": "The person is already suspended.",
    "person.unknown": "Nobody has that handle.",
    "proof.needed": "Changing credentials needs the password or a code again, in the same request.",
    "role.may-not": "The caller's role does not allow this.",
    "role.none": "The person has no role other than player.",
    "role.same": "The person already has that role under that licence.",
    "role.unknown": "There is no such role.",
    "scope.missing": "The API token lacks the scope for this.",
    "second-factor.enrol": "Staff must enrol a second factor first.",
    "second-factor.needed": "This session still needs the code of the second factor.",
    "session.none": "The session is unknown, has ended, or was idle for too long.",
    "sign-in.locked": "Too many sign-ins failed; known devices and the right second factor still work.",
    "sign-in.suspended": "The person is suspended.",
    "sign-in.throttled": "Too many sign-ins came from one address within a minute.",
    "sign-in.wrong": "Wrong name or password; the answer does not say which.",
    "token.days": "An API token is valid for 1 to 365 days.",
    "token.scope": "An API token of this person cannot have these scopes.",
    "token.too-many": "The person already has the maximum number of API tokens.",
    "token.unknown": "The person has no API token with that id.",
    "why.bad": "A reason of 1 to 200 printable characters is needed; it is kept in the journal.",
}
"""Denials about accounts; docs/explanation/people.md lists them."""
