"""How well finding finds what it should, on every data set of the evaluation folder.

    python benchmarks/retrieval.py [--quick] [--only locomo] [--embedder use] [--ablate]

Reads `MOHEN_BENCH_DATA` (else `../shared/data`) and writes a table, `benchmarks/results/
retrieval.json` and, where matplotlib is installed, a picture. In the same run: plain BM25, and
BM25 with fixed weights for neighbours and session. An embedder is `builtin`, `use`, or
`onnx:<folder or package:name>`; `words` is finding without vectors. `--ablate` takes one stage
away at a time. `--traditional docs` (or `queries`) converts one side (needs
opencc-python-reimplemented). Vectors are kept in the temporary folder between runs.

What a ranking does not place stands behind it in its natural order, for all alike.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console
from rich.table import Table

from mohen.conversations.model import Message, Role
from mohen.conversations.search import as_told, is_sure
from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import make
from mohen.errors import MohenError
from mohen.policy import Policy
from mohen.retrieval import diversity, question, ranking
from mohen.retrieval.diversity import Told
from mohen.retrieval.model import ALL, Entry, Hit, Meaning, Question, Stage
from mohen.retrieval.postings import NONE, Postings
from mohen.text.dates import Local
from mohen.text.terms import query_terms

if TYPE_CHECKING:
    from mohen.core.ports import Embedder, Matrix

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
CACHE = Path(tempfile.gettempdir()) / "mohen-bench"
BM25, FIXED, WORDS = "BM25", "BM25 + fixed context", "words"
K1, B = 1.2, 0.4  # of the baselines
METRICS = ("R@5", "R@10", "any@5", "all@5")
DEEP = 100  # hits asked for where sessions are ranked: several may be of one
QUICK_QUERIES, QUICK_STORES = 150, 100
TALKS = ("beam100k",)  # one conversation a store, though the data names no session
ROLES = ("", "user", "assistant")
_NAMED = re.compile(r"([A-Z][\w .'-]{0,39}): +(.+)", re.DOTALL)
_TIMES = ("%I:%M %p on %d %B, %Y", "%Y/%m/%d (%a) %H:%M")
_HAN_TIME = re.compile(r"(\d+)年(\d+)月(\d+)日 \S+ (\d+):(\d+)")


# -- What is measured on.


@dataclass(frozen=True, slots=True)
class Turn:
    text: str
    answer: str  # what finding it counts as: itself or its session
    session: str | None
    speaker: str
    at: int | None

    @property
    def said(self) -> str:
        return question.told(self.text, self.speaker)


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    gold: frozenset[str]
    category: str
    at: int | None


@dataclass(frozen=True, slots=True)
class Store:
    turns: tuple[Turn, ...]
    queries: tuple[Query, ...]
    by_session: bool
    unanswered: tuple[Query, ...] = ()  # asked, and nobody said it


def data() -> Path:
    """Where the sets are, if anywhere."""
    return Path(os.environ.get("MOHEN_BENCH_DATA") or ROOT.parent / "shared" / "data")


def files() -> list[Path]:
    """Those that hold questions."""
    found = data().glob("*.jsonl.gz")
    return sorted(each for each in found if not each.name.startswith("coauthor"))  # writers


def sets(path: Path, *, quick: bool) -> Iterator[tuple[str, list[Store]]]:
    name = path.name.split(".")[0]
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        stores = [_store(json.loads(line), name) for line in lines]
    if quick:
        step = -(-len(stores) // QUICK_STORES)
        stores = [_sampled(store, len(stores[::step])) for store in stores[::step]]
    yield name, stores
    if name.startswith("memdaily"):
        turns = tuple(turn for store in stores for turn in store.turns)
        asked = tuple(query for store in stores for query in store.queries)
        yield f"{name}, one pool", [Store(turns, asked, by_session=False)]


def _store(line: dict[str, Any], name: str) -> Store:
    by_session = line.get("gold_level") == "session"
    talk = line["store"] if name in TALKS else None
    asked = [
        Query(each["text"], frozenset(each["gold"]), each["category"], _ms(each.get("time")))
        for each in line["queries"]
    ]
    return Store(
        turns=tuple(_turn(doc, talk, by_session=by_session) for doc in line["docs"]),
        queries=tuple(each for each in asked if each.gold),
        by_session=by_session,
        unanswered=tuple(each for each in asked if not each.gold),
    )


def _turn(doc: dict[str, Any], talk: str | None, *, by_session: bool) -> Turn:
    speaker, text = doc.get("speaker") or "", doc["text"]
    if not speaker and "session" in doc and (named := _NAMED.fullmatch(text)):
        speaker, text = named.groups()
    return Turn(
        text=text,
        answer=doc["session" if by_session else "id"],
        session=doc.get("session") or talk,
        speaker=speaker,
        at=_ms(doc.get("time")),
    )


def _ms(written: str | None) -> int | None:
    if not written:
        return None
    if han := _HAN_TIME.match(written):
        year, month, day, hour, minute = map(int, han.groups())
        return _stamp(datetime(year, month, day, hour, minute, tzinfo=UTC))
    for form in _TIMES:
        try:
            return _stamp(datetime.strptime(written, form).replace(tzinfo=UTC))
        except ValueError:
            continue
    return None


def _stamp(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _sampled(store: Store, stores: int) -> Store:
    share = max(1, QUICK_QUERIES // stores)
    return replace(store, queries=store.queries[:: -(-len(store.queries) // share)])


# -- What is measured: each is made of a store and answers a query with places, best first.


Answers = Callable[[Query], list[int]]


class Plain:
    """BM25 in forty lines; with context: neighbours in the session and the session's own score."""

    def __init__(self, store: Store, policy: Policy, *, context: bool) -> None:
        self._policy, self._context = policy.recall, context
        terms = [question.said(turn.text, turn.speaker) for turn in store.turns]
        self._turns = _Counted(terms)
        sessions: dict[object, list[int]] = {}
        for at, turn in enumerate(store.turns):
            sessions.setdefault(turn.session or at, []).append(at)
        self._sessions = list(sessions.values())
        self._of = {at: which for which, ats in enumerate(self._sessions) for at in ats}
        self._whole = _Counted([[t for at in ats for t in terms[at]] for ats in self._sessions])

    def __call__(self, query: Query) -> list[int]:
        asked = query_terms(query.text, policy=self._policy)
        scores = self._share(self._turns, asked)
        if self._context:
            talk = self._share(self._whole, asked)
            found = {
                at: scores.get(at, 0.0)
                + sum(w * scores.get(o, 0.0) for o, w in self._near(at))
                + 0.4 * talk.get(self._of[at], 0.0)
                for which in {self._of[at] for at in scores}
                for at in self._sessions[which]
            }
            scores = found if len(self._sessions) < len(self._of) else scores
        return sorted(scores, key=lambda at: (-scores[at], at))

    def _near(self, at: int) -> Iterator[tuple[int, float]]:
        for away, weight in ((-1, 0.25), (1, 0.25), (-2, 0.1), (2, 0.1)):
            if self._of.get(at + away) == self._of[at]:
                yield at + away, weight

    def _share(self, counted: _Counted, asked: Iterable[str]) -> dict[int, float]:
        scores: defaultdict[int, float] = defaultdict(float)
        for term in asked:
            held = counted.held.get(term, {})
            rare = math.log(1 + (counted.size - len(held) + 0.5) / (len(held) + 0.5))
            for at, count in held.items():
                norm = 1 - B + B * counted.lengths[at] / counted.mean
                scores[at] += rare * count * (K1 + 1) / (count + K1 * norm)
        best = max(scores.values(), default=1.0)
        return {at: score / best for at, score in scores.items()}


