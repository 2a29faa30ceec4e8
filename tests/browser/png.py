"""A screenshot in 256 colours: ink on paper needs no more, and a third of the bytes."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 256
_CHANNELS = {2: 3, 6: 4}  # colour type: RGB, RGBA

Bytes = NDArray[np.uint8]


def shrunk(png: bytes) -> bytes:
    pixels = _decoded(png)
    palette, drawn = _in_palette(pixels)
    height, width = drawn.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each begins with its filter: none
    rows[:, 1:] = drawn
    return _SIGNATURE + b"".join((
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _chunk(b"PLTE", palette.tobytes()),
        _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
        _chunk(b"IEND", b""),
    ))  # fmt: skip


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _decoded(png: bytes) -> Bytes:
    """What Chromium writes: eight bits, no interlacing. Rows of red, green, blue."""
    assert png.startswith(_SIGNATURE)
    at, body, head = len(_SIGNATURE), b"", b""
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        head, body = (data, body) if kind == b"IHDR" else (head, body)
        body += data if kind == b"IDAT" else b""
        at += length + 12
    width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", head)
    assert depth == 8
    across = _CHANNELS[colour]
    raw = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, 1 + width * across)
    rows = np.zeros((height + 1, width, across), np.uint8)
    for row in range(height):
        line = raw[row, 1:].reshape(width, across)
        rows[row + 1] = _unfiltered(int(raw[row, 0]), line, rows[row])
    return rows[1:, :, :3]


def _unfiltered(how: int, line: Bytes, above: Bytes) -> Bytes:
    if how == 0:
        return line
    if how == 1:
        return np.cumsum(line, axis=0, dtype=np.uint8)
    if how == 2:
        return line + above
    done = np.zeros_like(line)
    left, corner = np.zeros(line.shape[1], np.int16), np.zeros(line.shape[1], np.int16)
    for at, (value, up) in enumerate(
        zip(line.astype(np.int16), above.astype(np.int16), strict=True)
    ):
        guess = (left + up) // 2 if how == 3 else _paeth(left, up, corner)
        left, corner = (value + guess) & 255, up
        done[at] = left
    return done


def _paeth(
    left: NDArray[np.int16], up: NDArray[np.int16], corner: NDArray[np.int16]
) -> NDArray[np.int16]:
    both = left + up - corner
    far = [np.abs(both - each) for each in (left, up, corner)]
    return np.where(
        (far[0] <= far[1]) & (far[0] <= far[2]), left, np.where(far[1] <= far[2], up, corner)
    )


def _in_palette(pixels: Bytes) -> tuple[Bytes, Bytes]:
    """The most used colours, and for every pixel the nearest of them."""
    flat = pixels.reshape(-1, 3)
    packed = flat.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    found, where, times = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 16, (found >> 8) & 255, found & 255], axis=1).astype(np.int32)
    # Rounded, so that the shades between two colours do not crowd out a third.
    cells, of_cell = np.unique(colours >> 4, axis=0, return_inverse=True)
    uses = np.bincount(of_cell.ravel(), weights=times, minlength=len(cells))
    chosen = np.argsort(-uses)[:_COLOURS]
    palette = np.array([
        colours[members][np.argmax(times[members])]
        for members in (np.flatnonzero(of_cell.ravel() == cell) for cell in chosen)
    ])  # fmt: skip
    nearest = np.array([
        np.argmin(((palette - colour) ** 2).sum(axis=1)) for colour in colours
    ])  # fmt: skip
    drawn = nearest[where.ravel()].astype(np.uint8).reshape(pixels.shape[:2])
    return palette.astype(np.uint8), drawn
