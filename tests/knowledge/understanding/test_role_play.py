"""Parts that are played, and texts that are dictated, over several messages."""

from __future__ import annotations

import pytest

from mohen.knowledge.consolidation.model import Verdict
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding.borrowed_text import RolePlay, mark_role_play
from mohen.knowledge.understanding.fragments import split
from mohen.knowledge.understanding.worth_keeping import screen
from shows import shows

POLICY = Screening()
MINUTE = 60_000


def kept(*messages: str, every: int = MINUTE) -> list[str]:
    """What of a session is not dropped."""
    found, state = [], RolePlay()
    for line, text in enumerate(messages, start=1):
        at = line * every
        said = split(Utterance("s", line, Role.USER, text, at), at=at, policy=POLICY)
        thoughts, state = mark_role_play(said, state, line=line, at=at, policy=POLICY)
        found += [
            each.text for each in thoughts if screen(each, POLICY).verdict is not Verdict.DROPPED
        ]
    return found


OPENINGS = [
    "我们来玩角色扮演，你是海盗我是船长",
    "来玩个游戏吧，你是海盗，我是船长",
    "你扮演海盗，我当船长",
    "我们假装你是海盗，我是船长吧",
    "角色扮演：海盗船",
    "陪我玩角色扮演吧",
    "Roleplay with me: you're a pirate",
    "let's pretend you're a pirate and i'm the captain",
    "Let's roleplay! You're a pirate.",
    "Pretend you are a pirate and I am your captain.",
    "you be the pirate and I'll be the captain",
    "Ok you be the customer. I'm a barista named Kim.",
    "你来当面试官，我是应聘者小金",
    "接下来我口述一段小说，你记下来",
    "我们来玩故事接龙，我先开头",
    "I'll dictate the next chapter of my novel, just write it down",
]


@shows("R194", "C47")
@pytest.mark.parametrize("opening", OPENINGS)
def test_what_is_said_in_a_part_is_nobodys_own(opening: str) -> None:
    assert kept(opening, "我是船长，我住在加勒比海", "I live in the Caribbean.") == []


@shows("R194", "C47")
def test_a_rule_that_is_laid_down_in_a_part_is_nobodys_own() -> None:
    rule = "we never commit generated files"
    assert kept(rule) == [rule]
    assert kept(OPENINGS[0], rule) == []


@pytest.mark.parametrize(
    "closing",
    [
        "好了不玩了",
        "好了，不玩了",
        "回到正题",
        "角色扮演结束",
        "ok back to reality",
        "Let's stop the game",
    ],
)
def test_it_lasts_until_it_is_closed(closing: str) -> None:
    assert "我住在北京" in kept(OPENINGS[0], "我住在加勒比海", closing, "我住在北京")
    assert "我住在加勒比海" not in kept(OPENINGS[0], "我住在加勒比海", closing, "我住在北京")


def test_what_follows_the_closing_is_meant() -> None:
    found = kept(OPENINGS[0], "我住在加勒比海。好了不玩了。我住在北京")
    assert ("我住在北京" in found, "我住在加勒比海。" in found) == (True, False)


def test_a_long_silence_ends_it() -> None:
    assert kept(OPENINGS[0], "我住在北京", every=POLICY.played_ms) == []
    assert kept(OPENINGS[0], "我住在北京", every=POLICY.played_ms + 1) == ["我住在北京"]


def test_what_is_opened_and_closed_in_one_message_is_over() -> None:
    assert "我住在北京" in kept("我们来玩角色扮演吧，算了不玩了", "我住在北京")


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢角色扮演游戏",
        "我们公司在做角色扮演游戏",
        "我女儿喜欢玩过家家",
        "我在口述我的小说",
        "I love role-playing games",
        "pretend I'm five and explain gravity",
        "Pretend you're a senior engineer and review my code",
        "帮我续写这个故事：我是船长",
        "他说“我们来玩角色扮演，你是海盗我是船长”",
    ],
)
def test_who_only_speaks_of_it_opens_nothing(text: str) -> None:
    assert "我住在北京" in kept(text, "我住在北京")
