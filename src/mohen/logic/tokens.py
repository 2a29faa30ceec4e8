"""How many tokens a text costs, roughly.

By kinds of characters, with no vocabulary to load: a budget wants to be asked quickly and to be
told rather too much than too little.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from mohen.model.language import Message
from mohen.policy import Tokens

_HAN = re.compile("[㐀-䶿一-鿿豈-﫿\U00020000-\U0003ffff]")
# A word as prose has it; letters mixed with digits or capitals inside are ids and codes.
_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]?[a-z]+(?:['’][a-z]+)?(?![A-Za-z0-9])")
_CODE = re.compile("[A-Za-z0-9]")
_SPACE = re.compile(" ")


def estimate(text: str, policy: Tokens) -> int:
    """Tokens of a text: seldom under what o200k_base counts, in Chinese, English and both."""
    rest, words = _WORD.subn("", text)
    letters = len(text) - len(rest)
    rest, spaces = _SPACE.subn("", rest)
    rest, han = _HAN.subn("", rest)
    rest, code = _CODE.subn("", rest)
    # A word takes the space before it into its token; what more there are stand alone.
    return math.ceil(
        policy.per_letter * (letters + min(words, spaces))
        + policy.per_han * han
        + policy.per_code * code
        + policy.per_other * (len(rest) + max(0, spaces - words) * policy.per_letter)
    )


def of_messages(messages: Iterable[Message], policy: Tokens) -> int:
    return sum(estimate(each.content, policy) + policy.per_message for each in messages)
