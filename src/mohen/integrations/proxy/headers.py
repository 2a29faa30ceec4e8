"""Which headers go on, in both directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Headers = Iterable[tuple[bytes, bytes]]

OURS = b"x-mohen-"
# Of one line between two programs (RFC 9110, 7.6.1).
_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer "
    b"transfer-encoding upgrade".split()
)


def passed(headers: Headers, *but: bytes) -> Iterator[tuple[bytes, bytes]]:
    """All that are no business of one line alone, nor ours."""
    headers = [(name.lower(), value) for name, value in headers]
    named = (value for name, value in headers if name == b"connection")
    left = _HOP.union(but, (each.strip().lower() for one in named for each in one.split(b",")))
    return (
        (name, value) for name, value in headers if name not in left and not name.startswith(OURS)
    )


def texts(headers: Headers) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}
