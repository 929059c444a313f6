// Written by `npm run build:vectors` from WordNet (lib/service/finding/data/NOTICE).

/** Each line: a word and its irregular forms. */
const FORMS = `
aardwolf aardwolves
abacus abaci
aby abought
acanthus acanthi
acarus acari
acciaccatura acciaccature
acetabulum acetabula
acinus acini
acromion acromia
actinozoan actinozoa
addendum addenda
address addrest
adenocarcinoma adenocarcinomata
adenoma adenomata
adieu adieux
aecium aecia
agnomen agnomina
alewife alewives
alluvium alluvia
altocumulus altocumuli
altostratus altostrati
alumnus alumni
alveolus alveoli
amanuensis amanuenses
ambulacrum ambulacra
amniocentesis amniocenteses
amnion amnia
amoebiasis amoebiases
amora amoraim
amphimixis amphimixes
amphioxus amphioxi
anacoluthon anacolutha
analysis analyses
anamnesis anamneses
anamorphosis anamorphoses
anastomosis anastomoses
androecium androecia
angioma angiomata
animalculum animalcula
anlage anlagen
annulus annuli
antefix antefixa
antheridium andtheridia antheridia
anthozoan anthozoa
anthrax anthraces
antiserum antisera
antithesis antitheses
antrum antra
apex apices
aphelion aphelia
aphis aphides
apomixis apomixes
aponeurosis aponeuroses
apophysis apophyses
aposiopesis aposiopeses
apothecium apothecia
apotheosis apotheoses
appendix appendices
appoggiatura appoggiature
apsis apsides
aquarium aquaria
arboretum arboreta
arc arcked arcking
arcanum arcana
archegonium archegonia
archesporium archesporia
argali araglis
arietta ariette
arise arisen arose
armamentarium armamentaria
arteriosclerosis arterioscleroses
ascesis asceses
ascus asci
ashkenazi ashkenazim
aspergillosis aspergilloses
aspergillus aspergilli
aspersorium aspersoria
astragalus astragali
asyndeton asyndeta
atheroma atheromata
atherosclerosis atheroscleroses
atrium atria
auditorium auditoria
autocatalysis autocatalyses
automaton automata
avitaminosis avitaminoses
awake awoke awoken
bacillus bacilli
backbite backbitten
backslide backslidden
bacteriostasis bacteriostases
bambino bambini
ban bani
bandeau bandeaux
bandit banditti
basidium basidia
basileus basileis
basso bassi
be am been is was were
beadsman beadsmen
bear borne
beau beaux
become became
beef beeves
befall befallen befell
beget begat begot
begin began begun
behold beheld
beseech besought
bestrew bestrewn
bestride bestridden bestrode
bethink bethought
bias biassed biassing
bicentenary bicennaries
bid bade bidden
bijou bijoux
bite bitten
bivouac bivouacked
blackfoot blackfeet
blastema blastemata
bleed bled
blow blew
boletus boleti
bolshevik bolsheviki
booklouse booklice
bookshelf bookshelves
borax boraces
brachium brachia
brainchild brainchildren
breed bred
bregma bregmata
bring brought
broadleaf broadleaves
bronchus bronchi
brother brethren
browbeat browbeaten
bryozoan bryozoa
bucktooth buckteeth
bureau bureaux
bus busses
buy bought
byssus byssi
cactus cacti
caduceus caducei
caecum caeca
calamus calami
calculus calculi
calf calves
callus calli
calx calces
calyx calyces
cambium cambia
can could
canaliculus canaliculi
candelabrum candelabra
canthus canthi
capitulum capitula
capriccio capricci
caput capita
carcinoma carcinomata
carolus caroli
carpus carpi
caryatid carides
caryopsis caryopses caryopsides
castrato castrati
catalysis catalyses
catch caught
cathexis cathexes
caudex caudices
cavetto cavetti
cecum ceca
cembalo cembali
centesimo centesimi
centrum centra
cercaria cercariiae
cerebellum cerebella
cerebrum cerebra
cervix cervices
chapeau chapeaux
chasid chasidim
chassid chassidim
chateau chateaux
cherub cherubim
chiasma chiasmata
chiasmus chiasmi
chide chid chidden
child children
chivy chevied chevies chevying chivvied chivvies chivvying
chlamys chlamydes chlamyses
chondroma chondromata
choose chose
choragus choragi
chou choux
chrysalis chrysalides
cicala cicale
cicatrix cicatrices
cicerone ciceroni
cilium cilia
cimex cimices
cinerarium cineraria
cingulum cingula
cirrocumulus cirrocumuli
cirrostratus cirrostrati
cirrus cirri
cling clung
clostridium clostridia
cloverleaf cloverleaves
clypeus clypei
coagulum coagula
coccus cocci
coccyx coccyges
codex codices
coelenteron coelentera
cognomen cognomina
colloquium colloquia
collyrium collyria
colon cola
colossus colossi
columbarium columbaria
come came
comedo comedones
concerto concerti
congius congii
conidium conidia
consortium consortia
continuum continua
contralto contralti
convolvulus convolvuli
corium coria
cornu cornua
corpus corpora
corrigendum corrigenda
cortex cortices
countersink countersank countersunk
cranium crania
credendum credenda
creep crept
crematorium crematoria
crescendo crescendi
crisis crises
criterion criteria
crus crura
crux cruces
cry cried
ctenidium ctenidia
culex culices
cultus culti
cumulonimbus cumulonimbi
cumulus cumuli
curet curettes
curriculum curricula
cutis cutes
cyclosis cycloses
cylix cylices cylikes
cymatium cymatia
deal dealt
decennium decennia
degas degassed degasses degassing
delphinium delphinia
dermatosis dermatoses
desideratum desiderata
diaeresis diaereses diaerses
diagnosis diagnoses
dial dialled dialling
dialysis dialyses
diaphysis diaphyses
diarthrosis diarthroses
diastasis diastases
diastema diastemata
diathesis diathses
dibbuk dibbukkim
dictum dicta
dieresis diereses
diesis dieses
dilettante dilettanti
diplococcus diplococci
discus disci
diva dive
diverticulum diverticula
divertimento divertimenti
djinny djinn
do did does
dogma dogmata
dogtooth dogteeth
domatium domatia
dormouse dormice
dorsum dorsa
draw drew
drawknife drawknives
dream dreamt
drink drank
duel duelled duelling
duo dui
duodenum duona duonas
dwarf dwarves
dwell dwelt
dybbuk dybbukkim
eat ate eaten
ecchymosis ecchymoses
ecdysis ecdyses
echinococcus echinococci
echinus echini
ectozoan ectozoa
edema edemata
effluvium effluvia
eisegesis eisegeses
eisteddfod eisteddfodau
elf elves
embed embedding
embolus emboli
emphasis emphases
emporium emporia
enarthrosis enarthroses
encephalitis encephalitides
encephalon encephala
enchiridion enchiridia
enchondroma enchondromata
encomium encomia
endocardium endocardia
endocranium endocrania
endometrium endometria
endosteum endostea
endothelium endothelia
endozoan endozoa
enema enemata
entasis entases
enteron entera
entozoan entozoa
epenthesis epentheses
ephemeris ephemerides
ephemeron ephemera
epicalyx epicalyces
epicanthus epicanthi
epicardium epicardia
epididymis epididymides
epigastrium epigastria
epiglottis epiglottides
epiphenomenon epiphenomena
epiphysis epiphyses
epithalamium epithalamia
epithelioma epitheliomata
epithelium epithelia
epizoan epizoa
equilibrium equilibria
equisetum equiseta
erratum errata
esophagus esophagi
etymon etyma
eucalyptus eucalypti
exanthema exanthemata
executrix executrices
exegesis exegeses
exordium exordia
exostosis exostoses
extremum extrema
eyetooth eyeteeth
eyrir aurar
famulus famuli
fasciculus fasciculi
featherbed featherbedded
feed fed
fellah fellaheen fellahin
femur femora
fermata fermate
festschrift festschriften
fez fezzes
fibroma fibromata
fieldmouse fieldmice
fight fought
filaria filariiae
filum fila
fishwife fishwives
flagellum flagella
flagstaff flagstaves
flambeau flambeaux
flamen flamines
flatfoot flatfeet
flee fled
fling flung
florilegium florilegia
fly flew flown
flyleaf flyleaves
focus foci
folium folia
foot feet
foramen foramina
forbear forbore forborne
forbid forbad forbade
forefoot forefeet
forego forewent
foreknow foreknew foreknown
foresee foresaw foreseen
foreshow foreshown
foretell foretold
forget forgot
forgive forgave forgiven
forgo forgone forwent
fornix fornices
forsake forsaken forsook
forswear forswore forsworn
forum fora
frau frauen
freeze froze
fricandeau fricandeaux
frolic frolicked frolicking
frustum frusta
fucus fuci
fuel fuelled fuelling
fulcrum fulcra
fundus fundi
fungus fungi
funiculus funiculi
gainsay gainsaid
gametangium gametangia
gametoecium gametoecia
ganglion ganglia
gas gassed gasses
gateau gateaux
gel gelled gelling
gelsemium gelsemia
gemsbok gemboks
gemsbuck gembucks
genesis geneses
genius genii
gens gentes
genu genua
genus genera
gestalt gestalten
get got gotten
ghostwrite ghostwritten ghostwrote
gin gan
ginglymus ginglymi
gird girt
give gave
gladiolus gladioli
glans glandes
glioma gliomata
glissando glissandi
glochidium glochidcia glochidia
glomerulus glomeruli
glottis glottides
gluteus glutei
gnaw gnawn
gnosis gnoses
go goes went
godchild godchildren
gonion gonia
gonococcus gonococci
goose geese
goy goyim
graf grafen
graffito graffiti
grandchild grandchildren
granuloma granulomata
grip gript
grosz groszy
grow grew
gumma gummata
gymnasium gymnasia
gynoecium gynoecea gynoecia
gyrus gyri
hacksaw hacksawn
haematolysis haematolyses
haematoma haematomata
haemodialysis haemodialyses
haemolysis haemolyses
haemoptysis haemoptyses
haftarah haftaroth
haggada haggadoth
haggadah haggadas
haler haleru
half halves
halfpenny halfpence
hallah challoth hallot halloth
hallux halluces
hamstring hamstrung
hang hung
haphtarah haphtaroth
haredi haredim
hasid hasidim
hassid hassidim
haustorium haustoria
have had has
heave hove
heliozoan heliozoa
helix helices
hematolysis hematolyses
hematoma hematomata
hemodialysis hemodialyses
hemolysis hemolyses
hemoptysis hemoptyses
herbarium herbaria
herr herren
hide hid
hilum hila
hilus hili
hippocampus hippocampi
hippopotamus hippopotami
homunculus homunculi
honorarium honoraria
hoof hooves
housewife housewives
humerus humeri
hydrozoan hydrozoa
hymenium hynia hyniums
hymenopteran hymenoptera
hypanthium hypanthia
hypnosis hypnoses
hypochondrium hypochondria
hypophysis hypophyses
hypostasis hypostases
hypothalamus hypothalami
hypothesis hypotheses
hyrax hyraces
iamb iambi
ibex ibices
ichthyosaur ichthyosauruses
ichthyosaurus ichthyosauri
icosahedron icosahedra
igbo ibo
ilium ilia
imago imagines
imbed imbedded imbedding
imperium imperia
incubus incubi
incus incudes
index indices
indumentum indumenta
indusium indusia
indwell indwelt
infundibulum infundibula
initial initialled initialling
inoculum inocula
intaglio intagli
interleaf interleaves
intermezzo intermezzi
interregnum interregna
interweave interwove
inweave inwove inwoven
iris irides
ischium ischia
isthmus isthmi
jackknife jackknives
jambeau jambeaux
jinni jinn
keeshond keeshonden
ken kent
kibbutz kibbutzim
kneel knelt
knife knives
know knew
krona kronur
krone kronen kroner
kroon krooni
kylix kylikes
labium labia
lactobacillus lactobacilli
lacunar lacunaria
larynx larynges
lat lati latu
latex latices
leaf leaves
lean leant
leap leapt
learn learnt
lemma lemmata
lemniscus lemnisci
lend lent
lentigo lentigines
lepidopteran lepidoptera
leptocephalus leptocephali
lepton lepta
leu lei
leucocytozoan leucocytozoa
lev leva
libretto libretti
lie lain
lied lieder
life lives
likuta makuta
limbus limbi
limen limina
limulus limuli
lipoma lipomata
lira lire
liriodendron liriodendra
litas litai litu
loaf loaves
loculus loculi
locus loci
loggia loggie
logion logia
loti maloti
louse lice
lumbus lumbi
lumen lumina
lustre lustra
lymphangitis lymphangitides
lymphoma lymphomata
lymphopoiesis lymphopoieses
lysis lyses
macrosporangium macrosporangia
madame mesdames
mademoiselle mesdemoiselles
madrono madornos
maestro maestri
mafioso mafiosi
magma magmata
magus magi
malleus mallei
man men
manservant menservants
mantis mantes
manubrium manubria
markka markkaa
marsupium marsupia
matrix matrices
matzo matzoth
mausoleum mausolea
maximum maxima
mean meant
mediastinum mediastina
meet met
megasporangium megasporangia
megillah megilloth
meiosis meioses
melanoma melanomata
memorandum memoranda
meniscus menisci
menstruum menstrua
metacarpus metacarpi
metamorphosis metamorphoses
metastasis metastases
metatarsus metatarsi
metathesis metatheses
metazoan metazoa
metempsychosis metempsychoses
metencephalon metencephala
mezuzah mezuzoth
miasma miasmata
micrococcus micrococci
microsporangium microsporangia
midrash midrashim
midwife midwives
milieu milieux
milium milia
millennium millennia
mimic mimicked mimicking
minimum minima
minyan minyanim
miosis mioses
misdeal misdealt
misgive misgave misgiven
mislead misled
misspell misspelt
misspend misspent
mistake mistook
mitochondrion mitochondria
mitzvah mitzvoth
modiolus modioli
modulus moduli
momentum momenta
momus momi
monsieur messieurs
monsignor monsignori
moratorium moratoria
morceau morceaux
morphallaxis morphallaxes
moshav moshavim
moslem moslim moslims
mouse mice
muskellunge muskallunge
mycelium mycelia
mycobacterium mycobacteria
myelencephalon myelencephala
myiasis myiases
myocardium myocardia
myoma myomata
myosis myoses
myxoma myxomata
narcissus narcissi
naris nares
nasopharynx nasopharynges
natatorium natatoria
nautilus nautili
necropolis necropoleis
nemesis nemeses
neurohypophysis neurohypophyses
neuroma neuromata
neuropteron neuroptera
neurosis neuroses
nevus nevi
nibelung nibelungen
nidus nidi
nimbus nimbi
no noes
nonplus nonplusses nonplussing
noumenon noumena
novella novelle
nucellus nucelli
nucleolus nucleoli
nucleus nuclei
numen numina
oasis oases
obligato obligati
obolus oboli
occiput occipita
ocellus ocelli
octahedron octahedra
octopus octopi
oculus oculi
oedema oedemata
oesophagus oesophagi
oldwife oldwives
omasum omasa
omentum omenta
ommatidium ommatidia
onager onagri
operculum opercula
optimum optima
orthopteron orthoptera
os ora osar ossa
osteoma osteomata
outbid outbidden
outdo outdid outdone
outdraw outdrawn outdrew
outfight outfought
outgeneral outgeneralled outgeneralling
outgo outgone outwent
outgrow outgrew outgrown
outlay outlaid
outride outridden outrode
outrun outran
outsell outsold
outshine outshone
outwear outwore outworn
overbear overbore overborne
overbid overbidden
overcome overcame
overdo overdid
overdraw overdrawn overdrew
overdrive overdriven overdrove
overflow overflown
overfly overflew
overgrow overgrew
overhang overhung
overhear overheard
overlay overlaid
overlie overlain
overpass overpast
overpay overpaid
override overridden overrode
overrun overran
oversee oversaw overseen
oversleep overslept
overspend overspent
overspill overspilt
overtake overtaken overtook
overthrow overthrew overthrown
overwrite overwritten overwrote
ovolo ovoli
ovotestis ovotestes
ovum ova
ox oxen
oxymoron oxymora
paisa paise
pal palled palling
palingenesis palingeneses
pallium pallia
panic panicking
paparazzo paparazzi
paperknife paperknives
papilloma papillomata
pappus pappi
papyrus papyri
paraleipsis paraleipses
paralysis paralyses
paramecium paramecia
paraphysis paraphyses
parapodium parapodia
parapraxis parapraxes
parazoan parazoa
parenthesis parentheses
parhelion parhelia
paries parietes
partake partaken partook
pasquinade pasquil pasquilled pasquilling pasquils
pastorale pastorali
paterfamilias patresfamilias
pea pease
pekinese pekingese
pelvis pelves
penetralium penetralia
penicillium penicillia
penis penes
penknife penknives
penni pennia
penny pence
pentahedron pentahedra
pentimento pentimenti
peplum pepla
pericardium pericardia
peridium peridia
perigonium perigonia
perihelion perihelia
perineum perinea
periosteum periostea
periphrasis periphrases
peristalsis peristalses
perithecium perithecia
peritoneum peritonea
pes pedes
phalanx phalanges
phallus phalli
pharynx pharynges
phenomenon phenomena
philodendron philodendra
phyle phylae
phylogenesis phylogeneses
phylum phyla
physic physicked physicking
picnic picnicked picnicking
pileus pilei
pinetum pineta
pithecanthropus pithecanthropi
planetarium planetaria
plasmodium plasmodia
plateau plateaux
plead pled
plectrum plectra
plenum plena
ploughman ploughmen
ply plied
pneumococcus pneumococci
pocketknife pocketknives
podetium podetia
podium podia
pollex pollices
pollinium pollinia
polyhedron polyhedra
polypus polypi
polyzoan polyzoa
pons pontes
pontifex pontifices
portmanteau portmanteaux
praenomen praenomina
praxis praxes
primo primi
primordium primordia
proboscis proboscides
prognosis prognoses
program programmes
prolegomenon prolegomena
prolepsis prolepses
prologue prologed prologing prologs
promycelium promycelia
pronucleus pronuclei
propositus propositi
proscenium proscenia
prosencephalon prosencephala
prosthesis prostheses
prothalamium prothalamia
prothorax prothoraces
protozoan protozoa
pry pried
psalterium psalteria
pseudopodium pseudopodia
psychoneurosis psychoneuroses
psychosis psychoses
pterygium pterygia
ptosis ptoses
pubis pubes
pudendum pudenda
pul puli
putamen putamina
pycnidium pycnidia
pylorus pylori
pyxidium pyxidia
pyxis pyxides
quadrennium quadrennia
quantum quanta
quarterstaff quarterstaves
quinquennium quinquennia
quiz quizzed quizzes quizzing
rachis rhachises
radius radii
radix radices
ramus rami
ranunculus ranunculi
raphe raphae
real reis
reave reft
rebuild rebuilt
rectum recta
rectus recti
redo redid redone
referendum referenda
regulus reguli
rehear reheard
relatum relata
remake remade
repay repaid
rerun reran
reseau reseaux
resew resewn
residuum residua
retake retaken retook
rete retia
retell retold
rethink rethought
reticulum reticula
rewind rewound
rewrite rewritten rewrote
rhabdomyoma rhabdomyomata
rhinencephalon rhinencephala
rhizobium rhizobia
rhombus rhombi
rhonchus rhonchi
ride ridden rode
rilievo rilievi
ring rang
rive riven
rom roma
rondeau rondeaux
rostrum rostra
rotl artal artel
rouleau rouleaux
rumen rumina
run ran
sacrum sacra
salesperson salespeople
salpinx salpinges
sanctum sancta
sanitarium sanitaria
santims santimi
sarcophagus sarcophagi
sartorius sartorii
saw sawn
scalenus scaleni
scarabaeus scarabaei
scarf scarves
schema schemata
scherzo scherzi
schmo schmoes
scholium scholia
schutzstaffel schutzstaffeln
sclerosis scleroses
sclerotium sclerotia
scotoma scotomata
scriptorium scriptoria
scrotum scrota
scry scried
scyphozoan scyphozoa
scyphus scyphi
secondo secondi
see seen
segno segni
self selves
sent senti
sente lisente listente
separatrix separatrices
sephardi sephardim
septum septa
seraph seraphim
serum sera
sgraffito sgraffiti
sheaf sheaves
shelf shelves
shellac shellacked shellacking
shew shewn
shine shone
shinleaf shinleaves
shit shat
shittah shittim
shmo shmoes
shophar shofroth shophroth
show shown
shrewmouse shrewmice
shrink shrank shrunk
shrive shriven shrove
shy shied
sic sicked sicking
sightsee sightsaw sightseen
signora signore
signore signori
signorina signorine
simulacrum simulacra
sinciput sincipita
sing sung
sink sank
sit sat
skydive skydove
sleep slept
slide slid slidden
sling slung
slink slunk
smite smit smote
sneak snuck
sol soles
solarium solaria
solfeggio solfeggi
solidus solidi
solo soli
soma somata
soprano soprani
sordino sordini
sorus sori
spadix spadices
spectrum spectra
speculum specula
speed sped
spermatozoon spermatozoa
sphinx sphinges
spiculum spicula
spill spilt
spin spun
spirillum spirilla
splayfoot splayfeet
splenius splenii
sporangium sporangia
sporozoan sporozoa
spotlight spotlit
spring sprang sprung
sputum sputa
spy spied
squeegee squilgee
stadium stadia
stamen stamina
stand stood
stapes stapedes
staphylococcus staphylococci
starets staretsy startsy
steal stolen
stele stelae
stemma stemmata
stenosis stenoses
stepchild stepchildren
sternum sterna
stigma stigmata
stimulus stimuli
stink stank stunk
stoma stomata
stotinka stotinki stotkini
stratum strata
stratus strati
streptococcus streptococci
strew strewn
stria striae
stride stridden strode
strive striven strove
strobilus strobili
stroma stromata
sty stied
stylopodium stylopodia
stylus styli
subgenus subgenera
subphylum subphyla
substratum substrasta
subtotal subtotalled subtotalling
succedaneum succedanea
succubus succubi
sudatorium sudatoria
sulcus sulci
superstratum superstrata
swap swopped swopping swops
swear swore
swim swam swum
swing swung
syconium syconia
syllabus syllabi
syllepsis syllepses
symphysis symphyses
symposium symposia
synapsis synapses
syncytium syncytia
synopsis synopses
syntagma syntagmata
synthesis syntheses
syrinx syringes
tableau tableaux
take took
talc talcked talcking
tallith tallaisim tallitoth
talus tali
tarsus tarsi
taxon taxa
teach taught
tell told
tempo tempi
tenderfoot tenderfeet
teras terata
teredo teredines
terminus termini
terrarium terraria
terzetto terzetti
testis testes
testudo testudines
tetrahedron tetrahedra
tetraskelion tetraskelia
thalamus thalami
thallus thalli
thesaurus thesauri
thesis theses
thief thieves
thorax thoraces
thrive thriven throve
thrombus thrombi
throw threw
thymus thymi
thyrse therses
thyrsus thyrsi
titmouse titmice
tomentum tomenta
tooth teeth
tophus tophi
topos topoi
torso torsi
torus tori
traffic trafficked trafficking
tragus tragi
trammel trameled trameling tramelled tramelling tramels
transfix transfixt
transship tranship
trapezium trapezia
trapezohedron trapezohedra
trauma traumata
tread trod trodden
treponema treponemata
triclinium triclinia
triskelion triskelia
triumvir triumviri
trivium trivia
tropaeolum tropaeola
trousseau trousseaux
turf turves
tympanum tympana
typewrite typewritten typewrote
ubermensch ubermenschen
uighur uigurs
ultimatum ultimata
umbilicus umbilici
umbo umbones
uncus unci
undergird undergirt
undergo undergone underwent
underlay underlaid
underlie underlain
underpay underpaid
undersell undersold
undertake undertaken undertook
underwrite underwritten underwrote
undo undid
unfreeze unfroze
unlearn unlearnt
unwind unwound
upheave uphove
uphold upheld
uprise uprisen uprose
urinalysis urinalyses
uterus uteri
utriculus utriculi
vacuum vacua
vagus vagi
varix varices
vas vasa
velum vela
ventriculus ventriculi
vermis vermes
vertex vertices
vertigo vertigines
vie vying
villus villi
virtuoso virtuosi
vitellus vitelli
vivarium vivaria
volta volte
vortex vortices
vox voces
wake woke woken
waylay waylaid
wear wore
weave wove
weep wept
werewolf werewolves
wharf wharves
whipsaw whipsawn
whiz whizzed whizzes whizzing
wife wives
will would
withdraw withdrew
withhold withheld
withstand withstood
wolf wolves
woman women
woodlouse woodlice
wring wrung
write wrote
wry wried
yeshiva yeshivahs yeshivoth
yogi yogin
zoonosis zoonoses
`;

/** The word of which each is an irregular form: "mouse" for "mice". */
export const IRREGULAR_BASES: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split("\n")
    .flatMap((line) => {
      const [base = "", ...forms] = line.split(" ");
      return forms.map((form): [string, string] => [form, base]);
    }),
);
