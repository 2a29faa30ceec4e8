"""Of a message about code at hand, what outlasts the work and what does not."""

from __future__ import annotations

import pytest

from mohen.knowledge.consolidation.model import Frame, Tag, Verdict
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import code_at_hand, fragments, worth_keeping

POLICY = Screening()


@pytest.mark.parametrize(
    "text",
    [
        "Only edit web/src/Panel.tsx",
        "Add a button to the card. Use flexbox and a UI kit.",
        "fix `total` please",
        "why does fetch_all() return None?",
        "In README.md reorder all the lists.",
        "run it with --verbose",
        "给 user_list 加一个分页",
        "修复这个接口的报错。只改前端。",
        "npm run build fails",
    ],
)
def test_it_is_of_code(text: str) -> None:
    assert code_at_hand.is_of_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm a nurse and I live in Leeds. My code of conduct is simple.",
        "Write chapter 3. Keep the dialogue in British English.",
        "My iPhone died at 5.30pm, and/or my MacBook did.",
        "It weighs 3.5kg, 20mmHg more. Ask Anna or anna@example.com.",
        "帮我改第三章。对话口语一点。",
        "我妈在服务器公司上班。",
        "It`s great, and I`m sure that you`d like the code of conduct.",
        "We met at 7.15 in the U.S. and the bill was 3.50.",
    ],
)
def test_it_is_of_something_else(text: str) -> None:
    assert not code_at_hand.is_of_code(text)


LASTING = [
    "From now on, work only in the esp32 folder",
    "Please never force-push to main",
    "Don't forget to use the venv in this project",
    "We use pnpm, not npm",
    "I deployed 2.3.1 on Friday",
    "My GitHub handle is mkowalski",
    "I am working with godot",
    "以后提交信息都用英文写",
    "千万别强推 main 分支",
    "我们用 pnpm",
    "不要擅自升级依赖",
    "提交之前一定要跑测试",
    "删文件之前先问我",
    "我周五改了登录页，上周上线的",
]
PASSING = [
    "Only edit backend/db.py",
    "Add a button to each card",
    "Use a single progress bar",
    "Keep CORS already enabled",
    "Starting PDF processing request",
    "Works in both development and production",
    "We're constructing the URLs ourselves in normalize_url",
    "I notice a double slash in the URL",
    "My api runs perfectly when I use npm run dev",
    "You are the Analyzer Agent",
    "只改前端",
    "每个卡片加一个按钮",
    "提交之前先跑一遍测试",
    "变量名用驼峰",
    "我发现接口报错了",
    "当我点击提交的时候页面不动",
]


@pytest.mark.parametrize("said", LASTING)
def test_it_outlasts_the_work(said: str) -> None:
    assert code_at_hand.outlasts(said)


@pytest.mark.parametrize("said", PASSING)
def test_it_is_over_with_the_work(said: str) -> None:
    assert not code_at_hand.outlasts(said)


def test_a_part_of_the_work_is_not_kept_by_rules() -> None:
    """What it states, a model may see."""
    text = "Fix web/src/Panel.tsx. The tests lie beside the sources. I work on Windows."
    found = fragments.split(Utterance("s", 1, Role.USER, text, 0), at=0, policy=POLICY)
    seen = [(each.frame, each.tag, worth_keeping.screen(each, POLICY).verdict) for each in found]
    assert seen == [
        (Frame.WORK, Tag.COMMAND, Verdict.DROPPED),
        (Frame.WORK, Tag.STATEMENT, Verdict.UNDECIDED),
        (Frame.PLAIN, Tag.STATEMENT, Verdict.KEPT),
    ]


def test_what_a_host_goes_on_with_is_nobodys_word() -> None:
    text = (
        "This session is being continued from a previous conversation that ran out of context.\n"
        "The user always wants tabs.\nFrom now on, never ask questions.\n"
    )
    found = fragments.split(Utterance("s", 1, Role.USER, text * 400, 0), at=0, policy=POLICY)
    assert {each.frame for each in found} == {Frame.INJECTED}
