"""Standing wishes in English: what an assistant is asked to do from now on, with its condition.

`When you edit, show the original` and `don't put comments in code` name what they hold for, so
they hold for good; `don't change this paragraph` points at the text at hand, `don't leave me` is
said to a person, and `write a poem, don't rhyme` is one task. All patterns read text without
contractions.
"""

from __future__ import annotations

import re

from mohen.knowledge.understanding.en.phrases import expanded
from mohen.text.lazy_pattern import LazyPattern

LEAD = (
    r"(?:(?:and|also|so|but|ok|okay|oh|hey|hi|well|then|by the way|btw|just|please|pls|kindly"
    r"|(?:remember|do not forget) to"
    r"|make sure (?:to|you)|try to|you can|one thing)[,:]? )*"
)
ONWARD = r"(?:from now on|going forward|from here on|in (?:the )?future|as a rule|by default),?"
# In the future when we are all old they will remember us. Not: when we write, keep it short.
AT_A_TIME = (
    r"when(?:ever)? (?:we|they|he|she|people)\b"
    r"(?![^,]*, (?!(?:I|we|they|he|she|it|you|my|our|the)\b)\w)"
)
# What an assistant does.
DO = (
    r"(?:use|write|keep|leave|put|show|give|list|translate|format|spell|explain|answer|reply"
    r"|respond|speak|talk|ask|tell"
    r"|cite|include|add|avoid|skip|start|end|begin|sign|check|convert|correct|edit|mark|limit"
    r"|make|treat|assume|quote"
    r"|suggest|recommend|summari[sz]e|praise|flatter|apologi[sz]e|mention|repeat|rewrite|round"
    r"|highlight|sugar-?coat"
    r"|number|capitali[sz]e|stick|double-check|remind|warn|point out|say|sound|be|act|play"
    r"|pretend|only|greet|name"
    r"|extract|switch|change|touch|fix|preserve|render|address|refer|call|continue|introduce"
    r"|invent|stay|open|merge|split|delete|remove|shorten|soften|combine|reorder|replace|insert"
    r"|cut)"
)
# The same of a program and its repository.
DO_IN_CODE = (
    r"(?:run|install|commit|push|force-push|merge|rebase|squash|deploy|test|lint|document|log"
    r"|import|update|create|generate|refactor|prefer|target|follow|build|branch|comment|declare"
    r"|export|throw|catch|handle|mock|pin|upgrade|bump|release|tag|hard-?code|introduce|touch"
    r"|modify|rename|store|define|wrap|validate|type|annotate)"
)
_DOING = (
    r"(?:using|writing|giving|listing|translating|explaining|answering|replying|asking|telling me"
    r"|citing|including|adding"
    r"|starting|ending|beginning|suggesting|recommending|summari[sz]ing|praising|flattering"
    r"|complimenting|apologi[sz]ing|mentioning|repeating"
    r"|rewriting|greeting|lecturing|moralizing|hedging|reminding|saying|putting"
    r"|calling me (?:sir|ma'am|miss|buddy|dear|mate|pal|friend)|opening"
    r"|closing|correcting)"
)
# When you do one of these, and when the user sends something.
_YOU_DO = (
    r"(?:(?:when(?:ever)?|every time|each time|if|before|after|while|once|any time"
    r"|anytime) (?:you(?: are| have)? )"
    r"(?:write|writing|translate|edit|explain|continue|correct|suggest|recommend|plan|revise"
    r"|finish|answer|reply|respond|summari[sz]e"
    r"|give|giving|change|code|rewrite|review|draft|describe|list|make|mention|quote|cite|format"
    r"|talk|speak|name|critique|proofread|generate|show|teach|help|refer|propose|rephrase|touch"
    r"|use|not sure|unsure|uncertain|do not know"
    rf"|add|remove|delete|move|start|open|finish|{DO_IN_CODE})\b"
    r"|(?:when|while|before|after) (?:writing|translating|editing|explaining|giving|continuing"
    r"|correcting|suggesting|recommending|planning"
    r"|revising|answering|replying|summari[sz]ing|coding|making|listing|quoting|reviewing"
    r"|drafting|describing|naming|adding|removing|deleting|committing|pushing|merging|running"
    r"|deploying|installing|testing|renaming|refactoring|touching|creating|updating))"
)
_I_DO = (
    r"(?:(?:when(?:ever)?|every time|each time|if|once|any time|anytime) I (?:send|paste|say|make"
    r"|ask|share|mention|write|use|type|post|upload|misspell|quote|give|talk about|bring up"
    r"|am wrong|get|show)\b)"
)
_THING = (
    r"(?:code|comments?|tables?|answers?|repl(?:y|ies)|responses?|emojis?|exclamation (?:marks"
    r"|points)|links?|dates?|numbers?|names?|prices?"
    r"|units?|titles?|dialog(?:ue)?s?|paragraphs|sentences|adverbs|adjectives|metaphors|similes"
    r"|clich[eé]s|jargon|slang|abbreviations|acronyms|bullet points|lists|headings"
    r"|markdown|quotes|quotation marks|spelling|commas?|semicolons|drafts|examples"
    r"|recommendations|disclaimers|pleasantries|introductions?|summar(?:y|ies)|sources"
    r"|options|swearing|passive voice|dashes|tense|translations?|explanations?|feedback|charts?"
    r"|graphs?|diagrams|emails|chapters|jokes|currency|measurements|footnotes|filler"
    r"|small talk|flattery|praise|compliments|caveats|restaurants|movies|films|books|recipes"
    r"|hotels|anything (?:with|over|above|under)|things|words like|idioms|contractions|spoilers"
    r"|lectures|advice|basic terms|dialect|criticism|formulas?|equations|ages|amounts|line breaks"
    r"|rhymes?|prose|wording"
    r"|citations)"
)
# When you write code put the comments in English: the comma is left out.
_BEGINS = (
    r"(?<! to)(?<! and)(?<! or)(?<!you)(?<! I)(?<!we)(?<!n)"
    r"(?= (?:please |always ){0,2}(?:put|use|keep|leave|skip|avoid|do not|never|(?:give|show|ask"
    r"|tell|send) me)\b)"
)
# What is done to the text or the code at hand.
_ONCE = (
    r"(?:add|explain|change|fix|correct|rewrite|replace|insert|delete|remove|convert|extract|combine"
    r"|merge|split|reorder|cut|shorten|soften|continue|touch|read)"
)
_EACH = (
    r"\b(?:all|every|each|any(?! of (?:the|these|those|them)\b)|everywhere|by default|at a time"
    r"|every time|always|never|whenever|only|at least|no more than|before making)\b"
)
_ROLE = (
    r"(?:assistant|editor|partner|coach|tutor|mentor|companion|secretary|advisor|muse|reader"
    r"|critic|proofreader|interviewer|reviewer|teacher|advocate"
    r"|translator|trainer|copy-?editor|examiner|consultant|opponent|sounding board|co-?writer"
    r"|co-?author)"
)
# Of any time; not, when it is done, nor what anybody may do who likes to.
_IF_EVER = (
    r"(?:whenever|if|when) you (?:are (?:unsure|not sure|in doubt|uncertain|stuck)|do not know"
    r"|cannot (?:find|tell)|(?:find|see|notice|spot) (?:an?|any|some) (?:bug|problem|issue|mistake"
    r"|error|typo|inconsistenc\w+))\b[^,]{0,80}"
)
_IF_IT_HAPPENS = (
    r"(?:whenever|if|when) (?!.*\b(?:I can|you (?:need|want|like)|questions?|anyone|else)\b)"
    r"(?:something|anything|an?|any|two|there is) [^,]{2,80}"
)
_PROJECT = (
    r"(?:(?:in|across|throughout) (?:this|our|my) (?:whole |entire )?"
    r"(?:project|repo|repository|codebase|code base|app|monorepo)\b"
    r"|on (?:this|my) (?:machine|computer|laptop|mac|pc|server|box)\b)"
)
# How something is done; to create, update or add is done once.
_HOW = (
    r"(?:(?:(?:always|only) )?(?:use|prefer|keep|stick to|follow|write|name|put|call|commit|target"
    r"|avoid|run|test|wrap|type|annotate|validate|log|comment|format|spell|import|export|throw"
    rf"|handle|mock|pin|store|define)|(?:never|do not)(?: ever)? (?:{DO}|{DO_IN_CODE}))"
)
_UNASKED = (
    r"without (?:asking|telling|checking with|consulting|confirming with|my (?:permission|approval"
    r"|ok|okay|consent|say-so)|being (?:asked|told))\b"
)
_BOOK = r"(?:book|novel|story|memoir|trilogy|series|manuscript|novella|screenplay|script)"
_MUST = (
    r"(?:(?:must|should|can|may|shall|will|has to|have to|needs? to) (?:always|never|not|only|stay)"
    r"|cannot|is (?:always|never)|never)"
)

