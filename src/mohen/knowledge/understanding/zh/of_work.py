"""What of a message is a rule of a team or a fact of its project, in Chinese, and to where.

A rule with its reason, a fact with what belongs to it, and a list below its heading are one
thought each; what a sentence asks for besides is another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mohen.knowledge.understanding.zh import conventions, of_a_project
from mohen.text.lazy_pattern import LazyPattern

RULE, FACT = "rule", "fact"
_ENDS = " \t\n。.!！，,；;~～"
_MARKS = "，,；;。.!！~～"


def kind(text: str) -> str:
    """Whether a thought is a rule, a fact, or none of them."""
    if conventions.rules(text):
        return RULE
    if "\n" in text.strip():
        return FACT if of_a_project.listed(text)[0] else ""
    told = of_a_project.run(text)
    return FACT if told and text.strip(_ENDS).endswith(told) else ""


def apart(sentence: str) -> tuple[int, int]:
    """From where to where a sentence is one rule or one fact; nowhere where it holds none. A rule
    takes along what leads to it: that it was said before."""
    if conventions.said_to_be(sentence):
        return 0, len(sentence)
    if rules := conventions.rules(sentence):
        at = sentence.rfind(rules[-1])
        return 0, _marked(sentence, at + len(rules[-1])) if at >= 0 else len(sentence)
    told = of_a_project.run(sentence)
    start = sentence.find(told) if told else -1
    return (start, _marked(sentence, start + len(told))) if start >= 0 else (0, 0)


def _marked(sentence: str, end: int) -> int:
    while end < len(sentence) and sentence[end] in _MARKS:
        end += 1
    return end


_FORBIDS = LazyPattern("(?:不要|别|不许|不准|又)")
_SAID_SO = LazyPattern("(?:说|讲|强调|提醒)(?:过|了)")
_READ, _LINES = 1_500, 60  # characters and sentences in which a list ends
_NEAR = 40


def gathered(sentences: Sequence[str]) -> Iterator[str]:
    """The sentences of a text; a list with its heading, and an order with the complaint behind
    it that it was given before, are one each."""
    place = 0
    while place < len(sentences):
        count = _listed(sentences[place:]) or _repeated(sentences[place : place + 3])
        yield "".join(sentences[place : place + (count or 1)])
        place += count or 1


def _listed(sentences: Sequence[str]) -> int:
    """How many sentences are a list with its heading."""
    first = sentences[0].strip()
    if len(sentences) < 3 or len(first) > _NEAR or not sentences[0].endswith("\n"):
        return 0
    text = "".join(sentences[:_LINES])[:_READ]
    length = conventions.listed(text.lstrip())[1] or of_a_project.listed(text.lstrip())[1]
    length += len(text) - len(text.lstrip()) if length else 0
    count, at = 0, 0
    while at < length:
        at += len(sentences[count])
        count += 1
    return count if at == length else 0


def _repeated(sentences: Sequence[str]) -> int:
    for count in (2, 3):
        text = "".join(sentences[:count])
        if (
            count <= len(sentences)
            and "\n" not in text.strip()
            and len(text) <= 2 * _NEAR
            and _FORBIDS.match(text.lstrip("你怎么咋"))
            and _SAID_SO.search(sentences[count - 1])
            and conventions.rules(text)
            and not conventions.rules(sentences[count - 1])
        ):
            return count
    return 0
