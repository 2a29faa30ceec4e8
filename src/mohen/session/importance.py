"""Importance of items in working memory: what stays, and what goes when it is too much.

Importance is of the moment: how near to what the author looks at, how lately it was touched, how
often (R8). Relevance is the share of terms in common, which needs no model and no index.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp2, isclose

from mohen.core import validation
from mohen.errors import InvalidArgument, NotFound
from mohen.policy import Policy
from mohen.rules import labels
from mohen.session.model import Focus, Kind, Working, WorkingItem
from mohen.session.policy import Session
from mohen.text import normalize, terms, tokens


def relevance(item: WorkingItem, focus: Focus | None) -> float:
    """Of the smaller of the two, the share of terms that the other has as well: a short intent
    about the scene is related to it, however long the passage."""
    if focus is None or not item.terms or not focus.terms:
        return 0.0
    return len(item.terms & focus.terms) / min(len(item.terms), len(focus.terms))


def recency(item: WorkingItem, now: int, policy: Session) -> float:
    """1 when just touched, halved at each half-life. A signal does not age: it is waiting to be
    counted, and judged when the session ends (R5)."""
    if item.kind is Kind.SIGNAL:
        return 1.0
    return exp2(-max(0, now - item.touched_at) / policy.half_life_ms)


def importance(item: WorkingItem, focus: Focus | None, now: int, policy: Session) -> float:
    return (
        policy.relevance * relevance(item, focus)
        + policy.recency * recency(item, now, policy)
        + policy.interactions * item.uses / (item.uses + policy.uses_prior)
    )


def weighed(working: Working, now: int, policy: Session) -> Working:
    """The buffer with the importance of everything in it as of now."""
    items = tuple(
        replace(each, importance=importance(each, working.focus, now, policy))
        for each in working.items
    )
    return replace(working, items=items)


def is_stale(item: WorkingItem, focus: Focus | None, now: int, policy: Session) -> bool:
    """An intent that nobody came back to and that has nothing to do with the focus (R9)."""
    return (
        item.kind is Kind.INTENT
        and now - item.touched_at >= policy.stale_ms
        and relevance(item, focus) < policy.unrelated_below
    )


def evict(working: Working, now: int, policy: Session, *, newest: str | None = None) -> Working:
    """The buffer within its budget: stale intents go first, then the least important, of equals
    the one not touched for longest (R9, R99). The focus stays, and what was just written goes
    only if there is no room for it at all."""
    tokens = counted(working)
    if tokens <= working.token_budget:
        return replace(working, tokens=tokens)

    def turn(item: WorkingItem) -> tuple[bool, bool, float, int]:
        return (
            item.id == newest,
            not is_stale(item, working.focus, now, policy),
            importance(item, working.focus, now, policy),
            item.touched_at,
        )

    gone = set()
    for each in sorted(working.items, key=turn):
        if tokens <= working.token_budget:
            break
        gone.add(each.id)
        tokens -= each.tokens
    kept = tuple(each for each in working.items if each.id not in gone)
    return replace(working, items=kept, tokens=tokens, evicted=working.evicted + len(gone))


def counted(working: Working) -> int:
    focus = 0 if working.focus is None else working.focus.tokens
    return focus + sum(each.tokens for each in working.items)


# -- How each kind of working memory comes, comes again, and goes (R5).


_STEPS = frozenset({Kind.UNDO, Kind.REDO})
ROLES = ("user", "assistant")


# -- what comes in


def made(
    kind: Kind,
    text: str,
    *,
    id: str,
    now: int,
    policy: Policy,
    role: str | None = None,
    weight: float | None = None,
) -> WorkingItem:
    """Something new in mind, or `InvalidArgument` if it is nothing, or more than fits."""
    role, weight = _check_role(kind, role), _check_weight(kind, weight)
    plain = text.strip()
    if not plain:
        raise InvalidArgument("text must not be blank", field="text")
    validation.check_characters("text", text)
    size = tokens.estimate(plain, policy.tokens)
    if size > policy.session.tokens:
        raise InvalidArgument(
            f"text is longer than a whole session, {policy.session.tokens} tokens: send the part "
            "that matters",
            field="text",
        )
    return WorkingItem(
        id=id,
        kind=kind,
        text=plain,
        at=now,
        touched_at=now,
        tokens=max(1, size),
        key=_key(plain),
        terms=frozenset(terms.expand(plain)),
        role=role,
        weight=weight,
    )


def _key(text: str) -> str:
    """What two spellings share; marks alone are themselves."""
    return normalize.normal(text) or text.strip()


def _check_role(kind: Kind, role: str | None) -> str | None:
    """Who spoke; the author, where nobody says."""
    if kind is not Kind.DIALOGUE:
        if role is not None:
            raise InvalidArgument("only dialogue has a role: leave it out", field="role")
        return None
    if role not in (None, *ROLES):
        raise InvalidArgument(f"role must be one of {', '.join(ROLES)}", field="role")
    return role or ROLES[0]


def _check_weight(kind: Kind, weight: float | None) -> float:
    """How much one sign of a preference counts: 1, or less of what is only a hint."""
    if kind is not Kind.SIGNAL:
        if weight is not None:
            raise InvalidArgument("only a signal has a weight: leave it out", field="weight")
        return 0.0
    if weight is not None and not 0 < weight <= 1:
        raise InvalidArgument("weight must lie above 0 and not above 1", field="weight")
    return 1.0 if weight is None else weight


def focus(
    text: str,
    *,
    cursor: int | None,
    chapter_id: str | None,
    scene_type: str | None,
    now: int,
    policy: Policy,
) -> Focus:
    """Where the author is; of a long text what stands around the cursor, or its end."""
    most = policy.context.text_chars_max
    if len(text) > most:
        raise InvalidArgument(f"text is longer than {most} characters", field="text")
    validation.check_characters("text", text)
    if cursor is not None and not 0 <= cursor <= len(text):
        raise InvalidArgument("cursor must be a place in text", field="cursor")
    place = len(text) if cursor is None else cursor
    begins, seen = _around(text, place, policy)
    return Focus(
        at=now,
        chapter_id=chapter_id,
        scene_type=scene_type,
        text=seen,
        begins=begins,
        cursor=place - begins,
        tokens=tokens.estimate(seen, policy.tokens),
        terms=frozenset(terms.expand(seen)),
    )


def _around(text: str, cursor: int, policy: Policy) -> tuple[int, str]:
    """What is seen, and where it begins."""
    before, after = policy.session.focus_before, policy.session.focus_after
    while True:
        begins = max(0, cursor - before)
        seen = text[begins : cursor + after]
        if tokens.estimate(seen, policy.tokens) <= policy.session.focus_tokens:
            return begins, seen
        before, after = before // 2, after // 2  # dense writing: look at half of it


def shortened(text: str, policy: Policy) -> str:
    """The beginning of what a run said, little enough not to drive out everything else."""
    most = policy.session.said_chars
    while tokens.estimate(text[:most], policy.tokens) > policy.session.focus_tokens:
        most >>= 1
    return text[:most]


# -- what becomes of it


Change = tuple[Working, WorkingItem]
"""The buffer after something was noted, and how that now stands in it."""


def added(working: Working, new: WorkingItem, policy: Session) -> Change:
    if (known := _known(working, new)) is not None:
        return _touched(working, known, new.kind, now=new.at, weight=new.weight)
    items = working.items
    if new.kind is Kind.UNDO:  # a fresh edit: what was undone before cannot be redone
        items = tuple(each for each in items if each.kind is not Kind.REDO)
    return replace(working, items=_bounded((*items, new), policy)), new


def again(
    working: Working,
    item_id: str,
    kind: Kind,
    *,
    now: int,
    text: str | None = None,
    weight: float | None = None,
) -> Change:
    """The buffer after the author came back to something, said by its id."""
    found = next((each for each in working.items if each.id == item_id), None)
    if found is None:
        raise NotFound("the session holds no such item, or not any more", field="itemId")
    if found.kind is not kind and not {found.kind, kind} <= _STEPS:
        raise InvalidArgument(f"the item is of another kind: {found.kind.value}", field="kind")
    if text is not None and _key(text) != found.key:
        raise InvalidArgument("the item of that id has another text: name one", field="text")
    return _touched(working, found, kind, now=now, weight=_check_weight(kind, weight))


def used(working: Working, item_ids: frozenset[str], now: int) -> Working:
    """The buffer after items went into a prompt; those that are gone already are nobody's loss."""
    items = tuple(
        replace(each, uses=each.uses + 1, touched_at=now) if each.id in item_ids else each
        for each in working.items
    )
    return replace(working, items=items)


