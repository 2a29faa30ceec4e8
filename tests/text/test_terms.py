"""Terms: what a document is found by, in either language."""

from __future__ import annotations

import string
import sys
import threading
import unicodedata
from dataclasses import replace

import apsw
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from mohen.core.sqlite.fulltext import expression
from mohen.episodes.policy import Recall
from mohen.text import terms
from mohen.text.terms import as_words, expand, in_its_script, query_terms

POLICY = Recall()
# A busy machine must not fail a law.
law = settings(deadline=None)
SCHEMA = (
    "CREATE VIRTUAL TABLE search USING fts5(scope, terms, content='', contentless_delete=1, "
    "tokenize='ascii', columnsize=1)"
)

# A quarter of the alphabet is plane 2, where a character is two UTF-16 units.
HAN = st.sampled_from("猫狗咪我家有只的是了春风又绿江南岸明月何时照还墨痕𠀀𠀁𪚥")
HAN_RUN = st.text(HAN, min_size=2, max_size=12)
LATIN = st.sampled_from(
    ["river", "moonlight", "Writing", "bought", "café", "O'Neil", "3.14", "x86"]
)
PIECES = st.lists(st.one_of(HAN_RUN, LATIN, st.text(max_size=8)), max_size=8)
PROSE = PIECES.map(" ".join)


class Search:
    """The product's table with one document a row, numbered from 1."""

    def __init__(self, *documents: str, scope: str = "p17") -> None:
        self.db = apsw.Connection(":memory:")
        self.db.execute(SCHEMA)
        for document in documents:
            self.db.execute(
                "INSERT INTO search(scope, terms) VALUES(?, ?)", (scope, " ".join(expand(document)))
            )

    def match(self, expression: str) -> list[int]:
        rows = self.db.execute(
            "SELECT rowid FROM search WHERE search MATCH ? ORDER BY bm25(search, 0.0, 1.0), rowid",
            (expression,),
        )
        return [rowid for (rowid,) in rows]

    def ask(self, query: str, scope: str = "p17") -> list[int]:
        return self.match(expression(as_words(query_terms(query, policy=POLICY)), [scope]))


# --- what the terms are


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我家有只猫", ["我家", "家有", "有只", "只猫", "猫"]),
        ("猫", ["猫"]),
        ("𠀀𠀁", ["𠀀𠀁", "𠀁"]),
        ("東京タワー", ["东京", "京タ", "タワ", "ワー", "ー"]),
        ("한국어", ["한국", "국어", "어"]),
        ("The rivers were running", ["river", "run"]),
        ("She bought what he buys", ["buy", "buy"]),
        ("don't can’t I'll we've it's", []),
        ("She is ill, here is the ID", ["ill", "id"]),
        ("Mohen's O’Neil", ["mohen", "oneil", "neil"]),
        ("Café naïve İstanbul", ["cafe", "naiv", "istanbul"]),
        ("ＡＢＣ　１２３", ["abc", "123"]),
        ("3.14 and 1,000", ["3", "14", "1000"]),
        ("2024-05-01", ["2024", "5", "1"]),
        ("05月", ["5", "5月", "月"]),
        ("Привет мир", ["привет", "мир"]),
        ("हिन्दी", ["हिन्दी"]),
        ("好🎉 👍🏽 🇨🇳 ❤️", ["好", "🎉", "👍", "🇨🇳", "❤"]),
        ("卡拉OK了", ["卡拉", "拉", "ok", "了"]),
        ("mp3 gpt4o", ["mp3", "gpt4o"]),
        (" \t\n—…!?_\0", []),
        ("", []),
    ],
)
def test_a_text_has_these_terms(text: str, expected: list[str]) -> None:
    assert expand(text) == expected


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [("記憶裡的書", "记忆里的书"), ("看著臺灣的麵", "看着台湾的面"), ("什麼時候", "什么时候")],
)
def test_both_scripts_have_the_same_terms(traditional: str, simplified: str) -> None:
    assert expand(traditional) == expand(simplified)
    assert query_terms(traditional, policy=POLICY) == query_terms(simplified, policy=POLICY)
    # What was stored before has the terms of the script it is written in.
    assert in_its_script(simplified) == []
    assert set(in_its_script(traditional)).isdisjoint(expand(simplified))
    assert in_its_script(traditional)


