"""What is worth keeping of what people say: both languages, line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sayings_en
import sayings_zh
from mohen.knowledge.consolidation.model import Fragment, Frame, Tag, Verdict
from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding.fragments import split
from mohen.knowledge.understanding.importance import category_of, signals_of
from mohen.knowledge.understanding.sentence_cues import folded, spoken
from mohen.knowledge.understanding.worth_keeping import Screened, screen
from shows import shows

POLICY = Screening()
BEST = [Verdict.KEPT, Verdict.UNDECIDED, Verdict.DROPPED]


def screened(text: str, role: Role = Role.USER) -> list[Screened]:
    parts = split(Utterance("s1", 1, role, text, None), at=0, policy=POLICY)
    return [screen(each, POLICY) for each in parts]


def best(text: str) -> Verdict:
    return min((each.verdict for each in screened(text)), key=BEST.index)


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


@shows("R194", "R204", "C45")
@pytest.mark.parametrize("text", lines(sayings_zh.KEPT) + lines(sayings_en.KEPT))
def test_what_says_something_lasting_is_kept(text: str) -> None:
    assert best(text) is Verdict.KEPT


@shows("R194", "R204", "C47")
@pytest.mark.parametrize("text", lines(sayings_zh.DROPPED) + lines(sayings_en.DROPPED))
def test_what_says_nothing_lasting_is_dropped(text: str) -> None:
    assert best(text) is Verdict.DROPPED


@shows("R204")
@pytest.mark.parametrize("text", lines(sayings_zh.UNDECIDED) + lines(sayings_en.UNDECIDED))
def test_what_no_rule_decides_is_left_to_a_model(text: str) -> None:
    assert best(text) is Verdict.UNDECIDED


REASONS = [
    ("记住，我讨厌香菜", Verdict.KEPT, Reason.MARKED),
    ("重要：项目周五上线", Verdict.KEPT, Reason.MARKED),
    ("以后别叫我全名", Verdict.KEPT, Reason.DIRECTIVE),
    ("Don't ever share my address", Verdict.KEPT, Reason.DIRECTIVE),
    ("我对花生过敏", Verdict.KEPT, Reason.ABOUT_USER),
    ("I'm allergic to peanuts", Verdict.KEPT, Reason.ABOUT_USER),
    ("老板叫王强", Verdict.KEPT, Reason.ABOUT_SOMEONE),
    ("Anna works at Siemens", Verdict.KEPT, Reason.ABOUT_SOMEONE),
    ("你叫小墨", Verdict.KEPT, Reason.ABOUT_AGENT),
    ("Your name is Momo", Verdict.KEPT, Reason.ABOUT_AGENT),
    ("今天下午开会", Verdict.KEPT, Reason.TIME),
    ("The deadline is next Friday", Verdict.KEPT, Reason.TIME),
    ("其实是上海", Verdict.KEPT, Reason.CORRECTION),
    ("Actually, it's Shanghai", Verdict.KEPT, Reason.CORRECTION),
    ("逗你的", Verdict.KEPT, Reason.TAKES_BACK),
    ("just kidding", Verdict.KEPT, Reason.TAKES_BACK),
    ("好的", Verdict.DROPPED, Reason.CHATTER),
    ("OK", Verdict.DROPPED, Reason.CHATTER),
    ("你好！", Verdict.DROPPED, Reason.GREETING),
    ("hi", Verdict.DROPPED, Reason.GREETING),
    ("谢谢", Verdict.DROPPED, Reason.THANKS),
    ("thanks a lot", Verdict.DROPPED, Reason.THANKS),
    ("哈哈哈", Verdict.DROPPED, Reason.LAUGHTER),
    ("👍", Verdict.DROPPED, Reason.EMOJI),
    ("明天会下雨吗", Verdict.DROPPED, Reason.QUESTION),
    ("帮我写个函数", Verdict.DROPPED, Reason.COMMAND),
    ("```\n我叫张三\n```", Verdict.DROPPED, Reason.CODE),
    ("ValueError: I am broken", Verdict.DROPPED, Reason.OUTPUT),
    ("> 我叫张三", Verdict.DROPPED, Reason.PASTED),
    ("https://example.com", Verdict.DROPPED, Reason.LINK),
    ("他说“我叫李雷”", Verdict.DROPPED, Reason.QUOTED),
    ("假设我是医生", Verdict.DROPPED, Reason.SUPPOSED),
    ("System: [2026-02-04] connected", Verdict.DROPPED, Reason.INJECTED),
    ("挺远", Verdict.DROPPED, Reason.SHORT),
    ("哈哈我是超人", Verdict.UNDECIDED, Reason.JOKING),
    ("哈哈，我是超人", Verdict.UNDECIDED, Reason.JOKING),
    ("If I eat peanuts I get hives", Verdict.UNDECIDED, Reason.SUPPOSED),
    ("帮我订一张明天去上海的机票", Verdict.UNDECIDED, Reason.COMMAND),
    ("会议室的投影仪又坏了", Verdict.UNDECIDED, Reason.UNCLEAR),
]


@pytest.mark.parametrize(("text", "verdict", "reason"), REASONS)
def test_the_reason_is_told(text: str, verdict: Verdict, reason: Reason) -> None:
    assert Screened(verdict, reason) in screened(text)


@shows("C45")
@pytest.mark.parametrize(
    "text", ["我对花生过敏", "我叫张三", "我讨厌香菜", "我换工作了", "今天下午开会"]
)
def test_the_seeds_own_examples_are_not_too_short(text: str) -> None:
    assert [each.verdict for each in screened(text)] == [Verdict.KEPT]


@shows("C47")
@pytest.mark.parametrize(
    "text",
    ["你好像没有理解我的意思", "this one looks better to everybody", "which is a pity for them"],
)
def test_a_greeting_is_the_whole_utterance(text: str) -> None:
    assert Reason.GREETING not in {each.reason for each in screened(text)}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我对花生过敏，能吃这个吗", "我对花生过敏，"),
        ("I'm allergic to peanuts, can I eat this?", "I'm allergic to peanuts,"),
        ("你好！我叫张三。今天天气怎么样？", "我叫张三。"),
        ("帮我写一封请假邮件，我明天要去看牙医", "我明天要去看牙医"),
    ],
)
def test_of_a_question_and_a_statement_the_statement_is_kept(text: str, kept: str) -> None:
    parts = split(Utterance("s1", 1, Role.USER, text, None), at=0, policy=POLICY)
    assert [each.text for each in parts if screen(each, POLICY).verdict is Verdict.KEPT] == [kept]


NO_JOKE = [
    "我没开玩笑",
    "不是开玩笑",
    "别开玩笑了",
    "I'm not kidding",
    "no kidding",
    "are you kidding",
]


@pytest.mark.parametrize("text", NO_JOKE)
def test_who_says_it_is_no_joke_takes_nothing_back(text: str) -> None:
    assert Reason.TAKES_BACK not in {each.reason for each in screened(text)}


@pytest.mark.parametrize(
    "text", ["请续写：我叫李雷，今年十二岁。", "Imagine I am a pirate. ", "翻译成英文：我叫李雷"]
)
def test_what_is_dictated_or_imagined_teaches_nothing(text: str) -> None:
    assert Verdict.KEPT not in {each.verdict for each in screened(text)}


@pytest.mark.parametrize(
    "text",
    [
        "```\n我叫张三\n```",
        "ValueError: I am broken",
        "> 我叫张三",
        "请续写：我叫李雷，今年十二岁。",
        "假设我是医生，我住在火星。",
        "Let's role-play. I am a pirate.",
    ],
)
def test_what_is_framed_is_dropped_by_its_tag_alone(text: str) -> None:
    """A fragment that was put away without its frame must not come back as a statement."""
    parts = split(Utterance("s1", 1, Role.USER, text, None), at=0, policy=POLICY)
    framed = [replace(each, frame=Frame.PLAIN) for each in parts if each.frame]
    assert framed
    assert {screen(each, POLICY).verdict for each in framed} == {Verdict.DROPPED}


@pytest.mark.parametrize("text", ["我叫张三", "I live in Berlin", "记住"])
def test_what_the_assistant_says_is_dropped(text: str) -> None:
    assert set(screened(text, Role.ASSISTANT)) == {Screened(Verdict.DROPPED, Reason.ASSISTANT)}


@pytest.mark.parametrize(
    "text", lines(sayings_zh.KEPT) + lines(sayings_en.KEPT) + lines(sayings_zh.UNDECIDED)
)
def test_a_hint_misses_nothing(text: str) -> None:
    """What is looked for only after a hint is there only where the hint is."""
    low = folded(text)
    for cues in spoken(text):
        hints = cues.hints(low)
        assert hints.takes_back or not cues.takes_back.search(low)
        assert hints.corrects or not cues.corrects.search(low)
        assert hints.directs or not cues.directs.search(low)
        assert hints.timely or not cues.at_a_time.search(low)
        signals = (cues.remember, cues.important, cues.joking)
        assert hints.signals or not any(each.search(low) for each in signals)


def test_every_reason_has_words_in_both_languages() -> None:
    assert all(each.zh and each.en for each in Reason)


@given(
    st.text(max_size=200),
    st.sampled_from(Role),
    st.sampled_from(Tag),
    st.booleans(),
    st.sampled_from(Frame),
)
def test_every_fragment_gets_an_answer(
    text: str, role: Role, tag: Tag, quoted: bool, frame: Frame
) -> None:
    fragment = Fragment("s", 1, 0, role, text, tag, 0, quoted, frame)
    found = screen(fragment, POLICY)
    assert found == screen(fragment, POLICY)
    if role is Role.ASSISTANT or quoted or frame not in (Frame.PLAIN, Frame.WORK, Frame.LASTS):
        assert found.verdict is Verdict.DROPPED
    if frame is Frame.WORK:
        assert found.verdict is not Verdict.KEPT


MONOTONOUS = [
    "哈",
    "嗯",
    "我，",
    "可能",
    "今天我",
    "如果我，",
    "3月",
    "in a, ",
    "and so but ",
    "good ",
]


@pytest.mark.parametrize(
    "bit", [*MONOTONOUS, "haha ", "no ", "“", "Anna: ", "a.", "(", "- ", "on ", "说"]
)
@pytest.mark.parametrize("times", [50, 4_000])
def test_monotonous_text_is_read_to_its_end(bit: str, times: int) -> None:
    """A pattern that tries every way to cut it up would never come back."""
    text = bit * times + "X"
    assert screened(text)
    assert signals_of(text[: POLICY.read]) is not None
    assert category_of(text[: POLICY.read])
