"""Prompts for those who have a model of their own, and a look into any prompt."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mohen.core import health, paging, settings
from mohen.core.degradation import Reason
from mohen.core.ports import Reads
from mohen.core.settings_model import Settings
from mohen.episodes import validate
from mohen.errors import ContextBackpressure, InspectForbidden, InvalidArgument, StoreError
from mohen.prompts import assemble as prompts_assemble
from mohen.prompts import cache_report as prompts_cache_report
from mohen.prompts import provenance
from mohen.prompts.cache_report import CacheReport
from mohen.prompts.model import Assembly, Request
from mohen.skills import catalogue
from mohen.text import token_counting

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


class Documents:
    """So many assemblies of one document at once and no more."""

    def __init__(self, most: int, retry_after_ms: int) -> None:
        self._most, self._retry_after_ms = most, retry_after_ms
        self._lock = threading.Lock()
        self._inside: Counter[tuple[str | None, str | None]] = Counter()

    @contextmanager
    def entered(self, request: Request) -> Iterator[None]:
        document = request.project_id, request.chapter_id
        with self._lock:
            if self._inside[document] >= self._most:
                raise ContextBackpressure(
                    f"{self._most} assemblies of this document are running; try again shortly",
                    retryAfterMs=self._retry_after_ms,
                    limit=self._most,
                )
            self._inside[document] += 1
        try:
            yield
        finally:
            with self._lock:
                self._inside[document] -= 1
                self._inside += Counter()  # forget whoever is gone


def assemble(parts: Parts, request: Request) -> Assembly:
    """A prompt, kept as a generation: record the episode with its generationId afterwards."""
    made = composed(parts, request)
    parts.unkept.add(lambda: _keep(parts, made))
    parts.jobs.submit("keep traces", parts.unkept.settle)
    prompts_assemble.used(parts, made)
    return made


def _keep(parts: Parts, made: Assembly) -> None:
    """A trace that cannot be kept stops nobody, and everybody can see it."""
    found = []
    try:
        provenance.keep(parts, made, session_id=made.request.session_id, model=made.model)
    except StoreError as error:
        log.warning("trace not kept: %s", error.reason)
        found = [health.MIND_UNREADABLE]
    parts.health.settle("traces", found, among=[Reason.MIND_UNREADABLE])


def inspect(parts: Parts, request: Request) -> Assembly:
    """What would go into the prompt. Leaves no trace, and is for the owner's eyes only."""
    if not settings.load(parts).context_inspection_enabled:
        raise InspectForbidden(
            "whole prompts are not shown: switch on contextInspectionEnabled first"
        )
    return composed(parts, request)


def cache_report(
    parts: Parts,
    project_id: str | None,
    *,
    skill_id: str | None = None,
    limit: int | None = None,
    ttl_ms: int | None = None,
    at_least: int = 0,
) -> CacheReport:
    """What a provider's prefix cache would have served of the newest prompts of a project."""
    validate.check_ids(parts.policy.recording, projectId=project_id, skillId=skill_id)
    bounds = parts.policy.context
    most = paging.size(limit, default=bounds.replayed, most=bounds.traces_kept)
    parts.unkept.settle()
    newest = parts.generations.page(project_id, skill_id=skill_id, limit=most)
    return prompts_cache_report.replay(reversed(newest), ttl_ms=ttl_ms, at_least=at_least)


def composed(
    parts: Parts, request: Request, *, leave_out: Collection[str] = frozenset()
) -> Assembly:
    """As it would be, or as it would be without some memories."""
    skill = catalogue.to_run(parts, request.project_id, request.skill_id)
    try:
        known = settings.load(parts)
    except StoreError:
        known = None
    writer = _reader(parts, request, known or Settings())
    return prompts_assemble.compose(parts, request, skill, writer, known=known, leave_out=leave_out)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """A model that the tool has, and we do not."""

    name: str
    window: int


def _reader(parts: Parts, request: Request, known: Settings) -> Reads:
    """Whom the prompt is for: the tool's own model where it names one, else the configured."""
    validate.check_ids(parts.policy.recording, model=request.model)
    bounds = parts.policy.context
    if request.window is not None and not bounds.window_min <= request.window <= bounds.window_max:
        raise InvalidArgument(
            f"window must be a number of tokens from {bounds.window_min} to {bounds.window_max}",
            field="window",
        )
    if request.model is not None:
        return _Elsewhere(request.model.strip(), request.window or bounds.window_tokens)
    writer = token_counting.writer(parts, known)
    return writer if request.window is None else _Elsewhere(writer.name, request.window)
