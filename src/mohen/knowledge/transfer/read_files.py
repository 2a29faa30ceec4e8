"""Files that somebody gives us to read once: a memory's export, or a folder of them."""

from __future__ import annotations

import codecs
import os
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mohen.core import plugins
from mohen.errors import InvalidArgument, IoFailed
from mohen.knowledge.consolidation.model import Act, Named, Statement
from mohen.knowledge.model import BELIEF, FACT, Category
from mohen.knowledge.transfer import foreign_formats
from mohen.knowledge.transfer.foreign_formats import spoken
from mohen.knowledge.transfer.model import Dropped, Form, Memo, Papers
from mohen.knowledge.understanding import similarity
from mohen.knowledge.workspace.model import Trouble
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.knowledge.claim import Claims
    from mohen.knowledge.policy import Transfer
    from mohen.knowledge.ports import DocumentFiles
    from mohen.policy import Policy


_NAME_CHARS: Final = 60  # of Han characters a file system takes no more
_READ: Final = (".md", ".markdown", ".txt", ".text", ".json", ".jsonl", ".af")


class DocumentFolder:
    """Reads, and never changes anything."""

    def __init__(self, bounds: Transfer) -> None:
        self._bounds = bounds

    def texts(self, path: str) -> Iterator[tuple[str, str | None]]:
        """The name and the text of the file, or of each in the folder, in order; None where it
        is not text. Raises `InvalidArgument`, `IoFailed`."""
        root = Path(path)
        if not root.is_absolute():
            raise InvalidArgument("path must be absolute", field="path")
        try:
            if root.is_file():
                yield root.name, self._text(root)
                return
            if not root.is_dir():
                raise InvalidArgument("there is no such file or folder", field="path")
            for each in self._files(root):
                yield each.relative_to(root).as_posix(), self._text(each)
        except OSError as error:
            raise IoFailed("a file could not be read", reason=type(error).__name__) from None

    def _files(self, root: Path) -> Iterator[Path]:
        for folder, below, names in os.walk(root):
            below[:] = sorted(each for each in below if not each.startswith("."))
            for name in sorted(names):
                if name.lower().endswith(_READ) and not name.startswith("."):
                    yield Path(folder, name)

    def _text(self, path: Path) -> str | None:
        if not path.name.lower().endswith(_READ):
            return None
        if path.stat().st_size > self._bounds.file_bytes:
            raise InvalidArgument("the file is too large: cut it into pieces", field="path")
        try:
            return path.read_bytes().removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError:
            return None


# -- What a file or a folder tells, of whatever make it is: for `import` and `review` alike.


_DERIVED = ("layer1/", "layer2/entities/", "layer2/index/", "state/")
"""Of a tree of seed 001: made from its items."""


