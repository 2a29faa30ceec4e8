"""A writer that is no language model and says so: from a prompt to a text.

It puts clauses of a stock together and shapes them until the rules it can read in the prompt hold.
It does not understand the story, invents nothing and knows nothing; it is there so that everything
around a model can be used, seen and measured without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from mohen.core.values import dataclass
from mohen.models.model import Reply
from mohen.offline_writer import by_hand, characters, revise, satisfy_rules
from mohen.offline_writer.applicable_rules import scene_of, wishes
from mohen.offline_writer.by_hand import ByHand
from mohen.offline_writer.compose import CLASSICAL, Composer, habits_of
from mohen.offline_writer.draft import Draft
from mohen.offline_writer.request import Request, read
from mohen.offline_writer.stock import stock
from mohen.policy import Policy
from mohen.text import scenes, sentences, tokens
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.sentences import pieces
from mohen.text.tokens import Message

_WORDS = {
    "zh": (
        "离线写手不会判断前后是否一致，只能列出与这段文字里的人物有关的记录：",
        "离线写手不会判断前后是否一致，也没有找到与这段文字里的人物有关的记录。",
    ),
    "en": (
        "The offline writer cannot judge consistency. What is noted about the people here:",
        "The offline writer cannot judge consistency, and nothing is noted about the people here.",
    ),
}


def noted(request: Request, language: str) -> str:
    """The lines of what is known that name somebody of the passage."""
    found, nothing = _WORDS[language]
    people = characters.names_in(
        request.selection or request.before, request.people, language == "zh"
    )
    lines = [each for each in request.known if any(name in each for name in people)]
    if not lines:
        return nothing
    return "\n".join([found, *(f"- {each.lstrip('- ')}" for each in dict.fromkeys(lines))])


# -- From a prompt to a text: what the offline writer does, whole.


_ASKED_SIZE = LazyPattern(r"(?:写|约|到|about|around|write)\s*(\d{2,4})\s*(?:个?字|words\b)")
_SHORTER = LazyPattern(
    r"短[一些点]|简短|更短|精简|\b(?:shorter|briefer|brief|shorten)\b", re.IGNORECASE
)
_LONGER = LazyPattern(
    r"长[一些点]|更长|多写|详细|\b(?:longer|more detail|lengthen)\b", re.IGNORECASE
)
_CHECK = "consistency-check"
_POLISH = "polish"
_OF_MARKS = ("length", "paragraph", "dash", "semicolon", CLASSICAL)
_COMPOSED = ("continue", "dialogue")
_ON_TEXT = {
    "condense": revise.condensed,
    "expand": revise.expanded,
    "rewrite": revise.rewritten,
}


def write(
    messages: Sequence[Message],
    *,
    max_tokens: int,
    variant: int,
    policy: Policy,
    said: Sequence[str] = (),
    prepared: ByHand = tuple,
) -> str:
    """One candidate; the same prompt, variant and texts said before give the same. It is the
    selection itself where nothing is to be changed in it, and empty where nothing new is left."""
    request = read(messages)
    task = _Task(request, max_tokens, variant, policy, tuple(said))
    written = task.written(prepared)
    if written:  # and nothing beside it
        text = written[variant] if variant < len(written) else request.selection
    elif request.skill == _CHECK:
        text = noted(request, task.language)
    elif task.on_text:
        text = task.reworked()
    else:
        text = task.unsaid(task.composed())
    return _fitted(text, max_tokens, policy)


@dataclass(frozen=True, slots=True)
class _Task:
    request: Request
    max_tokens: int
    variant: int
    policy: Policy
    said: tuple[str, ...] = ()  # the whole chapter, and what was offered before

    @property
    def on_text(self) -> bool:
        request = self.request
        return bool(request.selection and request.on_selection and request.skill not in _COMPOSED)

    @property
    def text(self) -> str:
        """What the new text stands next to."""
        near = self.request.before or self.request.selection or self.request.after
        return near[-self.policy.offline.context :]

    @property
    def language(self) -> str:
        selected = self.request.selection[: self.policy.offline.context]
        shown = sentences.language_of(selected, self.text, self.request.instruction)
        return shown or self.request.language

    def written(self, there: ByHand) -> list[str]:
        """What a person wrote for this place."""
        scene = scene_of(self.request, scenes.infer(self.text, self.policy.scenes))
        wanted = wishes(self.request, scene, self.language, self.policy.offline)
        return by_hand.fitting(self.request, there, wanted, self.said)

    def composed(self) -> str:
        composer = self._composer()
        draft = composer.draft(self._size(composer.stock.language))
        return self._shaped(draft, composer)

    def unsaid(self, text: str) -> str:
        """Without the sentences that were said before: shaping may have cut one down to them."""
        before = {_bare(each) for said in self._before() for each in pieces(said)}
        kept = [
            each if not _bare(each) or _bare(each) not in before else _break_of(each)
            for each in pieces(text)
        ]
        lines = (each.strip() for each in "".join(kept).splitlines())
        return "\n".join(filter(None, lines)) if any(map(_bare, kept)) else ""

    def _before(self) -> tuple[str, ...]:
        request = self.request
        return (*self.said, request.before, request.selection, request.after)

    def reworked(self) -> str:
        """The selection as no earlier candidate has it, or as it is: one may leave no choice."""
        there = self.request.selection
        earlier = [there.strip()]
        earlier += [replace(self, variant=each)._changed().strip() for each in range(self.variant)]
        for salt in range(self.policy.offline.strata):
            text = self._changed("~" * salt)
            if text.strip() not in earlier:
                return text
        return there

    def _changed(self, salt: str = "") -> str:
        """The selection itself, mended and changed as the skill has it."""
        composer = self._composer(salt)
        text = revise.mended(_whole_sentences(self.request.selection, self.policy.offline.reshaped))
        draft = revise.parse(text, composer.stock.language, composer.scene, composer.cast)
        if not draft.paragraphs:
            return text
        change = _ON_TEXT.get(self.request.skill)
        if change:
            change(draft, composer)
        elif self.variant and self.request.skill != _POLISH:
            revise.rewritten(draft, composer)
        return self._shaped(draft, composer)

    def _composer(self, salt: str = "") -> Composer:
        request, own, language = self.request, self.policy.offline, self.language
        scene = scene_of(request, scenes.infer(self.text, self.policy.scenes))
        cast = characters.read(self.text, request.people, stock(language), Random(request.seed))
        shown = characters.shown(self.text, cast, language, own)
        return Composer(
            stock(language, modern=characters.is_of_today(self.text, shown)),
            scene,
            cast,
            Random(f"{request.seed}\0{self.variant}{salt}\0{len(self.said)}"),
            self._habits(scene, shown),
            own,
            shown=shown,
            said="\n".join(self._before()).lower(),
            order=f"{request.seed}\0{len(self.said)}",
            variant=self.variant,
        )

    def _habits(self, scene: str, shown: frozenset[str] | None) -> dict[str, float]:
        """Nobody speaks where nobody could or did, and nothing sounds older than the text."""
        habits = habits_of(self.request.seed, self.variant, scene, self.policy.offline)
        if shown is not None and scene != scenes.DIALOGUE:
            _, speech = sentences.split_speech(self.text)
            if "OTHER" not in shown or not speech:
                habits["dialogue"] = 0.0
        if shown is not None and CLASSICAL in shown:
            return {name: habits[name] if name in _OF_MARKS else 0.0 for name in habits}
        habits[CLASSICAL] = 0.0
        # Who writes “don't” does so throughout.
        mood = Random(f"{self.request.seed}\0{self.variant}\0contractions")
        habits["contractions"] = float(mood.random() < habits["contractions"])
        return habits

    def _shaped(self, draft: Draft, composer: Composer) -> str:
        """Chance starts anew, so that what a rule changes does not depend on the draft before."""
        composer.rng = Random(f"{self.request.seed}\0{self.variant}\0shape")
        return satisfy_rules.obey(draft, self._wishes(draft), composer)

    def _wishes(self, draft: Draft) -> list[satisfy_rules.Wish]:
        return wishes(self.request, draft.scene, draft.language, self.policy.offline)

    def _size(self, language: str) -> int:
        own, instruction = self.policy.offline, self.request.instruction
        size = Random(self.request.seed).randint(
            *(own.size_zh if language == "zh" else own.size_en)
        )
        if asked := _ASKED_SIZE.search(instruction):
            size = min(own.size_max, max(own.size_min, int(asked[1])))
        elif _SHORTER.search(instruction):
            size = int(size * own.shorter)
        elif _LONGER.search(instruction):
            size = int(size * own.longer)
        return max(1, min(size, int(self.max_tokens / own.tokens_a_unit)))


def _break_of(piece: str) -> str:
    """Where a paragraph ended with it, one ends without it."""
    return "\n" if piece.endswith("\n") else ""


def _bare(sentence: str) -> str:
    """Its letters and figures: a sentence is the same one whatever its marks are."""
    return "".join(each for each in sentence.lower() if each.isalnum())


def _whole_sentences(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return "".join(pieces(text[:most])[:-1]) or text[:most]


def _fitted(text: str, max_tokens: int, policy: Policy) -> str:
    """As many sentences from the front as there is room for; a single one is cut."""
    kept = pieces(text)
    while kept and tokens.estimate("".join(kept), policy.tokens) > max_tokens:
        over = tokens.estimate("".join(kept), policy.tokens) - max_tokens
        while kept and over > 0:
            over -= tokens.estimate(kept.pop(), policy.tokens)
    return "".join(kept).rstrip() or _cut(text, max_tokens, policy)


def _cut(text: str, max_tokens: int, policy: Policy) -> str:
    kept = text[:max_tokens]
    while kept and tokens.estimate(kept, policy.tokens) > max_tokens:
        kept = kept[:-1]
    return kept


_BY_HAND = (
    "written by hand for the sample project, to show what a model would do here",
    "这是为示例项目手写的候选，展示接上模型之后的样子",
)


class OfflineWriter:
    """See the module's first line. `notice` (English, Chinese) is for whoever shows its text;
    the text itself never holds it."""

    name: Final = "offline"
    remote: Final = False
    notice: Final = (
        "Written by Mohen's offline writer, which is no language model: it keeps your rules and "
        "understands nothing. Configure a model for real prose.",
        "由墨痕的离线写手写成。它不是语言模型，只会遵守你的规则，并不理解内容；要真正的文字，请配置模型。",
    )

    def __init__(
        self,
        policy: Policy,
        window: int | None = None,
        *,
        said: Sequence[str] = (),
        prepared: ByHand = tuple,
    ) -> None:
        """`said` is not repeated, and `prepared` is what a person wrote for some places."""
        self._policy = policy
        self._window = window or policy.context.window_tokens
        self._said = tuple(said)
        self._prepared = prepared

    @property
    def window(self) -> int:
        return self._window

    def after(self, said: Sequence[str]) -> OfflineWriter:
        """The same writer, who repeats no sentence of these texts."""
        return OfflineWriter(self._policy, self._window, said=said, prepared=self._prepared)

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        """The same prompt and variant give the same text, after the same texts. The selection
        itself, unheard, is the answer where nothing is to be changed in it."""
        text = write(
            messages,
            max_tokens=max_tokens,
            variant=variant,
            policy=self._policy,
            said=self._said,
            prepared=self._prepared,
        )
        if text.strip() != read(messages).selection.strip():
            for piece in pieces(text):
                heard(piece)
        counted = self._policy.tokens
        own = any(text in each.candidates for each in self._prepared())
        return Reply(
            text,
            tokens.of_messages(messages, counted),
            tokens.estimate(text, counted),
            remark=_BY_HAND if own else None,
        )
