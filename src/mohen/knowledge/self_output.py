"""Never learning from our own voice (C64): what was said to an agent is known again when its
transcript comes back.

The snapshot, what is put beside a message and what a search answered an agent are remembered as
sealed hashes of their lines and sentences. Hashes say nothing of what was said, and are on disk.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core.policy import DAY_MS
from mohen.knowledge.workspace.snapshot_text import WORDS
from mohen.text import echoes, sentences
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.policy import OwnWords
    from mohen.knowledge.self_output_store import SelfOutputStore
    from mohen.policy import Policy
    from mohen.text.policy import Echoes


# -- our own words in a transcript: blocks by their marks, sentences by their hashes (C64)


OPEN, CLOSE = "<!-- mohen:memory -->", "<!-- /mohen -->"
"""Around what we put beside a message."""

_BLOCK = LazyPattern(r"<!--\s*mohen:.*?(?:<!--\s*/mohen\s*-->\n?|\Z)", re.DOTALL)
_MARKS = ("mohen:", *(each.title for each in WORDS.values()))
_TITLES = "|".join(map(re.escape, _MARKS[1:]))
# Whichever search a snapshot names, those of earlier versions too.
_HINTS = "|".join(
    ".{1,160}".join(map(re.escape, each.hint.split("{search}"))) for each in WORDS.values()
)
# To its last line, or, where that is cut off, as long as lines look like its own.
_SNAPSHOT = LazyPattern(
    rf"^[ \t]*(?:{_TITLES})[ \t]*$(?:(?:(?!^[ \t]*(?:{_TITLES}))[\s\S])*?^[ \t]*(?:{_HINTS})[ \t]*$"
    r"|(?:\n[ \t]*(?:[#>\[<-].*|\d+\..*|))*)\n?",
    re.MULTILINE,
)
# What stands before a line of a list: bullets, numbers, scores, quotation marks of Markdown.
_LEAD = LazyPattern(r"[ \t]*(?:(?:[-*+>•]|\d+[.)、]|\[[\d.]+\]|\(\d[\d.]*\))[ \t]*)*")
_FIRST_PERSON = LazyPattern(r"[我俺咱]|\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Mm]yself|[Ww]e|[Oo]ur)\b")


def fingerprints(
    texts: Iterable[str], key: bytes, policy: Echoes, bounds: OwnWords
) -> tuple[str, ...]:
    """Of every line and every sentence, each once, in order."""
    short = _short(policy, bounds)
    pieces = (piece for text in texts for line in text.splitlines() for piece in _pieces(line))
    found = (
        echoes.fingerprint(piece, key, short)
        for piece in dict.fromkeys(pieces)
        if not _FIRST_PERSON.search(piece)
    )
    return tuple(dict.fromkeys(each for each in found if each is not None))


def without_known(
    text: str, known: Collection[str], key: bytes, policy: Echoes, bounds: OwnWords
) -> str:
    """The text without our blocks and without the lines and sentences that are known."""
    left = without_blocks(text)
    if not known:
        return left
    short = _short(policy, bounds)
    return "".join(_heard(line, known, key, short) for line in left.splitlines(keepends=True))


def without_blocks(text: str) -> str:
    """Whole blocks that carry our marks, and the snapshot from its title to its last line."""
    if not any(map(text.__contains__, _MARKS)):
        return text
    return _SNAPSHOT.sub("", _BLOCK.sub("", text))


def _heard(line: str, known: Collection[str], key: bytes, policy: Echoes) -> str:
    bare = _bare(line)
    if not bare:
        return line
    if _is_ours(bare, known, key, policy):
        return ""
    said = list(sentences.whole(line))
    if len(said) == 1:
        return line
    left = "".join(each for each in said if not _is_ours(_bare(each), known, key, policy))
    return left if _bare(left) else ""


def _is_ours(said: str, known: Collection[str], key: bytes, policy: Echoes) -> bool:
    return not _FIRST_PERSON.search(said) and echoes.fingerprint(said, key, policy) in known


def _pieces(line: str) -> Iterator[str]:
    """The whole line, and each of its sentences."""
    bare = _bare(line)
    yield bare
    for each in sentences.whole(bare):
        yield each.strip()


def _bare(line: str) -> str:
    return line[_end_of_lead(line) :].strip()


def _end_of_lead(line: str) -> int:
    lead = _LEAD.match(line)
    return 0 if lead is None else lead.end()


def _short(policy: Echoes, bounds: OwnWords) -> Echoes:
    return replace(policy, han_chars=bounds.han_chars, letters=bounds.letters)


class SaidToAgents:
    """Knows again what was said to agents."""

    def __init__(
        self,
        *,
        clock: Clock,
        mind_db: Database,
        policy: Policy,
        self_output_store: SelfOutputStore,
        settings: UserSettings,
        settled: Clock,
    ) -> None:
        self._clock = clock
        self._mind_db = mind_db
        self._policy = policy
        self._self_output_store = self_output_store
        self._settings = settings
        self._settled = settled

    def remember(self, project_id: str, texts: Iterable[str]) -> None:
        """We said this. What was noted lately is not written again: a prompt must not wait."""
        key, policy = self._settings.redaction_key(), self._policy.own_words
        said = fingerprints(texts, key, self._policy.echoes, policy)
        now = self._clock.now()
        if not self._self_output_store.lack(
            project_id, said, since=now - policy.again_days * DAY_MS
        ):
            return

        before = self._settled.now() - policy.days * DAY_MS

        def write(tx: Tx) -> None:
            self._self_output_store.add(tx, project_id, said, now=now)
            self._self_output_store.trim(tx, project_id, before=before, most=policy.most)

        self._mind_db.write(write)

    def known(self, project_id: str) -> frozenset[str]:
        return self._self_output_store.all(project_id)

    def without(self, text: str, known: frozenset[str]) -> str:
        """The text of a transcript without what we said ourselves."""
        if not known:
            return without_blocks(text)
        key = self._settings.redaction_key()
        return without_known(text, known, key, self._policy.echoes, self._policy.own_words)
