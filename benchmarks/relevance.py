"""How much of what recall returns was asked for, and whether it is silent where nothing fits.

    python benchmarks/relevance.py [--embedder use] [--fit] [--wrong]

Two sets of 500 episodes of our own (`relevance_texts/`), Chinese and English, each with 60
questions that one of them answers and 60 that none does. The numbers of the policy's `relevance`
are fitted on `dev` alone (`--fit` prints them); `held` says what they are worth. With
`MOHEN_BENCH_DATA` (else `../shared/data`) paragraphs and questions of other people are measured,
too, and never fitted on.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mohen import Draft, Question, open_memory
from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import make
from mohen.episodes import relevance
from mohen.errors import MohenError
from mohen.memory import Memory
from mohen.policy import Policy
from mohen.text import terms

TEXTS = Path(__file__).parent / "relevance_texts"
EPISODES, QUESTIONS = 500, 60
WORDS = "words"
KINDS = (WORDS, "builtin", "use")
PROJECT = "p"


@dataclass(frozen=True, slots=True)
class Set:
    """Texts by their key, questions with the keys that answer them (none: nothing does)."""

    name: str
    texts: dict[str, str]
    questions: tuple[tuple[str, frozenset[str]], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a set: for each question the keys that were returned."""

    of: Set
    returned: tuple[tuple[str, ...], ...]

    def answered(self) -> list[tuple[frozenset[str], tuple[str, ...]]]:
        """What was returned to questions that have an answer, where anything was."""
        pairs = zip(self.of.questions, self.returned, strict=True)
        return [(gold, keys) for (_, gold), keys in pairs if gold and keys]

    @property
    def relevant(self) -> float:
        """Of what was returned to questions that have an answer."""
        told = self.answered()
        every = sum(len(keys) for _, keys in told)
        return sum(len(gold & set(keys)) for gold, keys in told) / every if every else 1.0

    @property
    def silent(self) -> float:
        """Of the questions that nothing answers."""
        pairs = zip(self.of.questions, self.returned, strict=True)
        told = [keys for (_, gold), keys in pairs if not gold]
        return sum(not keys for keys in told) / len(told)

    @property
    def reached(self) -> float:
        """Of the questions that have an answer, those whose answer was among what was returned."""
        right = sum(bool(gold & set(keys)) for gold, keys in self.answered())
        return right / sum(bool(gold) for _, gold in self.of.questions)


# -- our own sets


