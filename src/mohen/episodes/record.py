"""An interaction becomes an episode: judged, masked, given room, written, made findable.

When this returns, the episode is on disk and can be found by its words. Meaning and measured
differences follow in the background, where they cost the author nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.scope import Scope
from mohen.episodes import decay, eviction, signals, validate
from mohen.episodes.model import (
    Answer,
    Draft,
    Episode,
    Filter,
    Lengths,
    Page,
    Question,
    Recorded,
    Signal,
    State,
    Texts,
    Vitals,
    searchable,
)
from mohen.episodes.recall import Gate, Recall
from mohen.errors import (
    CapacityExceeded,
    Conflict,
    EpisodeWriteFailed,
    InvalidArgument,
    NotFound,
    ScopeDenied,
    StoreError,
)
from mohen.text import redact, scenes, terms

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx, Written
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Ids, Jobs
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.episodes.compress import Compressor
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.episodes.index import EpisodeIndex
    from mohen.episodes.measure import StyleMeasurer
    from mohen.episodes.ports import (
        CompletesTraces,
        FindsTraces,
        KnowsOwnVoice,
        KnowsRuns,
        LearnsLater,
    )
    from mohen.episodes.store import EpisodeStore
    from mohen.episodes.style_evidence import Evidence
    from mohen.policy import Policy
    from mohen.text.policy import Scenes


T = TypeVar("T")

_MIDDLING = (Signal.NEUTRAL, Signal.REPEATED_SCENE_SKILL)


class Episodes:
    """What the author did with each suggestion."""

    def __init__(
        self,
        *,
        clock: Clock,
        compressor: Compressor,
        episode_embedder: EpisodeEmbedder,
        episode_index: EpisodeIndex,
        episode_store: EpisodeStore,
        episodes_db: Database,
        health: Health,
        ids: Ids,
        jobs: Jobs,
        learning_triggers: LearnsLater,
        own_voice: KnowsOwnVoice,
        policy: Policy,
        provenance: CompletesTraces,
        recall: Recall,
        reckoning: Callable[[], Callable[[int], int]],
        running: KnowsRuns,
        settings: UserSettings,
        settled: Clock,
        style_measurer: StyleMeasurer,
        trace_store: FindsTraces,
    ) -> None:
        self._clock = clock
        self._compressor = compressor
        self._episode_embedder = episode_embedder
        self._episode_index = episode_index
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._health = health
        self._ids = ids
        self._jobs = jobs
        self._learning_triggers = learning_triggers
        self._own_voice = own_voice
        self._policy = policy
        self._provenance = provenance
        self._recall = recall
        self._reckoning = reckoning
        self._running = running
        self._settings = settings
        self._settled = settled
        self._style_measurer = style_measurer
        self._trace_store = trace_store
        self._gate = Gate(policy.recall.concurrent_max, policy.recall.retry_after_ms)

    def record(
        self, draft: Draft, *, evidence: Evidence | None = None, repeats: str | None = None
    ) -> Recorded:
        """`evidence`: what it proves, where that is not to be measured on its texts. `repeats`: the
        id of the episode whose texts these are."""
        draft = self._own_voice.unechoed(validate.check(draft, self._policy.recording))
        try:
            episode = self.compose(draft, self._settings.get())
            return self.keep(draft, episode, evidence=evidence, repeats=repeats)
        except StoreError as error:
            raise EpisodeWriteFailed.because(error, what="the episode") from error

    def record_all(self, drafts: Sequence[Draft]) -> list[Recorded]:
        """Many at once, in their order: all of them are kept, or none."""
        most = self._policy.recording.batch_max
        if len(drafts) > most:
            raise InvalidArgument(f"items holds more than {most}", field="items")
        for project_id in dict.fromkeys(each.project_id for each in drafts):
            validation.check_ids(self._policy.recording, projectId=project_id)
        checked = [self._checked(place, each) for place, each in enumerate(drafts)]
        try:
            rules = self._settings.get()
            made = [self._prepared(each, self.compose(each, rules)) for each in checked]
            written = self._written(lambda tx: [self._write(tx, *each) for each in made])
        except StoreError as error:
            raise EpisodeWriteFailed.because(error, what="the batch") from error
        kept = [episode for episode, _ in written.value]
        for project_id in dict.fromkeys(each.project_id for each in kept):
            self._afterwards(project_id, indexed=all(indexed for _, indexed in written.value))
        for draft, episode in zip(checked, kept, strict=True):
            self._explain_later(draft, episode)
        return [Recorded(each, written.retries) for each in kept]

    def _checked(self, place: int, draft: Draft) -> Draft:
        """One of many, whose place says which is wrong."""
        try:
            return self._own_voice.unechoed(validate.check(draft, self._policy.recording))
        except InvalidArgument as error:
            which = f"items.{place}"
            field = f"{which}.{error.details.get('field')}"
            raise InvalidArgument(f"{which}: {error.message}", field=field) from None

    def _prepared(
        self, draft: Draft, episode: Episode, evidence: Evidence | None = None
    ) -> tuple[Draft, Episode, Evidence | None, str]:
        """With all that can be made of it before the lane is asked."""
        if evidence is None and episode.private:
            evidence = self._style_measurer.of(draft)
        return draft, episode, evidence, _words(episode)

    def keep(
        self,
        draft: Draft,
        episode: Episode,
        *,
        evidence: Evidence | None = None,
        repeats: str | None = None,
        before: Callable[[Tx], object] = lambda _tx: None,
    ) -> Recorded:
        """Write an interaction that was answered, and learn from it when there is time. `before` is
        done first, in the same transaction."""
        made = self._prepared(draft, episode, evidence)

        def write(tx: Tx) -> tuple[Episode, bool]:
            before(tx)
            kept, indexed = self._write(tx, *made)
            if repeats is not None:
                self._episode_store.put_repeat(tx, kept.seq, repeats)
            return kept, indexed

        written = self._written(write)
        kept, indexed = written.value
        self._afterwards(kept.project_id, indexed=indexed)
        self._explain_later(draft, kept)
        return Recorded(kept, written.retries)

    def _explain_later(self, draft: Draft, episode: Episode) -> None:
        if draft.generation_id is not None:
            self._jobs.submit("trace", lambda: self._explained(draft, episode.id), once=False)

    def _explained(self, draft: Draft, episode_id: str) -> None:
        """Its trace, if a prompt of ours led to it, learns what came of it."""
        taken = [] if signals.is_rejection(draft) else [draft.candidates[draft.selected_index]]
        self._provenance.complete(
            draft.generation_id or "",
            taken or draft.candidates,
            project_id=draft.project_id,
            episode_id=episode_id,
            text=draft.input_context,
        )

    def settle(self, project_id: str, left: Sequence[Draft], *, around: str) -> list[Episode]:
        """What a session leaves behind (R10), all of it or nothing: words about the text, with no
        suggestion to judge by them. `around` is the text they were said at, to guess the scene
        by."""
        checked = [validate.check(each, self._policy.recording) for each in left]
        try:
            rules = self._settings.get()
            made = [self._aside(each, rules, around) for each in checked]
            kept = self._written(lambda tx: [self._write(tx, *each) for each in made]).value
        except StoreError as error:
            raise EpisodeWriteFailed.because(error, what="what the session left") from error
        self._afterwards(project_id, indexed=all(indexed for _, indexed in kept))
        return [episode for episode, _ in kept]

    def _aside(
        self, draft: Draft, rules: Settings, around: str
    ) -> tuple[Draft, Episode, Evidence | None, str]:
        episode = replace(self.compose(draft, rules), signal=Signal.NEUTRAL)
        if episode.scene_inferred and around:
            episode = replace(episode, scene_type=scenes.infer(around, self._policy.scenes))
        return self._prepared(draft, episode)

    def _afterwards(self, project_id: str, *, indexed: bool) -> None:
        if not indexed:
            self._health.settle("words", [health.INDEX_BROKEN], among=[Reason.INDEX_UNAVAILABLE])
        policy = self._policy.vectors
        self._jobs.submit(
            "follow up",
            lambda: self._follow_up(),
            after_ms=policy.embed_delay_ms,
            at_most_ms=policy.embed_at_most_ms,
        )

        self._learning_triggers.after_record(project_id)

    def _written(self, work: Callable[[Tx], T]) -> Written[T]:
        """Write, and once more without words if a damaged full-text table may have spoiled the
        commit: an episode is worth more than its index (R93)."""
        try:
            return self._episodes_db.write(work)
        except StoreError as error:
            if error.reason not in ("corrupt", "failed"):
                raise
            self._episode_index.leave_words_out()
            return self._episodes_db.write(work)

    def _follow_up(self) -> None:
        """What the author does not wait for."""
        self._episode_embedder.catch_up()
        self._style_measurer.catch_up()

    def compose(self, draft: Draft, rules: Settings) -> Episode:
        """The episode as it will be kept; the verdict is added under the lane's eyes."""
        now = self._clock.now()
        made = now if draft.timestamp is None else self._reckoning()(draft.timestamp)
        vitals = Vitals(
            timestamp=made,
            importance=draft.importance or 0.0,
            core_setting=draft.core_setting,
        )
        final = _final_text(draft)
        return Episode(
            id=self._ids.new("ep"),
            project_id=draft.project_id,
            skill_used=redact.without_secrets(draft.skill_used.strip()),
            scene_type=scene_of(draft, self._policy.scenes),
            scene_inferred=not draft.scene_type,
            state=State.CLOSED,
            recorded_at=now,
            vitals=vitals,
            strength=decay.strength(vitals, now, self._policy.decay),
            lengths=Lengths(
                len(draft.input_context),
                tuple(len(each) for each in draft.candidates),
                None if final is None else len(final),
            ),
            texts=self._kept_texts(draft, rules),
            selected_index=draft.selected_index,
            signal=None,
            weight=0.0,
            edit_distance=None,
            chapter_id=draft.chapter_id,
            generation_id=draft.generation_id,
            response_time_ms=draft.response_time_ms,
            user_confirmed=draft.user_confirmed,
            private=rules.privacy_mode_enabled,
        )

    def _kept_texts(self, draft: Draft, rules: Settings) -> Texts:
        if rules.privacy_mode_enabled:
            return Texts()  # signal, scene, lengths and measured differences only (C95)
        texts = Texts(
            input_context=draft.input_context,
            candidates=draft.candidates,
            final_text=_final_text(draft),
            explicit=draft.explicit,
        )
        names, bounds = rules.redact_names, self._policy.settings
        key = self._settings.redaction_key() if names else b""
        return texts.changed(redact.keeper(names, key, bounds))

    # -- inside the lane

    def _write(
        self, tx: Tx, draft: Draft, episode: Episode, evidence: Evidence | None, words: str
    ) -> tuple[Episode, bool]:
        """The episode with its number, and whether it can be found by its words. One that carries a
        signal already is not judged."""
        project = self.make_room(tx, episode)
        if episode.signal is None:
            episode = self._judge(tx, project, draft, episode)
        seq = self._episode_store.insert(tx, project, episode)
        if evidence is not None:
            self._episode_store.put_evidence(tx, [(seq, evidence.to_json())])
        indexed = episode.private or self._episode_index.add_words(tx, seq, project, words)
        return replace(episode, seq=seq), indexed

    def _judge(self, tx: Tx, project: int, draft: Draft, episode: Episode) -> Episode:
        policy = self._policy.signals
        distance = signals.measured_distance(draft)
        earlier = 0
        if signals.is_middling(distance, policy):
            earlier = self._episode_store.earlier_uses(
                tx,
                project,
                episode.scene_type,
                episode.skill_used,
                _MIDDLING,
                policy.repeat_at_most,
            )
        verdict = signals.classify(replace(draft, edit_distance=distance), earlier, policy)
        return replace(
            episode,
            signal=verdict.signal,
            weight=verdict.weight,
            edit_distance=verdict.edit_distance,
        )

    def make_room(self, tx: Tx, episode: Episode) -> int:
        """The synchronous capacity check (R103): compress what must go, or refuse the write.
        Answers the project's number."""
        project = self._episode_store.project(tx, episode.project_id)
        self._reclaim(tx, project, self._settled.now())
        return project

    def _reclaim(self, tx: Tx, project: int, now: int) -> None:
        policy = self._policy.capacity
        active, compressed = self._episode_store.room(tx, project)
        missing = eviction.shortage(active, policy)
        if missing == 0:
            return
        expired = self._episode_store.expired(
            tx, project, eviction.expired_before(now, policy), max(missing, policy.reclaim_batch)
        )
        coldest = self._episode_store.coldest(tx, project, missing + len(expired))
        plan = eviction.plan(
            active=active,
            compressed=compressed,
            expired=[eviction.Candidate(*each) for each in expired],
            coldest=[eviction.Candidate(*each) for each in coldest],
            policy=policy,
        )
        if not plan.fits:
            raise CapacityExceeded(
                f"the project holds {active} episodes, its cap, and all are confirmed or core "
                "settings: unconfirm or delete some, or raise the cap",
                active=active,
                cap=policy.active_per_project,
            )
        self._compressor.compress(tx, project, plan.compress)
        if plan.purge_digests:
            self._episode_store.purge_digests(tx, project, plan.purge_digests)

    # -- Looking at episodes one by one or by the page.

    def get(self, project_id: str, episode_id: str) -> Episode:
        validation.check_ids(self._policy.recording, projectId=project_id, episodeId=episode_id)
        found = own(Scope(project_id), self._episode_store.get(id=episode_id))
        if not found:
            raise NotFound("no such episode", field="episodeId")
        return found[0]

    # -- The author takes an accepted suggestion back: the heaviest verdict there is (R28, R33).

    def undo(
        self,
        project_id: str,
        *,
        episode_id: str | None = None,
        generation_id: str | None = None,
        run_id: str | None = None,
    ) -> Recorded:
        """Found by episode, generation or run at any later time (C15, C70). Undoing twice changes
        nothing: the first time stands."""
        if len([each for each in (episode_id, generation_id, run_id) if each is not None]) != 1:
            raise InvalidArgument(
                "name exactly one of episodeId, generationId and runId", field="episodeId"
            )
        validation.check_ids(
            self._policy.recording,
            projectId=project_id,
            episodeId=episode_id,
            generationId=generation_id,
            runId=run_id,
        )
        if run_id is not None:
            generation_id = self._generation_of(run_id)
        try:
            written = self._episodes_db.write(
                lambda tx: self._undo(tx, Scope(project_id), episode_id, generation_id)
            )
        except StoreError as error:
            raise EpisodeWriteFailed.because(error, what="the undo") from error

        self._learning_triggers.after_record(project_id)
        return Recorded(written.value, written.retries)

    def _generation_of(self, run_id: str) -> str:
        held = self._running.offered(run_id, self._clock.now(), self._policy)
        if held is not None:
            return held.generation_id
        kept = self._trace_store.by_run(run_id)
        if kept is None:
            raise NotFound("no such run", field="runId")
        return kept.id

    def _undo(
        self, tx: Tx, scope: Scope, episode_id: str | None, generation_id: str | None
    ) -> Episode:
        found = self._episode_store.find(tx, id=episode_id, generation=generation_id)
        episode = _accepted(own(scope, found))
        if episode.undone_at is not None:
            return episode
        now = self._clock.now()
        latency = max(0, now - episode.timestamp)
        weight = self._policy.signals.undo_after_accept
        self._episode_store.mark_undone(
            tx,
            episode.seq,
            signal=Signal.UNDO_AFTER_ACCEPT,
            weight=weight,
            at=now,
            latency_ms=latency,
        )
        undone = replace(
            episode,
            signal=Signal.UNDO_AFTER_ACCEPT,
            weight=weight,
            undone_at=now,
            undo_latency_ms=latency,
            version=episode.version + 1,
        )
        if episode.compressed:
            self._compressor.rewrite(tx, undone)
        return undone

    def query(self, question: Question) -> Answer:
        """The three to five episodes that matter most here, each with its reason."""
        with self._gate.entered():
            return self._recall.recall(question)

    def list(
        self,
        project_id: str,
        wanted: Filter | None = None,
        *,
        before: tuple[int, int] | None = None,
        limit: int | None = None,
    ) -> Page:
        """Newest first; `before` is the `after` of the page before."""
        wanted = wanted or Filter()
        validation.check_ids(
            self._policy.recording,
            projectId=project_id,
            sceneType=wanted.scene_type,
            skillUsed=wanted.skill_used,
            chapterId=wanted.chapter_id,
        )
        validation.check_moments(self._policy.recording, since=wanted.since, until=wanted.until)
        bounds = self._policy.paging
        size = validation.size(limit, default=bounds.list_default, most=bounds.list_max)
        if wanted.scene_type is not None:
            wanted = replace(wanted, scene_type=scenes.canonical(wanted.scene_type))
        return self._episode_store.page(Scope(project_id), wanted, before=before, limit=size)


