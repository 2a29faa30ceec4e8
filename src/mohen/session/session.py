"""Working memory: what the author has in mind while a session lasts, and what it leaves behind.

A session lives in this process alone (R3). Every change is a new value put in place under one
lock; what is slow, settling into episodes, is done after it was taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from mohen.core import calls, validation
from mohen.core.logs import logger
from mohen.core.scope import refuse_strangers
from mohen.episodes.model import Draft
from mohen.errors import InvalidArgument, MohenError, NotFound, ScopeViolation
from mohen.session import importance
from mohen.session.model import Begun, Focus, Kind, Noted, Settled, Working, WorkingItem
from mohen.text import scenes

if TYPE_CHECKING:
    from mohen.core.ports import Clock, Ids
    from mohen.core.settings import UserSettings
    from mohen.episodes.record import Episodes
    from mohen.policy import Policy
    from mohen.session.working_memory import WorkingMemory


# -- What a session leaves behind: episodes of what was said often enough, and no open run.


log = logger(__name__)

SKILL = "session"
"""As the episodes name it that a session leaves behind."""


class AbandonsRuns(Protocol):
    def abandon(self, episode_ids: Sequence[str]) -> int:
        """Close those of them that nobody answered; answers how many (C84)."""
        ...


class KnowsOpenRuns(Protocol):
    def episodes_of(self, session_id: str, project_id: str) -> list[str]:
        """Ids of the episodes that the runs of a session opened in a project."""
        ...


class Sessions:
    """Working memory: what the author has in mind now, never on disk."""

    def __init__(
        self,
        *,
        clock: Clock,
        episodes: Episodes,
        ids: Ids,
        policy: Policy,
        settings: UserSettings,
        skill_feedback: AbandonsRuns,
        trace_store: KnowsOpenRuns,
        working: WorkingMemory,
    ) -> None:
        self._clock = clock
        self._episodes = episodes
        self._ids = ids
        self._policy = policy
        self._settings = settings
        self._skill_feedback = skill_feedback
        self._trace_store = trace_store
        self._working = working

    def settle(self, left: Working) -> Settled:
        """What a session that was taken out leaves behind. Whatever fails, it has ended: an author
        who closes the book cannot be asked to wait."""
        failed: list[str] = []
        strong, episodes = self._kept_signals(left, failed)
        settled = Settled(
            session_id=left.session_id,
            project_id=left.project_id,
            episodes=episodes,
            discarded=len(left.items) - strong,
            abandoned=self._abandoned(left, failed),
            failed=tuple(failed),
        )
        log.info(
            "session settled: %d episodes, %d discarded, %d abandoned, %d failed",
            len(episodes),
            settled.discarded,
            settled.abandoned,
            len(failed),
        )
        return settled

    def _kept_signals(self, left: Working, failed: list[str]) -> tuple[int, tuple[str, ...]]:
        """How many signals were strong enough, and the episodes made of them (R10)."""
        if not left.of(Kind.SIGNAL):
            return 0, ()
        strong: list[WorkingItem] = []
        try:
            threshold = self._settings.get().preference_learning_threshold
            strong = importance.reached(left, threshold)
            return len(strong), self._to_episodes(left, strong)
        except MohenError as error:
            log.error("a session's signals are lost: %s", error.code)
            failed.append(error.code)
            return len(strong), ()

    def _to_episodes(self, left: Working, strong: list[WorkingItem]) -> tuple[str, ...]:
        if not strong:
            return ()
        where = left.focus or Focus(at=left.began_at)
        about = importance.digest(
            importance.weighed(left, self._clock.now(), self._policy.session), self._policy.session
        )
        said = [
            Draft(
                project_id=left.project_id,
                skill_used=SKILL,
                input_context=about,
                candidates=(),
                selected_index=-1,
                scene_type=where.scene_type,
                chapter_id=where.chapter_id,
                explicit=each.text,
                timestamp=each.touched_at,
            )
            for each in strong
        ]
        kept = self._episodes.settle(left.project_id, said, around=where.text)
        return tuple(each.id for each in kept)

    def _abandoned(self, left: Working, failed: list[str]) -> int:
        """Runs of the session that nobody answered are no rejections (C84)."""
        try:
            opened = self._trace_store.episodes_of(left.session_id, left.project_id)
            return self._skill_feedback.abandon(opened)
        except MohenError as error:
            log.error("a session's open runs wait for the cleanup: %s", error.code)
            failed.append(error.code)
            return 0

    # -- the author's

    def begin(
        self, project_id: str, *, session_id: str | None = None, chapter_id: str | None = None
    ) -> Begun:
        """A session of a project: the live one of that name, or a new one. If the name is live in
        another project the author has switched: that one settles (R10)."""
        validation.check_ids(
            self._policy.recording, projectId=project_id, sessionId=session_id, chapterId=chapter_id
        )
        name = session_id or self._ids.new("ss")
        calls.begin()
        with self._working.lock:
            live = self._working.get(name)
            left = self._working.take(name) if live and live.project_id != project_id else None
            crowd = [] if live else self._crowd()
            working = self._opened(name, project_id, chapter_id)
        for each in crowd:
            self.settle(each)
        return Begun(self._weighed(working), self.settle(left) if left else None)

    def focus(
        self,
        session_id: str,
        *,
        project_id: str | None = None,
        chapter_id: str | None = None,
        scene_type: str | None = None,
        text: str = "",
        cursor: int | None = None,
    ) -> Working:
        """The author looks at something else. A chapter holds until another is named; the scene and
        the text are of the moment."""
        validation.check_ids(self._policy.recording, chapterId=chapter_id, sceneType=scene_type)
        seen = importance.focus(
            text,
            cursor=cursor,
            chapter_id=chapter_id,
            scene_type=scene_type and scenes.canonical(scene_type),
            now=self._clock.now(),
            policy=self._policy,
        )
        calls.begin()
        with self._working.lock:
            working = self._own(session_id, project_id)
            if chapter_id is None and working.focus is not None:
                seen = replace(seen, chapter_id=working.focus.chapter_id)
            working = self._keep(replace(working, focus=seen))
        return self._weighed(working)

    def note(
        self,
        session_id: str,
        kind: Kind,
        text: str | None = None,
        *,
        project_id: str | None = None,
        item_id: str | None = None,
        role: str | None = None,
        weight: float | None = None,
        conversation_id: str | None = None,
    ) -> Noted:
        """Something new in mind, or with `item_id` something the author came back to."""
        validation.check_ids(self._policy.recording, itemId=item_id, conversationId=conversation_id)
        if text is None and item_id is None:
            raise InvalidArgument("name a text, or the itemId of one that is there", field="text")
        now = self._clock.now()
        new = None if item_id else self._new(kind, text or "", role=role, weight=weight)
        calls.begin()
        with self._working.lock:
            working = self._own(session_id, project_id)
            if kind is Kind.DIALOGUE:
                working = importance.conversing(working, conversation_id)
            if new is not None:
                working, item = importance.added(working, new, self._policy.session)
            else:
                working, item = importance.again(
                    working, item_id or "", kind, now=now, text=text, weight=weight
                )
            working = self._keep(working, newest=item.id)
        weight = importance.importance(item, working.focus, now, self._policy.session)
        return Noted(replace(item, importance=weight), working)

    def state(self, session_id: str, project_id: str | None = None) -> Working:
        """Everything in mind, with its importance as of now (R6, R8)."""
        return self._weighed(self._own(session_id, project_id))

    def end(self, session_id: str, project_id: str | None = None) -> Settled:
        """What reached the threshold becomes episodes, the rest is gone (R10)."""
        calls.begin()
        with self._working.lock:
            self._own(session_id, project_id)
            left = self._working.take(session_id)
        assert left is not None
        return self.settle(left)

    # -- for the engine's own use

    def view(self, session_id: str, project_id: str | None) -> Working:
        """A session as a prompt for a project may see it: its own project's only."""
        working = self._live(session_id)
        if working.project_id != project_id:
            raise ScopeViolation("the session belongs to another project", field="sessionId")
        return self._weighed(working)

    def touch(self, session_id: str, item_ids: Iterable[str]) -> None:
        """These went into a prompt: one more use each. A session that has ended has no uses."""
        with self._working.lock:
            working = self._working.get(session_id)
            if working is not None:
                now = self._clock.now()
                self._keep(importance.used(working, frozenset(item_ids), now))

    def say(self, session_id: str, role: str, text: str) -> None:
        """What was said in a run, as far as the session goes on and there is anything in it."""
        said = importance.shortened(text.strip(), self._policy)
        if not said:
            return
        new = self._new(Kind.DIALOGUE, said, role=role)
        with self._working.lock:
            working = self._working.get(session_id)
            if working is not None:
                working, item = importance.added(working, new, self._policy.session)
                self._keep(working, newest=item.id)

    def settle_idle(self) -> list[Settled]:
        """End the sessions that have given no sign for hours: their tools have gone without a
        word."""
        before = self._clock.now() - self._policy.session.idle_ms
        return self._end_those(lambda working: working.touched_at <= before)

    def end_all(self) -> list[Settled]:
        """The memory closes: every session ends as its author would have ended it (R10)."""
        return self._end_those(lambda _: True)

    def drop(self, project_id: str | None = None) -> int:
        """Forget the sessions of a project, or all of them, and leave nothing behind: after a clear
        nothing of before may come back."""
        with self._working.lock:
            found = [each for each in self._working.all() if project_id in (None, each.project_id)]
            for each in found:
                self._working.take(each.session_id)
        return len(found)

    def forget(self, project_id: str | None, says: Callable[[str], bool]) -> int:
        """Take out of a project's live sessions everything that says something, so that it cannot
        settle later; answers how many items there were."""
        gone = 0
        with self._working.lock:
            for working in self._working.all():
                if working.project_id != project_id:
                    continue
                kept = tuple(each for each in working.items if not says(each.text))
                focus = working.focus
                if focus is not None and says(focus.text):
                    focus = Focus(
                        at=focus.at, chapter_id=focus.chapter_id, scene_type=focus.scene_type
                    )
                gone += len(working.items) - len(kept)
                self._keep(replace(working, items=kept, focus=focus))
        return gone

    # -- one session

    def _live(self, session_id: str) -> Working:
        working = self._working.get(session_id)
        if working is None:
            raise NotFound(
                "there is no such session, or it has ended: begin one", field="sessionId"
            )
        return working

    def _own(self, session_id: str, project_id: str | None) -> Working:
        validation.check_ids(self._policy.recording, sessionId=session_id, projectId=project_id)
        working = self._live(session_id)
        refuse_strangers(working.project_id, project_id)
        return working

    def _opened(self, name: str, project_id: str, chapter_id: str | None) -> Working:
        """The live session of that name, or a new one, looking at the chapter."""
        now = self._clock.now()
        working = self._working.get(name) or Working(
            session_id=name,
            project_id=project_id,
            began_at=now,
            token_budget=self._policy.session.tokens,
        )
        before = working.focus and working.focus.chapter_id
        if chapter_id is not None and chapter_id != before:
            working = replace(working, focus=Focus(at=now, chapter_id=chapter_id))
        return self._keep(working)

    def _new(
        self, kind: Kind, text: str, *, role: str | None, weight: float | None = None
    ) -> WorkingItem:
        id, now = self._ids.new("wm"), self._clock.now()
        return importance.made(
            kind, text, id=id, now=now, policy=self._policy, role=role, weight=weight
        )

    def _keep(self, working: Working, *, newest: str | None = None) -> Working:
        """The budget is checked at every write (R7). Nothing is weighed for it while there is room:
        an author notes things all day."""
        now = self._clock.now()
        kept = importance.evict(working, now, self._policy.session, newest=newest)
        kept = replace(kept, touched_at=now)
        self._working.put(kept)
        return kept

    def _weighed(self, working: Working) -> Working:
        return importance.weighed(working, self._clock.now(), self._policy.session)

    # -- the end of it

    def _crowd(self) -> list[Working]:
        """Those that must go for one more to come: idle for longest."""
        live = sorted(self._working.all(), key=lambda each: each.touched_at)
        room = self._policy.session.live_max - 1
        return [each for each in live[: len(live) - room] if self._working.take(each.session_id)]

    def _end_those(self, which: Callable[[Working], bool]) -> list[Settled]:
        with self._working.lock:
            left = [each for each in self._working.all() if which(each)]
            for each in left:
                self._working.take(each.session_id)
        return [self.settle(each) for each in left]