class _Counted:
    def __init__(self, terms: Sequence[Sequence[str]]) -> None:
        self.size, self.lengths = len(terms), [len(each) for each in terms]
        self.mean = statistics.fmean(self.lengths) or 1
        self.held: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for at, each in enumerate(terms):
            for term, count in Counter(each).items():
                self.held[term][at] = count


class Finding:
    """The product's functions over one store: where a door stands, it is asked instead."""

    def __init__(self, store: Store, policy: Policy) -> None:
        self._policy, self._by_session, self._turns = policy, store.by_session, store.turns
        self._postings = Postings(policy.finding)
        self._postings.add([_entry(at, turn) for at, turn in enumerate(store.turns)])
        self._speakers = {turn.speaker for turn in store.turns} - set(ROLES)
        self._last = max((turn.at for turn in store.turns if turn.at is not None), default=None)
        self.seconds: list[float] = []

    def __call__(
        self, query: Query, meaning: Meaning | None, stages: Collection[Stage] = ALL
    ) -> list[int]:
        policy, now = self._policy, query.at if query.at is not None else self._last
        began = time.perf_counter()
        asked = question.placed(self._read(query.text, now), lambda what: self._day_of(what, now))
        hits = ranking.rank(
            asked,
            self._postings.corpus,
            meaning,
            limit=DEEP if self._by_session else 10,
            policy=policy.finding,
            stages=stages,
        )
        if Stage.NEWEST in stages and not asked.of_then:
            told = partial(self._told, asked)
            first = diversity.newest_first(hits[:10], told, policy.finding)
            hits = [*first, *hits[10:]]
        self.seconds.append(time.perf_counter() - began)
        return [hit.id for hit in hits]

    def meant(self, query: Query) -> str:
        """What is looked for by meaning."""
        return question.meant(query.text, self._read(query.text, None).named)

    def _told(self, asked: Question, hit: Hit) -> Told:
        turn = self._turns[hit.id]
        message = Message(
            pk=hit.id,
            session=turn.session or f"{hit.id}",
            place=hit.id,
            role=Role(turn.speaker) if turn.speaker in ROLES[1:] else Role.USER,
            speaker="" if turn.speaker in ROLES else turn.speaker,
            at=turn.at or 0,
            text=turn.text,
        )
        return as_told(asked, message, hit, self._policy.finding)

    def _read(self, text: str, now: int | None) -> Question:
        here = None if now is None else Local(now, 0)
        return question.read(text, speakers=self._speakers, now=here, policy=self._policy.recall)

    def _day_of(self, event: str, now: int | None) -> date | None:
        corpus, policy = self._postings.corpus, self._policy.finding
        hits = ranking.rank(self._read(event, now), corpus, limit=1, policy=policy)
        if not hits or not is_sure(hits[0].reason, policy):
            return None
        day = int(corpus.columns.days[corpus.place(hits[0].id)])
        return None if day == NONE else date.fromordinal(day)


