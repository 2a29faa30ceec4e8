"""Somebody has the memory keep something, there and then (R210)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from mohen.errors import InvalidArgument
from mohen.flows import claims, hiding, projection, retell, search, settings, vetoes
from mohen.flows.parts import Parts
from mohen.logic import capture as judged
from mohen.logic import drafts, entries, fade
from mohen.logic.fade import MANUAL
from mohen.logic.knowing import chains, marks, secrets
from mohen.model.agent import Config
from mohen.model.consolidation import Named
from mohen.model.knowledge import BELIEF, FACT, Captured, Category, Item, State, place
from mohen.store.sqlite import Tx

log = logging.getLogger(__name__)

CAPTURED = "captured"
_KNOWN = "it is known as a fact already"
_SECRET = "a {kind} is not kept"


class _Asked(NamedTuple):
    """What is to be kept, as far as it can be said before looking."""

    item: Item  # with no id yet
    mark: str
    named: tuple[Named, ...]  # what kind of thing its entities are
    weighed: bool  # somebody named how much it matters
    warnings: tuple[str, ...]


def capture(
    parts: Parts,
    project_id: str | None,
    content: str,
    *,
    kind: str = FACT,
    importance: float | None = None,
    entities: Sequence[str] = (),
    confidence: float | None = None,
    basis: str = "",
    category: Category | None = None,
    source: str | None = None,
    origin: str = CAPTURED,
) -> Captured:
    """The same words again are the same item, which matters more for it (R188)."""
    drafts.check_ids(parts.policy.recording, projectId=project_id, source=source)
    judged.check_type(kind)
    hide, policy = hiding.hider(parts), parts.policy.knowledge
    kept, unkept = _without_secrets(parts, hide(content), origin)
    config, now = projection.config(parts, project_id), parts.clock.now()
    claim = claims.claim(parts, kept, now) if kind in (FACT, BELIEF) else claims.NOTHING
    about = category or (claim.category if claim.attribute else _category(kept))
    matters, told = _importance(kept, about, importance, config)
    sure, unsure = judged.confidence(kind, confidence, policy)
    item = Item(
        id="",
        type=kind,
        project_id=project_id,
        content=kept,
        origin=origin,
        created_at=now,
        updated_at=now,
        category=about,
        importance=matters,
        score=matters,
        faded_at=now,
        confidence=sure,
        basis=secrets.masked(hide(judged.basis(basis, policy))).text,
        entities=judged.names(
            map(hide, entities or (each.name for each in claim.entities)), policy
        ),
        subject=claim.subject,
        attribute=claim.attribute,
        value=claim.value,
        event_at=claim.event_at,
        sources=() if source is None else (source,),
    )
    warned = (*told, *unsure, *unkept)
    asked = _Asked(item, marks.mark(kept), claim.entities, importance is not None, warned)
    hashes = vetoes.hashes(settings.redaction_key(parts), item)

    def write(tx: Tx) -> Captured:
        parts.rules.unveto(tx, project_id, hashes)  # the user says so (C64)
        return _kept(parts, tx, asked, config)

    made = parts.mind_db.write(write).value
    search.follow_up(parts)
    retell.later(parts, project_id)
    log.info("captured %s %s", made.item.id, "again" if made.known else kind)
    return made


def _category(content: str) -> Category:
    from mohen.logic.knowing import weighing  # which reads two languages by many patterns

    return weighing.category_of(content)


def _without_secrets(parts: Parts, content: str, origin: str) -> tuple[str, list[str]]:
    """What a person types for themselves is theirs; an agent has no password kept for them."""
    checked = entries.check_content(content, parts.policy.entries.content_chars_max)
    if origin == MANUAL:
        return checked, []
    kept, kinds = secrets.masked(checked)
    if kinds and secrets.is_empty(kept):
        raise InvalidArgument(
            f"{' and '.join(f'a {each}' for each in kinds)} is not kept, and without it nothing is"
            " left: keep it in a password manager, and say here only where it is",
            field="content",
        )
    return kept, [_SECRET.format(kind=each) for each in kinds]


def _importance(
    content: str, category: Category, asked: float | None, config: Config
) -> tuple[float, tuple[str, ...]]:
    if asked is not None:
        return judged.share(asked, "importance")
    from mohen.logic.knowing import weighing

    return weighing.weigh(content, category, config).importance, ()


def _kept(parts: Parts, tx: Tx, asked: _Asked, config: Config) -> Captured:
    item, knowledge = asked.item, parts.knowledge
    held = knowledge.of_attribute(tx, item.project_id, item.subject, item.attribute)
    alike = [each for each in held if each.type == item.type]
    same = [each for each in alike if chains.same(each.value, item.value, item.attribute)]
    known = knowledge.with_mark(tx, item.project_id, asked.mark) or (same[-1] if same else None)
    if known is None:
        return _superseding(parts, tx, asked, alike)
    if known.type == item.type or (item.type == BELIEF and known.type == FACT):
        return _again(parts, tx, known, asked, config)
    guessed = (known.type, item.type) == (BELIEF, FACT)  # and is certain now
    return _superseding(parts, tx, asked, [*alike, *([known] if guessed else [])])


def _superseding(parts: Parts, tx: Tx, asked: _Asked, old: Iterable[Item]) -> Captured:
    added, now = _added(parts, tx, asked), asked.item.created_at
    for each in old:
        over = max(now, each.began)  # who said it may have a clock that is ahead of ours
        parts.knowledge.put_state(
            tx, each.id, State.SUPERSEDED, now=now, valid_to=over, superseded_by=added.item.id
        )
    return added


def _added(parts: Parts, tx: Tx, asked: _Asked) -> Captured:
    item = replace(
        asked.item, id=parts.knowledge.number(tx, asked.item.type, asked.item.created_at)
    )
    parts.knowledge.add(tx, item, mark=asked.mark, entities=asked.named)
    search.index(parts, tx, item)
    return Captured(item, asked.warnings)


def _again(parts: Parts, tx: Tx, known: Item, asked: _Asked, config: Config) -> Captured:
    """It was said before. From the same place it is the same saying, and changes nothing."""
    item = asked.item
    warnings = asked.warnings if known.type == item.type else (*asked.warnings, _KNOWN)
    if item.sources and set(item.sources) <= set(known.sources):
        return Captured(known, warnings, known=True)
    now, policy = item.created_at, parts.policy.knowledge
    today = fade.faded(known, now, config, policy)
    raised = min(1.0, known.importance + config.signals["repeat"])
    importance = item.importance if asked.weighed else raised
    after = replace(
        known,
        state=State.ACTIVE,
        importance=importance,
        score=max(today.score, importance),
        faded_at=now,
        entities=tuple(dict.fromkeys((*known.entities, *item.entities))),
        origin=MANUAL if item.origin == MANUAL else known.origin,
        updated_at=now,
        version=known.version + 1,
    )
    parts.knowledge.rewrite(tx, after)
    for each in item.sources:
        parts.knowledge.add_source(tx, known.id, *place(each), now)
    return Captured(parts.knowledge.find(tx, known.id) or after, warnings, known=True)
