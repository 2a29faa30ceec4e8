"""What errors say, in both languages."""

from __future__ import annotations

import pytest

from mohen import errors
from mohen.text import error_words
from mohen.text.error_words import in_chinese


def test_both_languages_have_the_same_gaps() -> None:
    for each in error_words.sentences():
        assert each.chinese.count("{}") == len(each.pieces) - 1, each


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("no such rule", "没有这条规则"),
        ("rule is longer than 300 characters", "rule 超过 300 个字"),
        ("action: Input should be 'a', 'b' or 'c'", "action：须为 'a'、'b' 或 'c'"),
        ("frontmatter: is not YAML (line 3)", "frontmatter：不是 YAML（第 3 行）"),
        (
            "the episode was not written: mind.db is damaged; run `mohen doctor`",
            "这次交互未能写入：mind.db 已损坏；请运行 `mohen doctor`",
        ),
        ("nobody has put this into Chinese", None),
        ("没有这条规则", None),
        ("x" * 5_000 + " must be one of a, b", None),
    ],
)
def test_what_is_filled_in_is_said_too(english: str, chinese: str | None) -> None:
    assert in_chinese(english) == chinese


def test_an_error_is_told_in_both_languages() -> None:
    told = error_words.told(errors.NotFound("no such rule", field="id"))
    assert told["message"] == "no such rule"
    assert told["messages"] == {"en": "no such rule", "zh": "没有这条规则"}
    assert "messages" not in error_words.told(errors.NotFound("of a host's own making"))
