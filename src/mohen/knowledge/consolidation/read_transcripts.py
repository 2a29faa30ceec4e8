"""Transcripts are read into the log of what was said, each from where it was left (C58).

A bookmark moves when what was read up to it is in the log. So a host that was killed, or two who
read the same at once, have nothing heard twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.conversations.model import Heard, Said
from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, Transcript, Utterance

if TYPE_CHECKING:
    from mohen.conversations.hear import Hearing
    from mohen.conversations.ports import Learning
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.ports import Transcripts
    from mohen.policy import Policy

NS_PER_MS = 1_000_000


class TranscriptReader:
    """Hears what hosts wrote down."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        hearing: Hearing,
        latest: Clock,
        learning_from_talk: Learning,
        mind_db: Database,
        policy: Policy,
        reckoning: Callable[[], Callable[[int], int]],
        settings: UserSettings,
        transcripts: Transcripts,
    ) -> None:
        self._agent_store = agent_store
        self._hearing = hearing
        self._latest = latest
        self._learning_from_talk = learning_from_talk
        self._mind_db = mind_db
        self._policy = policy
        self._reckoning = reckoning
        self._settings = settings
        self._transcripts = transcripts

    def hear(self, project_id: str, source: Source, *, ended: bool = False) -> Heard:
        """What a source has beyond what was read of it, learned from afterwards; `ended`: with all
        that was heard before. In privacy mode it is passed over: it is not heard later either."""
        private = self._settings.get().privacy_mode_enabled
        bookmarks = self._agent_store.bookmarks(project_id)
        total = Heard(private=private)
        for each in self._transcripts.sessions(source):
            before = bookmarks.get(each.key)
            if before is None or before.changed_at != each.changed_at:
                total = _sum(total, self._session(project_id, source, each, before, private))
        if total.heard or total.edited or (ended and not private):
            self._learning_from_talk.follow(project_id)
        return total

    def _session(
        self,
        project_id: str,
        source: Source,
        transcript: Transcript,
        bookmark: Bookmark | None,
        private: bool,
    ) -> Heard:
        def mark(reading: Reading, _heard_at: int) -> None:
            at = reached(transcript, reading)
            self._mind_db.write(
                lambda tx: self._agent_store.put_bookmark(tx, project_id, transcript.key, at)
            )

        return self.read(
            project_id,
            source,
            transcript,
            bookmark,
            heard_at=transcript.changed_at // NS_PER_MS,
            most=self._policy.conversations.batch,
            mark=mark,
            private=private,
        )

    def read(
        self,
        project_id: str,
        source: Source,
        transcript: Transcript,
        bookmark: Bookmark | None,
        *,
        heard_at: int,
        most: int,
        mark: Callable[[Reading, int], None],
        private: bool = False,
    ) -> Heard:
        """One session to its end, batch by batch. `heard_at`: for messages that carry no time.
        `mark` writes down how far it came. Raises `IoFailed`, `NotFound`."""
        total = Heard()
        while True:
            reading = self._transcripts.read(source, transcript.key, bookmark, most=most)
            said = self._timed(reading.utterances, heard_at)
            heard_at = said[-1].at or heard_at if said else heard_at
            if (said or reading.abandoned or reading.rewritten) and not private:
                heard = self._hearing.take_down(
                    project_id,
                    transcript.session,
                    said,
                    left=reading.abandoned,
                    anew=reading.rewritten,
                )
                total = _sum(total, heard)
            mark(reading, heard_at)
            if reading.done or reading.bookmark == bookmark:
                return total
            bookmark = reading.bookmark

    def _timed(self, utterances: Iterable[Utterance], last: int) -> list[Said]:
        """What a wrong clock dates to years to come would never be superseded: it is no time."""
        latest = self._latest.now() + self._policy.consolidation.clock_ahead_ms
        reckon, timed = self._reckoning(), []
        for each in utterances:
            at = None if each.at is None else reckon(each.at)
            last = last if at is None or at > latest else at
            timed.append(Said(role=each.role, text=each.text, at=last, id=each.id, line=each.line))
        return timed


def reached(transcript: Transcript, reading: Reading) -> Bookmark:
    """Only of a session that was read to its end we know that nothing is new."""
    return replace(reading.bookmark, changed_at=transcript.changed_at if reading.done else 0)


def _sum(one: Heard, other: Heard) -> Heard:
    return replace(
        one,
        heard=one.heard + other.heard,
        same=one.same + other.same,
        edited=one.edited + other.edited,
        left_out=one.left_out + other.left_out,
    )
