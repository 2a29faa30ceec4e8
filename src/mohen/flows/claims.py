"""What something that was written by hand says of whom."""

from __future__ import annotations

from mohen.flows import local_time
from mohen.flows.parts import Parts
from mohen.logic import capture
from mohen.model.consolidation import Act, Fragment, Statement, Tag
from mohen.model.knowledge import Category
from mohen.model.transcript import Role

NOTHING = Statement(content="", category=Category.GENERAL)


def claim(parts: Parts, content: str, now: int) -> Statement:
    """Where it says one thing that can be told: what is written by hand then takes the place of
    what was known before, as anything said does. Else `NOTHING`."""
    from mohen.logic.knowing import extraction  # hundreds of patterns, seldom needed

    said = Fragment("", 0, 0, Role.USER, capture.first_person(content), Tag.STATEMENT, now)
    offset, policy = local_time.offset(now), parts.policy.extraction
    found = extraction.extract([said], offset_ms=offset, policy=policy).statements
    told = [each for _, each in found if each.attribute and each.act is Act.STATES]
    one = len(found) == len(told) == 1 and not told[0].ended
    return told[0] if one else NOTHING
