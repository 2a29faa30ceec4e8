"""A sample project for whoever has none yet: loaded, loaded anew, taken away.

It is a project like any other, in a folder of its own in the home, and nothing of it is global.
The files come first, then its weeks, then the stamp that says it is whole: whoever is killed in
between can load again, which begins anew. Only what the sample itself made is ever cleared.
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from mohen.core import calls
from mohen.core.database import Tx
from mohen.core.leases import Hold, alone
from mohen.core.ports import ProjectFolder
from mohen.core.scope import Scope
from mohen.episodes import embed
from mohen.errors import ClearConfirmRequired, Conflict, InvalidArgument, IoFailed, NotFound
from mohen.knowledge import index_items
from mohen.manuscript import new_project, projects, store
from mohen.manuscript.model import FileKind, Trouble
from mohen.rules import pause
from mohen.sample import replay
from mohen.sample.model import Language, Loaded, Removed, Sample
from mohen.upkeep import clear

if TYPE_CHECKING:
    from mohen.parts import Parts


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


# -- Folders that get out of the way: moved with all that is in them, or taken away where nothing


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


log = logging.getLogger(__name__)

BOTH = "both"
_LEASE = "sample"
_BUSY = "a sample is being loaded or removed: wait for it to end"
_OPERATOR = "sample"


def load(parts: Parts, language: str, *, reset: bool = False) -> list[Loaded]:
    """The sample of a language, or of both. One that is there already is left as it is, unless it
    is to be reset; if nothing is to be done, that is a `Conflict`."""
    wanted = [_sample(parts, each) for each in _languages(language)]
    with alone(parts, _LEASE, _BUSY) as hold:
        todo = [each for each in wanted if reset or not _is_whole(parts, each)]
        if not todo:
            raise Conflict(
                "the sample is loaded already: open it, or load it again with reset",
                field="reset",
                projects=[each.project_id for each in wanted],
            )
        for each in todo:
            _refuse_strangers(parts, each)
        kept = {each.language: _load(parts, each, hold) for each in todo}
    _afterwards(parts)
    return [_as_it_stands(parts, each, kept.get(each.language)) for each in wanted]


def remove(parts: Parts, language: str) -> list[Removed]:
    """The sample's memory, and its files as far as the author left them alone."""
    wanted = [_sample(parts, each) for each in _languages(language)]
    with alone(parts, _LEASE, _BUSY) as hold:
        there = [each for each in wanted if _was_begun(parts, each)]
        if not there:
            raise NotFound("the sample is not loaded: there is nothing to remove")
        gone = []
        for each in there:
            hold.keep()
            gone.append(_remove(parts, each))
        return gone


def _languages(language: str) -> Sequence[Language]:
    if language == BOTH:
        return tuple(Language)
    if language not in set(Language):
        raise InvalidArgument("language must be zh, en or both", field="language")
    return (Language(language),)


def _sample(parts: Parts, language: Language) -> Sample:
    return replay.read(language, parts.samples(language))


# -- how far it has come


def _begun(sample: Sample) -> str:
    return f"sample {sample.language} begun"


def _whole(sample: Sample) -> str:
    return f"sample {sample.language} whole"


def _was_begun(parts: Parts, sample: Sample) -> bool:
    return parts.ledger.stamp(_begun(sample)) is not None


def _is_whole(parts: Parts, sample: Sample) -> bool:
    """Loaded to its end, and not cleared since."""
    if parts.ledger.stamp(_whole(sample)) is None:
        return False
    return parts.testimonies.counts(sample.project_id, after=0, undone_since=0).total > 0


def _stamp(parts: Parts, name: str) -> None:
    now = parts.clock.now()
    parts.mind_db.write(lambda tx: parts.ledger.put_stamp(tx, name, now))


# -- loading


