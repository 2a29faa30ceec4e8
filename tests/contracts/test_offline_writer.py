"""The offline writer as the port `Writer` has it."""

from __future__ import annotations

import pytest

from mohen.models.ports import Writer
from mohen.offline_writer.writer import OfflineWriter
from mohen.policy import Policy
from mohen.text import tokens
from offline_prompts import BEFORE, asked

POLICY = Policy()
ASKED = asked(BEFORE["zh"][0])


@pytest.fixture
def writer() -> OfflineWriter:
    return OfflineWriter(POLICY)


def test_it_is_a_writer_that_sends_nothing_anywhere(writer: OfflineWriter) -> None:
    port: Writer = writer
    assert (port.name, port.remote) == ("offline", False)
    assert port.window == POLICY.context.window_tokens


def test_pieces_are_heard_sentence_by_sentence_and_together_are_the_answer(
    writer: OfflineWriter,
) -> None:
    heard: list[str] = []
    reply = writer.write(ASKED, max_tokens=500, heard=heard.append)
    assert "".join(heard) == reply.text
    assert len(heard) > 3


def test_who_listens_may_stop_it(writer: OfflineWriter) -> None:
    heard: list[str] = []

    def enough(piece: str) -> None:
        heard.append(piece)
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        writer.write(ASKED, max_tokens=500, heard=enough)
    assert len(heard) == 1


def test_the_reply_counts_its_tokens(writer: OfflineWriter) -> None:
    reply = writer.write(ASKED, max_tokens=80)
    assert reply.tokens_in == tokens.of_messages(ASKED, POLICY.tokens)
    assert reply.tokens_out == tokens.estimate(reply.text, POLICY.tokens) <= 80


def test_candidates_differ_by_variant_and_by_nothing_else(writer: OfflineWriter) -> None:
    texts = [writer.write(ASKED, max_tokens=500, variant=each).text for each in range(3)]
    assert len(set(texts)) == 3
    again = OfflineWriter(POLICY)
    assert [again.write(ASKED, max_tokens=500, variant=each).text for each in range(3)] == texts


def test_what_it_is_is_said_beside_the_text_and_never_in_it(writer: OfflineWriter) -> None:
    english, chinese = writer.notice
    assert "no language model" in english
    assert "不是语言模型" in chinese
    text = writer.write(ASKED, max_tokens=500).text
    assert "离线" not in text
    assert "offline" not in text
