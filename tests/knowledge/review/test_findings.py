"""When an appointment has passed, and what is none that could."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mohen.knowledge.model import Category
from mohen.knowledge.review.findings import review
from mohen.knowledge.transfer.model import Memo
from mohen.policy import Policy


def at(day: str) -> int:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000)


def found(content: str, value: str, event: str, now: str) -> list[str]:
    memo = Memo(
        ref="1",
        content=content,
        type="fact",
        at=at("2026-10-10"),
        category=Category.SCHEDULE,
        subject="user",
        attribute="schedule:x",
        value=value,
        event_at=at(event),
    )
    return [each.code for each in review([memo], at(now), Policy())]


@pytest.mark.parametrize(
    ("content", "value", "begins", "still", "over"),
    [
        ("用户 2026-11 去日本", "2026-11", "2026-11-01", "2026-12-01", "2026-12-02"),
        ("The user moves in 2026-02", "2026-02", "2026-02-01", "2026-02-28", "2026-03-02"),
        ("用户 2026-12 结婚", "2026-12", "2026-12-01", "2026-12-31", "2027-01-02"),
        ("用户 2027 年毕业", "2027", "2027-01-01", "2027-12-31", "2028-01-03"),
        ("用户 2026-11-16 那周 出差", "2026-11-16", "2026-11-16", "2026-11-22", "2026-11-25"),
        (
            "The user is in Rome in the week of 2026-11-16",
            *("2026-11-16", "2026-11-16", "2026-11-22", "2026-11-25"),
        ),
        ("用户 2026-11-16 面试", "2026-11-16", "2026-11-16", "2026-11-16", "2026-11-18"),
    ],
)
def test_it_has_passed_when_all_of_the_time_it_speaks_of_has(
    content: str, value: str, begins: str, still: str, over: str
) -> None:
    assert found(content, value, begins, still) == []
    assert found(content, value, begins, over) == ["passed"]


@pytest.mark.parametrize(
    "content",
    [
        "用户的妈妈生日是 2026-11-16",
        "2026-11-16 是用户的结婚纪念日",
        "The user's mother's birthday is 2026-11-16",
        "Anna and the user's anniversary is on 2026-11-16",
        "用户每年 2026-11-16 体检",
    ],
)
def test_what_comes_again_does_not_pass(content: str) -> None:
    assert found(content, "2026-11-16", "2026-11-16", "2027-03-01") == []


@pytest.mark.parametrize(
    "content",
    ["用户 2026-11-16 去张三的生日聚会", "The user has a birthday party on 2026-11-16"],
)
def test_a_party_for_it_passes(content: str) -> None:
    assert found(content, "2026-11-16", "2026-11-16", "2027-03-01") == ["passed"]
