"""Mending what the doctor found, without ever deleting what somebody might want back."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.errors import EmbedderError, StoreError
from mohen.flows import embed, lost, reindex
from mohen.flows.parts import Parts
from mohen.store.sqlite import Database

Mended = tuple[str, str]
"""What was done, in English and Chinese."""


def mend(parts: Parts) -> list[Mended]:
    return [
        *_go_on(parts),
        *_close_to_others(parts),
        *_set_aside(parts, parts.episodes_db),
        *_set_aside(parts, parts.mind_db),
        *_index(parts),
    ]


def _go_on(parts: Parts) -> Iterator[Mended]:
    """First, so that what vanishes now is not taken for something the author knows of."""
    for name in lost.acknowledge(parts):
        yield f"{name}: going on with the new file", f"{name}：沿用新文件"


def _close_to_others(parts: Parts) -> Iterator[Mended]:
    for name, mode in parts.home.make_private().items():
        yield f"{name}: permissions set to {mode:o}", f"{name}：权限改为 {mode:o}"


def _set_aside(parts: Parts, database: Database) -> Iterator[Mended]:
    """A damaged file is moved away; a fresh one is made at once."""
    try:
        if database.check() == "ok":
            return
    except StoreError as error:
        if error.reason != "corrupt":
            return
    aside = parts.home.set_aside(database.name, parts.clock.now())
    database.open()
    database.accept_renewed()  # nothing vanished: the line below says where it is
    yield (
        f"{database.name}: set aside as {aside}, a fresh one made",
        f"{database.name}：已移为 {aside}，并新建",
    )


def _index(parts: Parts) -> Iterator[Mended]:
    try:
        model = embed.embedder(parts)
    except EmbedderError:
        return  # the doctor says so; there is nothing here to make vectors with
    if reindex.in_order(parts) and not reindex.coverage(parts, model).foreign:
        return
    words, vectors = reindex.rebuild(parts)
    yield (
        f"index rebuilt: {words} texts, {vectors} vectors",
        f"索引已重建：{words} 条文本，{vectors} 个向量",
    )
