"""Passages that differ in what a test wants to differ, and in nothing else on purpose; and authors
who take one and leave another.

Sentences are put together from parts that are plain: no word of degree, no comparison, no sense
named. A long sentence has more clauses, hence more commas, as in life.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from mohen.episodes.style_evidence import evidence
from mohen.policy import Policy
from mohen.rules.comparisons import Account, Witness

POLICY = Policy()
HOUR = 3_600_000


def _listed(phrases: str) -> list[str]:
    """Separated by bars or, where there are none, by blanks."""
    return [each.strip() for each in (phrases.split("|") if "|" in phrases else phrases.split())]


_WHO = _listed("林远 沈青 老周 阿宁 陈伯 苏叶 赵七 何云 小满 韩立 村民 众人")
_DID = _listed("""
    拔出了剑 退到墙边 推开木门 跳下马背 抓住绳子 翻过矮墙 挡住来人 点起油灯 收起信纸 放下茶杯
    走过长桥 绕开石阶 跟上队伍 停在路口 回到船上 捡起弓箭 踢翻木桌 关上窗户 握紧拳头 转过街角
""")
_THEN = _listed("""
    没有人出声 雨还在下着 门外有人来 追兵到了桥头 谁也没回头 船离开了岸 火把灭了一半
    风从北边来 马队停了下来 钟敲了三下 城门正在关 对面没有动 消息传了出去 天色暗下来
    雪落满了路 车队过了河滩 院里只剩一匹马 守军退回了城里
""")
_HOW = _listed("匆匆 慢慢 默默 急急 稳稳 轻轻 牢牢 悄悄")
_WHAT = _listed("疲惫 年轻 固执 沉默 谨慎 骄傲 倔强 温和")

_WHO_EN = _listed("Mara Jonas Petra Edwin Clara Tobias Hanna Victor Lena Marcus")
_DID_EN = _listed("""
    drew the sword | crossed the bridge | opened the gate | left the boat | caught the rope |
    climbed the wall | lit the lamp | folded the letter | closed the window | took the horse |
    reached the corner | dropped the bag | held the door | turned the key | read the map
""")
_THEN_EN = _listed("""
    the rain went on | a cart stood in the yard | the men came up the road | all of them waited |
    the clock struck ten | the fire burned down | a boat left the harbour | the guards went back |
    wind came from the north | the crowd moved on | snow covered the path
""")
_BRIEF_EN = _listed("it held | all went on | he fell | they ran | she was gone | it was over")
_AND_EN = _listed("and while as before until")
_MARKS = {"zh": "。。。。！？…", "en": "....!?"}


class Prose:
    """One writer of passages; the same seed writes the same."""

    def __init__(self, seed: int = 1, language: str = "zh") -> None:
        self._chance = Random(seed)
        self._language = language

    def short(self) -> str:
        """Sentences of 11 to 13 characters, or of 7 to 8 words; the passage of any length."""
        return self.passage([1] * self._chance.choice((2, 3, 4, 5, 6)))

    def long(self) -> str:
        """Sentences beyond 20 characters, or beyond 12 words."""
        count = self._chance.choice((1, 2, 2, 3))
        return self.passage([self._chance.choice((3, 4)) for _ in range(count)])

    def usual(self) -> str:
        """Something between: no two of these differ by anybody's design."""
        return self.passage([self._chance.choice((1, 2, 3)) for _ in range(3)])

    def varied(self) -> str:
        """As different as passages may be that nobody designed: lengths, marks, speech."""
        clauses = [self._chance.choice((1, 1, 2, 3)) for _ in range(self._chance.choice((2, 3, 4)))]
        text = self.passage(clauses)
        end = text[-1]
        text = "".join(
            self._chance.choice(_MARKS[self._language]) if each == end else each for each in text
        )
        return f"“{text}”" if self._chance.random() < 0.2 else text

    def passage(self, clauses: list[int]) -> str:
        """A sentence for each number, with so many clauses after its first."""
        return self._joined([self._sentence(count) for count in clauses])

    def ornate(self) -> str:
        """Adjectives and adverbs in every sentence; as long as a plain one."""
        return self._joined([self._sentence(1, ornate=True) for _ in range(3)])

    def plain(self) -> str:
        return self._joined([self._sentence(2) for _ in range(3)])

    def _joined(self, sentences: list[str]) -> str:
        return ("" if self._language == "zh" else " ").join(sentences)

    def _sentence(self, clauses: int, *, ornate: bool = False) -> str:
        pick = self._chance.choice
        if self._language == "zh":
            who, did = pick(_WHO), pick(_DID)
            if ornate:
                who, did = f"{pick(_WHAT)}的{who}", f"{pick(_HOW)}地{did}"
            return f"{who}{did}，{'，'.join(self._chance.sample(_THEN, clauses))}。"
        if clauses == 1:
            return f"{pick(_WHO_EN)} {pick(_DID_EN)}, {pick(_AND_EN)} {pick(_BRIEF_EN)}."
        rest = self._chance.sample(_THEN_EN, clauses - 1)
        more = ", ".join(f"{pick(_AND_EN)} {each}" for each in rest)
        return f"{pick(_WHO_EN)} {pick(_DID_EN)}, {more}."


