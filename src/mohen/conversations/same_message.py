"""Which messages were heard before: by the host's id, by where they stand, by words and time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from mohen.conversations.model import Kept, Role, Said

Whose = Callable[[str], str]
"""What is the same for a name and for the same name hidden."""


def folded(said: Iterable[tuple[Said, str]]) -> list[tuple[Said, str]]:
    """Each message once: of one id the last words stand, in the place of the first."""
    found: dict[object, tuple[Said, str]] = {}
    for order, (each, mark) in enumerate(said):
        if each.place is not None:
            key: object = ("place", each.place)
        elif each.line is not None:
            key = each.line
        elif each.id is not None:
            key = ("id", each.id)
        else:
            key = (order if each.at is None else mark, each.at, each.speaker)
        found[key] = (each, mark)
    return list(found.values())


def known_again(
    said: Sequence[tuple[Said, str]],
    known: Sequence[Kept],
    tail: Sequence[Kept],
    *,
    now: int,
    window_ms: int,
    whose: Whose,
) -> list[Kept | None]:
    """For each message the one that it is, or None where it is new. `known`: messages of the
    session with any of these ids, lines, places or marks; `tail`: its last messages, in order."""
    by_line: dict[int | None, Kept] = {one.line: one for one in known if one.line is not None}
    by_id: dict[str | None, Kept] = {one.id: one for one in known if one.id is not None}
    by_place: dict[int | None, Kept] = {one.place: one for one in known}
    by_mark: dict[str, list[Kept]] = {}
    for kept in sorted(known, key=lambda one: one.place):
        by_mark.setdefault(kept.mark, []).append(kept)
    again = _overlap(said, tail, whose)
    taken: set[int] = set()
    found: list[Kept | None] = []
    for order, (each, mark) in enumerate(said):
        if each.place is not None:
            one = _stands(each, mark, by_place)
        else:
            one = by_line.get(each.line) or _called(each, by_id)  # no line is None
        if one is None and is_told_apart(each):
            one = next(
                (
                    other
                    for other in by_mark.get(mark, ())
                    if other.pk not in taken and _is_same(each, other, now, window_ms)
                ),
                None,
            )
        elif one is None and order < again:
            one = tail[len(tail) - again + order]
        if one is not None:
            taken.add(one.pk)
        found.append(one)
    return found


def _stands(each: Said, mark: str, by_place: Mapping[int | None, Kept]) -> Kept | None:
    """In the place that it had where it was exported. A mark is made of what was told, which may be
    kept masked; of what is gone only the moment is left, and a line may have been edited since."""
    one = by_place.get(each.place)
    if one is None or one.mark == mark or one.text == each.text:
        return one
    if each.id is not None and each.id == one.id:
        return one
    then = one.at or one.heard_at
    return one if (one.gone or one.line is not None) and each.at == then else None


def _called(each: Said, by_id: Mapping[str | None, Kept]) -> Kept | None:
    """Two lines of a transcript are two messages, whatever it calls them."""
    one = by_id.get(each.id)
    return None if one is None or None not in (each.line, one.line) else one


def is_told_apart(each: Said) -> bool:
    """By more than its words: of the rest only the order tells."""
    return not (each.id is None and each.at is None and each.line is None and each.place is None)


def _is_same(each: Said, other: Kept, now: int, window_ms: int) -> bool:
    """Of the same words. A live host and its transcript tell the same message, each in its way
    and each at its own moment."""
    if each.place is not None and each.id is not None and each.id == other.id:
        return True
    if each.line is not None and other.line is not None:
        return False  # another line, or it would have been found by it
    if each.line is None and other.line is None:
        alone = each.id is None or other.id is None
        return alone and each.at is not None and each.at == other.at
    if other.line is None and other.at is None:
        return True  # it was told without a time, whenever that was
    said, heard = each.at or now, other.at or other.heard_at
    return abs(said - heard) <= window_ms


def _overlap(said: Sequence[tuple[Said, str]], tail: Sequence[Kept], whose: Whose) -> int:
    """How many of the first were the last that were heard: a host may tell a session from an
    earlier message on, again and again."""
    marks, heard = [mark for _, mark in said], [each.mark for each in tail]
    for length in range(min(len(marks), len(heard)), 0, -1):
        if marks[0] != heard[-length] or marks[:length] != heard[-length:]:
            continue
        pairs = zip(said[:length], tail[-length:], strict=True)
        if all(_may_be_of(each, other, whose) for (each, _), other in pairs):
            return length
    return 0


def _may_be_of(each: Said, other: Kept, whose: Whose) -> bool:
    """Two people who say the same are not one who says it again; who has no name may be anybody. An
    assistant may go by the name of the model that it is just now."""
    one, before = each.speaker, other.speaker
    unknown = each.role is not Role.USER or not (one and before)
    return unknown or one == before or whose(one) == whose(before)
