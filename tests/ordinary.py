"""What would be stored of one ordinary message, by rules alone."""

from __future__ import annotations

from dataclasses import replace

from mohen.knowledge.consolidation.model import Fragment, Statement, Verdict
from mohen.knowledge.model import Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import extraction, fragments, worth_keeping
from mohen.policy import Policy

POLICY = Policy()
AT = 1_770_170_400_000  # Wednesday 2026-02-04


def fragments_of(text: str) -> list[Fragment]:
    """The thoughts of a message that may be worth keeping."""
    said = Utterance("s", 7, Role.USER, text, AT)
    return [
        each
        for each in fragments.split(said, at=AT, policy=POLICY.screening)
        if worth_keeping.screen(each, POLICY.screening).verdict is not Verdict.DROPPED
    ]


def kept(text: str, policy: Extraction = POLICY.extraction) -> list[Statement]:
    """Without what is only of today (C51)."""
    found = extraction.extract(fragments_of(text), offset_ms=0, policy=policy).statements
    return [each for _, each in found if each.content and each.category != Category.TEMPORARY]


def contents(text: str) -> list[str]:
    return [each.content for each in kept(text)]


def understood(text: str) -> list[Statement]:
    """What templates make of it, likely to stand alone or not."""
    return kept(text, replace(POLICY.extraction, alone_from=-99.0))


def read(text: str) -> list[str]:
    return [each.content for each in understood(text)]


def told(text: str) -> list[str]:
    """What is kept of a message, in other words or in its own."""
    thoughts = fragments_of(text)
    extracted = extraction.extract(thoughts, offset_ms=0, policy=POLICY.extraction).statements
    done = {index for index, _ in extracted}
    own = (
        extraction.in_own_words(thought, offset_ms=0, policy=POLICY.extraction)
        for index, thought in enumerate(thoughts)
        if index not in done
    )
    return [*contents(text), *(each.content for each in own if each)]