def _entry(at: int, turn: Turn) -> Entry:
    return Entry(
        id=at,
        terms=question.said(turn.text, turn.speaker),
        session=turn.session,
        seq=at,
        speaker=turn.speaker,
        at=turn.at,
        day=None if turn.at is None else Local(turn.at, 0).day,
        asks=question.asks(turn.text),
    )


class Vectors:
    """An embedder whose vectors outlive the run, one file a data set."""

    def __init__(self, embedder: Embedder, name: str) -> None:
        CACHE.mkdir(parents=True, exist_ok=True)
        self._embedder, self.trust = embedder, embedder.trust
        label = re.sub(r"[^\w.-]", "_", embedder.name)
        self._file = CACHE / f"{label}.{embedder.dims}.{name}.npz"
        self._known: dict[str, Matrix] = {}
        if self._file.exists():
            with np.load(self._file) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["rows"], strict=True))

    def learn(self, texts: Iterable[str]) -> None:
        new = {_digest(text): text for text in texts}
        missing = sorted((key for key in new if key not in self._known), key=lambda k: len(new[k]))
        for at in range(0, len(missing), 32):
            keys = missing[at : at + 32]
            rows = self._embedder.embed([new[key] for key in keys])
            self._known.update(zip(keys, rows, strict=True))
        # The built-in embedder is quick, and changes while it is being worked on.
        if missing and not self._embedder.name.startswith("builtin"):
            np.savez(self._file, keys=list(self._known), rows=np.stack(list(self._known.values())))

    def of(self, texts: Sequence[str]) -> Matrix:
        return np.stack([self._known[_digest(text)] for text in texts]).astype(np.float32)


def _meaning(matrix: Matrix, row: Matrix, trust: float, depth: int) -> Meaning:
    """What `core/vectors.py: Measured` tells, with the whole matrix at hand."""
    cosines = matrix @ row
    near = np.argsort(-cosines, kind="stable")[:depth].tolist()
    mean, spread = float(cosines.mean()), float(cosines.std())
    return Meaning(near, lambda ids: cosines[ids].astype(np.float64), mean, spread, trust)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# -- Measuring.


