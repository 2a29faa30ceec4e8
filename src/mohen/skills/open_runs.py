"""Runs that nobody has answered, for a page that comes back to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.episodes.model import State
from mohen.errors import InvalidArgument
from mohen.skills import running as runs
from mohen.skills.model import OpenRun, OpenState

if TYPE_CHECKING:
    from mohen.core.ports import Clock
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.prompts.store import TraceStore
    from mohen.skills.running import Running


class OpenRuns:
    """Tells of the runs of a project that wait."""

    def __init__(
        self,
        *,
        clock: Clock,
        episode_store: EpisodeStore,
        policy: Policy,
        running: Running,
        trace_store: TraceStore,
    ) -> None:
        self._clock = clock
        self._episode_store = episode_store
        self._policy = policy
        self._running = running
        self._trace_store = trace_store

    def open(self, project_id: str, *, run_ids: Sequence[str] = ()) -> list[OpenRun]:
        """The kept runs that are going on, wait for an answer or have failed; and of those that are
        named what is on disk: after a restart that is what was finished before it."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        most = self._policy.runs.remembered
        if len(run_ids) > most:
            raise InvalidArgument(f"runIds holds more than {most}", field="runIds")
        for place, each in enumerate(run_ids):
            validation.check_id(f"runIds.{place}", each, self._policy.recording)
        known = self._running.open(project_id, self._clock.now(), self._policy)
        rest = dict.fromkeys(run_ids).keys() - {each.run_id for each in known}
        return [*self._on_disk(project_id, sorted(rest)), *known]

    def _on_disk(self, project_id: str, run_ids: Sequence[str]) -> Iterator[OpenRun]:
        for run_id in run_ids:
            trace = self._trace_store.by_run(run_id)
            if trace is None or trace.project_id != project_id or trace.episode_id is None:
                continue
            for episode in self._episode_store.get(id=trace.episode_id):
                if episode.state is State.CLOSED or not episode.texts.candidates:
                    continue
                yield OpenRun(
                    run_id=run_id,
                    project_id=project_id,
                    skill_id=trace.skill_id,
                    chapter_id=episode.chapter_id,
                    asked_at=trace.at,
                    state=OpenState.OFFERED,
                    candidates=runs.begun(episode.texts.candidates),
                    generation_id=trace.id,
                    episode_id=episode.id,
                )
