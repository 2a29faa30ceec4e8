"""What English passages are made of: one clause a line.

Capitals, `@` and `~` are places to fill, as in Chinese; `HIS` and `HIM` follow WHO. A word with
bars is a verb: plain|past|third person. A word with `^` may be contracted: full^contracted, `_`
for a space.
"""

from __future__ import annotations

from simulated.listed import listed

NAMES = listed("Mara Tom Elias Ruth Oskar Nell Jonah Ada Silas Wren")
WHO = ("he", "she")

NOUNS = {
    "DOOR": listed("door|gate|window|shutter|hatch|drawer|lid|cellar door|side door|lock", "|"),
    "ROAD": listed("alley|road|bridge|stairwell|corridor|square|track|jetty|lane|yard|ditch", "|"),
    "ARM": listed("knife|axe|staff|rope|chain|spear|rifle|hammer|club|torch|oar|stone", "|"),
    "FOE": listed(
        "guard|stranger|hunter|soldier|captain|dog|rider|thief|sergeant|wolf|deserter", "|"
    ),
    "THING": listed(
        "letter|cup|photograph|key|ledger|lantern|watch|parcel|map|bottle|book|ring|coin", "|"
    ),
    "PLACE": listed(
        "barn|church|tower|mill|inn|harbour|cottage|station|orchard|market|chapel|pier", "|"
    ),
    "PLANT": listed(
        "oak|reeds|ivy|nettles|wheat|willow|moss|heather|thistles|apple tree|hedge", "|"
    ),
    "WEATHER": listed("cloud|fog|rain|snow|dusk|dust|tide|smoke|frost|storm|drizzle|haze", "|"),
    "KIN": listed(
        "father|mother|brother|teacher|sister|uncle|neighbour|cousin|daughter|friend", "|"
    ),
    "FEEL": listed("dread|relief|guilt|anger|pity|envy|doubt|grief|hope|shame|longing|unease", "|"),
    "TIME": listed(
        "three days later|by evening|the next spring|an hour later|at dawn|by noon"
        "|the following week|after supper|that winter|before midnight",
        "|",
    ),
    "TOWN": listed(
        "the city|the coast|Harlow|the valley|Dunmore|the border|the capital|the north"
        "|Ashford|the islands",
        "|",
    ),
}

