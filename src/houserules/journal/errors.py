"""What goes wrong with a journal, in words for whoever runs it."""


class JournalError(Exception):
    """Something about a journal that its user has to know; the message says what and what to do."""


class PayloadError(JournalError, ValueError):
    """A record, a name or a value that no journal stores."""


class UrlError(JournalError, ValueError):
    """The text does not say where a journal is."""


class LockedError(JournalError):
    """Another process is writing to this journal."""


class ReadOnlyError(JournalError):
    """The journal was opened for reading."""


class ClosedError(JournalError):
    """The journal or its committer has been closed."""


class SchemaError(JournalError):
    """The database was written by a newer version of this program, or by another program."""


class BusyError(JournalError):
    """More batches wait for the store than it can take; nothing was written."""


class UnavailableError(JournalError):
    """The store cannot be reached or will not write; nothing was written."""


class UnknownOutcomeError(UnavailableError):
    """The store went away while it was committing: the batch is written as a whole or not at all."""


class CheckpointError(JournalError, ValueError):
    """The text is not a checkpoint of a journal."""


class UnknownNameError(JournalError):
    """A stored record has a name that nobody here knows."""


class NewerVersionError(JournalError):
    """A stored record has a newer version than anybody here knows."""
