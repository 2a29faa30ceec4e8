"""Candidates that a person wrote for a place in a text: what the sample project answers with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mohen.core.values import dataclass
from mohen.offline_writer.request import Request
from mohen.offline_writer.satisfy_rules import Wish
from mohen.rules import compliance
from mohen.text import style


@dataclass(frozen=True, slots=True, kw_only=True)
class Handwritten:
    """A place and what was written for it: `after` is how the text before the cursor ends, or
    `selection` the passage that is to be changed."""

    skill: str
    candidates: tuple[str, ...]
    after: str = ""
    selection: str = ""

    def is_for(self, request: Request) -> bool:
        if request.skill != self.skill:
            return False
        if self.selection:
            return _dense(request.selection) == _dense(self.selection)
        return not request.selection and _dense(request.before).endswith(_dense(self.after))


ByHand = Callable[[], Iterable[Handwritten]]


def fitting(
    request: Request, there: ByHand, wishes: Sequence[Wish], said: Sequence[str]
) -> list[str]:
    """What was written for the place and not offered before, those first that keep the rules."""
    found = [text for each in there() if each.is_for(request) for text in each.candidates]
    fresh = [each for each in found if not any(each in text for text in said)]
    return sorted(fresh, key=lambda each: _broken(each, wishes))


def _broken(text: str, wishes: Sequence[Wish]) -> float:
    prose = compliance.read([text], style.DEFAULT)
    return sum(each.weight for each in wishes if not each.holds(prose))


def _dense(text: str) -> str:
    """Without blanks and lines, which differ by editor."""
    return "".join(text.split())
