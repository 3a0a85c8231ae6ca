"""Times as a promotion file writes them (RFC 3339), as whole microseconds since 1970."""

import re
from typing import Final

HOUR: Final = 3_600_000_000  # microseconds

_TIME: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:Z|([+-])(\d\d):(\d\d))", re.ASCII
)
_MONTHS: Final = [
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
]
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class MomentError(ValueError):
    """The text is not a time."""


def read_moment(text: str) -> int:
    """Read a time such as 2026-09-01T10:00:00+10:00; raises MomentError."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise MomentError(f"{text!r} is not a time; write one as in 2026-09-01T10:00:00+10:00")
    year, month, day, hour, minute, second = (int(match[group]) for group in range(1, 7))
    offset_hours, offset_minutes = int(match[9] or 0), int(match[10] or 0)
    if not (1900 <= year <= 2999 and 1 <= month <= 12 and 1 <= day <= _days_in(year, month)):
        raise MomentError(f"{text!r} has no such date between the years 1900 and 2999")
    if hour > 23 or max(minute, second, offset_minutes) > 59 or offset_hours > 23:
        raise MomentError(f"{text!r} has no such time of day")
    offset = (offset_hours * 60 + offset_minutes) * (-1 if match[8] == "-" else 1)
    minutes = (_days_since_1970(year, month, day) * 24 + hour) * 60 + minute - offset
    return (minutes * 60 + second) * 1_000_000 + int((match[7] or "").ljust(6, "0"))


def moment_words(text: str) -> str:
    """Write a time as people read it, by the clock it names: 10:00 am, 1 Sep 2026 (UTC+10:00)."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise MomentError(f"{text!r} is not a time")
    year, month, day, hour, minute = (int(match[group]) for group in range(1, 6))
    offset = f"{match[8]}{match[9]}:{match[10]}" if match[8] else ""
    half = "am" if hour < 12 else "pm"
    date = f"{day} {_MONTHS[month - 1]} {year}"
    return f"{hour % 12 or 12}:{minute:02d} {half}, {date} (UTC{offset})"


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year: int, month: int) -> int:
    return 29 if month == 2 and _is_leap(year) else _DAYS[month - 1]


def _days_since_1970(year: int, month: int, day: int) -> int:
    before = year - 1
    leap_days = before // 4 - before // 100 + before // 400 - 477  # 477 of them up to 1969
    months = sum(_days_in(year, number) for number in range(1, month))
    return (year - 1970) * 365 + leap_days + months + day - 1


def write_moment(seconds: int) -> str:
    """Write a time in seconds since 1970 as a promotion file has it, in UTC."""
    days, second = divmod(seconds, 86_400)
    year = 1970 + days // 366  # never too late: then count on
    while _days_since_1970(year + 1, 1, 1) <= days:
        year += 1
    left, month = days - _days_since_1970(year, 1, 1), 1
    while left >= _days_in(year, month):
        left, month = left - _days_in(year, month), month + 1
    return (
        f"{year:04d}-{month:02d}-{left + 1:02d}T"
        f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}Z"
    )
