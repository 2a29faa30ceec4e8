"""Names and places hidden from a remote model, and put back into what it answers.

林远 goes out as 某K7B4DH, Lucy as Name_5GH6JK: the same for the same name and home, whatever other
names there are, so that the stable prefix stays stable. What an author wrote that happens to look
like one of these is marked with a z and comes back as it was: `restore(hide(text)) == text`.

A Latin name is one as a whole word, as given, in capitals or in small letters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import chain
from typing import Protocol

from mohen.core.keyed_hash import sealed
from mohen.core.values import dataclass

# A code has no vowel, so it spells nothing; no N, with which the Latin mark begins; no z.
_LETTERS = str.maketrans("0123456789abcdef", "BC4DF5GH6JK7LP8R")
_SHAPE = "K7B4DH"  # how long a code is
_MARKS = "某匿佚〇"  # the first that stands in no name
_LATIN = "Name"
_ESCAPE = "z"
_WORD = "[A-Za-z0-9_]"
_FULL_WIDTH = ord("！") - ord("!")


@dataclass(frozen=True, slots=True)
class Mask:
    """Made once for a set of names. Without names it changes nothing."""

    _mark: str = field(repr=False)
    _names: dict[str, str] = field(repr=False)  # by their codes
    _hidden: dict[str, str] = field(repr=False)  # each written form: what stands for it
    _sought: re.Pattern[str] = field(repr=False)  # in what goes out
    _token: re.Pattern[str] = field(repr=False)  # in what comes back
    _begun: re.Pattern[str] = field(repr=False)  # a token that may not have ended

    @classmethod
    def of(cls, names: Sequence[str], key: bytes) -> Mask:
        known = sorted({name.strip() for name in names if name.strip()})
        mark = _mark(known)
        codes = dict(_coded(known, key))
        hidden = _forms(codes, mark)
        token = _token(codes, mark)
        return cls(
            mark,
            codes,
            hidden,
            re.compile(f"(?P<token>{token})|{_any_of(hidden)}", re.IGNORECASE),
            re.compile(token, re.IGNORECASE),
            re.compile(_begun(mark), re.IGNORECASE),
        )

    @property
    def told(self) -> str:
        """What a model must be told, or it takes the tokens for noise and mends them."""
        if not self._names:
            return ""
        chinese, latin = self._mark + _SHAPE, f"{_LATIN}_{_SHAPE}"
        return (
            f"形如 {chinese}、{latin} 的词是人名、地名的代号：当作名字用，逐字照写，不译不改。\n"
            f"Words like {chinese} and {latin} stand for names: write them letter by letter."
        )

    def hide(self, text: str) -> str:
        return self._sought.sub(self._out, text) if self._names else text

    def restore(self, text: str) -> str:
        return self._token.sub(self._back, text) if self._names else text

    def restore_json(self, text: str) -> str:
        """Of an answer in JSON, where a model may spell our mark as an escape."""
        spelled = re.escape(json.dumps(self._mark).strip('"'))
        return self.restore(re.sub(spelled, self._mark, text, flags=re.IGNORECASE))

    def _out(self, found: re.Match[str]) -> str:
        """Marks are doubled behind a name and doubled and one more behind what looks like a
        token, so that coming back an odd number tells the two apart."""
        if found["token"] is not None:
            return found["token"] + (len(found["tail"]) + 1) * _ESCAPE
        return self._hidden[found["name"]] + (found["after"] or "") * 2

    def _back(self, found: re.Match[str]) -> str:
        marks, odd = divmod(len(found["tail"]), 2)
        written = found.group().removesuffix(found["tail"])
        return (written if odd else self._named(found["code"], written)) + marks * _ESCAPE

    def _named(self, code: str, written: str) -> str:
        name = self._names[_plain(code)]
        if written.startswith(self._mark):
            return name
        return name.upper() if written.isupper() else name.lower() if written.islower() else name


class Restoring:
    """Restores an answer that comes in pieces, and never lets out half a token."""

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._held = ""

    def feed(self, piece: str) -> str:
        """What can be said now."""
        self._held += piece
        begun = self._mask._begun.search(self._held)
        end = begun.start() if begun else len(self._held)
        ready, self._held = self._held[:end], self._held[end:]
        return self._mask.restore(ready)

    def flush(self) -> str:
        """The rest, when nothing more comes."""
        ready, self._held = self._held, ""
        return self._mask.restore(ready)


# -- what stands for a name


def _mark(names: Sequence[str]) -> str:
    """A character that no name holds, so that none can be read across it."""
    used = set("".join(names).casefold())
    private = map(chr, range(ord("\ue000"), ord("\uf8ff")))
    return next(each for each in chain(_MARKS, private) if each not in used)


def _coded(names: Sequence[str], key: bytes) -> Iterator[tuple[str, str]]:
    """A code for each name. It is never another's, nor part of any name."""
    taken: set[str] = set()
    written = "\0".join(names).casefold()
    for name in names:
        tries = 0
        while (code := _code(key, name, tries)) in taken or code.casefold() in written:
            tries += 1
        taken.add(code)
        yield code, name


