"""Phase 1: what was said since we last listened becomes fragments (R193, C58).

A bookmark moves in the transaction that writes what was read up to it (B17). What we said
ourselves is taken out first (C64), and names that the user wants masked are masked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mohen.errors import IoFailed, NotFound
from mohen.knowledge.consolidation.model import Change, Fragment, Tag
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, Source, Transcript, Utterance
from mohen.knowledge.understanding import fragments
from mohen.knowledge.understanding.borrowed_text import RolePlay, mark_role_play
from mohen.text import redact, secrets

if TYPE_CHECKING:
    from mohen.core.database import Tx
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.run import Run
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.ports import Transcripts
    from mohen.knowledge.retract import Retractor
    from mohen.knowledge.self_output import SaidToAgents
    from mohen.policy import Policy

Clean = Callable[[str], str]

_NS_PER_MS = 1_000_000


class Collector:
    """Phase 1: new messages become fragments."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        fragment_store: FragmentStore,
        latest: Clock,
        policy: Policy,
        reckon: Callable[[int], int],
        retractor: Retractor,
        said_to_agents: SaidToAgents,
        settings: UserSettings,
        transcripts: Transcripts,
    ) -> None:
        self._agent_store = agent_store
        self._fragment_store = fragment_store
        self._latest = latest
        self._policy = policy
        self._reckon = reckon
        self._retractor = retractor
        self._said_to_agents = said_to_agents
        self._settings = settings
        self._transcripts = transcripts

    def collect(self, run: Run) -> list[Change]:
        """Sources, sessions and lines in their order; one that cannot be read is passed over.
        Answers what is withdrawn because its lines are gone."""
        clean, withdrawn = self._cleaner(run), list[Change]()
        bookmarks = self._agent_store.bookmarks(run.project_id)
        for source in run.agent.sources:
            try:
                for transcript in self._transcripts.sessions(source):
                    before = bookmarks.get(transcript.key)
                    if before is None or before.changed_at != transcript.changed_at:
                        withdrawn += self._session(run, source, transcript, before, clean)
            except IoFailed:
                run.leave_out(source.kind)
        return withdrawn

    def _session(
        self,
        run: Run,
        source: Source,
        transcript: Transcript,
        bookmark: Bookmark | None,
        clean: Clean,
    ) -> list[Change]:
        withdrawn, (heard_at, told) = list[Change](), _stopped_at(run, transcript)
        playing = RolePlay(bookmark.played, bookmark.heard_at) if bookmark else RolePlay()
        while True:
            try:
                reading = self._transcripts.read(source, transcript.key, bookmark, most=run.batch)
            except (IoFailed, NotFound):
                run.leave_out(f"{source.kind}:{transcript.key}")
                return withdrawn
            timed = self._timed(reading.utterances, heard_at)
            heard_at = timed[-1][1] if timed else heard_at
            if reading.rewritten or playing.since in reading.abandoned:
                playing = RolePlay()
            found, told, playing = self._fragments(timed, clean, told, playing)
            cursor = {"key": transcript.key, "at": heard_at, "told": told}
            withdrawn += self._write(run, transcript, reading, found, cursor, playing)
            if reading.done or reading.bookmark == bookmark:
                return withdrawn
            bookmark = reading.bookmark

    def _write(
        self,
        run: Run,
        transcript: Transcript,
        reading: Reading,
        found: list[Fragment],
        cursor: Mapping[str, Any],
        playing: RolePlay,
    ) -> list[Change]:
        """One batch. Only of a session that was read to its end we know that nothing is new."""
        seen = transcript.changed_at if reading.done else 0
        reached = replace(
            reading.bookmark, changed_at=seen, played=playing.since, heard_at=playing.heard_at
        )

        def write(tx: Tx) -> list[Change]:
            gone = self._take_back(run, tx, transcript.session, reading)
            self._fragment_store.add(tx, run.project_id, found)
            self._agent_store.put_bookmark(tx, run.project_id, transcript.key, reached)
            return gone

        return run.write(
            write,
            cursor=cursor,
            messages=len(reading.utterances),
            fragments=len(found),
            broken=len(reading.broken),
        )

    def _take_back(self, run: Run, tx: Tx, session: str, reading: Reading) -> list[Change]:
        """Lines that are others now, or stand on a branch that was left."""
        lines: Iterable[int | None] = (None,) if reading.rewritten else reading.abandoned
        gone = [(session, line) for line in lines]
        for each, line in gone:
            self._fragment_store.drop_source(tx, run.project_id, each, line)
        return self._retractor.retract(tx, run.project_id, gone) if gone else []

    def _timed(self, utterances: Iterable[Utterance], last: int) -> list[tuple[Utterance, int]]:
        """What a wrong clock dates to years to come would never be superseded: it is no time."""
        latest = self._latest.now() + self._policy.consolidation.clock_ahead_ms
        timed = []
        for each in utterances:
            at = None if each.at is None else self._reckon(each.at)
            last = last if at is None or at > latest else at
            timed.append((each, last))
        return timed

    def _fragments(
        self,
        timed: Iterable[tuple[Utterance, int]],
        clean: Clean,
        told: int,
        playing: RolePlay,
    ) -> tuple[list[Fragment], int, RolePlay]:
        """What an assistant says is never a memory of the user's. `told`: the line in which the
        user last said more than hello, for what takes it back. What is played lasts over
        messages."""
        policy, found = self._policy.screening, list[Fragment]()
        for each, at in timed:
            if each.role is not Role.USER:
                continue
            said = replace(each, text=clean(each.text))
            thoughts = fragments.split(said, at=at, policy=policy, previous=told)
            thoughts, playing = mark_role_play(
                thoughts, playing, line=each.line, at=at, policy=policy
            )
            found += thoughts
            if any(thought.tag is not Tag.CHAT for thought in thoughts):
                told = each.line
        return found, told, playing

    def _cleaner(self, run: Run) -> Clean:
        """What of a message may be kept at all."""
        known = self._said_to_agents.known(run.project_id)
        names, bounds = self._settings.get().redact_names, self._policy.settings
        key = self._settings.redaction_key()

        def clean(text: str) -> str:
            heard = self._said_to_agents.without(_whole(text), known)
            return redact.mask(secrets.without(heard), names, key, bounds)

        return clean


# -- what is read


def _stopped_at(run: Run, transcript: Transcript) -> tuple[int, int]:
    """Where a message carries no time: as in its session before, else as its file says. And the
    line in which the user last said something, where reading was interrupted behind it."""
    if run.cursor.get("key") == transcript.key:
        return int(run.cursor["at"]), int(run.cursor["told"])
    return transcript.changed_at // _NS_PER_MS, 0


def _whole(text: str) -> str:
    """Without halves of characters, which no file can carry."""
    return text.encode("utf-8", "ignore").decode()
