"""Sessions of OpenClaw: a tree of entries that grows, breaks, and is gone back in."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from mohen.errors import IoFailed, NotFound
from mohen.knowledge.transcripts.message_log import LogFile
from mohen.knowledge.transcripts.model import Role, SourceKind
from shows import shows
from transcripts import DAY_ONE, OpenClawFile, Reader, texts

SESSION = "0f0f0f0f-1111-4222-8333-444444444444"


@pytest.fixture
def talk(tmp_path: Path) -> OpenClawFile:
    return OpenClawFile(tmp_path / "sessions" / f"{SESSION}.jsonl")


@pytest.fixture
def reader(talk: OpenClawFile) -> Reader:
    return Reader(SourceKind.OPENCLAW, talk.path.parent)


@shows("R181", "R193")
def test_who_said_what_in_which_line(talk: OpenClawFile, reader: Reader) -> None:
    # Given a session with everything that OpenClaw writes
    talk.entry("model_change", modelId="x")
    talk.say("我对花生过敏")
    talk.say(
        [
            {"type": "thinking", "thinking": "他对花生过敏"},
            {"type": "text", "text": "记下了。"},
            {"type": "toolCall", "name": "memory", "arguments": {}},
        ],
        role="assistant",
    )
    talk.say("tool output", role="toolResult")
    talk.entry("message", message={"role": "bashExecution", "command": "ls", "output": "a"})
    talk.entry("compaction", summary="用户喜欢香菜", firstKeptEntryId="1", tokensBefore=9)
    talk.entry("branch_summary", summary="x")
    talk.entry("custom_message", customType="x", content="injected", display=True)
    talk.entry("message", message={"role": "user", "content": "I live in Berlin"})
    # When it is read
    said = reader.once()
    # Then what people said is there, with its line and time, and nothing else
    assert [(each.line, each.role, each.text) for each in said.utterances] == [
        (3, Role.USER, "我对花生过敏"),
        (4, Role.ASSISTANT, "记下了。"),
        (10, Role.USER, "I live in Berlin"),
    ]
    assert {each.session for each in said.utterances} == {SESSION}
    assert said.utterances[0].at == DAY_ONE + 2_000
    assert said.utterances[2].at == talk.at  # of the entry, where the message has none
    assert (said.done, said.broken, said.rewritten) == (True, (), False)


INFO = 'Conversation info (untrusted metadata):\n```json\n{\n  "message_id": "45"\n}\n```\n\n'
SENDER = 'Sender (untrusted metadata):\n```json\n{"label": "D W (50)"}\n```\n\n'
MARKED = 'Conversation info: ⟦openclaw:ctx⟧\n```json\n{"sender": "x"}\n```\n\n'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (f"{INFO}{SENDER}我叫张三", "我叫张三"),
        (f"{INFO}[Mon 2026-02-23 23:41 GMT+8] 你终于回来了", "你终于回来了"),
        (
            "[Telegram Ann id:12 +2m 2026-01-05 10:22 UTC] hello there\n[message_id: 9]",
            "hello there",
        ),
        (f"{MARKED}I moved to Berlin", "I moved to Berlin"),
        (
            f"System: [2026-03-17 14:17:33 GMT+8] Feishu DM: 我叫什么\n\n{INFO}我叫什么名字",
            "我叫什么名字",
        ),
        ("before\n\nConversation info (untrusted metadata) without a block", None),
        (INFO, None),
        ("Read HEARTBEAT.md if it exists (workspace context). Follow it strictly.", None),
        ("System: [2026-03-17 14:17:33] Node connected", None),
        ("System (untrusted): [2026-03-17] Exec completed (0)", None),
        ("[cron:1f2e nightly] consolidate", None),
        ("A new session was started via /new or /reset. Greet the user.", None),
        ("<relevant-memories>用户叫李四</relevant-memories>\n我叫张三", "我叫张三"),
        (
            "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n"
            "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nhi you",
            "hi you",
        ),
        ("系统: 我说的是操作系统", "系统: 我说的是操作系统"),
    ],
)
def test_what_the_host_wraps_around_words_is_taken_off(
    talk: OpenClawFile, reader: Reader, written: str, said: str | None
) -> None:
    talk.say(written)
    assert texts(reader.once()) == ([] if said is None else [said])


def test_an_agents_silence_and_another_agents_voice_are_no_messages(
    talk: OpenClawFile, reader: Reader
) -> None:
    talk.say("HEARTBEAT_OK", role="assistant")
    talk.say("[[reply_to_current]] 好的", role="assistant")
    message = {"role": "user", "content": "do it", "provenance": {"kind": "inter_session"}}
    talk.entry("message", message=message)
    assert texts(reader.once()) == ["好的"]


# -- growing


@shows("C58")
def test_reading_goes_on_where_it_ended(talk: OpenClawFile, reader: Reader) -> None:
    talk.say("一")
    first = reader.once()
    talk.say("二")
    second = reader.once(first.bookmark)
    assert texts(second) == ["二"]
    assert reader.once(second.bookmark).utterances == ()
    assert second.bookmark.changed_at == talk.path.stat().st_mtime_ns


def test_batches_join_to_the_whole(talk: OpenClawFile, reader: Reader) -> None:
    for number in range(7):
        talk.say(f"message {number}")
        talk.say("output", role="toolResult")
    assert [each.text for each in reader.whole(most=3)] == [f"message {n}" for n in range(7)]
    assert reader.once(most=3).bookmark.changed_at == 0  # there is more


def test_a_line_that_is_being_written_is_waited_for(talk: OpenClawFile, reader: Reader) -> None:
    # Given a last line that is half there
    talk.say("一")
    line = json.dumps(
        {
            "type": "message",
            "id": "x",
            "parentId": talk.last,
            "message": {"role": "user", "content": "我住在上海"},
        },
        ensure_ascii=False,
    ).encode()
    talk.raw(line[:-9])
    # When it is read, then what is whole is given, and the other is not passed
    first = reader.once()
    assert (texts(first), first.broken, first.done) == (["一"], (3,), True)
    assert reader.once(first.bookmark).broken == (3,)
    # And when the rest is there, then it is read
    talk.raw(line[-9:])
    second = reader.once(first.bookmark)
    assert (texts(second), second.broken) == (["我住在上海"], ())
    # And its end does not count as a line of its own
    talk.raw("\n")
    talk.last = "x"
    talk.say("三")
    assert [each.line for each in reader.once(second.bookmark).utterances] == [4]


def test_broken_lines_are_reported_and_passed(talk: OpenClawFile, reader: Reader) -> None:
    talk.say("一")
    talk.raw("{broken\n")
    talk.raw("[1, 2]\n")
    talk.raw(b"\0\0\0\0\n")  # what a crash leaves is nothing
    talk.raw("\r\n")
    talk.say("二")
    talk.raw(
        '{"type":"message","id":"z","message":{"role":"user","content":"\\ud83d caf\\u00e9"}}\r\n'
    )
    reading = reader.once()
    assert (texts(reading), reading.broken) == (["一", "二", "café"], (3, 4))


def test_bytes_that_are_no_text_are_reported_and_the_rest_is_read(
    talk: OpenClawFile, reader: Reader
) -> None:
    talk.raw(b'{"type":"message","id":"z","message":{"role":"user","content":"caf\xe9 au lait"}}\n')
    reading = reader.once()
    assert (texts(reading), reading.broken) == (["caf\N{REPLACEMENT CHARACTER} au lait"], (2,))


def test_a_mark_before_the_first_line_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"type":"message","message":{"role":"user","content":"hi you"}}\n'
    )
    assert texts(Reader(SourceKind.OPENCLAW, path).once()) == ["hi you"]


def test_a_line_that_is_too_long_is_passed(talk: OpenClawFile) -> None:
    reader = Reader(SourceKind.OPENCLAW, talk.path, line_bytes=500)
    talk.say("一")
    talk.say("x" * 5_000)
    talk.say("二")
    reading = reader.once()
    assert (texts(reading), reading.broken) == (["一", "二"], (3,))


def test_a_file_that_was_written_anew_is_read_anew(talk: OpenClawFile, reader: Reader) -> None:
    talk.say("一")
    talk.say("二")
    after = reader.once().bookmark
    # Given that the host put another file in its place, longer or shorter
    for said in (["三"], ["三", "四", "五" * 99]):
        talk.path.unlink()
        fresh = OpenClawFile(talk.path, at=DAY_ONE + 1)
        for each in said:
            fresh.say(each)
        # Then it is read from its beginning, and says so
        reading = reader.once(after)
        assert (texts(reading), reading.rewritten) == (said, True)
    assert not reader.once(reader.once().bookmark).rewritten


def test_what_is_added_while_it_is_read_is_left_for_the_next_time(talk: OpenClawFile) -> None:
    talk.say("一")
    with talk.path.open("rb") as file:
        journal = LogFile(file, line_bytes=10**6, mark_bytes=4_096)
        talk.say("二")
        assert [each.number for each in journal.lines()] == [1, 2]


# -- going back


def test_what_was_left_behind_is_not_read(talk: OpenClawFile, reader: Reader) -> None:
    root = talk.say("我想养一只宠物")
    talk.say("我决定养狗")
    talk.say("我不喜欢猫", parent=root)
    assert texts(reader.once()) == ["我想养一只宠物", "我不喜欢猫"]


@shows("C58")
def test_what_was_read_and_then_left_behind_is_told(talk: OpenClawFile, reader: Reader) -> None:
    root = talk.say("我想养一只宠物")  # line 2
    talk.say("我决定养狗")
    dog = talk.say("好的", role="assistant")
    after = reader.once().bookmark
    # Given that the user went back and said something else
    talk.say("我决定养猫", parent=root)
    reading = reader.once(after)
    # Then the new branch is read, and the lines of the old one are named, once
    assert (texts(reading), reading.abandoned) == (["我决定养猫"], (3, 4))
    assert reader.once(reading.bookmark).abandoned == ()
    # And coming back to the old branch brings its lines back
    talk.say("还是狗吧", parent=dog)
    again = reader.once(reading.bookmark)
    assert again.rewritten
    assert texts(again) == ["我想养一只宠物", "我决定养狗", "好的", "还是狗吧"]


def test_going_back_is_seen_in_batches_and_by_a_reader_that_was_not_there(
    talk: OpenClawFile, reader: Reader
) -> None:
    root = talk.say("0")
    for number in range(5):
        talk.say(f"old {number}")
    after = reader.once().bookmark
    talk.say("new 0", parent=root)
    for number in range(1, 5):
        talk.say(f"new {number}")
    fresh = Reader(SourceKind.OPENCLAW, talk.path.parent)
    assert [each.text for each in fresh.whole(most=2)] == ["0", *(f"new {n}" for n in range(5))]
    first = fresh.once(after, most=2)
    second = fresh.once(first.bookmark, most=9)
    assert first.abandoned == (3, 4, 5, 6, 7)
    assert (second.abandoned, second.rewritten) == ((), False)
    assert texts(first) + texts(second) == [f"new {n}" for n in range(5)]


def test_a_broken_line_does_not_cut_the_way(talk: OpenClawFile, reader: Reader) -> None:
    talk.say("一")
    talk.raw('{"type":"message","id":"lost","parentId":"1","mess\n')
    talk.say("三", parent="lost")
    assert texts(reader.once()) == ["一", "三"]


# -- files


def test_which_files_are_sessions(tmp_path: Path) -> None:
    sessions = tmp_path / "agents" / "main" / "sessions"
    stamp = "2026-02-01T10-00-00.000Z"
    for name in (
        f"{SESSION}.jsonl",
        f"{SESSION}-topic-7.jsonl",
        f"gone.jsonl.deleted.{stamp}",
        f"past.jsonl.reset.{stamp}",
        f"twice.jsonl.reset.{stamp}",
        "twice.jsonl",
        f"old.jsonl.bak.{stamp}",
        f"{SESSION}.checkpoint.{SESSION}.jsonl",
        f"{SESSION}.trajectory.jsonl",
    ):
        OpenClawFile(sessions / name).say(name)
    (sessions / "sessions.json").write_text("{}")
    # A session that was reset is still a conversation; a deleted one was deleted.
    expected = {
        f"openclaw/{SESSION}-topic-7.jsonl": f"{SESSION}-topic-7",
        f"openclaw/{SESSION}.jsonl": SESSION,
        "openclaw/past.jsonl": "past",
        "openclaw/twice.jsonl": "twice",
        f"openclaw/twice.jsonl.reset.{stamp}": f"twice@{stamp}",
    }
    for path in (sessions, sessions.parent):
        reader = Reader(SourceKind.OPENCLAW, path)
        found = {each.key: each.session for each in reader.transcripts.sessions(reader.source)}
        assert found == expected
        assert texts(reader.once(key="openclaw/past.jsonl")) == [f"past.jsonl.reset.{stamp}"]
        assert str(tmp_path) not in "".join(expected)


@shows("C58")
def test_a_session_that_is_reset_is_not_read_twice(talk: OpenClawFile, reader: Reader) -> None:
    talk.say("一")
    after = reader.once().bookmark
    talk.say("二")
    talk.path.rename(talk.path.with_name(f"{talk.path.name}.reset.2026-02-01T10-00-00.000Z"))
    reading = reader.once(after, key=f"openclaw/{SESSION}.jsonl")
    assert (texts(reading), reading.rewritten) == (["二"], False)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_links_out_of_the_folder_are_not_followed(talk: OpenClawFile, tmp_path: Path) -> None:
    talk.say("一")
    elsewhere = OpenClawFile(tmp_path / "elsewhere" / "other.jsonl")
    elsewhere.say("private")
    (talk.path.parent / "link.jsonl").symlink_to(elsewhere.path)
    (talk.path.parent / "folder").symlink_to(elsewhere.path.parent)
    reader = Reader(SourceKind.OPENCLAW, talk.path.parent)
    assert reader.keys() == [f"openclaw/{SESSION}.jsonl"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_file_that_may_not_be_read_is_an_error_without_its_path(
    talk: OpenClawFile, reader: Reader
) -> None:
    talk.path.chmod(0)
    with pytest.raises(IoFailed) as caught:
        reader.once()
    assert str(talk.path.parent) not in str(caught.value)


def test_what_is_not_there(tmp_path: Path, talk: OpenClawFile, reader: Reader) -> None:
    assert Reader(SourceKind.OPENCLAW, tmp_path / "nowhere").keys() == []
    with pytest.raises(NotFound):
        reader.once(key="openclaw/other.jsonl")
    assert reader.keys()
    talk.path.unlink()
    with pytest.raises(NotFound):
        reader.once(key=f"openclaw/{SESSION}.jsonl")


def test_reading_changes_nothing(talk: OpenClawFile, reader: Reader) -> None:
    talk.say("一")
    before = (
        talk.path.read_bytes(),
        talk.path.stat().st_mtime_ns,
        sorted(talk.path.parent.iterdir()),
    )
    reader.whole()
    now = talk.path.read_bytes(), talk.path.stat().st_mtime_ns, sorted(talk.path.parent.iterdir())
    assert now == before


# -- the database that took the place of the files


def store(agent: Path, *sessions: Path) -> Path:
    """As OpenClaw 2026.7.2 keeps transcripts: one row an entry."""
    path = agent / "agent" / "openclaw-agent.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS transcript_events (session_id TEXT NOT NULL, seq INTEGER "
            "NOT NULL, event_json TEXT NOT NULL, created_at INTEGER NOT NULL, "
            "PRIMARY KEY (session_id, seq)) STRICT"
        )
        for file in sessions:
            rows: list[Any] = [
                (file.stem, seq, line, DAY_ONE + seq)
                for seq, line in enumerate(file.read_text("utf-8").splitlines())
            ]
            connection.executemany(
                "INSERT OR REPLACE INTO transcript_events VALUES (?,?,?,?)", rows
            )
    connection.close()
    return path


def test_a_database_is_read_as_the_lines_it_holds(tmp_path: Path) -> None:
    # Given an agent whose sessions OpenClaw took into its database, and one that it left
    agent = tmp_path / "agents" / "main"
    talk = OpenClawFile(tmp_path / "made" / f"{SESSION}.jsonl")
    root = talk.say("我想养一只宠物")
    talk.say("我决定养狗")
    database = store(agent, talk.path)
    OpenClawFile(agent / "sessions" / "older.jsonl").say("I am older")
    reader = Reader(SourceKind.OPENCLAW, agent)
    # Then both are sessions of it
    assert reader.keys() == [f"openclaw/{SESSION}.jsonl", "openclaw/older.jsonl"]
    first = reader.once(key=f"openclaw/{SESSION}.jsonl")
    assert [(each.line, each.text) for each in first.utterances] == [
        (2, "我想养一只宠物"),
        (3, "我决定养狗"),
    ]
    # And it grows and is gone back in as a file is
    talk.say("我决定养猫", parent=root)
    store(agent, talk.path)
    second = reader.once(first.bookmark, key=f"openclaw/{SESSION}.jsonl")
    assert (texts(second), second.abandoned) == (["我决定养猫"], (3,))
    for path in (database, agent / "sessions"):
        found = Reader(SourceKind.OPENCLAW, path).keys()
        assert f"openclaw/{SESSION}.jsonl" in found


def test_a_database_of_other_things_is_left_alone(tmp_path: Path, talk: OpenClawFile) -> None:
    talk.say("一")
    path = tmp_path / "agent" / "openclaw-agent.sqlite"
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE auth (id TEXT)")
    connection.close()
    assert texts(Reader(SourceKind.OPENCLAW, tmp_path).once()) == ["一"]
    path.write_bytes(b"no database at all" * 99)
    with pytest.raises(IoFailed):
        Reader(SourceKind.OPENCLAW, tmp_path).keys()
