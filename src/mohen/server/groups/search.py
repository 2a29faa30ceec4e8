"""Knowledge found again, and given to a message."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import search
from mohen.server.wire import Wire


def _search(desk: Desk, asked: search.SearchPayload) -> Wire:
    return search.SearchData.of(desk.memory.knowledge.search(asked.asked()))


def _inject(desk: Desk, asked: search.InjectPayload) -> Wire:
    return search.InjectData.of(
        desk.memory.knowledge.inject(
            asked.message,
            asked.project_id,
            max_tokens=asked.max_tokens,
            repeat_snapshot=asked.repeat_snapshot,
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:search",
        "Find knowledge by words, meaning, names, time and validity, each hit with its reason.",
        search.SearchPayload,
        search.SearchData,
        _search,
    ),
    Channel(
        "knowledge:inject",
        "What to put beside a message: nothing for chit-chat, else what is surely about it.",
        search.InjectPayload,
        search.InjectData,
        _inject,
    ),
)
