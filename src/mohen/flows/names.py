"""Names that a remote model need not know: whom the masks of prompts and questions hide."""

from __future__ import annotations

from mohen.flows import projects, settings
from mohen.flows import story as stories
from mohen.flows.parts import Parts
from mohen.logic import cards
from mohen.model.project import FileKind


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
        found += stories.names(parts, project_id)
    return tuple(dict.fromkeys(found))
