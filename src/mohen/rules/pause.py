"""Learning can be paused: episodes are recorded still, nothing is learned from them (R79)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mohen.core.database import Tx
from mohen.episodes import validate
from mohen.rules.model import LearningState

if TYPE_CHECKING:
    from mohen.parts import Parts


_KEY = "learning_paused"  # for all; with a project's id behind it, for that project


def pause(parts: Parts, project_id: str | None = None) -> LearningState:
    """Of one project, or of all. Pausing twice changes nothing: the first time stands."""
    if _since(parts, project_id) is None:
        _put(parts, project_id, parts.clock.now())
    return state(parts, project_id)


def resume(parts: Parts, project_id: str | None = None) -> LearningState:
    """What was paused for all is resumed for all, and a project's own pause on its own."""
    _put(parts, project_id, None)
    return state(parts, project_id)


def lift(parts: Parts, tx: Tx, project_id: str) -> None:
    """A project that is cleared is not paused any more."""
    parts.ledger.drop_setting(tx, _name(project_id))


def is_paused(parts: Parts, project_id: str | None) -> bool:
    return state(parts, project_id).paused


def state(parts: Parts, project_id: str | None) -> LearningState:
    since = _since(parts, None)
    if since is None and project_id is not None:
        since = _since(parts, project_id)
    return LearningState(paused=since is not None, project_id=project_id, since=since)


def _since(parts: Parts, project_id: str | None) -> int | None:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    try:
        at = json.loads(parts.ledger.settings().get(_name(project_id), "null"))
    except ValueError:
        return None
    return at if isinstance(at, int) else None


def _put(parts: Parts, project_id: str | None, at: int | None) -> None:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    said = {_name(project_id): json.dumps(at)}
    parts.mind_db.write(lambda tx: parts.ledger.put_settings(tx, said, now=parts.clock.now()))


def _name(project_id: str | None) -> str:
    return _KEY if project_id is None else f"{_KEY}:{project_id}"
