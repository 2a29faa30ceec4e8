"""Dates of a story: `2024-03-05`, or `--03-05` where no year is said."""

from __future__ import annotations

from datetime import date

_YEARLESS = "--"


def parsed(value: str) -> date | None:
    """A date; one without a year stands in a leap year, so that every day exists."""
    try:
        return date.fromisoformat(value.replace(_YEARLESS, "2024-", 1))
    except ValueError:
        return None


def has_year(value: str) -> bool:
    return not value.startswith(_YEARLESS)
