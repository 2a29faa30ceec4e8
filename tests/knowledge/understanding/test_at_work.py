"""What is said at work: what of it outlasts the work, and what is over with it.

`at_work/held_*.jsonl` are messages that were typed for it as people really type to coding agents,
by writers who knew nothing of the rules, and of which nothing is fitted: a line each, what is
`said` and what of it is to `keep`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mohen.knowledge.consolidation.model import Fragment, Frame, Verdict
from mohen.knowledge.policy import Extraction, Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import at_work
from mohen.knowledge.understanding.extraction import extract
from mohen.knowledge.understanding.fragments import split
from mohen.knowledge.understanding.worth_keeping import screen
from ordinary import told
from shows import shows

HELD = Path(__file__).parent / "at_work"
LEAST_FOUND, MOST_FALSE = 0.45, 0.02


def cut(text: str, role: Role = Role.USER) -> list[Fragment]:
    return split(Utterance("s", 1, role, text, None), at=0, policy=Screening())


def lasts(text: str) -> bool:
    return any(each.frame is Frame.LASTS for each in cut(text))


def held(language: str) -> Iterator[tuple[str, bool]]:
    for line in (HELD / f"held_{language}.jsonl").read_text("utf-8").splitlines():
        message = json.loads(line)
        yield message["said"], bool(message["keep"])


@shows("R194")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_messages_that_nothing_was_fitted_on_about_half_of_what_lasts_is_found(
    language: str,
) -> None:
    """And of those with nothing to keep at most one in fifty is taken to last."""
    found = [(lasts(said), kept) for said, kept in held(language)]
    of_use = [lasting for lasting, kept in found if kept]
    of_none = [lasting for lasting, kept in found if not kept]
    assert sum(of_use) >= LEAST_FOUND * len(of_use)
    assert sum(of_none) <= MOST_FALSE * len(of_none)


@shows("R195")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "no mocks for the database, we run the tests against a real postgres",
            "No mocks for the database, we run the tests against a real postgres",
        ),
        (
            "kubectl 只准 get，写操作一律给我命令我自己敲",
            "kubectl 只准 get，写操作一律给我命令我自己敲",
        ),
    ],
)
def test_what_lasts_is_kept_in_the_users_own_words(text: str, kept: str) -> None:
    [said] = told(text)
    assert said.endswith((f'"{kept}"', f"“{kept}”"))


PLAIN = [
    # what anybody would expect to be remembered; the fit holds to these
    "no new dependencies without asking me",
    "i'll run the dev server myself",
    "never commit to main, always open a PR",
    "ask before you touch the migrations",
    "the backend is written in Go and talks to Postgres 15",
    "our api is versioned in the url, /v2 and so on",
    "we deploy on Thursdays, never on Fridays",
    "staging shares the prod database, so be careful with deletes",
    "the docs repo is at ../docs",
    "this repo is public, so no customer names in fixtures",
    "we're on Python 3.9 until the cluster is upgraded",
    "auth is owned by Priya's team, we only consume it",
    "tests run with vitest, jest is gone",
    "all timestamps are UTC in the database",
    "the legacy folder is read-only, nobody touches it",
    "feature freeze is the 3rd of March",
    "commit messages in English, present tense",
    "we use tabs, not spaces",
    "the mobile app still talks to the v1 endpoints",
    "secrets come from vault, never put them into .env",
    "没有我同意不要加新依赖",
    "本地服务我自己起",
    "不要直接往 main 推，一律走 PR",
    "动迁移脚本之前先问我",
    "后端是 Go 写的，库是 Postgres 15",
    "接口版本都放在 url 里，/v2 这种",
    "我们周四发版，周五不上线",
    "预发和生产共用一个库，删数据要小心",
    "文档仓库在 ../docs",
    "这个仓库是公开的，测试数据里不要写客户名字",
    "集群升级之前我们只能用 Python 3.9",
    "登录是平台组在维护，我们只是调用",
    "测试用 vitest，jest 早就不用了",
    "数据库里的时间一律存 UTC",
    "legacy 目录只读，谁都别动",
    "提交信息写英文，用现在时",
    "移动端还在调 v1 的接口",
    "密钥都在 vault 里，不要写进 .env",
]


@shows("R194")
@pytest.mark.parametrize("text", PLAIN)
def test_what_anybody_would_remember_is_kept(text: str) -> None:
    assert told(text)


def test_no_at_the_beginning_is_a_part_of_the_rule() -> None:
    """No new dependencies is not: no, new dependencies."""
    [rule] = told("no new dependencies without asking me")
    assert "No new dependencies" in rule
    [other] = told("no, the legacy folder is read-only, nobody touches it")
    assert "No," not in other


@shows("R193")
@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (
            "our design tokens live in packages/tokens.",
            "they are generated from figma, never edit them by hand",
        ),
        ("组件库用的 arco。", "它的主题在 theme 目录里，别直接改"),
    ],
)
def test_what_begins_with_what_was_said_before_is_one_thought_with_that(
    said: str, rule: str
) -> None:
    """And where that was a question, it is not kept."""
    [thought] = cut(f"{said} {rule}")
    assert thought.text.startswith(said)
    assert thought.text.endswith(rule)
    assert lasts(f"{said} {rule}")
    assert not lasts(f"{said.strip('.。')}? {rule}")


@pytest.mark.parametrize(
    "text",
    [
        "every order over 50 € ships free, the banner must always be visible",
        "why does the test never finish?",
        "所有按钮都加图标",
        "首页的轮播图最多五张，超过的不显示",
    ],
)
def test_what_is_asked_for_with_the_work_is_over_with_it(text: str) -> None:
    assert not lasts(text)


def test_only_what_the_user_says_lasts() -> None:
    said = "we never commit generated files"
    assert lasts(said)
    assert not any(each.frame is Frame.LASTS for each in cut(said, Role.ASSISTANT))
    assert not lasts(f"“{said}”, said the README, but I do not think so")


def test_what_stands_in_a_long_message_is_a_part_of_it() -> None:
    """Given a rule that is kept by itself, when it stands in a long specification, then it is
    a part of that."""
    said = "we never commit generated files"
    assert not lasts(f"{said}. {'The page shows a list of orders. ' * 30}")


def test_what_lasts_is_kept_whatever_the_rules_of_once_say() -> None:
    """Given an order for once by its form, which lasts by its words, then it is kept."""
    [said] = cut("commit messages in the imperative, max 72 chars")
    assert said.frame is Frame.LASTS
    assert screen(said, Screening()).verdict is Verdict.KEPT
    made = extract([said], offset_ms=0, policy=Extraction())
    assert [index for index, _ in made.statements] == [0]


@pytest.mark.parametrize("text", ["", "ok", "x" * 301, "删" * 301])
def test_what_is_too_short_or_too_long_is_not_weighed(text: str) -> None:
    assert not at_work.lasts(text, len(text))