SCENES = {
    "action": """
        WHO @ kick|kicked|kicks the A DOOR open
        WHO @ grab|grabbed|grabs the A ARM
        WHO @ run|ran|runs across the A ROAD
        the A FOE @ lunges|lunged|lunges at HIM
        WHO @ duck|ducked|ducks behind the A wall
        WHO @ swing|swung|swings the ARM
        the A ARM @ comes|came|comes down
        WHO @ vault|vaulted|vaults the A fence
        the FOE @ falls|fell|falls back two steps
        WHO @ hurl|hurled|hurls the A ARM away
        WHO @ hit|hit|hits the A floor
        the FOE is|was|is ~ fast
        WHO did_not^didn't stop
        the A horse @ rears|reared|rears
        WHO @ roll|rolled|rolls towards the A ROAD
        HIS arm is|was|is ~ heavy
        the FOE @ raises|raised|raises the A ARM
        WHO could_not^couldn't breathe
        WHO @ tear|tore|tears the A rope loose
        WHO @ drag|dragged|drags the FOE down
        the FOE @ drops|dropped|drops into the A mud
        WHO @ leap|leapt|leaps onto the A cart
        there was_not^wasn't time
    """,
    "dialogue": """
        WHO @ put|put|puts down the A THING
        WHO @ look|looked|looks at HIS KIN
        HIS KIN @ shakes|shook|shakes HIS head
        WHO @ pour|poured|pours another A drink
        HIS KIN did_not^didn't answer
        WHO @ sit|sat|sits at the A table
        the room is|was|is ~ still
        HIS KIN @ pushes|pushed|pushes the A THING across
        WHO @ smile|smiled|smiles
        HIS KIN is|was|is ~ tired
        WHO would_not^wouldn't take the THING
        HIS KIN @ taps|tapped|taps the A DOOR
        WHO @ lower|lowered|lowers HIS voice
        HIS KIN @ turns|turned|turns away
        WHO @ fold|folded|folds the A THING
        it was_not^wasn't an answer
        HIS KIN @ nods|nodded|nods
        WHO @ get|got|gets up to shut the A DOOR
        WHO @ wait|waited|waits for HIS KIN
    """,
    "description": """
        the A WEATHER @ hangs|hung|hangs over the PLACE
        a row of A PLANT @ leans|leaned|leans over the water
        the A PLACE @ stands|stood|stands on the hill
        the WEATHER @ covers|covered|covers the A ROAD
        A PLANT @ grows|grew|grows along the wall
        A leaves @ drift|drifted|drift down the river
        at the end of the ROAD there is|was|is a A PLACE
        flat stones @ lead|led|lead to the PLACE
        the PLANT @ hides|hid|hides the A PLACE
        several A tiles are|were|are missing
        the WEATHER @ settles|settled|settles on the PLANT
        the PLACE is|was|is ~ empty
        A birds @ cross|crossed|cross the field
        the A DOOR had_not^hadn't been painted
        PLANT @ lines|lined|lines the A ROAD
        a A boat @ lies|lay|lies by the bank
        the roof is|was|is ~ low
        A washing @ hangs|hung|hangs in the yard
        a THING @ rests|rested|rests on the A sill
        there was_not^wasn't a soul about
    """,
    "psychology": """
        WHO @ feel|felt|feels the A FEEL again
        WHO @ remember|remembered|remembers the A summer
        WHO did_not^didn't know whether HIS KIN would come
        WHO am|was|is ~ afraid of HIS KIN
        FEEL @ presses|pressed|presses on every A thought
        WHO @ doubt|doubted|doubts HIS own memory
        WHO would_not^wouldn't admit the A FEEL
        WHO @ want|wanted|wants to go back to TOWN
        WHO @ hate|hated|hates HIS A weakness
        the A words @ stay|stayed|stay with HIM
        WHO could_not^couldn't forgive HIS KIN
        WHO @ understand|understood|understands the A silence
        WHO had_not^hadn't thought of TOWN for years
        A FEEL @ rises|rose|rises in HIM
        WHO am|was|is ~ sorry for that night
        everything is|was|is ~ far away
        perhaps HIS KIN is|was|is right
        WHO @ hope|hoped|hopes for A news
        WHO could_not^couldn't forget the A THING
        WHO @ tell|told|tells HIMSELF to wait
    """,
    "narration": """
        WHO @ live|lived|lives in TOWN for three years
        WHO @ learn|learned|learns the trade from HIS KIN
        HIS KIN @ sells|sold|sells the A THING
        the harvest is|was|is ~ poor
        WHO @ walk|walked|walks the A ROAD each day
        HIS KIN @ sends|sent|sends a A THING from TOWN
        the family did_not^didn't keep the A shop
        HIS KIN @ minds|minded|minds the A PLACE
        WHO @ leave|left|leaves TOWN at ten
        everyone in TOWN @ knows|knew|knows HIM
        WHO @ save|saved|saves a A sum
        HIS KIN had_not^hadn't paid the A debt
        life in TOWN is|was|is ~ slow
        WHO @ guard|guarded|guards the PLACE for HIS KIN
        HIS KIN @ falls|fell|falls ill
        WHO @ receive|received|receives a A THING
        WHO @ mend|mended|mends the A DOOR
        WHO @ give|gave|gives the THING to HIS KIN
        HIS KIN @ moves|moved|moves to TOWN
        it was_not^wasn't an easy year
    """,
    "transition": """
        TIME WHO @ reach|reached|reaches TOWN
        TIME the A WEATHER @ lifts|lifted|lifts
        WHO @ leave|left|leaves the A PLACE
        TIME HIS KIN @ sends|sent|sends a THING
        the boat @ touches|touched|touches the A shore
        WHO @ board|boarded|boards a A train
        TIME they meet|met|meet in TOWN
        the party @ passes|passed|passes the A PLACE
        the road is|was|is ~ long
        TIME WHO @ set|set|sets out for TOWN
        WHO did_not^didn't look back
        WHO @ cross|crossed|crosses the A ROAD
        TIME the PLACE has|had|has a A owner
        the train @ leaves|left|leaves TOWN
        WHO @ follow|followed|follows the ROAD home
        it had_not^hadn't taken long
    """,
}