class FileReader:
    """Reads what a file or a folder of memories tells."""

    def __init__(
        self,
        *,
        claims: Claims,
        document_folder: DocumentFiles,
        policy: Policy,
    ) -> None:
        self._claims = claims
        self._document_folder = document_folder
        self._policy = policy

    def read(self, path: str, form: Form | None) -> Papers | None:
        """None: nothing in it is a memory that we know; it may be a conversation. Raises
        `InvalidArgument`, `IoFailed`."""
        found, strange = list[Papers](), list[Trouble]()
        for name, text in self._document_folder.texts(path):
            if any(each in f"/{name}" for each in _DERIVED) or name.endswith("config.json"):
                continue
            papers = None if text is None else self._papers(name, text, form)
            if papers is None:
                strange.append(Trouble(name, 0, "no memories that we know"))
            else:
                found.append(papers)
        if not found:
            return None
        forms = {each.form for each in found}
        nodes = [each.nodes for each in found if each.nodes is not None]
        return Papers(
            form=forms.pop() if len(forms) == 1 else Form.GENERIC,
            memos=tuple(memo for each in found for memo in each.memos),
            rules=tuple(rule for each in found for rule in each.rules),
            messages=tuple(line for each in found for line in each.messages),
            originals=tuple(one for each in found for one in each.originals),
            documents=tuple(one for each in found for one in each.documents),
            nodes=frozenset().union(*nodes) if nodes else None,
            troubles=(*(one for each in found for one in each.troubles), *strange),
        )

    def by_plugins(self, path: str) -> Papers | None:
        """What a package of others reads of it; None where it is nobody's."""
        for each in plugins.loaded(plugins.IMPORTERS):
            told = each.ask(lambda read: _listed(read(path)))
            if told is not None:
                reading = foreign_formats.ParsedFile(Path(path).name)
                foreign_formats.take(reading, told, "items")
                return reading.papers()
        return None

    def _papers(self, name: str, text: str, form: Form | None) -> Papers | None:
        return foreign_formats.read(name, text, form, chat_lines=self._policy.transfer.chat_lines)

    def understood(self, memo: Memo, now: int) -> list[Memo]:
        """With what it says of whom and when, where its file does not tell and its words do, read
        as a conversation is. A line that says several things is several memories, if nothing of it
        is lost by that; else it stays as it is."""
        if memo.attribute or memo.type not in (FACT, BELIEF):
            return [memo]
        at = memo.at or now
        told = [each for each in self._claims.claims_of(memo.content, at) if each.act is Act.STATES]
        if not any(each.attribute for each in told):
            labelled = (self._claims.claim_of(one, at) for one in spoken(memo.content))
            told = next(([one] for one in labelled if one.attribute), told)
        if len(told) > 1 and _tells_all(told, memo.content):
            return [_known(replace(memo, content=each.content), each) for each in told]
        if len(told) == 1:
            return [_known(memo, told[0])]
        named = tuple(one for each in told for one in each.entities)
        return [_naming(memo, named)]


def _listed(told: Iterable[Any] | None) -> list[Any] | None:
    return None if told is None else list(told)


_SPEAKS = LazyPattern("[我他她它]们?的?")


def _tells_all(told: Sequence[Statement], content: str) -> bool:
    """Whether the statements leave no word of a line out that says anything."""
    parts = similarity.clauses(_SPEAKS.sub("", content))
    asked = frozenset().union(*map(similarity.content_terms, parts))
    held = frozenset().union(*(similarity.content_terms(each.content) for each in told))
    return asked <= held


def _known(memo: Memo, said: Statement) -> Memo:
    """A memory with what a statement says of whom. Something that is over is no value."""
    holds = not said.ended
    believed = said.type == BELIEF
    kind = memo.category if said.category is Category.GENERAL else said.category
    found = replace(
        memo,
        category=kind or said.category,
        type=said.type if believed else memo.type,
        confidence=said.confidence if believed and memo.confidence is None else memo.confidence,
        subject=said.subject,
        attribute=said.attribute if holds else "",
        value=said.value if holds else "",
        event_at=memo.event_at if said.event_at is None else said.event_at,
    )
    return _naming(found, said.entities)


def _naming(memo: Memo, named: tuple[Named, ...]) -> Memo:
    names = (*memo.entities, *(each.name for each in named))
    return replace(memo, named=(*memo.named, *named), entities=tuple(dict.fromkeys(names)))


def dropped(file: Dropped) -> tuple[str, bytes]:
    """The name and the bytes of a file that comes itself. Raises `InvalidArgument`."""
    name = file.name.replace("\\", "/").rpartition("/")[2].strip()
    if not name or name.startswith(".") or not name.isprintable() or len(name) > _NAME_CHARS:
        raise InvalidArgument(
            f"file.name must be the name of a file, of at most {_NAME_CHARS} characters",
            field="file.name",
        )
    try:
        return name, b64decode(file.data, validate=True)
    except ValueError:
        raise InvalidArgument("file.data must be Base64", field="file.data") from None


def form_of(said: str | None) -> Form | None:
    if said is None:
        return None
    try:
        return Form(said)
    except ValueError:
        known = ", ".join(each.value for each in Form)
        raise InvalidArgument(f"format must be one of {known}", field="format") from None
