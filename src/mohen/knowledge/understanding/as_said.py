"""What was said, kept in the user's own words with its day, where rules cannot tell what it says.

A statement that holds a number, a name or a day is worth finding again even where no template
knows it, and a reading that loses one of these is worth less than the sentence itself. It is true
as a quotation; what only its conversation explains (he, it, the second one) is not kept so.
"""

from __future__ import annotations

from collections.abc import Sequence

from mohen.knowledge.consolidation.model import Fragment, Frame, Named, Statement, Tag
from mohen.knowledge.model import USER, Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.understanding.claims import Language
from mohen.knowledge.understanding.entities import named
from mohen.text import numerals
from mohen.text.dates import Local

_INSIDE = str.maketrans('“”"', "‘’'")


def as_said(
    fragment: Fragment, tongue: Language, local: Local, policy: Extraction, *, own: bool = False
) -> Statement | None:
    """The thought as its own dated sentence; None where it holds nothing, or is no statement of
    the user's that stands by itself. `own`: it is known to be of the user and to tell something."""
    if fragment.role is not Role.USER or fragment.tag is not Tag.STATEMENT:
        return None
    if fragment.quoted or fragment.frame not in (Frame.PLAIN, Frame.LASTS):
        return None
    said = tongue.bare(fragment.text)
    if len(fragment.text) > policy.said_most or not tongue.stands(said, own=own):
        return None
    holds = any(tongue.held(said)) or tongue.dayless(said, local, policy) != said
    if not (holds or own or tongue.tells(said)):
        return None
    statement = quoted(said, tongue, local, policy)
    alone = tongue.stands_alone(statement, fragment.text, fragment.text, policy)
    return statement if alone else None


def quoted(said: str, tongue: Language, local: Local, policy: Extraction) -> Statement:
    """Of the day on which it was said."""
    return Statement(
        content=tongue.said.format(day=local.day.isoformat(), said=inside(said)),
        category=Category.GENERAL,
        subject=USER,
        entities=named(said, (Named(tongue.user, EntityType.PERSON),), policy),
    )


def inside(said: str) -> str:
    """As it stands in quotation marks."""
    return said.translate(_INSIDE)


def loses(
    said: str, made: Sequence[Statement], tongue: Language, local: Local, policy: Extraction
) -> bool:
    """Whether a number or a name of what was said, or a part of it with a verb of its own, is in
    nothing that was made of it. What a template knows comes without the words around it: two cats
    called A and B."""
    told = "\n".join(each.content for each in made).lower()
    # A day that was reckoned is worth more than the words around it.
    dated = any(each.event_at is not None for each in made)
    if tongue.leaves_out and tongue.leaves_out(said, told, dated=dated):
        return True
    known = all(each.attribute for each in made)
    return any(
        each.lower() not in told and str(numerals.value(each)) not in told
        for each in tongue.held(tongue.dayless(said, local, policy))
        if not known or each[-1].isdecimal() or numerals.value(each) is None
    )
