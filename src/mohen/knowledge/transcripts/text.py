"""Reads conversations and notes in plain text or Markdown.

Where a file says who speaks, a turn is a message; where it does not, all of it is the user's own,
and a paragraph is one.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mohen.core.values import dataclass
from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts.jsonl_sessions import JsonlSessions
from mohen.knowledge.transcripts.message_log import Batch, LogFile, Said, begin, written
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, SourceKind, Transcript
from mohen.knowledge.transcripts.source_files import SourceFile
from mohen.text.lazy_pattern import LazyPattern

_ENDINGS: Final = (".md", ".markdown", ".txt", ".text")
_HEAD: Final = 65_536
_DATED: Final = 80  # characters of a line that may be a date
_NS_IN_MS: Final = 1_000_000
_UNREADABLE: Final = "\N{REPLACEMENT CHARACTER}"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_USER: Final = "user|you said|you|me|human|用户|使用者|我|你|本人|人类|主人|提问者"
_ASSISTANT: Final = (
    "assistant|ai|bot|chatgpt said|chatgpt|gpt|claude|gemini|copilot|codex|助手|助理|智能助手"
    "|机器人|豆包|文心一言|通义千问|通义|元宝|kimi|deepseek|agent|openclaw"
)
# **User:** …, ### 用户, [10:32] 我：…, > You said:
_LABEL: Final = LazyPattern(
    r"[ \t]*+(?P<heading>\#{1,6}[ \t]++)?(?:>[ \t]*+)?(?:\[[^\]\n]{1,40}\][ \t]*+)?[*_]{0,3}"
    rf"(?:(?P<user>{_USER})|(?P<assistant>{_ASSISTANT}))"
    r"[ \t]*+(?:[（(][^)）\n]{1,40}[)）])?[*_]{0,3}[ \t]*+"
    r"(?P<colon>[:：])?[*_]{0,3}[ \t]*+(?P<rest>.*)",
    re.IGNORECASE,
)
_FENCE: Final = LazyPattern(r"[ \t]{0,3}(?:```|~~~)")
_HEADING: Final = LazyPattern(r"[ \t]{0,3}\#{1,6}[ \t]+\S")
_ONLY_A_DATE: Final = LazyPattern(
    r"[\s\W]*[\d年月日号\s:/.\-T周一二三四五六日天星期（）()]{6,40}[\s\W]*"
)


@dataclass(frozen=True, slots=True)
class _State:
    """What has to be known to go on in the middle of a file; stands in the bookmark's mark."""

    role: Role = Role.USER
    at: int | None = None
    fenced: bool = False

    def said(self) -> str:
        return f"{self.role.value[0]}{int(self.fenced)}{'' if self.at is None else self.at}"

    @classmethod
    def of(cls, mark: str) -> _State:
        said = mark.partition(".")[2]
        role = Role.ASSISTANT if said[:1] == Role.ASSISTANT.value[0] else Role.USER
        return cls(role, int(said[2:]) if said[2:] else None, said[1:2] == "1")


class Text(JsonlSessions):
    def __init__(self, bounds: Bounds) -> None:
        super().__init__(SourceKind.TEXT, bounds, session, lambda _journal: None)

    def sessions(self, path: str) -> Iterator[Transcript]:
        for key, place in self._found(path).items():
            yield Transcript(place.ref, key, place.size, place.changed_at)

    def read(self, path: str, key: str, after: Bookmark | None, *, most: int) -> Reading:
        place = self.place(path, key)
        with self.journal(place) as journal:
            head = journal.head(_HEAD)
            encoding = _encoding(head)
            if encoding is None:
                mark = f"{journal.mark(journal.size)}.{_State().said()}"
                end = Bookmark(place.ref, 1, journal.size, mark, journal.changed_at)
                return Reading((), end, True, broken=(1,))
            return _Turns(journal, place, encoding, _labelled(head, encoding), self._bounds).read(
                after, most
            )

    def _found(self, path: str) -> dict[str, SourceFile]:
        """By key. Files of two sources may have one name, so the source is part of the key."""
        source = hashlib.blake2b(path.encode(errors="replace"), digest_size=4).hexdigest()
        found = {f"{self.kind.value}/{source}/{each.ref}": each for each in self.listed(path)}
        self._known = {at: place for at, place in self._known.items() if at[0] != path}
        self._known.update({(path, key): place for key, place in found.items()})
        return found


def session(name: str) -> str | None:
    return name if name.lower().endswith(_ENDINGS) and not name.startswith(".") else None


