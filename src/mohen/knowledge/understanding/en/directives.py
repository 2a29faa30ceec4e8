"""Instructions to the agent about itself, in English: who it is, and how it is to behave.

Only what lasts: `write me a function` and `don't use a loop` are tasks, `keep answers short` and
`never mention my address` are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.phrases import SELF, YOU, is_past, third, third_person
from mohen.knowledge.understanding.en.standing import (
    AT_A_TIME,
    DO,
    DO_IN_CODE,
    LEAD,
    ONWARD,
    manner,
)
from mohen.text.lazy_pattern import LazyPattern

_CALLED = LazyPattern(
    (
        r"(?:from (?:now on|today),? |so )?(?:your (?:new )?name (?:is|will be|shall be)"
        r"|you are (?:called|named)|I (?:will|am going to|want to) call you|I am naming you"
        r"|I will name you|let (?:me|us) call you"
        r"|let's call you) (?P<v>[A-Z][\w-]{1,20})(?: (?:now|from now on))?"
    ),
    re.I,
)
_IS = LazyPattern(
    (
        r"(?:from now on,? )?you (?:are|will be|act as) (?:now )?(?P<v>(?:my|an?"
        r"|the) (?!(?:very|so|really|such|great|good|nice|best|wonderful|amazing|smart|kind"
        r"|true|(?:new |best )+friend)\b)"
        r"[\w' -]{2,40}?(?:assistant|editor|partner|coach|tutor|mentor|companion|helper"
        r"|agent|secretary|advisor|friend|muse|beta reader))(?: (?:now|from now on))?"
    ),
    re.I,
)
_CALL_ME = LazyPattern(
    (
        r"(?:please |you can |just |everyone |people |from now on,? "
        r"|my friends )*(?:calls? me|address me as"
        r"|refer to me as) (?P<v>[A-Z]\w{1,15}\.?(?: [A-Z]\w+)?)(?: please| instead"
        r"| from now on)?"
    ),
    re.I,
)
_OTHERS = LazyPattern(r"everyone|people|friends", re.I)
_LASTING = LazyPattern(
    (
        r"^(?:from now on|in (?:the )?future|going forward|always|never(?! my\b)|whenever"
        r"|every time|each time|at all times|under no circumstances|do not ever"
        r"|please (?:always|never)"
        r"|make sure (?:to|you) (?:always|never)|you (?:must|should) (?:always|never))\b"
    ),
    re.I,
)
_PRIVATE = LazyPattern(
    (
        r"^(?:please |never |always )*(?:do not|never|avoid|stop"
        r"|refrain from)(?: ever)? (?:share|sharing|mention|mentioning|reveal|revealing"
        r"|disclose|disclosing|tell|telling|bring up|bringing up|talk about|call me|talking about"
        r"|discuss|discussing|store|storing|post|posting|repeat|publish"
        r"|expose) (?P<what>.*\b(?:my|me|our|anyone|anybody|others)\b.*|[A-Z]?[\w' ]{3,40})$"
    ),
    re.I,
)
_STYLE = LazyPattern(
    (
        r"^(?:please )?(?:(?:keep|make) (?:your |the |all )?(?:answers?|responses?|replies"
        r"|reply|explanations?|messages?|tone|language|(?:it|things) (?:short|brief|simple"
        r"|concise|casual|formal|professional))|(?:answer|reply|respond|speak|talk|write"
        r"|communicate)(?: me| to me| with me| back)?(?: only| always)? (?:in|with|using|like"
        r"|more|briefly|concisely|formally|casually)|(?:do not|stop|avoid|no|never"
        r"|skip) (?:use|using|the|include|including|add|adding|write"
        r"|writing)? ?(?:an?y? )?(?:emojis?|bullet points?|markdown|jargon|filler|flattery"
        r"|apologi\w+|disclaimers?|exclamation|small talk|lists?|tables?|lengthy|long\b)"
        r"|be (?:more |very |always )?(?:concise|brief|direct|casual|formal|friendly|honest"
        r"|blunt|polite|succinct|informal|critical|gentle)\b|use (?:simple|plain|formal"
        r"|informal|casual|British|American|metric|short|a )[\w ,-]{2,40}|I (?:prefer|want"
        r"|like) (?:your )?(?:short|concise|brief|detailed|long|direct) (?:answers|responses"
        r"|replies|explanations))"
    ),
    re.I,
)
_ACTS = LazyPattern(
    (
        r"[, ]*(?:please |you |do not |not )*(?:share|mention|reveal|use|answer|reply|respond"
        r"|ask|tell|call|write|include|add|give me|assume|apologi|say|speak|recommend|suggest"
        r"|translate|format|explain|cite|check|provide|send|delete|save|remember|remind|talk"
        r"|address|refer|mix|change|commit|push|run|start|end|begin|keep|be|make|show|discuss"
        r"|disclose|bring up|lie|agree|flatter|summari|quote|edit|rewrite|invent|store|post"
        rf"|repeat|publish|{DO_IN_CODE})"
    ),
    re.I,
)
_NO_ORDER = LazyPattern(
    (
        r"do not (?:forget|worry|know|think|care|mind|get me wrong|want|need|like|have"
        r"|understand|see|remember|feel|really|tell me)\b|.*\b(?:call me (?:again|back)|about us"
        r"|me what to do)\b"
        # Don't tell him that, never assume that: which was said before
        r"|.* (?:that|this|it|him|her|them|then)$"
        # In the future; from now on: what, is not said. In the future when we are all old …
        r"|(?:from now on|in (?:the )?future|going forward),?"
        rf"(?:$| {AT_A_TIME})"
    ),
    re.I,
)
# Never expect people to change, always be kind to yourself, never call your ex: said to anybody
# who lives, and not to an assistant. Never tell anyone my address has to do with the user; never
# mention children in the scenes, with what is written.
_WORK = (
    r"(?:scenes?|stor(?:y|ies)|chapters?|plots?|characters?|dialogues?|novels?|poems?|drafts?"
    r"|examples?|posts?|e?mails?|articles?|texts?|words?|writ(?:e|ing)|code)"
)
_OF_LIFE = LazyPattern(
    rf"(?!.*\b{_WORK}\b)"
    r"(?:(?:(?:always|never|do not|don't|ever|please)[, ]+){0,4}(?:expect|trust|believe|regret"
    r"|judge|doubt|underestimate|depend|rely|settle|hope|love|hate|fear|give up|remember$"
    r"|take .* for granted)\b"
    r"|(?!.*\b(?:I|me|my|mine|us|our)\b).*\b(?:yourself|your (?!answers?|repl|respon|message|tone"
    r"|language|name|style|output|text|sentences|explanations?|sources|suggestions|comments|code)\w+"
    r"|people|others|anyone|anybody|someone|somebody|strangers|friends?|family|kids|children"
    r"|(?:wo)?m[ae]n|life|promises?|the day)\b)",
    re.I,
)
_ASPECTS = (
    (
        "language",
        LazyPattern(
            (
                r"\b(?:English|Chinese|French|German|Spanish|Japanese|Korean|Mandarin|Italian"
                r"|British"
                r"|American)\b"
            ),
            re.I,
        ),
    ),
    (
        "length",
        LazyPattern(r"\b(?:short|brief|concise|long|detail|succinct|lengthy|briefly|words?)", re.I),
    ),
    ("emoji", LazyPattern(r"\bemoji", re.I)),
    ("format", LazyPattern(r"\b(?:bullet|markdown|list|table|heading|code block|bold)", re.I)),
    (
        "tone",
        LazyPattern(
            (
                r"\b(?:tone|formal|informal|casual|friendly|honest|blunt|polite|direct|jargon"
                r"|flatter"
                r"|apolog|sarcas|humor|warm|simple|plain|gentle|critical)"
            ),
            re.I,
        ),
    ),
)


def _named(text: str) -> Claim | None:
    """What the agent is called or is, and what the user wants to be called."""
    if (match := _CALLED.fullmatch(text)) and match["v"][0].isupper():
        name = match["v"]
        tail, attribute, value, who = f"be called {name}", "name", name, YOU
    elif match := _IS.fullmatch(text):
        value = third(match["v"])
        tail, attribute, who = f"be {value}", "role", YOU
    elif (match := _CALL_ME.fullmatch(text)) and match["v"][0].isupper():
        value = match["v"]
        tail = f"{'be called' if _OTHERS.search(text) else 'want to be called'} {value}"
        attribute, who = "nickname", SELF
    else:
        return None
    return Claim(category=Category.IDENTITY, attribute=attribute, value=value, tail=tail, who=who)


def told(
    text: str, policy: Extraction, *, led: bool, opens: bool, standing: bool
) -> Iterator[Claim]:
    """Claims about the agent, from a clause without what leads into it."""
    if named := _named(text):
        yield named
        return
    if standing:
        yield _wanted(text)
        return
    if opens and (how := manner(text)):
        yield _wanted(how.rstrip(".! "))
        return
    polite = bool(re.match("please ", text, re.I) and _PRIVATE.match(text))
    if not (opens or polite) or _NO_ORDER.match(text) or _OF_LIFE.match(text):
        return
    lasting = _LASTING.match(text)
    if (
        lasting
        and not _ACTS.match(text[lasting.end() :])
        and not re.match("from|in|going|at all", text, re.I)
    ):
        lasting = None
    asked = (
        _PRIVATE.match(text)
        or _STYLE.match(text)
        or lasting
        or (led and re.match(r"(?:do not|never|always|use|keep)\b", text, re.I))
    )
    if (
        asked
        and len(text) <= policy.clause_most
        and not re.match(
            (
                r"(?:always|never|whenever|every time) (?:been|had|have|wanted|liked|loved|I|my|we"
                r"|the|a|eat|drink|you)\b"
                r"|(?:from now on|in (?:the )?future|going forward),? (?:I|we|my|our|he|she|they)\b"
            ),
            text,
            re.I,
        )
    ):
        yield _wanted(text)


_LED = LazyPattern(
    rf"^(?:{LEAD}|{ONWARD} |(?:always )?you should |then |I (?:want|would like|need) you to"
    r" |(?:can|could|would|will) (?:you|u) (?:please )?)+",
    re.I,
)
_PLEASE = LazyPattern(r",? (?:please|pls|thanks|thank you)(?:$|(?=,))", re.I)
_AT_ALL = LazyPattern(r"(?<=\bsugarcoat )it\b|(?<=\bsugar-coat )it\b", re.I)  # whatever it is
_CONDITION = LazyPattern(
    r"^(?P<when>(?:when(?:ever)?|every time|each time|if|before|after|while|once"
    r"|any ?time|(?:in|for|across|throughout) (?:this|our|my|the))"
    r" (?:(?!stop and|(?:tell|ask|warn) me)[^,])+), (?P<act>.+)$",
    re.I,
)
_NEVER = LazyPattern(
    r"^(?:never|do not ever|under no circumstances|you (?:must|should) never) (?:ever )?", re.I
)
_NOT = LazyPattern(
    r"^(?:do not|you (?:must|should) not|I do not want you to|you do not (?:need|have) to"
    r"|(?:there is )?no need to"
    r"|I would (?:rather|prefer)(?: that| if)? you (?:did not|do not|not)) ",
    re.I,
)
# But never bullet points: what is to be done with them goes without saying.
_WRITTEN = LazyPattern(
    r"(?:emojis?|bullet points?|markdown|jargon|lists?|tables?|headings?|adverbs|slang|clich[eé]s"
    r"|disclaimers?|exclamation (?:marks|points))\b",
    re.I,
)
_RATHER = LazyPattern(r"^I would (?:rather|prefer)(?: that| if)? you ", re.I)
_ORDER = LazyPattern(
    rf"(?:always |only |just )*(?:{DO}|{DO_IN_CODE}|stop|drop|cut|render|quote|leave|put|spell"
    r"|format)\b",
    re.I,
)
# What holds for one thing only; a wish of how to answer stands in the place of the last such one.
_OF_ONE_THING = LazyPattern(
    r"\b(?:when(?:ever)?|every time|each time|if|before|after|while|code|titles?|names?|dialogue"
    r"|dates?|numbers?"
    r"|prices?|units?|charts?|emails?|translat\w+|recommend\w*|chapters?|book|novel|story"
    r"|drafts?)\b|[\"“]",
    re.I,
)
# I do not want comments that say it again; I want plans before code.
_PLANS = LazyPattern(r"^I (?:always )?(?:want|need|expect) (?:to see )?(?!you\b|to\b)", re.I)
_UNWANTED = LazyPattern(r"^I do not want (?:any )?(?!you\b|to\b)", re.I)
_QUOTED = LazyPattern(r"(\"[^\"]*\"|“[^”]*”)")
_SOMEBODY = LazyPattern(
    r"\b(?P<who>I|we|you) (?P<often>(?:never |always |only |also )?)(?P<verb>[a-z]+)\b", re.I
)


def _wanted(text: str) -> Claim:
    """Something for the time to come, whole: with its condition, and what it is about."""
    bare = _AT_ALL.sub("things", _PLEASE.sub("", _LED.sub("", text)))
    condition = _CONDITION.match(bare)
    act = _LED.sub("", condition["act"]) if condition else bare
    never = _NEVER.match(act)
    if negative := never or _NOT.match(act):
        how, act = "never to" if never else "not to", act[negative.end() :]
        act = f"use {act}" if _WRITTEN.match(act) else act
    else:
        how, act = "to", _RATHER.sub("", act)
    if how == "to" and not _ORDER.match(act):
        act = f"keep to this rule: {_PLANS.sub('', _UNWANTED.sub('no ', act))}"
    when = f" {condition['when'][:1].lower()}{condition['when'][1:]}" if condition else ""
    said = "".join(
        each if _QUOTED.fullmatch(each) else _told_of(each)
        for each in _QUOTED.split(f"{_begun(act)}{when}")
    )
    aspect = next((name for name, words in _ASPECTS if words.search(bare)), "")
    general = aspect and not (_OF_ONE_THING.search(bare) or _PRIVATE.match(text))
    return Claim(
        category=Category.CONSTRAINT,
        attribute=f"style:{aspect}" if general else key("constraint", bare),
        value=bare,
        whole=f"The user wants the assistant {how} {said}",
        who=YOU,
    )


def _begun(act: str) -> str:
    """Within a sentence; PRs stay PRs."""
    return act if act[1:2].isupper() else f"{act[:1].lower()}{act[1:]}"


def _told_of(said: str) -> str:
    """As somebody else says it: when you edit → when it edits, if I send → if the user sends."""
    said = _SOMEBODY.sub(_agreed, said)
    said = re.sub(r"\byourself\b", "itself", said, flags=re.I)
    said = re.sub(r"\byour\b", "its", said, flags=re.I)
    said = re.sub(r"\byou\b", "the assistant", said, flags=re.I)
    # Treat me like a beginner: no verb follows.
    return "the user".join(third(each) for each in re.split(r"\bme\b", said))


def _agreed(match: re.Match[str]) -> str:
    verb = match["verb"]
    who = "it" if match["who"].lower() == "you" else "the user"
    who = f"{who} {match['often']}".rstrip()
    if verb in ("am", "are"):
        return f"{who} is"
    return f"{who} {verb if is_past(verb) else third_person(verb)}"
