"""Which days a question about plans asks for, or about what was done."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from mohen.knowledge import calendar
from mohen.knowledge.policy import Extraction
from mohen.text.dates import Local

HOUR = 3_600_000
HERE = Local(1_770_170_400_000, 8 * HOUR)  # Wednesday 2026-02-04, 10:00 in Beijing

ASKED = {
    "What do I have on Friday?": ("2026-02-06", "2026-02-07"),
    "Am I free tomorrow afternoon?": ("2026-02-05", "2026-02-06"),
    "What's on my schedule next week?": ("2026-02-09", "2026-02-16"),
    "what did I do last Friday": ("2026-01-30", "2026-01-31"),
    "Do I have anything on March 20?": ("2026-03-20", "2026-03-21"),
    "Any plans for this weekend?": ("2026-02-07", "2026-02-09"),
    "What's coming up?": ("2026-02-04", "2026-03-06"),
    "我周五有什么安排？": ("2026-02-06", "2026-02-07"),
    "明天下午我有空吗": ("2026-02-05", "2026-02-06"),
    "下周有哪些事": ("2026-02-09", "2026-02-16"),
    "上周五我干嘛了": ("2026-01-30", "2026-01-31"),
    "這週末有安排嗎": ("2026-02-07", "2026-02-09"),
    "Do I have any upcoming appointments?": ("2026-02-04", "2026-03-06"),
    "我接下来有什么安排": ("2026-02-04", "2026-03-06"),
    "我最近的行程": ("2026-02-04", "2026-03-06"),
    # of no day, or of nothing that is done
    "When is my flight?": None,
    "Is the shop open on Friday?": None,
    "What do I like?": None,
    "Plan a trip to Rome": None,
    "How do I stay awake for my upcoming exams?": None,
    "What is Ben's upcoming album called?": None,
    "我得赶紧安排一下搬家的事": None,
    "最近事情太多，我先安排好工作": None,
    "我喜欢什么": None,
    "周五的天气怎么样": None,
}


@pytest.mark.parametrize("text", ASKED)
def test_what_is_asked_for(text: str) -> None:
    def day(moment: int) -> date:
        return datetime.fromtimestamp((moment + HERE.offset_ms) / 1000, UTC).date()

    found = calendar.asked(text, HERE, Extraction())
    assert (found and tuple(day(each).isoformat() for each in found)) == ASKED[text]


@pytest.mark.parametrize(
    ("days", "ordered"),
    [
        # Given days that were asked for, what is on them comes first, day by day
        ((10, 20), [10, 12, 15, None, 20, 3]),
        # Where no day was asked for nothing moves
        (None, [None, 15, 20, 10, 3, 12]),
    ],
)
def test_what_is_on_the_days_stands_in_their_order(
    days: tuple[int, int] | None, ordered: list[int | None]
) -> None:
    assert calendar.in_order([None, 15, 20, 10, 3, 12], days, lambda at: at) == ordered
