"""What is logged, and where: standard error, ids and counts only."""

from __future__ import annotations

import logging
import os
import sys
from typing import Any


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
        # A background job that failed is tried again; status and doctor tell what is wrong.
        logging.getLogger("mohen.core.jobs").setLevel(logging.CRITICAL)


def log_as_server() -> None:
    """More for a door that stays open; who calls is nobody's business."""
    if not debugging():
        logging.getLogger("mohen").setLevel(logging.INFO)
        logging.getLogger("mohen.core.jobs").setLevel(logging.NOTSET)
        logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _with_trace(record: logging.LogRecord) -> bool:
    """An error that is logged where it was caught still knows where it came from."""
    if record.levelno >= logging.ERROR and not record.exc_info:
        record.exc_info = sys.exc_info()
    return True


class _Formatter(logging.Formatter):
    """A trace is for who asked for it; otherwise the name of the error is enough."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the library's name
        return super().formatException(ei) if debugging() else str(ei[0].__name__)
