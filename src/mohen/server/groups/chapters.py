"""Chapters: listed, read, written, begun."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import chapters
from mohen.server.wire import Wire


def _list(desk: Desk, asked: chapters.ChapterListPayload) -> Wire:
    return chapters.ChapterListData.of(desk.memory.chapters.list(asked.project_id))


def _read(desk: Desk, asked: chapters.ChapterReadPayload) -> Wire:
    return chapters.ChapterData.of(desk.memory.chapters.read(asked.project_id, asked.ref))


def _write(desk: Desk, asked: chapters.ChapterWritePayload) -> Wire:
    return chapters.ChapterWrittenData.of(
        desk.memory.chapters.write(asked.project_id, asked.ref, asked.text, asked.version)
    )


def _create(desk: Desk, asked: chapters.ChapterCreatePayload) -> Wire:
    return chapters.ChapterData.of(desk.memory.chapters.create(asked.project_id, asked.title))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "project:chapters",
        "The chapters of a project in their order, with what each is called.",
        chapters.ChapterListPayload,
        chapters.ChapterListData,
        _list,
    ),
    Channel(
        "chapter:read",
        "The whole text of a chapter, and the version to name when it is written.",
        chapters.ChapterReadPayload,
        chapters.ChapterData,
        _read,
    ),
    Channel(
        "chapter:write",
        "Replace the text of a chapter, all or nothing; the file keeps its rights, its mark and "
        "its ends of lines. Refused when it was changed elsewhere meanwhile.",
        chapters.ChapterWritePayload,
        chapters.ChapterWrittenData,
        _write,
        in_order=True,
    ),
    Channel(
        "chapter:create",
        "Begin the next chapter in a file of its own. Never overwrites.",
        chapters.ChapterCreatePayload,
        chapters.ChapterData,
        _create,
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push(
        "chapter:written",
        "A chapter was written or begun here, by this window or another: one that has it open in "
        "another version reads it again. What other programs do is told as "
        "`context:files:changed`.",
        chapters.ChapterWrittenPush,
    ),
)