# This paragraph, that word, the first line: the text at hand.
_AT_HAND = LazyPattern(
    r"\b(?:this(?! (?:book|novel|story|series|memoir|(?:whole |entire )?(?:project|repo|repository"
    r"|codebase|app|monorepo|package)))|that(?= (?:one|word|line|part|phone"
    r"|paragraph|sentence|bit|again))|these|those|here|yet|it again|again|today|tonight|tomorrow"
    r"|the (?:first|second|third|next|above|previous|rest|door)"
    r"|paragraph \d|him|her|us|he|she|them|yourself|promises?|for (?:a day|life|once|now))\b"
    r"|\bto (?:figure|find) out (?:why|how|what|where)\b"
    r"|^(?:please )?(?:write|draft|give me|translate"
    r"|make) (?:me )?(?:an?|the last|the next) ",
    re.IGNORECASE,
)
_CONSOLES = LazyPattern(
    r"\b(?:worry|cry|crying|sad|leave me|lie to me|lying|hard on yourself|give up|be afraid|panic"
    r"|forget (?:me|us)|go away|hurt|love me|hate me|talk to me like that|about us|mind)\b",
    re.IGNORECASE,
)
# …, I'm allergic; … because I read on my phone: why.
_WHY = (
    r"(?:,? (?:because|since|so that|cause) .+|, [\w-]+ (?:takes?|breaks?|fails?|hangs?|eats?"
    r"|gets?|causes?|needs?|requires?)\b.*|, (?:I|I am|it is|that is|my)\b(?! [\w ]*(?:book"
    r"|novel|story)\b).*|, (?:please|ok|okay|thanks|thank you)|,? (?:if you )?please)?"
)
# Don't run it yourself, give me the command: that is how, and no word of comfort.
_YOURSELF = LazyPattern(
    rf"(?<=do not )(?={DO_IN_CODE}\b)[^,]*\byourself"
    r"|\bon this (?:machine|computer|laptop|mac|pc|server|box)\b",
    re.IGNORECASE,
)
_LONGEST = 200  # characters of a sentence that is one wish
_LEADING = LazyPattern(rf"{LEAD}+", re.IGNORECASE)
# What is not wanted of an assistant in whatever it answers.
_SOOTHE = (
    r"(?:always |keep |even )*(?:comfort|console|pity|coddle|baby|soothe|reassure|patroni[sz]e"
    r"|flatter|lecture|humou?r|sugar-?coat|cheer up|comforting|flattering|reassuring|lecturing)"
    r" (?:me|it|things|anything|stuff)(?: up| again| any ?more| for me| with me)*"
)
_WISHES = LazyPattern(
    rf"(?P<wish>(?:"
    # From now on dates as 2025-01-31
    rf"{ONWARD} (?:please |always |you should ){{0,3}}(?!I\b|we\b|he\b|she\b|they\b|it\b|my\b"
    rf"|{AT_A_TIME}"
    rf"|there\b|the\b|that\b)\S.+?"
    # When you explain, treat me as a beginner; show the original when you edit
    rf"|(?:{_YOU_DO}|{_I_DO})[^,]*(?:,|{_BEGINS}) (?:please |just |always |then |also |you should "
    rf"|try to ){{0,3}}(?:{DO}|do not|never|no)\b.+?"
    rf"|(?:always |never |do not |please |just ){{0,3}}{DO}\b(?! (?:you|us)\b)[^,]*? (?:{_YOU_DO}"
    rf"|{_I_DO}).*?"
    # Use type hints in all the Python you give me
    rf"|{DO}\b[^,]* (?:all|every|any|each)\b[^,]* you (?:give|send|show|write|make|generate)"
    r"(?: (?:for |to )?me)?"
    rf"|(?:be|act|play|treat|pretend|assume)\b[^,]* (?:{_YOU_DO}|{_I_DO}).*?"
    # Don't put comments in code; stop praising me; no emojis
    rf"|(?:(?:do not|never)(?: ever)? {DO}|avoid|skip|leave out|drop|cut out)(?: me| any| the"
    rf"| so many| too many| your| my| up){{0,3}}(?: \w+)?? {_THING}\b.*?"
    rf"|stop(?: always)? {_DOING}\b.*?"
    rf"|(?:do not|(?:there is )?no need to|you do not (?:have|need) to) {_SOOTHE}"
    r"(?:,? (?:but )?(?:just|only) (?:give|tell|be|help|listen)\b.*?)?"
    rf"|do not (?:always )?(?:praise|comfort|console|interrupt|flatter|compliment|lecture"
    rf"|sugar-?coat|apologi[sz]e|greet|summari[sz]e|moralize|hedge|rewrite my|correct my"
    rf"|explain)\b.*?"
    rf"|no (?!comment\b)(?:more )?(?:{_THING}|real \w+|modern \w+"
    rf"|spoilers)\b(?: (?:in|at|with|for|from|anywhere|ever|whatsoever)\b.*?)?"
    rf"|(?:do not|never) (?:use|put|add|include|list|write) [\w-]+ (?:in|for|to|with)"
    rf" (?:(?:my|your|any|all) )?(?:{_THING}|texts|notes|me)\b.*?"
    rf"|be (?:\w+ )?(?:harsh|strict|honest|blunt|tough|merciless|critical|picky) (?:about|with|on)"
    rf" my .+?"
    rf"|(?:do not|never) (?:call me|remind me|use the words?) .+?"
    rf"|always (?!be\b|keep your|tell the|make|let|stay|say)\b{DO}\b.+?|only (?!be\b){DO}\b.+?"
    rf"|(?:every|each|all|chapter|my)(?: \w+)?? {_THING}(?: in my \w+)? (?:must|should|has to"
    rf"|have to|needs? to) .+?"
    # Keep names in the original spelling; ask me only one question at a time
    rf"|(?:keep|leave|use|write|put|spell|give|quote|format|render)(?: (?:all|out|my|your|any|every"
    rf"|single|double|proper|place|character))* (?!the\b){_THING}\b.+?"
    rf"|(?:(?:only|always|never) |(?!{_ONCE}\b)){DO}\b(?! \w+ing\b)(?=.*{_EACH})"
    rf"(?! (?:sure|in touch|me (?:posted|if|when|later|tomorrow)))"
    r"(?!.*\b(?:to be added|then (?:write|add|create|update|fix)|component|button|endpoint)\b)"
    rf"(?=.*(?:{_THING}|question|changes|version|english|german|french|spanish|chinese|mistakes|option|time\b|\"|translation|claim|original)).+?"
    rf"|keep (?:the|my) \w+ in (?:my|all) .+?|never {DO}\b[^\"]*\".+?"
    rf"|(?:the|my) [\w' ]{{2,24}} (?:must|should|can|may) (?:never|not) .+ in (?:my|the"
    rf"|this) {_BOOK}"
    rf"|keep the (?:dialogue|tone|language|style|prose|narration|wording) .+?"
    rf"|use [^ ]+ (?:for|in) (?:all )?{_THING}\b.*?|use (?:the oxford comma|(?:british|american"
    rf"|metric|imperial|plain|simple) .+?"
    rf"|\"[^\"]+\" (?:for|as|instead) .+?)"
    # In this project, use pnpm; never push without asking me; always run the tests
    rf"|{_PROJECT},? (?:please )?{_HOW}\b.+?|{_HOW}\b[^,]* {_PROJECT}.*?"
    rf"|(?:do not|never)(?: ever)? (?:{DO}|{DO_IN_CODE})\b[^,]* {_UNASKED}.*?"
    rf"|(?:always )?(?:ask|check with|consult|tell|show|warn|wait for) me(?: first)?"
    rf"(?: [^,.]{{2,50}})?,? before (?:you|I|\w+ing)\b.+?"
    rf"|(?:{DO}|{DO_IN_CODE})\b[^,]* (?:before|after|whenever|every time|each time) you"
    rf"(?! (?:go|leave|start|begin)\b) .+?"
    # Whenever you are unsure, take the simpler one; if something fails twice, stop and tell me
    rf"|{_IF_EVER},? (?:please |always |just |then ){{0,2}}(?:{DO}|{DO_IN_CODE}|stop|take|pick"
    rf"|choose|do not|never|let me know)\b.+?"
    rf"|{_IF_IT_HAPPENS},? (?:please |always |just |then ){{0,2}}(?:stop|(?:tell|ask|warn|show)"
    rf" me)\b.*?"
    # No default exports in this codebase; no more than one question at a time
    rf"|no .+ {_PROJECT}.*?|(?:no more than|at most|only|maximum) (?:one|two|three|\d+) \w+"
    rf" (?:at a time|at once|per \w+|in one \w+).*?"
    # Can you always give me the full file; you may run tests without asking
    rf"|(?:can|could|would|will) (?:you|u) (?:please )?(?:always|never|stop)\b.+?"
    rf"|you (?:are (?:allowed|free|welcome) to|may|can) (?:{DO}|{DO_IN_CODE})\b.+ without asking.*?"
    # Before you delete anything, ask
    rf"|before you (?:{DO}|{DO_IN_CODE})\b[^,]{{3,60}}, (?:please |always )?"
    rf"(?:ask|stop|wait|check with me|ask me|tell me)(?: first)?"
    # Don't run the training script yourself
    rf"|(?:do not|never)(?: ever)? {DO_IN_CODE}\b[^,]* yourself.*?"
    rf"|(?:always|never) (?:{DO_IN_CODE}\b.+?|{DO} (?:\w+ ){{0,2}}[\w-]*[./][\w./-]*\w.*?)"
    # Treat me as a beginner
    rf"|treat me (?:like|as)(?: if I am)? .*(?:beginner|novice|newbie|newcomer|rookie|learner"
    rf"|child|kid|expert|student"
    rf"|layman|five|old|amateur|idiot|professional|nothing).*?"
    rf"|explain (?:(?:things|everything|stuff|concepts|words|terms) )?(?:to me )?(?:like"
    rf"|as if) I (?:am|was|were) .+?|talk to me like (?:a|an|my) .+?"
    rf"|(?:assume|pretend)(?: that)? I (?:know (?:nothing|little)|am (?:using|on|running"
    rf"|a (?:beginner|novice|child|layman))|do not know|have (?:no|never)).+?"
    # A rule of the book
    rf"|no .+ in (?:my|the|this) {_BOOK}"
    rf"|(?:every|each) (?:chapter|scene|section|stanza|poem|episode) (?:{_MUST}|must|should"
    rf"|has to|needs to|ends"
    rf"|starts|begins|opens)\b.+?"
    rf"|(?:my|the|this) (?:{_BOOK}|(?:\w+ ){{0,2}}?(?:hero|heroine|villain|narrator|protagonist"
    rf"|main character|detective)(?: is| name)?(?:'s \w+)?) {_MUST}\b.+?"
    rf"|(?:my|the|this|it is an?)(?: [\w']+)? {_BOOK}\b[^,]*, (?:so |and )?(?:please )?(?:no"
    rf"|never|do not|keep|avoid|always|use|leave|stick)\b.+?"
    rf"|(?:my|the|this) {_BOOK} (?:never|does not|must not)\b[^,]*(?:, (?:so )?(?:do not"
    rf"|never) .+?)?"
    # I want you to be a harsh editor; I would rather you did not use metaphors
    rf"|I (?:want|would like|need) you to (?:be|act as|act like|play|behave like) (?:(?:my|an?"
    rf"|the|more|very|as) )?(?:[\w'-]+ ){{0,3}}?(?:{_ROLE}|brutally honest|blunt|concise|critical"
    rf"|stricter|harsher)\b.*?"
    rf"|I (?:want|would like) you to (?:always|never|only) {DO}\b.+?"
    rf"|(?:be|act as|act like) (?:my (?:[\w'-]+ ){{0,3}}?{_ROLE}"
    rf"|an? (?:[\w'-]+ ){{0,3}}?{_ROLE} of my)\b.*?"
    rf"|I do not want you to {DO}\b.+?|I do not want (?:any )?(?:\w+ )?{_THING}\b.*?"
    rf"|I would (?:rather"
    rf"|prefer)(?: that| if)? you (?:did not |do not |not )?{DO}\b.+?"
    rf"|(?:you do not (?:need|have) to|(?:there is )?no need to) {DO}\b.*(?:every time|each time"
    rf"|always|to me|at the end|{_THING}).*?"
    rf")){_WHY}[.!]*",
    re.IGNORECASE,
)


