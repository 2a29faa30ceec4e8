"""Loggers whose lines stay lines: ids and names of others are cleaned before they are logged."""

from __future__ import annotations

import logging
import re

# Ends of lines, escape sequences, and marks that turn the reading direction.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_LONGEST = 200


def logger(name: str) -> logging.Logger:
    made = logging.getLogger(name)
    made.addFilter(_clean)
    return made


def cleaned(text: str) -> str:
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def _clean(record: logging.LogRecord) -> bool:
    if isinstance(record.args, tuple):
        record.args = tuple(
            cleaned(each)[:_LONGEST] if isinstance(each, str) else each for each in record.args
        )
    return True
