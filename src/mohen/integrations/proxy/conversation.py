"""A conversation as a front-end sends it, whatever protocol it speaks, and what is heard of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from mohen.core.values import dataclass
from mohen.integrations.proxy.json_edits import Edit
from mohen.knowledge.transcripts import host_markup

Role = Literal["user", "assistant", "tool"]
Seal = Callable[..., str]
"""A hash of texts under the home's secret."""

_ID_CHARS = 32
_NAME_CHARS = 200
_SPEAKER_CHARS = 100
_GAP = "\n\n"
_QUOTED = 200  # code points; some front-ends cut what they quote
_TELLING = 16  # code points: fewer may stand in any text


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that was said in it."""

    role: Role
    text: str
    speaker: str = ""
    by_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request, read: what was said so far, and where memories go."""

    turns: tuple[Turn, ...] = ()
    last: str = ""  # the user's last words
    of_all: Callable[[str], list[Edit]] = lambda _snapshot: []  # at the stable prefix
    of_last: Callable[[str], list[Edit]] = lambda _block: []  # beside the user's last words
    session: str = ""  # as the front-end calls it
    before: str = ""  # id of the answer that it goes on from
    who: str = ""  # the front-end's user


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    turns: tuple[Turn, ...] = ()
    id: str = ""


def user_text(content: Any, *kinds: str, codex: bool = False) -> str:
    """A person's own words, without what their program wraps around them."""
    own = host_markup.codex_user if codex else host_markup.claude_code
    parts = (own(each) for each in host_markup.texts(content, *kinds))
    return "\n".join(each for each in parts if each)


def beside(block: str) -> str:
    """Memories behind words that stay as they are."""
    return _GAP + block


def call(name: Any, arguments: Any) -> Turn:
    """What an assistant had a tool do."""
    named = str(name or "tool")
    return Turn("tool", f"{named}({arguments or ''})", named[:_SPEAKER_CHARS], by_model=True)


def result(name: Any, text: str) -> Turn:
    """What a tool said."""
    return Turn("tool", text, str(name or "")[:_SPEAKER_CHARS])


def words(text: Any) -> Iterable[Turn]:
    said = host_markup.without_thought(text).strip() if isinstance(text, str) else ""
    return [Turn("assistant", said, by_model=True)] if said else []


def session_of(
    asked: Asked,
    headers: Mapping[str, str],
    continued: Callable[[str], str | None],
    seal: Seal,
) -> str:
    """By the name that somebody gave it, or the answer that it goes on from; else by how it began,
    which a front-end sends again with every turn."""
    named = next((headers[each] for each in _NAMING if headers.get(each)), "") or asked.session
    if named and (known := _name(named)):
        return known
    if asked.before:
        return continued(asked.before) or _name(asked.before)
    first = next((each.text for each in asked.turns if each.role == "user"), "")
    return f"proxy-{seal('proxy', asked.who, first)[:_ID_CHARS]}"


_NAMING = ("x-mohen-session", "session_id", "session-id", "conversation_id")
"""Headers in which a front-end names the conversation; the last three are Codex's."""


def _name(given: str) -> str:
    return given.strip()[:_NAME_CHARS]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer, as far as a front-end that quotes them surely goes."""

    question: str
    answer: str


def exchange(asked: Asked, answer: Answer) -> Exchange | None:
    """None where it says too little to be known again."""
    text = next((each.text for each in answer.turns if each.role == "assistant"), "")
    found = Exchange(asked.last.strip()[:_QUOTED], text.strip()[:_QUOTED])
    return found if found.question and len(found.answer) >= _TELLING else None


def is_about_another(asked: Asked, lately: Iterable[Exchange]) -> bool:
    """Whether a front-end asks in its own name, for a title or a summary: a conversation of one
    message, in which another one stands, question and answer."""
    if len(asked.turns) != 1:
        return False
    text = asked.turns[0].text
    return any(each.answer in text.partition(each.question)[2] for each in lately)


def heard(
    session: str, asked: Asked, answer: Answer, seal: Seal, tool_chars: int
) -> list[dict[str, str]]:
    """What was said since the last answer, and what was answered. A message is known by all that
    was said up to it: sent again it is the same, and the same words later on are others."""
    said = [*asked.turns, *answer.turns]
    new = _since_the_last_answer(asked.turns)
    messages, mark = [], session
    for place, each in enumerate(said):
        mark = seal(mark, each.role, each.text)[:_ID_CHARS]
        if place >= new and each.text.strip():
            text = _shortened(each.text, tool_chars) if each.role == "tool" else each.text
            named = {"speaker": each.speaker} if each.speaker else {}
            messages.append({"role": each.role, "text": text, "id": mark, **named})
    return messages


def _since_the_last_answer(turns: Sequence[Turn]) -> int:
    places = [place for place, each in enumerate(turns) if each.by_model]
    return places[-1] + 1 if places else 0


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
