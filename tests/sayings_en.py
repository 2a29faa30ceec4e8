"""What people say to an agent in English, and what is worth keeping of it: one thought a line.

Written down before the rules were, as a demanding user would speak.
"""

KEPT = """
I'm allergic to peanuts
I am allergic to peanuts.
my name is Anna
My name's Bob
i am a nurse
I'm a software engineer at Google
I live in Berlin
i live in berlin with my wife
I moved to Munich last month
I'm moving to Lisbon
I quit my job
I got a new job at Siemens
I just started a new job
I'm 34 years old
I was born in 1990
My birthday is March 5th
I grew up in Ohio
I'm from Taiwan
I work as a freelance illustrator
I work from home on Fridays
I study computer science at MIT
I'm a vegetarian
I don't eat pork
I never drink coffee after noon
I hate cilantro
I love hiking
I really like short sentences
I prefer tea over coffee
I can't stand horror movies
I enjoy reading before bed
I dislike group projects and prefer individual learning.
My favorite author is Ursula Le Guin
I have two cats
I've got a dog called Rex
I have type 2 diabetes
I have ADHD
I take metformin every morning
I'm pregnant
I'm left-handed
I'm deaf in my left ear
my wife Anna is a nurse
My sister lives in Toronto
my dad had surgery yesterday
My boss is called Karen
My email is bob@example.com
My phone number is 555-0199
I speak French and a little Mandarin
I play the cello
I usually write at night
I go to the gym every Monday
I'm learning Japanese
I want to learn Japanese
I'm planning a trip to Japan
I'm working on a project called Cambrian
I bought a Tesla
We're getting married in June
We just had a baby
I broke up with my girlfriend
I used to live in Paris
I no longer work at Google
I don't live in Berlin anymore
Remember that I hate cilantro
Please remember: deploys go out on Thursdays
Don't forget I have a dentist appointment
Important: never log passwords
From now on answer in English
Always use metric units
Never share my address
Don't ever share my address with anyone
Keep your answers short
Please call me Bob
Your name is Momo
You are my writing assistant
Actually, it's Shanghai
Correction: I'm 30
Sorry, I meant next Tuesday
just kidding
jk
Meeting with the client tomorrow at 9am
The deadline is next Friday
We launch on 2026-03-15
Anna works at Siemens
Name: Anna
Allergies: penicillin
As a diabetic I have to watch sugar
My doctor says I have mild asthma
Also, I hate cilantro
but I don't eat beef
because I'm allergic to shellfish
I'm married
I'm divorced
I'm unemployed
I'm scared of flying
I retired in 2019
I own a small bakery
Remind me to pay rent tomorrow
I’m gluten intolerant
In the future, please write tests first
User prefers short answers
We use PostgreSQL for storage
One time i went to los angeles
im allergic to nuts
In the coming weeks, I'm planning a small get-together
Due to a medical condition, I avoid caffeine
Just dont tell anyone
I find virtual reality simulations disorienting and prefer not to use them.
I avoid learning materials that are text-heavy due to my dyslexia.
I have a strong aversion to gamified learning experiences
Mr. Smith is my landlord.
"""

DROPPED = """
ok
OK
Okay.
okay, thanks
yes
Yeah
yep
no
nope
sure
Sure thing!
got it
Got it, thanks!
sounds good
Sounds great!
I see
i see.
I understand
Makes sense
makes sense, thank you
alright
fine
cool
Nice!
great
perfect
awesome
wow
hmm
uh huh
hi
Hi!
Hello
hello there
hey
Good morning
good night
bye
see you
See you later!
thanks
Thank you so much!
thx
ty
much appreciated
haha
hahaha
lol
LMAO
😂
👍👍
...
???
What's the weather today?
what time is it
How do I reverse a list in Python?
Can you help me?
could you explain that again
Do you remember my name?
Is this important?
Which one should I pick?
what is my name
Are you sure?
why
really?
Write a function that sorts a list
Fix the bug
Please translate this into French
Summarize the text above
Tell me a joke
Explain closures
Try again
Run the tests
continue
go on
next
If I were a billionaire, I would buy an island
Imagine I am a pirate
Suppose I was a doctor
Pretend I'm your boss
What if I lived on Mars
https://example.com/a/b?c=1
no worries
no problem
you're welcome
I agree
I think so
I guess so
I don't know
I'm not sure
I'm sorry
never mind
let me think
one moment
hold on
Give me a list of ten names
Show me an example
Make it shorter
that's it
not really
of course
good luck
That's really helpful, thanks!
It was so amazing!
So sorry to hear that
Thanks for the detailed explanation!
[shares a photo: a man with a guitar]
Happy new year!
happy birthday!
Congrats!
"""

UNDECIDED = """
This bakery makes the best sourdough
The forum takes place in Beijing
It took us forever to find parking
The projector in the meeting room is broken
The client wasn't happy with the proposal
The upstairs neighbours are so loud
Traffic was a nightmare
The ending of that book surprised everyone
That movie was not as good as expected
The new colleague is pretty friendly
Rent went up by 200 bucks
The budget is around five thousand
The team has eight people
The servers are in a Tokyo data center
It uses PostgreSQL for storage
The product targets primary schools
The second draft is much better than the first
The pacing in chapter three drags
The hero leaves home in the end
The tone should be cold and restrained
Target readers are women around thirty
The cover should be dark blue
The editor didn't like the opening
I think this approach is wrong
I feel like the button should be on the left
I'm looking for something around fifty dollars
I'm trying to set up a Flask project
I'm considering getting him a watch
I would rather go with the second option
I was thinking about the structure of the essay
Maybe the second one is better
The cat destroyed the sofa
The kids have a fever again
Failed the interview
Passed the exam at last
Got the driving licence
Can't sleep because of the noise
Feeling a bit down
Back pain is killing me
Lost half the savings in stocks
The mortgage runs for twenty more years
Flights are with Lufthansa
The offsite is in the mountains
Halfway through the second textbook
Still not very fluent on the guitar
The company next door is going public
The pipes in the old house are leaking
It keeps crashing on startup
The function returns the wrong value
Somebody stole the bike from the yard
That sounds like a lot of work for one person
People let power get to their heads
Being sick is not all bad
The boss constantly shirks his duties
haha I'm Superman
If I eat peanuts I get hives
He is always late for everything
She seems to like the new place
They cancelled the flight without telling anyone
Turns out the landlord sold the building
Painting is a fun way to relax
The recipe needs more salt than it says
Both options are a bit too expensive
The interview went better than expected
"""