@dataclass(slots=True)
class Tally:
    """Scores by category."""

    by_category: defaultdict[str, list[tuple[float, ...]]]

    def add(self, store: Store, query: Query, places: Sequence[int]) -> None:
        rest = range(min(len(store.turns), 2 * DEEP))
        answers = list(dict.fromkeys(store.turns[at].answer for at in (*places[:DEEP], *rest)))
        five, ten = (len(query.gold.intersection(answers[:cut])) for cut in (5, 10))
        whole = len(query.gold)
        row = (five / whole, ten / whole, float(five > 0), float(five == whole))
        self.by_category[query.category].append(row)

    def figures(self, seconds: Sequence[float] = ()) -> dict[str, Any]:
        rows = [row for each in self.by_category.values() for row in each]
        found: dict[str, Any] = _means(rows)
        if seconds:
            ranks = sorted(seconds)
            found["ms"] = [round(1000 * ranks[int(len(ranks) * q)], 2) for q in (0.5, 0.95)]
        found["categories"] = {
            name: {"queries": len(each)} | _means(each)
            for name, each in sorted(self.by_category.items())
        }
        return found


def _means(rows: Sequence[tuple[float, ...]]) -> dict[str, float]:
    columns = zip(*rows, strict=True)
    return {
        metric: round(100 * statistics.fmean(column), 1)
        for metric, column in zip(METRICS, columns, strict=True)
    }


def measure(
    title: str, stores: Sequence[Store], options: argparse.Namespace, policy: Policy
) -> dict[str, Any]:
    """The figures of the baselines, of words alone and of each embedder that can be had."""
    figures: dict[str, Any] = {"queries": sum(len(store.queries) for store in stores)}
    for name, context in ((BM25, False), (FIXED, True)):
        tally = Tally(defaultdict(list))
        for store in stores:
            answers = Plain(store, policy, context=context)
            for query in store.queries:
                tally.add(store, query, answers(query))
        figures[name] = tally.figures()
    finding = [Finding(store, policy) for store in stores]
    for kind in options.embedder:
        vectors: Vectors | None = None
        try:
            if kind != WORDS:
                name, _, model = kind.partition(":")
                embedder = make(EmbedderConfig(kind=name, model=model or None), policy)
                vectors = Vectors(embedder, title.split(",")[0])
                vectors.learn(
                    text
                    for store, answers in zip(stores, finding, strict=True)
                    for text in _texts(store, answers)
                )
        except MohenError as error:
            figures[kind] = str(error)
            continue
        label = kind.split("/")[-1]
        figures[label] = _run(stores, finding, vectors, policy, ALL)
        if options.ablate:
            for stage in Stage:
                if stage is not Stage.WORDS and (vectors or stage not in _OF_VECTORS):
                    less = _run(stores, finding, vectors, policy, ALL - {stage})
                    figures[label][f"without {stage}"] = {each: less[each] for each in METRICS}
    return figures


_OF_VECTORS = (Stage.MEANING, Stage.WINDOW)


def _run(
    stores: Sequence[Store],
    finding: Sequence[Finding],
    vectors: Vectors | None,
    policy: Policy,
    stages: Collection[Stage],
) -> dict[str, Any]:
    tally, seconds = Tally(defaultdict(list)), []
    for store, answers in zip(stores, finding, strict=True):
        answers.seconds.clear()
        matrix = vectors.of([turn.said for turn in store.turns]) if vectors else None
        for query in store.queries:
            meaning = None
            if vectors is not None and matrix is not None:
                row = vectors.of([answers.meant(query)])[0]
                meaning = _meaning(matrix, row, vectors.trust, policy.finding.candidates)
            tally.add(store, query, answers(query, meaning, stages))
        seconds += answers.seconds
    return tally.figures(seconds)


def _texts(store: Store, answers: Finding) -> Iterator[str]:
    yield from (turn.said for turn in store.turns)
    yield from map(answers.meant, store.queries)


def _converted(store: Store, side: str) -> Store:
    from opencc import OpenCC  # type: ignore[import-not-found]  # not one of ours

    convert = OpenCC("s2t").convert
    if side == "docs":
        return replace(store, turns=tuple(replace(t, text=convert(t.text)) for t in store.turns))
    return replace(store, queries=tuple(replace(q, text=convert(q.text)) for q in store.queries))


