"""The channel table: every name on the wire.

One source for the documentation, the JSON Schema and the panel's types.
"""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel
from mohen.server.groups import (
    agents,
    chapters,
    compaction,
    consolidation,
    context,
    drawing,
    entries,
    episodes,
    graph,
    knowledge,
    progress,
    projects,
    rules,
    sample,
    search,
    session,
    settings,
    skills,
    snapshot,
    state,
    traces,
    transfer,
    upkeep,
)

CHANNELS: dict[str, Channel[Any]] = {
    each.name: each
    for table in (
        entries,
        episodes,
        rules,
        progress,
        session,
        context,
        skills,
        traces,
        projects,
        chapters,
        compaction,
        graph,
        knowledge,
        search,
        drawing,
        consolidation,
        agents,
        snapshot,
        transfer,
        settings,
        state,
        upkeep,
        sample,
    )
    for each in table.TABLE
}

PUSHES = (
    *state.PUSHES,
    *rules.PUSHES,
    *skills.PUSHES,
    *projects.PUSHES,
    *chapters.PUSHES,
    *consolidation.PUSHES,
)
