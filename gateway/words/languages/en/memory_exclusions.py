"""English questions that the answer memory neither keeps nor serves: about the asker's own case, for something to be
done, about what changes with time."""

from __future__ import annotations

from gateway.words.languages.tables import RoutingWords

_DEED_EN = (
    "(?:cancel|send|book|reserve|delete|remove|create|schedule|reschedule|call|email|e-mail|mail|text|remind|transfer|pay|buy"
    "|purchase|order|update|change|edit|reset|register|enrol|enroll|subscribe|unsubscribe|block|unblock|activate|deactivate|enable|disable"
    "|print|forward|submit|upload|refund|reimburse|approve|reject|close|open|reopen|assign|add|invite|restart|stop|start|run|translate|notify|ship|renew|extend|move|rename)"
)
_THING_EN = r"(?:my|the|a|an|this|that|these|those|our|his|her|their|me|it|him|them|us|all|every|another|one|two|\d+|#\d+|[\w.+-]+@\S+)\b"
_CASE_EN = (
    "(?:orders?|invoices?|files?|cases?|claims?|applications?|requests?|tickets?|balance|parcels?|packages?|deliver(?:y|ies)|shipments?|payslips?"
    "|salary|wages?|bonus|appointments?|bookings?|reservations?|refunds?|purchases?|payments?|complaints?|repairs?|loans?|premium|contract|diagnosis"
    "|results?|prescriptions?|grades?|marks?|visa application|tax return|bills?|statements?|debts?|points|credits?|leave days|vacation days|holidays? left"
    r"|name|age|birthday|(?:phone |customer |account |employee |member )numbers?|manager'?s? name)"
)
ROUTING = RoutingWords(
    volatile=(
        r"\b(?:today|tonight|tomorrow|yesterday|now|nowadays|currently|current|at (?:the|this) (?:moment|time)|right away|so far|as of yet|these days"
        r"|latest|newest|most recent(?:ly)?|recently|live|real[- ]time|up[- ]to[- ]date|this (?:morning|afternoon|evening|week|weekend|month|quarter|season|year)"
        r"|(?:last|next) (?:night|week|weekend|month|quarter|year)|weather|forecast|(?:stock|share) prices?|exchange rates?|in stock|breaking news|traffic|who(?: is|'s) (?:on duty|online|available)"
        r"|what time is it|which day is it)\b"
    ),
    lasting=(
        r"\bcurrent (?:accounts?|passwords?|passphrases?|director(?:y|ies)|folders?|assets?|liabilit\w+|transformers?|limits?|density|ratings?|sensors?)\b"
        r"|\b(?:electric\w*|alternating|direct|leakage|rated|inrush|residual|ac|dc|input|output|maximum|ocean)[- ]current\b|\b(?:live|living) (?:in|with|at|abroad|together|alone|chat|stream\w*|edge)\b"
        r"|\b(?:i|we|you|they|people|who|to|tenants?|employees?) live\b|\btraffic (?:lights?|laws?|rules?|signs?|fines?|offen[cs]es?|accidents?|code)\b|\bat the latest\b|\bin stock (?:options?|plans?)\b"
        r"|\bnow and then\b|\bweather[- ](?:proof|resistant|strip\w*)\b|\b(?:current|now) transformer\b"
    ),
    how=(
        r"\bhow (?:do|can|could|should|would|to|may|might|must|does|long before|come)\b|\bwhat (?:are the steps|is the (?:procedure|process|best way|way|policy|rule)|(?:do|must|should|can) (?:i|we) (?:have to |need to )?do)\b"
        r"|\b(?:steps|procedure|process|way|instructions) (?:to|for|of)\b|\bwhere (?:can|do|could|should) (?:i|we)\b|\bwhat happens\b|\bwhat if\b|\bif (?:i|we|my|our)\b|\b(?:explain|describe)\b|\bwhat (?:documents?|papers|forms?|information|details|does .{1,40} mean)\b|\bpolicy\b"
    ),
    own=rf"\b(?:my|mine|our) (?:\w+ ){{0,2}}?{_CASE_EN}\b|\bwhere(?: is|'s| are) (?:my|our)\b|\b(?:have|has|did|was|were|is|are) (?:my|our) (?:\w+ ){{1,4}}?(?:been|sent|arriv\w+|approv\w+|accepted|paid|shipped|processed|received|ready|rejected)\b",
    own_state=(
        r"\b(?:do|have|will) (?:i|we) (?:still )?(?:have|got|get) (?:\w+ ){0,4}(?:left|remaining)\b|\b(?:am|was|were) (?:i|we) (?:\w+ )?(?:registered|enrolled|approved|paid|owed|charged|logged|booked|eligible|entitled)\b"
        r"|\bdid (?:i|we|you) (?:\w+ )?(?:receive|get|send|order|pay|buy|book|submit|sign|say|ask|miss|process)\b|\bhave (?:i|we|you) (?:\w+ )?(?:received|sent|paid|submitted|signed|approved|processed|used)\b|\bdo i (?:still )?owe\b|\bwho am i\b"
        r"|\bwhat(?: is|'s|s) (?:the )?(?:status|state|progress) of (?:my|our)\b|\bmy (?:current )?balance\b|\bi(?: am|'m) \d+\b"
    ),
    action=(
        rf"^(?:(?:hi|hello|hey|ok|so|now|then|and)[ ,]+)*(?:please |pls |kindly |just |go ahead and |let's |let us ){{1,2}}{_DEED_EN}\b|^(?:(?:hi|hello|hey|ok)[ ,]+)*{_DEED_EN} {_THING_EN}"
        rf"|\b(?:can|could|would|will) you (?:please |kindly |also |just )*{_DEED_EN} {_THING_EN}|\b{_DEED_EN} (?:\S+ ){{1,6}}for (?:me|us)\b"
        rf"|\b(?:i|we)(?: would|'d| want| need| wish)(?: like| want)? (?:you )?to {_DEED_EN}\b|\b(?:i|we) want (?:you to|it|them) {_DEED_EN}\w*\b|\bplease {_DEED_EN}\b|\bremind me\b|\b{_DEED_EN} [^?]{{1,60}},? please\b"
    ),
    numbered_case=(
        r"\b(?:order|invoice|ticket|case|claim|parcel|booking|reservation|account|customer)s?"
        r" ?(?:no\.?|nr\.?|number|numero|id|#|n°)? ?:? ?#?[a-z]{0,4}-?\d{4,}\b"
    ),
)
