"""English words that may change places in a question, and opposites."""

from __future__ import annotations

from gateway.words.languages.tables import SwapWords

_INTERCHANGEABLE = """
register enrol enroll signup subscribe join; setup install configure; login connect access
download obtain fetch retrieve; reset restore reinitialise reinitialize; request ask apply claim
submit file lodge send; send ship deliver mail dispatch post; shipping delivery shipment dispatch
parcel package shipment; return sendback; exchange swap replace replacement change
modify change edit alter update amend adjust correct; choose select pick; check verify see view consult
verify confirm validate; create make generate; write compose draft
remove delete erase discard clear uninstall; enable activate; disable deactivate
show display view; search find look locate; save store keep; add insert attach include; attach upload
deliver delivery; combine merge join unite; split divide separate; transfer move migrate; copy duplicate; print printing
explain describe; report declare notify inform; contact reach; call phone telephone
assistance support helpdesk help; hotline phone telephone; mobile cellphone; telework remote homeoffice remotely
guarantee warranty cover; coverage cover insure; laptop notebook; computer pc; photo picture image; film movie
document paper file form; paperwork document form; form application; app application software program
website site webpage page; email mail; address location place; location place site spot; deadline cutoff due
limit maximum cap most ceiling; minimum least lowest; maximum most highest; duration length period term
period window timeframe time; long duration length; price cost fee charge tariff; cost price worth
bill invoice; free gratis complimentary; expense cost spending
refund reimbursement reimburse moneyback; discount reduction rebate; voucher coupon; subscription plan membership
client customer; buyer customer purchaser; staff employee worker personnel; colleague coworker teammate
company firm business organisation organization enterprise; boss manager supervisor; salary wage pay earnings; pay paid payment; foreign abroad; large size
holiday vacation leave; leave absence; sick ill illness sickness; probation trial; contract agreement; resign quit
dismiss fire; retire retirement; hire recruit; tenant renter lodger; landlord owner lessor; rent lease
flat apartment; deposit bond; neighbour neighbor; rubbish garbage waste trash; repair fix mend
broken faulty defective damaged; fail failure; error fault problem issue bug; issue problem trouble
solve resolve fix; crash freeze; slow sluggish; quick fast rapid; size dimension measurement; large big
small little; weight weigh heavy; height tall high; depth deep; width wide; begin start commence
finish end complete conclude expire; stop halt cease; allow permit authorise authorize let
permission authorisation authorization allow approval; approve authorise authorize sign; accept take pay
require need necessary mandatory compulsory obligatory must; mandatory compulsory obligatory required
optional voluntary; rule regulation policy guideline; law legislation regulation; procedure process step way method
method way approach; steps procedure process instruction; happen occur; work function operate
use utilise utilize employ; get obtain receive; receive obtain get; buy purchase order; car vehicle automobile
bike bicycle; bus coach; train rail; plane flight aircraft; luggage baggage suitcase bag; hotel accommodation
doctor physician; medicine drug medication; child kid; kindergarten nursery; teacher instructor trainer
course class training; student pupil; library libraries; book reserve booking reservation; ticket pass
badge card pass; visitor guest; parking park carpark; canteen cafeteria; lunch meal; smoke smoking; room space
meeting conference; schedule timetable; opening open hour; yearly annual annually year; monthly month; weekly week
daily day; often frequently frequency; normally usually generally; quit leave; password passcode; username login
security safety safe; backup save; country nation; city town; abroad overseas; language tongue
mean meaning definition; define definition; reason cause why; consequence result effect; advantage benefit
drawback disadvantage; person people individual user; responsible charge; extend prolong renew; renew prolong
postpone delay defer reschedule; late delayed overdue; lose lost missing; misplace lose; theft stolen steal
throw discard dispose; dispose discard recycle; clean wash; heating heater; lamp light
fridge refrigerator; screen monitor display; picture photo; sound audio; volume loudness
temperature heat; eat consume; apply use; eligible entitled qualify; entitlement right; right entitled
certificate attestation proof; insurance policy; claim request; compensation indemnity; penalty fine
fee charge; interest rate; loan credit; pay settle; amount sum; total sum overall; share split; invite invitation
attend participate join; participate attend
pair connect link; blink blinking flash; bring take carry; fasten attach; locate find situate; track follow trace monitor
depart leave; lead head run manage; contain include comprise; support offer provide; recommend suggest advise
prevent avoid; treat cure; cook prepare; hurt ache pain; build construct; launch start run; suspend pause
resume continue; reboot restart; reduce lower decrease cut; increase raise boost; improve enhance boost
calculate compute determine; travel trip journey; dose dosage; vaccine vaccination jab; symptom sign; disease illness
mum mother mom; dad father; tv television; sofa couch; pharmacy chemist; lift elevator; toilet restroom bathroom
autumn fall; biscuit cookie; underground subway metro; lorry truck; motorway highway; tap faucet; cv resume
postcode zip; headquarters office; found establish create; invent invention; author write; population inhabitant
exam test examination; grade mark score; homework assignment; tuition fee; scholarship grant; thesis dissertation
professor lecturer; people employee; enable switch activate; sign signature; occur happen
life last lifetime lifespan autonomy; speed fast; delay wait; answer reply respond; comment remark; topic subject
group team; folder directory; tool instrument; rank rating
feature function functionality; benefit perk; tax duty; trader dealer; shop store market; meal food
drink beverage; spend cost; owe due; worth value; stay live reside; move relocate; marry marriage wedding; divorce separation
birth born; vote election; law legal; court tribunal; lawyer attorney solicitor; police officer
emergency urgent; accident crash; injury hurt injure; dentist dental; diet nutrition
rent rental hire; awake awaken woke; bear bore borne; cancel terminate; adjust adapt; nearest closest; travel ride go; complain complaint dispute object; issue obtain get; begin began begun; bite bit bitten; blow blew blown; break broke broken; bring brought; build built; buy bought; catch caught
choose chose chosen choice; come came; deal dealt; dig dug; draw drew drawn; drink drank drunk; drive drove driven driving; eat ate eaten; fall fell fallen; feed fed
feel felt; fight fought; find found; fly flew flown; forget forgot forgotten; freeze froze; get got gotten; give gave given; go went gone; grow grew grown growth
hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lead led; learn learnt; leave left; lend lent; lose lost loss; make made
mean meant; meet met; pay paid payment compensate remunerate; ride rode ridden; ring rang rung; rise rose risen; say said; see saw seen; sell sold; send sent; shake shook shaken
shoot shot; show shown; sing sang sung; sink sank sunk; sleep slept; speak spoke spoken; spend spent; stand stood; steal stole stolen; stick stuck
strike struck; swim swam swum; take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; understand understood; wake woke
wear wore worn; win won; write wrote written; apply applied application; deliver delivered delivery; register registration registered; treat treatment
item object article thing; property belongings; number amount quantity; staffed attended; liable accountable answerable responsible; suffice sufficient enough; fit hold accommodate seat
personal private; max maximum; issue publish release; cover pay; beat defeat; maker machine; edible eat; live energised energized
obtain acquire get; purpose aim goal; mistake error; annulled cancel; damage harm; ensure guarantee; show indicate
explain clarify; permit licence license; fulfil meet satisfy; keep retain; arrive reach; assemble build; attempt try
inform tell; respond react; obey follow comply; cash money; parking carpark; alarm alert warning; allergic allergy; annoying disturb
appointment booking; area region zone; argue dispute; bonus premium; cellar basement; entire whole complete; evaluate assess rate
exam examination; fabric cloth material; forbid prohibit ban; harmful dangerous; identical same; illegal unlawful; kettle boiler
newest latest recent; obvious clear; plan scheme; pillow cushion; prior previous; remain stay; select choose
shut close; silent quiet; sum amount; trousers pants; unwell sick ill; wallet purse; wipe clean
handle process; assign allocate; expire lapse; valid effective; waive forgo; surgery operation;
id identification identity; setting preference default; loan borrow lend; authentication verification
"""
_COMPLEMENTS = """
enable enabled activate activated active | disable disabled deactivate deactivated inactive
lock locked block blocked | unlock unlocked unblock unblocked; available | unavailable; valid | invalid
allow allowed permit permitted legal lawful | forbid forbidden prohibit prohibited ban banned illegal unlawful
possible | impossible; open opened | close closed shut; present | absent; able | unable; paid | unpaid
include included including | exclude excluded excluding; visible shown show | hidden hide invisible
pass passed | fail failed
accept accepted approve approved | refuse refused reject rejected decline declined deny denied
required mandatory compulsory obligatory | optional voluntary unnecessary
connected online connect | disconnected offline disconnect; complete completed finished | incomplete unfinished
same identical | different; public | private; success successful succeed | failure unsuccessful
eligible | ineligible; covered | uncovered; employed | unemployed; limited | unlimited; married | unmarried single
safe | unsafe dangerous; authorised authorized | unauthorised unauthorized; refundable | nonrefundable
smoking smoker | nonsmoking nonsmoker; full | empty; mute muted | unmute unmuted
"""
_OPPOSITES = """
install installing | uninstall uninstalling; subscribe join register enrol | unsubscribe resign withdraw deregister
login | logout; upload | download; import imported importing | export exported exporting
increase raise grow rise extend lengthen higher | decrease reduce lower cut shrink shorten fall drop
add insert attach | remove delete detach subtract; create make build write | delete destroy demolish
buy purchase | sell sale; lend lending | borrow borrowing; rent | sublet buy; send sending | receive receiving
give | take receive; start begin beginning open starting | stop end finish close ending
before earlier prior until | after later following since; since | until till; first earliest oldest | last latest newest
minimum min least lowest fewest smallest shortest cheapest minimal | maximum max most highest largest longest dearest maximal biggest
more above over exceed larger bigger greater higher | less fewer below under smaller lower
up upper top upward | down lower bottom downward
inside indoor indoors internal inner within | outside outdoor outdoors external outer; early earlier | late later
left | right; front | back rear; hot warm heat heating | cold cool chill cooling
fast faster quick quickly | slow slower slowly; big large | small little; high | low; long | short; heavy | light
strong | weak; new | old used secondhand
latest newest current present new | previous prior former old original initial
hard difficult | easy simple; rich | poor; cheap | expensive
win won gain | lose lost; arrive arrival arriving arrivals check-in checkin | depart departure departing leave checkout
entry entrance enter entering | exit leave; push | pull; hire recruit onboarding | fire dismiss layoff offboarding
advantage benefit pro | disadvantage drawback con
income revenue profit gain earnings | expense loss cost expenditure; debit | credit; deposit | withdraw withdrawal
encrypt encryption encode compress | decrypt decryption decode decompress; read | write
freeze frozen | thaw defrost; domestic national inland | international foreign abroad overseas
employee staff worker | employer; landlord owner lessor | tenant lessee renter
buyer customer purchaser | seller vendor supplier; sender | recipient receiver addressee; teacher | student pupil
parent mother father | child; male man men boy | female woman women girl; adult | child minor
day daytime | night nighttime; weekday weekdays | weekend weekends; morning | afternoon evening night
summer | winter; permanent indefinite | temporary fixed; full | part half partial
manual manually | automatic automatically; gross | net; input | output; buy | lease; asset | liability
send | return; ascending | descending; horizontal | vertical; promote promotion | demote demotion; attach | detach
expand | collapse; mount | unmount; wet | dry; import | export; inbound incoming | outbound outgoing
voluntary voluntarily | involuntary involuntarily; paid | free unpaid; hardware | software; client | server
source | target destination; positive | negative; must mandatory | may; in | out; only | also all; always | never sometimes
oral verbal verbally | written writing; upgrade | downgrade; north northern | south southern
east eastern | west western
"""
SWAPS = SwapWords(
    interchangeable=_INTERCHANGEABLE,
    complements=_COMPLEMENTS,
    opposites=_OPPOSITES,
    empty="""
    a an the this that these those here there
    i me my mine myself we us our ours you your yours yourself he him his himself she her hers it its itself they them
    their theirs one ones someone somebody anyone anybody
    is are was were be been being am do does did doing done has have had having will would shall
    can could may might must should needed required necessary allowed permitted allow allows
    what which who whom whose when where why how many much
    of in on at to for by with as about into onto upon during per regarding concerning and or if then so any some
    please just exactly actually really already ever
    """,
    light="""
    tell show explain describe know find learn get gets getting wonder thing things make makes made making take takes taken perform obtain obtained people
    performed come comes go goes stay stays put want
    """,
    negating=("un", "non", "in", "im", "ir", "il"),
    turning=("dis", "de"),
)
