"""Texts that are hidden in a PNG picture: read, and written anew."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator, Mapping

from mohen.errors import InvalidArgument

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TEXT, _END = b"tEXt", b"IEND"
_TEXTUAL = (_TEXT, b"zTXt", b"iTXt", b"eXIf")
"""Chunks that hold words. Words are kept as words, not inside a picture."""


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of each. Nothing is unpacked, so nothing can swell."""
    if not data.startswith(SIGNATURE):
        raise InvalidArgument("the file is no PNG picture", field="path")
    at = len(SIGNATURE)
    while at < len(data):
        if at + 8 > len(data):
            raise _cut_off()
        (size,) = struct.unpack_from(">I", data, at)
        kind, end = data[at + 4 : at + 8], at + 8 + size
        if end + 4 > len(data):
            raise _cut_off()
        yield kind, data[at + 8 : end]
        if kind == _END:
            return
        at = end + 4
    raise _cut_off()


def texts(data: bytes) -> dict[str, bytes]:
    """By keyword in small letters; of two of one name the first."""
    found: dict[str, bytes] = {}
    for kind, content in chunks(data):
        if kind == _TEXT and b"\0" in content:
            key, _, text = content.partition(b"\0")
            found.setdefault(key.decode("latin-1").lower(), text)
    return found


def unpacked(text: bytes) -> bytes:
    """What Base64 stands for; `InvalidArgument` where it is none."""
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        raise InvalidArgument("the picture's card cannot be decoded", field="path") from None


def bare(data: bytes) -> bytes:
    """The picture without the words in it."""
    return _joined((kind, content) for kind, content in chunks(data) if kind not in _TEXTUAL)


def written(picture: bytes, said: Mapping[str, str]) -> bytes:
    """A picture with texts in it, before its end."""

    def all_of_it() -> Iterator[tuple[bytes, bytes]]:
        for kind, content in chunks(picture):
            if kind == _END:
                for key, text in said.items():
                    packed = base64.b64encode(text.encode())
                    yield _TEXT, key.encode("latin-1") + b"\0" + packed
            yield kind, content

    return _joined(all_of_it())


def _joined(parts: Iterator[tuple[bytes, bytes]]) -> bytes:
    return SIGNATURE + b"".join(
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in parts
    )


def _cut_off() -> InvalidArgument:
    return InvalidArgument("the picture is cut off", field="path")
