"""A memory goes out whole, and memories of any make come in (R228)."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mohen.core import settings
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.episodes.model import Filter
from mohen.errors import InvalidArgument
from mohen.knowledge import index_items, self_output
from mohen.knowledge.agents import agents
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.consolidation import consolidate
from mohen.knowledge.consolidation import dry_run as consolidation_dry_run
from mohen.knowledge.consolidation.model import Trigger
from mohen.knowledge.model import GLOBAL, Item, State
from mohen.knowledge.transcripts.model import Source, SourceKind
from mohen.knowledge.transfer import exports, import_items, read_files
from mohen.knowledge.transfer.import_items import Intake
from mohen.knowledge.transfer.model import Exported, Form, Imported, Papers, Sheet
from mohen.knowledge.workspace import refresh_files

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

_FILE = "mohen-export"
_ITEMS, _EPISODES = "i", "e"


# -- out


def export(
    parts: Parts,
    project_id: str | None = None,
    *,
    form: str = exports.JSON,
    episodes: bool = False,
    after: str | None = None,
) -> Exported:
    """A piece of it; `after` asks for the rest, and all pieces together are the file. Markdown
    comes in one."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    if form not in exports.FORMS:
        raise InvalidArgument(f"format must be one of {', '.join(exports.FORMS)}", field="format")
    if episodes and project_id is None:
        raise InvalidArgument("episodes belong to a project: give projectId", field="projectId")
    if form == exports.MARKDOWN:
        return Exported(_markdown(parts, project_id))
    part, _, place = (after or "").partition(":")
    if after is None:
        text, rest = _opening(parts, project_id, form), f"{_EPISODES if episodes else _ITEMS}:"
    elif part == _EPISODES:
        text, rest = _episodes(parts, project_id or "", form, place)
    elif part == _ITEMS:
        text, rest = _items(parts, project_id, form, place)
    else:
        raise InvalidArgument("cursor is not one of ours: start again", field="cursor")
    return Exported((Sheet(f"{_FILE}.{form}", text),), rest or None)


def _opening(parts: Parts, project_id: str | None, form: str) -> str:
    agent = None if project_id is None else parts.agents.get(project_id)
    told: list[Mapping[str, Any]] = [exports.settings_record(settings.load(parts))]
    told += [] if agent is None else [exports.agent_record(agent)]
    told += [exports.rule_record(each) for each in parts.rules.of(Scope(project_id))]
    return exports.opening(project_id, form) + exports.lines(told, form, first=True)


def _episodes(parts: Parts, project_id: str, form: str, place: str) -> tuple[str, str]:
    try:
        at, seq = (int(each) for each in place.split(",")) if place else (0, 0)
    except ValueError:
        raise InvalidArgument("cursor is not one of ours: start again", field="cursor") from None
    page = parts.episodes.page(
        Scope(project_id),
        Filter(),
        before=(at, seq) if place else None,
        limit=parts.policy.transfer.page,
    )
    text = exports.lines(map(exports.episode_record, page.items), form, first=False)
    rest = f"{_ITEMS}:" if page.after is None else f"{_EPISODES}:{page.after[0]},{page.after[1]}"
    return text, rest


def _items(parts: Parts, project_id: str | None, form: str, place: str) -> tuple[str, str]:
    size, scope = parts.policy.transfer.page, Scope(project_id)
    found = parts.knowledge.page(scope, after=place, limit=size)
    types = {name: kind for name, kind, _ in parts.knowledge.entities(scope, own=True)}
    with parts.mind_db.read() as reader:
        told = [
            exports.item_record(each, parts.knowledge.said(reader, each.id), types)
            for each in found
        ]
    text = exports.lines(told, form, first=False)
    if len(found) == size:
        return text, f"{_ITEMS}:{found[-1].id}"
    return text + exports.closing(form), ""


def _markdown(parts: Parts, project_id: str | None) -> tuple[Sheet, ...]:
    """What is searched there comes back in transcripts: it is our own voice (C64)."""
    sheets = exports.markdown(_active(parts, project_id))
    self_output.remember(parts, project_id or GLOBAL, [each.text for each in sheets])
    return sheets


def _active(parts: Parts, project_id: str | None) -> Iterator[Item]:
    after, size = "", parts.policy.transfer.page
    while page := parts.knowledge.page(
        Scope(project_id), states=(State.ACTIVE,), after=after, limit=size
    ):
        yield from page
        after = page[-1].id


# -- in


def take(
    parts: Parts,
    project_id: str,
    path: str,
    *,
    form: str | None = None,
    dry_run: bool = False,
    once: bool = False,
) -> Imported:
    """Memories become items; conversations become a source of the agent, or with `once` are read
    now and not listened to. Twice is once. The file is never changed."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    asked = read_files.form_of(form)
    heard = asked is Form.TRANSCRIPT or (asked is None and _is_talk(parts, path))
    read = None if heard else read_files.read(parts, path, asked)
    if read is None:
        return _listen(parts, project_id, path, dry_run=dry_run, once=once)
    if dry_run:
        with consolidation_dry_run.rehearsal(parts) as stage:
            return _taken(stage, project_id, read, dry_run=True)
    made = _taken(parts, project_id, read)
    index_items.follow_up(parts)
    refresh_files.later(parts, project_id)
    log.info(
        "imported %s: %d added, %d repeated, %d refused",
        made.form.value, made.added, made.repeated, len(made.refused),
    )  # fmt: skip
    return made


def _is_talk(parts: Parts, path: str) -> bool:
    """Whether a host of conversations wrote it: a summary that stands among messages is no
    memory that somebody kept. Plain text may be either."""
    if not Path(path).is_absolute():
        raise InvalidArgument("path must be absolute", field="path")
    try:
        return parts.transcripts.detect(path) is not SourceKind.TEXT
    except InvalidArgument:
        return False


def _taken(parts: Parts, project_id: str, read: Papers, *, dry_run: bool = False) -> Imported:
    intake = Intake(parts, project_id, ours=read.form is Form.MOHEN)
    import_items.take(intake, read)
    counts = Counter(intake.counts)
    return Imported(
        form=read.form,
        added=counts["added"],
        repeated=counts["repeated"],
        rules=counts["rules"],
        changes=tuple(intake.changes),
        refused=tuple(intake.refused),
        troubles=(*read.troubles, *intake.troubles),
        renamed=dict(intake.renamed),
        dry_run=dry_run,
    )


def _listen(parts: Parts, project_id: str, path: str, *, dry_run: bool, once: bool) -> Imported:
    source = Source(parts.transcripts.detect(path), path)
    if dry_run:
        return Imported(form=Form.TRANSCRIPT, source=source, dry_run=True)
    before = parts.agents.get(project_id)
    heard = () if before is None else before.sources
    agents.init(parts, agent_id=project_id, sources=_with(before, source))
    if not once:
        return Imported(form=Form.TRANSCRIPT, source=source)
    try:
        made = consolidate.consolidate(parts, project_id, Trigger.MANUAL, force=True)
    finally:
        agents.update(parts, project_id, sources=heard)
    done = Counter(each.done.value for each in made.changes)
    return Imported(
        form=Form.TRANSCRIPT,
        added=done["added"],
        repeated=done["repeated"],
        changes=made.changes,
        source=source,
    )


def _with(agent: Agent | None, source: Source) -> tuple[Source, ...]:
    return tuple(dict.fromkeys((*(() if agent is None else agent.sources), source)))
