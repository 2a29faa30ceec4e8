"""How each kind of working memory comes, comes again, and goes (R5).

Intents and signals gather: said again, one counts once more. Steps follow the editor: a new one
leaves nothing to redo. Dialogue is of one conversation, the focus of one moment.
"""

from __future__ import annotations

from dataclasses import replace
from math import isclose

from mohen.errors import InvalidArgument, NotFound
from mohen.logic import drafts, labels, terms, tokens
from mohen.model.session import Focus, Kind, Working, WorkingItem
from mohen.policy import Policy, Session

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
    drafts.check_characters("text", text)
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
    return labels.normal(text) or text.strip()


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
    drafts.check_characters("text", text)
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
        before, after = before >> 1, after >> 1  # dense writing: look at half of it


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
    """The author came back to something, said by its id."""
    found = next((each for each in working.items if each.id == item_id), None)
    if found is None:
        raise NotFound("the session holds no such item, or not any more", field="itemId")
    if found.kind is not kind and not {found.kind, kind} <= _STEPS:
        raise InvalidArgument(f"the item is of another kind: {found.kind.value}", field="kind")
    if text is not None and _key(text) != found.key:
        raise InvalidArgument("the item of that id has another text: name one", field="text")
    return _touched(working, found, kind, now=now, weight=_check_weight(kind, weight))


def used(working: Working, item_ids: frozenset[str], now: int) -> Working:
    """They went into a prompt; those that are gone already are nobody's loss."""
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
    """Another conversation begins with no dialogue (R5)."""
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
