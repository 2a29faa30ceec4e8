"""English that is company and nothing else, by the whole of what is said (C47)."""

from __future__ import annotations

import re

_AFTER = r"(?:[\s,.!~…]+|$)"
_NAME = r"(?:,? (?!i\b|my\b|we\b|you\b|for\b)[a-z]+)?"
CHAT = {
    "laughter": re.compile(
        rf"(?:(?:(?:ha){{2,}}h?|(?:he){{2,}}|lo+l|lmf?ao+|rofl|xd|hehe+){_AFTER})+"
    ),
    "greeting": re.compile(
        r"(?:(?:hi+|hello|hey+|hiya|yo|howdy|greetings|good (?:morning|afternoon|evening|night"
        r"|day)"
        r"|morning|evening|night|bye+|bye bye|goodbye|good ?bye|see (?:you|ya)(?: (?:later|soon"
        r"|tomorrow"
        r"|around))?|later|take care|talk (?:to you )?(?:soon|later)|cheers|welcome back"
        r"|have a (?:good|great"
        r"|nice) (?:one|day|night|evening|weekend)|happy (?:new year|birthday|holidays|easter)"
        r"|merry christmas|good luck|long time no see)(?: there| all| everyone| guys"
        rf"| folks)?{_AFTER})+"
    ),
    "thanks": re.compile(
        r"(?:(?:oh|ok|okay|great|perfect|cool|awesome|nice|yes|no|wow)?,? ?(?:thanks|thank you"
        r"|thank u|thx"
        r"|ty|tysm|cheers|much appreciated|(?:i )?(?:really )?appreciate (?:it|that|your help)"
        r"|no worries"
        r"|no problem|np|you're welcome|my pleasure|(?:i'm )?(?:so |very "
        r"|really )?sorry(?: about that)?"
        r"|my bad|my apologies|apologies|congrats|congratulations|well done|good job|great job"
        r"|nice work)"
        r"(?: (?:so|very) much| a lot| a ton| again| anyway| for (?:the |your |all )?(?:the "
        r"|your )?(?:\w+ )?(?:help"
        rf"|info|information|advice|tips?|explanation|suggestions?|support|update))*{_AFTER})+"
    ),
    "chatter": re.compile(
        r"(?:(?:ok(?:ay)?|k+|kk|yes+|yeah+|yea|yep|yup|ya|no+|nope|nah|sure(?: thing)?"
        r"|(?:i )?got it|gotcha"
        r"|(?:that |it |this )?(?:sounds|looks|seems|works)(?: like)?(?: very| really"
        r"| pretty)?(?: good"
        r"| great| fine| right| perfect| a plan| fun| nice| amazing| awesome| for me)?"
        r"|(?:i )?(?:see|understand|agree|guess so|guess|think so|hope so|suppose so"
        r"|don't think so|knew it"
        r"|know(?: right)?|totally agree|don't know|dunno|have no idea|can't wait|mean)"
        r"|(?:i'm )?not sure"
        r"|idk|(?:that |it )?makes sense|alright|all right|fine|cool|nice(?: one)?|great"
        r"|perfect|awesome"
        r"|amazing|excellent|wonderful|fantastic|lovely|brilliant|good|very good|not bad|well"
        r"|wow|whoa|hmm+"
        r"|mhm|mm+|uh|um+|uh huh|ah+|oh+|aw+|ooh|oops|yay|right|exactly|correct|true|indeed"
        r"|absolutely"
        r"|definitely|totally|of course|certainly|never ?mind|nvm|let me (?:think|see|check|try)"
        r"(?: about (?:it|that))?|(?:one|just a|give me a) (?:moment|second|sec|minute)|hold on"
        r"|wait"
        r"|brb|go (?:on|ahead)|continue|carry on|next|again|more|done|that's (?:it|all|right"
        r"|true|fine"
        r"|great|good|awesome|cool|ok|okay|nice|interesting|correct|fair|so \w+)|interesting"
        r"|really|same"
        r"(?: here)?|me too|me neither|not really|not yet|maybe|perhaps|both|whatever|either"
        r"|fair enough|thanks|thank you"
        r"|(?:that|it|this|they|you)(?:'s|'re| is| are| was| were)(?: so| really| such| very"
        r"| pretty| just| all| totally"
        r"| absolutely| quite| too| an?)* (?:good|great|awesome|amazing|cool|nice|helpful"
        r"|interesting|wonderful|lovely|fun"
        r"|funny|perfect|fantastic|incredible|inspiring|impressive|adorable|beautiful|sweet"
        r"|kind|priceless|lucky|true|right"
        r"|fine|crazy|wild|sad|tough|hard|bad|terrible|awful)(?: news| idea| point| job| day"
        r"| time| question| one| to (?:hear"
        r"|know|see))?|lucky you|glad to hear(?: (?:that|it))?|have a (?:great|good"
        r"|nice) (?:time|trip)"
        r"|(?:i'm )?(?:so |really )?(?:sorry|glad|happy) (?:to hear|for you)(?: (?:that|it))?"
        r"|no idea|my god|omg|wtf|damn|ugh|please|pls|i (?:will|'ll) (?:try|check|see"
        r"|do)(?: (?:it|that))?"
        r"|i'll (?:try|check|see|do|think about)(?: (?:it|that))?|let's (?:go|do it)"
        rf"|you too)\b{_AFTER})+"
    ),
}
NAMED_CHAT = re.compile(
    r"(?:hi|hello|hey|thanks|thank you|good morning|bye|goodbye|yeah|yes"
    rf"|wow){_NAME}[\s,.!]*"
)
