"""What a small model gives back of its prompt is no part of what it wrote, however it comes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mohen.models.own_words import OwnWords
from mohen.text.tokens import Message

RAIN = "The rain had not let up for three days. Mara counted the boats in the harbour."
RAIN_ZH = "雨下了三天，没有停的意思。林晚数着港口里的船。"
HARBOUR = f'{RAIN} There were eleven. Behind her the clerk coughed.\n\n"Not tonight," he said. No.'
SHIPS = "One was missing."
SHIPS_ZH = "少了一只。"


def prompt(before: str = "") -> list[Message]:
    shown = f"<before>\n{before}\n</before>" if before else "(none)"
    user = f"### Task\n- skill=continue\n### Before\n{shown}\n### Selection\n(unavailable: x)"
    return [Message("system", "Write."), Message("user", user)]


def whole(said: str, before: str = "") -> str:
    own = OwnWords(prompt(before))
    return own.feed(said) + own.flush()


def in_pieces(said: str, before: str = "", sizes: tuple[int, ...] = (1,)) -> list[str]:
    own, heard, at, turn = OwnWords(prompt(before)), list[str](), 0, 0
    while at < len(said):
        size = sizes[turn % len(sizes)]
        heard.append(own.feed(said[at : at + size]))
        at, turn = at + size, turn + 1
    return [*heard, own.flush()]


REPEATED = [
    # tags of the prompt, with what stood between them
    (f"<before>\n{RAIN}\n</before>\n<cursor>\n{SHIPS}", RAIN, SHIPS),
    (f"<before>\n{RAIN_ZH}\n</before>\n\n{SHIPS_ZH}", RAIN_ZH, SHIPS_ZH),
    (f"<selection>\n{SHIPS}\n</selection>", "", SHIPS),
    (f"<selection>{SHIPS_ZH}</selection>", "", SHIPS_ZH),
    (f"{SHIPS}\n</before>\n<after>\n", RAIN, f"{SHIPS}\n"),
    (f"{SHIPS}\n</before>\n\n{SHIPS}", RAIN, f"{SHIPS}\n\n{SHIPS}"),
    (f"{SHIPS}\n<after>{SHIPS}", RAIN, f"{SHIPS}\n{SHIPS}"),
    ("<before> nobody closed it", "", "nobody closed it"),
    # placeholders
    ("(unavailable: no selection)", "", ""),
    ("<unavailable: no selection>", "", ""),
    ("(none)\n", "", ""),
    ("<none>", "", ""),
    (
        f"{SHIPS_ZH}\n(masked: context_rules.outline=false)\n{SHIPS_ZH}",
        "",
        f"{SHIPS_ZH}\n{SHIPS_ZH}",
    ),
    # the text, or its last sentences, again
    (RAIN, RAIN, ""),
    (RAIN_ZH, RAIN_ZH, ""),
    (RAIN.partition(". ")[0] + ".", RAIN, ""),
    (f"Mara counted the boats in the harbour. {SHIPS}", RAIN, SHIPS),
    (f"林晚数着港口里的船。{SHIPS_ZH}", RAIN_ZH, SHIPS_ZH),
    (RAIN_ZH.replace("。", "。\n") + f"\n　　{SHIPS_ZH}", RAIN_ZH, f"　　{SHIPS_ZH}"),
    ("Mara counted the boats and frowned.", "She sat. Mara counted the boats", " and frowned."),
    # as a model of 1.5 billion parameters really answered
    (f"<after>\n{HARBOUR}\n</after>\n```\n{HARBOUR.removesuffix(' No.')}\n```\n```", HARBOUR, ""),
    (f"<continue>\n{SHIPS_ZH}\n</continue>", RAIN_ZH, SHIPS_ZH),
    # announced, numbered, fenced
    (f"Here is the continuation:\n\n{SHIPS}", "", SHIPS),
    (f"Sure! Here's the rewritten passage:\n{SHIPS}", "", SHIPS),
    (f"好的，以下是续写的内容：\n{SHIPS_ZH}", "", SHIPS_ZH),
    (f"续写：{SHIPS_ZH}", "", SHIPS_ZH),
    (f"Candidate 1: {SHIPS}", "", SHIPS),
    (f"**Candidate 2:** {SHIPS}", "", SHIPS),
    (f"**候选 1**：\n{SHIPS_ZH}", "", SHIPS_ZH),
    (f"```text\n{SHIPS}\n```", "", SHIPS),
    (f"```\n{SHIPS_ZH}\n```\n", "", f"{SHIPS_ZH}\n"),
]

PROSE = [
    ("She counted again.", RAIN),
    ("Mara counted the boats in the harbour again.", RAIN),
    ("雨下了三天，没有停的意思。可是林晚不看。", RAIN_ZH),
    ("“快跑！”她又喊了一遍。", "她回头。“快跑！”"),
    ("“你为什么不早一点告诉我？”他又问。", "他站住了。“你为什么不早一点告诉我？”"),
    ("“Why did you not tell me before?” he asked again.", "“Why did you not tell me before?”"),
    ("a < b, and <b>bold</b>", RAIN),
    ("Here is the letter:\nDear Mara,", RAIN),
    ("Here is what I know: nothing.", RAIN),
    ("以下是他知道的：\n一，船没有回来。", RAIN_ZH),
    ("好的，他说。", RAIN_ZH),
    ("There were none (none at all).", RAIN),
    ("He wrote:\n```\nls\n```\nand left.", RAIN),
    ("\n\n  Indented.\n", RAIN),
    ("<beforehand> is no mark", RAIN),
    ("**She** waited.", RAIN),
    ("选项一：逃。\n选项二：留下。", RAIN_ZH),
    ("Rain.", "Rain. Rain. And then"),
]


@pytest.mark.parametrize(("said", "before", "kept"), REPEATED)
def test_only_what_it_wrote_is_left(said: str, before: str, kept: str) -> None:
    assert whole(said, before) == kept


@pytest.mark.parametrize(("said", "before"), PROSE)
def test_what_an_author_may_want_stays(said: str, before: str) -> None:
    assert whole(said, before) == said


@pytest.mark.parametrize(("said", "before"), [(s, b) for s, b, _ in REPEATED] + PROSE)
@pytest.mark.parametrize("sizes", [(1,), (2, 1), (3,), (7, 2, 1), (11,)])
def test_pieces_are_never_taken_back(said: str, before: str, sizes: tuple[int, ...]) -> None:
    assert "".join(in_pieces(said, before, sizes)) == whole(said, before)


def test_prose_is_shown_while_it_comes() -> None:
    said = (
        "She counted again. There were eleven, <b>eleven</b>, and (she was sure) one more.\n\nNo."
    )
    shown = 0
    for at, piece in enumerate(in_pieces(said, RAIN)[:-1], start=1):
        shown += len(piece)
        assert at - shown <= len("She counted")  # what may be a repetition, a tag, a line's end


def test_whether_anything_was_new_is_known() -> None:
    for said, before, kept in REPEATED:
        own = OwnWords(prompt(before))
        own.feed(said)
        own.flush()
        assert own.only_repeated == (not kept.strip())
    silent = OwnWords(prompt(RAIN))
    silent.feed(" \n")
    silent.flush()
    assert not silent.only_repeated


MARKED = st.sampled_from(
    [
        "<before>", "</before>", "<", "</se", "<cursor>", "\n", "\n\n", " ", "(none)", "(",
        "```", "```text\n", "Here is the continuation:\n", "Here is ", "续写：", "候选 1：", "**",
        RAIN, "Sure! ", "Mara counted the boats", "林晚数着港口里的船。", "She left.",
        "船。", "<b>", "他说", "ok",
    ]
)  # fmt: skip


@given(st.lists(MARKED, max_size=8).map("".join), st.lists(st.integers(1, 9), min_size=1))
@example("<before>\n\n\nShe left.", [9, 1])
def test_however_it_is_cut_it_comes_to_the_same(said: str, sizes: list[int]) -> None:
    for before in ("", RAIN, RAIN_ZH):
        assert "".join(in_pieces(said, before, tuple(sizes))) == whole(said, before)


PLAIN = st.text(st.characters(exclude_characters="<`(*:：", exclude_categories=["Cs"]))


@given(PLAIN, st.lists(st.integers(1, 9), min_size=1))
def test_prose_without_marks_passes_to_the_byte(said: str, sizes: list[int]) -> None:
    assert "".join(in_pieces(said, "", tuple(sizes))) == said
    assert "".join(in_pieces(said, "X" * 40, tuple(sizes))) == said
