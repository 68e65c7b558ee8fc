"""What is told of the collection and of answers in English, in words of any order."""

from __future__ import annotations

from gateway.words.languages.small_talk.table import Said, TalkWords

TALK = TalkWords(
    common=(
        "please|ok|okay|oh|so|and|well|then|just|hi|hello|hey|a|an|the|this|that|these|those|it|is|are|s|was|were"
        "|you|your|yours|me|my|of|in|at|to|for|on|do|does|did|can|could|will|would|have|has|had|ve|re|m|very"
        "|really|much|here|there|all|any|now|currently|sir|dear|i d like|thing|things|everything|or"
    ),
    documents=(
        "document|documents|doc|docs|file|files|source|sources|collection|knowledge|knowledge base"
        "|knowledgebase|base|database|library|index|corpus"
    ),
    things=(
        "text|texts|article|articles|book|books|material|materials|title|titles|content|contents|information"
        "|manual|manuals"
    ),
    you="you|your|i|what s new|what is new|anything new|added last|last added",
    kinds={
        "wrong": Said(
            marks=(
                "wrong|incorrect|not (?:right|correct|true|it|helpful|useful|what|an answer|the answer|answered)"
                "|\\w+n t (?:right|correct|true|helpful|useful|help|answer|what|it|a good)|nonsense|useless"
                "|rubbish|(?:bad|poor|terrible|silly) answer|something (?:else|different)|(?:you|are you"
                "|not) sure|no answer|disagree|makes no sense|not my question|mistaken|(?:no|not) help|try again"
                "|look again"
            ),
            words=(
                "wrong|incorrect|not|no|n t|right|correct|true|helpful|useful|help|helps|helped|nonsense|useless"
                "|rubbish|bad|poor|terrible|silly|answer|answered|answers|reply|question|what i asked"
                "|what i was asking|what i was looking|what i wanted|what i meant|what i need|asked|ask|looking"
                "|meant|wanted|know|something|else|different|another|i|sure|about|don|didn|doesn|isn|wasn|aren|t"
                "|not sure|disagree|with|makes|make|sense|mistaken|sorry|still|completely|totally|try|look|again"
                "|see|but|be"
            ),
        ),
        "unclear": Said(
            marks=(
                "(?:not|\\w+n t|never) (?:understand|understood|get|follow|clear)|what do you mean|confus(?:ed"
                "|ing)|unclear|lost me"
            ),
            words=(
                "i|not|don|didn|doesn|isn|t|understand|understood|get|follow|clear|what do you mean|with|by"
                "|confused|confusing|explain|more|simply|clearly|unclear|simpler|words|terms|lost|sorry|still"
                "|your|answer|word|bit|again|way|english|no|one|never"
            ),
        ),
        "newest": Said(
            marks=(
                "newest|latest|most recent|most recently|recently|recent|last|up to date|what s new|what is new"
                "|anything new|new|oldest|how (?:current|old|recent|fresh)|updated"
            ),
            words=(
                "newest|latest|most|recent|recently|last|up|date|new|oldest|how|current|old|fresh|updated|update"
                "|added|changed|imported|uploaded|loaded|what|which|when|show|list|give|one|read|anything"
                "|something|been|be|tell|name|dated|from"
            ),
        ),
        "languages": Said(
            marks="language|languages|LANGUAGE",
            words=(
                "language|languages|LANGUAGE|what|which|how many|show|list|give|written|anything|something|some"
                "|speak|understand|know|support|supported|supports|answer|answers|reply|can i|may i|ask|questions"
                "|question|one|ones|available|read|contain|exist|use"
            ),
        ),
        "number": Said(
            marks=(
                "how many (?:DOC|THING (?:do|did|have|can) you|pages|passages)|number of (?:DOC|pages|passages)|count|how much (?:have you"
                "|did you) read|how (?:big|large)|size of"
            ),
            words=(
                "how|many|number|what|count|total|been|big|large|size|read|seen|know|search|access|hold|holds"
                "|contain|contains|ingested|indexed|loaded|stored|available|pages|passages|tell|altogether"
                "|overall|with|exactly|together|exist|get|got|show|give|different"
            ),
        ),
        "documents": Said(
            marks=(
                "THING (?:do|have|did|can) you|your (?:THING)|"
                "DOC|topics|subjects|know about|have you read|did you read|can i ask about|overview|in here"
                "|table of contents|areas|themes|knowledge"
            ),
            words=(
                "topics|topic|subjects|subject|areas|themes|know|about|read|what|which|cover|covers|covered"
                "|overview|list|show|display|give|tell|see|name|available|table|some|got|use|used|using|based|or"
                "|can i|could i|may i|ask|contain|contains|kind|kinds|sort|sorts|type|types|loaded|stored|rely"
                "|answers|come|from|where|get|full|complete|access|with|answer|indexed|search|browse|i can|s in"
                "|inside|exist|find|hold|holds|summary|describe"
            ),
        ),
        "help": Said(
            marks=(
                "what (?:is|s) (?:this|that)(?: (?:site|page|website|chat|tool|thing|bot|assistant"
                "|service|app|system|here|about|for|all about))*|how (?:does|do) (?:this|you)|how (?:do|can"
                "|could|should|would) (?:i|we|one) (?:use|ask|phrase|talk to|work with) (?:this|you|a|my"
                "|questions?|the)|examples? (?:of )?(?:a )?questions?|questions?(?: \\w+)* examples?|who (?:are"
                "|made|built) you|what (?:are|do|can|could|does) you|what (?:can|could|should|may) (?:i"
                "|we)(?: \\w+)* ask|(?:can|could|will) you help|help me|need help|are you|am i (?:talking"
                "|speaking|chatting)|where (?:do|should|can) i (?:start|begin)|explain how|what you can"
                "|what (?:kind|kinds|sort|sorts|type|types) of questions?|which questions|introduce"
                "|what s this thing"
            ),
            words=(
                "what|who|how|which|where|why are you here|site|page|website|chat|chatbot|tool|bot|robot|human"
                "|person|machine|ai|assistant|service|app|system|program|about|all about|work|works|working|use"
                "|used|using|i|we|one|should|may|am|ask|asking|phrase|question|questions|example|examples|made"
                "|built|help|need|some|start|begin|explain|tell|show|give|kind|kinds|sort|sorts|type|types|answer"
                "|introduce|yourself|able|possible|good|purpose|talking|real|with|function|functions|features"
                "|instructions|further|do you|name|called|assist"
            ),
        ),
        "thanks": Said(
            marks=(
                "thanks|thank|thx|ty|cheers|helped|helpful|useful|appreciate|appreciated|great answer|good answer"
                "|nice answer|perfect answer|excellent answer|well done|good job|great job|nice work|great work"
                "|brilliant|amazing|fantastic|wonderful|awesome|perfect|excellent|all i|exactly what i"
                "|answers my question|saved my|lovely|works"
            ),
            words=(
                "thanks|thank|thx|ty|cheers|helped|helpful|useful|help|helps|appreciate|appreciated|great|good"
                "|nice|perfect|excellent|well|done|job|work|works|brilliant|amazing|fantastic|wonderful|awesome"
                "|lovely|i|exactly|what|needed|wanted|looking|know|answer|answers|answered|reply|response"
                "|question|questions|explanation|information|info|saved|day|time|lot|million|many|bunch|ton|so"
                "|quick|fast|clear|understand|understood|see|got|bye|goodbye|again|see you|that|with|been|was"
                "|need|too|also|one|for now|everyone|mate|friend|kindly|support|helping"
            ),
        ),
    },
    languages=(
        "en:english fr:french de:german(?!y) zh:chinese es:spanish it:italian pt:portuguese nl:dutch sv:swedish"
        " pl:polish ru:russian ja:japanese ko:korean ar:arabic"
    ),
    subject=Said(
        marks="DOC|something|anything|everything|(?:you|we) (?:have|know|got|find|see)|have (?:you|we)|got|know",
        words=(
            "what|which|anything|something|everything|some|show|list|find|give|search|get|got|know|see|available"
            "|we|us|else|look|other|more|one|who|be|exist|guide|handbook|instructions|page|pages|paper|papers"
            "|report|reports|passages|section|sections|read|i|looking|need|want|interested|about"
        ),
    ),
    relation=(
        "about(?: the topic(?: of)?| the subject(?: of)?)?|concerning|regarding|related to|relating to"
        "|dealing with|deals? with|deal with|(?:that |which )?mention(?:s|ing)?|(?:that |which )?talks? about"
        "|talking about|(?:that |which )?covers?|covering|(?:that |which )?contain(?:s|ing)? the (?:word|term)"
        "|(?:that |which )?(?:discuss|discusses|describe|describes)"
        "|(?<!there anything )(?<!there something )on(?: the topic of| the subject of)?|(?<=manual )for"
        "|(?<=guide )(?:for|to)|(?<=instructions )for|(?<=handbook )for|(?<=with )the (?:word|term)"
    ),
    after="please|here|there|in (?:there|here|it|(?:the|your) (?:knowledge base|collection|documents|database))",
    contents=(
        "(?:what (?:is|s)|what are the (?:contents|topics|sections|headings|chapters)|what can (?:i|you"
        "|one) find) (?:inside|in|of)(?: (?:the )?(?:document|file))? (.+)|(?:please )?(?:open|display|view"
        "|read)(?: me| up)?(?: (?:the )?(?:document|file))? (.+)|(?:please )?show(?: me)?(?: (?:the )?(?:document"
        "|file))? (.+)|(?:(?:show|list|give)(?: me)? )?(?:an? |the )?(?:table of contents|contents|headings"
        "|chapters|sections|outline|structure|toc)(?: (?:of|in|for))(?: (?:the )?(?:document|file))? (.+)"
        "|what does (?:the (?:document|file) )?(.+) (?:contain|say|cover|include|describe|deal with)|what (?:is"
        "|s) (?:the (?:document|file) )?(.+) about|(?:what|which) (?:sections|chapters|headings|topics|subjects"
        "|parts) (?:does|are(?: covered)?(?: there)?(?: in)?|do) (.+?)(?: (?:have|contain|cover|include))?"
    ),
)
