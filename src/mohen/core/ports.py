"""What the inside needs from the outside: small protocols, each with at least two implementations.

The real ones live in `adapters/`, the scripted ones in `testing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from mohen.core.settings_model import EmbedderConfig, ModelConfig
from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, SourceKind, Transcript
from mohen.manuscript.model import FileKind, ProjectFile
from mohen.models.model import Message, Reply

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]

T = TypeVar("T")


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since the epoch, UTC."""
        ...

    def pause(self, ms: int) -> None:
        """Wait: before trying again, or to let others go first."""
        ...


class Ids(Protocol):
    def new(self, prefix: str) -> str:
        """A fresh id that sorts by time of making: `ep_01J…`."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of length one.

    `name` identifies the model and its version: vectors of different names are never compared.
    `trust` (0–1) is how far its nearest neighbours outweigh shared words when ranks are fused.
    """

    @property
    def name(self) -> str: ...

    @property
    def dims(self) -> int: ...

    @property
    def trust(self) -> float: ...

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row a text, float32, L2-normalised (a text without content gives zeros).

        Raises `EmbedderError` and nothing else.
        """
        ...


class LanguageModel(Protocol):
    """Answers questions in words. `name` is what receipts call it, `remote` says whether the
    question leaves this machine."""

    @property
    def name(self) -> str: ...

    @property
    def remote(self) -> bool: ...

    def ask(self, messages: Sequence[Message], *, max_tokens: int, json: bool = True) -> Reply:
        """What the model says, in at most `max_tokens`; with `json`, one JSON object.

        Raises `ModelError` and nothing else.
        """
        ...


class Reads(Protocol):
    """Whom a prompt is made for."""

    @property
    def name(self) -> str: ...

    @property
    def window(self) -> int:
        """Tokens it can read and write together."""
        ...


class Writer(Reads, Protocol):
    """Writes prose for a skill. `remote` says whether the prompt leaves this machine."""

    @property
    def remote(self) -> bool: ...

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        """One candidate; `variant` (0, 1, 2 …) asks for another one than before. `heard` is
        told each piece as it comes, and may raise to stop the writing: what it raised comes out.

        Raises `ModelError` and nothing else of its own.
        """
        ...


class TokenCounter(Protocol):
    """Counts tokens exactly, as one named tokenizer does; `text/tokens.py` estimates."""

    @property
    def name(self) -> str: ...

    def count(self, text: str) -> int: ...


class ProjectFolder(Protocol):
    """The files of one writing project. Never reads or writes outside its folder."""

    def files(self, kind: FileKind) -> tuple[ProjectFile, ...]:
        """All of a kind in the order of their names, each with its text or its trouble.
        Empty when there are none, or no folder."""
        ...

    def read(self, ref: str) -> ProjectFile:
        """One by its reference. Raises `InvalidArgument` for a reference that points outside."""
        ...

    def write(self, ref: str, text: str) -> None:
        """Atomically. Raises `IoFailed`."""
        ...

    def rewrite(self, ref: str, text: str, version: str) -> ProjectFile | None:
        """Replace the text of a file that is there, atomically, in the file's own manner: its
        rights, its mark and its ends of lines stay. None, and nothing written, where it is of
        another version by now. Raises `IoFailed`."""
        ...

    def add(self, ref: str, text: str) -> ProjectFile | None:
        """A new file; None where anything stands there. Raises `IoFailed`."""
        ...

    def delete(self, ref: str) -> bool:
        """Whether it was there."""
        ...

    def stamp(self) -> str:
        """Changes when a file that Mohen reads is changed, added or taken away."""
        ...


class Transcripts(Protocol):
    """Conversations as their hosts keep them. Reads, and never changes anything (R181)."""

    def sessions(self, source: Source) -> Iterator[Transcript]:
        """All of a source, in a fixed order; none where there is no such file or folder.
        Raises `IoFailed`."""
        ...

    def read(self, source: Source, key: str, after: Bookmark | None, *, most: int) -> Reading:
        """The next messages of a session, at most so many, without loading the whole of it.
        Raises `IoFailed`, `NotFound`."""
        ...

    def detect(self, path: str) -> SourceKind:
        """Of what kind the conversations are that a file or a folder holds. Raises
        `InvalidArgument`, `IoFailed`."""
        ...

    def discover(self, workspace: str) -> tuple[Source, ...]:
        """Conversations that hosts on this machine keep of agents who work in a folder."""
        ...


class Documents(Protocol):
    """Files that somebody gives us to read once. Reads, and never changes anything."""

    def texts(self, path: str) -> Iterator[tuple[str, str | None]]:
        """The name and the text of a file, or of each in a folder, in order; None where it is
        not text. Raises `InvalidArgument`, `IoFailed`."""
        ...


class Workspace(Protocol):
    """The folder `memory/` of an agent's workspace. Never touches anything outside of it."""

    def read(self, ref: str) -> str | None:
        """The text of a file by its relative path; None where there is none. Raises `IoFailed`."""
        ...

    def write(self, ref: str, text: str, over: str | None = None, /) -> bool:
        """Atomically, and only where the file still says `over`, if that is given: whether it was
        written. Raises `IoFailed`."""
        ...

    def delete(self, ref: str) -> bool:
        """Whether it was there. Raises `IoFailed`."""
        ...

    def refs(self, under: str = "") -> tuple[str, ...]:
        """Relative paths of all files there are, in order."""
        ...

    def sweep(self) -> None:
        """Take away what a process left half written that was killed. Raises `IoFailed`."""
        ...


class Notify(Protocol):
    def __call__(self, push: str, data: Mapping[str, Any]) -> None:
        """Tell whoever listens. Must not block and must not raise."""
        ...


class Jobs(Protocol):
    def submit(
        self,
        name: str,
        work: Callable[[], object],
        *,
        after_ms: int = 0,
        at_most_ms: int = 0,
        once: bool = True,
        hurried: bool = True,
    ) -> None:
        """Have `work` done in the background. With `once`, a job of that name that is still
        waiting stands for this one too, and waits for quiet, at most so long. Unless it may be
        `hurried`, nobody who ends waits for it."""
        ...

    def when_idle(self, name: str, work: Callable[[], object], *, after_ms: int) -> None:
        """Have `work` done once nobody has asked for it for so long."""
        ...

    def beside(self, work: Callable[[], T]) -> Callable[[], T]:
        """Begin a part of a call's own work on another core; answers how to get what comes of
        it. For reads that compute outside Python."""
        ...

    def aside(self) -> AbstractContextManager[None]:
        """Around long work that must not make a call wait."""
        ...

    def give_way(self) -> None:
        """Called by long background work between two steps: stand aside while others are busy."""
        ...

    def is_ending(self) -> bool:
        """Whether the job that asks is waited for by whoever closes the memory: what can be
        continued another time should stop."""
        ...


EmbedderFor = Callable[[EmbedderConfig], Embedder]
"""The embedder of a setting, made once."""
ModelFor = Callable[[ModelConfig], LanguageModel | None]
WriterFor = Callable[[ModelConfig], Writer]
CounterFor = Callable[[str], TokenCounter]
FolderAt = Callable[[str], ProjectFolder]
"""A project's folder, by its path."""
WorkspaceAt = Callable[[str], Workspace]
