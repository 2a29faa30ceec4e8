"""What people say of themselves in English, and what is to be remembered of it.

Said on Wednesday 2026-02-04. Each line of what is expected: subject, attribute, value, content.
"""

SAYINGS = {
    "my favourite show is still Friends tho": [
        "user|favorite:show|Friends|The user's favorite show is Friends"
    ],
    "Tuesday meeting with SG moved to Wednesday 11am": [],
    # told outright to remember what no template knows
    "Please remember: the office wifi is flaky on Mondays": [
        "user|||The user asked to remember: the office wifi is flaky on Mondays"
    ],
    "Remember to run the tests before you push": [
        "agent|constraint:run the tests before you push|run the tests before you push"
        "|The user wants the assistant to run the tests before it pushes"
    ],
    # who one is
    "I'm allergic to peanuts.": ["user|allergy:peanuts|allergic|The user is allergic to peanuts"],
    "My name is Sarah.": ["user|name|Sarah|The user is called Sarah"],
    "I'm Anna, nice to meet you": ["user|name|Anna|The user is called Anna"],
    "Hi, I'm Tom and I'm 34.": [
        "user|name|Tom|The user is called Tom",
        "user|age|34|The user is 34 years old",
    ],
    "call me Sam": ["user|nickname|Sam|The user wants to be called Sam"],
    "I just turned 30": ["user|age|30|The user is 30 years old"],
    "I'm a 30-year-old teacher": [
        "user|age|30|The user is 30 years old",
        "user|job|teacher|The user is a teacher",
    ],
    "I was born in 1990": ["user|birthday|1990|The user was born in 1990"],
    "My birthday is March 5th": ["user|birthday|March 5th|The user's birthday is March 5th"],
    "I'm a woman": ["user|gender|female|The user is a woman"],
    "I'm from Ohio": ["user|hometown|Ohio|The user is from Ohio"],
    "I grew up in Glasgow": ["user|hometown|Glasgow|The user grew up in Glasgow"],
    "I'm Chinese": ["user|nationality|Chinese|The user is Chinese"],
    "My email is a.b@example.com": [
        "user|email|a.b@example.com|The user's email address is a.b@example.com"
    ],
    "my phone number is +49 151 2345678": [
        "user|phone|+49 151 2345678|The user's phone number is +49 151 2345678"
    ],
    "My time zone is CET": ["user|timezone|CET|The user's time zone is CET"],
    "My native language is Polish": ["user|language|Polish|The user's native language is Polish"],
    # home
    "I live in Berlin with my husband": ["user|location|Berlin|The user lives in Berlin"],
    "I've been living in Seattle for three years": [
        "user|location|Seattle|The user lives in Seattle"
    ],
    "I'm based in Toronto": ["user|location|Toronto|The user lives in Toronto"],
    "I moved to London last month.": ["user|location|London|The user moved to London in 2026-01"],
    "I used to live in Paris.": ["user|location|Paris|The user used to live in Paris"],
    "I no longer live in Boston": ["user|location|Boston|The user no longer lives in Boston"],
    "I don't live in Rome anymore": ["user|location|Rome|The user no longer lives in Rome"],
    "We moved to Austin because my wife got a job there.": [
        "user|location|Austin|The user moved to Austin"
    ],
    # work and study
    "I'm a software engineer": ["user|job|software engineer|The user is a software engineer"],
    "I work at Google as a software engineer.": [
        "user|employer|Google|The user works at Google",
        "user|job|software engineer|The user is a software engineer",
    ],
    "I live in Berlin and work at Google": [
        "user|location|Berlin|The user lives in Berlin",
        "user|employer|Google|The user works at Google",
    ],
    "I work in finance": ["user|job|finance|The user works in finance"],
    "I quit my job.": ["user|job||The user quit their job"],
    "I got laid off last week": ["user|job||The user got laid off in the week of 2026-01-26"],
    "I used to be a nurse": ["user|job|nurse|The user used to be a nurse"],
    "I'm retired": ["user|job|retired|The user is retired"],
    "I joined Stripe": ["user|employer|Stripe|The user joined Stripe"],
    "I quit Feedzai last week": [
        "user|employer|Feedzai|The user quit Feedzai in the week of 2026-01-26"
    ],
    "I was let go by Rivian in March": [
        "user|employer|Rivian|The user was let go by Rivian in 2025-03"
    ],
    "I handed in my notice at Deloitte": [
        "user|employer|Deloitte|The user handed in their notice at Deloitte"
    ],
    "I don't work at Amazon anymore": ["user|employer|Amazon|The user no longer works at Amazon"],
    "I got promoted to team lead": ["user|job|team lead|The user got promoted to team lead"],
    "I'm studying computer science at MIT": [
        "user|major|computer science|The user studies computer science",
        "user|school|MIT|The user studies at MIT",
    ],
    "I graduated from Stanford University": [
        "user|school|Stanford University|The user graduated from Stanford University"
    ],
    "I'm a sophomore": ["user|grade|sophomore|The user is a sophomore"],
    # people and animals
    "my wife Anna is a nurse": [
        "user|relation:wife|Anna|The user's wife is Anna",
        "Anna|job|nurse|Anna is a nurse",
    ],
    "My mom lives in Chengdu.": ["mother|location|Chengdu|The user's mom lives in Chengdu"],
    "My parents live in Ohio": ["parents|location|Ohio|The user's parents live in Ohio"],
    "My sister Emma works at Netflix and she loves hiking.": [
        "user|relation:Emma|sister|The user's sister is Emma",
        "Emma|employer|Netflix|Emma works at Netflix",
        "Emma|preference:hiking|like|Emma loves hiking",
    ],
    "Tom is my boss": ["user|relation:boss|Tom|Tom is the user's boss"],
    "My boss is Tom.": ["user|relation:boss|Tom|The user's boss is called Tom"],
    "My daughter's name is Mia": ["user|relation:Mia|daughter|The user's daughter is called Mia"],
    "I have two kids": ["user|relation:children|two|The user has two kids"],
    "I have an older brother": ["user|relation:brother|an|The user has an older brother"],
    "I have two cats named Luna and Milo": [
        "user|pet:luna|cat|The user has a cat named Luna",
        "user|pet:milo|cat|The user has a cat named Milo",
    ],
    "We adopted a puppy": ["user|pet:puppy|a|The user adopted a puppy"],
    "I'm married": ["user|status:marital|married|The user is married"],
    "I broke up with my girlfriend": [
        "user|relation:girlfriend||The user broke up with their girlfriend"
    ],
    "I got married last year": ["user|status:marital|married|The user got married in 2025"],
    "My dad passed away two years ago": [
        "father|status:life|dead|The user's dad passed away in 2024"
    ],
    "Maria works at Siemens": ["Maria|employer|Siemens|Maria works at Siemens"],
    # health and safety
    "I'm severely allergic to bees and cats": [
        "user|allergy:bees|allergic|The user is severely allergic to bees",
        "user|allergy:cats|allergic|The user is severely allergic to cats",
    ],
    "I have a peanut allergy": ["user|allergy:peanuts|allergic|The user is allergic to peanuts"],
    "I'm not allergic to penicillin": [
        "user|allergy:penicillin|none|The user isn't allergic to penicillin"
    ],
    "I have type 2 diabetes": ["user|health:type 2 diabetes|yes|The user has type 2 diabetes"],
    "I was diagnosed with ADHD": [
        "user|health:adhd|yes|The user was diagnosed with ADHD (told on 2026-02-04)"
    ],
    "I'm lactose intolerant": ["user|health:lactose intolerant|yes|The user is lactose intolerant"],
    "I take metformin": ["user|medication:metformin|yes|The user takes metformin"],
    "I'm vegan": ["user|diet|vegan|The user is vegan"],
    "I can't eat gluten": ["user|diet:gluten|no|The user can't eat gluten"],
    "I quit smoking": ["user|habit:smoke|quit|The user quit smoking"],
    "I broke my leg": ["user|health:leg|yes|The user broke their leg (told on 2026-02-04)"],
    "I feel suicidal": ["user|safety:suicidal|yes|The user feels suicidal"],
    # likes
    "I like coffee, tea and jazz.": [
        "user|preference:coffee|like|The user likes coffee",
        "user|preference:tea|like|The user likes tea",
        "user|preference:jazz|like|The user likes jazz",
    ],
    "I really love sushi": ["user|preference:sushi|like|The user loves sushi"],
    "I'm a huge fan of jazz": ["user|preference:jazz|like|The user is a huge fan of jazz"],
    "I'm into photography": ["user|preference:photography|like|The user is into photography"],
    "I don't like cilantro": ["user|preference:cilantro|dislike|The user doesn't like cilantro"],
    "I hate horror movies": ["user|preference:horror movies|dislike|The user hates horror movies"],
    "I can't stand loud music": [
        "user|preference:loud music|dislike|The user can't stand loud music"
    ],
    "I'm not a fan of science fiction movies": [
        "user|preference:science fiction movies|dislike"
        "|The user isn't a fan of science fiction movies"
    ],
    "I no longer eat meat": ["user|preference:meat|does not eat|The user no longer eats meat"],
    "I don't drink coffee anymore": [
        "user|preference:coffee|does not drink|The user doesn't drink coffee anymore"
    ],
    "I avoid using textbooks": ["user|preference:textbooks|avoid|The user avoids using textbooks"],
    "I prefer tea over coffee": ["user|preference:tea|prefer|The user prefers tea over coffee"],
    "I prefer window seats": ["user|preference:window seats|prefer|The user prefers window seats"],
    "My favorite color is blue": ["user|favorite:color|blue|The user's favorite color is blue"],
    "I find flashcards ineffective": [
        "user|preference:flashcards|ineffective|The user finds flashcards ineffective"
    ],
    "I'm afraid of heights": ["user|preference:heights|fear|The user is afraid of heights"],
    "My hobbies are chess and climbing": [
        "user|preference:chess|like|The user likes chess",
        "user|preference:climbing|like|The user likes climbing",
    ],
    "I have no interest in superhero movies.": [
        "user|preference:superhero movies|dislike|The user has no interest in superhero movies"
    ],
    "I only eat at kosher-certified restaurants.": [
        "user|preference:at kosher-certified restaurants|only"
        "|The user only eats at kosher-certified restaurants"
    ],
    # doing, wanting, making, owning
    "I usually wake up at 6am": [
        "user|habit:wake up|usually wake up at 6am|The user usually wakes up at 6am"
    ],
    "I go to the gym every Monday": [
        "user|habit:go to the gym|go to the gym every Monday|The user goes to the gym every Monday"
    ],
    "I speak French and German": [
        "user|skill:french|yes|The user speaks French",
        "user|skill:german|yes|The user speaks German",
    ],
    "I'm learning Japanese": ["user|skill:japanese|learning|The user is learning Japanese"],
    "I play the violin": ["user|skill:violin|yes|The user plays the violin"],
    "I'm terrible at math": ["user|skill:math|no|The user is terrible at math"],
    "I can't drive": ["user|skill:drive|no|The user can't drive"],
    "I have limited coding skills": [
        "user|skill:coding|limited|The user has limited coding skills"
    ],
    "I want to learn Japanese": [
        "user|goal:japanese|learn Japanese|The user wants to learn Japanese"
    ],
    "My goal is to run a marathon": [
        "user|goal:run a marathon|run a marathon|The user's goal is to run a marathon"
    ],
    "I'm saving up for a house": ["user|goal:a house|a house|The user is saving up for a house"],
    'I\'m working on a novel called "The Long Winter"': [
        "user|project:the long winter|The Long Winter"
        '|The user is working on a novel called "The Long Winter"'
    ],
    "I run a podcast about history": [
        "user|project:podcast|podcast|The user runs a podcast about history"
    ],
    "I drive a Tesla": ["user|owns:tesla|yes|The user drives a Tesla"],
    "My budget is $500": ["user|money:budget|$500|The user's budget is $500"],
    "I've been to Italy twice": ["user|||The user has been to Italy twice"],
    # days
    "I have a meeting tomorrow at 3pm": [
        "user|schedule:meeting|2026-02-05 15:00|The user has a meeting on 2026-02-05 at 15:00"
    ],
    "Next Friday I'm flying to Tokyo": [
        "user|schedule:flying to tokyo|2026-02-13|The user is flying to Tokyo on 2026-02-13"
    ],
    "I went to Beijing yesterday": ["user|||The user went to Beijing on 2026-02-03"],
    "My exam is on March 5": ["user|schedule:exam|2026-03-05|The user's exam is on 2026-03-05"],
    "I met a publisher two weeks ago": ["user|||The user met a publisher on 2026-01-21"],
    "I have a dentist appointment today": [
        "user|||The user has a dentist appointment on 2026-02-04"
    ],
    "My sister is visiting next week": [
        "sister|schedule:visiting|2026-02-09"
        "|The user's sister is visiting in the week of 2026-02-09"
    ],
    # who the agent is, and how it is to behave
    "Your name is Nova.": ["agent|name|Nova|The assistant is called Nova"],
    "You are my writing assistant": [
        "agent|role|the user's writing assistant|The assistant is the user's writing assistant"
    ],
    "keep answers short": [
        "agent|style:length|keep answers short|The user wants the assistant to keep answers short"
    ],
    "never mention my address": [
        "agent|constraint:never mention my address|never mention my address"
        "|The user wants the assistant never to mention the user's address"
    ],
    "From now on, always answer in Chinese": [
        "agent|style:language|always answer in Chinese"
        "|The user wants the assistant to always answer in Chinese"
    ],
    "Don't share my phone number with anyone.": [
        "agent|constraint:do not share my phone number with anyone"
        "|Do not share my phone number with anyone"
        "|The user wants the assistant not to share the user's phone number with anyone"
    ],
    "Please don't use emojis": [
        "agent|style:emoji|do not use emojis|The user wants the assistant not to use emojis"
    ],
    "By the way, I hate mushrooms": ["user|preference:mushrooms|dislike|The user hates mushrooms"],
    "Remember that I'm left-handed": ["user|handedness|left-handed|The user is left-handed"],
    # as people talk
    "I recently visited the Science Museum with my niece": [
        "user|||The user visited the Science Museum with their niece (told on 2026-02-04)"
    ],
    "I've been growing cucumbers in my garden": [
        "user|||The user has been growing cucumbers in their garden"
    ],
    "I made a caramel tart for my family": [
        "user|||The user made a caramel tart for their family (told on 2026-02-04)"
    ],
    "Our company is called Starlight Labs": [
        "user|employer|Starlight Labs|The user works at Starlight Labs"
    ],
    "My dog Rex is 5 years old": [
        "user|pet:rex|dog|The user's dog is Rex",
        "Rex|age|5|Rex is 5 years old",
    ],
    "I used to be a teacher, now I'm a freelance writer": [
        "user|job|teacher|The user used to be a teacher",
        "user|job|freelance writer|The user is a freelance writer",
    ],
    "I've been trying to lose weight": [
        "user|goal:lose weight|lose weight|The user has been trying to lose weight"
    ],
    "I don't smoke or drink": [
        "user|habit:drink|no|The user doesn't drink",
        "user|habit:smoke|no|The user doesn't smoke",
    ],
    "I've been sober for three years": [
        "user|health:sober|yes|The user has been sober for three years"
    ],
    "Please don't call me honey": [
        "agent|constraint:do not call me honey|do not call me honey"
        "|The user wants the assistant not to call the user honey"
    ],
    "Dr. Wang is my advisor": ["user|relation:advisor|Dr. Wang|Dr. Wang is the user's advisor"],
    "My friend Liam is getting married next week": [
        "user|relation:Liam|friend|The user's friend is Liam",
        "Liam|schedule:getting married|2026-02-09"
        "|Liam is getting married in the week of 2026-02-09",
    ],
    "My daughter Lily is 7 and loves dinosaurs": [
        "user|relation:Lily|daughter|The user's daughter is Lily",
        "Lily|age|7|Lily is 7 years old",
        "Lily|preference:dinosaurs|like|Lily loves dinosaurs",
    ],
    "I'm single and have two dogs, Bean and Fluff": [
        "user|status:marital|single|The user is single",
        "user|pet:bean|dog|The user has a dog named Bean",
        "user|pet:fluff|dog|The user has a dog named Fluff",
    ],
    "I teach high school biology": [
        "user|job|teaching high school biology|The user teaches high school biology"
    ],
    "I got a new job at Spotify as a data scientist!": [
        "user|job|data scientist|The user got a new job as a data scientist",
        "user|employer|Spotify|The user started at Spotify",
    ],
    "Dune is my favorite book": ["user|favorite:book|Dune|The user's favorite book is Dune"],
    "I don't have any pets": ["user|pet:pet|none|The user has no pets"],
    "I lived in Spain for two years": ["user|location|Spain|The user lived in Spain"],
    "My car is a Honda Civic": ["user|owns:car|Honda Civic|The user's car is a Honda Civic"],
    "My flight to Madrid is on March 3 at 6:45 am": [
        "user|schedule:flight to madrid|2026-03-03 06:45"
        "|The user's flight to Madrid is on 2026-03-03 at 06:45"
    ],
    "I plan to quit my job next month": [
        "user|schedule:plan to quit my job|2026-03|The user plans to quit their job in 2026-03"
    ],
    "Everyone calls me Jack": ["user|nickname|Jack|The user is called Jack"],
}

NOTHING = [
    *("I'm going to the store", "I am sure", "I like that you explain things"),
    *("I'd like to order a pizza", "I want to know more about it", "I love this!", "I see"),
    *("If I were rich, I would buy a house", "He said he lives in Rome", "What's my name?"),
    *("Imagine I am a pirate", "My boss told me he hates cats", "Do I like coffee?", "Thanks!"),
    *("I heard that Tom moved to Paris", "Write me a story about a vegan", "I'm not sure"),
    *("I am looking for a good restaurant", "I'm trying to fix this error", "I think so"),
    *("I have a question", "I need help with my code", "I'm happy with the result", "I agree"),
    *("I fixed the bug in your code", "I tried it", "I've been thinking about it", "I read it"),
    *("Sounds like a great plan", "never give up", "Keep it up!", "I like the second option"),
    *("I was wondering if you could help", "I'm curious about it", "I'm here", "I'm sorry"),
]
