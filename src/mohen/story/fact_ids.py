"""Ids of facts: the same thing said again is the same fact, in whichever run it was read."""

from __future__ import annotations

import json
from uuid import NAMESPACE_OID, uuid5

from mohen.text.normalize import fold


def entity_id(project_id: str, name: str) -> str:
    """The id of an entity, by its name: the card of a person and what the user adds about them
    meet in one entity."""
    return _id("ent", project_id, fold(name.strip()))


def relation_id(project_id: str, source: str, kind: str, target: str, where: str) -> str:
    return _id("rel", project_id, source, kind, target, where)


def state_id(project_id: str, entity: str, attribute: str, value: str, where: str) -> str:
    return _id("st", project_id, entity, attribute, fold(value), where)


def mark_id(project_id: str, kind: str, value: str, where: str) -> str:
    return _id("mark", project_id, kind, value, where)


def finding_id(project_id: str, kind: str, about: str, *said: str) -> str:
    """The id of a finding, by what is said and not where: lines may move, but other words are
    another finding."""
    return _id("find", project_id, kind, about, *sorted(said))


def _id(prefix: str, *parts: str) -> str:
    return f"{prefix}_{uuid5(NAMESPACE_OID, json.dumps(parts)).hex}"
