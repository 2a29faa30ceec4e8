"""The snapshot of an agent: made anew when what it tells would differ, and else left byte for
byte as it is (C97)."""

from __future__ import annotations

from datetime import datetime

from mohen.flows import knowledge, own_words, projection, settings
from mohen.flows.parts import Parts
from mohen.logic import drafts, tokens
from mohen.logic.knowing import snapshot, tree
from mohen.model.agent import Config
from mohen.model.projection import Kept
from mohen.model.scope import Scope
from mohen.store.sqlite import Tx


def current(parts: Parts, project_id: str | None) -> Kept:
    """The snapshot as it stands; where there is none yet, it is made."""
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    kept = parts.projections.snapshot(project_id)
    if kept is None:
        refresh(parts, project_id, projection.config(parts, project_id))
        kept = parts.projections.snapshot(project_id)
    assert kept is not None, "it was just made"
    return kept


def refresh(parts: Parts, project_id: str | None, config: Config) -> bool:
    """Whether it was rewritten."""
    made = _made(parts, project_id, config)
    before = parts.projections.snapshot(project_id)
    if before is not None and before.body == made.body:
        return False
    own_words.remember(parts, project_id or "", [made.text])
    kept = Kept(made.text, made.body, made.items, parts.clock.now())

    def write(tx: Tx) -> None:
        parts.projections.put_snapshot(tx, project_id, kept)

    parts.mind_db.write(write)
    return True


def _made(parts: Parts, project_id: str | None, config: Config) -> snapshot.Snapshot:
    policy, now = parts.policy, parts.clock.now()
    return snapshot.render(
        parts.knowledge.most_known(Scope(project_id), policy.snapshot.considered),
        knowledge.stats(parts, project_id),
        at=tree.moment(now) or "",
        now=now,
        language=settings.load(parts).prompt_language,
        config=config,
        bounds=policy.snapshot,
        count=lambda text: tokens.estimate(text, policy.tokens),
        day=_day,
    )


def _day(ms: int) -> str:
    """Where the author lives."""
    return datetime.fromtimestamp(ms / 1000).astimezone().date().isoformat()
