"""The snapshot of an agent: made anew when what it tells would differ, and else left byte for
byte as it is (C97)."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.errors import StoreError
from mohen.knowledge import browse, self_output
from mohen.knowledge.agents import load_config
from mohen.knowledge.agents.model import Config
from mohen.knowledge.workspace import files, layout, snapshot_text
from mohen.knowledge.workspace.model import Kept
from mohen.text import tokens

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


def current(parts: Parts, project_id: str | None) -> Kept:
    """The snapshot as it stands; where there is none yet, it is made."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    kept = parts.projections.snapshot(project_id) or _first(parts, project_id)
    return replace(kept, tokens=tokens.estimate(kept.text, parts.policy.tokens))


def _first(parts: Parts, project_id: str | None) -> Kept:
    made = _made(parts, project_id, load_config.config(parts, project_id))
    kept = _kept(parts, made)
    try:
        _keep(parts, project_id, kept)
    except StoreError as error:  # reading it needs no pen
        log.warning("snapshot not kept: %s", error.reason)
    return kept


def refresh(parts: Parts, project_id: str | None, config: Config) -> bool:
    """Whether it was rewritten. What a person wrote into the one before is taken in first, while
    it can be told from what we wrote. Raises `IoFailed`."""
    files.take_in(parts, project_id)
    made = _made(parts, project_id, config)
    before = parts.projections.snapshot(project_id)
    if before is not None and before.body == made.body:
        return False
    _keep(parts, project_id, _kept(parts, made))
    return True


def _kept(parts: Parts, made: snapshot_text.Snapshot) -> Kept:
    return Kept(made.text, made.body, made.items, parts.clock.now())


def _keep(parts: Parts, project_id: str | None, kept: Kept) -> None:
    self_output.remember(parts, project_id or "", [kept.text])
    parts.mind_db.write(lambda tx: parts.projections.put_snapshot(tx, project_id, kept))


def _made(parts: Parts, project_id: str | None, config: Config) -> snapshot_text.Snapshot:
    policy, now = parts.policy, parts.clock.now()
    items = parts.knowledge.most_known(Scope(project_id), policy.snapshot.considered)
    return snapshot_text.render(
        items,
        browse.stats(parts, project_id),
        at=layout.moment(now - now % 1000) or "",
        now=now,
        language=snapshot_text.language(items, settings.load(parts).prompt_language),
        config=config,
        bounds=policy.snapshot,
        count=lambda text: tokens.estimate(text, policy.tokens),
        day=_day,
    )


def _day(ms: int) -> str:
    """Where the author lives."""
    return datetime.fromtimestamp(ms / 1000).astimezone().date().isoformat()
