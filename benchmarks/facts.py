"""What rules make of real conversations: how many facts, and some of them to be read by hand.

    python benchmarks/facts.py [--only locomo] [--stores 5] [--sample 60] [--seed 1]
    python benchmarks/facts.py --histories FOLDER [--sample 60] [--seed 1]
    python benchmarks/facts.py --typed FILE.jsonl

Reads the sets of `benchmarks/retrieval.py` from the same place. The first who speaks in a store is
the user (where roles are named, who has that one): what they say is heard and consolidated without
a model. Each fact is shown with the message it came from, for somebody to judge whether it is true
and says all by itself; nothing but a reader can.

`--histories` reads what people typed to coding agents instead (`histories.py`), `--typed` messages
of which it is said what is to be kept (`tools/fit_at_work.py`): how many of them give a fact.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path

import histories
import retrieval
from behind import inside
from mohen import open_memory
from mohen.conversations.model import Role, Said
from mohen.core.scope import Scope
from mohen.knowledge.consolidation.model import Trigger
from mohen.knowledge.model import SUMMARY
from mohen.testing import FrozenClock

BEGIN = 1_710_500_400_000  # for what has no time
STEP_MS = 30_000
PROJECT = "facts"
SHOWN_MOST = 160
MOST = 100_000
HEARD_MOST = 1_000


def facts(store: retrieval.Store) -> tuple[int, list[tuple[str, str]]]:
    """How many messages the user said, and each fact with its message."""
    names = [turn.speaker for turn in store.turns]
    user = "user" if "user" in names else names[0]
    own = [turn for turn in store.turns if turn.speaker == user]
    times = [(turn.at or BEGIN) + place * STEP_MS for place, turn in enumerate(own)]
    sessions: dict[str, list[Said]] = {}
    for turn, at in zip(own, times, strict=True):
        heard = sessions.setdefault(turn.session or "s", [])
        heard.append(Said(role=Role.USER, text=turn.text, at=at, id=str(len(heard) + 1)))
    clock = FrozenClock(max(times) + STEP_MS)
    with (
        tempfile.TemporaryDirectory() as home,
        open_memory(Path(home), clock=clock, immediate=True) as memory,
    ):
        for session, messages in sessions.items():
            for begin in range(0, len(messages), HEARD_MOST):
                memory.conversations.hear(PROJECT, session, messages[begin : begin + HEARD_MOST])
        parts = inside(memory)
        parts.consolidator.consolidate(PROJECT, Trigger.MANUAL, force=True)
        items = parts.knowledge_store.most_known(Scope(PROJECT), MOST)
        told = []
        for each in items:
            if each.type != SUMMARY and each.sources:
                session, _, place = each.sources[0].rpartition(":")
                told.append((each.content, sessions[session][int(place) - 1].text))
    return len(own), told


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--only", default="")
    asked.add_argument("--stores", type=int, default=5)
    asked.add_argument("--sample", type=int, default=0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--histories", type=Path, help="of coding agents, in this folder")
    asked.add_argument("--typed", type=Path, help="messages with what is to be kept of each")
    wanted = asked.parse_args()
    if wanted.histories:
        _show("histories", [histories.read(wanted.histories)], wanted)
        return
    if wanted.typed:
        _found(wanted.typed)
        return
    for path in retrieval.files():
        if not path.name.startswith(wanted.only):
            continue
        for name, stores in retrieval.sets(path, quick=False):
            _show(name, stores[: wanted.stores], wanted)


def _found(path: Path) -> None:
    """Of messages with something to keep, and of those with nothing."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = {each["said"]: bool(each["keep"]) for each in lines}
    turns = (retrieval.Turn(said, "", f"s{n}", "user", None) for n, said in enumerate(kept))
    _, told = facts(retrieval.Store(tuple(turns), (), by_session=False))
    giving = {said for _, said in told}
    for what, wanted in (("something", True), ("nothing", False)):
        messages = [said for said, keep in kept.items() if keep is wanted]
        found = sum(said in giving for said in messages)
        print(f"{path.stem}: of {len(messages)} with {what} to keep {found} give a fact")
    print(f"{path.stem}: {len(told)} facts")


def _show(name: str, stores: list[retrieval.Store], wanted: argparse.Namespace) -> None:
    made = [facts(each) for each in stores if each.turns]
    messages = sum(said for said, _ in made)
    told = [each for _, found in made for each in found]
    print(f"{name}: {len(told)} facts of {messages} messages")
    lot = random.Random(wanted.seed)
    for content, said in lot.sample(told, min(wanted.sample, len(told))):
        print(f"  {content}\n      {said[:SHOWN_MOST]}")


if __name__ == "__main__":
    main()
