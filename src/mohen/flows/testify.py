"""What the episodes of a project prove, brought before the learner."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.flows.parts import Parts
from mohen.logic.habits import Worded
from mohen.logic.witnesses import Account, Witness
from mohen.store.testimony import Testimony


def witnesses(parts: Parts, project_id: str, upto: int, *, newest: int = -1) -> list[Witness]:
    """In order of time, as of one moment; standing aside now and then for the author."""
    found = []
    for at, each in enumerate(parts.testimonies.of(project_id, upto=upto, newest=newest)):
        found.append(_witness(each))
        if at % parts.policy.learning.read_step == 0:
            parts.jobs.give_way()
    return found


def worded(heard: list[Witness]) -> Iterator[Worded]:
    """What edits did to words. What was undone was not wanted with its words either."""
    for each in heard:
        if each.account.words is not None and each.kept:
            yield Worded(each.episode_id, each.scene, each.account.words)


def _witness(told: Testimony) -> Witness:
    return Witness(
        episode_id=told.episode_id,
        at=told.timestamp,
        scene=told.scene,
        skill=told.skill,
        accepted=told.selected_index is not None and told.selected_index >= 0,
        undone=told.undone,
        account=Account.read(told.evidence),
    )
