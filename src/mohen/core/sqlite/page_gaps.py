"""The unused middle of a page of SQLite, where copies of rows stay behind.

`secure_delete` zeroes a row where it lies. But when rows are moved to a neighbouring page, because
one was split or two were joined, the page they left keeps their bytes between its list of rows and
the rows: no query ever sees them, and deleting the row does not touch them. Here they are zeroed,
page by page and nothing else. `VACUUM` would do it too, for twice the room of the file and with
every writer waiting until all of it is rewritten.

How pages are laid out is part of SQLite's file format (https://sqlite.org/fileformat2.html), which
is promised not to change.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Protocol

from mohen.errors import StoreError

_BTREE = {2: 12, 5: 12, 10: 8, 13: 8}
"""Kinds of pages with rows or keys in them, by their first byte, and how long their heads are.
Others begin with the number of a page, whose first byte is 0 while there are less than 2^24."""
_HEAD = struct.Struct(">xxxHH")  # after the kind: rows, and where the first of them begins
_FILE_HEAD = 100  # bytes before the head of the first page
_MOST_PAGES = 1 << 24
_ROOTS_AT = slice(52, 56)  # not zero in a file with pages of another kind, of which we make none
_READ_PAGES = 256


class File(Protocol):
    def xRead(self, amount: int, offset: int) -> bytes: ...  # noqa: N802 - apsw's name for it
    def xWrite(self, data: bytes, offset: int) -> None: ...  # noqa: N802
    def xFileSize(self) -> int: ...  # noqa: N802


def clean(file: File, first: int, pages: int) -> int | None:
    """Zero the gaps of so many pages, counted from 0. Answers which page comes next, None behind
    the last one. Only for who holds the file's write lock while its log is empty."""
    head = file.xRead(_FILE_HEAD, 0)
    size = int.from_bytes(head[16:18], "big")
    size = 65_536 if size == 1 else size
    count = file.xFileSize() // size
    if count >= _MOST_PAGES or any(head[_ROOTS_AT]):
        raise StoreError("the pages of this file cannot be told apart")
    end = min(first + pages, count)
    zeros = bytes(size)
    for at in range(first, end, _READ_PAGES):
        block = file.xRead(min(_READ_PAGES, end - at) * size, at * size)
        for start, stop in _gaps(block, size, zeros, first_page=at == 0):
            file.xWrite(zeros[: stop - start], at * size + start)
    return end if end < count else None


def _gaps(block: bytes, size: int, zeros: bytes, *, first_page: bool) -> Iterator[tuple[int, int]]:
    """Where something stands that belongs to no row."""
    for page in range(0, len(block), size):
        at = page + (_FILE_HEAD if first_page and page == 0 else 0)
        head = _BTREE.get(block[at])
        if head is None:
            continue
        rows, content = _HEAD.unpack_from(block, at)
        start, stop = at + head + 2 * rows, page + (content or 65_536)
        if start < stop <= page + size and block[start:stop] != zeros[: stop - start]:
            places = struct.unpack_from(f">{rows}H", block, at + head)
            if not rows or page + min(places) >= stop:  # or the page is damaged: leave it alone
                yield start, stop
