"""Exports of ChatGPT and Claude: everything in one file, read one conversation at a time."""

from __future__ import annotations

import io
import json
import random
import string
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.errors import IoFailed, NotFound
from mohen.knowledge.transcripts.json_stream import elements
from mohen.knowledge.transcripts.model import Role, SourceKind
from transcripts import Reader, texts


def node(id: str, parent: str | None, role: str, text: str, **changes: Any) -> dict[str, Any]:
    message = {
        "id": id,
        "author": {"role": role},
        "create_time": 1_770_091_506.789,
        "content": {"content_type": "text", "parts": [text]},
        "recipient": "all",
        **changes,
    }
    return {"id": id, "parent": parent, "children": [], "message": message}


def chatgpt(id: str, *nodes: dict[str, Any], updated: float = 1_770_091_600.0) -> dict[str, Any]:
    mapping = {"root": {"id": "root", "parent": None, "message": None}}
    mapping |= {each["id"]: each for each in nodes}
    return {
        "conversation_id": id,
        "title": "用户住在深圳",
        "update_time": updated,
        "current_node": nodes[-1]["id"] if nodes else "root",
        "mapping": mapping,
    }


def claude(id: str, *said: tuple[str, str], **fields: Any) -> dict[str, Any]:
    messages = [
        {
            "uuid": f"{id}-{number}",
            "sender": sender,
            "text": text,
            "content": [{"type": "text", "text": text}],
            "created_at": "2026-02-03T04:05:06.789123Z",
        }
        for number, (sender, text) in enumerate(said)
    ]
    return {"uuid": id, "updated_at": "2026-02-03T05:00:00Z", "chat_messages": messages, **fields}


def export(path: Path, *conversations: Any) -> Path:
    path.write_text(json.dumps(conversations, ensure_ascii=False), "utf-8")
    return path


def test_chatgpt(tmp_path: Path) -> None:
    # Given a conversation with a branch that was left, and with all that nobody said
    path = export(
        tmp_path / "conversations.json",
        chatgpt(
            "c1",
            node("s", "root", "system", "you are helpful"),
            node("e", "s", "user", "", content={"content_type": "user_editable_context"}),
            node("a", "e", "user", "我有一只猫"),
            node("b", "a", "assistant", "search()", recipient="browser"),
            node("t", "b", "tool", "found"),
            node(
                "h", "t", "user", "hidden", metadata={"is_visually_hidden_from_conversation": True}
            ),
            node("left", "h", "user", "我有一只狗"),
            node("i", "h", "assistant", "thinking", channel="analysis"),
            node(
                "z",
                "i",
                "user",
                "",
                content={
                    "content_type": "multimodal_text",
                    "parts": [
                        {"content_type": "image_asset_pointer"},
                        {"content_type": "audio_transcription", "text": "它叫咪咪"},
                        "she is white",
                    ],
                },
            ),
        ),
        {
            **chatgpt("c2", node("x", "root", "user", "do not keep this")),
            "is_do_not_remember": True,
        },
        chatgpt("c3", node("y", "root", "user", "I like tea")),
    )
    reader = Reader(SourceKind.CHATGPT, path)
    # Then each conversation is a session, but for the one that must not be remembered
    assert reader.keys() == ["chatgpt/c1", "chatgpt/c3"]
    said = reader.once()
    assert [(each.line, each.role, each.text) for each in said.utterances] == [
        (3, Role.USER, "我有一只猫"),
        (8, Role.USER, "它叫咪咪\nshe is white"),
    ]
    assert said.utterances[0].at == 1_770_091_506_789
    assert (said.utterances[0].session, said.done) == ("c1", True)


def test_claude(tmp_path: Path) -> None:
    path = export(
        tmp_path / "conversations.json",
        claude("u1", ("human", "我叫王五"), ("assistant", "你好"), ("human", "and I am 30")),
    )
    said = Reader(SourceKind.CLAUDE, path).once().utterances
    assert [(each.line, each.role, each.text) for each in said] == [
        (1, Role.USER, "我叫王五"),
        (2, Role.ASSISTANT, "你好"),
        (3, Role.USER, "and I am 30"),
    ]
    assert said[0].at == 1_770_091_506_789


def test_claude_with_branches_is_read_along_the_one_shown_last(tmp_path: Path) -> None:
    talk = claude("u", ("human", "hi there"), ("human", "old way"), ("human", "new way"))
    for message, parent in zip(talk["chat_messages"], ("none", "u-0", "u-0"), strict=True):
        message["parent_message_uuid"] = parent
    path = export(tmp_path / "conversations.json", talk)
    assert texts(Reader(SourceKind.CLAUDE, path).once()) == ["hi there", "new way"]