def own(name: str) -> Set:
    """A set of `relevance_texts`. A scene's twin in the other language tells of the same thing, so
    it answers the same question."""
    scenes: dict[str, list[tuple[str, str]]] = {}
    parts: dict[str, list[list[str]]] = {}
    unanswered: list[str] = []
    section = ""
    for line in (TEXTS / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("? "):
            unanswered.append(line.removeprefix("? "))
        elif line and not line.startswith("#"):
            if section.endswith("filler"):
                parts.setdefault(section.split()[0], []).append(line.split(" / "))
            else:
                text, _, question = line.partition(" => ")
                scenes.setdefault(section, []).append((text, question))
    texts, questions = {}, []
    for language, found in scenes.items():
        for place, (text, question) in enumerate(found):
            texts[f"{language}{place}"] = text
            questions.append((question, frozenset({f"zh{place}", f"en{place}"})))
    texts |= dict(_fillers(parts, EPISODES - len(texts), random.Random(name)))
    return Set(name, texts, (*questions, *((each, frozenset()) for each in unanswered)))


def _fillers(
    parts: dict[str, list[list[str]]], wanted: int, lot: random.Random
) -> Iterator[tuple[str, str]]:
    """Everyday scenes put together by lot, as many in each language."""
    joints = {"zh": ("", "", "，", "，", "。"), "en": (" ", " ", ", ", " ", ".")}
    made: dict[str, None] = {}
    for place, (language, slots) in enumerate(parts.items(), 1):
        while len(made) < wanted * place // len(parts):
            chosen = [lot.choice(each) for each in slots]
            made["".join(map("".join, zip(chosen, joints[language], strict=True)))] = None
    return ((f"f{place}", text) for place, text in enumerate(made))


# -- other people's


def others() -> Iterator[Set]:
    """Of each data set some questions whose paragraphs are there, and some whose are not."""
    folder = Path(os.environ.get("MOHEN_BENCH_DATA") or TEXTS.parents[2] / "shared" / "data")
    for name in ("cmrc_zh", "memdaily_zh"):
        file = folder / f"{name}.dev.jsonl.gz"
        if file.exists():
            yield _other(name, file)


def _other(name: str, file: Path) -> Set:
    texts: dict[str, str] = {}
    questions: list[tuple[str, frozenset[str]]] = []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for place, line in enumerate(lines):
            store: dict[str, Any] = json.loads(line)
            texts |= {f"{place}/{doc['id']}": doc["text"] for doc in store["docs"]}
            questions += [
                (each["text"], frozenset(f"{place}/{gold}" for gold in each["gold"]))
                for each in store["queries"]
            ]
    lot = random.Random(name)
    lot.shuffle(questions)
    without = questions[:QUESTIONS]
    gone = frozenset[str]().union(*(gold for _, gold in without))
    asked = [each for each in questions[QUESTIONS:] if not each[1] & gone][:QUESTIONS]
    kept = sorted(frozenset[str]().union(*(gold for _, gold in asked)))
    rest = [key for key in texts if key not in gone and key not in set(kept)]
    lot.shuffle(rest)
    chosen = [*kept, *rest][: max(EPISODES, len(kept))]
    return Set(
        name,
        {key: texts[key] for key in chosen},
        (*asked, *((text, frozenset()) for text, _ in without)),
    )


# -- through the product


def measure(of: Set, kind: str) -> Found:
    """Recorded and asked for as anybody does."""
    with tempfile.TemporaryDirectory() as home:
        embedder = None if kind == WORDS else make(EmbedderConfig(kind=kind), Policy())
        with open_memory(home, embedder=embedder, meaning=kind != WORDS) as memory:
            keys = record(memory, of)
            memory.drain()
            returned = tuple(
                tuple(
                    keys[each.episode.id]
                    for each in memory.episodes.query(
                        Question(project_id=PROJECT, query_text=question)
                    ).items
                )
                for question, _ in of.questions
            )
    return Found(of, returned)


def record(memory: Memory, of: Set) -> dict[str, str]:
    """The key of each episode by its id."""
    return {
        memory.episodes.record(
            Draft(
                project_id=PROJECT,
                skill_used="continue",
                input_context=text,
                candidates=("…",),
                selected_index=0,
                final_text="…",
            )
        ).episode.id: key
        for key, text in of.texts.items()
    }


# -- fitting


def fit(kind: str) -> dict[str, float]:
    """The curve of one kind, on `dev`."""
    of, policy = own("dev"), Policy()
    spread = Counter(term for text in of.texts.values() for term in {*terms.expand(text)})
    columns = [_shares(of, spread, policy)]
    noise: dict[str, float] = {}
    if kind != WORDS:
        model = make(EmbedderConfig(kind=kind), policy)
        texts = model.embed(list(of.texts.values()))
        cosines = model.embed([question for question, _ in of.questions]) @ texts.T
        columns.append((cosines - cosines.mean(1, keepdims=True)) / cosines.std(1, keepdims=True))
        strangers = cosines[len(of.questions) - 2 * QUESTIONS // 2 :]
        among = (texts @ texts.T)[~np.eye(len(texts), dtype=bool)]
        noise = {
            "mean": float(strangers.mean()),
            "spread": float(strangers.std()),
            "long mean": float(among.mean()),
            "long spread": float(among.std()),
        }
    gold = [[float(key in answers) for key in of.texts] for _, answers in of.questions]
    weights = _logistic(np.stack(columns, -1).reshape(-1, len(columns)), np.array(gold).ravel())
    return {**dict(zip(("least", "words", "meaning"), weights.tolist(), strict=False)), **noise}


def _shares(of: Set, spread: dict[str, int], policy: Policy) -> Any:
    shares = []
    for question, _ in of.questions:
        asked = terms.unframed(question, policy=policy.recall)
        shares.append(
            [relevance.coverage(asked, text, spread, len(of.texts)) for text in of.texts.values()]
        )
    return np.array(shares)


def _logistic(rows: Any, told: Any) -> Any:
    """By Newton's method; a little ridge keeps it where it is."""
    rows = np.concatenate([np.ones((len(rows), 1)), rows], 1)
    weights = np.zeros(rows.shape[1])
    ridge = 1e-3 * np.eye(len(weights))
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (chance - told) + ridge @ weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + ridge
        weights = weights - np.linalg.solve(bend, slope)
    return weights


# -- as a command


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", choices=KINDS)
    parser.add_argument("--fit", action="store_true", help="print the numbers of the policy")
    parser.add_argument("--wrong", action="store_true", help="print what should not be there")
    asked = parser.parse_args(arguments)
    kinds = KINDS if asked.embedder is None else (asked.embedder,)
    if asked.fit:
        for kind in kinds:
            print(kind, {name: round(each, 3) for name, each in fit(kind).items()})
        return 0
    print(
        "| set | found by | answered | of what was returned, relevant | silent where nothing fits |"
    )
    print("|---|---|---|---|---|")
    for of in (own("dev"), own("held"), *others()):
        for kind in kinds:
            try:
                found = measure(of, kind)
            except MohenError as missing:
                print(f"| {of.name} | {kind} | {missing.code} | | |")
                continue
            print(
                f"| {of.name} | {kind} | {found.reached:.0%} | {found.relevant:.0%}"
                f" | {found.silent:.0%} |"
            )
            if asked.wrong:
                _show_wrong(found)
    return 0


def _show_wrong(found: Found) -> None:
    for (question, gold), keys in zip(found.of.questions, found.returned, strict=True):
        for key in keys:
            if key not in gold:
                print(f"    {question} -> {found.of.texts[key][:60]}")


if __name__ == "__main__":
    sys.exit(main())
