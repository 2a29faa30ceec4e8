"""After a deletion no file of the home holds the text (C74).

Deleting a row frees its bytes (`secure_delete`), but the log keeps older pages and the full-text
index the words of rows it has only marked. A wipe sees to both. What cannot be wiped now, because
somebody else is reading, is owed: that is on disk, and every tick of the upkeep tries again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import health, settings
from mohen.core.database import Database, Tx
from mohen.core.degradation import Reason
from mohen.core.keyed_hash import sealed
from mohen.errors import StoreError
from mohen.knowledge import index_items

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

_MIND, _EPISODES, _WORDS = "wipe owed: mind", "wipe owed: episodes", "wipe owed: words"
_SUBJECT = "wipe"


def owe(parts: Parts, tx: Tx, *, episodes: bool = False, words: bool = False) -> None:
    """Said in mind.db before or with the first row that goes, so that a death in between
    forgets nothing. `words`: what goes stood in the full-text index of knowledge."""
    for name in (_MIND, *([_EPISODES] if episodes else []), *([_WORDS] if words else [])):
        parts.ledger.put_stamp(tx, name, parts.clock.now())


def pay(parts: Parts) -> None:
    """The wipe that an earlier deletion still owes, if any."""
    if owed := _owed(parts):
        wipe(parts, episodes=_EPISODES in owed, mind=_MIND in owed, words=_WORDS in owed)


def _owed(parts: Parts) -> list[str]:
    return [name for name in (_EPISODES, _WORDS, _MIND) if parts.ledger.stamp(name) is not None]


def wipe(parts: Parts, *, episodes: bool, mind: bool, words: bool = False) -> bool:
    """Whether nothing deleted is left in these files; False is told and tried again later."""
    try:
        if words:
            _wipe_words(parts)
        left = [
            *([_EPISODES] if episodes and not _wipe_episodes(parts) else []),
            *([_MIND] if mind and not _cut(parts, parts.mind_db) else []),
        ]
        _remember(parts, {_EPISODES: episodes, _WORDS: words, _MIND: mind}, left)
        done, owed = not left, bool(_owed(parts))
    except StoreError as error:
        log.warning("not wiped: %s", error.reason)
        done, owed = False, True
    if done and owed:
        return True  # another file's wipe is still to come, or its failure is told already
    found = [health.WIPE_FAILED] if owed else []
    parts.health.settle(_SUBJECT, found, among=[Reason.CLEANUP_FAILED])
    return done


def keyed_hash(parts: Parts, *texts: str) -> str:
    """What a tombstone keeps: nobody without the home's secret can tell what it was (C93)."""
    return sealed(settings.redaction_key(parts), *texts)


def _remember(parts: Parts, asked: Mapping[str, bool], left: Sequence[str]) -> None:
    """What is still owed, on disk."""
    paid = [name for name, meant in asked.items() if meant and name not in left]
    if not left and all(parts.ledger.stamp(name) is None for name in paid):
        return
    now = parts.clock.now()

    def write(tx: Tx) -> None:
        for name in left:
            parts.ledger.put_stamp(tx, name, now)
        for name in paid:
            parts.ledger.drop_stamp(tx, name)

    parts.mind_db.write(write)


def _wipe_episodes(parts: Parts) -> bool:
    parts.index.unload()
    if not _squeezed(parts, parts.episodes_db, parts.index.squeeze_words):
        parts.episodes_db.write(parts.index.recreate_words)
        parts.health.settle("words", [health.INDEX_BROKEN], among=[Reason.INDEX_UNAVAILABLE])
    return _cut(parts, parts.episodes_db)


def _wipe_words(parts: Parts) -> None:
    """Of knowledge; the log is cut after it."""
    parts.knowledge_index.unload()
    if not _squeezed(parts, parts.mind_db, parts.knowledge_index.squeeze_words):
        parts.mind_db.write(parts.knowledge_index.recreate)
        index_items.follow_up(parts)


def _squeezed(parts: Parts, database: Database, step: Callable[..., bool]) -> bool:
    """In steps, so that no write waits long. False when the index is damaged: its words can be
    made anew, that they are gone cannot wait for it."""
    first = True
    try:
        while database.write(partial(step, first=first)).value:
            first = False
            parts.jobs.give_way()
    except StoreError as error:
        if error.reason not in ("corrupt", "failed"):
            raise
        return False
    return True


def _cut(parts: Parts, database: Database) -> bool:
    """The log cut to nothing, with patience for readers that are about to finish."""
    policy = parts.policy.recording
    for attempt in range(policy.retries + 1):
        if database.cut_log():
            return True
        parts.clock.pause(policy.backoff_ms << attempt)
    log.warning("not wiped: %s is being read", database.name)
    return False
