"""How long a text is, as its writers count."""

from __future__ import annotations

import pytest

from mohen.text.length import counted


@pytest.mark.parametrize(
    ("text", "number", "ideographic"),
    [
        ("", 0, False),
        ("雨停了。", 3, True),
        ("don't look at the sea-fog", 5, False),
        ("他说 OK，然后走了！", 7, True),
        ("第 3 章", 3, True),
        ("—— …", 0, False),
        ("かなカナ", 4, True),
    ],
)
def test_a_character_is_one_and_so_is_a_word(text: str, number: int, ideographic: bool) -> None:
    assert counted(text) == (number, ideographic)