def _encoding(head: bytes) -> str | None:
    """None where bytes are not lines. Much Chinese text is older than UTF-8."""
    if head.startswith(_UTF_16):
        return None
    for encoding in ("utf-8", "gb18030"):
        try:
            codecs.getincrementaldecoder(encoding)().decode(head)
        except UnicodeDecodeError:
            continue
        return encoding
    return "utf-8"


def _labelled(head: bytes, encoding: str) -> bool:
    """Whether it says who speaks: the first line does, or each of both does somewhere."""
    roles = set()
    lines = [each for each in head.decode(encoding, errors="replace").splitlines() if each.strip()]
    for number, line in enumerate(lines):
        found = _speaker(line)
        if found is not None:
            if not number:
                return True
            roles.add(found[0])
    return roles == {Role.USER, Role.ASSISTANT}


def _speaker(line: str) -> tuple[Role, str, int | None] | None:
    """Who speaks from here on, what of it stands in the line, and when it was, if that does."""
    found = _LABEL.fullmatch(line)
    if found is None:
        return None
    if not found["colon"] and (found["rest"] or not found["heading"]):
        return None
    role = Role.USER if found["user"] else Role.ASSISTANT
    return role, found["rest"], written(line[: found.start("rest")])


class _Turns:
    """One reading of one file."""

    def __init__(
        self, journal: LogFile, place: SourceFile, encoding: str, labelled: bool, bounds: Bounds
    ) -> None:
        self._journal = journal
        self._place = place
        self._encoding = encoding
        self._labelled = labelled
        self._bounds = bounds
        self._state = _State(at=written(place.name) or place.changed_at // _NS_IN_MS)
        self._lines: list[str] = []
        self._first = self._chars = 0

    def read(self, after: Bookmark | None, most: int) -> Reading:
        offset, number, rewritten = self._begin(after)
        batch = Batch(self._place.ref, most, self._bounds.batch_chars)
        done = True
        for line in self._journal.lines(offset, number):
            text = None if line.raw is None else self._text(line.raw)
            if self._lines and self._ends(text):
                self._speak(batch)
                if batch.full:
                    done = False
                    break
            if text is None or _UNREADABLE in text:
                batch.broken.append(line.number)
            if text is not None:
                self._take(line.number, text)
            offset, number = line.end, line.number
        if done:
            self._speak(batch)
        bookmark = Bookmark(
            self._place.ref,
            line=number,
            offset=offset,
            mark=f"{self._journal.mark(offset)}.{self._state.said()}",
            changed_at=self._journal.changed_at if done else 0,
        )
        broken = tuple(batch.broken)
        return Reading(tuple(batch.utterances), bookmark, done, broken, rewritten=rewritten)

    def _begin(self, after: Bookmark | None) -> tuple[int, int, bool]:
        """A last line that had no end and went on since is another line."""
        plain = after and replace(after, mark=after.mark.partition(".")[0])
        start, rewritten = begin(self._journal, plain)
        if start is None or after is None:
            return 0, 0, rewritten
        if self._journal.goes_on(start.offset):
            return 0, 0, True
        self._state = _State.of(after.mark)
        return start.offset, start.line, False

    def _text(self, raw: bytes) -> str:
        return raw.decode(self._encoding, errors="replace").rstrip("\r\n")

    def _ends(self, line: str | None) -> bool:
        """Whether what was said so far ends before this line."""
        if line is None or self._chars >= self._bounds.turn_chars:
            return True
        if self._state.fenced:
            return False
        if self._labelled:
            return _speaker(line) is not None or _dated(line) is not None
        return not line.strip() or _dated(line) is not None

    def _take(self, number: int, line: str) -> None:
        if _FENCE.match(line):
            self._state = replace(self._state, fenced=not self._state.fenced)
        elif not self._state.fenced:
            spoken = _speaker(line) if self._labelled else None
            if spoken is not None:
                role, line, at = spoken
                self._state = replace(self._state, role=role, at=at or self._state.at)
            elif (at := _dated(line)) is not None:
                self._state = replace(self._state, at=at)
                if _is_only_a_date(line):
                    return
        if line.strip() or self._lines:
            self._first = self._first if self._lines else number
            self._lines.append(line)
            self._chars += len(line) + 1

    def _speak(self, batch: Batch) -> None:
        text = "\n".join(self._lines)
        batch.add(self._first, Said(self._state.role, text, self._state.at))
        self._lines, self._chars = [], 0


def _dated(line: str) -> int | None:
    """The day that a heading names, or a line that holds nothing else."""
    if _HEADING.match(line) or _is_only_a_date(line):
        return written(line[:_DATED])
    return None


def _is_only_a_date(line: str) -> bool:
    return len(line) <= _DATED and _ONLY_A_DATE.fullmatch(line) is not None
