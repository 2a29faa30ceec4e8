"""Secrets that have no shape of their own and are told: a password in a chat, the code of a door.

People word such a thing in endless ways, so no pattern of a wording finds it. Each piece of a text
that could be a value is judged by its shape and by what stands around it: what is locked, opened or
logged into, and how one says so. What a sign weighs was fitted on texts of our own
(`tools/fit_secrets.py`, `tools/secrets`, `data/secret_weights.txt`), half of which hold only
look-alikes: order numbers, versions, hashes, and the watchwords of stories.

Nothing is judged that stands far from such a word, and what is looked at around a piece is bounded:
the work grows with the text.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise, repeat
from operator import itemgetter
from typing import NamedTuple

from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import any_of, topics, weights_by_place, words

_ENOUGH = -0.3  # logarithm of the odds
_ENOUGH_IN_MUCH = 2.0  # where much is read, something will look like one
_MUCH = 400  # characters
_UNNAMED = 1.2  # more, where no word near it announces one
_BEFORE, _AFTER = 80, 40  # characters in which a word announces a value that follows, or precedes
_FAR = 120  # characters before it that are read, and half as many after it
_AROUND = 48  # characters of which each word counts
_PHRASE = 60  # characters of a phrase at most
_LEAST = 3
_MANY = 400  # candidates of one text; a list of thousands is data
_BIAS = "%bias"
_WEIGHTS = "secret_weights.txt"  # fitted by tools/fit_secrets.py
_HUNDREDTHS = 100


class Piece(NamedTuple):
    """What could be a secret: where it stands, and whether it is words."""

    start: int
    end: int
    is_phrase: bool


NAMED, NAMES, MADE_UP = "%named", "%names", "%made up"


def signs_in(piece: str) -> Iterator[str]:
    """What is seen of a piece without a blank, in small letters: whether a word for a secret or for
    what it opens stands in it, or the first of several may, and whether something in it looks made
    up."""
    if _first_word().search(piece):
        yield NAMED if _english().search(piece) else NAMES
    if _MADE_UP.search(piece):
        yield MADE_UP


def is_told(low: str, signs: Collection[str]) -> bool:
    """Whether there can be a secret in a text with these signs: without such a word, and without
    what looks made up wherever it stands, there is none."""
    if MADE_UP in signs or NAMED in signs:
        return True
    if low.isascii():
        return NAMES in signs and bool(_several().search(low))
    return bool(_chinese().search(low) or (_begins().search(low) and _english().search(low)))


def found(text: str) -> Iterator[tuple[int, int, str]]:
    """Where secrets are told, and of which kind they are."""
    enough = _ENOUGH if len(text) <= _MUCH else _ENOUGH_IN_MUCH
    for piece, nouns in _judgeable(text):
        seen = _seen(text, piece, nouns)
        least = enough + _UNNAMED * ("%unnamed" in seen.signs)
        # That takes longest to look for, and makes nothing likelier (tests/text/test_secrets.py).
        if _likelihood(seen) > least and _likelihood(_with_talk(seen)) > least:
            yield piece.start, piece.end, _kind(text, piece)


def judged(text: str) -> Iterator[tuple[Piece, frozenset[str]]]:
    """All that could be a secret in it, and what is seen of each."""
    for piece, nouns in _judgeable(text):
        seen = _with_talk(_seen(text, piece, nouns))
        words = (f"{where}:{each}" for where, grams in seen.around.items() for each in grams)
        yield piece, frozenset((*seen.signs, *words))


def is_talk(text: str, start: int, end: int) -> bool:
    """Whether the sentence around a place speaks of secrets in general."""
    before, after = text[max(0, start - _FAR) : start].lower(), text[end : end + _AROUND].lower()
    begun = max((each.end() for each in _STOPS.finditer(before)), default=0)
    stop = _STOPS.search(after)
    said = f"{before[begun:]}{text[start:end].lower()}{after[: stop.start() if stop else None]}"
    return bool(_talk().search(said)) or text[start:end].lower() in _famous()


def is_called(said: str) -> bool:
    """Whether it is what a product, a version, a file or an address is called."""
    head = re.match(r"[a-z]+", said.lower())
    return said.lower() in _products() or bool(head and head[0] in _products()) or _is_shaped(said)


def _is_shaped(said: str) -> bool:
    return any(each.fullmatch(said) for name, each in _SHAPES if name in _NAMING)


def _judgeable(text: str) -> Iterator[tuple[Piece, list[_Noun]]]:
    """All that could be a secret in it, and the words that may announce one."""
    low = text.lower()
    spots = sorted([each.start() for sign in _ODD_AROUND for each in sign.finditer(text)])
    runs = list(_runs(text, spots))
    groups = [
        each.span()
        for form, signs in _GROUPS
        if any(sign.search(text) for sign in signs)
        for each in form.finditer(text)
    ]
    spoken = [each.start() for each in _SPOKEN.finditer(low)]
    if runs or groups or spoken:
        nouns = _nouns(low, sorted([*(start for start, _ in (*runs, *groups)), *spoken]))
        for piece in _pieces(text, low, runs, groups, nouns):
            yield piece, nouns


def _likelihood(seen: _Seen) -> float:
    worth = weights_by_place(__file__, _WEIGHTS, *_PLACES)
    total = worth[""][_BIAS]
    for place, some in (("", seen.signs), *seen.around.items()):
        there = worth[place]
        total += sum(map(there.get, some, repeat(0)))
    return total / _HUNDREDTHS


# -- what is judged

_KINDS = ("password", "code", "lock", "login", "key", "phrase")
_TELLING = ("password", "phrase")  # may be followed by plain words as a value


@cache
def _noun() -> re.Pattern[str]:
    """What a secret is called, and what it opens. Where none of them can begin is passed over
    first: that is most of a text."""
    en, zh = _listed("en"), _listed("zh")
    han = f"(?=[{_firsts(zh)}])(?:{_by_first(zh)})"
    return re.compile(f"(?=[{_firsts(en)}{_firsts(zh)}])(?:{_in_english(en)}|{han})")


@cache
def _english() -> re.Pattern[str]:
    """The English ones."""
    return re.compile(_in_english(_listed("en")))


@cache
def _chinese() -> re.Pattern[str]:
    """The Chinese ones."""
    return re.compile(_by_first(_listed("zh")))


@cache
def _begins() -> re.Pattern[str]:
    """What English ones begin with: most of Chinese holds nothing of it."""
    return re.compile(f"[{_firsts(_listed('en'))}]")


@cache
def _several() -> re.Pattern[str]:
    """Of the English ones those of several words."""
    listed = _listed("en")
    return re.compile(
        _in_english({kind: [each for each in some if "_" in each] for kind, some in listed.items()})
    )


@cache
def _first_word() -> re.Pattern[str]:
    """Any of the English ones, of several words the first."""
    listed = _listed("en")
    return re.compile(
        _in_english(
            {kind: [each.partition("_")[0] for each in some] for kind, some in listed.items()}
        )
    )


_Listed = Mapping[str, Sequence[str]]  # by kind


def _listed(language: str) -> _Listed:
    found = topics(__file__, f"{language}/secrets.txt")
    return {kind: found[f"named {kind}"].split() for kind in _KINDS}


def _in_english(listed: _Listed) -> str:
    return f"(?<![a-z])(?=[{_firsts(listed)}])(?:{_by_first(listed)})(?![a-z])"


def _firsts(listed: _Listed) -> str:
    return "".join({each[0]: "" for some in listed.values() for each in some})


def _by_first(listed: _Listed) -> str:
    """Any of the words, each kind's in their order. Those that begin alike stand together, so that
    the others need not be looked at: each begins with a character that is itself."""
    found: dict[str, dict[str, list[str]]] = {}
    for kind, some in listed.items():
        for word in some:
            begun = found.setdefault(word[0], {}).setdefault(kind, [])
            begun.append(word[1:].replace("_", " "))
    return "|".join(
        f"{first}(?:{'|'.join(_called(first, *each) for each in kinds.items())})"
        for first, kinds in found.items()
    )


def _called(first: str, kind: str, rests: list[str]) -> str:
    return f"(?P<{kind}_{first}>{'|'.join(rests)})"


class _Noun(NamedTuple):
    start: int
    end: int
    kind: str
    said: str


_STARTS, _ENDS = itemgetter(0), itemgetter(1)


def _nouns(low: str, places: list[int]) -> list[_Noun]:
    """Those around some places: of most texts the greater part need not be read for them."""
    windows: list[list[int]] = []
    for place in places:
        if windows and place - _FAR <= windows[-1][1]:
            windows[-1][1] = place + _FAR
        else:
            windows.append([max(0, place - _FAR), place + _FAR])
    noun = _english() if low.isascii() else _noun()
    return [
        _Noun(*each.span(), str(each.lastgroup).partition("_")[0], each[0])
        for window in windows
        for each in noun.finditer(low, *window)
    ]


_RUN_CHARS = 128
_RUN = LazyPattern(rf"[!-~]{{1,{_RUN_CHARS}}}+")
_HAN_DIGITS = "零〇一二两三四五六七八九幺洞拐壹贰貳叁參肆伍陆柒捌玖"
_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_LETTER_SAID = (
    rf"(?:(?:capital|upper ?case|lower ?case|[大小]写的?)[ ]?)?(?:{_DIGIT}|dash|hyphen|underscore"
    rf"|dot|hash|star|下划线|[横短]杠|井号|星号|感叹号|[{_HAN_DIGITS}]|[a-z\d])(?![a-z\d])"
)
_SIGN_SAID = (
    r"(?:(?:exclamation|question) (?:mark|point)|(?:at|dollar|percent|plus|pound) sign|ampersand"
    r"|asterisk|slash"
    r"|问号|百分号|美元符号?|加号|等号|斜杠|艾特|小老鼠|空格)"
)
_DICTATED = (
    r"(?:capital|upper ?case|lower ?case"
    rf"|[大小]写的?字?母?)[ ]?[a-z](?![a-z])(?:[ ,，、.]{{1,2}}(?:然后|接着|再来?|最后|then "
    r"|and )?"
    rf"(?:{_LETTER_SAID}|{_SIGN_SAID}|[{_HAN_DIGITS}]{{2,8}}|[一两二三四五六]个[\w感叹问井星]号?|\d{{1,8}}(?!\d)|(?<=[，、])[a-z]{{2,12}}(?![a-z]))){{2,19}}"
)
"""Piece by piece: a capital letter first, then whatever comes."""
_SAID_BEGINS = (
    r"[^A-Za-z\s]|[A-Za-z](?![A-Za-z])|[Zz][Ee]|[Oo](?:[Hh]|[Nn][Ee])|[Tt](?:[Ww]|[Hh][Rr])|[Ff][OoIi]"
    r"|[Ss][IiEeTt]|[Ee][Ii]|[Nn][Ii]|[Dd][AaOo]|[Hh][YyAa]|[Uu][NnPp]|[Cc][Aa]|[Ll][Oo]"
)
"""How each of these begins: most words of prose are known by it to be none."""
_SPELLED = LazyPattern(
    rf"(?i:(?<![a-z]){_DIGIT}(?:[ ,-]{{1,2}}{_DIGIT}){{2,17}}(?![a-z]))"
    rf"|[{_HAN_DIGITS}](?:[、，, ]?[{_HAN_DIGITS}]){{3,17}}"
    rf"|(?i:(?<![a-z\d]){_DICTATED})"
    rf"|(?i:(?<![a-z\d]){_LETTER_SAID}(?:[ ,，、]{{1,2}}{_LETTER_SAID}){{3,19}})"
)
"""Digits and letters said one by one: four one nine six, 五八八一, capital t, i, dash, four."""
_DIGITS = LazyPattern(
    r"(?<![\w.,$-])[#*]?\d{1,6}(?:[ ,，、]{1,2}\d{1,6}){1,7}[#*]?(?![A-Za-z\d_-]|[ .,]\d)"
)
"""Digits in groups: 44 18 02."""
_LISTED = LazyPattern(r"\d{1,6}(?:[,，、] ?\d{1,6}){3,7}(?<=\d{4})")  # what was counted
_GROUPS = (
    (_DIGITS, (LazyPattern(r"\d[ ,，、]{1,2}\d"),)),
    (
        _SPELLED,
        (
            LazyPattern(
                rf"[ ,，、-](?={_SAID_BEGINS})"
                rf"(?i:{_LETTER_SAID}[ ,，、-]{{1,2}}(?:{_LETTER_SAID}|{_DIGIT}))"
            ),
            LazyPattern(rf"[{_HAN_DIGITS}][、，, ]?[{_HAN_DIGITS}]"),
        ),
    ),
)
"""Each with what is quick to look for, without which there is none: two in a row."""
_LEAD = LazyPattern(
    r"(?:(?<![a-z])(?:is|was|are|be|to|use|used|using|with|now|still|says?|as|try|type|enter|password|passphrase|pw"
    r"|passcode|phrase|just|literally|it['’]?s|called|reads?)(?![a-z])|['’]s(?![a-z])|[:=→;,]|(?<![a-z])-|[-=]>"
    r"|是|为|叫|成|成了|用(?![户于来途法])|输入?|码|令|号|(?:[填写]|设(?![置计备定施]))的?|说)[\s:]{0,3}[\"“「『‘'`(*]{0,2}"
    r"|\n\s{0,3}|(?<![\w])[\"“「『‘'`]"
)
_SPOKEN = LazyPattern(
    r"pas|p@ss|pw|p/w|psk|wpa|cred|mima|kouling|phrase|word|answer|maiden|question|crypt|wi-?fi|master|keychain|gpg"
    r"|archive|zip|pdf|7z|first pet|childhood pet|memorable (?:w|p|n|d|i)|spel[lt]"
    r"|密|秘|口令|暗[号语]|答案|短语|解压|压缩|蜜码|无线|加了?密|宠物|核实|问题|找回"
)
"""Without one of these no plain words are a value."""
_WORDS = LazyPattern(
    r"[A-Za-z][A-Za-z'’]{1,15}(?:[ -](?:[A-Za-z][A-Za-z'’]{0,15}|\d{1,6})){0,8}+"
    r"|(?![是为叫成用的了就还])[一-鿿][一-鿿A-Za-z\d]{1,15}+(?:[，,][一-鿿]{2,8})?"
)
_OF_IT = LazyPattern(
    r"\s(?:managers?|resets?|polic(?:y|ies)|rules?|strength|protect(?:ion|ed)|expir\w{1,4}|hints?|hash(?:es|ing|ed)?|less)(?![a-z])"
    r"|[学史本机箱子牌]|管理|强度|规则|保护|流程|功能"
)
"""What follows makes of it another thing: a manager of passwords, 密码学."""
_LEADING = 24  # characters before a value that lead to it
_ELSE = LazyPattern(
    r"(?:(?<![a-z])(?:just|order|how|easy|easier|harder|ready|go|goes|going|went|gone|sent|sends?|need(?:s|ed)?|ha(?:ve|s|d)|want(?:s|ed)?|due|able|used|trying|tried"
    r"|according|next|belong(?:s|ed)?|leads?|led|come|came|redirect(?:s|ed)?|access|got"
    r"|listen(?:ed)?|talk(?:ed|ing)?|up)\s(?:it |him |her |me |you |them |us )?to"
    r"|(?<![a-z])(?:that|this|which|what|who|it)\s(?:is|was)\s(?:why|how|what|when|where|all)"
    r"|[这那只這也都可真算不](?:就|才|还|都|只|是)?是|是用|(?:没有?设?|无需?|不用|不需要?)(?:密码|口令)[^\n]{0,12})\s{0,2}$"
)
"""What follows these was sent, meant or done, and opens nothing."""
_REMARK = LazyPattern(
    r"(?:is|was|are|has|can|must|should|will|may)\s|(?:yes|no|on|off|ok|okay|true|false|none|null|n/a|set|unset|left|reset|required|optional|enabled|disabled|failed|correct|locked|unlocked|closed|gone|fine|anywhere|somewhere|everywhere|anything|something|nothing|everything|whatever"
    r"|raise|return|const|await|import|throw|else|elif|self|null)(?:$|[^a-z-])"
    r"|(?:千万|早就?|昨[天晚]|今[天早晚]|刚[才刚]?|已经?|还没|太|很|必须|可以|应该|不[要能会是可对够用]|没[有人]?|别|一个没|忘|错|丢|谁|哪|怎么|什么|多少|几[位个]|这[样么种个]|那[样么种个]|這[樣麼種個]|怎樣|"
    r"法|示例|例子|出来|下来|流程|设置|管理|保护|学|史|本|机|箱|强度|规则|长度|功能|框|页|界面|方式|问题|提示|登录|验证|错误|正确|不对|泄露|被|要是|如果|就[行好会能算])"
    r"|[一-鿿]{0,14}(?:多少|什么|怎么|[吗呢么]$|了$|没人|忘了|不[能要会]|不知道|不记得|记不)"
)
_AT_ONCE = LazyPattern(
    r"[码令语](?:[我你他她它您这那只都全也又再还就才会能要该得把给让被在从跟和与及早每由写存记问找换改按打输传试错錯丢忘])"
)
"""A sentence goes on right behind the word: 密码只记在脑子里."""
_SAYS = LazyPattern(r"(?<![a-z])(?:that|this|which)(?:['’]s|\sis|\swas)\s$")
_FIRST_WORD = LazyPattern(r"[a-z'’]{1,20}")
_QUOTED = LazyPattern(r"[\"“「『‘'`]")
_TALKS = LazyPattern(r"[一-鿿]{3}[了吧呢吗啊]$")  # no value ends like speech
_CLOSES = LazyPattern(r"\s{0,3}(?:[.,;!?。，；！？、…\n\"”」』’'`)）(（*—–|/]|$|\s-)")
_ODD = LazyPattern(
    r"\d(?:\d\d(?!\d?年)|[A-Za-z#!@$%&*^~_])|[A-Za-z#!@$%&*^~_-]\d|[A-Za-z][#$%^&*!@_~+=][A-Za-z]|[a-z]-?[A-Z]|[#$%^&*!@~][A-Za-z]|[A-Z]{6}|[b-df-hj-np-tv-xz]{5}"
)
"""What a word of prose has not."""
_ODD_AROUND = (
    LazyPattern(r"[\d#$%^&*!@~_+=](?:(?=[A-Za-z#!@$%&*^~_]|\d\d)|(?<=[A-Za-z#!@$%&*^~_-]\d))"),
    LazyPattern(r"[A-Z](?:(?<=[a-z-][A-Z])|(?=[A-Z]{5}))"),
    LazyPattern(r"[b-df-hj-np-tv-xz](?=[b-df-hj-np-tv-xz]{4})"),
)
_ODD_BEFORE = 2
"""Each is a character with which, or at most so many before which, something odd begins: looking
for these first is much quicker than for all of it everywhere."""
_COUNT = LazyPattern(
    r"#\d{1,3}(?:,\d{3}){1,6}|(?!\d{3}$)[$€£¥+-]?\d{1,3}(?:,\d{3}){0,6}(?:\.\d{1,20})?(?:%|st|nd|rd|th|s|x|k|[kKMGT]?[bB]|km|kg|cm|mm|ml|g|m|V|mV|kV|W|kW|A|mA|Hz|kHz|MHz|GHz|am|pm)?"
    r"|\d{4}s|(?:1[5-9]|20)\d\d-(?:\d\d){1,2}|\d{1,2}:\d\d(?::\d\d)?(?:am|pm)?|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:T.{0,20})?"
    r"|\d{1,2}/\d{1,2}(?:/\d{2,4})?|https?://.{0,120}|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|0\d{2,3}-(?:\d{7,8}|\d{3,4}-\d{4})"
)
"""What is measured, counted, dated or called. Three digits may open something."""
_MONTH = LazyPattern(
    r"(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s$"
)
_YEAR = LazyPattern(r"(?:19|20)\d\d")
_DATE = LazyPattern(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_OF_DATES = 6
_STRONG = LazyPattern(
    r"(?=[^\d]{0,40}\d)(?=[^A-Za-z]{0,40}[A-Za-z])[!-~]{6,40}"
    r"|\w{2,20}[#!@$%&*^~][\w#!@$%&*^~]{2,20}"
)
"""Looks made up wherever it stands."""
_NUMBERED_NAME = LazyPattern(r"[A-Za-z]{2,24}(?:[_-][A-Za-z]{2,24}){0,4}[_-]\d{1,14}")
"""Of many the one of that number: scene_000012."""
_MADE_NAME = LazyPattern(
    r"[a-z]{2,24}(?:-[a-z\d]{2,24}){0,4}-[\da-f]{8,10}-[a-z\d]{5}|\d{12,14}(?:_[a-z]{2,20}){1,6}"
    r"|(?:[A-Za-z][A-Za-z\d.]{0,12}-){1,6}\d{1,3}[Bb]|\d{2,4}-bit"
    r"|(?:arm(?:eabi|64)-v\d[a-z]?|x86_64|aarch64|wsl\d|WSL\d)"
    r"|(?:STM|GD|CH|RP|AT|ESP|nRF|NRF|LPC|PIC)(?:32|8266|20|5|mega|tiny)[A-Z\d-]{0,10}"
    r"|(?:us|eu|ap|ca|sa|cn|me|af)-(?:(?:north|south|east|west|central){1,2})-\d"
    r"|(?:release|stable|hotfix|maint)[-/_]?v?\d{1,3}(?:\.(?:\d{1,3}|x)){1,2}"
    r"|(?=[a-z_]{0,60}xxx)[a-z]{1,20}(?:_[a-z]{1,20}){1,8}"
)
"""A container, a step of a database, a model of so many parameters, a size, a kind of processor or
of chip, a region, a branch, a name of which a part is left open: should_xxx_when_xxx."""
_ERROR = LazyPattern(r"(?:[A-Z][a-z]{1,20}){1,5}(?:Error|Exception)")
_SAID_TO_BE = LazyPattern(r"(?:\b(?:is|was)|[:：=是为])\s?[\"'“‘「]?$")
_SAID_TO_BE_CHARS = 6
"""Before what a thing is: my password is TigerLionException."""
_MADE_UP = LazyPattern(r"[a-z][^a-z\d]*+\d|\d[^a-z\d]*+[a-z]|\w[#!@$%&*^~][\w#!@$%&*^~]{2}")
"""Without one of these nothing does. Of small letters."""
_FIRST = LazyPattern(r"[A-Za-z]{4,24}(?:-[a-z]{2,24}){0,3}(?=[\s,.;)一-鿿])")
_OBJECT = LazyPattern(r"\s(?:an?|the|one|your|my|it|them)(?![a-z])")  # of a verb: pick a long one
_DIRECT = LazyPattern(r"[\s:]{0,3}[\"“「『‘'`(*]{0,2}")
_SPLIT = LazyPattern(
    r"(?P<name>[\w.@+-]{1,64}[\"'’”]?)(?P<by>[:=]>?|/|\||->)(?!//)(?P<said>[^/=|].{2,127})"
)
_GLUED = LazyPattern(
    r"(?i:pin|puk|cvv|cvc|otp|code|key|token|secret|pwd?|pass)(?P<by>)(?P<said>\d{3,8}|[\da-f]{32,64})"
)
_OPENING, _CLOSING = "\"'“”‘’`([{<*_~|=:>,;", ".,;:?)]}'\"”’`*>|"


# What Mohen calls its own things, and others who name theirs by kind and time; where one writes to;
# the half of a key that is for everybody.
_PUBLIC = LazyPattern(
    r"AAAA[BCE][A-Za-z0-9+/]{20,}={0,2}|[a-z]{1,12}_[\da-hjkmnp-tv-z]{26}|[\w.+'-]{1,64}@[\w-]{1,64}(?:\.[a-zA-Z][\w-]{1,63}){1,4}"
)


def _runs(text: str, spots: list[int]) -> Iterator[tuple[int, int]]:
    """Pieces without a space that no word of prose is like. A count is none, and neither is a name
    that stands alone."""
    all_of_it = len(text.strip(_OPENING + _CLOSING + " \n")) if spots else 0
    at = done = 0
    for spot in spots:
        while at <= spot and (odd := _odd(text, max(at, spot - _ODD_BEFORE), spot)):
            at, start = odd.end(), odd.start()
            if start < done:
                continue
            while start > done and "!" <= text[start - 1] <= "~":
                start -= 1
            run = _RUN.match(text, start)
            done = run.end() if run else odd.end()
            if done - start < _RUN_CHARS and not text[done : done + 1].isdecimal():
                at = done  # nothing odd goes on behind its run, unless that was cut
            for first, last in _parts(text[start:done], start):
                if last - first < all_of_it and _is_run(text, first, last):
                    yield first, last


_BRAND_END = LazyPattern(r"(?:[-_]?\d{1,4})?(?:pro|max|plus|mini|ultra|xc|s|e)?$")
_MARKUP = LazyPattern(
    r"\\[A-Za-z]{2}|^[a-z_]{2,20}\(|^[A-Z]{3,16}\(\d{1,5}(?:,\d{1,3})?$|^!DOCTYPE$|\(\?[:=!<]|\[A-Za-z"
)
"""Of LaTeX, HTML or SQL, a call, a pattern."""
_COLUMN = LazyPattern(
    r"[a-z]{2,20}(?:_[a-z]{2,20}){0,4}_(?:at|by|id|ids|hash|enc|encrypted|url|name|type|count|key|token|salt|flag)"
    r"|[A-Z][A-Z\d_]{2,40}="
)
"""Of a table, or a setting that is left empty."""
_SETTING = LazyPattern(r"(?<![^\n])(?:[A-Z][a-z]{1,16}){2,6}(?= \S{1,24}(?:\n|$))")
"""The name of one on a line of settings, and what it is set to."""
_SHOUTED = LazyPattern(r"[A-Z]{1,9}")  # or a word of SQL
_CALL = LazyPattern(r"[a-z]{2,16}(?:[A-Z][a-z]{1,16}){1,4}")  # as functions are called
_SHORT_HASH = LazyPattern(r"(?=[a-f]{0,11}\d)(?=\d{0,11}[a-f])[\da-f]{7,12}")  # of a commit
_STATUS = LazyPattern(
    r"(?:返回|状态码?|响应|报错?|跳(?:到|转)?|http|status|error|returns?)\s?$", re.IGNORECASE
)


def _is_run(text: str, first: int, last: int) -> bool:
    said = text[first:last]
    is_number = said.isdecimal()
    if len(said) < _LEAST or not (is_number or _ODD.search(said)):
        return False
    if len(said) == _LEAST and _STATUS.search(text, max(0, first - 8), first):
        return False
    if _NUMBERS.fullmatch(said) and _UNIT.match(text, last):
        return False
    if is_number:  # most are, and no number is any of what follows
        return not _WHICH.search(text, max(0, first - _WHICH_CHARS), first)
    if _COUNT.fullmatch(said) or _PUBLIC.fullmatch(said):
        return False
    low = said.lower()
    if (
        low in _products()
        or low in _brands()
        or _BRAND_END.sub("", low) in _brands()
        or _MARKUP.search(said)
    ):
        return False
    if any(each.fullmatch(said) for each in (_COLUMN, _MADE_NAME)) or _SETTING.match(text, first):
        return False
    if _ERROR.fullmatch(said):
        return bool(_SAID_TO_BE.search(text, max(0, first - _SAID_TO_BE_CHARS), first))
    return not _SHOUTED.fullmatch(said) or bool(_QUOTED.match(text, max(0, first - 1)))


_NUMBERS = LazyPattern(r"\d{1,20}(?:[-~–]\d{1,20})?")  # or from one to another
_WHICH = LazyPattern(
    r"(?:第|(?i:(?<![a-z])(?:lines?|version|release|build|page|chapter|section|figure|row|column|error"
    r"|status|issue|qps))|[一总]共(?:有)?|最[大小多少高低]|上限|宽|[月季年]卡"
    r"|配额(?:给了?(?:我们|你们)?)?) ?$"
)
_WHICH_CHARS = 10
"""Before a number that says which one of many is meant, or how many: line 12, 最大 100."""


def _odd(text: str, first: int, last: int) -> re.Match[str] | None:
    """What is odd and begins at one of these places."""
    for at in range(first, last + 1):
        if odd := _ODD.match(text, at):
            return odd
    return None


def _pieces(
    text: str,
    low: str,
    runs: list[tuple[int, int]],
    groups: list[tuple[int, int]],
    nouns: list[_Noun],
) -> list[Piece]:
    starts = [each.start for each in nouns]
    taken = {
        each: Piece(*each, False)
        for each in runs
        if (
            _is_near(*each, starts, _nearer(text, *each))
            and not (text[slice(*each)].isdecimal() and _is_beyond(low, each[0], nouns))
        )
        or (
            _STRONG.fullmatch(text, *each)
            and not _NUMBERED_NAME.fullmatch(text, *each)
            and not _SHORT_HASH.fullmatch(text, *each)
        )
    }
    taken |= {
        each: Piece(*each, False)
        for each in groups
        if _is_near(*each, starts)
        and not _MONTH.search(low, max(0, each[0] - 12), each[0])
        and not _LISTED.fullmatch(text, *each)
        and not text.startswith("年", each[1])
    }
    for start, end in _spoken(text, low, nouns):
        taken.setdefault((start, end), Piece(start, end, True))
    return sorted(taken.values())[:_MANY]


_TURN = LazyPattern(r"(?<=[\n:：])\d+[.。!]?(?:\n|$)|(?<=[:：] )\d+[.。!]?(?:\n|$)")
"""A number that is all somebody says."""


def _is_beyond(low: str, start: int, nouns: list[_Noun]) -> bool:
    """Whether the word before a number belongs to another sentence, which asks for none, and the
    number does not follow right behind it."""
    at = bisect_left(nouns, start, key=_STARTS)
    if not at or (at < len(nouns) and nouns[at].start - start <= _AFTER) or _TURN.match(low, start):
        return False
    between = low[nouns[at - 1].end : start].rstrip()
    stops = list(_SENTENCE.finditer(between))
    return bool(stops) and stops[0].end() < len(between) and not _leads_on(between)


def _nearer(text: str, start: int, end: int) -> int:
    """How many times nearer than others a word must be that announces this piece."""
    span = text, start, end
    if _DATE.fullmatch(*span) or _SHORT_HASH.fullmatch(*span) or _CALL.fullmatch(*span):
        return _OF_DATES
    return 2 if _YEAR.fullmatch(text, start, end) else 1


def _spoken(text: str, low: str, nouns: list[_Noun]) -> Iterator[tuple[int, int]]:
    """Plain words and characters where a value would stand."""
    telling = [
        each
        for each in nouns
        if (each.kind in _TELLING or each.said.startswith(("wi", "无线")))
        and not _OF_IT.match(low, each.end)
        and low[each.start - 1 : each.start] not in ("-", "/")  # of a command
    ]
    if not telling:
        return
    called = [each.start for each in nouns if each.kind == _KINDS[0]]
    ends = [each.end for each in telling]
    starts = [each.start for each in telling if each.kind in _TELLING]
    leads = {each.end() for each in _LEAD.finditer(low)}
    leads |= {each.end() for end in ends if (each := _DIRECT.match(low, end))}
    for lead in sorted(leads):
        at = bisect_left(ends, lead + 1)
        after = at and lead - ends[at - 1] <= _PHRASE and _leads_on(low[ends[at - 1] : lead])
        said = _WORDS.match(text, lead)
        if not said:
            continue
        then = bisect_left(starts, said.end())
        if not after and not (
            then < len(starts)
            and starts[then] - lead <= _AROUND
            and not _CLAUSE.search(low, said.end(), starts[then])
        ):
            continue
        if _ELSE.search(low, max(0, lead - _LEADING), lead) or _is_remark(low, *said.span()):
            continue
        if _goes_on(low, *said.span(), nouns):
            continue
        about = bisect_left(called, lead) < bisect_left(called, said.end())
        whole = _CLOSES.match(text, said.end())
        if not about and whole:  # no value says what it is
            yield said.span()
        first = _FIRST.match(text, lead)
        if not first or (whole and first.end() == said.end()):
            continue
        if first[0].lower() not in _common() and not _OBJECT.match(low, first.end()):
            yield first.span()


_CLAUSE = LazyPattern(r"[，,、；;。！？!?\n…]|[.:：](?=\s|$)")
_SENTENCE = LazyPattern(r"[。！？!?\n…]|\.(?=\s|$)")
_NAMES_IT = LazyPattern(
    r"(?:(?<![于但总])是|为|叫|[改换设]成?了?|[:：=→]|(?<![a-z])(?:is|was|are|now|to|called|says?|reads?|it['’]?s)"
    r"|['’]s|->|=>)[\s:：]{0,3}[\"“「『‘'`(*]{0,2}$"
)


_ANSWERS = 16  # characters between a question and its answer, a clause and its value: "it's"


def _leads_on(between: str) -> bool:
    """Whether plain words behind this are still of the word before it: in its clause, or named as
    its value in the next; behind its sentence they answer a question, or stand behind a colon."""
    stops = list(_SENTENCE.finditer(between))
    if not stops:
        clauses = _CLAUSE.split(between)
        return len(clauses) == 1 or (
            len(clauses[-1]) <= _ANSWERS and bool(_NAMES_IT.search(between))
        )
    first = stops[0]
    asked = first[0] in "？?" and len(between) - first.end() <= _ANSWERS
    told = between[: first.start()].rstrip().endswith((":", "：", "=")) and len(stops) == 1
    return (asked and len(stops) <= 2) or told


def _is_remark(low: str, start: int, end: int) -> bool:
    """Words that say or ask something of a secret, and are not in quotes."""
    if _QUOTED.match(low, start - 1):
        return bool(_TALKS.search(low, start, end))
    said_so = _SAYS.search(low, max(0, start - _LEADING), start)
    word = _FIRST_WORD.match(low, start)
    if word and (word[0] in _brands() or low[start:end] in _products()):
        return True
    if _AT_ONCE.match(low, start - 1):
        return True
    return bool(_REMARK.match(low, start, end) or (said_so and _is_grammar(low, start)))


_HAN = LazyPattern(r"[一-鿿，,]+")
_HAN_NAMED = LazyPattern(
    r"(?:(?<![于但总还只都也不就然算像])是|(?<![认以作成])为|叫|[改换设填]成?了?的?|说|[:：=→])[\s:：]{0,3}[(*]{0,2}$"
)
_HAN_TALK = 0.2  # of its characters are grammar


def _goes_on(low: str, start: int, end: int, nouns: list[_Noun]) -> bool:
    """Whether plain words without quotes go on to speak: they hold another word for a secret, or,
    of Chinese, are not named as a value or made of grammar as sentences are."""
    if _QUOTED.match(low, start - 1):
        return False
    said = low[start:end]
    if not _HAN.fullmatch(said):
        return said in _common() or (" " in said and bool(_between(nouns, start, end)))
    plain = sum(each in _common() for each in said)
    return (
        not _HAN_NAMED.search(low, max(0, start - _LEADING), start)
        or bool(_between(nouns, start, end))
        or plain > _HAN_TALK * len(said)
        or said.endswith("的")
    )


def _is_grammar(low: str, start: int) -> bool:
    word = _FIRST_WORD.match(low, start)
    return word is not None and word[0] in _common()


def _is_near(start: int, end: int, nouns: list[int], by: int = 1) -> bool:
    """Whether one of the words is near it; of what prose is full of, so many times nearer."""
    at = bisect_left(nouns, end)
    before = at and start - nouns[at - 1] <= _BEFORE // by
    return bool(before or (at < len(nouns) and nouns[at] - end <= _AFTER // by))


def _parts(run: str, start: int) -> Iterator[tuple[int, int]]:
    """A piece without the marks around it; of a name and a value the value."""
    said = run.lstrip(_OPENING)
    start += len(run) - len(said)
    said = said.rstrip(_CLOSING)
    if said.isdecimal():  # most are, and it is all of it
        yield start, start + len(said)
        return
    if said.endswith("!") and not said[-2:-1].isdigit():
        said = said.rstrip("!")
    pair = _SPLIT.fullmatch(said) or _GLUED.fullmatch(said)
    if pair and (pair["by"] != "/" or _ODD.search(pair["said"])):
        value = pair["said"].lstrip(_OPENING)
        yield start + len(said) - len(value), start + len(said)
    else:
        yield start, start + len(said)


# -- what is seen of it

_TOKEN = LazyPattern(r"[a-z]+(?:['’][a-z]+)?|[一-鿿]|\d+|[^\s\w]")
_LETTER = LazyPattern(r"\w")
_REST = LazyPattern(r"[^\n\w]{0,20}\w")
_STOPS = LazyPattern(r"[。！？!?\n]|\.(?=\s|$)")
_SHAPES = tuple(
    (name, LazyPattern(each))
    for name, each in (
        ("year", r"(?:19|20)\d\d"),
        ("date", r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"),
        ("time", r"\d{1,2}[:.]\d\d(?::\d\d)?(?:[ap]m)?"),
        ("version", r"[vV]?\d{1,4}(?:\.\d{1,5}){1,3}(?:[-+].{1,20})?"),
        ("uuid", r"[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}"),
        ("hex", r"(?:0x)?(?:[\da-f]{7,128}|[\dA-F]{7,128})"),
        (
            "url",
            r"(?:https?|ftp|www)[:.].{0,128}|[\w-]{1,40}(?:\.[\w-]{1,40}){0,4}\.(?:com|org|net|cn|io|dev)(?:/.{0,128})?",
        ),
        ("path", r"[~.]?/.{0,128}|[A-Za-z]:\\.{0,128}|[\w.-]{1,64}(?:/[\w.-]{1,64}){2,8}"),
        ("file", r".{1,64}\.(?-i:[a-z][a-z\d]{1,4})"),
        ("mail", r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}"),
        ("phone", r"\+?\d{1,4}(?:[- ]\d{2,4}){2,4}|1[3-9]\d{9}|\d{3,4}-\d{7,8}"),
        ("isbn", r"97[89][-\d]{10,14}"),
        ("price", r"[$€£¥]\d.{0,64}|\d{1,12}(?:\.\d\d)?(?:元|块|k|K|M)"),
        ("measure", r"\d{1,12}(?:\.\d{1,12})?(?:[a-z]{1,3}|%|st|nd|rd|th|px|ms|[KMGT]B|x\d{1,6})"),
        ("thousands", r"\d{1,3}(?:,\d{3}){1,4}"),
        ("model", r"[A-Z]{1,6}-?\d{1,6}[A-Za-z]{0,3}(?:-[A-Z\d]{1,8}){0,3}"),
        ("constant", r"[A-Z]{2,20}(?:_[A-Z\d]{1,20}){1,6}"),
        ("name", r"[a-z]{1,20}(?:[_-][a-z\d]{1,20}){1,6}"),
        ("camel", r"[a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,6}"),
        ("mask", r"[*•xX.#_?-]{1,128}"),
        ("slot", r"[<\[{$%(⟨].{0,127}"),
        ("hashed", r"[#@].{0,128}"),
        ("groups", r"[A-Za-z\d]{3,8}(?:-[A-Za-z\d]{3,8}){1,7}"),
        ("one digit", r"\d(?:[-, ]{1,2}\d){2,7}"),
    )
)
_OF_DIGITS = tuple(each for each in _SHAPES if each[0] in words("year hex phone isbn"))
"""Those that digits alone may have."""
_MARKS = frozenset("#!$%&*^@~+-_./:=,'(){}<>[]")
_NAMING = frozenset(
    {"version", "uuid", "hex", "url", "path", "file", "mail", "measure", "slot", "mask"}
)
_SAID_DIGIT = LazyPattern(rf"{_DIGIT}|[{_HAN_DIGITS}]|(?<![a-z])[a-z](?![a-z])")
_PLACEHOLDER = LazyPattern(
    r"example|placeholder|change_?me|passw(?:or)?d|^(?:my|your)[-_ ]|\$\{|\{\{", re.IGNORECASE
)
_UNITS = (
    r"\s?(?:minutes?|seconds?|hours?|days?|weeks?|months?|years?|digits?|char|letters?|lines?|words?"
    r"|bytes?|bits?|times?|people|users?|pages?|dollars?|attempts?|percent|%|km|kg|cm|mm|px|am|pm"
    r"|[年月日位个次章天号字页元块条人秒分时名只张件米岁点级层楼期万亿厘公英余届赛学辆棵座份册匹遍趟]|本(?![来次人]))"
)
_UNIT = LazyPattern(_UNITS, re.IGNORECASE)


_PLACES = ("p", "b", "a", "n")  # of words: earlier, before it, after it, later


class _Seen(NamedTuple):
    """Of one piece: the signs of its shape, of the words around it and of both together. The words
    alone stand apart, by where they are."""

    signs: set[str]
    around: dict[str, set[str]]
    sentence: str
    coarse: str


def _with_talk(seen: _Seen) -> _Seen:
    """And whether its sentence speaks of secrets in general."""
    if not _talk().search(seen.sentence):
        return seen
    return seen._replace(signs=seen.signs | {"%talk", f"%talk {seen.coarse}"})


def _seen(text: str, piece: Piece, nouns: list[_Noun]) -> _Seen:
    """All but talk."""
    start, end, is_phrase = piece
    said = text[start:end]
    coarse = _coarse(said, is_phrase)
    signs = {f"%{coarse}", *(_phrase_signs(said) if is_phrase else _shape_signs(said))}
    if _UNIT.match(text, end):
        signs.add("%unit")

    begun, over = max(0, start - _FAR), min(len(text), end + _FAR // 2)
    near, after = text[begun:start].lower(), text[end:over].lower()
    spoken = len(near.rstrip())
    cut = max([each.end() for each in _STOPS.finditer(near) if each.end() < spoken], default=0)
    stop = _STOPS.search(after)
    until, then = stop.span() if stop else (len(after), len(after))
    earlier, before = _tokens(near[:cut][-_FAR // 2 :]), _tokens(near[cut:])
    behind, later = _tokens(after[:until]), _tokens(after[then:])[:12]

    if not _LETTER.search(text, text.rfind("\n", begun, start) + 1, start) and not _REST.match(
        text, end
    ):
        signs.update(("%alone", f"%alone {coarse}"))
    if not any(map(str.isalnum, "".join(before))):
        signs.add("%first")
    if not any(map(str.isalnum, "".join(behind))):
        signs.add("%last")
    near_it = (earlier[-20:], before[-24:], behind[:14], later)
    around_it = dict(zip(_PLACES, map(_grams, near_it), strict=True))
    third, second, last = ["^", "^", "^", *before[-3:]][-3:]
    then_, after_it = [*behind[:2], "$", "$"][:2]
    signs.update((f"1:{last}", f"2:{second}·{last}", f"3:{third}·{second}·{last}"))
    signs.update((f"1:{last} {coarse}", f"+1:{then_}", f"+2:{then_}·{after_it}"))

    named = False
    for where, first, until_, place in (
        ("<", begun + cut, start, -1),
        ("<<", begun, begun + cut, -1),
        (">", end, end + until, 0),
        (">>", end + then, over, 0),
    ):
        there = _between(nouns, first, until_)
        if there:
            named = True
            nearest = there[place]
            far = until_ - nearest.end if place else nearest.start - first
            kind = f"%{nearest.kind}"
            signs |= {
                *(f"{where}={nearest.said}", f"{where}={nearest.said} {coarse}"),
                *(f"{where}={kind}", f"{where}={kind} {coarse}"),
                f"{where}{_bucket(far, (2, 6, 12, 24, 48))}={kind} {coarse}",
                *[f"{where}!={each.kind}" for each in there],
            }
    if not named:
        signs.update(("%unnamed", f"%unnamed {coarse}"))
    sentence = f"{near[cut:]}{said.lower()}{after[:until]}"
    return _Seen(signs, around_it, sentence, coarse)


def _between(nouns: list[_Noun], start: int, end: int) -> list[_Noun]:
    first = bisect_left(nouns, start, key=_STARTS)
    last = bisect_left(nouns, end + 1, key=_ENDS)
    return nouns[first:last]


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.replace("\n", "⏎"))


def _grams(tokens: list[str]) -> set[str]:
    plain = ["0" if each.isdigit() else each for each in tokens]
    return {*plain, *map("·".join, pairwise(plain))}


def _bucket(size: float, bounds: tuple[float, ...]) -> int:
    return bisect_left(bounds, size)


def _coarse(said: str, is_phrase: bool) -> str:
    if is_phrase:
        if any("一" <= each <= "鿿" for each in said):
            return "han"
        many = len(said.split())
        return "word" if many == 1 else "words" if many < 4 else "many words"
    is_number = said.isdecimal()
    if not is_number and _SPELLED.fullmatch(said):
        return f"spelled{_bucket(len(_SAID_DIGIT.findall(said.lower())), (3, 5, 8, 12))}"
    digits = len(said) if is_number else sum(map(str.isdigit, said))
    if is_number or (digits and not any(map(str.isalpha, said))):
        return (
            "year"
            if _SHAPES[0][1].fullmatch(said)
            else f"digits{_bucket(digits, (2, 3, 5, 8, 12))}"
        )
    signed = any(each in "#!$%&*^@~+" for each in said[1:])
    mixed = bool(digits)
    return ("long " if len(said) > 18 else "") + (
        "signed" if signed else "mixed" if mixed else "letters"
    )


def _shape_signs(said: str) -> Iterator[str]:
    is_number = said.isdecimal()
    likely = _OF_DIGITS if is_number else _SHAPES
    shapes = [f"={name}" for name, pattern in likely if pattern.fullmatch(said)]
    yield from shapes or ("=none",)
    if said.lower() in _famous():
        yield "=famous"
    runs = "d" if is_number else "".join(each for each, _ in groupby(map(_class, said)))
    yield f"~{runs[:8]}"
    yield f"size{_bucket(len(said), (3, 4, 5, 6, 8, 10, 14, 20, 31, 32, 40, 64))}"
    yield f"bits{_bucket(_entropy(said), (1.5, 2, 2.5, 3, 3.5, 4, 4.5))}"
    yield f"turns{_bucket(len(runs) / len(said), (0.1, 0.2, 0.35, 0.5))}"
    if said[0].isdigit():
        yield "begins with a digit"
    if said.isdigit():
        yield f"{len(said)} digits"
    if is_number:
        return  # it has nothing of what follows
    if _PLACEHOLDER.search(said):
        yield "=placeholder"
    head = re.match(r"[a-z]+", said.lower())
    if head and head[0] in _products():
        yield "=product"
    yield from (f"has {each}" for each in _MARKS.intersection(said))


def _phrase_signs(said: str) -> Iterator[str]:
    tokens = _tokens(said.lower())
    han = any("一" <= each <= "鿿" for each in said)
    yield f"words{len(said.split())}" if not han else f"han{_bucket(len(tokens), (2, 3, 4, 6, 8))}"
    plain = sum(each in _common() for each in tokens)
    yield f"common{_bucket(plain / len(tokens), (0, 0.2, 0.34, 0.5, 0.7))}"
    yield from (f"w:{each}" for each in _grams(tokens))
    yield f"w1:{tokens[0]}"
    if tokens[0] in _common():
        yield "w1 common"
    if said[:1].isupper():
        yield "capital"
    if said.isupper():
        yield "capitals"
    if any(map(str.isdigit, said)):
        yield "w digits"
    if "-" in said:
        yield "w dashes"


def _class(each: str) -> str:
    if each.isdigit():
        return "d"
    return "u" if each.isupper() else "l" if each.isalpha() else "s"


def _entropy(said: str) -> float:
    """Bits a character."""
    shares = [said.count(each) / len(said) for each in dict.fromkeys(said)]
    return -sum(share * math.log2(share) for share in shares)


@cache
def _famous() -> frozenset[str]:
    """Passwords that are told of oftener than they are told."""
    return words(topics(__file__, "en/secrets.txt")["famous"])


@cache
def _brands() -> frozenset[str]:
    return words(topics(__file__, "en/secrets.txt")["brands"])


@cache
def _products() -> frozenset[str]:
    return words(topics(__file__, "en/secrets.txt")["products"])


@cache
def _common() -> frozenset[str]:
    """Words and characters of grammar, and those that speak of secrets and are none."""
    english, chinese = (topics(__file__, f"{each}/secrets.txt")["about"] for each in ("en", "zh"))
    grammar = topics(__file__, "zh/terms.txt")["function"]
    plain = topics(__file__, "en/terms.txt")["stop"]
    return words(english) | words(plain) | frozenset(chinese + grammar)


@cache
def _talk() -> re.Pattern[str]:
    """Parts of sentences that speak of secrets in general, or of where one is to be had."""
    listed = (topics(__file__, f"{each}/secrets.txt")["talk"] for each in ("en", "zh"))
    return re.compile(any_of(each.replace("_", " ") for some in listed for each in some.split()))


_PASSWORDS = ("pass", "pw", "密码", "口令")
_CALLED = LazyPattern(r"pass|pw|密码|口令|码|code|pin|锁|lock|key|token|令牌|密钥")
_CODES = LazyPattern(r"[\d #*,，、-]{1,64}")
_KEYS = LazyPattern(r"[A-Za-z\d_+/=.-]{16,128}")


def _kind(text: str, piece: Piece) -> str:
    """By the nearest word for one, before it if there is any."""
    said = text[piece.start : piece.end]
    before = text[max(0, piece.start - _AROUND) : piece.start].lower()
    called = _CALLED.findall(before)[-1:] or _CALLED.findall(text[piece.end :][:_AROUND].lower())
    if piece.is_phrase or (called and called[0] in _PASSWORDS):
        return "password"
    if _KEYS.fullmatch(said):
        return "api key"
    return "code" if _CODES.fullmatch(said) else "password"
