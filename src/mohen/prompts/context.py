"""Prompts for those who have a model of their own, and a look into any prompt."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.errors import ContextBackpressure, InspectForbidden, InvalidArgument, StoreError
from mohen.prompts import cache_report as prompts_cache_report
from mohen.prompts.model import Skill

if TYPE_CHECKING:
    from mohen.core.health import Health
    from mohen.core.ports import Jobs
    from mohen.core.settings import UserSettings
    from mohen.models.ports import Reads
    from mohen.models.token_counting import TokenCounting
    from mohen.policy import Policy
    from mohen.prompts.assemble import Assembler
    from mohen.prompts.cache_report import CacheReport
    from mohen.prompts.model import Assembly, Request
    from mohen.prompts.pending_traces import PendingTraces
    from mohen.prompts.provenance import Provenance
    from mohen.prompts.store import TraceStore


log = logger(__name__)


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


class FindsSkills(Protocol):
    def to_run(self, project_id: str | None, skill_id: str) -> Skill:
        """The skill of that name: the project's own, else the built-in one."""
        ...


class Context:
    """Prompts for those who have a model of their own."""

    def __init__(
        self,
        *,
        assembler: Assembler,
        health: Health,
        jobs: Jobs,
        pending_traces: PendingTraces,
        policy: Policy,
        provenance: Provenance,
        settings: UserSettings,
        skill_catalogue: FindsSkills,
        token_counting: TokenCounting,
        trace_store: TraceStore,
    ) -> None:
        self._assembler = assembler
        self._health = health
        self._jobs = jobs
        self._pending_traces = pending_traces
        self._policy = policy
        self._provenance = provenance
        self._settings = settings
        self._skill_catalogue = skill_catalogue
        self._token_counting = token_counting
        self._trace_store = trace_store
        bounds = policy.context
        self._documents = Documents(bounds.concurrent_max, bounds.retry_after_ms)

    def assemble(self, request: Request) -> Assembly:
        """A prompt, kept as a generation: record the episode with its generationId afterwards."""
        with self._documents.entered(request):
            made = self.composed(request)
            self._pending_traces.add(made, self._keep, most=self._policy.context.traces_pending)
            self._jobs.submit("keep traces", self._pending_traces.settle)
            self._assembler.used(made)
            return made

    def _keep(self, made: Sequence[Assembly]) -> None:
        """A trace that cannot be kept stops nobody, and everybody can see it."""
        found = []
        try:
            self._provenance.keep_prompts(made)
        except StoreError as error:
            log.warning("trace not kept: %s", error.reason)
            found = [health.MIND_UNREADABLE]
        self._health.settle("traces", found, among=[Reason.MIND_UNREADABLE])

    def inspect(self, request: Request) -> Assembly:
        """What would go into the prompt. Leaves no trace, and is for the owner's eyes only."""
        if not self._settings.get().context_inspection_enabled:
            raise InspectForbidden(
                "whole prompts are not shown: switch on contextInspectionEnabled first"
            )
        return self.composed(request)

    def cache_report(
        self,
        project_id: str | None = None,
        *,
        skill_id: str | None = None,
        limit: int | None = None,
        ttl_ms: int | None = None,
        at_least: int = 0,
    ) -> CacheReport:
        """What a provider's prefix cache would have served of the newest prompts of a project."""
        validation.check_ids(self._policy.recording, projectId=project_id, skillId=skill_id)
        bounds = self._policy.context
        most = validation.size(limit, default=bounds.replayed, most=bounds.traces_kept)
        self._pending_traces.settle()
        newest = self._trace_store.page(project_id, skill_id=skill_id, limit=most)
        return prompts_cache_report.replay(reversed(newest), ttl_ms=ttl_ms, at_least=at_least)

    def composed(self, request: Request, *, leave_out: Collection[str] = frozenset()) -> Assembly:
        """As it would be, or as it would be without some memories."""
        skill = self._skill_catalogue.to_run(request.project_id, request.skill_id)
        try:
            known = self._settings.get()
        except StoreError:
            known = None
        writer = self._reader(request, known or Settings())
        return self._assembler.compose(request, skill, writer, known=known, leave_out=leave_out)

    def _reader(self, request: Request, known: Settings) -> Reads:
        """Whom the prompt is for: the tool's own model where it names one, else the configured."""
        validation.check_ids(self._policy.recording, model=request.model)
        bounds = self._policy.context
        if (
            request.window is not None
            and not bounds.window_min <= request.window <= bounds.window_max
        ):
            raise InvalidArgument(
                f"window must be a number of tokens from {bounds.window_min} to "
                f"{bounds.window_max}",
                field="window",
            )
        if request.model is not None:
            return _Elsewhere(request.model.strip(), request.window or bounds.window_tokens)
        writer = self._token_counting.writer(known)
        return writer if request.window is None else _Elsewhere(writer.name, request.window)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """A model that the tool has, and we do not."""

    name: str
    window: int
