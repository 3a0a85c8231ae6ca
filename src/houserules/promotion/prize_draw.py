"""The provable draw: a list that is published, a secret committed to before, chance from outside.

When the promotion starts, the house makes a secret for each prize and publishes its hash. When entries
close, the list of entries is published with its hash. Then somebody whom the house cannot steer adds a
value: the result of a public event that was named before, or the scrutineer's numbers. The winner
follows from the list, the secret and that value. The house could not know the value when it fixed the
secret, and nobody outside knows the secret, so neither can steer the draw.

`verify_prize_draw` checks the record of a draw from nothing else. `houserules verify draw` prints what
it finds.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

from houserules.core.people import handle_key
from houserules.promotion.state import PromotionEntry
from houserules.shoe.stack import fair

SECRET_SIZE: Final = 32
LIST_LABEL: Final = "houserules/entry-list-1"
SECRET_LABEL: Final = "houserules/promotion-secret-1"
DRAW_LABEL: Final = "houserules/promotion-choice-1"
CODE_LABEL: Final = "houserules/entrant-code-1"
"""The first lines of what is hashed: nothing hashed for another purpose starts like these."""

_CODE_DIGITS: Final = 16


@dataclass(frozen=True)
class ListedEntry:
    """An entry as it is published: its number, and the code that stands for the player."""

    entry: int
    code: str


def plain_value(text: str) -> str:
    """Return a value from outside in the only form that counts: its words and numbers.

    The house knows its secret when it enters the result of a public event. If 7, 07 and "7." were three
    values, it could choose the one that suits it. What is left to choose is said by the event's name.
    """
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).lower())
    return " ".join(word.lstrip("0") or "0" if word.isdecimal() else word for word in words)


def _hash(*lines: str) -> str:
    """Return the SHA-256 of lines in UTF-8, each ended by a line feed."""
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def entropy_needed(prizes: int) -> int:
    """Return how many random bytes a promotion takes: the salt of the codes, a secret per prize."""
    return SECRET_SIZE * (prizes + 1)


def salt_of(entropy: bytes) -> str:
    """Return the salt of the codes, in hex."""
    return entropy[:SECRET_SIZE].hex()


def secret_of(entropy: bytes, prize: int) -> str:
    """Return the secret of a prize, in hex."""
    return entropy[SECRET_SIZE * (prize + 1) : SECRET_SIZE * (prize + 2)].hex()


def player_code(salt: str, player: str) -> str:
    """Return the code under which a player's entries are published."""
    return _hash(CODE_LABEL, salt, handle_key(player))[:_CODE_DIGITS]


def listed_entries(entries: Iterable[PromotionEntry], salt: str) -> tuple[ListedEntry, ...]:
    """Return entries as they are published, by number."""
    return tuple(ListedEntry(each.number, player_code(salt, each.player)) for each in entries)


def hash_list(entries: Iterable[ListedEntry]) -> str:
    """Return the hash of a list: one line per entry, its number and its code."""
    return _hash(LIST_LABEL, *(f"{each.entry} {each.code}" for each in entries))


def commit_secret(promotion: str, prize: int, secret: str) -> str:
    """Return the commitment to the secret of a prize."""
    return _hash(SECRET_LABEL, promotion, str(prize), secret)


def draw_entries(
    entries: Sequence[ListedEntry], *, prize: int, secret: str, value: str, ranks: int
) -> tuple[ListedEntry, ...]:
    """Return the entries drawn for a prize, the first rank first.

    Each rank is drawn from the entries of players who were not drawn before, all equally likely.
    Fewer are returned when no players are left.
    """
    left, drawn, list_hash = list(entries), list[ListedEntry](), hash_list(entries)
    for rank in range(1, ranks + 1):
        if not left:
            break
        chosen = left[_choose(len(left), list_hash, str(prize), secret, value, str(rank))]
        drawn.append(chosen)
        left = [each for each in left if each.code != chosen.code]
    return tuple(drawn)


def _choose(among: int, *lines: str) -> int:
    """Return a number below `among`; a hash that would favour some numbers is thrown away."""
    for attempt in count(1):
        value = int(_hash(DRAW_LABEL, *lines, str(attempt)), 16)
        if (kept := fair(value, among, span=1 << 256)) is not None:
            return kept
    raise AssertionError("unreachable")
