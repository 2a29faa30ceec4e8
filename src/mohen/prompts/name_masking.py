"""Names that a remote model need not know: whom the masks of prompts and questions hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.manuscript import cards, projects
from mohen.manuscript.model import FileKind
from mohen.story import story

if TYPE_CHECKING:
    from mohen.parts import Parts


def known(parts: Parts, project_id: str | None) -> tuple[str, ...]:
    """People and places: those the author listed, those with a card (of a card that cannot be
    read, its file's name), those of the story. Raises `StoreError` where that cannot be looked
    up: then nothing may leave the machine."""
    found = list(settings.load(parts).redact_names)
    shelf = projects.shelf(parts, project_id)
    if shelf is not None:
        for card in shelf.files(FileKind.CHARACTER):
            found += cards.names(card)
    if project_id is not None:
        found += story.names(parts, project_id)
    return tuple(dict.fromkeys(found))
