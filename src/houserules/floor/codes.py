"""Every "no" of the floor itself, by its stable code; what the rulebooks refuse has its own list."""

from typing import Final

CODES: Final[dict[str, str]] = {
    "card.from-shoe": "At a table with a virtual shoe the shoe says which card it is: give next-step.",
    "card.not-due": "Nothing is to be done with the cards now.",
    "dealer.automatic": "The software deals at this table.",
    "dealer.no-shoe": "No dealer has a virtual shoe at this table.",
    "dealer.none": "Nobody deals at this table.",
    "dealer.not-seated": "Only the dealer behind the table deals.",
    "dealer.seated": "The dealer is behind the table already.",
    "float.none": "A fill or a credit is of more than nothing.",
    "float.short": "The float tray has less than a credit would take.",
    "money.amount": "The amount is nothing, or more than is moved at one time.",
    "money.busy": "Too much happens to the wallet at once; nothing was done, ask again.",
    "money.none": "A transfer is of more than nothing.",
    "player.not-here": "The player has not come to the table.",
    "practice.enough": "There is practice money left.",
    "role.may-not": "The role of who asks does not reach so far.",
    "role.not-yours": "It is for another person to decide.",
    "store.unavailable": "The journal cannot be reached; nothing was done, ask again.",
    "store.unknown": "The journal was lost in the middle: ask again with the same id to learn more.",
    "table.busy": "Too much happens at the table at once; nothing was done, ask again.",
    "table.exists": "There is a table of that name.",
    "table.live": "Guests and bots play at practice tables only.",
    "table.locked": "Something did not add up at the table; a manager looks into it first.",
    "table.moved-on": "Something else happened at the table first.",
    "table.not-locked": "The table is not locked.",
    "table.setting": "A table cannot be set up so; the detail says what is allowed.",
    "table.unknown": "There is no table of that name.",
    "unlock.no-reason": "Who unlocks a table says why it may go on.",
    "wallet.short": "The wallet has less than this takes.",
}
