"""How a text is cut: into sentences, into speech and what is told around it, into words and units.

Where a sentence ends is said in one place for each use, because what came of it is stored (lengths
in a style profile, fingerprints in a trace, fragments of a conversation) or shown:

- `cut`: for measuring. A full stop or an ellipsis ends a sentence only before a space or a closing
  mark, a lower-case letter goes on with it, abbreviations end nothing. `text/style.py`, scenes.
- `whole`: sentences that together are the text; ；; and a line's end end one too. For the
  fingerprints of `prompts/self_output.py` and for hiding secrets.
- `pieces`: likewise, by 。！？.!?… wherever they stand, for an answer that is sent sentence by
  sentence. The offline writer.
- `ends_in`: of an author's line in a known language, with abbreviations left to the caller, so
  that it can be put together again unchanged. `offline_writer/revise.py`.
- `BOUNDARY`: where a text may be cut to fit: with ；; and not before a letter or a digit.
  `prompts/truncate.py`.
- `told`: in a chapter whose quotations are blanked, places instead of texts. `story/sentences.py`.
- `said`: in a message as people type it: ～ and an emoji end a thought, `1.` and many
  abbreviations do not. `knowledge/understanding/fragments.py`.
- `goes_on`: whether there is a second sentence. `rules/labels.py`.
- `is_ended`: whether the text ends where a sentence does. `episodes/style_evidence.py`.

The clauses of `knowledge/understanding/{en,zh}/clauses.py` are cut finer than sentences, by the
grammar of their language, and stay with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.text import language
from mohen.text.language import CJK_MEASURED, HAN
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import lowered

# -- for measuring

_LETTER = "A-Za-zÀ-ÖØ-öø-ɏ"
_CLOSERS = r"\"'”’」』）)\]】》*_"

_WORD = LazyPattern(rf"[{_LETTER}]+(?:['’-][{_LETTER}]+)*")
_TOKEN = LazyPattern(rf"[{_LETTER}\d]+(?:['’-][{_LETTER}\d]+|(?<=\d)[.,:]\d+)*")
_NO_UNIT = LazyPattern(rf"[^\nw{CJK_MEASURED}]+")
_LINE = LazyPattern(r"\w[^\n]*")
_ABBREVIATION = LazyPattern(
    r"\b(Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|cf|e\.g|i\.e|[A-HJ-Z])\.(?=[\s,])"
)
_STOP = LazyPattern(
    rf"(?<![。！？｡!?.…])[。！？｡!?.…]++(?:(?<=[。！？｡!?])|(?=[\s{_CLOSERS}]|\Z))[{_CLOSERS}]*+(?!\s*[a-z])"
)
# Unclosed “ 「 『 run to the end of the line, as in speeches of several paragraphs.
_QUOTED = LazyPattern(
    r"“[^”\n]*+(?:”|$)|「[^」\n]*+(?:」|$)|『[^』\n]*+(?:』|$)|\"[^\"\n]*+\""
    r"|‘[^‘’\n]*+(?:’\w[^‘’\n]*+)*+’(?!\w)"
    # Straight ones are apostrophes, too: it begins before a word and ends behind a mark.
    r"|(?<!\w)'(?=\w)(?:[^'\n\w]|\w'?)*+'(?!\w)",
    re.MULTILINE,
)
# Where nothing is quoted, dashes may begin what is said: up to the next dash, or all of the line.
_DASHED = LazyPattern(r"^[ \t\u3000]*(?:[—―–]{1,2}|--)[^—―–\n]+", re.MULTILINE)
_SPEECH_END = frozenset("。！？…—，；,.!?;~～-")
_SPEECH_START = frozenset("：:，,")


def split_speech(text: str) -> tuple[str, str]:
    """The text outside and inside dialogue."""
    outside, inside, at = [], [], 0
    for start, end in speech(text):
        outside.append(text[at:start])
        inside.append(text[start:end])
        at = end
    outside.append(text[at:])
    return "\n".join(outside), "\n".join(inside)


def speech(text: str) -> Iterator[tuple[int, int]]:
    """Where somebody speaks, quotation marks included.

    A quotation is speech when punctuation closes it or a colon or comma leads into it;
    a quoted term (所谓“自由”) is neither.
    """
    if not any(mark in text for mark in "“「『\"‘'—―–-"):
        return
    seen, quoted = 0, False
    for match in _QUOTED.finditer(text):
        start, end = match.span()
        last = match[0].rstrip("”」』\"’' ")[-1:]
        led = text[seen:start].rstrip(" ")[-1:]
        seen, quoted = end, True
        if last in _SPEECH_END or led in _SPEECH_START:
            yield start, end
    if not quoted:
        # What is signed with a dash is not said, and one line alone is an afterthought.
        said = [each for each in _DASHED.finditer(text) if each[0].rstrip()[-1] in _SPEECH_END]
        yield from (each.span() for each in said if len(said) > 1)


def cut(text: str) -> str:
    """The skeleton of a text: one character a unit (C72), one line a sentence.

    A unit is a CJK character, which stands for itself, or a Latin word or number, which
    becomes `w`; so the length of a line is characters in Chinese and words in English.
    """
    plain = _ABBREVIATION.sub(r"\1", text) if "." in text else text
    return units(_STOP.sub("\n", plain))


def units(text: str) -> str:
    return _NO_UNIT.sub("", _TOKEN.sub("w", text))


def count_units(text: str) -> int:
    skeleton = units(text)
    return len(skeleton) - skeleton.count("\n")


def language_of(*texts: str) -> str:
    """zh or en, by the first text that shows one; mixed text goes by what there is more of.
    Empty where none does."""
    return language.first_shown((len(words(text)), count_units(text)) for text in texts)


def count_paragraphs(text: str) -> int:
    """Lines with anything to read; a line of asterisks is no paragraph. Never below one."""
    return max(1, len(_LINE.findall(text)))


def words(text: str) -> list[str]:
    """Latin words in lower case, with straight apostrophes."""
    return _WORD.findall(lowered(text))


# -- whole texts, sentence by sentence

# Up to the mark that ends it, the quotes that close behind, and the space to the next. A full
# stop ends nothing inside 0.87; a line always ends.
_WHOLE = LazyPattern(
    r"""(?s:.+?)(?:[。！？!?…；;]+["'”’」』)）]*|\.{1,9}["'”’)]*(?=\s|\Z)|\n|\Z)\s*"""
)
_PIECE = LazyPattern(r".+?(?:[。！？!?.…]+[”」』\"’]*\s*|\n+|\Z)", re.DOTALL)


def whole(text: str) -> Iterator[str]:
    """Together they are the text."""
    return (each.group() for each in _WHOLE.finditer(text))


def pieces(text: str) -> list[str]:
    """Together they are the text; for one that is sent while it is written."""
    return _PIECE.findall(text)


# -- ends of sentences

_ENDS_IN = {
    "zh": LazyPattern(r"[…。！？]+[”」』’]*|\Z"),
    "en": LazyPattern(r"(?<![….!?])[….!?]+[”\"’]*(?=\s|\Z)(?!\s*[a-z])|\Z"),
}


def ends_in(line: str, language: str) -> Iterator[re.Match[str]]:
    """What ends each sentence of a line, and the end of the line."""
    return _ENDS_IN[language].finditer(line)


ENDS, CLOSERS = "。！？…；.!?;", "」』”’\"'）)】》〉]"
BOUNDARY = LazyPattern(
    rf"(?:[。！？…；]|[.!?;](?![0-9A-Za-z\u00c0-\u024f.]))+[{re.escape(CLOSERS)}]*"
)
"""What ends a sentence goes with the quotes that close after it. A full stop before a letter or
a digit ends nothing: 3.14, e.g."""

# A quotation is blanked by \x1f, so that places stay what they were.
_TOLD = LazyPattern(r"[。！？!?；;…]+[”」』\"’）)]*|\.(?=\s|$)|(?<=\x1f)[”」』](?![，,：:说道问])")


def told(plain: str) -> Iterator[tuple[int, int]]:
    """Where each sentence of a paragraph begins and ends."""
    start = 0
    for match in _TOLD.finditer(plain):
        yield start, match.end()
        start = match.end()
    if plain[start:].strip():
        yield start, len(plain)


_CLOSES = r"\"'”’」』)）\]】"
_EMOJI = "[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]"
_SHORTENED = (
    r"Mr Mrs Ms Dr Prof St Jr Sr vs No Inc Ltd Co e\.g i\.e etc U\.S a\.m p\.m approx Ave Mt Fig"
)
_ABBREVIATED = "".join(rf"(?<!\b{each}\.)" for each in _SHORTENED.split())
# It begins with a set of characters and looks back from there: so most of a text is passed over.
_SAID = LazyPattern(
    rf"[。！？…；!?;.~～\n](?:(?<=\n)|(?:(?<=[。！？…；])|(?<=[!?;])(?=[\s!?{_CLOSES}]|$"
    r"|[^\x00-\x7f])"
    rf"|(?<=\.)(?=\.(?!\.?[/\\]))|(?<=\.)(?=[\s{_CLOSES}]|$|[{HAN}])"
    rf"(?<!^\d\.)(?<!\n\d\.)(?<!\s[A-HJ-Z]\.)(?<!^[A-Z]\.){_ABBREVIATED}"
    rf"|(?<=\D[~～])(?=[\s~～{HAN}]|$))[。！？…；!?;.~～]*[{_CLOSES}]*(?:\s*{_EMOJI}+)?)"
)


def said(message: str) -> Iterator[str]:
    """Together they are the message; the last may be empty."""
    start = 0
    for match in _SAID.finditer(message):
        yield message[start : match.end()]
        start = match.end()
    yield message[start:]


# A Latin full stop ends a sentence only before a capital: e.g. this.
_GOES_ON = LazyPattern(r"[。！？!?][\s”’」』\"']*\w|\.\s+[A-Z\u4e00-\u9fff]")


def goes_on(text: str) -> bool:
    return _GOES_ON.search(text) is not None


# -- whether a text ends where a sentence does

_AFTER_STOP = "\"'”’」』）)]】》*_ \n\r\t\u3000"


def is_ended(text: str) -> bool:
    return text.rstrip(_AFTER_STOP)[-1:] in tuple("。！？｡!?.…")
