"""Both ways of counting tokens keep the same promises; the exact one proves the estimate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mohen.core.ports import TokenCounter
from mohen.errors import InvalidArgument, ModelNotReady
from mohen.models import token_counting
from mohen.policy import Policy
from mohen.text import tokens
from shows import shows

POLICY = Policy().tokens
PASSAGES = json.loads((Path(__file__).parents[1] / "text" / "token_counts.json").read_text("utf-8"))


@pytest.fixture(params=["estimate", "o200k_base"])
def counter(request: pytest.FixtureRequest) -> TokenCounter:
    if request.param == "o200k_base":
        pytest.importorskip("bpe_openai")
    return token_counting.make(request.param, POLICY)


def test_nothing_is_nothing_and_something_is_something(counter: TokenCounter) -> None:
    assert counter.count("") == 0
    assert counter.count("雪") == counter.count("a") == 1
    assert counter.count("\ud800") >= 1  # half a character breaks nobody


def test_long_texts_are_counted(counter: TokenCounter) -> None:
    text = PASSAGES[0]["text"]
    many = counter.count(text * 500)
    assert many == pytest.approx(500 * counter.count(text), rel=0.02)


@shows("C88")
def test_the_recorded_counts_are_those_of_the_tokenizer() -> None:
    pytest.importorskip("bpe_openai")
    exact = token_counting.make("o200k_base", POLICY)
    wrong = [each["name"] for each in PASSAGES if exact.count(each["text"]) != each["tokens"]]
    assert wrong == []


def test_the_characters_and_pairs_of_the_estimate_are_one_token_each() -> None:
    pytest.importorskip("bpe_openai")
    exact = token_counting.make("o200k_base", POLICY)
    characters, pairs = tokens.one_token()
    assert [each for each in characters | pairs if exact.count(each) != 1] == []
    others = {chr(code) for code in range(0x4E00, 0xA000, 16)} - characters
    assert [each for each in others if exact.count(each) == 1] == []


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "bpe_openai", None)
    with pytest.raises(ModelNotReady, match=r'pip install "bpe-openai>=0\.1\.4"'):
        token_counting.make("o200k_base", POLICY)


def test_there_is_no_third_way() -> None:
    with pytest.raises(InvalidArgument) as refused:
        token_counting.make("words", POLICY)
    assert refused.value.details["field"] == "tokenizer"
