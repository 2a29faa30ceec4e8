"""Things that must not be remembered: keys, passwords, numbers of cards and of people.

They are known by their shape and, where there is one, by their check digit, so that an order
number is not taken for a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from mohen.text import sentences
from mohen.text.lazy_pattern import LazyPattern

_TOKENS = (
    r"sk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,}"
    r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}|glpat-[\w-]{20,}"
    r"|(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[\w-]{35}|ya29\.[\w-]{20,}"
    r"|xox[abprs]-[A-Za-z0-9-]{10,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36}|pypi-[\w-]{40,}"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|SG\.[\w-]{20,}\.[\w-]{20,}"
    r"|LTAI[A-Za-z0-9]{12,24}|AKID[A-Za-z0-9]{13,40}|dop_v1_[0-9a-f]{64}"
    r"|\d{8,10}:AA[\w-]{33}"
)
_PASSWORD = r"密码|口令|passwords?|passwd|passcode|pwd|passphrase"
_NAMED = (
    r"api[ _-]?keys?|access[ _-]?keys?|secret[ _-]?keys?|client[ _-]?secret|auth[ _-]?token"
    r"|access[ _-]?token|bearer|密钥|秘钥|令牌"
)
_CODE = (
    r"验证码|校验码|动态码"
    r"|verification code|one[- ]time (?:code|password)|\bOTP|\bPIN(?: code)?|PIN码"
)
_IS = r"""(?:\s*(?:[:：=]|是|为|改成了?|改为|换成了?|设成|设为|\bis(?: now)?\b|\bwas\b|\bset to\b"""
_IS += r"""|\bchanged to\b)\s*)"""
_OF = r"(?:\s*(?:for|of|to|on)\s+(?:[\w'’.-]+\s+){0,4}?[\w'’.-]+?)?"
_QUOTE = r"""["'“‘「`]?"""
# A word alone is no password: 密码是个问题, "the password is important".
_PASS = "密码 口令 passw passcode passphrase pwd"
_STARTS = (
    "sk- ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- akia asia aiza ya29. xox hf_ npm_ pypi-"
    " k_live_ k_test_ sg. ltai akid dop_v1_ :aa"
)
_WORD = r"""(?=[!-~]*[\d!@#$%^&*_+=~?])[!-~]{4,}"""
# A Chinese word may stand right beside a number: 身份证号是1101….
_FROM, _TO = r"(?<![A-Za-z\d_-])", r"(?![A-Za-z\d_-])"
_PATTERNS = (
    (
        "private key",
        r"(?s:-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*KEY-----|\Z))",
        "-----begin",
    ),
    ("token", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*", "eyj"),
    ("api key", rf"{_FROM}(?:{_TOKENS}){_TO}", _STARTS),
    ("password", r"(?<=://)[^\s/:@]+:[^\s/@]+(?=@)", "://"),
    ("password", rf"(?:{_PASSWORD}){_OF}{_IS}{_QUOTE}(?P<said>{_WORD})", _PASS),
    ("password", rf"""(?:{_PASSWORD})\s*[:：=]\s*{_QUOTE}(?P<said>[!-~]{{4,}})""", _PASS),
    ("password", rf"""(?:{_PASSWORD}){_OF}{_IS}["'“‘「`](?P<said>[!-~]{{4,}}?)["'”’」`]""", _PASS),
    (
        "api key",
        rf"(?:{_NAMED}){_OF}{_IS}{_QUOTE}(?P<said>(?=[\w+/=.-]*\d)[\w+/=.-]{{12,}})",
        "key token secret bearer 密钥 秘钥 令牌",
    ),
    (
        "code",
        rf"(?:{_CODE}){_OF}{_IS}{_QUOTE}(?P<said>\d{{4,8}})(?!\d)",
        "验证码 校验码 动态码 code one-time otp pin",
    ),
    ("identity number", rf"{_FROM}(?P<said>\d{{17}}[\dXx]){_TO}", ""),
    ("identity number", rf"{_FROM}(?!000|666|9)\d{{3}}-(?!00)\d\d-(?!0000)\d{{4}}{_TO}", ""),
    ("card number", rf"{_FROM}(?P<said>[2-6]\d{{3}}(?:[ -]?\d{{4}}){{2}}[ -]?\d{{1,7}}){_TO}", ""),
    ("card number", rf"{_FROM}(?P<said>3[47]\d{{2}}[ -]?\d{{6}}[ -]?\d{{5}}){_TO}", ""),
)
_SECRETS = tuple(
    (kind, LazyPattern(each, re.IGNORECASE), tuple(hints.split()))
    for kind, each, hints in _PATTERNS
)
"""Each with words without one of which it cannot be there; none: without a run of digits. Most
texts hold none of them, and thousands are looked at a second."""
_NUMBERS = (
    r"身份证(?:号码?)?|(?:银行|信用)?卡号?码?|ssn|social security(?: number)?"
    r"|(?:id|identity|(?:credit |bank |debit )?card)(?: number| no\.?)?"
)
_MARK = r"⟨(?:[a-z ]+)⟩"
_CLAUSES = LazyPattern(r"[，,。.;；!！?？\n]+")
# 我家wifi的密码是 ⟨password⟩, "my password for the router is ⟨password⟩": nothing but the secret.
_SHELL = LazyPattern(
    r"(?:(?!在|(?<!记)住|有|且|需|要|用来)[\w'’:： -]){0,24}?"
    rf"(?:{_PASSWORD}|{_NAMED}|{_CODE}|{_NUMBERS}|tokens?|keys?|private key|secret)"
    rf"\W{{0,9}}{_OF}{_IS}?\W{{0,9}}{_MARK}\W{{0,9}}(?:了|哦|吧|啊|呢)?\W*|\W*{_MARK}\W*",
    re.IGNORECASE,
)
_RUN = LazyPattern(r"\d[\d -]{7,}\d")
_DOUBLED = "0246813579"
_WEIGHTS = tuple(map(int, re.findall(r"\d+", "7 9 10 5 8 4 2 1 6 3 7 9 10 5 8 4 2")))
_CHECKS = "10X98765432"
_BORN = LazyPattern(r"\d{6}(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)")


class Masked(NamedTuple):
    text: str
    kinds: tuple[str, ...]  # what was hidden, in the order of our table


def masked(text: str) -> Masked:
    """The text with every secret replaced by its kind; none: the text as it is."""
    likely = list(_likely(text))
    if not likely:
        return Masked(text, ())
    kinds: list[str] = []
    for kind, start, end in sorted(set(_found(text, likely)), key=lambda each: -each[1]):
        if start >= len(text) or text[start] == "⟨":
            continue
        text = f"{text[:start]}⟨{kind}⟩{text[end:]}"
        kinds.append(kind)
    return Masked(text, tuple(dict.fromkeys(reversed(kinds))))


def is_empty(hidden: str) -> bool:
    """Whether a text of which secrets were hidden says nothing else."""
    said = [each for each in _CLAUSES.split(hidden) if any(map(str.isalnum, each))]
    return all(_SHELL.fullmatch(each.strip()) for each in said)


def without(text: str) -> str:
    """The text without the sentences that hold one: of a conversation nothing is lost by it."""
    hidden, kinds = masked(text)
    if not kinds:
        return text
    marks = tuple(f"⟨{each}⟩" for each in kinds)
    said = sentences.whole(hidden)
    return "".join(each for each in said if not any(mark in each for mark in marks))


def _likely(text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    low, digits = text.lower(), _RUN.search(text)
    for kind, pattern, hints in _SECRETS:
        if any(each in low for each in hints) if hints else digits:
            yield kind, pattern


def _found(
    text: str, likely: Iterable[tuple[str, re.Pattern[str]]]
) -> Iterator[tuple[str, int, int]]:
    taken: list[tuple[int, int]] = []
    for kind, pattern in likely:
        for match in pattern.finditer(text):
            group = "said" if "said" in pattern.groupindex else 0
            start, end = match.span(group)
            said = match[group]
            if any(start < stop and begin < end for begin, stop in taken):
                continue
            if _checks(kind, said):
                taken.append((start, end))
                yield kind, start, end


def _checks(kind: str, said: str) -> bool:
    if kind == "card number":
        return _luhn("".join(filter(str.isdigit, said)))
    if kind == "identity number" and "-" not in said:
        return _is_person(said.upper())
    return True


def _luhn(digits: str) -> bool:
    if len(set(digits)) == 1:
        return False
    doubled = False
    total = 0
    for each in reversed(digits):
        total += int(_DOUBLED[int(each)] if doubled else each)
        doubled = not doubled
    return str(total).endswith("0")


def _is_person(number: str) -> bool:
    """A Chinese identity number: a day of birth, and its check digit."""
    born = _BORN.match(number)
    try:
        if born is None or not date(int(born["year"]), int(born["month"]), int(born["day"])):
            return False
    except ValueError:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return number[-1] == _CHECKS[total % len(_CHECKS)]
