"""How much something matters: the seed's tables, and what only looks like a signal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.agents.model import Config
from mohen.knowledge.model import Category
from mohen.knowledge.policy import Knowledge
from mohen.knowledge.understanding.importance import category_of, signals_of, weigh
from shows import shows

KNOWN = Knowledge()
HIGH, LESS = KNOWN.identity_health_safety, KNOWN.preference_relation_status
WORTH = {
    Category.IDENTITY: HIGH,
    Category.HEALTH: HIGH,
    Category.SAFETY: HIGH,
    Category.PREFERENCE: LESS,
    Category.RELATION: LESS,
    Category.STATUS: LESS,
    Category.CONSTRAINT: LESS,
    Category.SCHEDULE: KNOWN.general_fact,
    Category.GENERAL: KNOWN.general_fact,
    Category.TEMPORARY: KNOWN.temporary,
}


def config(**signals: float) -> Config:
    return Config(
        decay_rates={},
        archive=0.05,
        summary_trigger=3,
        layer1_total=2000,
        layer1_shares=(0.4, 0.25, 0.15, 0.2),
        schedule="0 3 * * *",
        fallback_hours=48,
        model="default",
        importance=WORTH,
        signals={
            "remember": KNOWN.remember,
            "important": KNOWN.important,
            "repeat": KNOWN.repeat,
            "aside": KNOWN.aside,
            **signals,
        },
    )


CONFIG = config()

# The tables of the seed, and what people write besides.
CATEGORIES = """
我对花生过敏 | health
用户对花生过敏 | health
我叫张三 | identity
我讨厌香菜 | preference
我换工作了 | status
我昨天去了北京 | general
今天下午开会 | temporary
明天早上开会 | schedule
下周五交稿 | schedule
用户可能喜欢咖啡 | preference
用户在某大学就读 | status
用户希望经济独立，随心玩转 AI 工具 | preference
我老婆是医生 | relation
我老婆对海鲜过敏 | health
我和女朋友分手了 | relation
我有高血压 | health
紧急联系人是李四 | safety
隐私边界: 不透露项目细节、家庭信息、经济状况 | constraint
以后都用中文回答 | constraint
别告诉别人我的收入 | constraint
我今年25岁 | identity
我住在上海 | status
我的邮箱是a@b.com | identity
金融科技论坛的规模是三千人 | general
- User prefers short answers | preference
- User's name is Anna | identity
I'm allergic to peanuts | health
I am a vegetarian | health
My name is Anna | identity
I'm 34 years old | identity
I'm a nurse | identity
I hate cilantro | preference
I got a new job | status
I moved to Berlin | status
My wife Anna sings | relation
We broke up | relation
I went to Berlin yesterday | general
Meeting this afternoon | temporary
The deadline is next Friday | schedule
Never share my address | constraint
From now on answer in English | constraint
My emergency contact is Bob | safety
I was diagnosed with ADHD | health
The forum takes place in Beijing | general
"""


@shows("R187")
@pytest.mark.parametrize("line", CATEGORIES.strip().splitlines())
def test_what_kind_of_thing_it_is(line: str) -> None:
    text, category = line.rsplit(" | ", 1)
    assert category_of(text) == category


SIGNALS = """
记住，我讨厌香菜 | remember
请记住：我对花生过敏 | remember
以后都用中文回答 | remember
别忘了我的生日 | remember
重要：项目周五上线 | important
这一点很关键 | important
重要，记住：我对花生过敏 | remember important
顺便说一下，我换工作了 | aside
这个不重要 | aside
我没记住他的名字 |
我记不住单词 |
你记住了吗 |
我记得小时候住在乡下 |
关键词有三个 |
睡眠的重要性 |
不是很重要的事 |
我讨厌香菜 |
我太讨厌香菜了！ | emotion
我喜欢茶！ | emotion
我喜欢茶 |
气死我了 | emotion
Remember that I hate cilantro | remember
please remember my name | remember
Don't forget my birthday | remember
From now on use metric units | remember
Always use metric units | remember
Important: never log passwords | remember important
More importantly, I moved | important
This is crucial | important
By the way, I moved to Berlin | aside
It's not important | aside
That isn't very important | aside
I can't remember his name |
I remember when we met |
I never eat pork |
I always run in the morning |
an unimportant detail | aside
I love tea |
I absolutely love tea | emotion
I hate it! | emotion
"""


@shows("R188")
@pytest.mark.parametrize("line", SIGNALS.strip().splitlines())
def test_what_is_a_signal_and_what_only_looks_like_one(line: str) -> None:
    text, _, named = line.partition(" |")
    assert set(signals_of(text)) == set(named.split())


@shows("R188", "R189", "C52")
@pytest.mark.parametrize(
    ("text", "category", "repeated", "importance"),
    [
        ("我对花生过敏", Category.HEALTH, 0, 1.0),
        ("我讨厌香菜", Category.PREFERENCE, 0, 0.8),
        ("我昨天去了北京", Category.GENERAL, 0, 0.5),
        ("今天下午开会", Category.TEMPORARY, 0, 0.2),
        ("记住，今天下午开会", Category.TEMPORARY, 0, 0.7),
        ("今天下午开会，很重要", Category.TEMPORARY, 0, 0.5),
        ("重要，记住，今天下午开会", Category.TEMPORARY, 0, 1.0),
        ("我昨天去了北京", Category.GENERAL, 3, 0.7),
        ("顺便说一下，我昨天去了北京", Category.GENERAL, 0, 0.3),
        ("顺便说一下，今天下午开会", Category.TEMPORARY, 0, 0.0),
        ("记住，我对花生过敏", Category.HEALTH, 0, 1.0),
        ("By the way, I went to Berlin", Category.GENERAL, 0, 0.3),
        ("Remember: I went to Berlin", Category.GENERAL, 0, 1.0),
    ],
)
def test_importance_is_the_sum_clamped(
    text: str, category: Category, repeated: int, importance: float
) -> None:
    weighed = weigh(text, category, CONFIG, repeated=repeated)
    assert weighed.importance == pytest.approx(importance)


def test_what_a_person_wrote_into_the_config_rules() -> None:
    weighed = weigh("记住，我去了北京", Category.GENERAL, config(remember=0.1))
    assert weighed.importance == pytest.approx(0.6)
    assert weighed.intrinsic == WORTH[Category.GENERAL]
    assert weighed.signals == ("remember",)


@given(
    st.text(max_size=80),
    st.sampled_from(Category),
    st.integers(0, 5),
    st.sampled_from(["记住，", "重要：", "请记住：", "Remember: "]),
)
def test_it_lies_between_nought_and_one_and_a_signal_never_lowers_it(
    text: str, category: Category, repeated: int, signal: str
) -> None:
    plain = weigh(text, category, CONFIG)
    assert 0.0 <= plain.importance <= 1.0
    assert weigh(text, category, CONFIG, repeated=repeated).importance >= plain.importance
    stressed = weigh(f"{text}。{signal}", category, CONFIG)
    assert stressed.importance >= plain.importance
