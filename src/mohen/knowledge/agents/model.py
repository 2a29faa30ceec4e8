"""An agent that shares the home: its workspace, its conversations, and whom it may listen to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from mohen.core.values import dataclass
from mohen.knowledge.kinds import Category
from mohen.knowledge.transcripts.model import Source

EVERYBODY = "*"


class Host(StrEnum):
    """How the program that an agent lives in reaches its memory (C112)."""

    COMMAND = "command"  # it runs `mohen search`
    MCP = "mcp"  # it has the tool `search` of `mohen mcp`


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """An AI agent that shares the home; its memory is one project (C92)."""

    project_id: str
    workspace: str | None = None  # the folder that holds `memory/` (C61)
    sources: tuple[Source, ...] = ()
    sees: tuple[str, ...] = ()  # agents whose knowledge it may read; EVERYBODY for all
    created_at: int = 0
    host: Host = Host.COMMAND


@dataclass(frozen=True, slots=True)
class Registered:
    """What came of asking for an agent to be there."""

    agent: Agent
    created: bool  # it was not there before
    moved: bool = False  # its workspace was found in another place than it had


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """`memory/config.json` (R216–R219). What a person wrote there wins over the policy."""

    decay_rates: Mapping[str, float]  # by type
    archive: float
    summary_trigger: int
    layer1_total: int
    layer1_shares: tuple[float, float, float, float]  # first, second, third, rest
    schedule: str  # cron
    fallback_hours: float
    model: str
    importance: Mapping[Category, float]
    signals: Mapping[str, float]  # remember, important, repeat, aside (R188)
    active_most: int | None = None  # archive the lowest beyond so many (C55); None: never
    unknown: Mapping[str, Any] = field(default_factory=dict)  # kept as it was written
