"""The records of a session's shoes, written to a folder once a shoe is over."""

from dataclasses import dataclass
from pathlib import Path

from houserules.shoe.record import CardOut, ShoeRecord
from houserules.shoe.record_format import shoe_to_json


@dataclass(slots=True)
class ShoeFiles:
    """Keeps the records of a session's shoes in a folder, if one was named."""

    folder: Path | None = None
    failed: bool = False  # a record could not be written

    def keep(self, record: ShoeRecord) -> str:
        """Write a record to a new file, and return a line that says so."""
        ends = f"The shoe ends after {_rounds(record)}"
        if self.folder is None:
            return f"{ends}. Use --shoes DIR to keep its record for houserules verify shoe."
        path = self._next(self.folder)
        try:
            with path.open("x", encoding="utf-8") as stream:
                stream.write(shoe_to_json(record))
        except OSError as error:
            self.failed = True
            return f"{ends}; {path} cannot be written: {error.strerror}."
        return f"{ends}. Its record is in {path}, for houserules verify shoe."

    def _next(self, folder: Path) -> Path:
        """Return the first free name; existing files are kept."""
        number = 1
        while (path := folder / f"shoe-{number}.json").exists():
            number += 1
        return path


def _rounds(record: ShoeRecord) -> str:
    """Count the rounds that cards of the shoe were dealt to."""
    outs = [out for segment in record.segments for out in segment.out if isinstance(out, CardOut)]
    rounds = len({out.round for out in outs})
    return "1 round" if rounds == 1 else f"{rounds} rounds"
