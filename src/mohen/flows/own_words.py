"""Never learning from our own voice (C64): what was said to an agent is known again when its
transcript comes back.

The snapshot, what is put beside a message and what a search answered an agent are remembered as
sealed hashes of their lines and sentences. Hashes say nothing of what was said, and are on disk.
"""

from __future__ import annotations

from collections.abc import Iterable

from mohen.flows import settings
from mohen.flows.parts import Parts
from mohen.logic.knowing import own_words
from mohen.policy import DAY_MS
from mohen.store.sqlite import Tx


def remember(parts: Parts, project_id: str, texts: Iterable[str]) -> None:
    """We said this. What was noted lately is not written again: a prompt must not wait."""
    key, policy = settings.redaction_key(parts), parts.policy.own_words
    said = own_words.fingerprints(texts, key, parts.policy.echoes, policy)
    now = parts.clock.now()
    if not parts.spoken.lack(project_id, said, since=now - policy.again_days * DAY_MS):
        return

    def write(tx: Tx) -> None:
        parts.spoken.add(tx, project_id, said, now=now)
        parts.spoken.trim(tx, project_id, before=now - policy.days * DAY_MS, most=policy.most)

    parts.mind_db.write(write)


def known(parts: Parts, project_id: str) -> frozenset[str]:
    return parts.spoken.all(project_id)


def without(parts: Parts, text: str, known: frozenset[str]) -> str:
    """The text of a transcript without what we said ourselves."""
    if not known:
        return own_words.without_blocks(text)
    key = settings.redaction_key(parts)
    return own_words.without(text, known, key, parts.policy.echoes, parts.policy.own_words)
