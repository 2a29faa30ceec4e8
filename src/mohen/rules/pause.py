"""Learning can be paused: episodes are recorded still, nothing is learned from them (R79)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.rules.model import LearningState

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.settings_store import SettingsStore
    from mohen.policy import Policy


_KEY = "learning_paused"  # for all; with a project's id behind it, for that project


class LearningPause:
    """Pauses learning, and resumes it."""

    def __init__(
        self,
        *,
        clock: Clock,
        mind_db: Database,
        policy: Policy,
        settings_store: SettingsStore,
    ) -> None:
        self._clock = clock
        self._mind_db = mind_db
        self._policy = policy
        self._settings_store = settings_store

    def pause(self, project_id: str | None = None) -> LearningState:
        """Of one project, or of all. Pausing twice changes nothing: the first time stands."""
        if self._since(project_id) is None:
            self._put(project_id, self._clock.now())
        return self.state(project_id)

    def resume(self, project_id: str | None = None) -> LearningState:
        """What was paused for all is resumed for all, and a project's own pause on its own."""
        self._put(project_id, None)
        return self.state(project_id)

    def lift(self, tx: Tx, project_id: str) -> None:
        """A project that is cleared is not paused any more."""
        self._settings_store.drop_setting(tx, _name(project_id))

    def is_paused(self, project_id: str | None) -> bool:
        return self.state(project_id).paused

    def state(self, project_id: str | None) -> LearningState:
        since = self._since(None)
        if since is None and project_id is not None:
            since = self._since(project_id)
        return LearningState(paused=since is not None, project_id=project_id, since=since)

    def _since(self, project_id: str | None) -> int | None:
        validation.check_ids(self._policy.recording, projectId=project_id)
        try:
            at = json.loads(self._settings_store.settings().get(_name(project_id), "null"))
        except ValueError:
            return None
        return at if isinstance(at, int) else None

    def _put(self, project_id: str | None, at: int | None) -> None:
        validation.check_ids(self._policy.recording, projectId=project_id)
        said = {_name(project_id): json.dumps(at)}
        self._mind_db.write(
            lambda tx: self._settings_store.put_settings(tx, said, now=self._clock.now())
        )


def _name(project_id: str | None) -> str:
    return _KEY if project_id is None else f"{_KEY}:{project_id}"
