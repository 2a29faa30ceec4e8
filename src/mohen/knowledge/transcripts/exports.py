"""Reads exports of ChatGPT and Claude: all conversations in one JSON file, or in its zip.

One conversation is read at a time. A conversation is a session, and its messages are numbered.
"""

from __future__ import annotations

import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, BinaryIO, Final, cast

from mohen.core import outside_json
from mohen.core.values import dataclass
from mohen.errors import IoFailed, NotFound
from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts.host_markup import texts
from mohen.knowledge.transcripts.json_stream import Element, elements
from mohen.knowledge.transcripts.message_log import Batch, Said, hashed, moment
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, SourceKind, Transcript
from mohen.knowledge.transcripts.source_files import SourceFile, find_files, opened

_ZIP: Final = ".zip"
_NS_IN_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation, in its place; `said` is None where nothing was said."""

    id: str
    said: Said | None


@dataclass(frozen=True, slots=True)
class ExportedConversation:
    """A conversation as an export has it."""

    id: str
    changed_at: int  # ms
    turns: Sequence[Turn]
    broken: bool = False


Parse = Callable[[dict[str, Any]], ExportedConversation | None]


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a conversation stands: in which file, in which member of its archive, and where."""

    place: SourceFile
    member: str
    offset: int
    length: int


def is_conversations(name: str) -> bool:
    """Whether it is `conversations.json` or a part of a large export: `conversations-003.json`."""
    name = name.rpartition("/")[2].lower()
    return name.startswith("conversations") and name.endswith(".json")


def is_export(name: str) -> bool:
    return is_conversations(name) or name.lower().endswith(_ZIP)


class Exports:
    def __init__(self, kind: SourceKind, bounds: Bounds, parse: Parse) -> None:
        self.kind = kind
        self._bounds = bounds
        self._parse = parse
        self._lock = threading.Lock()
        self._index: dict[
            str, tuple[tuple[SourceFile, ...], dict[str, tuple[Transcript, _Spot]]]
        ] = {}
        self._talk: tuple[_Spot, ExportedConversation] | None = None
        self._stream = _Stream()

    def sessions(self, path: str) -> Iterator[Transcript]:
        return iter([transcript for transcript, _spot in self._indexed(path).values()])

    def read(self, path: str, key: str, after: Bookmark | None, *, most: int) -> Reading:
        index = self._indexed(path)
        if key not in index:
            raise NotFound("the source has no such conversation", field="key")
        transcript, spot = index[key]
        talk = self._talk_at(spot, last=key == next(reversed(index)))
        line, rewritten = _begin(talk, after)
        batch = Batch(transcript.session, most, self._bounds.batch_chars)
        for turn in talk.turns[line:]:
            line += 1
            if turn.said is not None:
                batch.add(line, turn.said)
            if batch.full:
                break
        done = line >= len(talk.turns)
        bookmark = Bookmark(
            transcript.session,
            line=line,
            offset=transcript.size if done else 0,
            mark=_mark(talk, line),
            changed_at=transcript.changed_at if done else 0,
        )
        broken = (1,) if talk.broken else ()
        return Reading(tuple(batch.utterances), bookmark, done, broken, rewritten=rewritten)

    # -- where conversations are

    def _indexed(self, path: str) -> dict[str, tuple[Transcript, _Spot]]:
        """By key. Looked through once, until the file is another."""
        now = tuple(find_files(path, is_export, depth=1))
        with self._lock:
            kept = self._index.get(path)
            if kept is None or kept[0] != now:
                kept = now, dict(self._look(now))
                self._index = {path: kept}
        return kept[1]

    def _look(
        self, found: tuple[SourceFile, ...]
    ) -> Iterator[tuple[str, tuple[Transcript, _Spot]]]:
        for place in found:
            for member, file in _members(place):
                for element in elements(file, most=self._bounds.conversation_bytes):
                    talk = self._understood(element)
                    if talk is None:
                        continue
                    spot = _Spot(place, member, element.offset, element.length)
                    key = f"{self.kind.value}/{talk.id}"
                    changed = talk.changed_at * _NS_IN_MS or place.changed_at
                    yield key, (Transcript(talk.id, key, element.length, changed), spot)

    def _understood(self, element: Element) -> ExportedConversation | None:
        """None where it is no conversation, or none that may be remembered."""
        value = _value(element)
        if value is None:
            return ExportedConversation(f"unreadable-{element.offset}", 0, (), broken=True)
        return self._parse(value)

    def _talk_at(self, spot: _Spot, *, last: bool) -> ExportedConversation:
        kept = self._talk
        if kept is not None and kept[0] == spot:
            return kept[1]
        raw = None
        if spot.length <= self._bounds.conversation_bytes:
            with self._lock:
                raw = self._stream.read(spot)
                if last:
                    self._stream.close()
        talk = self._understood(Element(spot.offset, spot.length, raw))
        if talk is None:
            raise NotFound("the conversation is not there any more", field="key")
        self._talk = spot, talk
        return talk


