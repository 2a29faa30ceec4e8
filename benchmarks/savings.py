"""What rules save of what a model would cost: the seed's table, measured.

    python benchmarks/savings.py [--json PATH]

One agent hears the scripted month of `tests/month` up to the day by which 10, 50 and 100 memories
have come of it: once by asking a model for everything, and once as we do it, rules first and a
model only for what they leave undecided. What everything would cost is a floor: each thought of
the user goes once through a filter and each that is kept once through extraction, in our own
short prompts and in one question each, with answers in the shapes of the skill's prompts
(background 1.15). Ours are the receipts of the same two questions in one consolidation; what
wording the summaries cost beside them is told too, and is what it would cost without rules.
The days are one consolidation, for which the budget of a day is lifted. Everything is counted
with the same estimator; nothing depends on a clock.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from behind import inside
from mohen.knowledge.consolidation import model_questions
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import fragments
from mohen.policy import Policy
from mohen.text import tokens
from mohen.text.tokens import Message

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from month.living import AGENTS, Ear, Month, known
from month.script import Line, month
from month.telling import Teller
from worlds import World

# Requirements and rulings whose figures this prints.
MEASURES = ("R206", "C65", "C97")

RESULTS = Path(__file__).parent / "results"
SIZES = {10: 0.90, 50: 0.94, 100: 0.95}  # memories, and what the seed says is saved (R206)
POLICY = Policy()


@dataclass(frozen=True, slots=True)
class Saving:
    """`days` of the month give `memories`."""

    memories: int
    days: int
    messages: int
    everything: int  # tokens
    rules_first: int
    summaries: int
    wanted: float

    @property
    def saved(self) -> float:
        return 1 - self.rules_first / self.everything


# -- asking for everything


def everything(lines: Sequence[Line], items: Sequence[dict[str, Any]]) -> int:
    """One question for all thoughts, and one for all that is kept of them."""
    told = [line for line in lines if any(mark in "+?=m" for mark, _ in line.keeps)]
    selected = [
        {"id": f"frag_{n:03}", "importance": 0.8, "reason": "preference"} for n in range(len(told))
    ]
    made = [
        {
            "id": f"frag_{n:03}",
            "content": each["content"],
            "importance": each["importance"],
            "entities": [{"name": name, "type": "person"} for name in each["entities"]],
            "source": each["sources"][0] if each["sources"] else "",
        }
        for n, each in enumerate(items)
    ]
    sift = _asked(model_questions._SIFT, _thoughts(lines), {"selected": selected, "skipped": []})
    return sift + _asked(model_questions._EXTRACT, _thoughts(told), {"facts": made, "beliefs": []})


def _thoughts(lines: Sequence[Line]) -> list[dict[str, str]]:
    said = [
        fragment.text
        for line in lines
        for fragment in fragments.split(
            Utterance("s", 1, Role.USER, line.text, 0), at=0, policy=POLICY.screening
        )
    ]
    return [{"id": f"frag_{n:03}", "text": text} for n, text in enumerate(said)]


def _asked(system: str, shown: object, answer: object) -> int:
    messages = (Message("system", system), Message("user", f"<data>{_json(shown)}</data>"))
    return tokens.of_messages(messages, POLICY.tokens) + tokens.estimate(
        _json(answer), POLICY.tokens
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- ours


def lived(root: Path, days: int) -> tuple[int, int, list[dict[str, Any]]]:
    """Tokens of filter and extraction, tokens of summaries, and what is known."""
    ear, story = Ear(), Month.begin(root)
    for agent in AGENTS:
        teller = Teller(root / "sessions" / agent, story.readers[agent])
        for day in month(agent)[:days]:
            teller.tell(day)
    story.world.close()
    world = World(root / "one", clock=story.world.clock, model=ear)
    world.ok("memory:settings:update", consolidationTokensPerDay=100_000)
    sources = [{"kind": "openclaw", "path": str(root / "sessions" / agent)} for agent in AGENTS]
    world.ok("agent:init", agentId="one", sources=sources)
    (outcome,) = world.ok("knowledge:consolidate", projectId="one")["outcomes"]
    receipts = reversed(inside(world.memory).receipt_store.list(limit=10_000))
    spent = [
        ('"summaries"' in system, each.tokens_in + each.tokens_out)
        for (system, _), each in zip(ear.asked, receipts, strict=True)
    ]
    items = [each for each in known(world, "one") if each["type"] != "summary"]
    world.close()
    worded = sum(cost for summed_up, cost in spent if summed_up)
    if outcome.get("degraded"):
        raise SystemExit(f"not everything could be asked: {outcome['degraded']}")
    return sum(cost for _, cost in spent) - worded, worded, items


def said(days: int) -> list[Line]:
    return [
        line
        for agent in AGENTS
        for day in month(agent)[:days]
        for session in day.sessions
        for line in session.lines
        if line.who == "user"
    ]


def by_when(memories: int) -> int:
    """The day by which so many have come of it."""
    count, days = 0, 0
    while count < memories:
        days += 1
        count = sum(mark in "+?" for line in said(days) for mark, _ in line.keeps)
    return days


def measured(scratch: Path) -> list[Saving]:
    found = []
    for memories, wanted in SIZES.items():
        days = by_when(memories)
        ours, worded, items = lived(scratch / str(memories), days)
        lines = said(days)
        found.append(
            Saving(
                memories=len(items),
                days=days,
                messages=len(lines),
                everything=everything(lines, items),
                rules_first=ours,
                summaries=worded,
                wanted=wanted,
            )
        )
    return found


# -- what is told


def show(found: Sequence[Saving], console: Console) -> None:
    table = Table(title="Tokens a model costs, and what rules save", title_justify="left")
    for heading in (
        *("memories", "messages", "days", "asked for all", "rules first", "saved", "the seed says"),
        "summaries",
    ):
        table.add_column(heading, justify="right")
    for each in found:
        table.add_row(
            *(str(each.memories), str(each.messages), str(each.days)),
            *(f"{each.everything:,}", f"{each.rules_first:,}", f"{each.saved:.1%}"),
            f"{each.wanted:.0%}",
            str(each.summaries),
        )
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=RESULTS / "savings.json")
    asked = parser.parse_args(arguments)
    os.environ["TZ"] = "Asia/Shanghai"  # where the month is lived
    time.tzset()
    with tempfile.TemporaryDirectory() as scratch:
        found = measured(Path(scratch))
    show(found, Console())
    asked.json.write_text(
        json.dumps([{**asdict(each), "saved": round(each.saved, 4)} for each in found], indent=2)
        + "\n",
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
