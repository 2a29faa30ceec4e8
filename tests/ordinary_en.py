"""Two hundred things that people say in English, and the facts that are in them.

Written without looking at the rules, and measured before any rule was mended for them. A line is
what is said, and behind the arrow each fact by the words that it must hold, whatever their case;
one with `?` before it may be kept or not. What stands under NOTHING holds nothing to keep.
"""

FACTS = """
My niece Clara is studying marine biology in Lisbon → niece clara | clara marine biology | ?lisbon
I met my fiancé at a climbing gym → fiancé climbing gym
My grandfather founded the family bakery → grandfather founded bakery
Ahmed and Layla are my closest friends → ?closest friends
My stepdad is from Belfast → stepdad belfast
I have a goddaughter named Zoe → goddaughter zoe
My best friend Hugo is a pilot → best friend hugo | hugo pilot
My oldest son plays the trombone → son plays trombone
Our rabbit is called Biscuit → rabbit biscuit
My mentor, Professor Adeyemi, retired last year → mentor adeyemi | retired
I don't have any siblings → no siblings
My wife commutes to Oxford by train → wife commutes oxford
My project Meridian is a route planner for cyclists → meridian route planner
We decided to postpone the Meridian launch → decided postpone meridian launch
I'm writing a memoir about growing up in Lagos → memoir lagos
Meridian's backend is written in Kotlin → meridian backend kotlin
We use Figma for all our design work → figma design
I maintain an open source library for parsing PDFs → library parsing pdfs
My team is migrating from AWS to Azure → team migrating aws azure
I've chosen oak for the kitchen cabinets → oak kitchen cabinets
We're going with a freemium model → freemium model
I'm recording an EP called Paper Lanterns → paper lanterns
My startup raised a seed round in December → startup raised seed round
The title of my thesis is Water and Power in the Sahel → thesis water power sahel
I work as a paralegal → paralegal
I'm the head nurse on a pediatric ward → head nurse
I teach chemistry at a community college → teaches chemistry | ?community college
I started a new job at IKEA last Monday → IKEA | ?new job
I'm unemployed at the moment → unemployed
I have fifteen years of experience in logistics → fifteen years experience logistics
I freelance for several magazines → freelances magazines
My office is in downtown Denver → office downtown denver
I run a food truck with my brother → food truck brother
I'm training to be an electrician → training electrician
I quit consulting to become a carpenter → quit consulting carpenter
My salary is 48,000 euros → salary 48,000
I have type 1 diabetes and wear an insulin pump → type 1 diabetes | insulin pump
I'm allergic to bee stings → allergic bee stings
I had a heart attack in 2019 → heart attack 2019
I take blood thinners every day → blood thinners
I suffer from vertigo → vertigo
My back hurts when I sit too long → ?back hurts
I'm going in for an MRI on Monday → mri 02-09
I stopped eating gluten last year → stopped eating gluten
I'm trying to lose ten kilos → lose ten kilos
I sleep with a CPAP machine → sleeps cpap
We're moving to Rotterdam in May → moving rotterdam
I want to open a bookshop one day → open bookshop
I'm flying to Seoul on the 18th → flying seoul 02-18
My exam is next Wednesday → exam 02-11
I plan to retire at 55 → retire 55
We're having friends over on Saturday → friends 02-07
I'm saving up for a camper van → saving camper van
I'll be on vacation from March 9 to March 20 → vacation 03-09
I love the smell of rain → smell rain
I can't stand small talk → small talk
My favorite author is Octavia Butler → author octavia butler
I prefer emails to phone calls → emails phone calls
I'm a huge fan of Formula 1 → formula 1
I never eat breakfast → never eats breakfast
I enjoy gardening and baking → gardening | baking
Cilantro tastes like soap to me → ?cilantro
I always order the spiciest thing on the menu → ?spiciest
My dentist is Dr. Lindqvist → dentist lindqvist
My grandmother Olga was a cellist → grandmother olga | olga cellist
I raised my nephew after my sister died → raised nephew
My younger brother drives a taxi in Cairo → brother drives taxi cairo
We have a foster child → foster child
My husband grew up in Seoul → husband grew up seoul
I'm godmother to my cousin's baby → godmother cousin baby
Kenji is my lab partner → ?kenji
My in-laws own a vineyard → in-laws own vineyard
I got divorced in 2022 → divorced
My daughter is left-handed → daughter left-handed
My roommate's name is Thandi → roommate thandi
My dog is scared of thunder → dog scared thunder
My mother taught me to sew → ?mother sew
Our project is called Basalt, it's a static site generator → project basalt | ?static site
We're using Zig for Basalt → zig basalt
I decided against writing the docs by hand → decided against writing docs
Basalt has about 300 users → ?basalt 300 users
The Basalt repo moved to Codeberg → basalt codeberg
I'm illustrating a children's book about a lonely whale → illustrating book whale
I just published my first paper → published first paper
We switched the billing service to Stripe → switched billing service stripe
My master's thesis is on bat echolocation → thesis bat echolocation
I'm curating an exhibition for the city museum → curating exhibition
My next album will be called Tin Roof → album tin roof
We picked a blue and white palette → picked blue white palette
The release date for Basalt is July 10 → release basalt 07-10
I abandoned my first novel → abandoned first novel
I'm a warehouse supervisor → warehouse supervisor
I work at a vet clinic on weekends → works vet clinic
I'm a partner at a law firm → partner law firm
I've been a bus driver since 2015 → bus driver
I was an army medic for six years → army medic
I'm transferring to the Madrid office in June → transferring madrid
I just handed in my notice → ?notice
My boss micromanages everyone → boss micromanages
My commute takes forty minutes by bike → commute forty minutes
I proofread for a small press → proofreads small press
I hire contractors for my company → hires contractors
I retired from the fire department last year → retired fire department
I'm nearsighted → nearsighted
I have scoliosis → scoliosis
I can't drink alcohol because of my medication → drink alcohol
I'm on a low-sodium diet → low-sodium
I've had two miscarriages → two miscarriages
I sprained my ankle yesterday → sprained ankle
I do physio every morning → physio every morning
My resting heart rate is 52 → heart rate 52
I have trouble sleeping → trouble sleeping
I've been clean for eight months → clean eight months
Penicillin gives me a rash → penicillin rash
I'm visiting my parents in Goa at Christmas → visiting parents goa
I want to hike the Appalachian Trail → hike appalachian trail
We're buying a houseboat → buying houseboat
My visa expires on May 30 → visa expires 05-30
I signed up for a half marathon in October → half marathon
I'll be in Vienna next week → vienna 02-09
I plan to propose to Marta this summer → propose marta summer 2026
I prefer handwritten notes → handwritten notes
I love the sea → loves sea
I don't like surprises → surprises
Blue cheese is my favorite → blue cheese
I eat oatmeal every morning → oatmeal every morning
I could listen to Nina Simone all day → ?nina simone
I've never liked coffee → never liked coffee
I watch a lot of Formula 1 → formula 1
My brother-in-law Sven builds guitars → brother-in-law sven | sven builds guitars
"""

