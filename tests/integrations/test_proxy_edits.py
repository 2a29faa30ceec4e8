"""Insertions into JSON: whatever it looks like, what was there is there, in its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.integrations.proxy import answers, json_edits
from mohen.integrations.proxy.answers import Dialect, dialect_of

LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUE = st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
PATHS = ("/v1/chat/completions", "/v1/responses", "/v1/messages")
TEXT = st.text(min_size=1, max_size=8)
CONTENT = TEXT | st.lists(
    st.fixed_dictionaries({"type": st.sampled_from(["text", "input_text", "x"]), "text": TEXT})
)
ROLES = st.sampled_from(["user", "assistant", "system", "tool", "developer"])
MESSAGES = st.lists(st.fixed_dictionaries({"role": ROLES, "content": CONTENT | VALUE}), max_size=5)
BODY = st.fixed_dictionaries(
    {},
    optional={
        "messages": MESSAGES | VALUE,
        "input": MESSAGES | TEXT,
        "system": CONTENT | VALUE,
        "instructions": TEXT | st.none(),
        "metadata": VALUE,
        "cache_control": st.just({"type": "ephemeral"}),
        "zeta": VALUE,
    },
)
FORMS: list[dict[str, Any]] = [{}, {"separators": (",", ":")}, {"indent": 3, "ensure_ascii": False}]


def dialect(path: str) -> Dialect:
    found = dialect_of("POST", path)
    assert found is not None
    return found


@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=30)
@given(body=BODY, form=st.sampled_from(FORMS))
def test_whatever_is_sent_is_still_there(path: str, body: Any, form: dict[str, Any]) -> None:
    """What was written is a subsequence of what goes on, in whole pieces, and that is JSON still
    with every field that there was."""
    text = json.dumps(body, **form)
    asked = dialect(path).read(text)
    edits = [*asked.of_all("SNAPSHOT"), *asked.of_last("BLOCK")]
    made = json_edits.edited(text, edits)
    value = json.loads(made)
    assert value.keys() - body.keys() <= {"system", "instructions"}
    assert {name: each for name, each in value.items() if name == "zeta"} == {
        name: each for name, each in body.items() if name == "zeta"
    }
    back = made
    for at, end, added in sorted(edits):
        assert back[at:].startswith(added)
        back = back[:at] + text[at:end] + back[at + len(added) :]
    assert back == text
    assert all(text[each.at : each.end] in ("", "null") for each in edits)


@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=50)
@given(text=st.text(alphabet='{}[]",: \n1a\\'))
def test_what_is_no_json_is_refused_and_nothing_worse(path: str, text: str) -> None:
    try:
        asked = dialect(path).read(text)
    except (ValueError, LookupError):
        return
    json.loads(json_edits.edited(text, asked.of_all("S")))


@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=30)
@given(value=VALUE, events=st.lists(VALUE), cut=st.integers(0, 200))
def test_any_answer_at_all_can_be_looked_at(
    path: str, value: Any, events: list[Any], cut: int
) -> None:
    answers.told(dialect(path), "application/json", json.dumps(value).encode())
    stream = "".join(f"data: {json.dumps(each)}\r\n\r\n" for each in events).encode()
    answers.told(dialect(path), "text/event-stream", stream[:cut])
