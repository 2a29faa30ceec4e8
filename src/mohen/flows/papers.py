"""What a file or a folder tells, of whatever make it is: for `import` and `review` alike."""

from __future__ import annotations

from dataclasses import replace

from mohen.errors import InvalidArgument
from mohen.flows import claims
from mohen.flows.parts import Parts
from mohen.logic.knowing import imports
from mohen.model.knowledge import BELIEF, FACT
from mohen.model.projection import Trouble
from mohen.model.transfer import Form, Memo, Papers

_DERIVED = ("layer1/", "layer2/entities/", "layer2/index/", "state/")
"""Of a tree of seed 001: made from its items."""


def read(parts: Parts, path: str, form: Form | None) -> Papers | None:
    """None: nothing in it is a memory that we know; it may be a conversation. Raises
    `InvalidArgument`, `IoFailed`."""
    found, strange = list[Papers](), list[Trouble]()
    for name, text in parts.documents.texts(path):
        if any(each in f"/{name}" for each in _DERIVED) or name.endswith("config.json"):
            continue
        papers = None if text is None else _papers(parts, name, text, form)
        if papers is None:
            strange.append(Trouble(name, 0, "no memories that we know"))
        else:
            found.append(papers)
    if not found:
        return None
    forms = {each.form for each in found}
    nodes = [each.nodes for each in found if each.nodes is not None]
    return Papers(
        form=forms.pop() if len(forms) == 1 else Form.GENERIC,
        memos=tuple(memo for each in found for memo in each.memos),
        rules=tuple(rule for each in found for rule in each.rules),
        nodes=frozenset().union(*nodes) if nodes else None,
        troubles=(*(one for each in found for one in each.troubles), *strange),
    )


def _papers(parts: Parts, name: str, text: str, form: Form | None) -> Papers | None:
    return imports.read(name, text, form, chat_lines=parts.policy.transfer.chat_lines)


def understood(parts: Parts, memo: Memo, now: int) -> Memo:
    """With what it says of whom, where its file does not tell and its words do."""
    if memo.attribute or memo.type not in (FACT, BELIEF):
        return memo
    claim = next(
        (
            found
            for each in (memo.content, *imports.spoken(memo.content))
            if (found := claims.claim(parts, each, memo.at or now)).attribute
        ),
        None,
    )
    if claim is None:
        return memo
    named = tuple(each.name for each in claim.entities)
    return replace(
        memo,
        category=claim.category,
        subject=claim.subject,
        attribute=claim.attribute,
        value=claim.value,
        event_at=claim.event_at,
        named=claim.entities,
        entities=tuple(dict.fromkeys((*memo.entities, *named))),
    )


def form_of(said: str | None) -> Form | None:
    if said is None:
        return None
    try:
        return Form(said)
    except ValueError:
        known = ", ".join(each.value for each in Form)
        raise InvalidArgument(f"format must be one of {known}", field="format") from None
