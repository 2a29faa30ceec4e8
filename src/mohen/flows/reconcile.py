"""Phase 4: what was said meets what is known (R196).

Statements are taken in the order they were made, a few hundred in one transaction with the place
to go on, so that a kill loses nothing and doubles nothing. Then a model is asked what rules could
not tell, and what has enough facts is summed up. Each step looks at what is there, so that doing
it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from mohen.flows import beliefs, settings, summaries
from mohen.flows.chains import Desk
from mohen.flows.hearing import Hearing
from mohen.flows.parts import Parts
from mohen.logic.knowing.beliefs import Held
from mohen.model.agent import Config
from mohen.model.consolidation import Change, Stated
from mohen.model.knowledge import BELIEF, Item, State
from mohen.model.scope import Scope
from mohen.store.sqlite import Tx

Keep = Callable[[Tx, Mapping[str, Any]], None]

_AFTER, _DOUBTS, _STAGE = "after", "doubts", "stage"
_STATEMENTS, _BELIEFS, _SUMMARIES = "statements", "beliefs", "summaries"


def reconcile(
    parts: Parts, project_id: str, config: Config, *, resume: Mapping[str, Any], keep: Keep
) -> Iterator[Change]:
    """All that is left of the phase, done step by step as the changes are asked for: there may be
    very many. `resume` is what `keep` stored last; empty to begin with."""
    cursor = {_STAGE: _STATEMENTS, _AFTER: None, _DOUBTS: [], **resume}
    if cursor[_STAGE] == _STATEMENTS:
        yield from _statements(parts, project_id, config, cursor, keep)
        _next(parts, cursor, _BELIEFS, keep)
    if cursor[_STAGE] == _BELIEFS:
        yield from _doubts(parts, project_id, cursor, keep)
    yield from summaries.refresh(parts, project_id, config)


def _next(parts: Parts, cursor: dict[str, Any], stage: str, keep: Keep) -> None:
    cursor[_STAGE] = stage
    parts.mind_db.write(lambda tx: keep(tx, cursor))


def _doubts(parts: Parts, project_id: str, cursor: dict[str, Any], keep: Keep) -> list[Change]:
    judged = beliefs.ask(parts, project_id, [(b, f) for b, f in cursor[_DOUBTS]])
    cursor[_STAGE] = _SUMMARIES

    def write(tx: Tx) -> list[Change]:
        changes = beliefs.settle(parts, tx, judged)
        keep(tx, cursor)
        return changes

    return parts.mind_db.write(write).value


def _statements(
    parts: Parts, project_id: str, config: Config, cursor: dict[str, Any], keep: Keep
) -> Iterator[Change]:
    policy = parts.policy.reconciling
    held = Held.of(_held(parts, project_id))
    key = settings.redaction_key(parts)
    while True:
        after = cursor[_AFTER] and tuple(cursor[_AFTER])
        batch = parts.fragments.statements(project_id, after=after, limit=policy.batch)
        if not batch:
            return
        heard, cursor_then = parts.mind_db.write(
            partial(_hear, parts, project_id, config, held, key, batch, dict(cursor), keep)
        ).value
        heard.settle()  # only now: a transaction may have had to be done again
        cursor.update(cursor_then)
        yield from heard.changes


def _hear(
    parts: Parts,
    project_id: str,
    config: Config,
    held: Held,
    key: bytes,
    batch: Sequence[Stated],
    cursor: Mapping[str, Any],
    keep: Keep,
    tx: Tx,
) -> tuple[Hearing, Mapping[str, Any]]:
    heard = Hearing(Desk(parts, tx, project_id, config), held, key, list(cursor[_DOUBTS]))
    heard.take(batch)
    now = {**cursor, _AFTER: list(batch[-1].place), _DOUBTS: heard.doubts}
    keep(tx, now)
    return heard, now


def _held(parts: Parts, project_id: str) -> Iterator[Item]:
    """Every belief that is held (B17)."""
    scope, after, size = Scope(project_id), "", parts.policy.reconciling.batch
    while page := parts.knowledge.page(
        scope, states=(State.ACTIVE,), types=(BELIEF,), after=after, limit=size
    ):
        yield from page
        after = page[-1].id
