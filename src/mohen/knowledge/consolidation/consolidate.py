"""Conversations become knowledge, and knowledge a snapshot: seven phases, one after the other
(R193–R205).

Each phase is written step by step with where it stands, so that a run that was interrupted is
continued and comes to the same end (C97). In a home, an agent is consolidated once at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.core.values import dataclass
from mohen.errors import (
    Canceled,
    Conflict,
    InvalidArgument,
    IoFailed,
    MohenError,
    NotFound,
    Timeout,
)
from mohen.knowledge.consolidation import run as consolidation_run
from mohen.knowledge.consolidation import schedule
from mohen.knowledge.consolidation.dry_run import DryRun
from mohen.knowledge.consolidation.model import (
    Change,
    Done,
    Outcome,
    Phase,
    Standing,
    Trigger,
)
from mohen.knowledge.consolidation.run import Lifecycle, Run
from mohen.models.model import Purpose
from mohen.models.model_budget import NONE

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.health import Health
    from mohen.core.leases import Exclusive
    from mohen.core.ports import Clock, Ids, Jobs, Notify
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.model import Agent
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.consolidation.collect import Collector
    from mohen.knowledge.consolidation.extract import Extractor
    from mohen.knowledge.consolidation.reconcile import Reconciler
    from mohen.knowledge.consolidation.schedule import Schedule
    from mohen.knowledge.consolidation.sift import Sifter
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.fade import Fader
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.workspace.files import WorkspaceFiles
    from mohen.knowledge.workspace.snapshot import Snapshots
    from mohen.models.model_budget import ModelBudget
    from mohen.models.store import ReceiptStore
    from mohen.policy import Policy


log = logger(__name__)

PUSH = "knowledge:consolidate:progress"
_NO_FAILURE = (Canceled.code, Timeout.code, Conflict.code)  # it was called away


class Consolidator:
    """Runs the seven phases, one after the other."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        agent_store: AgentStore,
        clock: Clock,
        collector: Collector,
        dry_run: DryRun,
        exclusive: Exclusive,
        extractor: Extractor,
        fader: Fader,
        fragment_store: FragmentStore,
        health: Health,
        ids: Ids,
        jobs: Jobs,
        knowledge_indexer: KnowledgeIndexer,
        lifecycle: Lifecycle,
        mind_db: Database,
        model_budget: ModelBudget,
        notify: Notify,
        policy: Policy,
        receipt_store: ReceiptStore,
        reconciler: Reconciler,
        schedule: Schedule,
        sifter: Sifter,
        snapshots: Snapshots,
        workspace_files: WorkspaceFiles,
    ) -> None:
        self._agent_configs = agent_configs
        self._agent_store = agent_store
        self._clock = clock
        self._collector = collector
        self._dry_run = dry_run
        self._exclusive = exclusive
        self._extractor = extractor
        self._fader = fader
        self._fragment_store = fragment_store
        self._health = health
        self._ids = ids
        self._jobs = jobs
        self._knowledge_indexer = knowledge_indexer
        self._lifecycle = lifecycle
        self._mind_db = mind_db
        self._model_budget = model_budget
        self._notify = notify
        self._policy = policy
        self._receipt_store = receipt_store
        self._reconciler = reconciler
        self._schedule = schedule
        self._sifter = sifter
        self._snapshots = snapshots
        self._workspace_files = workspace_files

    def run(
        self,
        project_id: str | None = None,
        *,
        force: bool = False,
        phase: int | None = None,
        dry_run: bool = False,
    ) -> list[Outcome]:
        """One agent, or each in turn: what was said since becomes knowledge. `force`: though it
        was done lately. `phase`: that one alone. `dry_run`: tells what it would do, on a copy."""
        if project_id is None:
            return self.consolidate_all(Trigger.MANUAL, force=force, phase=phase, dry_run=dry_run)
        done = self.consolidate(
            project_id, Trigger.MANUAL, force=force, phase=phase, dry_run=dry_run
        )
        return [done]

    def consolidate(
        self,
        project_id: str,
        trigger: Trigger,
        *,
        force: bool = False,
        phase: int | None = None,
        dry_run: bool = False,
        run_id: str | None = None,
    ) -> Outcome:
        """Consolidate one agent, or go on where that was interrupted. `phase`: one phase alone,
        with what the one before it left (C57). `dry_run`: on a copy, without a model, and without a
        trace. Raises `Conflict` while another consolidation of the agent runs."""
        only = _checked(phase)
        agent = self._agent(project_id)
        run_id = run_id or self._ids.new("run")
        wanted = force or dry_run or only is not None
        if (why := self._schedule.why_not(agent, trigger, wanted=wanted)) is not None:
            return replace(self._nothing(agent, trigger, run_id), skipped=why, dry_run=dry_run)
        if trigger is Trigger.HEARD and self._is_interrupted(project_id):
            return self._nothing(agent, trigger, run_id)  # whoever goes on hears all of it
        if dry_run:
            with self._dry_run.rehearsal() as stage:
                done = stage.consolidator.run_phases(agent, trigger, only, run_id)
            return replace(done, dry_run=True)
        refusal = "this agent is being consolidated: wait for it to end"
        with self._exclusive.alone(f"{schedule.LEASE} {project_id}", refusal):
            return self.run_phases(agent, trigger, only, run_id)

    def _is_interrupted(self, project_id: str) -> bool:
        return self._fragment_store.progress(project_id).current_phase is not None

    def consolidate_all(
        self,
        trigger: Trigger,
        *,
        force: bool = False,
        phase: int | None = None,
        dry_run: bool = False,
    ) -> list[Outcome]:
        """Each agent in turn. One that fails keeps no other waiting, and is told of in the end."""
        _checked(phase)
        done, failed = list[Outcome](), list[MohenError]()
        for each in self._agent_store.all():
            try:
                done.append(
                    self.consolidate(
                        each.project_id, trigger, force=force, phase=phase, dry_run=dry_run
                    )
                )
            except MohenError as error:
                failed.append(error)
        if failed:
            raise failed[0]
        return done

    def begin(
        self, project_id: str | None = None, *, force: bool = False, phase: int | None = None
    ) -> list[str]:
        """The same in the background, by the user's wish; answers the ids to listen for."""
        _checked(phase)
        known = self._agent_store.all() if project_id is None else [self._agent(project_id)]
        return [self._begin(each.project_id, force, phase) for each in known]

    def _begin(self, project_id: str, force: bool, phase: int | None) -> str:
        run_id = self._ids.new("run")
        self._jobs.submit(
            f"consolidate {run_id}",
            lambda: self.consolidate(
                project_id, Trigger.MANUAL, force=force, phase=phase, run_id=run_id
            ),
        )
        return run_id

    def status(self, project_id: str | None = None) -> list[Standing]:
        """Of one agent, or of all."""
        known = self._agent_store.all() if project_id is None else [self._agent(project_id)]
        return [
            Standing(
                project_id=each.project_id,
                progress=self._fragment_store.progress(each.project_id),
                unprocessed=self._schedule.waiting(each.project_id),
                next_due=self._schedule.next_due(each.project_id),
            )
            for each in known
        ]

    def _agent(self, project_id: str) -> Agent:
        validation.check_ids(self._policy.recording, projectId=project_id)
        agent = self._agent_store.get(project_id)
        if agent is None:
            raise NotFound("no agent of that name is known: register it first", field="projectId")
        return agent

    def run_phases(
        self, agent: Agent, trigger: Trigger, only: Phase | None, run_id: str
    ) -> Outcome:
        blank = self._nothing(agent, trigger, run_id)
        config, live = self._agent_configs.config(agent.project_id), trigger is Trigger.HEARD
        run = Run(
            agent,
            replace(config, model=NONE) if live else config,
            run_id,
            batch=self._policy.consolidation.batch,
            fragment_store=self._fragment_store,
            jobs=self._jobs,
            mind_db=self._mind_db,
            tell=partial(self._workspace_files.write_progress, agent.project_id),
            live=live,
            waits=live and self._model_budget.is_wanted(Purpose.CONSOLIDATION, config.model),
        )
        tale = _Tale(self._policy.consolidation.changes_told)
        spent = partial(self._receipt_store.spent, Purpose.CONSOLIDATION, since=0)
        lifecycle = self._lifecycle
        set_out = lifecycle.begin_listening(run) if live else lifecycle.begin(run, only)
        last, before = set_out.phases[-1], spent()
        with self._told(run), self._jobs.aside():
            self._settle(run)  # it may have been killed too often
            for phase, then in zip(set_out.phases, (*set_out.phases[1:], None), strict=True):
                self._push(run, "running", phase)
                tale.tell(self._do(phase, run, tale))
                tale.phases.append(int(phase))
                if then is not None:
                    lifecycle.go_on(run, phase, then)
            outcome = _outcome(run, replace(blank, resumed_at=set_out.resumed_at), tale)
            lifecycle.end(run, last, only)
            self._settle(run)
        if run.live:
            self._knowledge_indexer.follow_up()
        self._write_files(run, last)
        self._push(run, "completed", last)
        log.info("consolidated: %d messages, %d changes", outcome.messages, tale.changed.total())
        return replace(
            outcome,
            ended_at=self._clock.now(),
            tokens=spent() - before,
            degraded=run.degraded,
        )

    def _nothing(self, agent: Agent, trigger: Trigger, run_id: str) -> Outcome:
        now = self._clock.now()
        return Outcome(
            run_id=run_id,
            project_id=agent.project_id,
            trigger=trigger,
            started_at=now,
            ended_at=now,
        )

    # -- the phases

    def _do(self, phase: Phase, run: Run, tale: _Tale) -> Iterable[Change]:
        work: dict[Phase, Callable[[Run, _Tale], Iterable[Change]]] = {
            Phase.COLLECT: self._collect,
            Phase.SIFT: self._sift,
            Phase.EXTRACT: self._extract,
            Phase.RECONCILE: self._reconcile,
            Phase.FADE: self._fade,
            Phase.INDEX: self._index,
            Phase.SNAPSHOT: self._snapshot,
        }
        return work[phase](run, tale)

    def _collect(self, run: Run, _tale: _Tale) -> list[Change]:
        """What a person changed in the files comes before what was said."""
        taken = self._workspace_files.take_in(run.project_id)
        return [*taken.changes, *self._collector.collect(run)]

    def _sift(self, run: Run, _tale: _Tale) -> list[Change]:
        self._sifter.sift(run)
        return []

    def _extract(self, run: Run, _tale: _Tale) -> list[Change]:
        self._extractor.extract(run)
        return []

    def _reconcile(self, run: Run, _tale: _Tale) -> Iterator[Change]:
        return self._reconciler.reconcile(
            run.project_id,
            run.config,
            resume=run.cursor,
            keep=run.keep,
            kept=run.tell,
            sum_up=not run.live,
        )

    def _fade(self, run: Run, _tale: _Tale) -> Iterable[Change]:
        return self._fader.fade(run.project_id, run.config)

    def _index(self, run: Run, _tale: _Tale) -> list[Change]:
        self._knowledge_indexer.catch_up(run.project_id)
        return []

    def _snapshot(self, run: Run, tale: _Tale) -> list[Change]:
        tale.snapshot_written = self._snapshots.refresh(run.project_id, run.config)
        self._workspace_files.write(run.project_id)
        self._snapshots.hand_out(run.project_id)
        return []

    def _write_files(self, run: Run, last: Phase) -> None:
        """The files say that it is done, and follow a phase that was done alone."""
        try:
            if last is Phase.SNAPSHOT:  # which has written all that is known
                self._workspace_files.write_state(run.project_id)
            else:
                self._workspace_files.write(run.project_id)
        except IoFailed as error:
            log.warning("files of a workspace not written: %s", error.code)
            run.degraded = error.code

    # -- what is told of it

    @contextmanager
    def _told(self, run: Run) -> Iterator[None]:
        """Whatever goes wrong, it is known to have stopped, and can be continued (R224)."""
        error = "INTERNAL"
        try:
            yield
            error = ""
        except MohenError as ended:
            error = ended.code
            raise
        finally:
            if error:
                self._stopped(run, error)

    def _stopped(self, run: Run, error: str) -> None:
        log.warning("consolidation stopped: %s (%s)", error, run.id)
        try:
            consolidation_run.stop(run, failed=error not in _NO_FAILURE)
        except MohenError as unkept:  # another has our place, or the file is what failed
            log.warning("not kept that it stopped: %s", unkept.code)
        self._settle(run)
        self._push(run, "failed", error=error)

    def _settle(self, run: Run) -> None:
        """Somebody should know when it fails again and again (C96)."""
        often = run.progress.retry_count > self._policy.consolidation.retries
        found = [health.CONSOLIDATION_FAILED] if often else []
        subject = f"{schedule.LEASE} {run.project_id}"
        self._health.settle(subject, found, among=[Reason.CONSOLIDATION_FAILED])

    def _push(
        self, run: Run, status: str, phase: Phase | None = None, error: str | None = None
    ) -> None:
        at = phase if phase is not None else run.progress.current_phase
        told: dict[str, object] = {
            "runId": run.id,
            "projectId": run.project_id,
            "status": status,
            "progress": 1.0 if status == "completed" else round(((at or 1) - 1) / len(Phase), 2),
        }
        if at is not None:
            told["phase"] = int(at)
        if error is not None:
            told["error"] = error
        self._notify(PUSH, told)


