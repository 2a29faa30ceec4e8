"""What a language model wrote, without what it only gave back of its prompt.

Small models repeat the prompt's tags and placeholders, begin a continuation with the sentences
that it is to continue, announce their answer ("Here is the continuation:") or fence it like code.
What is taken away is ours to the letter, or a wrapper at the very beginning; everything else is the
model's prose and passes to the byte. An answer is passed on while it comes: only what may yet turn
out to be such a mark is held, so that nothing is shown that is then gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from mohen.text import sentences
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.tokens import Message

_NAMES = (
    "before", "after", "selection", "instruction", "file", "memory", "cursor",
    "continue", "rewrite", "polish", "expand", "condense", "dialogue",  # what a model makes of them
)  # fmt: skip
_TAGS = tuple(f"<{stroke}{name}>" for name in _NAMES for stroke in ("", "/"))
_TAG = "|".join(_TAGS)
_PLACEHOLDERS = (
    "(none)", "(empty)", "(masked: ", "(unavailable: ", "(trimmed: ",
    "<none>", "<empty>", "<masked: ", "<unavailable: ",
)  # fmt: skip
_PLACEHOLDER = (
    r"\((?:none|empty)\)|\((?:masked|unavailable|trimmed): [^()\n]{1,80}\)"
    r"|<(?:none|empty)>|<(?:masked|unavailable): [^<>\n]{1,80}>"  # as a model writes them
)
_FENCE = "```"

# -- at the very beginning; each knows what follows it, so that no piece is judged too early

_DONE_EN = (
    "continu|rewrit|rewrote|revis|polish|condens|expand|next (?:part|lines|exchange)|dialogue"
)
_DONE_ZH = "续写|改写|重写|润色|扩写|缩写|压缩|接下来的对话|对话内容"
_ANNOUNCED = (
    r"(?:(?:Sure|Certainly|Of course|Okay|OK)[!,.]? {0,2})?"
    rf"[Hh]ere(?:'s|’s| is| are) [^\n:.!?\"“”]{{0,60}}(?:{_DONE_EN})[^\n:.!?\"“”]{{0,60}}:[ \t]*\n"
    r"|(?:(?:好的|当然(?:可以)?)[，,。！!]? ?)?(?:以下|下面|这)(?:是|为)"
    rf"[^\n：:。！？“”「」]{{0,20}}(?:{_DONE_ZH})[^\n：:。！？“”「」]{{0,20}}[：:][ \t]*\n"
)
_LABEL = (
    r"(?:\*\*)?(?:(?:Candidate|候选(?:项|文本)?) ?[1-9一二三]"
    rf"|Continuation|Rewritten text|Polished text|(?:{_DONE_ZH})(?:内容|正文|结果)?)"
    r"(?:\*\*[：:]|[：:](?:\*\*(?=[^*])|(?!\*)))[ \t]*(?=[^ \t])"
)
_OPENING = LazyPattern(
    rf"(?:{_TAG})[ \t]*(?=[^ \t])|(?:{_PLACEHOLDER})[ \t]*\n"
    rf"|(?P<fence>{_FENCE}[\w-]{{0,20}}[ \t]*\n)|{_ANNOUNCED}|{_LABEL}"
)
_LABELS = (
    "Candidate", "Continuation", "Rewritten text", "Polished text", "候选", *_DONE_ZH.split("|"),
)  # fmt: skip
_MAY_OPEN = (
    *_TAGS, *_PLACEHOLDERS, _FENCE, *_LABELS, *(f"**{each}" for each in _LABELS),
    "Sure", "Certainly", "Of course", "Okay", "OK", "Here", "here",
    "好的", "当然", "以下", "下面", "这是", "这为",
)  # fmt: skip
_LONGEST = 160  # characters that an opening may take
_BLANK_LINES = LazyPattern(r"(?:[^\S\n]*\n)+")

# -- anywhere

_MARK = LazyPattern(
    rf"(?P<line>\n[ \t]*)?(?:{_TAG})(?P<end>[ \t]*(?=\n|\Z))?"
    rf"|\n[ \t]*(?:(?:{_PLACEHOLDER})|(?P<fence>{_FENCE}))[ \t]*(?=\n|\Z)"
)
_LINE = LazyPattern(r"\n[ \t]*\Z")

# -- what stands before the cursor

_OPENS, _CLOSES = "\n<before>\n", "\n</before>\n"
_WEIGHT = 16  # of what is long enough to be no refrain; a character of Chinese weighs two


class OwnWords:
    """Lets an answer through, piece by piece."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._before = _Before(_before("\n".join(each.content for each in messages)))
        self._held = ""
        self._begun = False  # what was said so far has been looked at as a beginning
        self._opened = False  # something was taken away there
        self._fenced = False
        self._wrote = False

    @property
    def only_repeated(self) -> bool:
        """Whether it was answered, and nothing of it was new."""
        return self._opened and not self._wrote

    def feed(self, piece: str) -> str:
        """What can be said now."""
        self._held += piece
        return self._let_out(final=False)

    def flush(self) -> str:
        """The rest, when nothing more comes."""
        return self._let_out(final=True)

    def _let_out(self, *, final: bool) -> str:
        if not self._begun:
            self._begun = self._open(final=final)
        if not self._begun:
            return ""
        end = len(self._held) if final else _sure(self._held, self._fenced)
        said = self._without_marks(end)
        self._wrote = self._wrote or bool(said.strip())
        return said

    # -- the beginning

    def _open(self, *, final: bool) -> bool:
        """Take away what stands before the model's own words; whether they have begun."""
        while text := self._held.lstrip():
            taken = self._opening(text + "\n" if final else text, final=final)
            if taken is None:
                return False
            if not taken:
                break
            self._held, self._opened = text[taken:], True
        if text and self._opened and (blank := _BLANK_LINES.match(self._held)):
            # An indentation stays with its paragraph.
            self._held = self._held[blank.end() :]
        return bool(text) or final

    def _opening(self, text: str, *, final: bool) -> int | None:
        """How much of it is no prose; None: that cannot be known yet."""
        if found := _OPENING.match(text):
            self._fenced = self._fenced or found["fence"] is not None
            return found.end()
        if not final and _may_open(text):
            return None
        return self._before.repeated(text, final=final)

    # -- the rest

    def _without_marks(self, end: int) -> str:
        """What is held up to there, which stays held from there on."""
        held, at, kept = self._held, 0, []
        for mark in _MARK.finditer(held):
            if mark.end() > end:
                break
            if mark["fence"]:
                if not self._fenced:
                    continue
                self._fenced = False
            kept.append(held[at : mark.start()])
            if mark["line"] and mark["end"] is None:
                kept.append(mark["line"])
            at = mark.end()
        self._held = held[end:]
        return "".join((*kept, held[at:end]))


