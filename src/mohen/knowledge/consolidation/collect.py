"""Phase 1: what was said since we last listened becomes fragments (R193, C58).

Transcripts are heard first, into the same log as what a live host tells; then all that was heard
becomes fragments. A bookmark moves when what was read up to it is in the log, and the mark of how
far the log was read moves in the transaction that writes the fragments (B17).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.conversations.model import Message, Role
from mohen.errors import IoFailed, NotFound
from mohen.knowledge.consolidation.model import Change, Fragment, Standpoint, Tag
from mohen.knowledge.consolidation.read_transcripts import NS_PER_MS, reached
from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, Transcript, Utterance
from mohen.knowledge.understanding import fragments
from mohen.knowledge.understanding.borrowed_text import RolePlay, mark_role_play
from mohen.text import redact, secrets

if TYPE_CHECKING:
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database, Tx
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.read_transcripts import TranscriptReader
    from mohen.knowledge.consolidation.run import Run
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.ports import Transcripts
    from mohen.knowledge.retract import Retractor
    from mohen.policy import Policy


class Collector:
    """Phase 1: new messages become fragments."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        fragment_store: FragmentStore,
        policy: Policy,
        retractor: Retractor,
        settings: UserSettings,
        talk_db: Database,
        talk_store: TalkStore,
        transcript_reader: TranscriptReader,
        transcripts: Transcripts,
    ) -> None:
        self._agent_store = agent_store
        self._fragment_store = fragment_store
        self._policy = policy
        self._retractor = retractor
        self._settings = settings
        self._talk_db = talk_db
        self._talk_store = talk_store
        self._transcript_reader = transcript_reader
        self._transcripts = transcripts

    def collect(self, run: Run) -> list[Change]:
        """Sources, sessions and lines in their order; one that cannot be read is passed over.
        Answers what is withdrawn because its words are gone."""
        bookmarks = self._agent_store.bookmarks(run.project_id)
        for source in run.agent.sources:
            try:
                for transcript in self._transcripts.sessions(source):
                    before = bookmarks.get(transcript.key)
                    if before is None or before.changed_at != transcript.changed_at:
                        self._hear(run, source, transcript, before)
            except IoFailed:
                run.leave_out(source.kind)
        if not self._talk_store.is_there:
            return []
        withdrawn = self._take_back(run)
        self._listen(run)
        return withdrawn

    # -- transcripts into the log

    def _hear(
        self, run: Run, source: Source, transcript: Transcript, bookmark: Bookmark | None
    ) -> None:
        def mark(reading: Reading, heard_at: int) -> None:
            at = reached(transcript, reading)
            run.write(
                lambda tx: self._agent_store.put_bookmark(tx, run.project_id, transcript.key, at),
                cursor={"key": transcript.key, "at": heard_at},
                messages=len(reading.utterances),
                broken=len(reading.broken),
            )

        try:
            self._transcript_reader.read(
                run.project_id,
                source,
                transcript,
                bookmark,
                heard_at=_stopped_at(run, transcript),
                most=run.batch,
                mark=mark,
            )
        except (IoFailed, NotFound):
            run.leave_out(f"{source.kind}:{transcript.key}")

    # -- the log into fragments

    def _take_back(self, run: Run) -> list[Change]:
        """What is known from words that are others now, or stand on a branch that was left."""
        gone = self._talk_store.unsaid(run.project_id)
        if not gone:
            return []
        places = [(session, place or None) for session, place in gone]

        def write(tx: Tx) -> list[Change]:
            for each in places:
                self._fragment_store.drop_source(tx, run.project_id, *each)
                self._fragment_store.leave(tx, run.project_id, *each)
            return self._retractor.retract(tx, run.project_id, places)

        withdrawn = run.write(write)
        self._talk_db.write(lambda tx: self._talk_store.taken_back(tx, run.project_id, gone))
        return withdrawn

    def _listen(self, run: Run) -> None:
        """From where we listened last, in the order of hearing."""
        epoch = self._talk_store.epoch()
        upto = self._fragment_store.listened(run.project_id, epoch)
        while messages := self._talk_store.since(run.project_id, upto, run.batch):
            upto = messages[-1].pk
            self._write(run, messages, epoch)
        if not self._settings.get().keep_conversations and upto:
            self._talk_db.write(lambda tx: self._talk_store.erase_upto(tx, run.project_id, upto))

    def _write(self, run: Run, messages: list[Message], epoch: str) -> None:
        upto, found = messages[-1].pk, list[Fragment]()
        stands = self._fragment_store.standpoints(
            run.project_id, {each.session for each in messages}
        )
        said = [each for each in messages if each.role is Role.USER]
        marks, since = self._talkers(said)
        user = (since and self._fragment_store.user_mark(run.project_id)) or next(iter(since), "")
        told: dict[tuple[str, str], int] = {}  # by others than the user, in which line last
        for each in said:
            before = stands.get(each.session, Standpoint())
            if marks.get(each.speaker, user) == user:
                thoughts, stands[each.session] = self._fragments(each, before)
                found += thoughts
                continue
            who = each.session, each.speaker
            thoughts, after = self._fragments(each, replace(before, told=told.get(who, 0)))
            found += [replace(one, speaker=each.speaker) for one in thoughts]
            told[who], stands[each.session] = after.told, replace(after, told=before.told)

        def write(tx: Tx) -> None:
            self._fragment_store.put_talkers(tx, run.project_id, since)
            self._fragment_store.add(tx, run.project_id, found)
            self._fragment_store.put_standpoints(tx, run.project_id, stands)
            self._fragment_store.put_listened(tx, run.project_id, epoch, upto)

        live = sum(each.line is None for each in messages)  # the others were counted when read
        run.write(write, messages=live, fragments=len(found))

    def _talkers(self, messages: list[Message]) -> tuple[dict[str, str], dict[str, int]]:
        """The mark of each name under which somebody speaks, and the message in which it first
        does. The name itself is kept with what they said, and nowhere else."""
        names = dict.fromkeys(each.speaker for each in messages if each.speaker)
        if not names:
            return {}, {}
        key = self._settings.redaction_key()
        marks = {name: redact.mark_of(name, key, self._policy.settings) for name in names}
        since: dict[str, int] = {}
        for each in messages:
            if each.speaker:
                since.setdefault(marks[each.speaker], each.pk)
        return marks, since

    def _fragments(self, message: Message, before: Standpoint) -> tuple[list[Fragment], Standpoint]:
        """What others than the user say is never a memory of the user's. What is played lasts over
        messages."""
        policy, line, at = self._policy.screening, message.place, message.at
        text = secrets.without(message.text)
        said = Utterance(message.session, line, message.role, text, at)
        thoughts = fragments.split(said, at=at, policy=policy, previous=before.told)
        playing = RolePlay(before.played, before.heard_at)
        thoughts, playing = mark_role_play(thoughts, playing, line=line, at=at, policy=policy)
        says = any(thought.tag is not Tag.CHAT for thought in thoughts)
        told = line if says else before.told
        return thoughts, Standpoint(told, playing.since, playing.heard_at)


# -- what is read


def _stopped_at(run: Run, transcript: Transcript) -> int:
    """Where a message carries no time: as in its session before, where reading was interrupted
    behind it, else as its file says."""
    if run.cursor.get("key") == transcript.key:
        return int(run.cursor["at"])
    return transcript.changed_at // NS_PER_MS
