"""Ordinary sentences, by rules alone: what is kept is right, most of it is, and none is garbled."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import ordinary_zh
from mohen.knowledge.understanding.zh.whole import whole
from ordinary import contents
from shows import shows


@dataclass(slots=True)
class Score:
    kept: int = 0
    right: int = 0
    wanted: int = 0
    found: int = 0
    wrong: tuple[str, ...] = ()

    def count(self, line: str) -> None:
        text, _, facts = line.partition(" → ")
        stored = contents(text)
        matched: set[str] = set()
        for fact in filter(None, facts.split(" | ")):
            words = fact.removeprefix("?").split()
            hits = {each for each in stored if all(word in each for word in words)}
            matched |= hits
            if not fact.startswith("?"):
                self.wanted += 1
                self.found += bool(hits)
        self.kept += len(stored)
        self.right += len(matched)
        self.wrong += tuple(each for each in stored if each not in matched)


def lines(text: str) -> list[str]:
    return [each for each in text.splitlines() if each]


@shows("R195", "R205")
def test_two_hundred_chinese_sentences_are_read_well() -> None:
    everything = lines(ordinary_zh.FACTS) + lines(ordinary_zh.NOTHING)
    assert len(everything) >= 200
    score = Score()
    for line in everything:
        score.count(line)
    assert score.right / score.kept >= 0.97, score.wrong
    assert score.found / score.wanted >= 0.80
    # And every one of them is a sentence that can stand alone
    stored = [each for line in everything for each in contents(line.partition(" → ")[0])]
    assert [each for each in stored if not whole(each)] == []


# One word, though its parts are words too, and the patterns know the parts.
WORDS = [
    ("我正在开发个人项目“墨痕”", "用户在开发个人项目“墨痕”"),
    ("我写小说五年了", "用户写小说五年了"),
    ("我喜欢泡酒吧", "用户喜欢泡酒吧"),
    ("我做会计十年了", "用户做会计十年了"),
    ("我喜欢和服和茶道", "用户喜欢和服和茶道"),
    ("我家人都在老家", None),
    ("我去现场了，一会联系", None),
    ("任务是明天交的", None),
    ("我最烦别人跟我借书不还", "用户最烦别人跟用户借书不还"),
    ("我闺女小名叫糖糖", "用户的闺女的小名是糖糖"),
    ("我工作日住公司宿舍", "用户工作日住公司宿舍"),
    ("我对面坐着一个新人", None),
    ("我在意别人的看法", "用户在意别人的看法"),
]


@pytest.mark.parametrize(("text", "content"), WORDS)
def test_no_word_is_cut(text: str, content: str | None) -> None:
    assert contents(text) == ([content] if content else [])


@pytest.mark.parametrize(
    "content",
    [
        *("用户在做人“墨痕", "用户喜欢和", "用户的", "用户了", "用户跟他认识十年了", "用户喜欢你"),
        *("用户等下用户准备出去", "用户住在这里", "My 上线 2026-01-01", "用户把", "用户参加《冠军"),
    ],
)
def test_what_cannot_stand_alone_is_no_memory(content: str) -> None:
    assert not whole(content)


@pytest.mark.parametrize(
    "content",
    [
        *("用户性格温和", "用户入职了华为", "用户的妈妈来看用户", "用户会弹吉他", "用户喜欢酸的"),
        *("用户在写小说《他和她》", "用户负责公司的用户增长项目", "用户过完年打算去学画"),
    ],
)
def test_what_can_stand_alone_is(content: str) -> None:
    assert whole(content)


@pytest.mark.parametrize(
    "piece", ["用", "不", "刚", "除了", "请用", "我", "的时候", "现在", "叫", "写"]
)
def test_a_word_said_over_and_over_is_read_as_fast_as_any(piece: str) -> None:
    """Nothing here counts the ways to read it: that would take longer than a life."""
    for text in (piece * 40_000, piece * 55, f"我{piece * 50}", f"{piece * 20}我{piece * 20}小说"):
        assert all(whole(each) for each in contents(text))
