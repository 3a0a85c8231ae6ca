"""Every "no" and every failure of the web itself, by its stable code; the floor and the rulebooks have theirs."""

from typing import Final

CODES: Final[dict[str, str]] = {
    "clause.unknown": "The rulebook has no such clause; the detail names those that come near.",
    "coach.live": "Nobody is advised at a live table.",
    "coach.not-yours": "The hand is not the asker's to decide.",
    "coach.nothing": "There is nothing to decide on the hand now.",
    "command.malformed": "The command cannot be read; the detail says what is allowed.",
    "connections.too-many": "The person, the address or the server has as many WebSockets as are allowed.",
    "http.bad-request": "The request is not HTTP that can be read.",
    "http.error": "Something about the request; the status says what.",
    "http.method": "The address does not take the method.",
    "http.not-found": "There is nothing at the address.",
    "http.too-large": "The body is larger than is allowed.",
    "live.protocol": "A WebSocket offers the subprotocol houserules.v1.",
    "message.malformed": "A message over the WebSocket cannot be read.",
    "odds.busy": "Too many ask for odds at once; ask again.",
    "odds.failed": "A worker process was lost; ask again.",
    "odds.no-game": "What was changed makes no game; the detail says which name may be what.",
    "odds.not-installed": "The server lacks the extra houserules[numbers].",
    "odds.working": "The figures are being computed; ask again in a moment.",
    "rate.limited": "It came too often; the header Retry-After says when to come back.",
    "register.unknown": "There is no such register.",
    "request.forged": "What changes something comes from a page of ours or with an API token.",
    "request.invalid": "A part of the request is not as described; `where` names it.",
    "round.no-record": "The round cannot be written as a round record; the detail says why.",
    "round.under-way": "The round is not over yet.",
    "round.unknown": "The asker had no wager in such a round at the table.",
    "rulebook.unknown": "There is no such rulebook.",
    "server.error": "Something went wrong on our side; the log has it under the id that the detail names.",
    "session.none": "Nobody has signed in, or the session is over.",
    "shoe.in-use": "The shoe is not over: its stack and salt are secret until then.",
    "shoe.unknown": "The table has no shoe with that commitment.",
    "store.unavailable": "The database does not answer; ask again.",
}
"""What each code means."""
