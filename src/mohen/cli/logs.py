"""What is logged, and where: standard error, ids and counts only."""

from __future__ import annotations

import logging
import os
import sys


def debugging() -> bool:
    return os.environ.get("MOHEN_DEBUG", "") not in ("", "0")


def quiet_logs() -> None:
    """For a command that answers and ends: what it has to say stands in its answer."""
    _log(logging.ERROR)


def server_logs() -> None:
    """For a door that stays open."""
    _log(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _log(level: int) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(
        level=logging.DEBUG if debugging() else level, handlers=[handler], force=True
    )
    if debugging():
        handler.addFilter(_with_trace)


def _with_trace(record: logging.LogRecord) -> bool:
    """An error that is logged where it was caught still knows where it came from."""
    if record.levelno >= logging.ERROR and not record.exc_info:
        record.exc_info = sys.exc_info()
    return True


class _Formatter(logging.Formatter):
    """A trace is for who asked for it; otherwise the name of the error is enough."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - the library's name
        if debugging():
            return super().formatException(ei)  # type: ignore[arg-type]
        return ei[0].__name__ if isinstance(ei, tuple) and ei[0] else ""
