"""What real writers did: CoAuthor's interactions, writer by writer in order of time."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from mohen.episodes.model import Draft

FILE = "coauthor.dev.jsonl.gz"
SKILL, PROJECT = "continue", "p"


@dataclass(frozen=True, slots=True)
class Turn:
    """Suggestions that were shown once, and what the writer did with them."""

    writer: str
    scene: str  # what they wrote on: a name that a tool might give to the scene
    at: int
    context: str
    shown: tuple[str, ...]
    picked: int  # -1: none
    became: str | None

    @property
    def taken(self) -> str | None:
        return self.shown[self.picked] if self.picked >= 0 else None

    @property
    def edited(self) -> bool:
        taken, became = self.taken, (self.became or "").strip()
        return taken is not None and bool(became) and became != taken.strip()


@dataclass(frozen=True, slots=True)
class Act:
    """What is recorded, and whether it was taken back afterwards."""

    draft: Draft
    undo: bool = False


Writers = dict[str, list[Turn]]


def writers(folder: Path, *, at_least: int) -> Writers:
    """Those with so many interactions or more."""
    found: Writers = defaultdict(list)
    with gzip.open(folder / FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            turn = Turn(
                row["worker"],
                row["prompt"],
                row["at"],
                row["context"],
                tuple(row["shown"]),
                row["picked"],
                row["became"],
            )
            if all(each.strip() for each in turn.shown):
                found[turn.writer].append(turn)
    return {name: turns for name, turns in found.items() if len(turns) >= at_least}


def act(
    turn: Turn,
    picked: int,
    became: str | None = None,
    *,
    undo: bool = False,
    named: bool = False,
    shown: tuple[str, ...] | None = None,
) -> Act:
    """The same suggestions with another answer, or the real one."""
    draft = Draft(
        project_id=PROJECT,
        skill_used=SKILL,
        input_context=turn.context,
        candidates=turn.shown if shown is None else shown,
        selected_index=picked,
        scene_type=turn.scene if named else None,
        final_text=became if picked >= 0 and became and became.strip() else None,
    )
    return Act(draft, undo)


def real(turn: Turn, *, named: bool = False) -> Act:
    """As it was. Of what was taken and is gone at the end nobody knows when it went: it counts as
    taken back."""
    gone = turn.picked >= 0 and not (turn.became or "").strip()
    return act(turn, turn.picked, turn.became, undo=gone, named=named)
