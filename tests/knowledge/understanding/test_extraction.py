"""What people say becomes statements in the third person, in both languages, without a model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import statements_en
import statements_zh
from mohen.knowledge.consolidation.model import Act, Fragment, Frame, Statement, Tag
from mohen.knowledge.model import BELIEF, FACT, Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.understanding.extraction import Extracted, extract
from shows import shows

POLICY = Extraction()
BEIJING = 8 * 3_600_000
AT = 1_770_170_400_000  # Wednesday 2026-02-04, 10:00 in Beijing
PAIRS = [*statements_zh.SAYINGS.items(), *statements_en.SAYINGS.items()]


def fragment(text: str, part: int = 0, at: int = AT) -> Fragment:
    return Fragment("s1", 7, part, Role.USER, text, Tag.STATEMENT, at)


def read(*texts: str) -> Extracted:
    """The fragments of one message."""
    kept = [fragment(text, part) for part, text in enumerate(texts)]
    return extract(kept, offset_ms=BEIJING, policy=POLICY)


def said(*texts: str) -> list[Statement]:
    return [statement for _, statement in read(*texts).statements]


def only(*texts: str) -> Statement:
    (statement,) = said(*texts)
    return statement


def lines(statements: list[Statement]) -> list[str]:
    return [f"{each.subject}|{each.attribute}|{each.value}|{each.content}" for each in statements]


@shows("R195", "R205", "C46")
@pytest.mark.parametrize(("text", "expected"), PAIRS, ids=[text for text, _ in PAIRS])
def test_what_is_said_is_put_down_for_whom_it_is_said(text: str, expected: list[str]) -> None:
    assert lines(said(text)) == expected


@shows("R205", "C47")
@pytest.mark.parametrize("text", [*statements_zh.NOTHING, *statements_en.NOTHING])
def test_what_only_looks_like_a_statement_gives_nothing(text: str) -> None:
    assert said(text) == []


CATEGORIES = [
    ("我对花生过敏", Category.HEALTH),
    ("我叫张三", Category.IDENTITY),
    ("我总想自杀", Category.SAFETY),
    ("我讨厌香菜", Category.PREFERENCE),
    ("我和女朋友分手了", Category.RELATION),
    ("我换工作了", Category.STATUS),
    ("别透露我的地址", Category.CONSTRAINT),
    ("我下周三要去上海出差", Category.SCHEDULE),
    ("我昨天去了北京", Category.GENERAL),
    ("今天下午开会", Category.TEMPORARY),
    ("I'm allergic to peanuts", Category.HEALTH),
    ("My name is Sarah", Category.IDENTITY),
    ("I feel suicidal", Category.SAFETY),
    ("I hate horror movies", Category.PREFERENCE),
    ("Tom is my boss", Category.RELATION),
    ("我爸老家在湖南岳阳", Category.RELATION),  # who the user is comes first, and never fades
    ("I quit my job", Category.STATUS),
    ("never mention my address", Category.CONSTRAINT),
    ("I have a meeting tomorrow at 3pm", Category.SCHEDULE),
    ("I went to Beijing yesterday", Category.GENERAL),
    ("I have a meeting today", Category.TEMPORARY),
]


@shows("R187", "R195")
@pytest.mark.parametrize(("text", "category"), CATEGORIES)
def test_a_statement_says_what_kind_of_thing_it_is(text: str, category: Category) -> None:
    assert only(text).category is category


ENDINGS = [
    "我不住北京了",
    "我以前住在广州",
    "我已经不在百度上班了",
    "我和女朋友分手了",
    "我辞职了",
    "I no longer live in Boston",
    "I used to be a nurse",
    "I don't work at Amazon anymore",
    "I broke up with my girlfriend",
    "I quit my job",
]


@pytest.mark.parametrize("text", ENDINGS)
def test_what_is_over_is_said_to_have_ended(text: str) -> None:
    assert only(text).ended


@pytest.mark.parametrize(
    "text", ["我住在北京", "我搬到上海了", "I live in Rome", "I moved to Rome"]
)
def test_what_holds_is_not(text: str) -> None:
    assert not only(text).ended


HEDGED = [
    ("我可能对虾过敏", 0.5, "用户可能对虾过敏", "提到：我可能对虾过敏"),
    ("我猜我有糖尿病", 0.3, "用户可能有糖尿病", "提到：我猜我有糖尿病"),
    ("我大概三十岁吧", 0.7, "用户大概30岁", "提到：我大概三十岁吧"),
    ("我应该是A型血", 0.9, "用户应该是A型血", "提到：我应该是A型血"),
    ("我觉得我可能有抑郁症", 0.5, "用户可能有抑郁症", "提到：我觉得我可能有抑郁症"),
    (
        "I might be allergic to shellfish",
        *(0.5, "The user might be allergic to shellfish", "said: I might be allergic to shellfish"),
    ),
    (
        "I think I'm lactose intolerant",
        *(0.7, "The user is probably lactose intolerant", "said: I think I am lactose intolerant"),
    ),
    (
        "I guess I'm an introvert",
        *(0.3, "The user is possibly an introvert", "said: I guess I am an introvert"),
    ),
    (
        "I probably live in Rome",
        0.7,
        "The user probably lives in Rome",
        "said: I probably live in Rome",
    ),
]


@shows("R185", "R195")
@pytest.mark.parametrize(("text", "confidence", "content", "basis"), HEDGED)
def test_what_is_hedged_is_believed_and_says_why(
    text: str, confidence: float, content: str, basis: str
) -> None:
    statement = only(text)
    assert statement.type == BELIEF
    assert (statement.confidence, statement.content) == (confidence, content)
    assert statement.basis == basis


def test_what_is_plainly_said_is_a_fact_beyond_doubt() -> None:
    statement = only("我对花生过敏")
    assert (statement.type, statement.confidence, statement.basis) == (FACT, 1.0, "")


# --- corrections, jokes, forgetting ----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "attribute", "value", "content"),
    [
        ("我住在北京，不对，是上海", "location", "上海", "用户住在上海"),
        ("我住在北京，哦不对，上海", "location", "上海", "用户住在上海"),
        ("我喜欢咖啡，说错了，是茶", "preference:茶", "like", "用户喜欢茶"),
        (
            "I live in Beijing. Sorry, I meant Shanghai.",
            "location",
            "Shanghai",
            "The user lives in Shanghai",
        ),
        (
            "I live in Boston. Wait, no, Chicago.",
            "location",
            "Chicago",
            "The user lives in Chicago",
        ),
    ],
)
def test_a_correction_in_the_same_message_stands_in_the_place_of_what_it_corrects(
    text: str, attribute: str, value: str, content: str
) -> None:
    statement = only(text)
    assert statement.act is Act.CORRECTS
    assert (statement.attribute, statement.value, statement.content) == (attribute, value, content)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("更正一下，我住在上海", "location", "上海"),
        ("刚才说错了，我今年26", "age", "26"),
        ("其实我叫李四", "name", "李四"),
        ("Actually, I live in Munich.", "location", "Munich"),
        ("Correction: my name is Lisa", "name", "Lisa"),
    ],
)
def test_a_correction_with_words_of_its_own_says_what_it_is_about(
    text: str, attribute: str, value: str
) -> None:
    statement = only(text)
    assert (statement.act, statement.attribute, statement.value) == (Act.CORRECTS, attribute, value)


@pytest.mark.parametrize(
    ("text", "value", "wrong"),
    [
        ("其实是上海", "上海", ""),
        ("更正：上海", "上海", ""),
        ("不是周三，是周四", "周四", "周三"),
        ("No wait, it's Shanghai", "Shanghai", ""),
        ("It's not Wednesday, it's Thursday", "Thursday", "Wednesday"),
    ],
)
def test_a_correction_alone_gives_the_right_value_for_whoever_knows_what_was_said(
    text: str, value: str, wrong: str
) -> None:
    statement = only(text)
    assert (statement.act, statement.attribute) == (Act.CORRECTS, "")
    assert (statement.value, statement.basis) == (value, wrong)


@pytest.mark.parametrize(
    "text",
    [
        "我住在月球。哈哈开玩笑的",
        "我是程序员，逗你的",
        "I'm a doctor. Just kidding!",
        "I'm a vegan, jk",
    ],
)
def test_a_joke_takes_back_what_its_message_said(text: str) -> None:
    assert said(text) == []


def test_what_follows_a_joke_is_meant() -> None:
    assert lines(said("我是医生，开玩笑的，我是老师")) == ["user|job|老师|用户是老师"]


@pytest.mark.parametrize("text", ["开玩笑的", "骗你的", "哈哈，逗你玩的", "Just kidding!", "jk"])
def test_a_joke_alone_takes_back_what_went_before(text: str) -> None:
    statement = only(text)
    assert (statement.act, statement.content, statement.value) == (Act.TAKES_BACK, "", "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("忘了我说的香菜的事吧", "香菜"),
        ("忘了我刚才说的话", ""),
        ("Forget what I said about cilantro", "cilantro"),
        ("Please forget my address", "address"),
    ],
)
def test_what_is_to_be_forgotten_is_taken_back_by_name(text: str, value: str) -> None:
    statement = only(text)
    assert (statement.act, statement.value) == (Act.TAKES_BACK, value)


# --- of one message --------------------------------------------------------------------------


def test_fragments_of_one_message_share_a_subject_and_each_statement_knows_its_own() -> None:
    found = read("我叫张三", "今年25岁", "在北京做程序员").statements
    assert [(index, each.attribute) for index, each in found] == [
        *((0, "name"), (1, "age"), (2, "location"), (2, "job")),
    ]


def test_he_and_she_are_the_last_person_named_and_nobody_without_one() -> None:
    assert lines(said("我老婆叫小丽", "她喜欢跳舞"))[1:] == [
        "小丽|preference:跳舞|like|小丽喜欢跳舞"
    ]
    assert said("她喜欢跳舞") == []
    assert said("She loves dancing") == []


def test_nothing_is_said_twice_in_one_message() -> None:
    assert len(said("我讨厌香菜", "我讨厌香菜！")) == 1


@pytest.mark.parametrize(
    "text", ["我最近有点烦", "我觉得我变了", "I feel tired", "I'm reading Dune"]
)
def test_what_speaks_of_the_user_and_is_not_understood_is_left_undecided(text: str) -> None:
    assert read(text) == Extracted((), (0,))


@pytest.mark.parametrize("text", ["好的", "这个函数报错了", "Thanks!", "The build is broken"])
def test_what_does_not_speak_of_the_user_is_not(text: str) -> None:
    assert read(text) == Extracted()


@pytest.mark.parametrize(
    "change",
    [{"role": Role.ASSISTANT}, {"quoted": True}, {"frame": Frame.FICTION}, {"tag": Tag.QUESTION}],
    ids=["the assistant", "a quotation", "fiction", "a question"],
)
def test_words_that_are_not_the_users_own_give_nothing(change: dict[str, object]) -> None:
    kept = [replace(fragment("我对花生过敏"), **change)]  # type: ignore[arg-type]
    assert extract(kept, offset_ms=0, policy=POLICY) == Extracted()


# --- names -----------------------------------------------------------------------------------


def entities(text: str) -> dict[str, EntityType]:
    return {each.name: each.type for statement in said(text) for each in statement.entities}


@shows("R195")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我每天走路上班", {"用户": EntityType.PERSON}),
        ("我叫张三", {"用户": EntityType.PERSON, "张三": EntityType.PERSON}),
        ("张三在腾讯上班", {"张三": EntityType.PERSON, "腾讯": EntityType.ORGANIZATION}),
        ("我住在上海", {"用户": EntityType.PERSON, "上海": EntityType.LOCATION}),
        ("我在做一个叫“寒武纪”的项目", {"用户": EntityType.PERSON, "寒武纪": EntityType.PROJECT}),
        ("我毕业于复旦大学", {"用户": EntityType.PERSON, "复旦大学": EntityType.ORGANIZATION}),
        (
            "我妈妈住在成都",
            {"妈妈": EntityType.PERSON, "用户": EntityType.PERSON, "成都": EntityType.LOCATION},
        ),
        ("I live in New York", {"user": EntityType.PERSON, "New York": EntityType.LOCATION}),
        ("I work at Siemens", {"user": EntityType.PERSON, "Siemens": EntityType.ORGANIZATION}),
        ("Tom is my boss", {"user": EntityType.PERSON, "Tom": EntityType.PERSON}),
        (
            "Your name is Nova",
            {"assistant": EntityType.OTHER, "user": EntityType.PERSON, "Nova": EntityType.PERSON},
        ),
    ],
)
def test_a_statement_names_whom_and_what_it_is_about(
    text: str, expected: dict[str, EntityType]
) -> None:
    assert entities(text) == expected


def test_names_are_exact() -> None:
    """机器人_5 and 机器人_50 are two."""
    assert "机器人_50" in entities("我喜欢机器人_50")
    assert "机器人_5" not in entities("我喜欢机器人_50")
    assert "机器人_5" in entities("我喜欢机器人_5")


def test_a_statement_names_only_so_many() -> None:
    policy = replace(POLICY, entities_most=2)
    kept = [fragment("我和张三、李四、王五去年去了北京、上海和广州")]
    found = extract(kept, offset_ms=BEIJING, policy=policy).statements
    assert all(len(each.entities) == 2 for _, each in found)


# --- laws ------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *(each for text in statements_zh.SAYINGS for each in (text, text[: len(text) // 2])),
        *(each for text in statements_en.SAYINGS for each in (text, text[len(text) // 2 :])),
        *(
            "，",
            "。",
            "其实",
            "我",
            "我妈",
            "可能",
            "不是",
            " and ",
            ", ",
            "I ",
            "my wife ",
            "?",
            "“",
            "(",
            "\n",
        ),
    ]
)
TALK = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=5).map("".join))
FIRST_PERSON = ("我", "I ", "I'", "My ", "my ")


@given(TALK, st.integers(-(10**15), 10**15))
def test_any_text_is_read_the_same_way_twice_and_nothing_is_said_in_the_first_person(
    text: str, at: int
) -> None:
    kept = [fragment(text, at=at)]
    found = extract(kept, offset_ms=BEIJING, policy=POLICY)
    assert found == extract(kept, offset_ms=BEIJING, policy=POLICY)
    for index, each in found.statements:
        assert index == 0
        assert not each.content.startswith(FIRST_PERSON)
        assert each.content or each.act is Act.TAKES_BACK
        assert (each.confidence < 1) == (each.type == BELIEF)
        assert len(each.entities) <= POLICY.entities_most


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I work days and take French classes at night",
         "The user works days and takes French classes at night"),
        ("I cook and clean at home", "The user cooks and cleans at home"),
        ("I like to cook and bake bread", "The user likes to cook and bake bread"),
        ("I hurt my back last year", "The user hurt their back in 2025"),
        ("我干了十年程序员", "用户干了十年程序员"),
        ("我做了三年销售", "用户做了三年销售"),
    ],
)  # fmt: skip
def test_verbs_agree_and_what_was_done_is_told_as_done(text: str, content: str) -> None:
    assert only(text).content == content
