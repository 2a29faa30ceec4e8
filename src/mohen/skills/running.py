"""The runs of skills: those that go on in this process, and those that wait for an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.episodes.model import State
from mohen.errors import Backpressure, Canceled, Conflict, InvalidArgument, MohenError
from mohen.skills.model import Begun, CandidateState, Offer, OpenRun, OpenState, RunResult

if TYPE_CHECKING:
    from mohen.core.calls import Call
    from mohen.core.ports import Clock
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.prompts.model import Request
    from mohen.prompts.store import TraceStore


class Going:
    """A run that is not finished.

    call      whose end ends it, and all of it
    stopping  whose end stops the writing only: what is written by then is offered
    kept      it is the home's and not its caller's
    """

    def __init__(
        self, call: Call, stopping: Call, request: Request, *, at: int, kept: bool
    ) -> None:
        self.call = call
        self.stopping = stopping
        self.project_id = request.project_id
        self.skill_id = request.skill_id
        self.chapter_id = request.chapter_id
        self.at = at
        self.kept = kept
        self._lock = threading.Lock()
        self._texts: list[str] = []
        self._ended: dict[int, Begun] = {}

    def expect(self, count: int) -> None:
        """So many candidates will be written."""
        with self._lock:
            self._texts = [""] * count

    def hear(self, place: int, text: str) -> int:
        """How much of the candidate was there before this piece of it."""
        with self._lock:
            before = len(self._texts[place])
            self._texts[place] += text
            return before

    def finish(self, place: int) -> int:
        """It is written to its end; how much of it there is."""
        with self._lock:
            text = self._texts[place]
            self._ended[place] = Begun(text, CandidateState.DONE)
            return len(text)

    def fail(self, place: int, error: MohenError) -> int:
        """Its writer failed: it ends here, if it had begun; how much of it there is."""
        with self._lock:
            text = self._texts[place]
            state = CandidateState.CUT if text else CandidateState.NOTHING
            self._ended[place] = Begun(text, state, error)
            return len(text)

    def drop(self, place: int) -> None:
        """It says nothing new: its text is no candidate."""
        with self._lock:
            self._ended[place] = Begun("", CandidateState.NOTHING)

    def begun(self) -> tuple[Begun, ...]:
        """The candidates as far as they are written."""
        with self._lock:
            return tuple(
                self._ended.get(place) or Begun(text, _so_far(text))
                for place, text in enumerate(self._texts)
            )

    def stop(self) -> bool:
        """Whether it is stopped by this, or was."""
        over = self.stopping if self.kept else self.call
        return over.cancel() or isinstance(over.ended(), Canceled)


def _so_far(text: str) -> CandidateState:
    return CandidateState.WRITING if text else CandidateState.WAITING


class Running:
    """Text is held here for an hour at most, and only of so many runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._live: dict[str, Going] = {}
        self._offers: dict[str, Offer] = {}  # oldest first
        self._canceled: dict[str, None] = {}
        self._failed: dict[str, OpenRun] = {}

    # -- going on

    @contextmanager
    def entered(self, run_id: str, going: Going, policy: Policy) -> Iterator[None]:
        """While inside, the run can be cancelled by its id, which nobody else can take."""
        with self._lock:
            if run_id in self._live or run_id in self._offers:
                raise Conflict(
                    "a run of this runId is known already: choose another", field="runId"
                )
            if len(self._live) >= policy.skills.concurrent_max:
                raise Backpressure(
                    f"{policy.skills.concurrent_max} skills are running; try again shortly",
                    retryAfterMs=policy.runs.retry_after_ms,
                    limit=policy.skills.concurrent_max,
                )
            self._live[run_id] = going
            self._failed.pop(run_id, None)
        try:
            yield
        except Canceled:
            with self._lock:
                self._canceled[run_id] = None
                _drop_oldest(self._canceled, policy.runs.remembered)
            raise
        except MohenError as error:
            if going.kept:
                with self._lock:
                    self._failed[run_id] = _open(run_id, going, error)
                    _drop_oldest(self._failed, policy.runs.remembered)
            raise
        finally:
            with self._lock:
                del self._live[run_id]

    def live(self, run_id: str) -> Going | None:
        with self._lock:
            return self._live.get(run_id)

    def cancel(self, run_id: str) -> bool | None:
        """Whether it is or was cancelled; None of a run that was never heard of here."""
        with self._lock:
            going = self._live.get(run_id)
            if going is None:
                known = run_id in self._offers or run_id in self._canceled
                return run_id in self._canceled if known else None
        return going.stop()  # whoever is woken by it may want the lock

    def stop_kept(self) -> None:
        """The process is about to go: kept runs end with what is written."""
        with self._lock:
            live = list(self._live.values())
        for each in live:
            if each.kept:
                each.stop()

    def open(self, project_id: str, now: int, policy: Policy) -> list[OpenRun]:
        """The kept runs of a project that nobody has answered, oldest first, and those that have
        failed."""
        with self._lock:
            self._forget_old(now, policy)
            failed = [each for each in self._failed.values() if each.project_id == project_id]
            offers = [
                each
                for each in self._offers.values()
                if each.project_id == project_id and each.result and not each.answered
            ]
            live = [
                _open(run_id, each)
                for run_id, each in self._live.items()
                if each.kept and each.project_id == project_id
            ]
        found = {each.run_id: each for each in (*failed, *map(_offered, offers), *live)}
        return sorted(found.values(), key=lambda each: each.asked_at)

    # -- offered

    def remember(self, offer: Offer, policy: Policy) -> None:
        with self._lock:
            self._forget_old(offer.at, policy)
            self._offers.pop(offer.run_id, None)
            self._offers[offer.run_id] = offer
            _drop_oldest(self._offers, policy.runs.remembered)

    def hold(self, run_id: str, result: RunResult) -> None:
        """For whoever comes back to it."""
        with self._lock:
            if offer := self._offers.get(run_id):
                self._offers[run_id] = replace(offer, result=result)

    def offered(self, run_id: str, now: int, policy: Policy) -> Offer | None:
        with self._lock:
            self._forget_old(now, policy)
            return self._offers.get(run_id)

    def texts(self, project_id: str | None, now: int, policy: Policy) -> list[str]:
        """What the latest runs of a project offered."""
        with self._lock:
            self._forget_old(now, policy)
            offers = [each for each in self._offers.values() if each.project_id == project_id]
        return [text for each in offers for text in each.candidates]

    def drop(self, project_id: str | None = None) -> None:
        """Forget what the runs of a project offered, or all: what was cleared or forgotten may
        not come back with an answer."""
        with self._lock:
            for run_id in [
                each.run_id
                for each in self._offers.values()
                if project_id in (None, each.project_id)
            ]:
                del self._offers[run_id]
            for run_id in [
                each.run_id
                for each in self._failed.values()
                if project_id in (None, each.project_id)
            ]:
                del self._failed[run_id]

    def _forget_old(self, now: int, policy: Policy) -> None:
        oldest = now - policy.runs.remembered_ms
        for run_id in [each.run_id for each in self._offers.values() if each.at < oldest]:
            del self._offers[run_id]
        for run_id in [each.run_id for each in self._failed.values() if each.asked_at < oldest]:
            del self._failed[run_id]


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
                    candidates=begun(episode.texts.candidates),
                    generation_id=trace.id,
                    episode_id=episode.id,
                )


