"""Times and months in the casino's time zone, as people read them."""

from datetime import UTC, date, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from houserules.core.people import Moment

_DECEMBER: Final = 12
_YEARS: Final = range(1970, 9999)


class HoursError(ValueError):
    """An unknown time zone or month; the message shows the format."""


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name; raises HoursError."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise HoursError(
            f"{name!r} is not a time zone; write it like Australia/Sydney or Pacific/Auckland"
        ) from None


def local_text(moment: Moment, zone: tzinfo) -> str:
    """Format a time as on a sign: 8:40 pm AEDT, Wed 18 Nov."""
    try:
        at = datetime.fromtimestamp(moment, zone)
    except (OverflowError, ValueError, OSError):
        return "a time beyond the calendar"
    half = "am" if at.hour < 12 else "pm"
    return f"{at.hour % 12 or 12}:{at:%M} {half} {at.tzname()}, {at:%a} {at.day} {at:%b}"


def month_named(text: str) -> tuple[int, int]:
    """Read a month such as 2026-11; raises HoursError."""
    year, _, month = text.partition("-")
    plain = len(year) == 4 and len(month) == 2 and (year + month).isdecimal()
    if not plain or int(year) not in _YEARS or not 1 <= int(month) <= _DECEMBER:
        raise HoursError(f"{text!r} is not a month; write it like 2026-11")
    return int(year), int(month)


def month_of(year: int, month: int, zone: tzinfo) -> tuple[Moment, Moment]:
    """Return the first moment of a month in a time zone, and that of the next month."""
    after = (year + 1, 1) if month == _DECEMBER else (year, month + 1)
    return _midnight(year, month, zone), _midnight(*after, zone)


def _midnight(year: int, month: int, zone: tzinfo) -> Moment:
    return Moment(int(datetime(year, month, 1, tzinfo=zone).astimezone(UTC).timestamp()))


def day_at(moment: Moment, zone: tzinfo) -> date:
    return datetime.fromtimestamp(moment, zone).date()


def month_at(moment: Moment, zone: tzinfo) -> tuple[int, int]:
    at = datetime.fromtimestamp(moment, zone)
    return at.year, at.month
