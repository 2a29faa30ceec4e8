"""Public conversations become the sets that the benchmarks read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import public_sets
import retrieval


def _write(path: Path, *lines: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(each) for each in lines), encoding="utf-8")


def test_clones_become_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOHEN_BENCH_DATA", str(tmp_path))  # where there is nothing
    told = [{"query": "I saw *Heat*.", "response": "Great film."}]
    _write(
        tmp_path / "MemoryBank-SiliconFriend/eval_data/en/memory_bank_en.json",
        {"Emily": {"history": {"2023-04-30": [*told * 3, *told]}}},
    )
    _write(
        tmp_path / "MemoryBank-SiliconFriend/eval_data/en/probing_questions_en.jsonl",
        {"Emily": ["Which film did I see?", "What is read by nobody?"]},
    )
    for name in ("memory_bank_cn.json", "probing_questions_cn.jsonl"):
        _write(tmp_path / "MemoryBank-SiliconFriend/eval_data/cn" / name, {})
    turns = [{"speaker": "Ann", "content": text} for text in ("Hello.", " ", "The remote is blue.")]
    asked = {"query": "Which colour?", "relevant_text_span": [["1", "2"]]}
    for split in ("val", "test"):
        _write(
            tmp_path / f"QMSum/data/ALL/jsonl/{split}.jsonl",
            {"meeting_transcripts": turns, "specific_query_list": [asked]},
        )

    found = dict(public_sets.made(tmp_path))

    told = ["memorybank_cn", "memorybank_en", "asked_cn", "asked_en", "qmsum_val", "qmsum_test"]
    assert [*found] == told
    public_sets.write(tmp_path / "sets" / "memorybank_en.jsonl.gz", found["memorybank_en"])
    public_sets.write(tmp_path / "sets" / "qmsum_val.jsonl.gz", found["qmsum_val"])
    ((_, (emily,)),) = retrieval.sets(tmp_path / "sets" / "memorybank_en.jsonl.gz", quick=False)
    assert [each.text for each in emily.queries][:1] == ["Which film did I see?"]
    assert all(each.gold for each in emily.queries)
    assert {each.speaker for each in emily.turns} == {"user", "assistant"}
    public_sets.write(tmp_path / "sets" / "asked_en.jsonl.gz", found["asked_en"])
    ((_, (asked,)),) = retrieval.sets(tmp_path / "sets" / "asked_en.jsonl.gz", quick=False)
    assert asked.turns == emily.turns
    assert all(each.gold for each in asked.queries)
    assert len(asked.unanswered) == 2
    ((_, (meeting,)),) = retrieval.sets(tmp_path / "sets" / "qmsum_val.jsonl.gz", quick=False)
    (about,) = meeting.queries
    assert about.gold == {"2"}
    assert [each.answer for each in meeting.turns] == ["0", "2"]
