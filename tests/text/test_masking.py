"""Names that a remote model does not see, and that come back in its answer."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mohen.text.masking import Mask, Restoring

KEY = b"a home's own secret"
CAST = ("林远", "林远舟", "Lucy", "Lucy Gray", "C++", "阿Q", "🦊", "Émile", "某某")
CODE = "[BC4DF5GH6JK7LP8R]{6}"


def mask(*names: str) -> Mask:
    return Mask.of(names, KEY)


def token(name: str, *others: str) -> str:
    """What stands for a name, alone on its line."""
    return mask(name, *others).hide(name)


def occurs(name: str, text: str) -> bool:
    """As a reader sees it: a Latin name is a whole word."""
    return any(re.search(_alone(form), text) for form in (name, name.upper(), name.lower()))


def _alone(form: str) -> str:
    before = r"(?<![A-Za-z0-9_])" if re.match(r"\w", form[0], re.ASCII) else ""
    after = r"(?![A-Za-z0-9_])" if re.match(r"\w", form[-1], re.ASCII) else ""
    return before + re.escape(form) + after


# -- what is hidden


def test_a_name_goes_out_as_a_word_that_a_model_can_read() -> None:
    hidden = mask("林远", "Lucy").hide("林远看着Lucy，没有说话。")
    assert re.fullmatch(f"某{CODE}看着Name_{CODE}，没有说话。", hidden)


def test_the_longest_name_goes_first() -> None:
    known = mask("林远", "林远舟", "Lucy", "Lucy Gray")
    hidden = known.hide("林远舟遇见林远。Lucy Gray met Lucy.")
    assert len(set(re.findall(CODE, hidden))) == 4
    assert "舟" not in hidden
    assert "Gray" not in hidden


def test_a_latin_name_is_a_whole_word() -> None:
    assert mask("Ann").hide("Anna had an annual cold; Ann_1 too.") == (
        "Anna had an annual cold; Ann_1 too."
    )
    assert "Ann" not in mask("Ann").hide("Ann's; 和Ann说话")


def test_capitals_and_small_letters_come_back_as_they_were() -> None:
    text = "Lucy! LUCY! lucy..."
    hidden = mask("Lucy").hide(text)
    assert "luc" not in hidden.casefold()
    assert mask("Lucy").restore(hidden) == text


def test_another_name_changes_nothing_for_the_others() -> None:
    text = "林远看着Lucy。"
    few, many = mask("林远", "Lucy"), mask("林远", "Lucy", "苏晚晴", "Tom", "远方")
    assert few.hide(text) == many.hide(text)
    assert Mask.of(("林远", "Lucy"), b"another home").hide(text) != few.hide(text)


def test_without_names_nothing_changes() -> None:
    for nobody in (mask(), mask("", "  ")):
        assert nobody.hide("某K7B4DH") == nobody.restore("某K7B4DH") == "某K7B4DH"


# -- what comes back


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda it: it, "Lucy"),
        (lambda it: f"{it}'s", "Lucy's"),
        (lambda it: f"{it}’s", "Lucy’s"),
        (str.upper, "LUCY"),
        (str.lower, "lucy"),
        (str.title, "Lucy"),
        (lambda it: it.replace("_", " "), "Lucy"),
        (lambda it: it.replace("_", "-"), "Lucy"),
        (lambda it: it.replace("_", "\\_"), "Lucy"),
        (lambda it: it.replace("_", ""), "Lucy"),
        (lambda it: "".join(chr(ord(c) + 0xFEE0) for c in it), "Lucy"),
        (lambda it: f"**{it}**", "**Lucy**"),
        (lambda it: f"「{it}」", "「Lucy」"),
    ],
)
def test_a_model_may_write_it_otherwise(change, expected: str) -> None:
    assert mask("Lucy").restore(change(token("Lucy"))) == expected


@pytest.mark.parametrize("change", [str.lower, lambda it: it + "的", lambda it: "小" + it])
def test_so_it_may_in_chinese(change) -> None:
    written = change(token("林远"))
    assert "林远" in mask("林远").restore(written)


def test_a_token_of_nobody_stays() -> None:
    assert mask("林远").restore("某BBBBBB和Name_CCCCCC") == "某BBBBBB和Name_CCCCCC"


# -- laws

NAMES = st.lists(
    st.sampled_from(CAST)
    | st.text("林远舟aAbB .*+?()[]\\_z0某", min_size=1, max_size=4).filter(str.strip)
    | st.sampled_from([token("林远"), token("Lucy"), token("Lucy")[5:], "Name", "某", "z"])
    | st.text(min_size=1, max_size=5).filter(str.strip),
    max_size=6,
)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[tuple[str, ...], str]:
    """Names, and a text that is full of them, of their tokens, and of pieces of both."""
    names = tuple(name.strip() for name in draw(NAMES))
    known = mask(*names)
    words = [*names, *(known.hide(name) for name in names)]
    words += [each.swapcase() for each in words] + [each[:-1] for each in words]
    parts = st.sampled_from([*words, "z", "zz", "_", " ", "Name", "name ", "某", "\\", "，"])
    return names, "".join(draw(st.lists(parts | st.text(max_size=3), max_size=12)))


@given(scenes())
@example((("林远",), token("林远") + "z" + "林远zz"))
@example((("K7",), "某K7 K7"))
def test_what_was_hidden_comes_back_as_it_was(scene: tuple[tuple[str, ...], str]) -> None:
    names, text = scene
    known = mask(*names)
    assert known.restore(known.hide(text)) == text


@given(scenes())
@example((("0?",), "0?0?"))
def test_no_name_is_left(scene: tuple[tuple[str, ...], str]) -> None:
    names, text = scene
    hidden = mask(*names).hide(text)
    assert not [name for name in names if occurs(name, hidden)]


@given(scenes(), st.data())
def test_in_pieces_it_comes_back_the_same(
    scene: tuple[tuple[str, ...], str], data: st.DataObject
) -> None:
    names, text = scene
    known = mask(*names)
    answer = data.draw(st.sampled_from([text, known.hide(text), known.hide(text).upper()]))
    cuts = data.draw(st.lists(st.integers(0, len(answer)), max_size=8).map(sorted))
    pieces = [answer[a:b] for a, b in zip([0, *cuts], [*cuts, len(answer)], strict=True)]
    stream = Restoring(known)
    said = [stream.feed(piece) for piece in pieces]
    assert "".join(said) + stream.flush() == known.restore(answer)


def test_half_a_token_is_never_let_out() -> None:
    stream = Restoring(mask("Lucy"))
    said = [stream.feed(char) for char in f"She saw {token('Lucy')}."]
    assert "".join(said) == "She saw Lucy."
    assert not [each for each in said if "N" in each or "_" in each]


def test_a_model_is_told_of_the_tokens_by_what_is_none() -> None:
    known = mask("Lucy", "某甲")
    assert "匿K7B4DH" in known.told
    assert "Name_K7B4DH" in known.told
    assert known.restore(known.told) == known.told
    assert mask().told == ""
