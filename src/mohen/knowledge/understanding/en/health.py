"""Health, diet and safety, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.phrases import possessed, several, thing
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.lazy_pattern import LazyPattern

SEVERITY = r"(?:mild|moderate|severe|normal|stable|advanced)"
DISEASE = (
    r"(?:diabetes|asthma|epilepsy"
    r"|depression|anxiety(?: disorder)?|ADHD|ADD|autism|OCD|PTSD|arthritis|migraines?"
    r"|hypertension|high blood pressure|low blood pressure|high cholesterol|anemia|cancer"
    r"|leukemia|[\w-]+ cancer|insomnia|dyslexia|IBS|celiac disease|crohn's disease"
    r"|heart disease|kidney disease|lupus|eczema|psoriasis|thyroid (?:problems?"
    r"|condition)|hypothyroidism|bipolar disorder|sleep apnea|scoliosis|fibromyalgia"
    r"|endometriosis|PCOS|vertigo|tinnitus|glaucoma|color blindness|lactose intolerance"
    r"|gluten intolerance|back pain|knee pain|carpal tunnel|parkinson's|alzheimer's"
    r"|dementia|covid|HIV|multiple sclerosis|MS|a heart condition|a bad back|bad knees"
    r"|poor eyesight|a stutter|panic attacks|a pacemaker|hearing loss|a disability"
    r"|claustrophobia|arachnophobia|GERD|acid reflux|tuberculosis|hay fever|osteoporosis"
    r"|aphantasia|sinusitis|(?:non-alcoholic )?fatty liver(?: disease)?|gout|gallstones"
    r"|kidney stones|prediabetes|gastritis|ulcers?|pneumonia|bronchitis|tendonitis|bursitis"
    r"|osteoarthritis|a?n? ?herniated disc|neuropathy|long covid|hyperthyroidism|goiter)"
)
# My diagnosis is pneumonia. Not: was wrong; and of whom `the diagnosis` is, nobody says.
DIAGNOSIS = LazyPattern(
    r"(?:^|(?<=[.!?;] ))my (?:doctor's |final |official )?diagnosis (?:is|was)"
    rf" (?=(?:[\w-]+ ){{0,3}}?(?:{DISEASE}|sprain|strain|fracture|rupture|infection|\w+(?:itis|osis"
    r"|oma|emia|pathy))(?:$|[.,;!]))",
    re.IGNORECASE,
)
_ILL = (
    r"(?:(?:chronic|severe|moderate|mild|type [12]|early|seasonal|bad|clinical|bipolar|social"
    r"|generalized|stage \w+|high|low|rheumatoid|sleep|heart|kidney|celiac"
    rf"|crohn's|lyme|panic|eating|autoimmune|a|an) )*{DISEASE}"
)
# How bad it is changes; what it is does not.
_HOW = LazyPattern(
    r"^(?:an? )?(?:(?:chronic|severe|moderate|mild|early|bad|non-alcoholic) )*"
    r"|(?<=fatty liver) disease$"
)
_TOO = (
    r"(?: too| though| as well| unfortunately| (?:since|for|so|but|because|that|which|when) .*"
    r"| and (?:my|I|it|carry|take|use|need|have to|keeps?|has|is|gets?|cannot|needs?) .*)?"
)


def _health(
    name: str, value: str, tail: str, *, family: str = "health", ended: bool = False
) -> Claim:
    return Claim(
        category=Category.HEALTH, attribute=key(family, name), value=value, tail=tail, ended=ended
    )


@template(
    "allerg",
    (
        r"(?P<no>not )?be (?P<d>(?:deathly|severely|highly|very|mildly|slightly|extremely"
        r"|super|badly|terribly|actually|also|really) )*allergic to (?P<v>[^.;]{2,60})"
    ),
)
def allergic(said: Matched) -> Iterator[Claim]:
    hard = (
        "severely "
        if re.search(
            r"deathly|severely|highly|very|extremely|super|badly|terribly", said.match.string
        )
        else ""
    )
    if re.search(r"\bonly(?:$| (?:when|if|in|around|during)\b)", said["v"]):
        return  # the condition is what counts
    for each in several(said["v"], said.policy):
        if said["no"]:
            yield _health(thing(each), "none", f"not be allergic to {each}", family="allergy")
        else:
            yield _health(thing(each), "allergic", f"be {hard}allergic to {each}", family="allergy")


_COUNTED = LazyPattern(r"(?:nut|egg|cat|dog|bee|almond|cashew|mushroom|tomato|peach|banana)$", re.I)


@template(
    "allerg",
    (
        r"(?:have|suffer from|developed|have had) (?:an? )?(?:(?:severe|bad|serious|mild"
        r"|terrible|life-threatening|strong) )*(?P<v>(?!severe|bad|serious|mild|strong|food"
        r"|any|no|some)[\w -]{2,25}?) allerg(?:y|ies)(?! to )(?: .*)?"
        r"|have (?:an? )?(?:(?:severe|bad|serious|mild) )*allerg(?:y"
        r"|ies) to (?P<w>[^.;]{2,50})"
    ),
)
def allergy(said: Matched) -> Iterator[Claim]:
    for each in several(said["v"] or said["w"], said.policy):
        if each in ("food", "any", "no", "some", "a few", "many"):
            continue
        # A peanut allergy and being allergic to peanuts are one.
        many = f"{each}s" if said["v"] and _COUNTED.search(each) else each
        yield _health(thing(many), "allergic", f"be allergic to {many}", family="allergy")


@template(
    "have|diagnos|suffer|got|struggle|deal|live with|recover",
    (
        r"(?:have|have had|suffer from|struggle with|deal with|be dealing with|live with"
        r"|be living with|(?:was|got|have been|be)(?: recently| just)? diagnosed with"
        r"|developed|be recovering from|have been struggling with|be prone to"
        rf"|get) (?P<v>{_ILL})(?:, (?P<w>{_ILL}))?(?:,? and (?P<x>{_ILL}))?{_TOO}"
    ),
    re.IGNORECASE,
)
def ill(said: Matched) -> Iterator[Claim]:
    text = said.match.string
    verb = (
        "+was diagnosed with"
        if "diagnosed" in text
        else "be recovering from"
        if "recovering" in text
        else "have"
    )
    for each in filter(None, (said["v"], said["w"], said["x"])):
        what = _SHORT.sub(lambda short: short[0].upper(), each)
        yield _health(_HOW.sub("", what), "yes", f"{verb} {what}")


# As it is typed: i have adhd.
_SHORT = LazyPattern(r"\b(?:adhd|add|ocd|ptsd|ibs|pcos|hiv|ms|gerd)\b")


@template(
    "not have|no longer have",
    rf"(?:not have|no longer have|not suffer from) (?P<v>{_ILL})(?: any ?more)?",
)
def well(said: Matched) -> Iterator[Claim]:
    over = "no longer" in said.match.string or "any" in said.match.string[said.match.end("v") :]
    tail = f"+no longer has {said['v']}" if over else f"not have {said['v']}"
    yield _health(_HOW.sub("", said["v"]), "no", tail)


@template(
    "be |been",
    (
        r"(?:be|have been) (?:(?:legally|partially|mildly|severely|completely|totally|also"
        r"|a bit|slightly"
        r"|red-green|very|[\w.]+ (?:weeks?|months?)) )*(?:an? )?(?P<v>diabetic|type [12] diabetic"
        r"|asthmatic|blind|deaf"
        r"|hard of hearing|colou?r[- ]?blind|dyslexic|autistic|neurodivergent"
        r"|lactose[- ]intolerant|gluten[- ]intolerant|gluten[- ]free|celiac|pregnant|disabled"
        r"|near-?sighted|far-?sighted|epileptic|anemic|immunocompromised|bipolar"
        r"|wheelchair[- ]bound|claustrophobic|insomniac|hypertensive|in remission"
        r"|a recovering alcoholic|sober|expecting|breast-?feeding)(?: .{0,30})?"
    ),
)
def condition(said: Matched) -> Iterator[Claim]:
    tail = possessed(said.match.string).replace("have been", "+has been", 1)
    yield _health(said["v"].replace("-", " "), "yes", tail)


@template(
    "be |follow|diet|vegan|vegetarian|keto|halal|kosher",
    (
        r"(?:be|became|have been|eat|follow|be on|went|have gone|be doing)(?: an?"
        r"| the)?(?: (?:strict|strictly|mostly|lifelong|committed|only"
        r"|currently))* (?P<v>vegan|vegetarian|pescatarian|halal|kosher|keto|low-carb|paleo"
        r"|plant-based|gluten-free|dairy-free|carnivore|mediterranean|low-sodium"
        r"|low-fodmap)(?: diet| food| lifestyle)?(?: .{0,25})?"
    ),
)
def diet(said: Matched) -> Iterator[Claim]:
    value = said["v"]
    person = value in ("vegan", "vegetarian", "pescatarian")
    tail = f"be {value}" if person else f"follow a {value} diet"
    yield Claim(category=Category.HEALTH, attribute="diet", value=value, tail=tail)


# I should not have come: over, and no diet.
_PARTICIPLE = LazyPattern(
    r"(?:\w+(?:ed|tten|ken|ven|ought|aught)|been|come|gone|done|had|seen|left|made|said|told|sold|let|put"
    r"|got|spent|lost|sent|felt|kept|met|paid|cut|quit|hit|eaten|drunk|slept|known|shown|thrown"
    r"|drawn|worn|begun|run|won)\b"
)


@template(
    "cannot|can not|not allowed|intoleran|should not",
    (
        r"(?:cannot|be not allowed to|not be allowed to|should not) (?P<verb>eat|drink|have"
        r"|tolerate|consume|digest) (?P<v>[^.;]{2,40})"
    ),
)
def must_not(said: Matched) -> Iterator[Claim]:
    if re.search(
        r"\b(?:this|that|it|more|another|enough|anything|pets?|animals?|kids|time)\b", said["v"]
    ):
        return
    if said["verb"] == "have" and _PARTICIPLE.match(said["v"]):
        return
    for each in several(said["v"], said.policy):
        yield _health(thing(each), "no", f"+can't {said['verb']} {each}", family="diet")


MEDICINE = (
    r"(?:insulin|metformin|ibuprofen|aspirin"
    r"|antidepressants|SSRIs|Zoloft|Prozac|Adderall|Ritalin|blood thinners|statins"
    r"|medication|meds|medicine|an inhaler|levothyroxine|lisinopril|birth control"
    r"|vitamins|antibiotics|steroids|beta blockers|melatonin|Xanax"
    # by what their names end on: warfarin, sertraline, atorvastatin, amlodipine
    r"|lithium|[A-Za-z]{2,12}(?:arin|statin|sartan|pril|olol|azole|zepam|oxetine|raline|dipine"
    r"|cillin|[ia]sone|pram|triptan|mycin|gabalin|pentin|tidine|profen|prazole|tadine|olone|etamol|idone|apine|lukast"
    r"|gliptin|glutide))"
)


_DOSE = r"\d[\d.,]* ?(?:mg|mcg|µg|g|ml|units?|iu|IU)"


@template(
    "mg|mcg|µg|g |ml|unit|iu|IU",
    r"(?P<how>take|be taking|be on|have been taking|inject|was prescribed|was put on)"
    rf" (?:about )?(?:(?P<dose>{_DOSE}) (?:of )?(?P<v>{MEDICINE})"
    rf"|(?P<v2>{MEDICINE}),? (?:at )?(?P<dose2>{_DOSE}))"
    rf"(?: and (?P<dose3>{_DOSE}) (?:of )?(?P<v3>{MEDICINE}))?(?P<more> (?!and\b).{{0,25}})?",
)
def dosed(said: Matched) -> Iterator[Claim]:
    """I take 20 mg of citalopram: what, and how much of it."""
    past = "+" if said["how"].startswith("was") else ""
    verb = {"be taking": "take", "have been taking": "take"}.get(said["how"], said["how"])
    for what, dose in (
        (said["v"] or said["v2"], said["dose"] or said["dose2"]),
        (said["v3"], said["dose3"]),
    ):
        if what:
            yield Claim(
                category=Category.HEALTH,
                attribute=key("medication", what),
                value=dose,
                tail=f"{past}{verb} {dose} of {what}{said.match['more'] or ''}",
            )


# Doctor upped it to 30; they raised my citalopram to 30 mg
_REDOSED = LazyPattern(
    r"(?:(?:so|and|but|then|now|well),? )?"
    r"(?P<who>(?:my |the )?(?:doctor|doc|gp|psychiatrist|physician|cardiologist|neurologist"
    r"|specialist|nurse)|they|we|he|she|i)(?: has| have| just| now| recently| finally){0,2} "
    r"(?:upped|increased|raised|bumped|lowered|reduced|cut|dropped|changed|adjusted|put)"
    rf"(?: up| down)? (?P<what>it|(?:my|the) (?:dose|dosage)|(?:my )?(?P<drug>{MEDICINE})"
    rf"(?: dose)?)(?: up| down)?(?: from {_DOSE})? to (?P<dose>{_DOSE}|\d+(?:\.\d+)?)"
    r"(?: (?:now|today|yesterday|last \w+|this \w+|a day|daily))*[.!]*",
    re.IGNORECASE,
)


def redosed(said: str) -> tuple[str, str]:
    """Of which medicine, if it is named, and how much of it is taken now. `It` that others than a
    doctor raise may be anything, unless it is measured as a medicine is."""
    match = _REDOSED.fullmatch(said.strip())
    if match is None:
        return "", ""
    doctor = match["who"].lower() not in ("they", "we", "he", "she", "i")
    if match["what"].lower() == "it" and not (doctor or not match["dose"][-1].isdigit()):
        return "", ""
    return match["drug"] or "", match["dose"]


@template(
    "take|on |medic|insulin|inject|prescribed",
    (
        r"(?:take|be taking|be on|use|have to take|was prescribed|have been taking"
        r"|inject) "
        rf"(?P<v>(?:[\w-]+ ){{0,2}}?{MEDICINE}(?: for [^,.]{{2,30}})?)(?: .{{0,25}})?"
    ),
)
def medicine(said: Matched) -> Iterator[Claim]:
    text = said.match.string
    verb = (
        "take"
        if not re.match(r"be on|was", text)
        else "+was prescribed"
        if text.startswith("was")
        else "be on"
    )
    value = re.sub(r"\bmy\b", "their", said["v"])
    yield _health(
        re.sub(r"^(?:my|an?) ", "", said["v"]), "yes", f"{verb} {value}", family="medication"
    )


@template(
    "stopped|quit|no longer|off ",
    rf"(?P<how>stopped taking|quit taking|no longer take|not take|came off|be off|went off)"
    rf" (?:my |the |any )?(?P<v>{MEDICINE})(?P<more> any ?more| now)?",
)
def off(said: Matched) -> Iterator[Claim]:
    if said["how"] != "not take" or "any" in said["more"]:
        tail = f"+no longer takes {said['v']}"
        yield _health(said["v"], "no", tail, family="medication", ended=True)


@template(
    "quit|stopped|sober|gave up|smoke",
    (
        r"(?P<v>(?:quit|stopped|gave up) (?:smoking|drinking|alcohol|vaping|caffeine|sugar"
        r"|coffee|meat)|not smoke(?: or drink| anymore)?|not drink(?: alcohol| anymore"
        r"| at all)?)(?: .{0,25})?"
    ),
)
def quit_it(said: Matched) -> Iterator[Claim]:
    what = said["v"]
    name = {"smoking": "smoke", "drinking": "drink", "alcohol": "drink"}.get(
        what.split()[-1], what.split()[-1]
    )
    if what.startswith("not"):
        name = what.split()[1]
    tail = what if what.startswith("not") else f"+{what}"
    if what.endswith("or drink"):
        tail = "not smoke"
        yield _health("drink", "no", "not drink", family="habit")
    yield _health(name, "quit" if not what.startswith("not") else "no", tail, family="habit")


@template(
    (
        "surgery|broke|injur|pregnan|hospital|sprain|tore|concussion|wheelchair|transplant"
        "|miscarriage"
    ),
    (
        r"(?P<v>(?:had|have had|am having|be having|be getting|need|got) (?:an? "
        r"|my )?(?:[\w-]+ ){0,3}(?:surgery|operation|transplant|miscarriage|concussion"
        r"|replacement)|(?:broke|sprained|tore|injured|fractured) (?:my|his|her"
        r"|an?) [\w ]{3,25}?|use a wheelchair|be in (?:the )?hospital|got pregnant"
        r"|be having a baby)(?: (?:last|this|yesterday|two|in|on|a|because|while|when|so|and"
        r"|today|playing|during|after|next|tomorrow) ?.*)?"
    ),
)
def injured(said: Matched) -> Iterator[Claim]:
    text = re.sub(r"\b(?:my|his|her)\b", "their", said["v"])
    first = text.split()[0]
    literal = first in ("had", "got", "broke", "sprained", "tore", "injured", "fractured")
    name = re.sub(
        (
            r"^(?:had|have had|got|be having|be getting|need|be in|use|broke|sprained|tore"
            r"|injured|fractured) (?:an?|their|the)? ?"
        ),
        "",
        text,
    )
    yield _health(name, "yes", f"{'+' if literal else ''}{text}")


_HARM = (
    r"suicidal|kill myself|end my life|hurt myself|self-harm|abus(?:ed|ive)|stalk(?:ed"
    r"|ing)|harass(?:ed|ing)|threaten(?:ed|ing)|bullied|assaulted|domestic violence"
)


@template(
    (
        "suicid|kill myself|end my life|hurt myself|self-harm|abus|stalk|harass|threaten"
        "|bullied|assault|violence"
    ),
    (
        r"(?P<v>(?:be|have been|was|got|want to|feel|have thoughts of|keep thinking|have"
        rf"|my \w+ be|be in an) ?(?:[\w'-]+ ){{0,6}}?(?:{_HARM})(?: .{{0,40}})?)"
    ),
)
def in_danger(said: Matched) -> Iterator[Claim]:
    text = said["v"]
    if re.search(r"\b(?:not|no longer|never|story|novel|character|movie|book)\b", text):
        return
    harm = re.search(_HARM, text)
    text = re.sub(r"\bmyself\b", "themselves", re.sub(r"\bmy\b", "their", text))
    text = re.sub(r"^have been", "+has been", re.sub(r"^(was|got)\b", r"+\1", text))
    yield Claim(
        category=Category.SAFETY,
        attribute=key("safety", harm.group() if harm else text),
        value="yes",
        tail=text,
    )


TEMPLATES = (
    allergic,
    allergy,
    well,
    ill,
    condition,
    diet,
    must_not,
    dosed,
    medicine,
    off,
    quit_it,
    injured,
    in_danger,
)