def test_a_term_is_bounded() -> None:
    assert all(len(term) <= 64 for term in expand("ab" * 5000 + " " + "7" * 5000))


def test_repetition_is_kept_in_the_order_of_the_text() -> None:
    assert expand("river moon river") == ["river", "moon", "river"]


# --- laws of the expansion


@law
@given(PROSE)
def test_the_same_text_gives_the_same_terms(text: str) -> None:
    assert expand(text) == expand(text)


@law
@given(st.one_of(PROSE, st.text()))
@example("café Å ガ 각")
def test_composed_and_decomposed_text_are_one(text: str) -> None:
    assert expand(unicodedata.normalize("NFD", text)) == expand(unicodedata.normalize("NFC", text))


@law
@given(st.text(string.ascii_letters + string.digits + " ,.!?:;()", max_size=40), HAN_RUN)
def test_full_width_is_half_width(text: str, run: str) -> None:
    wide = "".join(
        chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c.replace(" ", "\u3000") for c in text
    )
    assert expand(wide + run) == expand(text + run)


@law
@given(PROSE)
def test_case_is_no_difference(text: str) -> None:
    assume(text.lower().upper() == text.upper())
    assert expand(text.upper()) == expand(text.lower().upper())


@law
@given(HAN_RUN, st.data())
def test_every_part_of_a_run_is_among_its_terms(run: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(run) - 2))
    end = data.draw(st.integers(start + 2, len(run)))
    asked = query_terms(run[start:end], policy=POLICY)
    assert asked
    assert set(asked) <= set(expand(run))


@law
@given(st.lists(st.one_of(LATIN, HAN_RUN), min_size=1, max_size=8), st.data())
def test_a_part_cut_between_words_asks_only_for_terms_of_the_whole(
    pieces: list[str], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(pieces) - 1))
    end = data.draw(st.integers(start + 1, len(pieces)))
    asked = query_terms(" ".join(pieces[start:end]), policy=POLICY)
    assert set(asked) <= set(expand(" ".join(pieces)))


# --- laws of the index


@law
@given(st.one_of(PROSE, st.text()))
@example("\ud800 lone surrogate")
@example("".join(map(chr, range(1, 0x250))))
def test_a_document_is_found_by_each_of_its_own_terms(text: str) -> None:
    search = Search(text)
    for term in set(expand(text)):
        assert search.match(f'terms : "{term}"') == [1], term


def test_every_code_point_survives_the_tokenizer() -> None:
    every = " ".join(chr(c) for c in range(sys.maxunicode + 1) if not 0xD800 <= c <= 0xDFFF)
    kept = set(string.ascii_lowercase + string.digits)
    used = {c for term in expand(every) for c in term}
    assert {c for c in used if c.isascii()} == kept


@law
@given(HAN_RUN, st.data())
def test_a_single_character_finds_every_run_that_holds_it(run: str, data: st.DataObject) -> None:
    asked = data.draw(st.sampled_from(run))
    assert Search(run).ask(asked) == [1]


@pytest.mark.parametrize("document", ["我家有只猫", "猫咪", "一只猫咪在睡觉", "猫", "买了3猫"])
def test_a_cat_is_found_wherever_it_sits(document: str) -> None:
    assert Search(document, "我家有条狗").ask("猫") == [1]


def test_the_better_match_comes_first() -> None:
    search = Search("江南的春天", "春风又绿江南岸，明月何时照我还", "The moon over the river")
    assert search.ask("明月照江南") == [2, 1]
    assert search.ask("rivers and moons") == [3]


