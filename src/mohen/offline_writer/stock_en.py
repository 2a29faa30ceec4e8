"""What the offline writer's English is made of: one beat a line, its clauses apart by a stroke.

The notation is that of `stock_zh.py`. A word with `+` is a verb that follows the subject and the
tense (`+s` its subject is another one, `+p` a plural), a word with `^` may be contracted. Every
clause can stand alone; the word that joins it to the one before is dropped where it does.
"""

from __future__ import annotations

SLOTS = {
    "THING": "letter cup photograph key ledger lantern watch parcel map bottle book ring coin",
    "PLACE": "yard inn barn chapel kitchen station warehouse corridor mill shop boathouse attic",
    "ARM": "knife axe staff rope chain spear rifle hammer club torch oar stone sword",
    "TOWN": "Harlow Dunmore Ashford Castlereagh Penrick Marsh_End Wexcombe Saltby",
    "TIME": "three_days_later by_evening an_hour_later at_dawn by_noon the_following_week "
    "before_midnight the_next_morning",
    "SKY": "rain snow",
}

SCENES = {
    "action": """
        the footsteps stop+p outside / and WHO put+ the THING down {carefully}
        WHO flatten+ SELF against the wall / one hand go+s to the ARM
        nobody speak+s / nobody move+s
        WHO step+ back / until HIS shoulders meet+p the {immovable} doorframe
        OTHER move+s first / and the ARM come+s {viciously} round
        WHO twist+ aside / and catch+ the wrist behind it
        the table go+s over / the THING roll+s {uselessly} into a corner
        WHO throw+ the door open / and run+ into the PLACE
        OTHER come+s after HIM / a tile break+s underfoot
        WHO duck+ / and the blow land+s on the post instead
        splinters fly+p / one of them open+s HIS cheek
        WHO snatch+ up the ARM / and swing+ it {blindly} at the shape
        OTHER grunt+s / and stagger+s two steps back
        WHO didn't^ stop / WHO drive+ a boot into the nearest knee
        they go+p down together / and neither let+s go
        the ARM slip+s free / it ring+s on the flagstones
        WHO roll+ over / and fling+ a handful of grit
        OTHER claw+s at the grit / and lash+s out {furiously}
        WHO climb+ the wall / and drop+ outside the PLACE
        somebody shout+s behind HIM / torches flare+p along the lane
        WHO run+ {desperately} / until HIS breath come+s in pieces
        the path end+s / beyond it there be+s only a ditch
        WHO jump+ / and the far bank hit+s HIM in the knees
        OTHER stop+s on the other side / and didn't^s follow
        WHO grip+ the ARM {fiercely} / HIS knuckles be+p bone
        blood run+s down inside HIS sleeve / and WHO tie+ a strip of linen round it
        the night close+s over the PLACE / WHO can+ count every breath
        WHO sit+ down against the stones / HIS legs wouldn't^ hold
    """,
    "dialogue": """
        WHO sit+ down at the table / and set+ the THING to one side
        OTHER didn't^s look up / the cup turn+s {endlessly} in a slow circle
        the room be+s ~ still / and neither of them want+s to begin
        WHO pour+ the tea / and push+ it {carefully} across
        OTHER glance+s at HIM / and then glance+s away
        WHO wait+ / and tap+ the edge of the THING
        OTHER wouldn't^s have it / and the chair creak+s {doubtfully}
        the lamp jump+s / and the walls jump+p with it
        WHO lower+ HIS voice / and look+ at the door
        OTHER get+s up / and walk+s over to the window
        WHO didn't^ answer / WHO turn+ the THING over instead
        OTHER smile+s / but the smile be+s ~ short
        WHO pull+ the chair closer / and watch+ OTHER {attentively}
        someone pass+es outside / and they both wait+p
        OTHER look+s ~ ill / and say+s nothing for a while
        WHO reach+ for the THING / but OTHER cover+s it with a hand
        the tea go+s cold / nobody pour+s any more
        OTHER sigh+s / and sit+s down {heavily}
        WHO swallow+ the first reply / and find+ a {harmless} one
        OTHER dip+s a finger in the tea / and draw+s a line on the wood
        WHO nod+ / but WHO didn't^ believe it
        OTHER put+s the THING away / and stand+s to go
        WHO block+ the way / and keep+ HIS voice down
        OTHER stop+s at the door / and didn't^s turn round
        the door shut+s / WHO stay+ where WHO be+
        WHO look+ at the empty chair / and couldn't^ think of a word
    """,
    "description": """
        the PLACE stand+s on the slope / and only its {shapeless} roof show+s from the road
        the SKY fall+s all night / and stop+s before breakfast
        the sky hang+s ~ low / and the clouds pile+p up behind the hills
        weeds line+p the path / they climb+p over the steps
        half the plaster be+s gone / and the bricks show+p through
        an old elm lean+s over the yard / its branches rest+p {comfortably} on the eaves
        there be+s no paint left on the door / a rag hang+s from the knocker
        one pane be+s missing / and the wind get+s in there
        a square table fill+s the room / the THING lie+s on it
        crates stand+p along the wall / a {powerful} layer of dust cover+s them
        a string of onions hang+s from the beam / it be+s ~ old
        the water butt have+s a split in it / and a cupful be+s left at the bottom
        sparrows settle+p on the wall / and then they leave+p {noisily}
        the river go+s round the PLACE / and wander+s {lazily} south
        reeds cover+p the other bank / they bend+p with every gust
        a boat lie+s by the steps / its line be+s slack
        the bridge be+s ~ narrow / and the rail be+s worn thin
        flat stones lead+p to the PLACE / moss grow+s between them
        smoke climb+s from the chimneys / and spread+s over the roofs
        the shops put+p up their boards / and a single lamp stay+s {stubbornly} lit
        the wheat lie+s flat / and no one come+s to lift it
        a few houses crouch+p under the hill / a dog bark+s twice
        the moon come+s up behind the elm / half the yard be+s visible
        leaves cover+p the ground / they give+p way underfoot
        mist come+s off the water / and the PLACE {gradually} disappear+s
        it be+s ~ empty / there wasn't^s a soul about
        night settle+s over the PLACE / and the bell under the eaves stir+s once
    """,
    "psychology": """
        WHO know+ this day will+ come / WHO didn't^ think it will+ come now
        the words stay+p with HIM / WHO couldn't^ shake them off
        WHO think+ of OTHER at the gate / and HIS mind go+s {helplessly} in circles
        WHO didn't^ dare follow the thought / and follow+ it anyway
        perhaps WHO have+ it wrong / perhaps OTHER never say+s it at all
        something sit+s on HIS chest / WHO can+ neither lift it nor name it
        for a moment WHO want+ to leave / but HIS feet wouldn't^ obey
        WHO hate+ HIS own {miserable} caution / and hate+ the silence more
        a day sooner and it might be different / but nobody can+ go back
        WHO tell+ SELF to wait / but WHO couldn't^ say for what
        WHO believe+ it forgotten / and none of it be+s
        the THING lie+s where it always lie+s / WHO didn't^ touch it
        WHO hide+ from it for years / and the hiding be+s ~ hard work
        some things can+ be said once / after that they belong+p to everyone
        OTHER mean+s no harm / WHO know+ it and couldn't^ forgive it
        WHO count+ the days {obsessively} / and then WHO lose+ count
        a thought come+s up / and WHO push+ it {hastily} under
        it wasn't^s losing that frighten+s HIM / it be+s losing unseen
        WHO feel+ uneasy / and couldn't^ find the reason
        a {ridiculous} pride hold+s HIM up / and it hold+s so far
        WHO try+ to laugh / but HIS throat close+s on it
        this be+s what waiting be+s / every step on the stair be+s the one
        WHO admit+ it to SELF / WHO be+ afraid
        the answer reach+es HIS lips / and WHO keep+ it there
        WHO understand+ OTHER at last / and understand+ SELF as well
        the thought make+s HIM calm / WHO didn't^ expect that
        WHO tell+ SELF it be+s the last time / and WHO almost believe+ it
    """,
    "narration": """
        WHO come+ to TOWN that year / and bring+ one {shapeless} suitcase
        WHO find+ work in the PLACE / a bed come+s with it
        the first months be+p ~ hard / and then WHO get+ used to them
        OTHER teach+es HIM the scales / and teach+s HIM to read a customer
        WHO get+ up before light / and sweep+ the PLACE from end to end
        OTHER speak+s little / but the work be+s always {scrupulously} done
        the whole street know+s HIM / and nobody pass+es without a word
        a flood come+s that summer / it take+s half the stock with it
        OTHER sink+s everything into the debt / it wasn't^s enough
        WHO offer+ HIS savings / but OTHER wouldn't^s take them
        the next harvest be+s ~ poor / and more people leave+p
        news come+s from TOWN / and it wasn't^s good there either
        WHO write+ several letters / WHO didn't^ post one
        OTHER fall+s ill / and only get+s up in winter
        the PLACE change+s hands / the sign over the door change+s too
        WHO copy+ accounts for a while / and cook+ on a barge
        WHO see+ a good many towns / and never stay+ a full year
        OTHER go+es to TOWN in the end / and sometimes send+s a packet of tea
        the THING stay+s with HIM / it come+s through every {tedious} move
        WHO learn+ to mend clocks / and live+ {peacefully} by it for some winters
        the old people go+p one by one / and the rest keep+p indoors
        the road come+s through at last / and OTHER come+s back once
        WHO buy+ OTHER supper / neither of them speak+s of before
        the children ask+p about those days / and WHO only smile+
        the years go+p by {quietly} / each of them be+s ~ long
        WHO paint+ the PLACE again / and open+ the door as usual
        that winter the matter come+s up again / and this time WHO listen+
    """,
    "transition": """
        TIME WHO leave+ the PLACE / and didn't^ look back
        the boat cast+s off at first light / and the quay slide+s away
        WHO wake+ nobody / and pull+ the door to {silently}
        no one talk+s on the way / there be+s only the noise of wheels
        the high road begin+s after the bridge / and the trees go+p {rapidly} by
        TIME they come+p to TOWN / and the horses have+p to rest
        the SKY stop+s / and the going get+s easier
        WHO wait+ at the crossroads / and take+ the left-hand way
        the cart stop+s before the PLACE / it be+s ~ late by then
        the journey take+s ten days / and wear+s out two pairs of boots
        TIME OTHER send+s word / and the plan change+s
        TIME WHO reach+ TOWN / but OTHER be+s gone
        the road turn+s twice / and the village go+es {gradually} behind the hill
        WHO sleep+ at an inn / and set+ out again in the morning
        WHO get+ to the harbour / but the boat be+s away since midnight
        WHO leave+ the THING with the landlord / and go+ {hastily} out of town
        the train come+s in / and it bring+s the SKY along
        OTHER be+s on the platform / and the bag be+s the same {shapeless} one
        they walk+p side by side for a mile / and part+p at the fork
        TIME the PLACE be+s full again / the noise carry+s to the road
        ten miles from TOWN they stop+p / and somebody make+s a fire
        it get+s dark {gradually} / and then there be+p houses
        WHO knock+ at the first door / and ask+ for water
        the track come+s round the hill / and there lie+s TOWN
        the year be+s ~ short / it be+s over before WHO notice+
        WHO come+ back to the PLACE / and find+ it as it always be+s
    """,
}
