"""How each kind of working memory comes, comes again, and goes (R5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mohen.errors import InvalidArgument, NotFound
from mohen.policy import Policy
from mohen.session import importance
from mohen.session.model import Kind, Working
from mohen.text import tokens

POLICY = Policy()
EMPTY = Working(session_id="s", project_id="p", began_at=0, token_budget=POLICY.session.tokens)


class Buffer:
    """A buffer that grows."""

    def __init__(self) -> None:
        self.working = EMPTY
        self.at = 0

    def note(self, kind: Kind, text: str, **more: object) -> str:
        self.at += 1
        new = importance.made(kind, text, id=f"i{self.at}", now=self.at, policy=POLICY, **more)
        self.working, item = importance.added(self.working, new, POLICY.session)
        return item.id

    def again(self, id: str, kind: Kind, **more: object) -> None:
        self.at += 1
        self.working, _ = importance.again(self.working, id, kind, now=self.at, **more)

    def texts(self, kind: Kind) -> list[str]:
        return [each.text for each in self.working.of(kind)]


@pytest.fixture
def buffer() -> Buffer:
    return Buffer()


# -- intents and signals gather


@pytest.mark.parametrize("kind", [Kind.INTENT, Kind.SIGNAL])
@pytest.mark.parametrize("other", ["多用短句", " 多用短句。", "「多用短句」"])
def test_said_again_it_is_one_more_use(buffer: Buffer, kind: Kind, other: str) -> None:
    first = buffer.note(kind, "多用短句")
    assert buffer.note(kind, other) == first
    (item,) = buffer.working.items
    assert (item.uses, item.at, item.touched_at, item.text) == (2, 1, 2, "多用短句")


def test_an_intent_and_a_signal_of_one_text_are_two_things(buffer: Buffer) -> None:
    buffer.note(Kind.INTENT, "Shorter Sentences")
    buffer.note(Kind.SIGNAL, "shorter sentences!")
    assert [each.kind for each in buffer.working.items] == [Kind.INTENT, Kind.SIGNAL]


def test_a_signal_gathers_weight_and_a_tenth_ten_times_is_one(buffer: Buffer) -> None:
    for _ in range(10):
        buffer.note(Kind.SIGNAL, "句子太长", weight=0.1)
    buffer.note(Kind.SIGNAL, "太华丽", weight=0.9)
    assert [each.text for each in importance.reached(buffer.working, 1)] == ["句子太长"]


@pytest.mark.parametrize("weight", [0, -1, 1.01, float("nan"), float("inf")])
def test_one_sign_counts_once_at_most(weight: float) -> None:
    with pytest.raises(InvalidArgument) as refused:
        importance.made(Kind.SIGNAL, "x", id="i", now=0, policy=POLICY, weight=weight)
    assert refused.value.details["field"] == "weight"


# -- steps follow the editor


def test_a_step_that_is_undone_can_be_redone_until_a_new_one_is_made(buffer: Buffer) -> None:
    # Given three edits
    _, second, third = (buffer.note(Kind.UNDO, text) for text in ("one", "two", "three"))
    # When the last two are undone, one by its text
    buffer.note(Kind.REDO, "three")
    buffer.again(second, Kind.REDO)
    # Then they lie on the other pile, the last undone on top
    assert buffer.texts(Kind.UNDO) == ["one"]
    assert buffer.texts(Kind.REDO) == ["three", "two"]
    # When one is redone, the other can still be
    buffer.again(second, Kind.UNDO)
    assert buffer.texts(Kind.UNDO) == ["one", "two"]
    assert buffer.texts(Kind.REDO) == ["three"]
    # When a new edit is made, nothing can
    buffer.note(Kind.UNDO, "four")
    assert buffer.texts(Kind.UNDO) == ["one", "two", "four"]
    assert buffer.texts(Kind.REDO) == []
    with pytest.raises(NotFound):
        buffer.again(third, Kind.UNDO)


def test_the_same_edit_twice_is_two_steps(buffer: Buffer) -> None:
    buffer.note(Kind.UNDO, "cut a word")
    buffer.note(Kind.UNDO, "cut a word")
    assert len(buffer.texts(Kind.UNDO)) == 2
    buffer.note(Kind.REDO, "cut a word")
    assert (len(buffer.texts(Kind.UNDO)), len(buffer.texts(Kind.REDO))) == (1, 1)


def test_steps_are_bounded_and_the_oldest_forgotten(buffer: Buffer) -> None:
    buffer.note(Kind.INTENT, "stays")
    most = POLICY.session.undo_steps
    for n in range(most + 5):
        buffer.note(Kind.UNDO, f"step {n}")
    assert buffer.texts(Kind.UNDO) == [f"step {n}" for n in range(5, most + 5)]
    assert buffer.texts(Kind.INTENT) == ["stays"]


# -- dialogue is of one conversation


def test_another_conversation_begins_empty(buffer: Buffer) -> None:
    buffer.working = importance.conversing(buffer.working, "c1")
    buffer.note(Kind.DIALOGUE, "短一点", role="user")
    buffer.note(Kind.DIALOGUE, "短一点", role="assistant")
    buffer.note(Kind.INTENT, "打斗")
    for same in (None, "c1"):
        assert importance.conversing(buffer.working, same) is buffer.working
    other = importance.conversing(buffer.working, "c2")
    assert [each.kind for each in other.items] == [Kind.INTENT]


def test_dialogue_without_a_role_is_the_authors() -> None:
    said = importance.made(Kind.DIALOGUE, "x", id="i", now=0, policy=POLICY)
    assert said.role == "user"


# -- what is refused


@pytest.mark.parametrize(
    ("kind", "text", "more", "field"),
    [
        (Kind.INTENT, "  \n", {}, "text"),
        (Kind.INTENT, "雪" * 9_000, {}, "text"),
        (Kind.SIGNAL, "half \ud800", {}, "text"),
        (Kind.INTENT, "x", {"role": "user"}, "role"),
        (Kind.DIALOGUE, "x", {"role": "system"}, "role"),
        (Kind.INTENT, "x", {"weight": 1.0}, "weight"),
    ],
)
def test_what_makes_no_sense_names_its_field(
    kind: Kind, text: str, more: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidArgument) as refused:
        importance.made(kind, text, id="i", now=0, policy=POLICY, **more)
    assert refused.value.details["field"] == field


def test_an_item_is_touched_as_what_it_is(buffer: Buffer) -> None:
    id = buffer.note(Kind.INTENT, "Fight in the snow")
    buffer.again(id, Kind.INTENT, text="fight in the snow.")
    assert buffer.working.items[0].uses == 2
    for kind, text, field in [(Kind.SIGNAL, None, "kind"), (Kind.INTENT, "tea", "text")]:
        with pytest.raises(InvalidArgument) as refused:
            buffer.again(id, kind, text=text)
        assert refused.value.details["field"] == field


# -- the focus


def look(text: str, cursor: int | None = None) -> str:
    seen = importance.focus(
        text, cursor=cursor, chapter_id=None, scene_type=None, now=0, policy=POLICY
    )
    assert seen.tokens == tokens.estimate(seen.text, POLICY.tokens)
    assert seen.tokens <= POLICY.session.focus_tokens
    return seen.text


def test_of_a_long_text_it_is_what_stands_around_the_cursor() -> None:
    bounds = POLICY.session
    assert look("a short one", 3) == "a short one"
    chapter = "".join(chr(0x4E00 + n % 900) for n in range(9_000))
    middle = look(chapter, 5_000)
    assert chapter[4_990:5_010] in middle
    assert len(middle) <= bounds.focus_before + bounds.focus_after
    assert chapter.startswith(look(chapter, 0))
    assert chapter.endswith(look(chapter))
    assert len(look("🏮" * 9_000, 4_000)) > 100


@pytest.mark.parametrize("cursor", [-1, 4])
def test_a_cursor_outside_the_text_is_refused(cursor: int) -> None:
    with pytest.raises(InvalidArgument) as refused:
        look("abc", cursor)
    assert refused.value.details["field"] == "cursor"


def test_what_a_run_said_is_cut_to_little() -> None:
    for text in ("word " * 5_000, "雪" * 5_000, "🏮" * 5_000):
        kept = importance.shortened(text, POLICY)
        assert text.startswith(kept)
        assert 0 < tokens.estimate(kept, POLICY.tokens) <= POLICY.session.focus_tokens


# -- what is left of it


def test_the_digest_says_where_and_what_for(buffer: Buffer) -> None:
    assert importance.digest(EMPTY, POLICY.session) == ""
    for n, text in enumerate(["一", "二", "三", "四", "雪" * 200]):
        for _ in range(n + 1):
            buffer.note(Kind.INTENT, text)
    seen = importance.focus(
        "", cursor=None, chapter_id="ch15", scene_type=None, now=0, policy=POLICY
    )
    weighed = importance.weighed(replace(buffer.working, focus=seen), buffer.at, POLICY.session)
    longest = "雪" * POLICY.session.digest_chars
    assert importance.digest(weighed, POLICY.session) == f"ch15 · {longest} · 四 · 三"
