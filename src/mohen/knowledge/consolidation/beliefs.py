"""Whether a fact confirms or denies a belief (R196, phase 4b).

Three sets of numbers have come down to us (background 1.15). These are the report's: one plain
statement decides, so that what is confirmed is a fact at once and is sure, and what is denied
loses 0.3 and is given up below 0.2. The other two let a guess creep up to a fact by many small
steps; but a guess that was said ten times is still a guess, and a fact is what somebody plainly
stated (R184). Only the detail's +0.1 is kept, for a guess that is guessed again.

All beliefs that are held are looked at, not only new ones (B17). A fact denies what was believed
before it was said and not what is guessed later: that may be the first word of a change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import field, replace
from enum import StrEnum

from mohen.core.values import dataclass
from mohen.knowledge.consolidation import attribute_chain
from mohen.knowledge.identities import subject_of
from mohen.knowledge.model import USER, Item, State
from mohen.knowledge.policy import Reconciling
from mohen.knowledge.understanding import relations, similarity


class Judgement(StrEnum):
    CONFIRM = "confirm"
    DENY = "deny"
    IRRELEVANT = "irrelevant"


def judge(fact: Item, belief: Item, policy: Reconciling) -> Judgement | None:
    """What a fact says to a belief; None where rules cannot tell."""
    if fact.attribute and belief.attribute:
        return _by_attribute(fact, belief)
    if not _share_somebody(fact, belief):
        return Judgement.IRRELEVANT
    asked = similarity.content_terms(belief.content)
    if similarity.share(asked, similarity.content_terms(fact.content)) < policy.evidence_from:
        return Judgement.IRRELEVANT
    # What is denied in one part of a sentence is not denied in another.
    said = max(
        similarity.clauses(fact.content),
        key=lambda each: (similarity.share(asked, similarity.content_terms(each)), -len(each)),
    )
    told = similarity.content_terms(said)
    if similarity.share(asked, told) < policy.evidence_same or (
        similarity.numbers(said) != similarity.numbers(belief.content)
    ):
        return None
    if similarity.against(said) == similarity.against(belief.content):
        return Judgement.CONFIRM
    # Not to work with Google Docs is not what not to work at Google is.
    plain = similarity.content_terms(similarity.affirmed(said))
    if similarity.share(plain, asked) < policy.evidence_same:
        return None
    return _in_time(Judgement.DENY, fact, belief)


def _by_attribute(fact: Item, belief: Item) -> Judgement | None:
    if (fact.subject, fact.attribute) != (belief.subject, belief.attribute):
        return Judgement.IRRELEVANT
    over = attribute_chain.ended_value(fact)
    if over is not None:
        ends = attribute_chain.ends(belief.value, over, fact.attribute)
        return _in_time(Judgement.DENY, fact, belief) if ends else Judgement.IRRELEVANT
    agrees = _agree(fact, belief)
    if agrees is None:
        return None
    return Judgement.CONFIRM if agrees else _in_time(Judgement.DENY, fact, belief)


_AGAINST = frozenset(
    ("dislike", "avoid", "fear", "none", "no", "quit", "does not eat", "does not drink")
)
_FOR = frozenset(("like", "prefer", "favorite", "only", "yes", "allergic", "learning"))
_ONE_OF = frozenset(("favorite", "money", "name", "status"))


def _agree(fact: Item, belief: Item) -> bool | None:
    """Whether two values of one attribute say the same or exclude each other; None: they may both
    hold. To prefer tea is no denial of liking it, and a software engineer is an engineer."""
    family, keyed, _ = fact.attribute.partition(":")
    if attribute_chain.same(fact.value, belief.value, fact.attribute):
        return True
    sides = [
        True if each.value in _FOR else False if each.value in _AGAINST else None
        for each in (fact, belief)
    ]
    if None not in sides:
        return sides[0] == sides[1]
    if keyed and family not in _ONE_OF:
        return None if relations.kind_of(fact.value) or family != "relation" else False
    told, asked = (similarity.content_terms(each.value) for each in (fact, belief))
    if asked and asked <= told:
        return True
    return None if told and told <= asked else False


def _in_time(verdict: Judgement, fact: Item, belief: Item) -> Judgement:
    return verdict if belief.began <= fact.began else Judgement.IRRELEVANT


def _share_somebody(one: Item, other: Item) -> bool:
    return bool(about(one) & about(other))


def about(item: Item) -> frozenset[str]:
    """Whom and what an item speaks of, the user under one name in every language."""
    names = {subject_of(each) for each in (item.subject, *item.entities) if each}
    return frozenset(names or {USER})


# -- what becomes of a belief


def denied(belief: Item, at: int, policy: Reconciling) -> Item:
    left = max(0.0, belief.confidence + policy.denied)
    gone = left < policy.gone_below
    return replace(
        belief,
        confidence=left,
        state=State.DENIED if gone else belief.state,
        valid_to=at if gone else belief.valid_to,
        updated_at=max(belief.updated_at, at),
        version=belief.version + 1,
    )


def as_fact(belief: Item) -> str:
    """What a belief says once it is sure."""
    return similarity.bare(belief.content)


# -- finding them


@dataclass(slots=True)
class Held:
    """The beliefs that are held, found by their words. Those with an attribute are found by it
    in the store; here a fact that has none finds them, and every fact those that have none."""

    _by_term: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _terms: dict[str, frozenset[str]] = field(default_factory=dict)
    _plain: set[str] = field(default_factory=set)  # that have no attribute

    @classmethod
    def of(cls, items: Iterable[Item]) -> Held:
        held = cls()
        for each in items:
            held.add(each)
        return held

    def add(self, belief: Item) -> None:
        self.drop(belief.id)
        self._terms[belief.id] = similarity.content_terms(belief.content)
        for term in self._terms[belief.id]:
            self._by_term[term].add(belief.id)
        if not belief.attribute:
            self._plain.add(belief.id)

    def drop(self, id: str) -> None:
        for term in self._terms.pop(id, frozenset()):
            self._by_term[term].discard(id)
            if not self._by_term[term]:
                del self._by_term[term]
        self._plain.discard(id)

    def near(self, fact: Item, asked: frozenset[str], policy: Reconciling) -> list[str]:
        """Ids of those of whose terms a fact holds enough to be evidence, in order. `asked`: the
        fact's own terms. Those that share nothing with it but words which stand in everything are
        not looked at."""
        found: set[str] = set()
        for ids in sorted((self._by_term[each] for each in asked & self._by_term.keys()), key=len):
            if len(found) + len(ids) > policy.evidence_most:
                break
            found |= ids
        if fact.attribute:
            found &= self._plain
        return sorted(
            id for id in found if similarity.share(self._terms[id], asked) >= policy.evidence_from
        )
