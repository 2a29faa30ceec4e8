"""Word lists that stand in files: read by topic, and the same in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import mohen
from mohen.text.word_lists import topics, words

HOUSE = Path(mohen.__file__).parent
TRIED_IN_ORDER = ("rules/data/{}/rule_phrases.txt", "episodes/data/{}/comment_words.txt")
FILES = sorted(each.relative_to(HOUSE).as_posix() for each in HOUSE.glob("**/data/**/*.txt"))


def read(path: str) -> dict[str, str]:
    folder, _, name = path.partition("/data/")
    return topics(str(HOUSE / folder / "code.py"), name)


def test_a_topic_is_what_stands_below_its_name(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    text = "# a note\n\n[one]\na b\n# another\nc\n\n[two words]\n[abc]d e\n[nothing]\n"
    (tmp_path / "data" / "list.txt").write_text(text, "utf-8")
    found = topics(str(tmp_path / "code.py"), "list.txt")
    assert found == {"one": "a b\nc", "two words": "[abc]d e", "nothing": ""}
    assert words(found["one"]) == {"a", "b", "c"}


@pytest.mark.parametrize("path", TRIED_IN_ORDER)
def test_both_languages_have_the_same_topics_in_the_same_order(path: str) -> None:
    assert list(read(path.format("en"))) == list(read(path.format("zh")))


@pytest.mark.parametrize("path", FILES)
def test_a_file_says_what_it_is_and_holds_something(path: str) -> None:
    assert (HOUSE / path).read_text("utf-8").startswith("# ")
    assert any(read(path).values())