def _value(element: Element) -> dict[str, Any] | None:
    """None where it cannot be read."""
    if element.raw is None:
        return None
    try:
        value = outside_json.loads(element.raw.decode(errors="replace"))
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def peek(place: SourceFile, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """Objects that may be conversations, until enough was seen."""
    for _member, file in _members(place):
        for element in elements(file, most=bounds.conversation_bytes):
            value = _value(element)
            if value is not None:
                yield value


def _begin(talk: ExportedConversation, after: Bookmark | None) -> tuple[int, bool]:
    """A newer export goes on where the older one ended, unless the conversation took another
    way since."""
    if after is None or not after.line:
        return 0, False
    same = after.line <= len(talk.turns) and _mark(talk, after.line) == after.mark
    return (after.line, False) if same else (0, True)


def _mark(talk: ExportedConversation, line: int) -> str:
    return hashed(line, *(turn.id.encode(errors="replace") for turn in talk.turns[:line]))


# -- files and archives


def _members(place: SourceFile) -> Iterator[tuple[str, BinaryIO]]:
    with opened(place) as file:
        if not place.name.lower().endswith(_ZIP):
            yield "", file
            return
        with _archive(file) as archive:
            for name in sorted(filter(is_conversations, archive.namelist())):
                with archive.open(name) as member:
                    yield name, cast("BinaryIO", member)


class _Stream:
    """Reads conversations where they stand. An archive can only be read forwards: it is kept open
    while they are asked for in their order, so that it is not unpacked from its beginning for
    each of them."""

    def __init__(self) -> None:
        self._held = ExitStack()
        self._of: tuple[SourceFile, str] | None = None
        self._file: BinaryIO | None = None

    def read(self, spot: _Spot) -> bytes:
        if not spot.member:
            with opened(spot.place) as file:
                file.seek(spot.offset)
                return file.read(spot.length)
        file = self._at(spot)
        try:
            file.seek(spot.offset)
            return file.read(spot.length)
        except (zipfile.BadZipFile, zlib.error, EOFError):
            self.close()
            raise IoFailed("an archive could not be read: it is damaged") from None

    def _at(self, spot: _Spot) -> BinaryIO:
        wanted = spot.place, spot.member
        if self._file is None or self._of != wanted or self._file.tell() > spot.offset:
            self.close()
            archive = self._held.enter_context(
                _archive(self._held.enter_context(opened(spot.place)))
            )
            member = self._held.enter_context(archive.open(spot.member))
            self._of, self._file = wanted, cast("BinaryIO", member)
        return self._file

    def close(self) -> None:
        self._held.close()
        self._of = self._file = None


@contextmanager
def _archive(file: BinaryIO) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise IoFailed("an archive could not be read: it is damaged or has a password") from None


# -- Conversations as Claude exports them.


_ROLES: Final = {
    "human": Role.USER,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
}


def is_claude(conversation: dict[str, Any]) -> bool:
    return isinstance(conversation.get("chat_messages"), list)


def parse_claude(conversation: dict[str, Any]) -> ExportedConversation | None:
    messages = conversation.get("chat_messages")
    id = conversation.get("uuid") or conversation.get("id")
    if not isinstance(messages, list) or not isinstance(id, str):
        return None
    changed = moment(conversation.get("updated_at")) or moment(conversation.get("created_at"))
    sound = [each for each in messages if isinstance(each, dict)]
    return ExportedConversation(
        id, changed or 0, [_claude_turn(each) for each in _claude_messages(conversation, sound)]
    )


def _claude_messages(
    conversation: dict[str, Any], messages: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """All of them in their order; where they name their parents, those from the first to the
    leaf that was shown last."""
    by_id = {each["uuid"]: each for each in messages if isinstance(each.get("uuid"), str)}
    if not by_id or not any(each.get("parent_message_uuid") in by_id for each in messages):
        return messages
    leaf = conversation.get("current_leaf_message_uuid")
    node = leaf if leaf in by_id else messages[-1].get("uuid")
    way: list[dict[str, Any]] = []
    while isinstance(node, str) and node in by_id:
        found = by_id.pop(node)
        way.append(found)
        node = found.get("parent_message_uuid")
    return way[::-1]


def _claude_turn(message: dict[str, Any]) -> Turn:
    role = _ROLES.get(message.get("sender") or message.get("role") or "")
    id = message.get("uuid") or message.get("id") or ""
    text = "\n".join(texts(message.get("content"), "text")).strip() or message.get("text")
    if role is None or not isinstance(text, str):
        return Turn(str(id), None)
    return Turn(str(id), Said(role, text, moment(message.get("created_at"))))


# -- Conversations as ChatGPT exports them: a tree of messages and the leaf that was shown last.


_SAID: Final = ("text", "multimodal_text")
_ASIDE: Final = ("analysis", "commentary")  # channels that the user did not see


def is_chatgpt(conversation: dict[str, Any]) -> bool:
    return isinstance(conversation.get("mapping"), dict)


def parse_chatgpt(conversation: dict[str, Any]) -> ExportedConversation | None:
    """A conversation of ChatGPT; None where it is none, or is not to be remembered."""
    mapping = conversation.get("mapping")
    id = conversation.get("conversation_id") or conversation.get("id")
    if not isinstance(mapping, dict) or not isinstance(id, str):
        return None
    if conversation.get("is_do_not_remember") is True:
        return None
    changed = moment(conversation.get("update_time")) or moment(conversation.get("create_time"))
    return ExportedConversation(
        id,
        changed or 0,
        [_chatgpt_turn(*each) for each in _chatgpt_messages(conversation, mapping)],
    )


def _chatgpt_messages(
    conversation: dict[str, Any], mapping: dict[str, Any]
) -> list[tuple[str, Any]]:
    """Messages from the first to the leaf that was shown last."""
    node = conversation.get("current_node")
    if node not in mapping:
        node = max(mapping, key=lambda each: _made(mapping[each]), default=None)
    way: list[tuple[str, Any]] = []
    seen: set[str] = set()
    while isinstance(node, str) and node in mapping and node not in seen:
        seen.add(node)
        found = mapping[node] if isinstance(mapping[node], dict) else {}
        if isinstance(found.get("message"), dict):
            way.append((node, found["message"]))
        node = found.get("parent")
    return way[::-1]


def _made(node: Any) -> int:
    message = node.get("message") if isinstance(node, dict) else None
    return (moment(message.get("create_time")) or 0) if isinstance(message, dict) else -1


def _chatgpt_turn(id: str, message: dict[str, Any]) -> Turn:
    author, content = _part(message, "author"), _part(message, "content")
    role = author.get("role")
    hidden = _part(message, "metadata").get("is_visually_hidden_from_conversation")
    told = message.get("recipient", "all") == "all" and message.get("channel") not in _ASIDE
    if role not in ("user", "assistant") or hidden or not told:
        return Turn(id, None)
    if content.get("content_type", "text") not in _SAID:
        return Turn(id, None)
    text = "\n".join(_texts(content.get("parts")))
    return Turn(id, Said(Role(role), text, moment(message.get("create_time"))))


def _texts(parts: Any) -> list[str]:
    """Of parts, what was written or spoken."""
    found = [
        part.get("text")
        if isinstance(part, dict) and part.get("content_type") == "audio_transcription"
        else part
        for part in (parts if isinstance(parts, list) else [])
    ]
    return [each for each in found if isinstance(each, str)]


def _part(message: dict[str, Any], name: str) -> dict[str, Any]:
    found = message.get(name)
    return found if isinstance(found, dict) else {}
