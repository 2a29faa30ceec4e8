"""What is logged, and where: standard error, ids and counts only, each on one line, and not more of
the same than somebody would read."""

from __future__ import annotations

import json
import logging
import os
import sys
from datetime import UTC, datetime

from mohen.core.logs import cleaned

_SAME = 20  # records of one kind in a span; the rest are counted
_SPAN_S = 60
_LINE = 500  # characters of a line


def debugging() -> bool:
    return os.environ.get("MOHEN_DEBUG", "") not in ("", "0")


def log_to_stderr() -> None:
    """Errors only: what a command that answers and ends has to say stands in its answer."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    level = logging.DEBUG if debugging() else logging.ERROR
    logging.basicConfig(level=level, handlers=[handler])
    if debugging():
        handler.addFilter(_with_trace)
    else:
        logging.raiseExceptions = False  # a full or closed stream is no reason to write more
        handler.addFilter(Sparing())
        # A background job that failed is tried again; status and doctor tell what is wrong.
        logging.getLogger("mohen.core.jobs").setLevel(logging.CRITICAL)


def log_as_server() -> None:
    """More for a door that stays open; who calls is nobody's business."""
    if not debugging():
        logging.getLogger("mohen").setLevel(logging.INFO)
        logging.getLogger("mohen.core.jobs").setLevel(logging.NOTSET)
        logging.getLogger("uvicorn").setLevel(logging.WARNING)


def log_as_quiet_server() -> None:
    """What a person who looks at the terminal must see: what failed, and strangers at the door."""
    if not debugging():
        for door in ("mohen.server", "mohen.integrations"):
            logging.getLogger(door).setLevel(logging.WARNING)


class Sparing(logging.Filter):
    """Lets the first of a kind through in each span, and then tells how many there were: whoever
    knocks all day does not fill a disk."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, int, str], list[float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if len(self._kinds) > _LINE:
            self._kinds.clear()
        kind = (record.name, record.levelno, str(record.msg)[:_LINE])
        seen = self._kinds.setdefault(kind, [record.created, 0])
        if record.created - seen[0] >= _SPAN_S or record.created < seen[0]:
            unsaid, seen[:] = int(seen[1]) - _SAME, [record.created, 0]
            if unsaid > 0:
                record.msg = f"{record.msg} (and {unsaid} before it that were not written)"
        seen[1] += 1
        return seen[1] <= _SAME


def _with_trace(record: logging.LogRecord) -> bool:
    """An error that is logged where it was caught still knows where it came from."""
    if record.levelno >= logging.ERROR and not record.exc_info:
        record.exc_info = sys.exc_info()
    return True


def log_as_json() -> None:
    """One object a line, for what collects logs of many machines."""
    for handler in logging.getLogger().handlers:
        handler.setFormatter(JsonFormatter())


class _Formatter(logging.Formatter):
    """A trace is for who asked for it; otherwise the name of the error is enough."""

    def format(self, record: logging.LogRecord) -> str:
        said = super().format(record)
        if debugging():
            return said
        # A library's message may be a whole trace, with paths in it.
        kind = record.exc_info[0] if record.exc_info else None
        error = f" {kind.__name__}" if kind is not None else ""
        return cleaned(said.partition("\n")[0] + error)[:_LINE]


class JsonFormatter(_Formatter):
    """The same words, and no others."""

    def __init__(self) -> None:
        super().__init__("%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": super().format(record),
        }
        return json.dumps(said, ensure_ascii=False)
