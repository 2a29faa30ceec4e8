"""A workspace's config.json over the policy, read anew each time: an edit counts at once."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from mohen.core.ports import Workspace
from mohen.errors import IoFailed, StoreError
from mohen.knowledge.agents import config as agents_config
from mohen.knowledge.agents.model import Config
from mohen.knowledge.workspace import layout

if TYPE_CHECKING:
    from mohen.parts import Parts

log = logging.getLogger(__name__)


def files(parts: Parts, project_id: str | None) -> Workspace | None:
    """None where the project has no workspace."""
    agent = None if project_id is None else parts.agents.get(project_id)
    if agent is None or agent.workspace is None:
        return None
    return parts.workspace(agent.workspace)


def config(parts: Parts, project_id: str | None) -> Config:
    """The workspace's `config.json` over the policy."""
    return configured(parts, project_id)[0]


def configured(parts: Parts, project_id: str | None) -> tuple[Config, tuple[str, ...]]:
    """The same, and what in the file was not understood. One that cannot be read is none."""
    try:
        at = files(parts, project_id)
        text = None if at is None else at.read(layout.CONFIG)
    except (IoFailed, StoreError) as error:
        log.warning("config.json not read: %s", error.code)
        return agents_config.default(parts.policy), ("config.json could not be read",)
    if text is None:
        return agents_config.default(parts.policy), ()
    return agents_config.read(text, parts.policy)
