"""Which rules of a prompt apply to a draft.

Those that can be read, in this scene and skill, counted in this language; the instruction is the
author's word of the moment and wins, and the project's style guide comes after the rules, as the
prompt says.
"""

from __future__ import annotations

from collections.abc import Iterator

from mohen.episodes import comments
from mohen.offline_writer.policy import Offline
from mohen.offline_writer.request import Request
from mohen.offline_writer.satisfy_rules import CLAIMED, Wish
from mohen.rules import rule_parser
from mohen.rules.model import PHRASE, Op, Predicate
from mohen.text import scenes
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.style import DEFAULT, FEATURES, WHOLE

_LATIN = LazyPattern("[A-Za-z]")


def wishes(request: Request, scene: str, language: str, policy: Offline) -> list[Wish]:
    """The surer first; one that cannot hold beside a surer one is left out. `scene` is what the
    draft is taken for where the request names none."""
    here = scenes.canonical(request.scene) or scene
    asked = [(each, policy.instruction_weight) for each in _asked(request.instruction, language)]
    surest = sorted(request.rules, key=lambda each: (each.confirmed, each.confidence), reverse=True)
    read = [(rule_parser.read(each.text), each.confidence) for each in surest]
    guided = [(rule_parser.read(each), policy.guide_weight) for each in request.style]
    found: list[Wish] = []
    for predicate, weight in [*asked, *read, *guided]:
        if predicate is None or not _bears(predicate, request.skill, here, language):
            continue
        if not any(_clash(predicate, each.predicate) for each in found):
            found.append(Wish(predicate, weight))
    return found


def _asked(instruction: str, language: str) -> Iterator[Predicate]:
    """A rule, or a remark such as 少用形容词, 短一点: more or less than usual."""
    if not instruction:
        return
    if predicate := rule_parser.read(instruction):
        yield predicate
        return
    for feature, sign in _remarked(instruction):
        norm = FEATURES[feature].norm(DEFAULT)
        usual = norm.en if language == "en" else norm.zh
        op = Op.MORE if sign > 0 else Op.LESS
        yield Predicate(feature, op, usual, FEATURES[feature].unit(language))


def _remarked(instruction: str) -> Iterator[tuple[str, int]]:
    """What a remark asks of style. Who wants a text shorter or longer means its sentences, too: of
    the author's own text they are all that can be changed without telling something else."""
    for feature, sign in comments.judged(instruction):
        if feature in FEATURES:
            yield feature, sign
        if feature == WHOLE:
            yield "mean_sentence_length", sign


def _bears(predicate: Predicate, skill: str, scene: str, language: str) -> bool:
    if predicate.scene_type not in (None, scene) or predicate.skill_used not in (None, skill):
        return False
    if predicate.feature.startswith(PHRASE):
        # An English word says nothing to a Chinese draft that does not hold it; to use it would.
        latin = bool(_LATIN.search(predicate.feature.removeprefix(PHRASE)))
        return predicate.op is Op.LESS or latin == (language == "en")
    feature = FEATURES[predicate.feature]
    in_language = language in feature.languages and predicate.unit == feature.unit(language)
    return predicate.feature in CLAIMED and in_language


def _clash(one: Predicate, other: Predicate) -> bool:
    if (one.feature, one.part) != (other.feature, other.part) or one.op is other.op:
        return False
    low, high = (one, other) if one.op is Op.MORE else (other, one)
    return low.value >= high.value


def scene_of(request: Request, inferred: str) -> str:
    """A kind of scene the stock knows."""
    named = scenes.canonical(request.scene)
    if request.skill == scenes.DIALOGUE:
        return scenes.DIALOGUE
    return named if named in scenes.KNOWN else inferred