NOTHING = """
Which of these two logos do you prefer?
I think the ending is too abrupt
What does my horoscope say?
Can you recommend a dentist in Boston?
Write a poem about my cat
Thanks a lot, that solved it
My friend says Berlin is overrated
If I lived in Norway, I'd ski every day
Explain recursion like I'm five
The villain is named Mordecai and he collects clocks
I hope you're doing well
I need to know the square root of 144
Have you ever been to Japan?
Let's imagine I'm a detective in 1920s Chicago
Tell me more about the second option
I'm not following your argument
That isn't what I asked for
Do you think I should text her?
She claims to be a princess
I got the same error twice
Everything was fine until yesterday
Turn this into a haiku: I love my garden in spring
Could my headache be caused by caffeine?
It would be nice to have a table of contents
I just wanted to say thanks
Nobody knows what happened
The train was late
Whatever, let's move on
Some people hate Mondays
You said I could use this for free
In the movie, she moves to Paris and becomes a chef
Give the dragon a name
I can't decide between the two titles
My sister asked me to ask you about visas
Act like a strict teacher
I'd be surprised if it rained
I'm allergic to small talk, haha
Can you proofread this?
My cursor keeps disappearing
The queen in my story is called Ysolde
what do you mean by that
I'm going to try that now
If it rains we'll stay home
She said her mom is a surgeon
My point is that it's too expensive
Generate ten names for a bakery
That's a relief
Do cats dream?
I can't think of a title
The first draft was better
Pretend I'm your boss
I've got a typo in the title
Just give me the short version
I thought so
Dogs are smarter than cats
He used to live here
Say hi to your team for me
The report is due at noon
My impression is that the tone is off
You don't have to apologize
I could use some help
Let's pretend we're on a ship
I see two options
Ignore the last line
What's the tallest building in Dubai?
I've changed my mind, use the other one
My sister thinks it's too long
Imagine a world where nobody sleeps
I don't get the joke
Someone left their umbrella
I bet the butler did it
"""
