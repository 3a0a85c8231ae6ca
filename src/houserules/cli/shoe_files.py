"""Shoes that are over, kept as records in a folder: stack and salt are no secret any more."""

from dataclasses import dataclass
from pathlib import Path

from houserules.shoe.record import CardOut, ShoeRecord
from houserules.shoe.record_writing import shoe_to_json


@dataclass(slots=True)
class ShoeFiles:
    """Where the records of a session's shoes go; nowhere, if no folder was named."""

    folder: Path | None = None
    failed: bool = False  # a record could not be written

    def keep(self, record: ShoeRecord) -> str:
        """Write a record to a new file, and say in a line what became of it."""
        ends = f"The shoe ends after {_rounds(record)}"
        if self.folder is None:
            return f"{ends}; --shoes DIR keeps its stack and salt for houserules verify shoe."
        path = self._next(self.folder)
        try:
            with path.open("x", encoding="utf-8") as stream:
                stream.write(shoe_to_json(record))
        except OSError as error:
            self.failed = True
            return f"{ends}; {path} cannot be written: {error.strerror}."
        return f"{ends}: stack and salt are in {path}, for houserules verify shoe."

    def _next(self, folder: Path) -> Path:
        """Give the first name that is free: what is there stays."""
        number = 1
        while (path := folder / f"shoe-{number}.json").exists():
            number += 1
        return path


def _rounds(record: ShoeRecord) -> str:
    """Count the rounds that cards of the shoe were dealt to."""
    outs = [out for segment in record.segments for out in segment.out if isinstance(out, CardOut)]
    rounds = len({out.round for out in outs})
    return "1 round" if rounds == 1 else f"{rounds} rounds"