def _words(episode: Episode) -> str:
    return " ".join(terms.expand(searchable(episode.texts)))


def scene_of(draft: Draft, policy: Scenes) -> str:
    """As its author named it, else by what stood there before (`scenes.before`)."""
    if draft.scene_type:
        return scenes.canonical(draft.scene_type)
    return scenes.before(draft.input_context, draft.candidates, policy)


def _final_text(draft: Draft) -> str | None:
    """What stands in the manuscript: the author's text, or the candidate as it was."""
    if draft.final_text is not None or signals.is_rejection(draft):
        return draft.final_text
    return draft.candidates[draft.selected_index]


def own(scope: Scope, found: list[Episode]) -> list[Episode]:
    """The project's own of what was found; only others' means the door is shut (C92)."""
    mine = [each for each in found if each.project_id == scope.project_id]
    if found and not mine:
        raise ScopeDenied("the item belongs to another project")
    return mine


def _accepted(found: list[Episode]) -> Episode:
    """The newest that was accepted; only what was accepted can be taken back."""
    if not found:
        raise NotFound("no such episode in this project", field="episodeId")
    for episode in found:
        if episode.state is State.CLOSED and (episode.selected_index or 0) >= 0:
            return episode
    raise Conflict("nothing of this episode was accepted, so there is nothing to undo")
