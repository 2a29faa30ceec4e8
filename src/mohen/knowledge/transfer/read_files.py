"""Files that somebody gives us to read once: a memory's export, or a folder of them."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mohen.errors import InvalidArgument, IoFailed
from mohen.knowledge.model import BELIEF, FACT
from mohen.knowledge.transfer import foreign_formats
from mohen.knowledge.transfer.model import Form, Memo, Papers
from mohen.knowledge.workspace.model import Trouble

if TYPE_CHECKING:
    from mohen.knowledge.claim import Claims
    from mohen.knowledge.policy import Transfer
    from mohen.knowledge.ports import Documents
    from mohen.policy import Policy


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
        documents: Documents,
        policy: Policy,
    ) -> None:
        self._claims = claims
        self._documents = documents
        self._policy = policy

    def read(self, path: str, form: Form | None) -> Papers | None:
        """None: nothing in it is a memory that we know; it may be a conversation. Raises
        `InvalidArgument`, `IoFailed`."""
        found, strange = list[Papers](), list[Trouble]()
        for name, text in self._documents.texts(path):
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
            nodes=frozenset().union(*nodes) if nodes else None,
            troubles=(*(one for each in found for one in each.troubles), *strange),
        )

    def _papers(self, name: str, text: str, form: Form | None) -> Papers | None:
        return foreign_formats.read(name, text, form, chat_lines=self._policy.transfer.chat_lines)

    def understood(self, memo: Memo, now: int) -> Memo:
        """With what it says of whom, where its file does not tell and its words do."""
        if memo.attribute or memo.type not in (FACT, BELIEF):
            return memo
        claim = next(
            (
                found
                for each in (memo.content, *foreign_formats.spoken(memo.content))
                if (found := self._claims.claim_of(each, memo.at or now)).attribute
            ),
            None,
        )
        if claim is None:
            return memo
        named = tuple(each.name for each in claim.entities)
        return replace(
            memo,
            category=claim.category,
            subject=claim.subject,
            attribute=claim.attribute,
            value=claim.value,
            event_at=claim.event_at,
            named=claim.entities,
            entities=tuple(dict.fromkeys((*memo.entities, *named))),
        )


def form_of(said: str | None) -> Form | None:
    if said is None:
        return None
    try:
        return Form(said)
    except ValueError:
        known = ", ".join(each.value for each in Form)
        raise InvalidArgument(f"format must be one of {known}", field="format") from None
