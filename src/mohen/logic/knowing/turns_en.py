"""Where an English sentence goes on to something else."""

from __future__ import annotations

import re

from mohen.logic.knowing.cues_en import DAYS, MONTHS

OPENS = re.compile(
    r"[\s\"'”]*(?:(?P<turns>(?:but|however|also|by the way|btw|besides|although|though"
    r"|because (?=i\b|i'|my\b|we\b)|anyway|on the other hand"
    r"|oh and|plus)\b)"
    r"|(?P<subject>(?:and |so |then |or )?(?:i|i'm|i've|i'd|i'll|my|we|we're|our"
    r"|they|you|your|their|it's|it|this|that's"
    r"|there's|there)\b(?!'s \w+ing))"
    r"|(?P<somebody>(?:and )?(?:he|she|his|her)\b)"  # who was just named
    r"|(?P<time>(?:and |then )?(?:yesterday|tomorrow|today|tonight|next \w+|last \w+"
    rf"|on {DAYS}|in {MONTHS})\b))",
    re.IGNORECASE,
)
TURNS_INSIDE = re.compile(
    r"\s(?=(?:but|however|although|though) (?:i|i'm|i've|i'd|my|we|he|she|they|it|you|the"
    r"|this|that|can|what|how)\b"
    r"|(?:because|cause|since) (?:i|i'm|i've|i'd|my|we)\b"
    r"|so (?:can|could|what|how|should|do|is|where|which|would) |by the way\b|btw\b)",
    re.IGNORECASE,
)
HANGS = re.compile(
    r"\s*(?:and |but |so )?(?:if|when|whenever|while|as|after|before|once|unless|until|in"
    r"|on|at|to|for|with|by|given|during|since|although|though"
    r"|despite|due|because of|thanks to|being|having|especially|particularly|remember"
    r"|important|note|actually|correction|not|(?:it's|it is|that's) not|no|wait|sorry to"
    r"|one thing|fyi|like|well|also"
    r"|by the way|btw|honestly|personally"
    r"|speaking of|regarding|hey|hi|hello)\b",
    re.IGNORECASE,
)
AGREES = re.compile(
    r"\s*(?:ok(?:ay)?|yes|yeah|yep|sure|thanks|thank you|hi|hello|hey|hi there|got it|great"
    r"|cool|nice|awesome|perfect|right|sorry|oh|wow|haha+|lol"
    r"|good morning|makes sense|sounds good|i see|alright|true|exactly"
    r"|congrats)(?: [A-Z][a-z]+| there)?",
    re.IGNORECASE,
)
LAUGHS = re.compile(r"\s*(?:haha+|lol|lmao)", re.IGNORECASE)
I_AM = re.compile(r"\s*i(?:'m| am)\b", re.IGNORECASE)