def _refuse_strangers(parts: Parts, sample: Sample) -> None:
    """Nothing of the author's is overwritten: neither a project of that name nor its files."""
    if pause.is_paused(parts, None) or pause.is_paused(parts, sample.project_id):
        raise Conflict("learning is paused, and the sample is learned from: resume it first")
    if _was_begun(parts, sample):
        return
    there = next((each for each in projects.known(parts) if each.id == sample.project_id), None)
    if there is not None:
        raise Conflict(
            "a project of your own has the sample's name: load the sample into another home",
            field="language",
            projectId=sample.project_id,
        )
    if changed := _changed(parts.folder(str(_place(parts, sample))), sample):
        raise Conflict(
            "files of your own stand where the sample goes: move them elsewhere first",
            field="language",
            refs=[*changed],
        )


def _load(parts: Parts, sample: Sample, hold: Hold) -> str | None:
    """Answers where a folder was moved to that the author had changed."""
    calls.begin()
    if _was_begun(parts, sample):
        parts.mind_db.write(lambda tx: parts.ledger.drop_stamp(tx, _whole(sample)))
        _clear(parts, sample)
    else:
        _stamp(parts, _begun(sample))
    kept = _furnish(parts, sample)
    replay.live(parts, sample, hold)
    _stamp(parts, _whole(sample))
    log.info("sample loaded: %s", sample.language)
    return kept


def _furnish(parts: Parts, sample: Sample) -> str | None:
    """The folder with all its files, bound. A changed one is moved out of the way."""
    place, kept = _place(parts, sample), None
    if _changed(parts.folder(str(place)), sample):
        projects.unbind(parts, sample.project_id)
        kept = str(move(place))
    store.make(place, private=True)
    folder = parts.folder(str(place))
    for ref, text in sample.files.items():
        if folder.add(ref, text) is None and folder.read(ref).text != text:
            raise IoFailed("a file of the sample could not be written: load it again")
    projects.bind(parts, sample.project_id, str(place))
    return kept


def _place(parts: Parts, sample: Sample) -> Path:
    return new_project.own_folder(parts, sample.project_id)


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


def _clear(parts: Parts, sample: Sample) -> None:
    """All that is remembered of it. The author has said so by asking for it."""
    try:
        clear.clear_project(parts, sample.project_id)
    except ClearConfirmRequired as asked:
        token = str(asked.details["confirmToken"])
        clear.clear_project(parts, sample.project_id, token=token, operator=_OPERATOR)


def _afterwards(parts: Parts) -> None:
    """What was put off while the past was told."""
    parts.jobs.submit("vectors of the sample", lambda: embed.catch_up(parts))
    index_items.follow_up(parts)


# -- removing


def _remove(parts: Parts, sample: Sample) -> Removed:
    calls.begin()
    before = _as_it_stands(parts, sample, None)
    _clear(parts, sample)
    projects.unbind(parts, sample.project_id)
    place = _place(parts, sample)
    folder = parts.folder(str(place))
    same = [ref for ref, text in sample.files.items() if folder.read(ref).text == text]
    files = sum(folder.delete(ref) for ref in same)
    gone = remove_empty(place)

    def forget(tx: Tx) -> None:
        parts.ledger.drop_stamp(tx, _whole(sample))
        parts.ledger.drop_stamp(tx, _begun(sample))

    parts.mind_db.write(forget)
    log.info("sample removed: %s", sample.language)
    return Removed(
        language=sample.language,
        project_id=sample.project_id,
        episodes=before.episodes,
        rules=before.rules,
        files=files,
        left_folder=None if gone else str(place),
    )


def _as_it_stands(parts: Parts, sample: Sample, kept: str | None) -> Loaded:
    bound = parts.folders.get(sample.project_id)
    scope = Scope(sample.project_id)
    held = parts.holdings.weigh(sample.project_id)
    return Loaded(
        language=sample.language,
        project_id=sample.project_id,
        folder=str(_place(parts, sample)) if bound is None else bound.folder,
        episodes=parts.testimonies.counts(sample.project_id, after=0, undone_since=0).total,
        rules=held["rules"],
        conflicts=len(parts.rules.conflicts(scope, pending_only=True)),
        knowledge=held["knowledge"],
        kept_folder=kept,
    )
