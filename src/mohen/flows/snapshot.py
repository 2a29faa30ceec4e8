"""The snapshot of an agent: made anew when what it tells would differ, and else left byte for
byte as it is (C97)."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime

from mohen.errors import StoreError
from mohen.flows import knowledge, own_words, projection, settings
from mohen.flows.parts import Parts
from mohen.logic import drafts, tokens
from mohen.logic.knowing import snapshot, tree
from mohen.model.agent import Config
from mohen.model.projection import Kept
from mohen.model.scope import Scope

log = logging.getLogger(__name__)


def current(parts: Parts, project_id: str | None) -> Kept:
    """The snapshot as it stands; where there is none yet, it is made."""
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    kept = parts.projections.snapshot(project_id) or _first(parts, project_id)
    return replace(kept, tokens=tokens.estimate(kept.text, parts.policy.tokens))


def _first(parts: Parts, project_id: str | None) -> Kept:
    made = _made(parts, project_id, projection.config(parts, project_id))
    kept = _kept(parts, made)
    try:
        _keep(parts, project_id, kept)
    except StoreError as error:  # reading it needs no pen
        log.warning("snapshot not kept: %s", error.reason)
    return kept


def refresh(parts: Parts, project_id: str | None, config: Config) -> bool:
    """Whether it was rewritten. What a person wrote into the one before is taken in first, while
    it can be told from what we wrote. Raises `IoFailed`."""
    projection.take_in(parts, project_id)
    made = _made(parts, project_id, config)
    before = parts.projections.snapshot(project_id)
    if before is not None and before.body == made.body:
        return False
    _keep(parts, project_id, _kept(parts, made))
    return True


def _kept(parts: Parts, made: snapshot.Snapshot) -> Kept:
    return Kept(made.text, made.body, made.items, parts.clock.now())


def _keep(parts: Parts, project_id: str | None, kept: Kept) -> None:
    own_words.remember(parts, project_id or "", [kept.text])
    parts.mind_db.write(lambda tx: parts.projections.put_snapshot(tx, project_id, kept))


def _made(parts: Parts, project_id: str | None, config: Config) -> snapshot.Snapshot:
    policy, now = parts.policy, parts.clock.now()
    items = parts.knowledge.most_known(Scope(project_id), policy.snapshot.considered)
    return snapshot.render(
        items,
        knowledge.stats(parts, project_id),
        at=tree.moment(now - now % 1000) or "",
        now=now,
        language=snapshot.language(items, settings.load(parts).prompt_language),
        config=config,
        bounds=policy.snapshot,
        count=lambda text: tokens.estimate(text, policy.tokens),
        day=_day,
    )


def _day(ms: int) -> str:
    """Where the author lives."""
    return datetime.fromtimestamp(ms / 1000).astimezone().date().isoformat()