def _code(key: bytes, name: str, tries: int) -> str:
    digits = sealed(key, "mask", name, str(tries))
    return digits[: len(_SHAPE)].translate(_LETTERS)


def _forms(codes: dict[str, str], mark: str) -> dict[str, str]:
    """How each name may be written, and what is written for it. A name as given goes before
    another one that is the same in capitals."""
    hidden: dict[str, str] = {}
    for code, name in codes.items():
        hidden[name] = f"{_LATIN}_{code}" if _has_case(name) else mark + code
    for code, name in codes.items():
        if _has_case(name):
            token = f"{_LATIN}_{code}"
            hidden.setdefault(name.upper(), token.upper())
            hidden.setdefault(name.lower(), token.lower())
    return hidden


def _has_case(name: str) -> bool:
    return name.upper() != name.lower()


# -- patterns


def _any_of(forms: dict[str, str]) -> str:
    """The longest first, so that 林远舟 is not cut into 林远 and a rest."""
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    return f"(?-i:(?P<name>{'|'.join(map(_as_regex, ordered)) or '(?!)'})(?P<after>{_ESCAPE}*))"


def _as_regex(form: str) -> str:
    """What stands before is looked at last: a pattern that begins with a letter is found faster."""
    escaped = re.escape(form)
    before = f"(?<!{_WORD}{escaped})" if re.match(_WORD, form[0]) else ""
    after = f"(?!{_WORD})" if re.match(_WORD, form[-1]) else ""
    return escaped + before + after


def _token(codes: dict[str, str], mark: str) -> str:
    """A token as a model may write it: in other case, in full width, with another dash."""
    code = "|".join("".join(map(_either_width, code)) for code in codes) or "(?!)"
    return f"(?:{re.escape(mark)}|{_latin()}{_dash()})(?P<code>{code})(?P<tail>(?-i:{_ESCAPE}*))"


def _begun(mark: str) -> str:
    """The beginning of a token at the end of a text, or a whole one that may go on."""
    rest = f"[{_code_letters()}]{{0,{len(_SHAPE)}}}{_ESCAPE}*"
    latin = rf"\\?{_dash()}{rest}"  # the backslash may be all there is yet
    for letter in reversed(_LATIN):
        latin = f"{_either_width(letter)}(?:{latin})?"
    return rf"(?:{re.escape(mark)}{rest}|{latin})\Z"


def _code_letters() -> str:
    letters = [chr(each) for each in _LETTERS.values()]
    return "".join(letters) + "".join(map(_wide, letters))


def _latin() -> str:
    return "".join(map(_either_width, _LATIN))


def _dash() -> str:
    return r"(?:\\?[_＿]|[-－ \u00a0])?"


def _either_width(char: str) -> str:
    return f"[{char}{_wide(char)}]"


def _wide(char: str) -> str:
    return chr(ord(char) + _FULL_WIDTH)


def _plain(code: str) -> str:
    """A code as we write it."""
    narrow = (chr(ord(each) - _FULL_WIDTH) if each >= "！" else each for each in code)
    return "".join(narrow).casefold().upper()


class KnownNames(Protocol):
    """Whoever can tell the names of people and places that a remote model need not know."""

    def known(self, project_id: str | None) -> tuple[str, ...]:
        """Raises `StoreError` where that cannot be looked up: then nothing may leave."""
        ...
