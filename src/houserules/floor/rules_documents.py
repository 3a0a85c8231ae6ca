"""The approved documents attached to rulebooks, and the record of who was shown one.

Our rulebook pages are not a copy of the rules (S24 20.14, S65 19.14, PJ 17.14; reading 79).
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Final

from houserules.core.codec import from_data, to_data
from houserules.core.people import Moment
from houserules.floor.denial import Denied
from houserules.floor.store import Store
from houserules.floor.tables.decision import HOUSE, SECOND
from houserules.journal.records import Append, Batch, NewRecord
from houserules.rulebook.loader import RULEBOOKS

STREAM: Final = "house/rules-documents"
_KINDS: Final = {".pdf": "application/pdf", ".txt": "text/plain; charset=utf-8"}
_LARGEST: Final = 50_000_000  # bytes
_VERSION: Final = 1
_SHOWN_LAST: Final = 50


class DocumentError(ValueError):
    """A document that cannot be attached; the message says which, why, and what is allowed."""


@dataclass(frozen=True, slots=True)
class RulesDocument:
    rulebook: str
    file: str  # its name
    kind: str  # the media type
    content: bytes
    sha256: str


@dataclass(frozen=True, slots=True)
class RulesDocumentAttached:
    """The operator attached or replaced the approved document of a rulebook."""

    name: ClassVar[str] = "rules-document.attached"
    rulebook: str
    file: str
    sha256: str
    at: Moment


@dataclass(frozen=True, slots=True)
class RulesDocumentShown:
    """Somebody was shown the approved document of a rulebook."""

    name: ClassVar[str] = "rules-document.shown"
    rulebook: str
    sha256: str
    to: str
    table: str | None  # where it was asked for
    at: Moment


EVENTS: Final[dict[str, Any]] = {
    kind.name: kind for kind in (RulesDocumentAttached, RulesDocumentShown)
}


def read_document(given: str) -> RulesDocument:
    """Read a document given as RULEBOOK=FILE; raises DocumentError."""
    rulebook, _, path = given.partition("=")
    file = Path(path)
    if rulebook not in RULEBOOKS or not path:
        raise DocumentError(
            f"{given!r}: write RULEBOOK=FILE with a rulebook of {', '.join(RULEBOOKS)}"
        )
    if file.suffix.lower() not in _KINDS:
        raise DocumentError(f"{file}: attach a file that ends in {' or '.join(_KINDS)}")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise DocumentError(f"{file}: cannot be read: {error.strerror}") from None
    if not content or len(content) > _LARGEST:
        raise DocumentError(f"{file}: a document has 1 to {_LARGEST:,} bytes")
    kind = _KINDS[file.suffix.lower()]
    return RulesDocument(rulebook, file.name, kind, content, sha256(content).hexdigest())


class RulesDocuments:
    """The documents of a house, by rulebook."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._attached: dict[str, RulesDocument] = {}

    def of(self, rulebook: str) -> RulesDocument | None:
        """Return the document of a rulebook; None: none is attached."""
        return self._attached.get(rulebook)

    async def attach(self, document: RulesDocument, *, at: int) -> None:
        """Attach a document, and record it if it is new or different."""
        self._attached[document.rulebook] = document
        before = [
            event.sha256
            for event in await self.events()
            if isinstance(event, RulesDocumentAttached) and event.rulebook == document.rulebook
        ]
        if before[-1:] != [document.sha256]:
            moment = Moment(at // SECOND)
            await self._record(
                RulesDocumentAttached(document.rulebook, document.file, document.sha256, moment),
                by=HOUSE,
                at=at,
            )

    async def show(
        self, rulebook: str, to: str, *, table: str | None, at: int
    ) -> RulesDocument | Denied:
        """Return the document of a rulebook, and record who was shown it."""
        document = self.of(rulebook)
        if document is None:
            return Denied(
                "rules-document.unknown",
                "No approved document is attached to this rulebook. Ask staff for a copy.",
            )
        moment = Moment(at // SECOND)
        shown = RulesDocumentShown(rulebook, document.sha256, to, table, moment)
        await self._record(shown, by=to, at=at)
        return document

    async def last_shown(self) -> list[RulesDocumentShown]:
        """Return who was shown a document last, newest first."""
        shown = [event for event in await self.events() if isinstance(event, RulesDocumentShown)]
        return shown[: -_SHOWN_LAST - 1 : -1]

    async def events(self) -> list[Any]:
        """Return all recorded events about documents."""
        records = await self._store.read(STREAM)
        return [from_data(EVENTS[record.name], record.payload, record.name) for record in records]

    async def _record(self, event: Any, *, by: str, at: int) -> None:
        entry = NewRecord(event.name, _VERSION, to_data(event))
        await self._store.append(Batch((Append(STREAM, None, (entry,)),), actor=by, time=at))
