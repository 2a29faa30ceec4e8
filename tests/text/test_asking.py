"""Whether a message asks for anything, or only tells."""

from __future__ import annotations

import pytest

from mohen.text.asking import asks_for_anything


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("whats that tiny weird place i heard about", True),
        ("milk packaging explanation up north", True),
        ("gimme all the funny films u suggested", True),
        ("那个收了一堆稀奇古怪东西的小地方叫啥", True),
        ("I went to the market and it rained.", False),
        ("went to the market. it rained all day!", False),
        ("今天我去了公园散步，看到了一些非常漂亮的景色。", False),
    ],
)
def test_a_message_that_only_tells_asks_for_nothing(text: str, asks: bool) -> None:
    assert asks_for_anything(text) is asks
