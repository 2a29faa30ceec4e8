"""L4 and L5: what gives way when there is too much, in which order."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mohen.prompts import varying_layers
from mohen.prompts.model import Kind, Reference, Skill, Source
from mohen.prompts.prompt_headings import ZH
from mohen.prompts.truncate import Side
from mohen.prompts.varying_layers import Entry, Stack

SKILL = Skill(
    id="polish", description="d", body="写好。", source=Source.BUILT_IN, title=("Polish", "润色")
)


def entry(source: str, size: int = 10, strength: float = 0.5) -> Entry:
    return Entry(source, source * size, Reference(source, Kind.EPISODIC, strength, size))


def fit(room: int, **changes: object) -> varying_layers.Fitted:
    asked: dict[str, object] = {
        "recent": Stack("recent", None, (entry("r", 50),)),
        "recent_tokens": 100,
        "before": Side("上" * 100, None, 100),
        "after": Side("下" * 100, None, 100),
        "stacks": [
            Stack("working", "w", (entry("w", 50),), 0),
            Stack("episodes", "e", (entry("e", 50), entry("f", 50, 0.9)), 1),
        ],
        "recalled_tokens": 200,
        "count": len,
    }
    return varying_layers.fit(room=room, **{**asked, **changes})  # type: ignore[arg-type]


def sizes(fitted: varying_layers.Fitted) -> tuple[int, int, int, int]:
    """Recalled, recent, after, before."""
    kept = sum(len(stack.entries) for stack in fitted.stacks)
    return kept, len(fitted.recent.entries), len(fitted.after.text), len(fitted.before.text)


def test_the_recalled_goes_first_then_the_recent_then_the_far_end() -> None:
    assert sizes(fit(1000)) == (3, 1, 100, 100)
    assert sizes(fit(360)) == (2, 1, 100, 100)  # one episode less
    assert sizes(fit(310)) == (1, 1, 100, 100)  # working memory is fed first
    assert sizes(fit(260)) == (0, 1, 100, 100)
    assert sizes(fit(240)) == (0, 0, 100, 100)
    assert sizes(fit(150))[:2] == (0, 0)
    assert sizes(fit(150))[2:] == (50, 100)  # what follows before what precedes
    assert sizes(fit(60))[2:] == (0, 60)
    assert sizes(fit(0)) == (0, 0, 0, 0)


def test_of_two_the_stronger_stays_and_the_loser_is_named() -> None:
    fitted = fit(360)
    assert [each.source for each in fitted.stacks[1].entries] == ["f"]
    assert [(cut.source, cut.why.value) for cut in fitted.stacks[1].cuts] == [("e", "over_budget")]


def test_it_says_when_more_than_the_usual_had_to_go() -> None:
    assert not fit(1000).forced
    assert fit(360).forced
    assert fit(60).forced
    assert fit(240, stacks=[]).forced  # the recent alone
    assert not fit(260, stacks=[]).forced


@given(st.integers(0, 600))
def test_it_never_takes_more_than_there_is(room: int) -> None:
    fitted = fit(room)
    recalled = sum(len(e.text) + 1 for stack in fitted.stacks for e in stack.entries)
    recent = sum(len(e.text) + 1 for e in fitted.recent.entries)
    assert recalled + recent + len(fitted.before.text) + len(fitted.after.text) <= max(room, 0)


@given(st.integers(0, 500), st.integers(1, 100))
def test_more_room_never_gives_less_of_what_is_near(room: int, more: int) -> None:
    small, large = fit(room), fit(room + more)
    assert len(large.before.text) >= len(small.before.text)
    assert len(large.after.text) >= len(small.after.text)


def test_an_instruction_longer_than_its_room_is_cut_and_says_so() -> None:
    long = replace(SKILL, body="写得更好一些。" * 300)
    part = varying_layers.skill(long, ZH, 800, len)
    assert len(part.text) <= 800
    assert part.text.endswith("(trimmed: over_budget)")
    [cut] = part.cuts
    assert (cut.source, cut.before, cut.at) == ("skill:polish", len(long.body), "sentence")
    assert varying_layers.skill(SKILL, ZH, 800, len).cuts == ()