def _open(run_id: str, going: Going, error: MohenError | None = None) -> OpenRun:
    return OpenRun(
        run_id=run_id,
        project_id=going.project_id,
        skill_id=going.skill_id,
        chapter_id=going.chapter_id,
        asked_at=going.at,
        state=OpenState.RUNNING if error is None else OpenState.FAILED,
        candidates=going.begun() if error is None else (),
        error=error,
    )


def _offered(offer: Offer) -> OpenRun:
    return OpenRun(
        run_id=offer.run_id,
        project_id=offer.project_id,
        skill_id=offer.skill_id,
        chapter_id=offer.chapter_id,
        asked_at=offer.at,
        state=OpenState.OFFERED,
        candidates=begun(offer.candidates, offer.cut),
        generation_id=offer.generation_id,
        episode_id=offer.episode_id,
        result=offer.result,
    )


def begun(candidates: Sequence[str], cut: Sequence[int] = ()) -> tuple[Begun, ...]:
    """The candidates of a run that is over."""
    return tuple(
        Begun(text, CandidateState.CUT if place in cut else CandidateState.DONE)
        for place, text in enumerate(candidates)
    )


def _drop_oldest(held: dict[str, Offer] | dict[str, OpenRun] | dict[str, None], most: int) -> None:
    while len(held) > most:
        del held[next(iter(held))]