def test_batches_join_to_the_whole_and_a_newer_export_goes_on(tmp_path: Path) -> None:
    said = [("human", f"message {number}") for number in range(5)]
    path = export(tmp_path / "conversations.json", claude("u", *said))
    reader = Reader(SourceKind.CLAUDE, path)
    assert [each.text for each in reader.whole()] == [text for _, text in said]
    after = reader.once().bookmark
    # Given a newer export that holds more of it
    export(path, claude("first", ("human", "x y z")), claude("u", *said, ("human", "one more")))
    newer = reader.once(after, key="claude/u")
    assert ([each.line for each in newer.utterances], texts(newer)) == ([6], ["one more"])
    assert not newer.rewritten
    # And one in which it went another way
    export(path, claude("u", *said[:2]))
    other = reader.once(newer.bookmark, key="claude/u")
    assert (other.rewritten, texts(other)) == (True, ["message 0", "message 1"])


@pytest.mark.parametrize("kind", [SourceKind.CHATGPT, SourceKind.CLAUDE])
def test_the_zip_that_it_came_in(tmp_path: Path, kind: SourceKind) -> None:
    talks = [
        chatgpt(f"c{n}", node("a", "root", "user", f"text {n}"))
        if kind is SourceKind.CHATGPT
        else claude(f"c{n}", ("human", f"text {n}"))
        for n in range(4)
    ]
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chat.html", "<html>")
        archive.writestr("sub/conversations-000.json", json.dumps(talks[:2]))
        archive.writestr("sub/conversations-001.json", json.dumps(talks[2:]))
    for source in (path, tmp_path):
        reader = Reader(kind, source)
        assert reader.keys() == [f"{kind}/c{n}" for n in range(4)]
        # In their order, and in any other
        for number in (0, 1, 2, 3, 1, 0, 3, 2):
            assert texts(reader.once(key=f"{kind}/c{number}")) == [f"text {number}"]
        assert reader.transcripts.detect(str(source)) is kind


def test_what_cannot_be_read_is_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    path = export(
        tmp_path / "conversations.json",
        claude("a", ("human", "one")),
        claude("huge", ("human", "x" * 9_000)),
        claude("b", ("human", "two")),
    )
    reader = Reader(SourceKind.CLAUDE, path, conversation_bytes=1_000)
    keys = reader.keys()
    assert [texts(reader.once(key=each)) for each in keys] == [["one"], [], ["two"]]
    assert reader.once(key=keys[1]).broken == (1,)
    # And of a file that breaks off, what is whole
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"two")])
    assert reader.keys() == keys[:2]
    with pytest.raises(NotFound):
        reader.once(key="claude/b")


def test_a_damaged_archive(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(IoFailed) as caught:
        Reader(SourceKind.CLAUDE, path).keys()
    assert str(tmp_path) not in str(caught.value)


# -- elements of an array

WORD = st.text(st.sampled_from('ab"\\{}[]\u00e9墨\n'), max_size=6)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WORD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORD, inner, max_size=3),
    max_leaves=4,
)


class Dribble(io.BytesIO):
    """Hands out a few bytes at a time, wherever that cuts."""

    def __init__(self, raw: bytes, piece: int) -> None:
        super().__init__(raw)
        self._piece = piece

    def read(self, _size: int | None = -1) -> bytes:
        return super().read(self._piece)


@given(
    st.lists(st.dictionaries(WORD, JSON, max_size=3), max_size=4), st.integers(1, 9), st.booleans()
)
def test_the_objects_of_an_array_are_found_however_it_is_cut(
    values: list[dict[str, Any]], piece: int, ascii_only: bool
) -> None:
    raw = json.dumps(values, ensure_ascii=ascii_only).encode(errors="replace")
    found = list(elements(Dribble(raw, piece), most=10**6))
    assert [json.loads(each.raw or b"") for each in found] == json.loads(raw)
    for each in found:
        assert raw[each.offset : each.offset + each.length] == each.raw


@given(st.binary(max_size=60), st.integers(1, 9))
def test_what_makes_no_sense_ends_it_and_does_no_harm(raw: bytes, piece: int) -> None:
    for each in elements(Dribble(raw, piece), most=20):
        assert each.raw is None or len(each.raw) <= 20


def test_an_object_alone_is_one_element() -> None:
    found = list(elements(io.BytesIO(b' {"a": [{}]} '), most=99))
    assert [each.raw for each in found] == [b'{"a": [{}]}']


def test_a_string_longer_than_a_chunk_is_gone_through_piece_by_piece() -> None:
    letters = random.Random(3).choices(string.ascii_letters + '"\\', k=3_000_000)
    raw = json.dumps([{"a": "".join(letters)}, {"b": 1}]).encode()
    found = list(elements(io.BytesIO(raw), most=1_000))
    assert [each.raw for each in found] == [None, b'{"b": 1}']
