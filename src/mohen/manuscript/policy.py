"""How project files may be named and how large they may be."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Files:
    """Project files: read when asked for, never resident (R167)."""

    file_bytes_max: int = number(1_048_576, spec="house", unit="bytes of a file that is read")
    names: int = number(4_096, spec="house", unit="names of files whose soundness is remembered")
    files_max: int = number(500, spec="house", unit="files of a kind")
    cache_chars: int = number(4_000_000, spec="R167", unit="code points kept of unchanged files")
    settle_ms: int = number(2_000, spec="house", unit="ms a file must rest before it is kept")
    watch_ms: int = number(2_000, spec="house", unit="ms between two looks at the folders")
    title_chars: int = number(120, spec="house", unit="code points of a chapter's title")
    name_chars: int = number(48, spec="house", unit="code points of a title in a file's name")
    name_tries: int = number(50, spec="house", unit="names that may be taken before a new one")
    mark_chars: int = number(8, spec="house", unit="hex digits that tell two alike names apart")