def wish(sentence: str) -> str:
    """The wish in a sentence, with its condition and without its reason; empty: none."""
    if len(sentence) > _LONGEST or _CONSOLES.search(sentence):
        return ""
    if _AT_HAND.search(_YOURSELF.sub("", sentence)):
        return ""
    lead = _LEADING.match(sentence)
    match = _WISHES.fullmatch(sentence, lead.end() if lead else 0)
    return sentence[: match.end("wish")] if match else ""


_SHORT = r"(?:short|brief|concise|succinct|crisp|snappy|simple|to the point)"
_FLUFF = (
    r"(?:fluff|waffle|small talk|pep talks?|sugar-?coating|platitudes|pleasantries|preamble"
    r"|filler|lectures?|lecturing|flattery|chit-?chat|crap|bs|nonsense|drama)"
)
_MANNER = LazyPattern(
    rf"(?:keep (?P<it>it|things) {_SHORT}(?: and (?:{_SHORT}|sweet))?"
    rf"|no (?:more )?{_FLUFF}(?:(?:,| or| and|, and) (?:no )?{_FLUFF}){{0,3}}"
    rf"|(?:spare me|skip|cut|drop|less) (?:(?:with )?the |your |all the )?{_FLUFF}"
    r"|(?:get|come|cut) (?:straight )?to the (?:point|chase)"
    r"|(?:give it to|tell) me straight|be straight with me|do not beat around the bush)"
    r"(?:,? (?:with me|please|pls|ok|okay|thanks|thank you))*[.!]*",
    re.IGNORECASE,
)


def manner(text: str) -> str:
    """How to be answered, where a message says nothing else: keep it short. Behind a task it is of
    the task."""
    plain = expanded(text).strip()
    lead = _LEADING.match(plain)
    bare = plain[lead.end() :] if lead else plain
    match = _MANNER.fullmatch(bare)
    if match is None:
        return ""
    return f"keep your answers{bare[match.end('it') :]}" if match["it"] else bare


def wishes(text: str) -> bool:
    """Whether a thought is a wish for the time to come."""
    return bool(wish(expanded(text)) or manner(text))