def _known(working: Working, new: WorkingItem) -> WorkingItem | None:
    """The same said before; for a step that was undone, the newest of that text."""
    sought = Kind.UNDO if new.kind is Kind.REDO else new.kind
    if sought is Kind.DIALOGUE or new.kind is Kind.UNDO:
        return None
    alike = (each for each in reversed(working.of(sought)) if each.key == new.key)
    return next(alike, None)


def _touched(working: Working, item: WorkingItem, kind: Kind, *, now: int, weight: float) -> Change:
    """A step that was undone, or redone, lies on top of the other pile then."""
    touched = replace(
        item, kind=kind, uses=item.uses + 1, touched_at=now, weight=item.weight + weight
    )
    rest = tuple(each for each in working.items if each is not item)
    if kind is not item.kind:
        return replace(working, items=(*rest, touched)), touched
    items = tuple(touched if each is item else each for each in working.items)
    return replace(working, items=items), touched


def conversing(working: Working, conversation_id: str | None) -> Working:
    """The buffer in another conversation, which begins with no dialogue (R5)."""
    if conversation_id is None or conversation_id == working.conversation_id:
        return working
    items = tuple(each for each in working.items if each.kind is not Kind.DIALOGUE)
    return replace(working, items=items, conversation_id=conversation_id)


def _bounded(items: tuple[WorkingItem, ...], policy: Session) -> tuple[WorkingItem, ...]:
    """As many steps as an editor would keep: the oldest are forgotten."""
    steps = [each.id for each in items if each.kind in _STEPS]
    old = set(steps[: -policy.undo_steps])
    return tuple(each for each in items if each.id not in old)


# -- what is left of it


def reached(working: Working, threshold: int) -> list[WorkingItem]:
    """The signals that have gathered enough to outlive the session (R10)."""
    return [
        each
        for each in working.of(Kind.SIGNAL)
        if each.weight >= threshold or isclose(each.weight, threshold)
    ]


def digest(working: Working, policy: Session) -> str:
    """Where the author was and what for: the chapter, and the intents that matter most as they
    are weighed."""
    chapter = working.focus and working.focus.chapter_id
    intents = sorted(working.of(Kind.INTENT), key=lambda each: -each.importance)
    named = (
        labels.tidy(each.text)[: policy.digest_chars] for each in intents[: policy.digest_intents]
    )
    return " · ".join((chapter, *named) if chapter else named)
