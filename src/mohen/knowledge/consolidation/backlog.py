"""About how much was said that nobody has looked at: cheap enough to be asked all the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.errors import IoFailed, NotFound, StoreError
from mohen.knowledge.transcripts.model import Bookmark, Role, Source, SourceKind, Transcript

if TYPE_CHECKING:
    from mohen.conversations.store import TalkStore
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.ports import Transcripts
    from mohen.policy import Policy


_EXPORTS = (SourceKind.CHATGPT, SourceKind.CLAUDE)


class Backlog:
    """Estimates how much was said that nobody has looked at."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        fragment_store: FragmentStore,
        policy: Policy,
        talk_store: TalkStore,
        transcripts: Transcripts,
    ) -> None:
        self._agent_store = agent_store
        self._fragment_store = fragment_store
        self._policy = policy
        self._talk_store = talk_store
        self._transcripts = transcripts

    def waiting(self, project_id: str) -> int:
        """Messages of the user's that are unread: counted where there is little to count, and until
        there are enough to be worth a consolidation; taken from sizes elsewhere."""
        agent = self._agent_store.get(project_id)
        if agent is None:
            return 0
        bookmarks = self._agent_store.bookmarks(project_id)
        total = self.heard(project_id)
        for source in agent.sources:
            total += self._in_source(source, bookmarks, total)
        return total

    def heard(self, project_id: str) -> int:
        """Messages of the user's that stand in the log and were not learned from yet."""
        if not self._talk_store.is_there:
            return 0
        try:
            upto = self._fragment_store.listened(project_id, self._talk_store.epoch())
            return self._talk_store.waiting(project_id, upto)
        except StoreError:  # it says so elsewhere
            return 0

    def _in_source(self, source: Source, bookmarks: dict[str, Bookmark], before: int) -> int:
        # An export does not grow. To see whether it is another now, all of it has to be gone
        # through, which a consolidation does.
        if source.kind in _EXPORTS and any(key.startswith(f"{source.kind}/") for key in bookmarks):
            return 0
        found = 0
        try:
            for each in self._transcripts.sessions(source):
                bookmark = bookmarks.get(each.key)
                if bookmark is None or bookmark.changed_at != each.changed_at:
                    enough = before + found > self._policy.consolidation.backlog
                    found += self._in_session(source, each, bookmark, counted=not enough)
        except IoFailed:  # consolidation says so
            return found
        return found

    def _in_session(
        self, source: Source, found: Transcript, bookmark: Bookmark | None, *, counted: bool
    ) -> int:
        bounds = self._policy.transcripts
        left = found.size - (bookmark.offset if bookmark else 0)
        if left < 0:  # it was written anew
            left = found.size
        if not counted or left > bounds.counted_bytes:
            return left // bounds.message_bytes
        most = self._policy.consolidation.backlog + 1
        try:
            reading = self._transcripts.read(source, found.key, bookmark, most=most)
        except (IoFailed, NotFound):
            return 0
        return sum(each.role is Role.USER for each in reading.utterances)