# -- Telling.


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    console = Console(width=150)
    if not (paths := files()):
        console.print(f"No evaluation data in {data()}; set MOHEN_BENCH_DATA.", style="red")
        return 2
    policy = Policy()
    results: dict[str, dict[str, Any]] = {}
    for path in paths:
        if not any(wanted in path.name for wanted in options.only or [path.name]):
            continue
        for title, stores in sets(path, quick=options.quick):
            asked = (
                [_converted(store, options.traditional) for store in stores]
                if options.traditional
                else stores
            )
            results[title] = measure(title, asked, options, policy)
            console.print(_table({title: results[title]}, ablate=options.ablate))
    console.print(_table(results, ablate=False))
    _write(results, options)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure retrieval.")
    parser.add_argument("--quick", action="store_true", help="a sample of the queries")
    parser.add_argument("--only", action="append", help="data sets whose name holds this")
    parser.add_argument(
        "--embedder", action="append", help="words, builtin, use, onnx:<folder>; the first three"
    )
    parser.add_argument("--ablate", action="store_true", help="take one stage away at a time")
    parser.add_argument("--traditional", choices=("docs", "queries"), help="convert one side")
    options = parser.parse_args(arguments)
    options.embedder = options.embedder or [WORDS, "builtin", "use"]
    return options


def _table(results: dict[str, dict[str, Any]], *, ablate: bool) -> Table:
    kinds = list(dict.fromkeys(kind for figures in results.values() for kind in figures))
    table = Table(title="Retrieval: " + " / ".join(METRICS), title_justify="left")
    for heading in ("data", *kinds):
        table.add_column(heading, justify="left" if heading == "data" else "right")
    for name, figures in results.items():
        table.add_row(name, *(_cell(figures.get(kind, "")) for kind in kinds))
        parts = [key for kind in kinds for key in _parts(figures.get(kind), ablate=ablate)]
        for part in dict.fromkeys(parts) if len(results) == 1 else ():
            cells = (_part(figures.get(kind), part) for kind in kinds)
            table.add_row(f"  {part}", *cells, style="dim")
    return table


def _parts(figures: Any, *, ablate: bool) -> Iterator[str]:
    if isinstance(figures, dict):
        yield from figures["categories"]
        yield from (key for key in figures if ablate and key.startswith("without "))


def _part(figures: Any, part: str) -> str:
    if not isinstance(figures, dict):
        return ""
    return _cell(figures.get(part) or figures["categories"].get(part, ""))


def _cell(figure: Any) -> str:
    if isinstance(figure, dict):
        return " / ".join(f"{figure[metric]:.1f}" for metric in METRICS)
    return str(figure)


def _write(results: dict[str, dict[str, Any]], options: argparse.Namespace) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    target = RESULTS / ("retrieval.quick.json" if options.quick else "retrieval.json")
    target.write_text(json.dumps(results, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    try:
        _draw(results, target.with_suffix(".png"))
    except ImportError:
        print("matplotlib is not installed: no picture")


def _draw(results: dict[str, dict[str, Any]], target: Path) -> None:
    """R@5 and, paler above it, R@10: a group of bars a data set, a bar a system."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    from picture import STYLE

    kinds = [k for k in dict.fromkeys(k for f in results.values() for k in f) if k != "queries"]
    with mpl.rc_context(STYLE):
        sheet, axes = plt.subplots(figsize=(4 + 1.4 * len(results), 5), layout="constrained")
        width = 0.8 / max(len(kinds), 1)
        for nth, kind in enumerate(kinds):
            for at, figures in enumerate(results.values()):
                found = figures.get(kind)
                if isinstance(found, dict):
                    place = at + (nth - (len(kinds) - 1) / 2) * width
                    label = kind if at == 0 else None
                    axes.bar(place, found["R@10"], width * 0.9, color=f"C{nth}", alpha=0.4)
                    axes.bar(place, found["R@5"], width * 0.9, color=f"C{nth}", label=label)
        axes.set_xticks(range(len(results)), results, rotation=20)
        axes.set_ylabel("R@5, paler R@10 (%)")
        sheet.legend(loc="outside right upper", frameon=False)
        sheet.savefig(target, dpi=140)
        plt.close(sheet)


if __name__ == "__main__":
    sys.exit(main())
