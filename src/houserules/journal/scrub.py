"""A journal checked little by little, beside everything else: it can be put down and taken up again."""

from dataclasses import dataclass
from typing import Any

from houserules.journal.chain import JournalEnd, StreamEnd
from houserules.journal.chain_scan import MANGLED, ChainScan, findings_of, unreadable
from houserules.journal.errors import DamagedError, Finding
from houserules.journal.protocol import Journal


@dataclass(slots=True)
class Scrub:
    """One pass over a journal up to a serial, and how far it is."""

    upto: int
    walk: ChainScan

    @staticmethod
    def of(journal: Journal, upto: int) -> "Scrub":
        """Begin at the first record."""
        return Scrub(upto, ChainScan(journal.id, None, {}))

    @property
    def done(self) -> int:
        """How many records have been checked."""
        return min(self.walk.end.serial, self.upto)

    def step(self, journal: Journal, *, batches: int) -> tuple[bool, list[Finding]]:
        """Check some batches more; whether there may be more to do, and what was found."""
        with journal.snapshot() as snapshot:
            try:
                more = self.walk.run_part(snapshot, batches=batches, upto=self.upto)
                found = findings_of(self.walk, snapshot)
            except (DamagedError, *MANGLED) as error:
                more, found = False, [*self.walk.findings, *unreadable(self.walk, error)]
        self.walk.forget()
        return more, found

    def to_data(self) -> dict[str, Any]:
        """Return it to be kept, as JSON can have it."""
        end = self.walk.end
        heads = {name: [at.position, at.hash.hex()] for name, at in self.walk.heads.items()}
        return {
            "upto": self.upto,
            "end": [end.serial, end.batch, end.hash.hex()],
            "heads": heads,
        }

    @staticmethod
    def read(journal: Journal, data: dict[str, Any]) -> "Scrub":
        """Go on with what `to_data` returned."""
        serial, batch, digest = data["end"]
        heads = {
            name: StreamEnd(at, bytes.fromhex(hash_)) for name, (at, hash_) in data["heads"].items()
        }
        end = JournalEnd(serial, batch, bytes.fromhex(digest))
        return Scrub(data["upto"], ChainScan(journal.id, end, heads))
