"""English speech, questions, brief sentences, and clauses that are all of one kind: a sound, a
simile. The notation is that of `stock_en.py`; `^` alone is the place of a spoken interjection.
"""

from __future__ import annotations

SPEECH = """
    ^ you're^ late / and I waited all day
    ^ show me first / then we'll^ talk
    ^ don't^ ask me that / I won't^ tell you
    ^ this can't^ wait any longer
    I went to TOWN yesterday / and nobody was there
    ^ sit down / and tell it from the beginning
    they know already / and we have to be first
    I'll^ pay the money back / but give me a week
    you were the one who left / don't^ blame me
    I didn't^ take anything / you can search the room
    I haven't^ got the THING
    ^ let me finish / and then you can decide
    I'll^ say this once
    ^ take care on the road / and send word
    it's^ no use / they won't^ let us go
    I gave my word / I can't^ stay away
    you haven't^ forgotten that winter
    ^ we leave at first light / and we don't^ tell anyone
    I'm^ not afraid of dying / I'm^ afraid of dying for nothing
    ^ shut the door / somebody's outside
    ^ then it's^ settled
    you kept this from me / and now you tell me
    there's^ one thing I want to know
    ^ go home / this isn't^ your business
    ^ let it be / it's^ over
    you shouldn't^ be in TOWN / and you shouldn't^ be alone
    ^ we'll^ see by morning
    I'm^ not going back to TOWN / don't^ try to talk me round
    ^ give me one night / I'll^ think about it
    somebody saw you at the PLACE
    ^ if you trust me, you won't^ look back
    it wasn't^ your fault
    ^ eat something before you go / it's^ early yet
    I know what you're^ going to say
    ^ I was never here
    you can keep the THING / I don't^ want it
"""

ASKED = """
    what do you want from me
    where is it
    how do you know that
    who told you
    how long do you mean to wait
    where were you that night
    do you believe me
    are you sure about this
    and then what happened
    where have you been all these years
    is that all
    was it worth it
    what will you do
    who's^ out there
    isn't^ there another way
"""

SAYS = "say answer reply add say repeat"
ASKS = "ask"

QUESTIONS = """
    be+s it too late now
    what be+s wrong with the room
    why do+s OTHER say nothing
    which way now
    who else be+s coming
    when do+s all this begin
    what of it
    what else be+s there to do
    who touch+es the THING
    what if nobody come+s
    what do+s OTHER want
    do+s this road lead anywhere
    be+s there a way back
    who can+ say
"""

BRIEF = """
    nobody speak+s
    WHO wait+
    WHO didn't^ move
    the door open+s
    the lamp go+es out
    WHO nod+
    OTHER look+s away
    it be+s time
    WHO didn't^ believe it
    it be+s no use
    WHO smile+
    OTHER leave+s
    the wind drop+s
    WHO stop+
    nothing happen+s
    OTHER fall+s silent
    WHO look+ up
    that be+s enough
    WHO turn+ round
    the rain come+s
    not yet
    WHO listen+
"""

ASIDES = {
    "sight": """
        a light be+s on across the water
        WHO see+ a shadow on the stairs
        the moon make+s everything silver
        OTHER look+s pale
        something red lie+s on the floor
        a lamp flicker+s at the end of the lane
        WHO stare+ at the dark window
        the sky be+s grey
        the hills be+p blue by then
        the corner be+s dim
        a golden stripe cross+es the boards
        a silhouette fill+s the doorway
    """,
    "sound": """
        a bell ring+s somewhere
        WHO hear+ the rain on the slates
        a board creak+s
        there be+s a thud overhead
        something rustle+s behind the wall
        the wind roar+s in the chimney
        a murmur come+s from below
        the pipes hum+p
        an echo come+s back
        a latch click+s
        someone whisper+s a name
        silence follow+s
    """,
    "smell": """
        there be+s a smell of rope
        WHO smell+ bread
        a scent of pine come+s in
        the hall reek+s of fish
        a whiff of tobacco reach+es HIM
        a musty odour hang+s in the corner
        the aroma of coffee be+s still there
        the cloth keep+s its perfume
        the stench of the drain come+s up
        the smell of rain get+s in
    """,
    "taste": """
        the tea taste+s bitter
        there be+s a sour taste in HIS mouth
        the water be+s sweet
        salt lie+s on HIS tongue
        the wine be+s tart
        the bread have+s a salty crust
        WHO taste+ iron
        the soup have+s no flavour
        something bitter stay+s on HIS tongue
        the apple be+s sour
    """,
    "touch": """
        the iron be+s icy under HIS hand
        the cloth be+s damp
        WHO touch+ the rough stone
        the rope sting+s HIS palm
        the wood be+s smooth
        warm air come+s up the stairs
        HIS fingers be+p numb
        HIS collar be+s wet
        the blanket be+s soft
        a chill run+s down HIS back
    """,
    "similes": """
        the night be+s like a dry well
        time go+s by like a river under ice
        it be+s as if years go+p by
        HIS heart beat+s like a drum
        the silence be+s like a wall
        the wind be+s like a blunt knife
        the day be+s like a cup gone cold
        OTHER stand+s there like a post
        the moon hang+s there like a coin
        the house be+s like an empty box
        the air be+s like a wet sheet
        it be+s as though someone breathe+s next door
        the words drop+p like a handful of stones
        the thought stick+s like a thorn
    """,
    "colloquial": """
        hell, who can+ say
        okay, maybe not
        damn it all
        yeah, that be+s the trouble
        it be+s kinda funny
        nah, not today
        same old stuff
        so much for the cool plan
        what the hell
        WHO gotta laugh
        damn the guy
    """,
    "contractions": """
        WHO couldn't^ say why
        it wasn't^s over
        there wasn't^s much time
        WHO didn't^ mind
        it wouldn't^s last
        WHO hadn't^ a choice
        that wasn't^s the point
        WHO wasn't^ sure
        it didn't^s help
    """,
    "intensifiers": """
        it be+s very late
        WHO be+ quite sure of it
        everything go+es too fast
        OTHER be+s really careful
        it be+s so quiet there
        WHO be+ utterly worn out
        it be+s rather odd
        OTHER be+s extremely patient
        the night be+s terribly long
    """,
    "modifiers": """
        the {endless} street go+es {peacefully} on
        a {nameless} bird circle+s {tirelessly} overhead
        the {restless} curtains move+p {slightly}
        a {curious} stillness settle+s {gradually} in
        the {enormous} house breathe+s {softly}
        {various} papers lie+p {carelessly} about
        a {comfortable} fire burn+s {steadily} on
        the {dangerous} stair lead+s {invisibly} up
        a {feverish} haste come+s {suddenly} over HIM
        the {monotonous} tide come+s {patiently} in
    """,
    "colon": """
        one thing be+s certain
        it be+s simple
        WHO remember+ this much
        the facts be+p these
        it come+s to this
        WHO know+ the rule
        only one thing be+s left
    """,
}

INTERJECTIONS = "hey yeah okay well look listen"
INTENSIFIERS = "very quite so rather really terribly"

# What may open a sentence before its first clause, and what can be said in its place.
ADVERBIALS = {
    "suddenly": "then",
    "finally": "in the end",
    "somehow": "",
    "soon": "then",
    "instantly": "at once",
    "meanwhile": "",
    "slowly": "",
    "now": "",
    "of course": "",
    "after all": "",
    "clearly": "",
    "perhaps": "maybe",
}
JOINERS = "and while"
OPENERS = "suddenly finally soon instantly meanwhile now"
OTHERS = "the_stranger the_visitor"
FRAME = "WHO have+ one thing in mind: “{}”"