SPEECH = """
    you @ owe me that A THING
    I went to TOWN yesterday
    my KIN does_not^doesn't know
    do_not^don't talk about your KIN
    it_is^it's ~ late for that
    we_will^we'll leave tomorrow
    shut the A DOOR first
    they_have^they've reached TOWN
    I have_not^haven't got the THING
    I_am^I'm ~ tired
    you are_not^aren't listening
    that_is^that's the A THING your KIN left
    I will_not^won't go back to TOWN
    nobody saw the FOE
    I_will^I'll pay the A money back
    you chose this A road
    the plan is ~ good
    wait until the A WEATHER clears
    your KIN is_not^isn't well
    I cannot^can't promise that
    take the A ARM with you
    you should_not^shouldn't lie to your KIN
    give me one A word
    it_is^it's only the WEATHER
    your KIN asked me to bring the A THING
    the FOE was at the PLACE last night
    meet me by the A ROAD
    somebody took the THING from the PLACE
    we could_not^couldn't sell the A PLACE
    he hid the ARM under the DOOR
    my KIN came back from TOWN
    that A THING is ~ expensive
    the ROAD does_not^doesn't lead to TOWN
    the FOE will_not^won't spare your KIN
    look at the A WEATHER over the PLACE
    I never liked that A THING
"""
SAYS = listed(
    "says|said|says;asks|asked|asks;answers|answered|answers;calls|called|calls;"
    "mutters|muttered|mutters;replies|replied|replies;adds|added|adds;repeats|repeated|repeats",
    ";",
)

QUESTIONS = """
    is|was|is HIS KIN right
    why has|had|has HIS KIN not come
    where is|was|is the A THING
    who has|had|has moved the A THING
    where else can|could|can WHO go
    what does|did|does HIS KIN want
    what sort of A answer is|was|is that
    who will|would|will believe the FOE
    is|was|is there any way back to TOWN
    what am|was|is WHO to do
    has|had|has the FOE seen HIM
    whose A THING is|was|is it
    how can|could|can WHO wait until morning
    who opens|opened|opens the DOOR
"""

ASIDES = {
    "sound": """
        a A bell @ rings|rang|rings somewhere
        the boards @ creak|creaked|creak
        a A murmur @ comes|came|comes from below
        the A noise of carts @ fades|faded|fades
        WHO @ hear|heard|hears a A whisper
        the wind @ howls|howled|howls in the chimney
        a A thud @ shakes|shook|shakes the wall
        something @ rustles|rustled|rustles in the A hedge
        a A echo @ comes|came|comes back
        the pipes @ hum|hummed|hum
        there is|was|is a A click
    """,
    "smell": """
        there is|was|is a A smell of rope
        WHO @ smell|smelled|smells A bread
        a A scent of pine @ drifts|drifted|drifts in
        the hall @ reeks|reeked|reeks of A fish
        a A whiff of tobacco @ reaches|reached|reaches HIM
        the A stench @ rises|rose|rises from the drain
        a musty A odour @ fills|filled|fills the room
        the aroma of A coffee @ lingers|lingered|lingers
        the cloth @ keeps|kept|keeps a A perfume
    """,
    "touch": """
        the iron is|was|is icy under HIS hand
        the A cloth is|was|is damp
        WHO @ touch|touched|touches the rough A bark
        the A rope @ stings|stung|stings HIS palm
        the stone is|was|is smooth and A
        warm A air @ brushes|brushed|brushes HIS neck
        HIS fingers are|were|are numb
        the wet A collar @ clings|clung|clings to HIM
        the soft A wool @ warms|warmed|warms HIM
        a chill @ runs|ran|runs down HIS back
    """,
}

SIMILES = ("like a", "like a", "as if it were a", "as though it were a", "like the")
IMAGES = listed(
    """blunt knife|startled bird|dry well|torn net|wet cloth|frozen river|passing train
    |sealed envelope|dying lamp|stranded fish|wall of water|forgotten song|taut wire|swarm of flies
    |sheet of thin ice|lost island|house of cards|grain of sand|closed book|guest at a funeral
    |cup gone over|page from a calendar|missed step|heap of ash""",
    "|",
)

ADJECTIVES = listed(
    """dreadful careful useless hopeless dangerous enormous massive expensive ruinous spotless
    graceful cheerful peaceful shameful fearful doubtful restless nameless harmless tireless
    curious nervous anxious precious glorious tedious monstrous famous obvious various
    reddish foolish stylish childish feverish sluggish impressive primitive elusive defensive
    terrible visible horrible miserable comfortable respectable washable typical magical
    heavy plain little crooked broken shabby sturdy battered"""
)
ADVERBS = listed(
    """slowly quietly quickly carefully roughly calmly firmly softly hastily clumsily patiently
    angrily gently stubbornly idly neatly wearily absently eagerly coldly awkwardly steadily
    bravely blindly lazily bitterly politely nervously smoothly openly again once twice"""
)
INTENSIFIERS = listed("very really quite extremely so too utterly terribly completely rather")
CLASSICAL: tuple[str, ...] = ()
COLLOQUIAL = listed("Yeah|Okay|Hey|Nah|Hell|Damn|Huh|Well|Anyway|Look", "|")
WORDS = listed("suddenly finally somehow just almost simply still merely soon instantly")
JOINS = (", and ", ", and ", ", then ", ", but ", " while ", " as ")
