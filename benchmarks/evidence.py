"""Whether what was said is found again: conversations are heard, learned from, and asked about
through the same channels as every host's.

    python benchmarks/evidence.py [--quick] [--only locomo] [--embedder builtin] [--own]

Reads `MOHEN_BENCH_DATA` (else `../shared/data`) and writes a table and
`benchmarks/results/evidence.json`. No language model takes part. For each data set:

- facts: drawn by rules, for 100 messages of the user's;
- said / search / inject: questions of which some evidence, and the share of all evidence, is among
  ten of `talk:search`, ten of `memory:search`, and what `knowledge:inject` puts into 1,500 tokens.
  A fact counts for the line it was drawn from;
- BM25: the same in ten raw turns, in the same run;
- silent: questions whose answer is not there, of another conversation where the set has none, to
  which `memory:search` and `knowledge:inject` answer nothing; messages: what the user said in
  another conversation, beside which `knowledge:inject` puts nothing;
- newest: of questions about something that changed, those where the line that holds now stands
  before the older ones (LongMemEval's knowledge updates; who asks for what was before is left out).

`--own` asks LongMemEval's questions each in a project of its own, in which nothing but the
sessions of that question was heard.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from mohen import open_memory
from mohen.core.policy import DAY_MS
from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import make
from mohen.policy import Policy
from mohen.server.dispatch import Dispatcher
from mohen.testing import FrozenClock
from retrieval import RESULTS, ROLES, Plain, Query, Store, data, sets

if TYPE_CHECKING:
    from mohen.memory import Memory

TALKS = ("locomo", "realtalk", "longmemeval", "beam")
TEN, TOKENS, BATCH = 10, 1_500, 200
HOMES = 50  # stores that have a home each; of more the small ones share one
UPDATES, ASSISTANT = "knowledge-update", "single-session-assistant"
STRANGERS = 30  # questions of another conversation, a store
MESSAGES = 12  # and messages
PASTED = 1_000  # characters, from which on a message is no message


def opened(home: Path, stores: Sequence[Store], embedder: str) -> Memory:
    """A memory of the day after all of it was said, or on which the last question is asked."""
    times = [turn.at for store in stores for turn in store.turns if turn.at is not None]
    asked = [query.at for store in stores for query in store.queries if query.at is not None]
    made = None if embedder == "words" else make(EmbedderConfig(kind=embedder), Policy())
    return open_memory(
        home,
        clock=FrozenClock(max(max(times, default=1_700_000_000_000) + DAY_MS, *asked, 0)),
        embedder=made,
        immediate=True,
        meaning=made is not None,
    )


class Host:
    """Tells a memory one conversation, in a project of its own, and asks about it."""

    def __init__(self, store: Store, door: Dispatcher, project: str) -> None:
        self._door = door
        self._project = project
        self._store = store
        self.places: dict[tuple[str, int], str] = {}
        self._tell()

    def _tell(self) -> None:
        sessions: defaultdict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
        for turn in self._store.turns:
            role = turn.speaker if turn.speaker in ROLES[1:] else "user"
            said = {"role": role, "text": turn.text, "at": turn.at}
            if turn.speaker not in ROLES:
                said["speaker"] = turn.speaker
            given = {name: each for name, each in said.items() if each is not None}
            sessions[turn.session or "talk"].append((turn.answer, given))
        self.told = sum(each["role"] == "user" for some in sessions.values() for _, each in some)
        for session, said in sessions.items():
            for at in range(0, len(said), BATCH):
                some = [
                    {**each, "id": f"{at + n}"} for n, (_, each) in enumerate(said[at:][:BATCH])
                ]
                self.ask("talk:hear", session=session, messages=some)
            for place, (answer, _) in enumerate(said, start=1):
                self.places[session, place] = answer
        self.facts = self.ask("knowledge:stats")["total"]

    def ask(self, channel: str, **payload: Any) -> Any:
        answered = self._door.call(channel, {"projectId": self._project, **payload})
        if not answered["ok"]:
            raise SystemExit(f"{channel}: {answered['error']['code']}")
        return answered["data"]

    def said(self, query: Query) -> list[str]:
        found = self.ask("talk:search", query=query.text, limit=TEN, **self._asked(query))
        return [self._at(each["message"]) for each in found["items"]]

    def search(self, query: Query) -> list[str]:
        found = self.ask("memory:search", query=query.text, limit=TEN, **self._asked(query))
        return [self._of(source) for each in found["items"] for source in each["sources"]]

    def inject(self, query: Query) -> list[str]:
        found = self.ask("knowledge:inject", message=query.text, maxTokens=TOKENS)
        facts = [self._of(each) for item in found["items"] for each in self._sources(item["id"])]
        return [*facts, *(self._at(each) for each in found["said"])]

    def _sources(self, id: str) -> list[str]:
        item: dict[str, Any] = self.ask("knowledge:get", id=id)["item"]
        return list(item["sources"])

    def _asked(self, query: Query) -> dict[str, Any]:
        """As on the day of the question: some of its sessions are dated later that day."""
        return {} if query.at is None else {"asOf": (query.at // DAY_MS + 1) * DAY_MS - 1}

    def _of(self, source: str) -> str:
        session, _, place = source.rpartition(":")
        return self.places.get((session, int(place)), "") if place.isdecimal() else ""

    def _at(self, message: dict[str, Any]) -> str:
        return self.places.get((message["session"], message["place"]), "")


def own_sessions(stores: Sequence[Store]) -> list[Store]:
    """One store a question: the sessions that hold its evidence, and no other."""
    return [
        replace(
            store,
            turns=tuple(turn for turn in store.turns if turn.answer in query.gold),
            queries=(query,),
        )
        for store in stores
        for query in store.queries
    ]


def measure(stores: Sequence[Store], embedder: str) -> dict[str, Any]:
    tally = Tally()
    every = range(len(stores))
    for group in [every] if len(stores) > HOMES else [[at] for at in every]:
        with (
            tempfile.TemporaryDirectory() as home,
            opened(Path(home), [stores[at] for at in group], embedder) as memory,
        ):
            door = Dispatcher(memory)
            for at in group:
                tally.add(stores, at, door)
            door.close()
    return {"questions": sum(len(store.queries) for store in stores), **tally.figures()}


class Tally:
    """What was found, question by question."""

    def __init__(self) -> None:
        self._rows: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self._silent: defaultdict[str, list[bool]] = defaultdict(list)
        self._first: list[bool] = []
        self._facts = self._told = 0

    def add(self, stores: Sequence[Store], at: int, door: Dispatcher) -> None:
        store = stores[at]
        plain, host = Plain(store, Policy(), context=False), Host(store, door, f"talk{at}")
        self._facts, self._told = self._facts + host.facts, self._told + host.told
        for query in store.queries:
            answers = {
                "BM25": [store.turns[each].answer for each in plain(query)[:TEN]],
                "said": host.said(query),
                "search": host.search(query),
                "inject": host.inject(query),
            }
            for name, found in answers.items():
                row = _row(query, found, ten=name != "inject")
                self._rows[name].append(row)
                if query.category == ASSISTANT:
                    self._rows[f"{name}, assistant"].append(row)
            if query.category == UPDATES and not _asks_before(query.text):
                self._first += _newest_first(store, query, answers["search"])
        for query in store.unanswered or _strangers(stores, at):
            self._silent["search"].append(not host.search(query))
            self._silent["inject"].append(not host.inject(query))
        for message in _strange_messages(stores, at):
            self._silent["messages"].append(not host.inject(message))

    def figures(self) -> dict[str, Any]:
        return {
            "facts": round(100 * self._facts / max(self._told, 1), 1),
            **{name: _mean(each) for name, each in self._rows.items()},
            **{f"silent, {name}": _share(each) for name, each in self._silent.items()},
            "newest": f"{sum(self._first)} of {len(self._first)}",
        }


def _row(query: Query, found: Sequence[str], *, ten: bool) -> tuple[float, float]:
    distinct = list(dict.fromkeys(found))
    held = len(query.gold.intersection(distinct[:TEN] if ten else distinct))
    return float(held > 0), held / len(query.gold)


_BEFORE = re.compile(r"\b(?:previous(?:ly)?|initially|originally|before i)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:now|current(?:ly)?)\b", re.IGNORECASE)


def _asks_before(text: str) -> bool:
    return bool(_BEFORE.search(text)) and not _NOW.search(text.partition(" before ")[0])


def _newest_first(store: Store, query: Query, found: Sequence[str]) -> Iterator[bool]:
    """Where at least two of the sessions that speak of it were found: whether the last comes
    first."""
    when = {turn.answer: turn.at or 0 for turn in store.turns if turn.answer in query.gold}
    places = [each for each in dict.fromkeys(found) if each in when]
    if len(places) > 1:
        yield places[0] == max(places, key=lambda each: when[each])


def _strangers(stores: Sequence[Store], at: int) -> Sequence[Query]:
    other = stores[(at + 1) % len(stores)]
    step = max(1, len(other.queries) // STRANGERS)
    return () if len(stores) < 2 else other.queries[::step][:STRANGERS]


def _strange_messages(stores: Sequence[Store], at: int) -> Iterator[Query]:
    other = stores[(at + 1) % len(stores)]
    users = (turn.text for turn in other.turns if turn.speaker not in ROLES[2:])
    told = [each for each in users if len(each) <= PASTED]
    if len(stores) > 1:
        for text in told[:: max(1, len(told) // MESSAGES)][:MESSAGES]:
            yield Query(text, frozenset(), "", None)


def _mean(rows: Sequence[tuple[float, float]]) -> dict[str, float]:
    some, share = zip(*rows, strict=True)
    return {
        "some": round(100 * statistics.fmean(some), 1),
        "share": round(100 * statistics.fmean(share), 1),
    }


def _share(found: Sequence[bool]) -> float:
    return round(100 * statistics.fmean(found), 1)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what is found of what was said.")
    parser.add_argument("--quick", action="store_true", help="a sample of the questions")
    parser.add_argument("--only", action="append", help="data sets whose name holds this")
    parser.add_argument("--embedder", default="builtin", help="words, builtin, or use")
    parser.add_argument("--own", action="store_true", help="each question beside its sessions only")
    options = parser.parse_args()
    console = Console(width=150)
    folder = data()
    if not folder.is_dir():
        console.print(f"No evaluation data in {folder}; set MOHEN_BENCH_DATA.", style="red")
        return 2
    results: dict[str, Any] = {}
    for path in sorted(folder.glob("*.jsonl.gz")):
        if not any(each in path.name for each in options.only or TALKS):
            continue
        for title, stores in sets(path, quick=options.quick):
            if options.own and not all(store.by_session for store in stores):
                continue
            name = f"{title}, own sessions" if options.own else title
            results[name] = measure(
                own_sessions(stores) if options.own else stores, options.embedder
            )
            console.print(_table({name: results[name]}))
    if results:
        console.print(_table(results))
        RESULTS.mkdir(parents=True, exist_ok=True)
        (RESULTS / "evidence.json").write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    return 0


def _table(results: dict[str, Any]) -> Table:
    names = list(dict.fromkeys(name for each in results.values() for name in each))
    table = Table(title="Evidence found, % of questions (share of all evidence)")
    for heading in ("data", *names):
        table.add_column(heading)
    for title, each in results.items():
        table.add_row(title, *(_cell(each.get(name, "")) for name in names))
    return table


def _cell(figure: Any) -> str:
    return f"{figure['some']} ({figure['share']})" if isinstance(figure, dict) else str(figure)


if __name__ == "__main__":
    raise SystemExit(main())
