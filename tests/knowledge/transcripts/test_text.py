"""Plain text and Markdown: conversations that say who speaks, and notes that do not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.transcripts.model import Role, SourceKind
from transcripts import Reader, texts

USER, ASSISTANT = Role.USER, Role.ASSISTANT
NOON = 1_772_452_800_000  # 2026-03-02


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "notes" / "page.md"


def written(page: Path, text: str | bytes) -> Reader:
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(page, (1_700_000_000, 1_700_000_000))
    return Reader(SourceKind.TEXT, page.parent)


@pytest.mark.parametrize(
    ("user", "assistant"),
    [
        ("User: ", "Assistant: "),
        ("用户：", "助手："),
        ("我：", "AI："),
        ("**You**: ", "**ChatGPT**: "),
        ("**User:** ", "**Assistant:** "),
        ("### 用户\n", "### 助手\n"),
        ("##### You said:\n", "##### ChatGPT said:\n"),
        ("[10:32] Me: ", "[10:33] Claude: "),
        ("user (10:32): ", "assistant (10:33): "),
    ],
)
def test_who_speaks_is_read_from_labels(page: Path, user: str, assistant: str) -> None:
    reader = written(page, f"{user}我叫张三\n\n我住在北京\n{assistant}你好\n{user}I am thirty\n")
    assert [(each.role, each.text) for each in reader.whole(most=1)] == [
        (USER, "我叫张三\n\n我住在北京"),
        (ASSISTANT, "你好"),
        (USER, "I am thirty"),
    ]


def test_where_nobody_is_named_all_is_the_users_own(page: Path) -> None:
    # Given notes whose lines have colons, and code with blank lines in it
    reader = written(
        page,
        "我住在北京\n\n\nTODO: buy milk\nModel: X1\n\n```py\na = 1\n\nb = 2\n```\nafter\n",
    )
    said = reader.once().utterances
    assert [(each.line, each.text) for each in said] == [
        (1, "我住在北京"),
        (4, "TODO: buy milk\nModel: X1"),
        (7, "```py\na = 1\n\nb = 2\n```\nafter"),
    ]
    assert [each.at for each in said] == [1_700_000_000_000] * 3


@pytest.mark.parametrize(
    ("heading", "at"),
    [
        ("# 2026-03-02", NOON),
        ("## 2026年3月2日 星期一", NOON),
        ("2026/3/2", NOON),
        ("### Session: 2026-03-02 08:30:00 UTC", NOON - 3 * 3_600_000 - 1_800_000),
        ("# 第 3 章", None),
        ("# 2026-13-45", None),
    ],
)
def test_dates_are_read_from_headings(page: Path, heading: str, at: int | None) -> None:
    reader = written(page, f"{heading}\n今天我搬到了上海\n")
    assert reader.once().utterances[-1].at == (at or 1_700_000_000_000)


def test_a_file_that_is_named_by_its_day_is_of_that_day(tmp_path: Path) -> None:
    (tmp_path / "2026-03-02.md").write_text("我换工作了\n")
    assert [each.at for each in Reader(SourceKind.TEXT, tmp_path).once().utterances] == [NOON]


def test_reading_goes_on_in_the_middle_of_a_turn(page: Path) -> None:
    # Given a conversation that was read while the assistant spoke
    reader = written(page, "# 2026-03-02\nUser: 我叫张三\nAssistant: 你好，\n")
    after = reader.once().bookmark
    # When that goes on, then it is still the assistant, and still that day
    with page.open("a") as file:
        file.write("张三\nUser: 我住在北京\n")
    reading = reader.once(after)
    assert [(each.line, each.role, each.text, each.at) for each in reading.utterances] == [
        (4, ASSISTANT, "张三", NOON),
        (5, USER, "我住在北京", NOON),
    ]


def test_a_last_line_that_goes_on_is_another_line(page: Path) -> None:
    reader = written(page, "我住在北京")
    after = reader.once().bookmark
    assert texts(reader.once()) == ["我住在北京"]
    assert reader.once(after).utterances == ()
    with page.open("a") as file:
        file.write("\n\n我有猫\n")
    assert [(each.line, each.text) for each in reader.once(after).utterances] == [(3, "我有猫")]
    page.write_text("我住在北京的隔壁\n")
    reading = reader.once(after)
    assert (texts(reading), reading.rewritten) == (["我住在北京的隔壁"], True)


def test_older_encodings_and_what_is_no_text(page: Path) -> None:
    assert texts(written(page, "我住在北京\r\n".encode("gb18030")).once()) == ["我住在北京"]
    assert texts(written(page, b"\xef\xbb\xbfhello you\r\n\r\nagain\0\n").once()) == [
        "hello you",
        "again",
    ]
    broken = written(page, b"sound line\n\n" + b"\xff\xff\xff bad\n\nsound again\n").once()
    assert (broken.broken, texts(broken)[::2]) == ((3,), ["sound line", "sound again"])
    unread = written(page, "我住在北京\n".encode("utf-16")).once()
    assert (unread.broken, unread.utterances, unread.done) == ((1,), (), True)


def test_files_of_two_folders_that_share_a_name_are_two_sessions(tmp_path: Path) -> None:
    keys = set()
    for folder in ("a", "b"):
        (tmp_path / folder / "sub").mkdir(parents=True)
        (tmp_path / folder / "sub" / "page.txt").write_text("x\n")
        (tmp_path / folder / ".hidden.md").write_text("x\n")
        keys.update(Reader(SourceKind.TEXT, tmp_path / folder).keys())
    assert len(keys) == 2
    assert all(each.endswith("/sub/page.txt") for each in keys)
    assert not any(str(tmp_path) in each for each in keys)


def test_a_turn_without_an_end_is_cut(page: Path) -> None:
    page.parent.mkdir(parents=True)
    page.write_text("word " * 10 + "\n" + ("word " * 10 + "\n") * 99)
    said = Reader(SourceKind.TEXT, page, turn_chars=500).once().utterances
    assert len(said) == 10
    assert sum(each.text.count("word") for each in said) == 1_000


def test_a_line_of_blanks_is_never_a_trap(page: Path) -> None:
    reader = written(page, " " * 300_000 + "x\n" + "#" * 300_000 + "\n" + "2026-" * 60_000 + "\n")
    assert len(reader.once().utterances) == 3


LINE = st.sampled_from(
    ["User: 甲", "Assistant: 乙", "丙", "", "```", "# 2026-03-02", "   ", "我：丁", "- x"]
)


@given(st.lists(LINE, max_size=20), st.integers(1, 4))
def test_batches_and_growth_give_what_one_reading_gives(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], most: int
) -> None:
    page = tmp_path_factory.mktemp("x") / "page.md"
    reader = written(page, "".join(f"{each}\n" for each in lines))
    whole = list(reader.once().utterances)
    assert reader.whole(most=most) == whole
    # Every line that holds something is in a message, or is a date
    joined = "\n".join(each.text for each in whole)
    assert joined.count("丙") == lines.count("丙")
