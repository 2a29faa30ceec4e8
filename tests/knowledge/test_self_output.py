"""What we said is known again; what people say is theirs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge import self_output
from mohen.policy import Policy
from shows import shows

KEY, POLICY = b"secret", Policy()
SNAPSHOT = """# 工作记忆快照
> 生成时间: 2026-02-04T03:00:00Z | 记忆数: 156 | 活跃: 142 | 归档: 14

## 身份
- 名字: Tkao

## 核心记忆 (Top 5)
1. [1.0] 用户对花生过敏
2. [0.95] 用户正在开发个人项目，基于 某平台

## 索引
[完整记忆库: 156 条 | 实体: 23 个 | 主题: 12 类]
使用 memory_search 检索详细信息
"""


def said(*texts: str) -> frozenset[str]:
    return frozenset(self_output.fingerprints(texts, KEY, POLICY.echoes, POLICY.own_words))


def heard(text: str, known: frozenset[str] = frozenset()) -> str:
    return self_output.without_known(text, known, KEY, POLICY.echoes, POLICY.own_words)


@shows("C64")
def test_a_line_of_ours_is_taken_out_however_it_is_listed():
    known = said(SNAPSHOT)
    for echo in (
        "用户对花生过敏",
        "- 用户对花生过敏。",
        "3. [0.8] 用户对花生过敏",
        "> 用户对 花生过敏！",
    ):
        assert heard(f"我搬家了。\n{echo}\n", known) == "我搬家了。\n"
    assert heard("用户对花生过敏。我养了一只猫。", known) == "我养了一只猫。"


@shows("C64")
def test_the_same_thing_in_the_users_own_words_is_heard():
    known = said(SNAPSHOT, "User is allergic to peanuts.", "我喜欢安静的咖啡馆")
    for own in ("我对花生过敏", "I am allergic to peanuts.", "我喜欢安静的咖啡馆", "用户"):
        assert heard(own, known) == own


def test_english_sentences_are_known_without_case_and_marks():
    known = said("User lives in Berlin. User plays chess.")
    assert heard("user lives in berlin! Then we went out.", known) == "Then we went out."


@shows("C64")
def test_a_snapshot_is_cut_whole_though_nothing_of_it_is_known():
    assert heard(f"早上好\n{SNAPSHOT}我叫李四") == "早上好\n我叫李四"
    cut_off = SNAPSHOT.replace("使用 memory_search 检索详细信息\n", "")
    assert heard(f"早上好\n{cut_off}我叫李四") == "早上好\n我叫李四"
    assert heard(f"{SNAPSHOT}{SNAPSHOT}我叫李四") == "我叫李四"
    new = SNAPSHOT.replace("memory_search", "`mohen search 关键词`")
    assert heard(f"早上好\n{new}我叫李四") == "早上好\n我叫李四"


def test_marked_blocks_are_cut_even_where_they_do_not_end():
    block = f"{self_output.OPEN}\n- x\n{self_output.CLOSE}\n"
    assert heard(f"a\n{block}b") == "a\nb"
    assert heard(f"a\n{block}b\n{block}c") == "a\nb\nc"
    assert heard(f"a\n{self_output.OPEN}\n- x") == "a\n"


@given(st.text(alphabet="我你用户对花生过敏。！\n- ab.[1]", max_size=60))
def test_of_nothing_said_nothing_is_taken(text: str):
    assert heard(text) == text


@given(st.lists(st.text(alphabet="天地玄黄宇宙洪荒 ab.。", min_size=1, max_size=30), max_size=4))
def test_what_was_said_is_taken_out_whole(lines: list[str]):
    """Whatever is long enough to be known by leaves nothing that is."""
    known, text = said(*lines), "\n".join(lines)
    assert said(heard(text, known)) == frozenset()


@given(st.text(alphabet="用户对花生过敏。\n #>-[1.0]", max_size=80))
def test_taking_out_twice_is_taking_out_once(text: str):
    known = said("用户对花生过敏")
    assert heard(heard(text, known), known) == heard(text, known)
