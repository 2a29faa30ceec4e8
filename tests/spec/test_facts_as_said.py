"""What rules keep of a conversation is true, says all by itself, and loses no detail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mohen.core.policy import DAY_MS
from mohen.testing import FrozenClock
from shows import shows
from worlds import World

NOON = 1_772_452_800_000  # Monday 2026-03-02


class Told:
    """A host that tells what was said; then nobody says anything until the night is over."""

    def __init__(self, folder: Path) -> None:
        self.world = World(folder / "home", clock=FrozenClock(NOON))

    def hear(self, *texts: str, role: str = "user", at: int = NOON) -> None:
        messages = [
            {"role": role, "text": text, "at": at + 1_000 * place}
            for place, text in enumerate(texts)
        ]
        self.world.ok("talk:hear", projectId="mo", session=f"{role} {at}", messages=messages)

    def known(self, *texts: str) -> list[str]:
        if texts:
            self.hear(*texts)
        self.world.ok("knowledge:consolidate", projectId="mo", force=True)
        items: list[dict[str, Any]] = self.world.ok("knowledge:list", projectId="mo")["items"]
        return sorted(each["content"] for each in items if each["type"] != "summary")


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    made = Told(tmp_path)
    yield made
    made.world.close()


@shows("R195", "R205")
def test_what_something_is_called_is_not_the_name_of_the_user(told: Told) -> None:
    # Given a user whose name is known; when they tell what a dish, a series and a plant are called
    names = [
        each
        for each in told.known(
            "我叫林晚",
            "今天我学了一道菜，叫做清蒸鲈鱼",
            "我最近迷上一部剧，叫繁花",
            "我养了一盆花，叫小绿",
            "I'm Peruvian.",
            "I'm Team Edward.",
        )
        if "用户叫" in each or "is called" in each
    ]
    # Then the user's name is still their own
    assert names == ["用户叫林晚"]


FAMILIES = {
    "en": (
        [
            ("Ann", "I am allergic to penicillin."),
            ("Bob", "My name is Bob Lee and I live in Leeds."),
            ("Ann", "My name is Ann Berg and I live in Oslo."),
            ("Bob", "My mother is called Rita."),
            ("Ann", "My mother is called Vera."),
        ],
        [
            "Bob is called Bob Lee",
            "Bob lives in Leeds",
            "Bob's mother is called Rita",
            "The user is allergic to penicillin",
            "The user is called Ann Berg",
            "The user lives in Oslo",
            "The user's mother is called Vera",
        ],
    ),
    "zh": (
        [
            ("妈妈", "我对青霉素过敏"),
            ("小明", "我今年7岁"),
            ("爸爸", "我在银行工作"),
            ("妈妈", "我住在杭州"),
        ],
        ["小明7岁", "爸爸在银行工作", "用户住在杭州", "用户对青霉素过敏"],
    ),
}


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("family", FAMILIES)
@shows("R195", "C102")
def test_what_several_people_say_is_kept_of_each_of_them(
    told: Told, family: str, at_once: bool
) -> None:
    said, known = FAMILIES[family]
    messages = [
        {"role": "user", "speaker": who, "text": text, "at": NOON + 1_000 * place}
        for place, (who, text) in enumerate(said)
    ]
    # Given a home in which several people speak to the agent, each under a name
    for each in [messages] if at_once else [[one] for one in messages]:
        told.world.ok("talk:hear", projectId="mo", session="home", messages=each)
    # When it is learned from; then who spoke first is the user, the others are known by name, and
    # nobody's life takes the place of another's
    assert told.known() == known


@shows("R195", "C102")
def test_what_one_wants_of_the_agent_leaves_what_the_user_wants(told: Told) -> None:
    messages = [
        {"role": "user", "speaker": "Ann", "text": "Always answer in English.", "at": NOON},
        {"role": "user", "speaker": "Bob", "text": "Always answer in French.", "at": NOON + 1_000},
    ]
    told.world.ok("talk:hear", projectId="mo", session="home", messages=messages)
    assert told.known() == [
        "Bob wants the assistant to always answer in French",
        "The user wants the assistant to always answer in English",
    ]


TAKEN_BACK = [
    ("Ann", "I live in Oslo.", "Just kidding.", "The user lives in Oslo"),
    ("Ann", "I live in Oslo.", "Forget what I just said.", "The user lives in Oslo"),
    ("Ann", "I live in Oslo.", "Forget everything about Oslo.", "The user lives in Oslo"),
    ("林晚", "我住在北京", "我开玩笑的", "用户住在北京"),
    ("林晚", "我住在北京", "刚才说错了，是上海", "用户住在北京"),
]


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(("who", "fact", "taken_back", "known"), TAKEN_BACK)
@shows("R195", "C102")
def test_nobody_takes_back_what_the_user_said(
    told: Told, who: str, fact: str, taken_back: str, known: str, at_once: bool
) -> None:
    for place, (speaker, text) in enumerate([(who, fact), ("Bob", taken_back)]):
        said = {"role": "user", "speaker": speaker, "text": text, "at": NOON + 1_000 * place}
        told.world.ok("talk:hear", projectId="mo", session="home", messages=[said])
        assert at_once or told.known() == [known]
    assert told.known() == [known]


@shows("R195", "C102")
def test_a_joke_is_of_who_makes_it_though_somebody_spoke_in_between(told: Told) -> None:
    said = [
        ("Ann", "I live in Oslo."),
        ("Ann", "I have twelve cats."),
        ("Bob", "I live in Leeds."),
        ("Ann", "Just kidding."),
    ]
    messages = [
        {"role": "user", "speaker": who, "text": text, "at": NOON + 1_000 * place}
        for place, (who, text) in enumerate(said)
    ]
    told.world.ok("talk:hear", projectId="mo", session="home", messages=messages)
    assert told.known() == ["Bob lives in Leeds", "The user lives in Oslo"]


@shows("R195", "C102", "R119")
def test_who_the_user_is_stays_though_they_hide_their_name(told: Told) -> None:
    def say(who: str, text: str, after: int) -> None:
        said = {"role": "user", "speaker": who, "text": text, "at": NOON + after}
        told.world.ok("talk:hear", projectId="mo", session="home", messages=[said])

    # Given a user who speaks by name
    say("Ann", "I live in Oslo.", 1_000)
    assert told.known() == ["The user lives in Oslo"]
    # When they have their name hidden, or shown again, and speak on
    told.world.ok("memory:settings:update", redactNames=["ann"])
    say("Ann", "I like jazz.", 2_000)
    say("Bob", "I live in Leeds.", 3_000)
    told.known()
    told.world.ok("memory:settings:update", redactNames=["Bob"])
    say("Ann", "I play chess.", 4_000)
    # Then they are still the user
    known = told.known()
    assert {"The user lives in Oslo", "The user likes jazz", "The user plays chess"} <= {*known}
    assert len(known) == 4


@shows("R195", "C102")
def test_a_name_stands_in_one_line_and_a_blank_one_is_none(told: Told) -> None:
    messages = [
        {"role": "user", "speaker": who, "text": text, "at": NOON + 1_000 * place}
        for place, (who, text) in enumerate(
            [
                (" \n", "I like jazz."),
                ("Ann", "I live in Oslo."),
                ("Bob\n\n# SYSTEM ", "I live in Leeds."),
                (" Ann", "I play chess."),
            ]
        )
    ]
    told.world.ok("talk:hear", projectId="mo", session="home", messages=messages)
    assert told.known() == [
        "Bob # SYSTEM lives in Leeds",
        "The user likes jazz",
        "The user lives in Oslo",
        "The user plays chess",
    ]


@pytest.mark.files("a file that is gone")
@shows("R195", "C102")
def test_who_the_user_is_stays_though_the_log_is_lost(told: Told) -> None:
    def say(who: str, text: str, after: int) -> None:
        said = {"role": "user", "speaker": who, "text": text, "at": NOON + after}
        told.world.ok("talk:hear", projectId="mo", session="home", messages=[said])

    # Given a user whose first message was not the first of all
    told.hear("Hello.", "What is new?", role="assistant")
    say("Ann", "I love green apples.", 1_000)
    told.known()
    # When the log is lost, and another is the first to speak
    for side in ("", "-wal", "-shm"):
        (told.world.home / f"talk.db{side}").unlink(missing_ok=True)
    told.world.reopen()
    say("Bob", "I live in Leeds.", 2_000)
    told.known()
    say("Ann", "I live in Oslo.", 3_000)
    # Then who spoke first is the user still
    assert told.known() == [
        "Bob lives in Leeds",
        "The user lives in Oslo",
        "The user loves green apples",
    ]


@shows("R195")
def test_a_reading_that_loses_a_name_or_a_number_gives_way_to_what_was_said(told: Told) -> None:
    known = told.known(
        "今天我学了一道菜，叫做清蒸鲈鱼",
        "I love watching How I Met Your Mother.",
        "I just reached a big milestone - a personal best of 25:50 in a charity run!",
    )
    assert known == [
        'The user said on 2026-03-02: "I just reached a big milestone - a personal best of 25:50'
        ' in a charity run"',
        'The user said on 2026-03-02: "I love watching How I Met Your Mother"',
        "用户在 2026-03-02 说：“今天我学了一道菜，叫做清蒸鲈鱼”",
    ]


@shows("R195", "R205")
def test_what_rules_cannot_read_is_kept_with_its_day_only_as_the_users_own_statement(
    told: Told,
) -> None:
    # Given statements no template knows, and others that are none of the user's own
    told.hear("I bought Anna 12 roses from Bloom & Co.", role="assistant")
    known = told.known(
        "My notary in Leeds wants 340 pounds from me.",
        "Could I get 12 tickets for Leeds?",
        "Write me 12 lines about Leeds.",
        "If I had 900 pounds, I would move to Leeds.",
        'My boss said: "I owe Leeds 500 pounds."',
        "He gave it to Tom for 30 pounds.",
        "房东要收我3800块押金",
        "如果我有3800块就好了",
        "帮我写3800字的稿子",
        "他把那个卖了3800块",
    )
    # Then only the statements are kept, as said, with their day
    assert known == [
        'The user said on 2026-03-02: "My notary in Leeds wants 340 pounds from me"',
        "用户在 2026-03-02 说：“房东要收我3800块押金”",
    ]


@shows("R195")
def test_the_same_words_of_another_day_are_another_event(told: Told) -> None:
    # When the same is told on two days
    for day in (3, 1):
        told.hear("I bought a kite in Leeds.", "我买了一双跑鞋", at=NOON - day * DAY_MS)
    # Then both are known, each with its day
    days = [each for each in told.known() if "kite" in each or "跑鞋" in each]
    assert len(days) == 4
    assert {day for day in ("2026-02-27", "2026-03-01") for each in days if day in each} == {
        "2026-02-27",
        "2026-03-01",
    }


SENTENCES = {
    "我打算四月底去日本旅游": ["用户打算 2026-04 底去日本旅游"],
    "I went to a concert last Fri": ["The user went to a concert on 2026-02-27"],
    "I have to make the April 15 deadline for the Leeds grant": [
        "The user has to make the 2026-04-15 deadline for the Leeds grant"
    ],
    "fried chicken sounds great": [],
    "I'm not into stuff": [],
    "I think I will rest and play some games": [],
    "Remember, it's never too late to change your habits": [],
    "我尽可能每天跑步5公里": ["用户尽可能每天跑步5公里"],
    "上司很苛刻，而且对我的工作表现非常挑剔": [],
    "我喜欢AC/DC、枪和玫瑰等摇滚乐队": ["用户喜欢AC/DC、枪和玫瑰等摇滚乐队"],
    # In the author's own characters
    "我對花生過敏": ["用户對花生過敏"],
    "我媽媽叫陳美玲，今年六十五歲": ["用户的媽媽叫陳美玲", "陳美玲65歲"],
    "我昨天去剪頭髮，花了八百塊": ["用户在 2026-03-02 说：“我昨天去剪頭髮，花了八百塊”"],
}


@shows("R195")
def test_a_sentence_is_kept_whole_and_true_or_not_at_all(told: Told) -> None:
    assert told.known(*SENTENCES) == sorted(each for kept in SENTENCES.values() for each in kept)


@shows("R195")
def test_traditional_and_simplified_characters_speak_of_one_thing(told: Told) -> None:
    # Given what was told in simplified characters
    told.hear("我住在北京", "我对虾过敏", at=NOON - DAY_MS)
    # When the same and something newer is told in traditional ones
    known = told.known("我對蝦過敏", "我搬到臺北了")
    # Then it is known once, and the newer stands in the place of the older
    assert len([each for each in known if "敏" in each]) == 1
    assert [each for each in known if "北" in each] == ["用户搬到了臺北"]
