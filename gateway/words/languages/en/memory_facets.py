"""English words by which the answer memory tells questions apart."""

from __future__ import annotations

from gateway.words.languages.tables import (
    FigureWords,
    KindWords,
    NegationWords,
    OrderWords,
    PersonWords,
    ReadingWords,
    listed,
    named,
)

READING = ReadingWords(
    phrases=r"""
\bcan't\b|\bcannot\b => can not
\bwon't\b|\bshan't\b => will not
n't\b => not
\b(who|what|where|when|why|how|that|it|there|here|he|she)'s\b => \1 is
'(?:re|ve|ll|d|m)\b =>
(?<=s)'(?=\s) => possessive
's\b => possessive
\bmoney back\b => refund
^(?:(?:hi|hello|hey|please|ok|so)\W+)*(?:(?:can|could|would|will) (?:you|someone|anyone|anybody)(?: please| kindly)? (?:tell|explain|show|say|describe|inform)(?: to)?(?: me| us)?(?: about)?|(?:tell|explain|show)(?: to)? (?:me|us)(?: about)?|do you know|does any(?:one|body) know|i(?: would like| want| need| wish)? to (?:know|understand|ask)|i wonder|(?:may|can) i (?:ask|know))\b =>
\bno longer\b|\bnot any ?more\b|\b(?:fail(?:s|ed|ing)?|unable|yet) to\b => not
\bwhether or not\b|\bor not\b|\bif not\b|\bnot only\b|\bwhy not\b =>
\be[- ]mails?\b => email
\bwi[- ]fi\b => wifi
\b(?:log|sign)(?:ged|ging|ned|ning|s)?[- ]?in(?:to)?\b|\blog(?:ged|ging|s)?[- ]on\b => login
\b(?:log|sign)(?:ged|ging|ned|ning|s)?[- ]?out\b|\blog(?:ged|ging|s)?[- ]?off\b => logout
\bsign(?:ed|ing|s)?[- ]?off\b => approve
\bsign(?:ed|ing|s)?[- ]?up\b => signup
\bset(?:ting|s)?[- ]?up\b => setup
\bcheck(?:ed|ing|s)?[- ]in\b => checkin
\bcheck(?:ed|ing|s)?[- ]out\b => checkout
\b(?:turn|switch)(?:ed|ing|s|es)?((?: \w+){0,4}?) on\b => enable \1
\b(?:turn|switch)(?:ed|ing|s|es)?((?: \w+){0,4}?) off\b => disable \1
\bfind(?:ing)? out\b => find
\bout of\b => from
\b(?:take|took|taking)((?: \w+){0,3}?) back\b => return \1
\b(?:send|sent|sending|give|giving|bring|bringing)((?: \w+){0,3}?) back\b => return \1
\bget((?: \w+){0,3}?) back\b => recover \1
\bget(?:ting)? rid of\b => delete
\bthrow(?:ing)?((?: \w+){0,3}?) (?:away|out)\b => discard \1
\b(?:fill(?:ed|ing)?)((?: \w+){0,3}?) (?:in|out)\b => complete \1
\bcall(?:ed|ing|s)? off\b => cancel
\bput(?:ting)? off\b => postpone
\bmoney back\b => refund
\b(?:home[- ]office|remote work(?:ing)?|working remotely|work remotely|remote(?:ly)?|work(?:ing)? (?:from|at) home|home[- ]?working|telecommut\w+|teleworking|remote work(?:ing)?) => telework
\b(?:cell|mobile)[- ]?phones?\b|\bsmartphones?\b => mobile
\bco[- ]workers?\b => colleague
\bcash (?:machine|dispenser|point)s?\b => atm
\b(?:two[- ]factor|two[- ]step|multi[- ]factor) (?:authentication|verification)\b|\bmfa\b => 2fa
\bget in touch with\b|\breach out to\b => contact
\b(?:get|got|getting) (?:hold of|access to)\b => obtain
\b(?:other|foreign) countries\b|\banother country\b => abroad
\bdays? off\b|\btime off\b|\bannual leave\b => leave
\bin order to\b|\bso as to\b => to
\bhow far in advance\b => how long in advance
\bhow come\b => why
\bat what time\b|\bwhat time\b|\b(?:on |by )?(?:what|which) (?:date|day)\b => when
\b(?:in|at) (?:what|which) (?:place|location)\b => where
\bfor (?:what|which) reasons?\b|\bwhat for\b|\bwhat(?: is|'s) the reasons?\b => why
\b(?:in what way|by what means|what(?: is| are)? the (?:best )?(?:way|steps|procedure|process)s? (?:to|for|of|i|we|you)) => how
\b(?:have|has|had|having|needs?|needed) to\b => must
^((?:is it (?:possible|allowed|permitted|okay|ok)|how) to .*?)\byour\b => \1my
^can (?:i|we|you|one) (?:get|find|buy) (?=.+ (?:in|at) (?:the|a|your|this)\b) => is there
\bis it (?:possible|allowed|permitted|okay|ok) for me to\b => can i
\bis it (?:possible|allowed|permitted|okay|ok)(?: to| for| that)?\b => can
\bget(?:s|ting)? (?=\w+(?:[^e\W]ed|en)\b|(?:lost|sick|ill|hurt|up|off|on|in|out|along|ready|used|there|to)\b) => become
\b(?:am|is|are) ((?:\w+ ){1,4}?)(?:allowed|permitted|able|entitled) to\b => can \1
\b(?:am|is|are) ((?:\w+ ){1,4}?)(?:required|obliged|obligated) to\b => must \1
\b(?:is|are|be) (?:allowed|permitted|able) to\b => can
\b(?:is|are|be) (?:required|obliged|obligated) to\b => must
\bwhat (?:(?:do|must|should|can|could) )+(?:i|we|you|one) (?:must )?do to\b => how
\b(i|we|you|one) needs?\b => \1 must
\b(does|did|do) (?!(?:i|we|you|one) )(.+?) do(?: exactly)?(?=\W*$) => \1 \2 act
\bwhat (?:is|are) the (?:job|role|duties|tasks|responsibilities) of (.+?)(?=\W*$) => what does \1 act
\bwho is (?:responsible for|in charge of) (?=\w+ing\b)|\bwhose (?:job|task|duty|responsibility) is it to\b => who must
\b(?:what|how much) (?:(?:do|must|would|will|can|should) )+(?:i|we|you|one) pay for\b => how much is
\bhow much time\b => how long
\b(?:what|how much) (?:does|do|did|is|are|will|would) (.+?) cost\b => how much is \1
\bwhat (?:is|are) the (?:price|cost)s? (?:of|for)\b => how much is
\bwhat is the maximum number of (?=.*\b(?:can|may|allowed|permitted)\b) => how many
\bat (?:what|which) point\b => when
\bfar away\b => far
^(?:steps|instructions) (?:to|for)\b => how
^name\b|\bwhat (?:is|are) the names? of\b => what is
\b(pdf|csv|xml|json|word|excel) (?:files?|documents?)\b => \1
\bhow expensive (?:is|are)\b|\bwhat (?:is|are) the (?:fees?|charges?) (?:of|for)\b => how much is
\bwhat (?:is|are) the duration (?:of|for)\b => how long last
\bhow long (?:does|do|will|would) (.+?) (?:take|last)\b => how long last \1
\bhow long does it take (?:for (?:me|us|you) )?to\b => how long last
\bfor how long\b => how long
\bwhat (?:is|are) the (?:opening|business|office) (?:hours|times) (?:of|for|at|in)\b => when open
\bwhat (?:is|are) the (?:deadline|due date|closing date|time limit)s? (?:for|to|of)\b => when due
\bwhat (?:is|are) the (?:frequency|interval) (?:of|for)\b => how often
\bhow many times\b => how often
\bwhat (?:is|are) the (?:total )?(?:number|amount|quantity) of\b => how many
\bwhat (?:is|are) the maximum (?:amount|quantity) (?:of|that)\b => how much
\bin charge of\b => responsible for
\b(?:tak(?:e|es|ing) care of|look(?:s|ing)? after)\b => tend
\bhow (?:do|does|is|are) (.+?) (?:differ|different)\b(?: from| to| than)? => how difference \1
\bwhat is the difference between\b|\bwhat are the differences between\b => how difference
\bwhat (?:do you mean by|is meant by|is the (?:meaning|definition) of)\b|^define\b => what is the meaning of
\bwhat (?:do|does|did) (.+?) (?:mean|stand for|signify)\b => what is the meaning of \1
\bwhat (?:kinds?|types?|sorts?) of\b|\bwhich (?:kinds?|types?|sorts?) of\b => which
\bwhat can i do (?:to|in order to)\b|\bhow (?:do|can|should|does) (?:i|we|you|one) go about\b => how
\bin (?:the )?case of\b|\bin the event of\b|\bin case\b => if
\bwhat are the consequences (?:of|if)\b => what happens if
\bwhere (?:can|do|could|should|would) (?:i|we|you|one) (?:find|get)\b|\bwhere (?:is|are) (.+?) (?:located|situated|found)\b => where is \1
\b(?:is|are) there (?:any|some)\b => is there
\b(?:may|can|could) (?:i|we|you|one) have\b => can i get
\bno later than\b => by
\bat (?:the )?most\b => maximum
\bat (?:the )?least\b => minimum
\b(?:what|which) (?:amount|quantity) of\b => how much
\b(?:what|which) number of\b => how many
\bhow frequently\b => how often
\b(?:by )?(?:what|which) person\b|\bby whom\b => who
\bin (?:what|which) year\b|\bby when\b => when
\bwhat (?:is|are) the dates? (?:of|for)\b => when
\bat the same time\b => at once
\bfree of charge\b => free
\b(?:close|next) to\b => near
\b(?:is|are) (?!the |there )(.+?) (?:available|on offer|offered|provided|sold|served) (?=(?:in|at|on|by|with)\b) => is there \1
\b(?:does|do) (.+?) (?:offer|provide|sell|serve)\b => is there \1
\bwhat is the (process|deliver|wait|respon|travel|cook)\w* time (?:of|for|in)\b => how long last \1
\bhow long (?:does|do|will|would|must) (?:i|we|you|one) (?:have to |need to )?wait(?: for)? => how long last wait
\b(?:make|book|arrange|schedule|get|fix|set up)(?:s|ing)? (an?|the|my) appointment\b => have \1 appointment
\bwhat is the (minimum|maximum) number of\b => how many \1
\bwhat (?:is|are) the reasons? (?:for|that|why)\b => why
\bat (?:what|which) intervals?\b => how often
\b(?:take|taking) part\b => participate
\b(?:do|does) (?:the|my|your|our) insurance cover\b|\bcovered by (?:the |my |your |our )?insurance\b => insured
\bneeds? (\w{3,}ing)\b => must \1
\b(?:file|make|lodge|raise) (?:a |an )?(?:formal )?complaints?\b => complain
\bhow (?:far|long) in advance\b(?=.*\bnotice\b) => how long
\btop speed\b => maximum speed
\b(error|fault|status) (?:codes?|numbers?|messages?)\b => \1
\b(insurance) polic(?:y|ies)\b => \1
\bcar parks?\b => parking
\b(how (?:many|much|long)\b.*\b(?:can|may)\b.*) (?:maximum|maximally)\b => \1
\b(?:call(?:ed|ing|s)?|report(?:ed|ing|s)?)(?: in)? (?:sick|ill)\b => reportsick
\b(?:cover|bear|meet|foot)(?:s|ed|ing)?(?: for)?(?: the)? (?:costs?|expenses?|bill) (?:of|for)\b => pay for
\b(?:bears?|carr(?:y|ies)|takes?|has|have)(?: the)? (?:responsibility|liability) for\b|\b(?:is|are|be) (?:liable|answerable|accountable) for\b => is responsible for
\b(?:someone|somebody|anyone|anybody) else\b => another person
\bon behalf of\b => for
\b(?:come|comes|coming|came|go|goes|enter|enters) into (?:force|effect)\b|\b(?:takes?|in) effect\b => in force
\bwhat (?:does|do) (.+?) say(?: about it)?(?=\W*$) => what is \1
\bget(?:ting)?((?: \w+){1,5}?) (?:reimbursed|refunded|paid back)\b => claim \1
\bpay(?:ing)?((?: \w+){0,3}?) back\b => repay \1
\bahead of (?:schedule|time)\b => early
\b(?:hand|turn)(?:ed|ing|s)?((?: \w+){0,3}?) in\b(?! to\b) => submit \1
\bmov(?:e|es|ed|ing) up to\b => upgrade to
\bback(?:ed|ing|s)?((?: \w+){0,2}?) up\b => backup \1
\bcarr(?:y|ies|ied|ying)((?: \w+){0,3}?) out\b => perform \1
\bpick(?:ed|ing|s)?((?: \w+){0,3}?) up\b => collect \1
\bdrop(?:ped|ping|s)?((?: \w+){0,3}?) off\b => deposit \1
\bhow soon\b|\bby when\b|\bwhat (?:is|are) the (?:latest|last) (?:date|day|time|moment)\b => when
\bwhat is the (?:correct|right|proper|best|easiest|recommended|usual) (?:way|method|procedure|approach) (?:to|of|for)\b => how
\b(?:how (?:does|do|can|should) (?:it|this|that|i do it|i do this|i do that|i proceed|one proceed)(?: work)?|what (?:do|should|must|can) i do)(?=\W*$) => how
^i (?:would like|want|wish|need) to (.+?)\W+how(?=\W*$) => how \1
\bhow (?:high|big|large) (is|are) the (?=(?:\w+ )*?(?:rate|fee|charge|price|cost|rent|deposit|fine|salary|interest|deductible|excess|premium|tax|fare)s?\b) => what \1 the
\bwhat (?:is|are) the (?:width|breadth) of\b => how wide is
\bwhat (?:is|are) the height of\b => how high is
\bwhat (?:is|are) the depth of\b => how deep is
\bwhat (?:is|are) the weight of\b|\b(?:what|how much) (?:does|do) (?=.+? weigh\b) => how heavy is
\bwhat (?:is|are) the age of\b => how old is
\bwhat (?:is|are) the distance (?:of|from|between)\b => how far from
\bwhat (?:is|are) the speed of\b => how fast is
\bwhat (?:is|are) the size of\b => how big is
\btakes? place\b =>
\b(?:make|lodge|submit|raise) (an? )?(complaint|claim|request|objection)s?\b => file \1\2
^(?:is|are) (.+?) possible(?=\W*$) => can \1
\b(?:per|each|every|a) (year|month|week|day)\b => \1
\b(?:united states(?: of america)?|u\.?s\.?a\b\.?) => usa
\bunited kingdom\b|\bgreat britain\b => uk
""",
    silent=r"(?<=\bhow )(?:long|often|far|old|frequently)\b",
    stems_apart=listed("employer employers"),
    telling=listed("tell show explain give let help say"),
)
KINDS = KindWords(
    rules=r"""
how (?:far|long) (?:in advance|ahead|before)\b => duration time
how (?:long|much (?:longer|time))\b(?! (?:is|are) the (?:cable|bridge|river|road|table|pool)) => duration
how (?:often|frequently|regularly)\b|how many times\b|what frequency\b => frequency
how many (?:more )?(?:\w+ )?(?:days?|weeks?|months?|years?|hours?|minutes?)\b => duration count amount
how much (?:is|are|was|do|does|did|will|would|should|can|must|for|to)\b => price thing
what(?: is| are| does| do)?(?: \w+){0,4}? (?:price|prices|cost|costs|fee|fees|charge|charges|fare|fares)\b => price thing which
how much (?:notice|time|leave|holiday|vacation|delay)\b => amount duration
how much\b => amount
how many\b|what number\b => count amount
how (?:far|near|close)\b => distance
how (?:old|young)\b => age
how (?:big|large|tall|high|wide|heavy|deep|fast|hot|warm|cold|loud|small|late|early|soon)\b => amount time
why\b => cause
how (?:do|does|is|are|did)\b.*\b(?:differ|differs|different)\b => thing
how\b => manner
when\b|(?:since|until|till|by|from) when\b => time
where (?:can|do|could|should|must) (?:i|we|you|one) (?:find|see|view|change|check|look up|download|set|edit|track|follow|read)\b => place manner
where\b => place
who(?:m|se)?\b => person
what (?:\w+ )?(?:do|should|must|can|could|would) (?:i|we|you|one|they|employees|customers|users|tenants) (?:\w+ )?(?:do|need to do|must do)\b => manner thing
what(?: is| are)?(?: the)?(?: \w+){0,2}? (?:purpose|point|reason|cause)s?\b => cause thing
which\b => which
what\b => thing which
""",
    nouns=r"""
\b(?:price|cost|fee|charge|fare|rate|tariff)s?\b => price
\b(?:amount|sum)s?\b => price amount count
\b(?:percentage|size|temperature|speed|weight|height|width|depth|maximum|minimum|limit|number)\b => amount count
\b(?:deadline|date|time|schedule|hours|timetable|day|month|year)s?\b => time
\b(?:period|duration|length|term|notice|timeframe|time limit|life|lifetime|lifespan|autonomy)s?\b => duration
\b(?:address|location|place|site|city|country|room|office|building|floor)(?:es|s)?\b => place
\b(?:person|contact|manager|responsible|owner|author|director|head|team|department)s?\b => person
\b(?:way|step|procedure|process|method|instructions?|possibilit(?:y|ies)|options?)(?:es|s)?\b => manner
\b(?:reason|cause)s?\b => cause
\b(?:frequency|interval)\b => frequency
\bage\b => age
\bdistance\b => distance
\b(?:rate|fee|charge|the deductible|the excess|limit|allowance|salary|rent|deposit|fine|interest|premium)s?\b => amount price
\b(?:waiting|processing|delivery|response|lead|travel|flight|cooking|turnaround) times?\b => duration
""",
    names="""
time => time times hours hour date dates due deadline
duration => duration length time period take
amount => limit
price => price prices cost costs fee fees charge charges
place => location
manner => way
cause => reason
frequency => frequency interval
""",
    clause=r"^(?:when|if|after|before|while|where|once|as soon as|in case|suppose)\b[^,?]*,",
    head=r"^(?:(?:so|and|but|also|hi|hello|please|ok|then|in|at|on|to|for|from|by|with|about|of|until|since|under|within|during|after|before|through|and|exactly|is)\W+){0,3}(?=(?:how|what|which|when|where|who|whom|whose|why)\b)",
    wrapped=r"^(?:hi |hello |please )*(?:(?:can|could|would|will) (?:you|someone|anyone|anybody)(?: please| kindly)? (?:tell|explain|show|let|say|describe|help|inform|remind|clarify)\w*|do you know|does anyone know|does anybody know|i (?:want|need|would like|wonder|am wondering)|may i (?:ask|know)|can i (?:ask|know)|is it (?:known|clear))\b",
    polar=r"^(?:so |and |but |please |hi |hello )*(?:is|are|am|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had)(?: not)? (?!the steps)\w",
    question_word=r"\b(?:how|what|which|when|where|who|whom|whose|why)\b",
)
NEGATION = NegationWords(
    negations=(
        "not never without no none nothing nobody nowhere neither nor cannot non lack lacking except avoid avoids avoiding"
        " prevent prevents preventing"
    ),
    prefixes=("non-",),
    fixed=r"if not|not only|no matter|no\.? \d",
    must=r"\b(?:must|needed|required|necessary)\b",
    should=r"^should\b|\bshould\b(?! (?:i|we|you|one)\b)(?<!^how should)(?<!^where should)|\b(?:ought|supposed)\b",
    advice=r"(?<=\w )should (?:i|we|you|one)\b|^(?:how|where) should\b",
    may=r"\b(?:can|may|might|could|allowed|permitted)\b",
)
FIGURES = FigureWords(
    numbers=named(
        "1 = first, 1st; 2 = second, twice; 3 = third, thrice; 4 = fourth; 5 = fifth; 6 = sixth; 7 = seventh"
        "; 8 = eighth; 9 = ninth; 10 = tenth; 13 = thirteen; 14 = fourteen; 16 = sixteen; 17 = seventeen"
        "; 18 = eighteen; 19 = nineteen; 70 = seventy; 80 = eighty; 90 = ninety"
    ),
    unsure=listed("1 first second double"),
    ones=listed("one once single a an"),
    days="monday tuesday wednesday thursday friday saturday sunday",
    calendar=named(
        "spring = spring; summer = summer; autumn = autumn; winter = winter; christmas = christmas; easter = easter"
        "; today = today; tomorrow = tomorrow; yesterday = yesterday"
    ),
    unsure_months=listed("may"),
    dated={
        r"\b(?:in|of|since|until|by|before|after|next|last|from|\d{1,2}(?:st|nd|rd|th)?) [Mm]ay\b|\bMay (?:\d|(?:and|or|to|until)\b)": "month-5",
    },
    relative=(
        r"\b(?P<tense>this|last|next|previous|current|coming|past) (?P<unit>year|month|week|quarter|semester|season)s?\b"
    ),
    tenses=named("last = last, previous, past; next = next, coming; this = this, current"),
    units=named("year = year; month = month; week = week; quarter = quarter; semester = semester; season = season"),
    quarter=r"\b([1-4])(?:st|nd|rd|th|e|er) quarter",
    past=r"\b(?:was|were|did|used to)\b|\bha(?:s|ve) (?:\w+ ){0,4}?had\b|^(?:who|what|which \w+) \w*[^\We]ed\b",
    future=r"^(?:who|(?:what|which)(?! will happen)(?: \w+){1,3}?) will\b|^will\b|\bgoing to\b",
    full_hour="o'clock",
    ordinal_suffixes="st nd rd th",
)
PERSONS = PersonWords(
    owners=named(
        "self = my, mine, our, ours, me, us, myself; you = your, yours, yourself; he = his, him, himself"
        "; she = her, hers, herself; they = their, theirs, them; it = its"
    ),
    acting=named("self = i, we; you = you; he = he; she = she; they = they"),
    asker=listed("me"),
    related=(
        "child children kid kids son daughter baby|wife husband spouse partner|parent parents mother father|colleague colleagues coworker coworkers teammate"
        "|friend friends|boss manager supervisor|neighbour neighbor neighbours neighbors|guest guests visitor visitors|assistant secretary|roommate flatmate|grandmother grandfather grandparents|brother sister sibling|family"
    ),
    related_owner=r"\b({}) possessive\b",
    someone_else=r"\b(?:someone|somebody|anyone|anybody|everyone|everybody) else\b|\b(?:another|other) (?:user|person|people|employee|customer|client|member|account holder|tenant|colleague|student|reader|guest|passenger|patient|visitor)s?\b",
    owned_by=r"\b(user|employee|intern|customer|client|subscriber|member|person|people|student|tenant|patient|teacher|admin|administrator|everyone|everybody|someone|somebody)s? possessive\b",
)
ORDER = OrderWords(
    even=listed("and or nor versus vs between"),
    compared=listed("compare compared comparison difference differ between"),
    passive=r"\b(?:is|are|was|were|be|been|being|get|gets)\b.{1,40}\bby\b",
    undergone=listed("be been being is are"),
    directed=listed(
        "to into onto at in on near than from before after under over above below by instead for of possessive through via against does do"
        " without"
    ),
    reversed={"possessive": "of"},
    asked_object=r"\bwhom\b|\bwho (?:did|do|does)\b",
    subjects=listed("i we"),
    objects=listed("me us"),
)