def shouted(text: str) -> str:
    return text.replace("。", "！").replace(".", "!")


def with_word(text: str, word: str) -> str:
    """The passage with a word at the start of its second sentence."""
    mark = "。" if "。" in text else ". "
    first, rest = text.split(mark, 1)
    gap = " " if mark == ". " else ""
    return f"{first}{mark}{word}{gap}{rest}"


def witness(number: int, act: dict[str, Any], **changes: Any) -> Witness:
    """An act as the learner hears of it: an hour after the one before, where nothing is said in
    an action scene and by one skill."""
    told = evidence(
        act["candidates"],
        act["selectedIndex"],
        act.get("finalText"),
        POLICY.style,
        explicit=act.get("explicit"),
        words=POLICY.measuring,
    )
    plain: dict[str, Any] = {
        "episode_id": f"ep_{number:06d}",
        "at": number * HOUR,
        "scene": act.get("sceneType", "action"),
        "skill": act.get("skillUsed", "continue"),
        "accepted": act["selectedIndex"] >= 0,
        "undone": False,
        "account": Account.read(told.to_json()),
    }
    return Witness(**{**plain, **changes})


class Author:
    """What somebody at work is shown and takes, as payloads of `memory:episode:record`."""

    def __init__(self, seed: int = 1, language: str = "zh") -> None:
        self.prose = Prose(seed, language)
        self._chance = Random(seed)

    def takes(self, taken: str, *left: str, **changes: Any) -> dict[str, Any]:
        """One candidate as it is, wherever it stood."""
        candidates = [taken, *left]
        self._chance.shuffle(candidates)
        return {"candidates": candidates, "selectedIndex": candidates.index(taken), **changes}

    def short(self, **changes: Any) -> dict[str, Any]:
        """Short sentences rather than long ones."""
        return self.takes(self.prose.short(), self.prose.long(), self.prose.long(), **changes)

    def long(self, **changes: Any) -> dict[str, Any]:
        """The other way round."""
        return self.takes(self.prose.long(), self.prose.short(), self.prose.short(), **changes)

    def anything(self, **changes: Any) -> dict[str, Any]:
        """Whatever comes first: nothing is preferred."""
        return self.takes(*(self.prose.usual() for _ in range(3)), **changes)

    def calm(self, **changes: Any) -> dict[str, Any]:
        """No exclamation marks."""
        one, two = self.prose.usual(), self.prose.usual()
        return self.takes(one, shouted(two), **changes)

    def loud(self, **changes: Any) -> dict[str, Any]:
        one, two = self.prose.usual(), self.prose.usual()
        return self.takes(shouted(one), two, **changes)

    def plain(self, **changes: Any) -> dict[str, Any]:
        """Plain rather than ornate."""
        return self.takes(self.prose.plain(), self.prose.ornate(), **changes)

    def ornate(self, **changes: Any) -> dict[str, Any]:
        return self.takes(self.prose.ornate(), self.prose.plain(), **changes)

    def cutting(self, word: str, **changes: Any) -> dict[str, Any]:
        """A passage from which a word is cut, and nothing else."""
        kept = self.prose.usual()
        return {
            "candidates": [with_word(kept, word)],
            "selectedIndex": 0,
            "finalText": kept,
            **changes,
        }


def acts(count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """What an author does who always takes short sentences."""
    author = Author(seed)
    yield from (author.short() for _ in range(count))
