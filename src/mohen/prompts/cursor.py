"""Where the cursor is in the text, made definite."""

from __future__ import annotations

from dataclasses import replace

from mohen.core import validation
from mohen.errors import InputTooLarge, InvalidArgument
from mohen.prompts.model import Request, Span, Target
from mohen.prompts.policy import Context
from mohen.session.model import Focus


def check(request: Request, policy: Context) -> None:
    if len(request.text) > policy.text_chars_max:
        raise InputTooLarge(
            f"text is longer than {policy.text_chars_max} characters: send the chapter's part "
            "around the cursor",
            field="text",
        )
    if len(request.instruction) > policy.instruction_chars_max:
        raise InputTooLarge(
            f"instruction is longer than {policy.instruction_chars_max} characters",
            field="instruction",
        )
    validation.check_characters("text", request.text)
    validation.check_characters("instruction", request.instruction)
    if request.selection is not None and request.cursor is not None:
        raise InvalidArgument("give selection or cursor, not both", field="cursor")
    if request.cursor is not None and request.cursor < 0:
        raise InvalidArgument("cursor must not be negative", field="cursor")
    span = request.selection
    if span is not None and (span.start < 0 or span.end < span.start):
        raise InvalidArgument(
            "selection must begin at 0 or later and end where it begins or later",
            field="selection",
        )


def check_there_is_something(request: Request, target: Target) -> None:
    """A skill that works on a text needs one, or to be told what to do without."""
    empty = not request.text.strip() and not request.instruction.strip()
    if target is Target.SELECTION and empty:
        raise InvalidArgument(
            "there is nothing to work on: send text, or say in instruction what you want",
            field="text",
        )


def from_focus(request: Request, focus: Focus | None, target: Target) -> Request:
    """The request with what its caller did not say and the session knows."""
    if focus is None:
        return request
    request = replace(
        request,
        chapter_id=request.chapter_id or focus.chapter_id,
        scene_type=request.scene_type or focus.scene_type,
    )
    return request if request.text else _seen_from(request, focus, target)


def _seen_from(request: Request, focus: Focus, target: Target) -> Request:
    """In the session's text, which is a part of the chapter: places are counted in the whole."""
    cursor, span = request.cursor, request.selection
    if cursor is not None:
        cursor = max(0, cursor - focus.begins)
    elif span is not None:
        span = Span(max(0, span.start - focus.begins), max(0, span.end - focus.begins))
    elif target is Target.CURSOR:
        cursor = focus.cursor
    return replace(request, text=focus.text, cursor=cursor, selection=span)


def placed(request: Request, target: Target) -> Request:
    """The request with a selection or a cursor inside its text. A skill that works on a selection
    takes the whole text where none is given; one that continues stands at the end of it."""
    size = len(request.text)
    span = request.selection
    if span is not None:
        span = Span(min(span.start, size), min(span.end, size))
        if span.start < span.end:
            return replace(request, selection=span, cursor=span.end)
        # Nothing is selected: an editor says so with an empty selection where its cursor is.
        at = span.start if target is Target.CURSOR else None
        return placed(replace(request, selection=None, cursor=at), target)
    if target is Target.SELECTION and request.cursor is None and size:
        return replace(request, selection=Span(0, size), cursor=size)
    cursor = size if request.cursor is None else min(request.cursor, size)
    return replace(request, selection=None, cursor=cursor)


def span(request: Request) -> Span:
    """The span of the selection or the cursor, which the surroundings surround."""
    at = request.cursor or 0
    return request.selection or Span(at, at)