def _checked(phase: int | None) -> Phase | None:
    """0 is no phase, and least of all every phase (B17)."""
    if phase is None:
        return None
    if isinstance(phase, bool) or phase not in set(Phase):
        raise InvalidArgument(f"phase must be from 1 to {max(Phase):d}", field="phase")
    return Phase(phase)


# -- one run


@dataclass(slots=True)
class _Tale:
    """What a run did, to be told in the end."""

    most: int  # of the changes, told one by one; the others are counted
    phases: list[int] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    changed: Counter[Done] = field(default_factory=Counter)
    snapshot_written: bool = False

    def tell(self, changes: Iterable[Change]) -> None:
        for each in changes:
            self.changed[each.done] += 1
            if len(self.changes) < self.most:
                self.changes.append(each)


def _outcome(run: Run, blank: Outcome, tale: _Tale) -> Outcome:
    return replace(
        blank,
        phases=tuple(tale.phases),
        messages=run.count("messages"),
        fragments=run.count("fragments"),
        kept=run.count("kept"),
        statements=run.count("statements"),
        undecided=run.count("undecided"),
        broken_lines=run.count("broken"),
        unreadable=run.unreadable,
        changes=tuple(tale.changes),
        changed=tale.changed,
        snapshot_written=tale.snapshot_written,
    )