def test_a_scope_never_sees_another() -> None:
    search = Search("猫咪", scope="p1")
    assert search.ask("猫咪", scope="p17") == []
    assert search.ask("猫咪", scope="p1") == [1]


@law
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=5))
@example(['a" OR scope : "p2'])
@example(["nul\0", '"', '""', "*", "NEAR(", "-", "^x"])
def test_no_term_can_leave_its_quotes(asked: list[str]) -> None:
    assert Search("secret", scope="p2").match(expression(as_words(asked), ["p1"])) == []
    assert Search("", scope="p1").match(expression(as_words(asked), ["p1"])) == []


def test_nothing_asked_finds_nothing() -> None:
    assert Search("猫咪").match(expression([], ["p17"])) == []
    assert Search("猫咪").match(expression(as_words(["-", '"']), ["p17"])) == []
    assert Search("猫咪").ask("the of and") == []


# --- queries


@law
@given(PROSE, st.integers(0, 6))
def test_a_query_is_unique_bounded_and_in_order(text: str, limit: int) -> None:
    everything = query_terms(text, policy=replace(POLICY, query_terms=10_000))
    asked = query_terms(text, policy=replace(POLICY, query_terms=limit))
    assert len(asked) == min(limit, len(everything)) == len(set(asked))
    assert [term for term in everything if term in asked] == asked


def test_of_too_many_terms_the_repeated_stay_and_then_the_latest() -> None:
    text = "alpha beta gamma delta 墨痕 beta 墨痕"
    assert query_terms(text, policy=replace(POLICY, query_terms=2)) == ["beta", "墨痕"]
    assert query_terms(text, policy=replace(POLICY, query_terms=3)) == ["beta", "delta", "墨痕"]


def test_function_words_are_asked_only_when_there_is_nothing_else() -> None:
    assert query_terms("他的书是什么", policy=POLICY) == ["的书", "书是"]
    assert query_terms("是什么", policy=POLICY) == ["是什", "什么"]
    assert query_terms("5月1日", policy=POLICY) == ["5", "5月", "1", "1日"]


# --- threads


def test_threads_do_not_disturb_each_other() -> None:
    words = [
        f"{stem}{end}" for stem in string.ascii_lowercase for end in ("nnings", "ational", "ies")
    ]
    expected = [expand(word) for word in words]
    terms._word_terms.cache_clear()
    seen: list[list[list[str]]] = []
    threads = [
        threading.Thread(target=lambda: seen.append([expand(word) for word in words]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [expected] * 4


@given(
    st.dictionaries(st.text("雪夜行军", min_size=1, max_size=3), st.integers(0, 50), max_size=12),
    st.integers(0, 100),
)
def test_of_a_long_question_the_rarest_terms_are_asked_for(
    spread: dict[str, int], most: int
) -> None:
    asked = list(spread)
    kept = terms.rarest(asked, spread, most)
    assert kept == [term for term in asked if term in kept]
    known = [term for term in asked if spread[term] and len(term) > 1]
    assert bool(kept) or not known
    if len(kept) > 1:
        assert sum(spread[term] for term in kept) <= most
    left = [spread[term] for term in known if term not in kept]
    assert all(spread[term] <= each for term in kept if len(term) > 1 for each in left)


@given(st.text(string.ascii_letters + string.digits + " ,.'-_\n\x1c\x0b()", max_size=60))
def test_english_in_pieces_is_english_in_one(text: str) -> None:
    words = terms._ASCII_TOKEN.findall(text.lower())
    assert terms.expand(text) == [each for word in words for each in terms._word_terms(word)]


def test_words_are_remembered_and_numbers_are_not() -> None:
    terms.expand("lovely, 4711, x86 " + "ab" * 60)
    assert "lovely," in terms._of_pieces
    assert terms._of_pieces.keys().isdisjoint(["4711,", "x86", "ab" * 60])
