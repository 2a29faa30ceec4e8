"""ONNX models: which files are found, how they are read, what is said when they are not right."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from mohen.core.policy import Vectors
from mohen.core.ports import Embedder
from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import make
from mohen.errors import EmbedderNotReady, InvalidArgument
from mohen.policy import Policy

pytest.importorskip("onnxruntime", reason="the embedder 'onnx' needs onnxruntime")
pytest.importorskip("tokenizers", reason="the embedder 'onnx' needs tokenizers")

FIXTURES = Path(__file__).parent / "fixtures"
TEXTS = ["她推开门。", "A letter."]


def folder(at: Path, *, model: str = "model.onnx", source: str = "tiny_tokens.onnx") -> Path:
    (at / model).parent.mkdir(parents=True)
    shutil.copy(FIXTURES / source, at / model)
    shutil.copy(FIXTURES / "tiny_tokenizer.json", at / "tokenizer.json")
    return at


def opened(place: Path | str, policy: Policy | None = None) -> Embedder:
    return make(EmbedderConfig(kind="onnx", model=str(place)), policy or Policy())


def test_token_states_are_averaged_like_a_sentence_vector(tmp_path: Path) -> None:
    states = opened(folder(tmp_path / "states"))
    sentences = opened(folder(tmp_path / "sentences", source="tiny_sentence.onnx"))

    np.testing.assert_allclose(states.embed(TEXTS), sentences.embed(TEXTS), atol=1e-5)


def test_cls_pooling_takes_the_first_token(tmp_path: Path) -> None:
    place = folder(tmp_path / "m")
    mean = opened(place)
    (place / "1_Pooling").mkdir()
    says = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    (place / "1_Pooling" / "config.json").write_text(json.dumps(says), encoding="utf-8")
    cls = opened(place)

    # Every text begins with the same [CLS], and this model looks at nothing around it.
    first, second = cls.embed(TEXTS)
    np.testing.assert_allclose(first, second, atol=1e-6)
    assert cls.name != mean.name


@pytest.mark.parametrize(
    ("file", "field"),
    [("sentence_bert_config.json", "max_seq_length"), ("config.json", "max_position_embeddings")],
)
def test_the_makers_say_how_long_a_text_may_be(tmp_path: Path, file: str, field: str) -> None:
    place = folder(tmp_path / "m")
    (place / file).write_text(json.dumps({field: 6}), encoding="utf-8")
    short = opened(place)

    # Six tokens: [CLS], four bytes, [SEP].
    np.testing.assert_array_equal(short.embed(["abcdef"]), short.embed(["abcdxyz"]))


def test_the_policy_bounds_the_tokens(tmp_path: Path) -> None:
    short = opened(folder(tmp_path / "m"), Policy(vectors=Vectors(onnx_tokens_max=6)))

    np.testing.assert_array_equal(short.embed(["abcdef"]), short.embed(["abcdxyz"]))


def test_a_broken_hint_is_no_hint(tmp_path: Path) -> None:
    place = folder(tmp_path / "m")
    (place / "config.json").write_text("{", encoding="utf-8")
    (place / "sentence_bert_config.json").write_text("[1]", encoding="utf-8")

    assert opened(place).embed(TEXTS).any()


@pytest.mark.parametrize(
    "model",
    [
        "model_quantized.onnx",
        "onnx/model.onnx",
        "onnx/model_quantized.onnx",
        "onnx/model_int8.onnx",
        "model_merged.onnx",
    ],
)
def test_the_model_is_found_where_makers_put_it(tmp_path: Path, model: str) -> None:
    assert opened(folder(tmp_path / "m", model=model)).dims == 16


def test_a_model_may_come_in_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "mohen_tiny_weights"
    folder(package / "data" / "deep", model="onnx/model.onnx")
    (package / "__init__.py").write_text("raise RuntimeError", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    embedder = opened("package:mohen_tiny_weights")

    assert embedder.name.startswith("onnx:mohen_tiny_weights-")
    assert embedder.embed(TEXTS).any()
    assert opened("package:mohen_tiny_weights.data").dims == embedder.dims


@pytest.mark.parametrize("name", ["no_such_package_here", "json", "../etc", ""])
def test_a_package_without_a_model_is_not_ready(name: str) -> None:
    with pytest.raises(EmbedderNotReady):
        opened(f"package:{name}")


def test_the_name_follows_the_weights_not_the_place(tmp_path: Path) -> None:
    here = opened(folder(tmp_path / "a" / "tiny"))
    there = opened(folder(tmp_path / "b" / "tiny"))
    other = opened(folder(tmp_path / "c" / "tiny", source="tiny_sentence.onnx"))

    assert here.name == there.name
    assert here.name != other.name
    assert str(tmp_path) not in here.name


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    place = folder(tmp_path / "m")
    (place / missing).unlink()

    with pytest.raises(EmbedderNotReady, match=missing) as refusal:
        opened(place)

    assert str(tmp_path) not in refusal.value.message


def test_a_missing_folder_is_not_ready(tmp_path: Path) -> None:
    with pytest.raises(EmbedderNotReady) as refusal:
        opened(tmp_path / "nowhere")

    assert str(tmp_path) not in refusal.value.message


@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json"])
def test_a_broken_file_is_not_ready_at_first_use(tmp_path: Path, broken: str) -> None:
    place = folder(tmp_path / "m")
    (place / broken).write_bytes(b"not what it says")
    embedder = opened(place)

    with pytest.raises(EmbedderNotReady) as refusal:
        embedder.embed(TEXTS)

    assert str(tmp_path) not in refusal.value.message
    assert refusal.value.__suppress_context__


def test_an_input_that_text_cannot_give_is_named(tmp_path: Path) -> None:
    embedder = opened(folder(tmp_path / "m", source="tiny_odd.onnx"))

    with pytest.raises(EmbedderNotReady, match="pixel_values"):
        embedder.embed(TEXTS)


def test_a_model_mended_on_disk_works_without_a_restart(tmp_path: Path) -> None:
    place = folder(tmp_path / "m")
    whole = (place / "tokenizer.json").read_bytes()
    (place / "tokenizer.json").write_bytes(b"{}")
    embedder = opened(place)
    with pytest.raises(EmbedderNotReady):
        embedder.embed(TEXTS)
    (place / "tokenizer.json").write_bytes(whole)

    assert embedder.embed(TEXTS).any()


def test_a_model_must_be_named() -> None:
    with pytest.raises(InvalidArgument) as refusal:
        make(EmbedderConfig(kind="onnx"), Policy())

    assert refusal.value.details["field"] == "embedder.model"
