"""A reader's connection on loan, and what its trouble means to the borrower."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

import apsw

from mohen.core import calls
from mohen.core.sqlite_errors import not_text, translate
from mohen.errors import MohenError

File = tuple[int, int]
"""Which file stands at a path: device and inode."""


class Lender(Protocol):
    name: str

    def open(self) -> None: ...

    def take_reader(self) -> tuple[File | None, apsw.Connection]: ...

    def give_back(self, file: File | None, reader: apsw.Connection) -> None: ...


class Reading:
    """A reader on loan. No generator: a prompt alone reads some twenty times, and would spend
    as much on those as on what it reads."""

    __slots__ = ("_call", "_database", "_file", "_reader")

    def __init__(self, database: Lender) -> None:
        self._database = database

    def __enter__(self) -> apsw.Connection:
        self._database.open()
        self._call = call = calls.current()
        try:
            self._file, self._reader = self._database.take_reader()
        except apsw.Error as error:
            raise self._translated(error) from error
        if call is not None:
            self._watch(call)
        return self._reader

    def _watch(self, call: calls.Call) -> None:
        try:
            call.check()
        except BaseException:
            self._reader.close()
            raise
        self._reader.set_progress_handler(lambda: call.ended() is not None, 5_000)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            if self._call is not None:
                self._reader.set_progress_handler(None)
            self._database.give_back(self._file, self._reader)
            return
        self._reader.close()  # whatever went wrong, nobody inherits it
        if isinstance(error, apsw.InterruptError):
            raise self._translated(error) from None
        if isinstance(error, apsw.Error):
            raise self._translated(error) from error
        if isinstance(error, UnicodeDecodeError):
            raise not_text(self._database.name) from None

    def _translated(self, error: apsw.Error) -> MohenError:
        ended = self._call.ended() if self._call is not None else None
        interrupted = isinstance(error, apsw.InterruptError)
        return (ended if interrupted else None) or translate(error, self._database.name)
