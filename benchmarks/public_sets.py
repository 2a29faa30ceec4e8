"""Makes evaluation sets of public conversations, with their authors' questions and with ours.

    python benchmarks/public_sets.py FOLDER --to SETS
    MOHEN_BENCH_DATA=SETS python benchmarks/retrieval.py    # and evidence.py --only NAME

FOLDER holds clones of these repositories, each under its own name; what is missing is passed over:

- `MemoryBank-SiliconFriend` (zhongwanjun, MIT): 30 people and their AI companion, Chinese and
  English, with the questions that its authors ask. Which messages answer them was read by two
  readers who saw no rule (`memorybank_evidence.json`: ids alone).
- `QMSum` (Yale-LILY, MIT): minutes of meetings, questions with the turns that are about them.
- `FriendsQA` (emorynlp, Apache 2.0): scenes of a television play, questions with the lines that
  answer them; all scenes of an episode are one conversation.

`asked_*` are the same people of MemoryBank, and the first conversation of REALTALK where the
evaluation data is, asked as people ask: 410 questions (`as_people_ask/`) typed by three writers who
had read the conversation and no rule, half of them in other words than it was said, one in five or
six about what nobody said.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import retrieval

ASKED = Path(__file__).with_name("as_people_ask")
EVIDENCE = Path(__file__).with_name("memorybank_evidence.json")
NAME_CHARS = 80  # several speak at once in some lines
ASKED_ON = "2023-05-10"
ABOUT_MOST = 40  # turns; a question about more asks for a summary

Line = dict[str, Any]
"""A conversation with its questions, as `retrieval.py` reads them."""


def memorybank(folder: Path, language: str) -> Iterator[Line]:
    path = folder / f"eval_data/{language}/probing_questions_{language}.jsonl"
    asked: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        asked |= json.loads(line) if line.strip() else {}
    evidence = _json(EVIDENCE)[language]
    for name, docs in _people(folder, language):
        gold = evidence.get(name, {})
        queries = [
            _query(n, text, gold[str(n)], time=_noon(ASKED_ON))
            for n, text in enumerate(asked.get(name, ()))
            if gold.get(str(n))
        ]
        yield {"store": name, "docs": docs, "queries": queries}


def asked(folder: Path, language: str) -> Iterator[Line]:
    questions = _as_people_ask(f"memorybank_{language}", time=_noon(ASKED_ON))
    for name, docs in _people(folder, language):
        yield {"store": name, "docs": docs, "queries": questions[name]}


def asked_realtalk() -> Iterator[Line]:
    questions = _as_people_ask("realtalk")
    for path in retrieval.data().glob("realtalk*"):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                if line["store"] in questions:
                    yield {**line, "queries": questions[line["store"]]}


def _as_people_ask(name: str, **more: str) -> dict[str, list[dict[str, Any]]]:
    """By whom they are asked of."""
    found: dict[str, list[dict[str, Any]]] = {}
    lines = (ASKED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for number, each in enumerate(map(json.loads, lines)):
        question = _query(number, each["text"], each["gold"], category=each["kind"], **more)
        found.setdefault(each["of"], []).append(question)
    return found


def _people(folder: Path, language: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for name, person in _json(folder / f"eval_data/{language}/memory_bank_{language}.json").items():
        docs = [
            {
                "id": f"{day}#{place}{role[0]}",
                "text": turn[said],
                "speaker": role,
                "session": day,
                "time": _noon(day),
            }
            for day, turns in person["history"].items()
            for place, turn in enumerate(turns)
            for role, said in (("user", "query"), ("assistant", "response"))
        ]
        yield name, docs


def _noon(day: str) -> str:
    return f"{day.replace('-', '/')} (Mon) 12:00"


def qmsum(folder: Path, split: str) -> Iterator[Line]:
    path = folder / f"data/ALL/jsonl/{split}.jsonl"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        meeting = json.loads(line)
        docs = [
            {"id": f"{place}", "text": turn["content"], "speaker": turn["speaker"], "session": "m"}
            for place, turn in enumerate(meeting["meeting_transcripts"])
            if turn["content"].strip()
        ]
        there = {each["id"] for each in docs}
        queries = []
        for place, asked in enumerate(meeting["specific_query_list"]):
            spans = [range(int(a), int(b) + 1) for a, b in asked["relevant_text_span"]]
            gold = [f"{turn}" for span in spans for turn in span if f"{turn}" in there]
            if 0 < len(gold) <= ABOUT_MOST:
                queries.append(_query(place, asked["query"], gold))
        yield {"store": f"{split} {number}", "docs": docs, "queries": queries}


def friendsqa(folder: Path, split: str) -> Iterator[Line]:
    episodes: dict[str, Line] = {}
    for scene in _json(folder / f"dat/friendsqa_{split}.json")["data"]:
        title = scene["title"]
        episode = title.rpartition("_")[0]
        line = episodes.setdefault(episode, {"store": episode, "docs": [], "queries": []})
        for paragraph in scene["paragraphs"]:
            line["docs"] += [
                {
                    "id": f"{title} {each['uid']}",
                    "text": each["utterance"],
                    "speaker": ", ".join(each["speakers"])[:NAME_CHARS],
                    "session": title,
                }
                for each in paragraph["utterances:"]
            ]
            line["queries"] += [
                _query(
                    asked["id"],
                    asked["question"],
                    sorted({f"{title} {each['utterance_id']}" for each in asked["answers"]}),
                )
                for asked in paragraph["qas"]
            ]
    yield from episodes.values()


def _query(
    id: object, text: str, gold: list[str], category: str = "asked", **more: str
) -> dict[str, Any]:
    return {"id": f"{id}", "text": text, "gold": gold, "category": category, **more}


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


SETS: tuple[tuple[str, Callable[[Path, str], Iterator[Line]], tuple[str, ...]], ...] = (
    ("MemoryBank-SiliconFriend", memorybank, ("cn", "en")),
    ("MemoryBank-SiliconFriend", asked, ("cn", "en")),
    ("QMSum", qmsum, ("val", "test")),
    ("FriendsQA", friendsqa, ("dev", "tst")),
)


def made(folder: Path) -> Iterator[tuple[str, list[Line]]]:
    for repository, read, parts in SETS:
        if (folder / repository).is_dir():
            for part in parts:
                lines = [each for each in read(folder / repository, part) if each["queries"]]
                yield f"{read.__name__}_{part}", lines
    if talk := list(asked_realtalk()):
        yield "asked_realtalk", talk


def write(path: Path, lines: Iterable[Line]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="with clones of the repositories")
    parser.add_argument("--to", type=Path, required=True, help="where the sets go")
    options = parser.parse_args()
    for name, lines in made(options.folder):
        write(options.to / f"{name}.jsonl.gz", lines)
        count = sum(len(each["queries"]) for each in lines)
        print(f"{name}: {count} questions of {len(lines)} conversations")


if __name__ == "__main__":
    main()
