"""Loads foreign libraries by name, once, and translates their exceptions into ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock
from typing import Generic, TypeVar

from mohen.core import extras
from mohen.errors import EmbedderError, EmbedderNotReady

T = TypeVar("T")


@contextmanager
def border(thing: str, failure: type[EmbedderError] = EmbedderError) -> Iterator[None]:
    """A context in which whatever a library raises becomes `failure`.

    The libraries behind the embedders raise anything (tokenizers raises bare `Exception`), and
    their messages hold paths and sometimes the text itself. So the catch is broad, only the
    kind of the exception is told, and the chain is cut.
    """
    try:
        yield
    except EmbedderError:
        raise
    except Exception as problem:  # noqa: BLE001
        raise failure(f"{thing} failed ({type(problem).__name__})") from None


def require(*packages: str, kind: str, extra: str) -> None:
    """Say what to install if a package is missing. Looks only; imports nothing."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise EmbedderNotReady(
            f"the embedder {kind!r} needs a package that is not installed: {extras.command(extra)}",
            kind=kind,
            extra=extra,
        )


class Once(Generic[T]):
    """A value made at first need, by one thread. A failure is not kept: the next call retries."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: list[T] = []

    def __call__(self) -> T:
        if not self._made:
            with self._lock:
                if not self._made:
                    self._made.append(self._make())
        return self._made[0]
