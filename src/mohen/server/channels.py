"""The channel table: every name on the wire.

One source for the documentation, the JSON Schema and the panel's types.
"""

from __future__ import annotations

from typing import Any

from mohen.compaction import channels
from mohen.core import channels as core_channels
from mohen.episodes import channels as episodes_channels
from mohen.episodes import progress_channels
from mohen.knowledge import channels as knowledge_channels
from mohen.knowledge import search_channels
from mohen.knowledge.agents import channels as agents_channels
from mohen.knowledge.consolidation import channels as consolidation_channels
from mohen.knowledge.transfer import channels as transfer_channels
from mohen.knowledge.workspace import channels as workspace_channels
from mohen.manuscript import channels as manuscript_channels
from mohen.notes import channels as notes_channels
from mohen.prompts import channels as prompts_channels
from mohen.prompts import trace_channels
from mohen.rules import channels as rules_channels
from mohen.sample import channels as sample_channels
from mohen.server.channel import Channel
from mohen.session import channels as session_channels
from mohen.skills import channels as skills_channels
from mohen.story import channels as story_channels
from mohen.upkeep import channels as upkeep_channels
from mohen.upkeep import state_channels

CHANNELS: dict[str, Channel[Any]] = {
    each.name: each
    for table in (
        notes_channels,
        episodes_channels,
        rules_channels,
        progress_channels,
        session_channels,
        prompts_channels,
        skills_channels,
        trace_channels,
        manuscript_channels,
        channels,
        story_channels,
        knowledge_channels,
        search_channels,
        consolidation_channels,
        agents_channels,
        workspace_channels,
        transfer_channels,
        core_channels,
        state_channels,
        upkeep_channels,
        sample_channels,
    )
    for each in table.TABLE
}

PUSHES = (
    *state_channels.PUSHES,
    *rules_channels.PUSHES,
    *skills_channels.PUSHES,
    *manuscript_channels.PUSHES,
    *consolidation_channels.PUSHES,
)
