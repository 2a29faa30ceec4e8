"""Which message is given memories, and which is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import item
from mohen.knowledge import inject, inject_router
from mohen.knowledge.model import EntityType, Way
from mohen.knowledge.policy import Inject
from mohen.knowledge.self_output import CLOSE, OPEN
from shows import shows

POLICY = Inject()


@shows("C47")
@pytest.mark.parametrize(
    "said",
    ["你好", "好的，谢谢！", "哈哈哈哈", "OK", "thanks!", "Good morning 😊", "  ", "嗯嗯", "nope"],
)
def test_chit_chat_is_nothing_but_that(said: str):
    assert inject_router.is_chit_chat(said)


@pytest.mark.parametrize(
    "said",
    [
        "你好像忘了什么",
        "this is it",
        "which one",
        "好的，那我住哪里？",
        "hi, who is Anna?",
        "nobody",
    ],
)
def test_what_only_begins_like_it_is_not(said: str):
    assert not inject_router.is_chit_chat(said)


@shows("R221")
@pytest.mark.parametrize(
    ("message", "way"),
    [
        ("你还记得我住哪吗", Way.EXPLICIT),
        ("帮我回忆一下", Way.EXPLICIT),
        ("Do you remember my birthday?", Way.EXPLICIT),
        ("上次我们说到哪了", Way.PAST),
        ("以前的方案是什么", Way.PAST),
        ("What did we decide last time?", Way.PAST),
        ("我喜欢什么音乐", Way.PREFERENCE),
        ("我讨厌这种颜色", Way.PREFERENCE),
        ("what food do I like", Way.PREFERENCE),
        ("我妈妈快过生日了", Way.PEOPLE),
        ("my wife is coming", Way.PEOPLE),
        ("推荐一家餐厅", Way.TASK),
        ("help me draft an email", Way.TASK),
        ("这段代码报错了", Way.MEANING),
    ],
)
def test_the_first_trigger_that_applies_decides(message: str, way: Way):
    assert inject_router.route(message, {}, POLICY).way is way


@shows("R221")
def test_names_that_are_known_are_triggers():
    people, projects = {"张三": EntityType.PERSON}, {"寒武纪": EntityType.PROJECT}
    assert inject_router.route("张三来了", people, POLICY).way is Way.PEOPLE
    assert inject_router.route("寒武纪进展如何", projects, POLICY).way is Way.PROJECT


def test_asking_for_anything_is_broad_and_for_something_precise():
    assert inject_router.route("帮我回忆一下", {}, POLICY).count == POLICY.broad
    pointed = inject_router.route("你还记得我住哪个城市吗", {}, POLICY)
    assert (pointed.count, "城市" in pointed.question) == (POLICY.precise, True)


@given(st.text(alphabet="哈好的嗯hahaok!！ x", max_size=400))
def test_no_message_takes_long_to_judge(message: str):
    inject_router.is_chit_chat(message)  # a row of 哈 once took exponential time


@shows("R221")
def test_the_less_sure_the_more_cautiously_it_is_said():
    def line(confidence: float, **changes: object) -> str:
        made = item("用户在上海", confidence=confidence, **changes)
        return inject.line(made, project_id="agent", chinese=True, policy=POLICY)

    assert line(1.0) == "- 用户在上海"
    assert line(0.8, sources=("s1:4",)) == "- 用户在上海（来源 s1:4）"
    assert line(0.6, type="belief", basis="常提外滩") == (
        "- 用户在上海（推断，置信度 0.60；记于 1970-01-01；依据：常提外滩）"
    )
    assert line(0.4, type="belief").startswith("- 仅供参考：用户在上海（推断")
    assert line(0.95, type="belief") == "- 用户在上海（推断，置信度 0.95）"


def test_what_another_agent_knows_says_whose_it_is():
    made = item("User is in Rome", project_id="elsewhere")
    said = inject.line(made, project_id="agent", chinese=False, policy=POLICY)
    assert said == "- User is in Rome (remembered by elsewhere)"


@given(st.lists(st.text("一二三 ab", min_size=1, max_size=20), max_size=20), st.integers(0, 120))
def test_a_block_stays_within_its_tokens(lines: list[str], most: int):
    kept = inject.fitting(lines, most - len(inject.block([""], chinese=True)), len)
    block = inject.block([lines[place] for place in kept], chinese=True)
    assert len(block) <= most or block == ""
    assert block == "" or (block.startswith(OPEN) and block.endswith(CLOSE))
    assert kept == sorted(kept)
