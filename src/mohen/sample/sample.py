"""A sample project for whoever has none yet: loaded, loaded anew, taken away.

It is a project like any other, in a folder of its own in the home, and nothing of it is global.
The files come first, then its weeks, then the stamp that says it is whole: whoever is killed in
between can load again, which begins anew. Only what the sample itself made is ever cleared.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from mohen.core import calls
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import ClearConfirmRequired, Conflict, InvalidArgument, IoFailed, NotFound
from mohen.manuscript import store
from mohen.manuscript.model import FileKind, Trouble
from mohen.offline_writer.by_hand import Handwritten
from mohen.sample import replay
from mohen.sample.model import Language, Loaded, Removed, Sample

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.leases import Exclusive, Hold
    from mohen.core.ports import Clock, Jobs
    from mohen.core.settings_store import SettingsStore
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.manuscript.new_project import ProjectList
    from mohen.manuscript.ports import FolderAt, ProjectFolder
    from mohen.manuscript.projects import Projects
    from mohen.manuscript.store import FolderStore
    from mohen.rules.evidence_store import EvidenceStore
    from mohen.rules.pause import LearningPause
    from mohen.rules.store import RuleStore
    from mohen.sample.replay import Replay
    from mohen.upkeep.clear import Clear
    from mohen.upkeep.store import ProjectTotals


# -- The sample projects that ship with Mohen, as the files they are.


@cache
def texts(language: str) -> Mapping[str, str]:
    """Every file of one sample by its path in it, in order."""
    return dict(sorted(_below(resources.files("mohen.sample").joinpath(language), "")))


def _below(folder: Traversable, way: str) -> Iterator[tuple[str, str]]:
    for each in folder.iterdir():
        path = f"{way}{each.name}"
        if each.is_dir():
            yield from _below(each, f"{path}/")
        elif each.name.endswith((".md", ".toml")):
            yield path, each.read_text("utf-8")


@cache
def written_by_hand() -> tuple[Handwritten, ...]:
    """What is offered in places of the samples where no language model writes."""
    return tuple(
        each for language in Language for each in replay.written(texts(language)[CANDIDATES])
    )


# -- folders that get out of the way


def move(folder: Path) -> Path:
    """Beside where it stood, under the first free name with a number; answers where to."""
    with _translated("moved"):
        for number in count(2):
            new = folder.with_name(f"{folder.name} ({number})")
            if not os.path.lexists(new):
                folder.rename(new)
                return new
    raise AssertionError("numbers do not end")


def remove_empty(folder: Path) -> bool:
    """The folder with all empty ones below it; whether it is gone. No file is touched, and what
    is behind a link is not looked at."""
    with _translated("removed"):
        for below, _, _ in os.walk(folder, topdown=False):
            with suppress(OSError):  # something is left in it
                Path(below).rmdir()
    return not folder.exists()


@contextmanager
def _translated(done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = errno.errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(f"the folder cannot be {done} ({said})", field="folder") from None


log = logger(__name__)

BOTH = "both"
CANDIDATES = "candidates.toml"
_LEASE = "sample"
_BUSY = "a sample is being loaded or removed: wait for it to end"
_OPERATOR = "sample"


class Samples:
    """Loads and removes the sample projects."""

    def __init__(
        self,
        *,
        clear: Clear,
        clock: Clock,
        episode_embedder: EpisodeEmbedder,
        evidence_store: EvidenceStore,
        exclusive: Exclusive,
        folder_at: FolderAt,
        folder_store: FolderStore,
        jobs: Jobs,
        knowledge_indexer: KnowledgeIndexer,
        learning_pause: LearningPause,
        mind_db: Database,
        project_list: ProjectList,
        project_totals: ProjectTotals,
        projects: Projects,
        replay: Replay,
        rule_store: RuleStore,
        sample_texts: Callable[[str], Mapping[str, str]],
        settings_store: SettingsStore,
    ) -> None:
        self._clear = clear
        self._clock = clock
        self._episode_embedder = episode_embedder
        self._evidence_store = evidence_store
        self._exclusive = exclusive
        self._folder_at = folder_at
        self._folder_store = folder_store
        self._jobs = jobs
        self._knowledge_indexer = knowledge_indexer
        self._learning_pause = learning_pause
        self._mind_db = mind_db
        self._project_list = project_list
        self._project_totals = project_totals
        self._projects = projects
        self._replay = replay
        self._rule_store = rule_store
        self._sample_texts = sample_texts
        self._settings_store = settings_store

    def load(self, language: str = "both", *, reset: bool = False) -> list[Loaded]:
        """The sample of a language, or of both. One that is there already is left as it is, unless
        it is to be reset; if nothing is to be done, that is a `Conflict`."""
        wanted = [self._sample(each) for each in _languages(language)]
        with self._exclusive.alone(_LEASE, _BUSY) as hold:
            todo = [each for each in wanted if reset or not self._is_whole(each)]
            if not todo:
                raise Conflict(
                    "the sample is loaded already: open it, or load it again with reset",
                    field="reset",
                    projects=[each.project_id for each in wanted],
                )
            for each in todo:
                self._refuse_strangers(each)
            kept = {each.language: self._load(each, hold) for each in todo}
        self._afterwards()
        return [self._as_it_stands(each, kept.get(each.language)) for each in wanted]

    def remove(self, language: str = "both") -> list[Removed]:
        """The sample's memory, and its files as far as the author left them alone."""
        wanted = [self._sample(each) for each in _languages(language)]
        with self._exclusive.alone(_LEASE, _BUSY) as hold:
            there = [each for each in wanted if self._was_begun(each)]
            if not there:
                raise NotFound("the sample is not loaded: there is nothing to remove")
            gone = []
            for each in there:
                hold.keep()
                gone.append(self._remove(each))
            return gone

    def _sample(self, language: Language) -> Sample:
        return replay.read(language, self._sample_texts(language))

    def _was_begun(self, sample: Sample) -> bool:
        return self._settings_store.stamp(_begun(sample)) is not None

    def _is_whole(self, sample: Sample) -> bool:
        """Loaded to its end, and not cleared since."""
        if self._settings_store.stamp(_whole(sample)) is None:
            return False
        return self._evidence_store.counts(sample.project_id, after=0, undone_since=0).total > 0

    def _stamp(self, name: str) -> None:
        now = self._clock.now()
        self._mind_db.write(lambda tx: self._settings_store.put_stamp(tx, name, now))

    # -- loading

    def _refuse_strangers(self, sample: Sample) -> None:
        """Nothing of the author's is overwritten: neither a project of that name nor its files."""
        if self._learning_pause.is_paused(None) or self._learning_pause.is_paused(
            sample.project_id
        ):
            raise Conflict("learning is paused, and the sample is learned from: resume it first")
        if self._was_begun(sample):
            return
        there = next(
            (each for each in self._projects.known() if each.id == sample.project_id), None
        )
        if there is not None:
            raise Conflict(
                "a project of your own has the sample's name: load the sample into another home",
                field="language",
                projectId=sample.project_id,
            )
        if changed := _changed(self._folder_at(str(self._place(sample))), sample):
            raise Conflict(
                "files of your own stand where the sample goes: move them elsewhere first",
                field="language",
                refs=[*changed],
            )

    def _load(self, sample: Sample, hold: Hold) -> str | None:
        """Answers where a folder was moved to that the author had changed."""
        calls.begin()
        if self._was_begun(sample):
            self._mind_db.write(lambda tx: self._settings_store.drop_stamp(tx, _whole(sample)))
            self._cleared(sample)
        else:
            self._stamp(_begun(sample))
        kept = self._furnish(sample)
        self._replay.live(sample, hold)
        self._stamp(_whole(sample))
        log.info("sample loaded: %s", sample.language)
        return kept

    def _furnish(self, sample: Sample) -> str | None:
        """The folder with all its files, bound. A changed one is moved out of the way."""
        place, kept = self._place(sample), None
        if _changed(self._folder_at(str(place)), sample):
            self._projects.unbind(sample.project_id)
            kept = str(move(place))
        store.make(place, private=True)
        folder = self._folder_at(str(place))
        for ref, text in sample.files.items():
            if folder.add(ref, text) is None and folder.read(ref).text != text:
                raise IoFailed("a file of the sample could not be written: load it again")
        self._projects.bind(sample.project_id, str(place))
        return kept

    def _place(self, sample: Sample) -> Path:
        return self._project_list.own_folder(sample.project_id)

    def _cleared(self, sample: Sample) -> None:
        """All that is remembered of it. The author has said so by asking for it."""
        try:
            self._clear.clear_project(sample.project_id)
        except ClearConfirmRequired as asked:
            token = str(asked.details["confirmToken"])
            self._clear.clear_project(sample.project_id, token=token, operator=_OPERATOR)

    def _afterwards(self) -> None:
        """What was put off while the past was told."""
        self._jobs.submit("vectors of the sample", lambda: self._episode_embedder.catch_up())
        self._knowledge_indexer.follow_up()

    # -- removing

    def _remove(self, sample: Sample) -> Removed:
        calls.begin()
        before = self._as_it_stands(sample, None)
        self._cleared(sample)
        self._projects.unbind(sample.project_id)
        place = self._place(sample)
        folder = self._folder_at(str(place))
        same = [ref for ref, text in sample.files.items() if folder.read(ref).text == text]
        files = sum(folder.delete(ref) for ref in same)
        gone = remove_empty(place)

        def forget(tx: Tx) -> None:
            self._settings_store.drop_stamp(tx, _whole(sample))
            self._settings_store.drop_stamp(tx, _begun(sample))

        self._mind_db.write(forget)
        log.info("sample removed: %s", sample.language)
        return Removed(
            language=sample.language,
            project_id=sample.project_id,
            episodes=before.episodes,
            rules=before.rules,
            files=files,
            left_folder=None if gone else str(place),
        )

    def _as_it_stands(self, sample: Sample, kept: str | None) -> Loaded:
        bound = self._folder_store.get(sample.project_id)
        scope = Scope(sample.project_id)
        held = self._project_totals.weigh(sample.project_id)
        return Loaded(
            language=sample.language,
            project_id=sample.project_id,
            folder=str(self._place(sample)) if bound is None else bound.folder,
            episodes=self._evidence_store.counts(sample.project_id, after=0, undone_since=0).total,
            rules=held["rules"],
            conflicts=len(self._rule_store.conflicts(scope, pending_only=True)),
            knowledge=held["knowledge"],
            kept_folder=kept,
        )


def _languages(language: str) -> Sequence[Language]:
    if language == BOTH:
        return tuple(Language)
    if language not in set(Language):
        raise InvalidArgument("language must be zh, en or both", field="language")
    return (Language(language),)


# -- how far it has come


def _begun(sample: Sample) -> str:
    return f"sample {sample.language} begun"


def _whole(sample: Sample) -> str:
    return f"sample {sample.language} whole"


def _changed(folder: ProjectFolder, sample: Sample) -> list[str]:
    """What the author changed or added; what they took away is no loss."""
    found = {each.ref: each for kind in FileKind for each in folder.files(kind)}
    found |= {ref: folder.read(ref) for ref in sample.files}
    return sorted(
        ref
        for ref, each in found.items()
        if each.trouble is not Trouble.NOT_FOUND
        and (each.trouble is not None or each.text != sample.files.get(ref))
    )