def _may_open(text: str) -> bool:
    line, newline, _ = text.partition("\n")
    if newline or len(line) > _LONGEST:
        return False
    return any(each.startswith(line) or line.startswith(each) for each in _MAY_OPEN)


def _sure(held: str, fenced: bool) -> int:
    """How far it is certain that no mark begins."""
    end = len(held)
    at = held.rfind("<")
    if at >= 0 and any(tag.startswith(held[at:].rstrip(" \t")) for tag in _TAGS):
        end = at
    newline = held.rfind("\n", 0, end)
    if newline >= 0:
        begun = held[newline:end].strip(" \t\n")
        marks = (*_PLACEHOLDERS, _FENCE) if fenced else _PLACEHOLDERS
        if len(begun) <= _LONGEST and any(
            each.startswith(begun) or begun.startswith(each) for each in marks
        ):
            return newline
    line = _LINE.search(held, 0, end)
    return line.start() if line else end


def _before(prompt: str) -> str:
    """The text before the cursor, which cannot close its own tag."""
    end = f"{prompt}\n".rfind(_CLOSES)
    start = prompt.find(_OPENS, 0, max(end, 0))
    return "" if start < 0 else prompt[start + len(_OPENS) : end]


class _Before:
    """What stands before the place that is written on from. Blanks do not count: a model may break
    lines otherwise."""

    def __init__(self, text: str) -> None:
        parts = [part for each in sentences.whole(text) if (part := "".join(each.split()))]
        self._letters = "".join(parts)
        self._ends = list(accumulate(map(len, parts)))
        self._is_ended = sentences.is_ended(text)

    def repeated(self, text: str, *, final: bool) -> int | None:
        """How much of an answer's beginning stands there already; None: not known yet."""
        said = "".join(text.split())
        if not said or said not in self._letters:
            return self._end(text, self._run(said))
        if not final:
            return None
        is_last = any(said == self._letters[start:] for start in (0, *self._ends))
        return len(text) if is_last or _weight(said) >= _WEIGHT else 0

    def _run(self, said: str) -> int:
        """The letters of the longest row of whole sentences that it begins with: the last ones, or
        several. A single one from further up may be a refrain."""
        longest = 0
        for start in (0, *self._ends[:-1]):
            after = (each for each in self._ends if each > start)
            ends = [each for each in after if said.startswith(self._letters[start:each])]
            if ends and (ends[-1] == len(self._letters) or len(ends) > 1):
                longest = max(longest, ends[-1] - start)
        return longest if _weight(said[:longest]) >= _WEIGHT else 0

    def _end(self, text: str, letters: int) -> int:
        """Where so many letters end in the answer; at its beginning, if the sentence goes on."""
        if not letters:
            return 0
        at = [place for place, char in enumerate(text) if not char.isspace()][letters - 1] + 1
        if not self._is_ended:
            return at
        rest = text[at:].lstrip(" \t")
        is_tagged = text[at - 1] in sentences.CLOSERS and not rest.startswith("\n")
        if is_tagged or rest[:1].islower() or rest.startswith(tuple(sentences.CLOSERS)):
            return 0
        return len(text) - len(rest)


def _weight(text: str) -> int:
    """Of a text without blanks."""
    return sum(1 if char.isascii() else 2 for char in text)
