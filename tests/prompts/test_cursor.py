"""Where the author stands in the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.errors import InputTooLarge, InvalidArgument
from mohen.policy import Policy
from mohen.prompts import cursor
from mohen.prompts.model import Request, Span, Target
from mohen.session.model import Focus

CONTEXT = Policy().context


def asked(text: str = "一二三四五", **changes: object) -> Request:
    return Request(skill_id="polish", text=text, **changes)  # type: ignore[arg-type]


def test_a_skill_for_a_selection_takes_the_whole_text_where_none_is_given() -> None:
    assert cursor.placed(asked(), Target.SELECTION).selection == Span(0, 5)
    assert cursor.placed(asked(text=""), Target.SELECTION).selection is None
    assert cursor.placed(asked(cursor=2), Target.SELECTION).selection is None
    assert cursor.placed(asked(selection=Span(2, 2)), Target.SELECTION).selection == Span(0, 5)


def test_a_skill_that_continues_stands_at_the_end_of_the_text() -> None:
    placed = cursor.placed(asked(), Target.CURSOR)
    assert (placed.selection, placed.cursor) == (None, 5)
    placed = cursor.placed(asked(selection=Span(2, 2)), Target.CURSOR)
    assert (placed.selection, placed.cursor) == (None, 2)


@given(st.integers(0, 99), st.integers(0, 99), st.sampled_from(Target))
def test_whatever_lies_beyond_the_text_ends_where_the_text_does(
    start: int, size: int, target: Target
) -> None:
    placed = cursor.placed(asked(selection=Span(start, start + size)), target)
    assert placed.cursor is not None
    assert 0 <= placed.cursor <= 5
    assert placed.selection is None or 0 <= placed.selection.start < placed.selection.end <= 5
    assert cursor.placed(placed, target).selection == placed.selection


@pytest.mark.parametrize(
    ("changes", "field", "error"),
    [
        ({"cursor": -1}, "cursor", InvalidArgument),
        ({"cursor": 1, "selection": Span(0, 1)}, "cursor", InvalidArgument),
        ({"selection": Span(-1, 1)}, "selection", InvalidArgument),
        ({"selection": Span(3, 1)}, "selection", InvalidArgument),
        ({"text": "半\ud800"}, "text", InvalidArgument),
        ({"instruction": "半\ud800"}, "instruction", InvalidArgument),
        ({"text": "字" * (CONTEXT.text_chars_max + 1)}, "text", InputTooLarge),
        (
            {"instruction": "字" * (CONTEXT.instruction_chars_max + 1)},
            "instruction",
            InputTooLarge,
        ),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_field(
    changes: dict[str, object], field: str, error: type[InvalidArgument]
) -> None:
    with pytest.raises(error) as caught:
        cursor.check(asked(**changes), CONTEXT)
    assert caught.value.details["field"] == field


def test_what_the_caller_did_not_say_the_session_knows() -> None:
    focus = Focus(at=0, chapter_id="ch3", scene_type="action", text="雪夜")
    known = cursor.from_focus(Request(skill_id="continue"), focus, Target.CURSOR)
    assert (known.chapter_id, known.scene_type, known.text) == ("ch3", "action", "雪夜")
    said = Request(skill_id="continue", text="白天", chapter_id="ch9", scene_type="dialogue")
    assert cursor.from_focus(said, focus, Target.CURSOR) == said
    assert cursor.from_focus(said, None, Target.CURSOR) == said


def test_places_in_the_sessions_text_are_those_of_the_chapter() -> None:
    # The session sees ten characters of a chapter, from the hundredth on, and stands at the fourth
    focus = Focus(at=0, text="一二三四五六七八九十", begins=100, cursor=4)

    def seen(target: Target = Target.CURSOR, **changes: object) -> Request:
        return cursor.placed(cursor.from_focus(asked("", **changes), focus, target), target)

    assert seen().cursor == 4
    assert seen(cursor=107).cursor == 7
    assert seen(cursor=3).cursor == 0
    assert seen(selection=Span(102, 105)).selection == Span(2, 5)
    assert seen(selection=Span(0, 103)).selection == Span(0, 3)
    # One that works on a selection takes all of it, as it takes a whole text
    assert seen(Target.SELECTION).selection == Span(0, 10)
