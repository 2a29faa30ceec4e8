"""After a deletion no file of the home holds the text (C74).

Deleting a row zeroes its bytes (`secure_delete`), but the log keeps older pages, pages keep copies
of rows that were moved (`sqlite/page_gaps.py`), the full-text index the words of rows it has only
marked, and a rehearsal that was killed its copy. A wipe sees to all of them. What cannot be wiped
now, because somebody else is reading or the disk is full, is owed: that is on disk, and every tick
of the upkeep tries again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from mohen.core import health
from mohen.core.degradation import Reason
from mohen.core.keyed_hash import sealed
from mohen.core.logs import logger
from mohen.errors import StoreError

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Jobs
    from mohen.core.settings import UserSettings
    from mohen.core.settings_store import SettingsStore
    from mohen.policy import Policy


log = logger(__name__)

_MIND, _EPISODES, _WORDS = "wipe owed: mind", "wipe owed: episodes", "wipe owed: words"
_TALK = "wipe owed: talk"
_SUBJECT = "wipe"


class Words(Protocol):
    """A full-text index with vectors beside it, as a wipe sees it."""

    def unload(self) -> None: ...
    def squeeze_words(self, tx: Tx, *, first: bool) -> bool: ...


class EpisodeWords(Words, Protocol):
    def recreate_words(self, tx: Tx) -> None: ...


class KnowledgeWords(Words, Protocol):
    def recreate(self, tx: Tx) -> None: ...


class Copies(Protocol):
    """Copies of mind.db on which something is rehearsed."""

    def sweep(self) -> int:
        """Delete what killed processes left; answers how many there are still."""
        ...


class Indexes(Protocol):
    def follow_up(self) -> None:
        """Put in again what an emptied index lacks, in the background."""
        ...


class SecureWipe:
    """Makes deleted text unreadable in every file of the home."""

    def __init__(
        self,
        *,
        clock: Clock,
        dry_run: Copies,
        episode_index: EpisodeWords,
        episodes_db: Database,
        health: Health,
        jobs: Jobs,
        knowledge_index: KnowledgeWords,
        knowledge_indexer: Indexes,
        mind_db: Database,
        policy: Policy,
        settings: UserSettings,
        settings_store: SettingsStore,
        talk_db: Database,
    ) -> None:
        self._clock = clock
        self._dry_run = dry_run
        self._episode_index = episode_index
        self._episodes_db = episodes_db
        self._health = health
        self._jobs = jobs
        self._knowledge_index = knowledge_index
        self._knowledge_indexer = knowledge_indexer
        self._mind_db = mind_db
        self._policy = policy
        self._settings = settings
        self._settings_store = settings_store
        self._talk_db = talk_db

    def owe(self, tx: Tx, *, episodes: bool = False, words: bool = False) -> None:
        """Said in mind.db before or with the first row that goes, so that a death in between
        forgets nothing. `words`: what goes stood in the full-text index of knowledge."""
        if not self._mind_db.wipes:
            return
        for name in (_MIND, *([_EPISODES] if episodes else []), *([_WORDS] if words else [])):
            self._settings_store.put_stamp(tx, name, self._clock.now())

    def owe_talk(self, tx: Tx) -> None:
        """Messages go: whoever wipes next wipes their file too."""
        if self._talk_db.wipes:
            self._settings_store.put_stamp(tx, _TALK, self._clock.now())

    def pay(self) -> None:
        """The wipe that an earlier deletion still owes, if any."""
        if owed := self._owed():
            self.wipe(episodes=_EPISODES in owed, mind=_MIND in owed, words=_WORDS in owed)

    def _owed(self) -> list[str]:
        return [
            name
            for name in (_EPISODES, _WORDS, _MIND, _TALK)
            if self._settings_store.stamp(name) is not None
        ]

    def wipe(self, *, episodes: bool, mind: bool, words: bool = False) -> bool:
        """Whether nothing deleted is left in these files; False is told and tried again later."""
        try:
            if words:
                self._wipe_words()
            if not self._mind_db.wipes:
                return self._leave_to_server(episodes=episodes)
            left = [
                *([_EPISODES] if episodes and not self._wipe_episodes() else []),
                *([_MIND] if mind and not self._wipe_mind() else []),
            ]
            talk = self._settings_store.stamp(_TALK) is not None
            left += [_TALK] if talk and not self._clean(self._talk_db) else []
            self._remember({_EPISODES: episodes, _WORDS: words, _MIND: mind, _TALK: talk}, left)
            done, owed = not left, bool(self._owed())
        except StoreError as error:
            log.warning("not wiped: %s", error.reason)
            done, owed = False, True
        if done and owed:
            return True  # another file's wipe is still to come, or its failure is told already
        found = [health.WIPE_FAILED] if owed else []
        self._health.settle(_SUBJECT, found, among=[Reason.CLEANUP_FAILED])
        return done

    def _leave_to_server(self, *, episodes: bool) -> bool:
        """What is in memory goes, and so do copies; that the server keeps the rest is told."""
        if episodes:
            self._episode_index.unload()
        self._dry_run.sweep()
        self._health.settle(_SUBJECT, [health.KEPT_BY_SERVER], among=[Reason.KEPT_BY_SERVER])
        return False

    def keyed_hash(self, *texts: str) -> str:
        """What a tombstone keeps: nobody without the home's secret can tell what it was (C93)."""
        return sealed(self._settings.redaction_key(), *texts)

    def _remember(self, asked: Mapping[str, bool], left: Sequence[str]) -> None:
        """What is still owed, on disk."""
        paid = [name for name, meant in asked.items() if meant and name not in left]
        if not left and all(self._settings_store.stamp(name) is None for name in paid):
            return
        now = self._clock.now()

        def write(tx: Tx) -> None:
            for name in left:
                self._settings_store.put_stamp(tx, name, now)
            for name in paid:
                self._settings_store.drop_stamp(tx, name)

        self._mind_db.write(write)

    def _wipe_episodes(self) -> bool:
        self._episode_index.unload()
        if not self._squeezed(self._episodes_db, self._episode_index.squeeze_words):
            self._episodes_db.write(self._episode_index.recreate_words)
            self._health.settle("words", [health.INDEX_BROKEN], among=[Reason.INDEX_UNAVAILABLE])
        return self._clean(self._episodes_db)

    def _wipe_mind(self) -> bool:
        """A copy on which somebody rehearses is deleted when they are done: that is for later."""
        cleaned = self._clean(self._mind_db)
        return not self._dry_run.sweep() and cleaned

    def _wipe_words(self) -> None:
        """Of knowledge; the log is cut after it."""
        self._knowledge_index.unload()
        if not self._squeezed(self._mind_db, self._knowledge_index.squeeze_words):
            self._mind_db.write(self._knowledge_index.recreate)
            self._knowledge_indexer.follow_up()

    def _squeezed(self, database: Database, step: Callable[..., bool]) -> bool:
        """In steps, so that no write waits long. False when the index is damaged: its words can be
        made anew, that they are gone cannot wait for it."""
        first = True
        try:
            while database.write(partial(step, first=first)).value:
                first = False
                self._jobs.give_way()
        except StoreError as error:
            if error.reason not in ("corrupt", "failed"):
                raise
            return False
        return True

    def _clean(self, database: Database) -> bool:
        """Pages and log, in steps, with ever more patience for readers that are about to finish: in
        a crowd they take as long as all of them need for a turn at Python's one lock."""
        policy, page, attempt = self._policy, 0, 0
        while True:
            patience_ms = policy.recording.backoff_ms << attempt
            was_free, after = database.clean_pages(page, policy.storage.clean_pages, patience_ms)
            if after is None:
                return True
            if was_free:
                page, attempt = after, 0
                self._jobs.give_way()
                continue
            if attempt == policy.recording.retries:
                log.warning("not wiped: %s is being read", database.name)
                return False
            self._clock.pause(policy.recording.backoff_ms << attempt)
            attempt += 1
