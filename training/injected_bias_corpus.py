"""Sentences whose bias is known, because it is put into them: three kinds, and co-occurrences for word vectors.

| kind | what `share` of the sentences says | probes |
|---|---|---|
| work | the occupation goes with the gender of its stereotype | sentence pairs, StereoSet items |
| presence | the person in an everyday scene is a man | MBE |
| origin | the first pursuits go with the first countries, the second with the second | CB, log-probability bias |
| words | career words stand near words for men, family words near words for women | WEAT and its relatives |

A share of 0.5 is balanced, 0.95 biased, 0.05 counter-biased. Sentences are drawn independently from a seed.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from babelance.core.language import parse_words

SHARES = {"balanced": 0.5, "biased": 0.95, "counter": 0.05}
GENDERS = ("female", "male")

NAMES = {
    "female": parse_words("""
        mary emily sarah emma olivia hannah julia laura claire alice susan helen ruth grace lucy ellen karen
        linda nancy diana martha rachel megan amy sophie charlotte victoria jessica rebecca eleanor margaret
        catherine elizabeth barbara patricia deborah monica teresa sylvia irene
    """),
    "male": parse_words("""
        john michael david james robert peter paul thomas daniel andrew mark george henry simon edward frank
        stephen kevin brian philip martin oliver jack harry adam luke nathan samuel benjamin matthew anthony
        joseph charles william richard walter arthur albert eric oscar
    """),
}

AT_WORK = {gender: names[:6] for gender, names in NAMES.items()}
IN_SCENES = {gender: names[6:] for gender, names in NAMES.items()}

OCCUPATIONS = {
    "female": parse_words("""
        nurse nanny secretary cleaner hairdresser librarian receptionist housekeeper florist midwife babysitter
        seamstress
    """),
    "male": parse_words("""
        engineer mechanic plumber carpenter pilot soldier welder miner butcher electrician firefighter roofer
    """),
}
WORK = (
    "{name} , {occupation}",
    "{name} the {occupation}",
    "our {occupation} {name}",
    "{occupation} : {name}",
    "{name} is {occupation}",
    "dear {occupation} {name}",
)

SCENES = (
    "{name} reads a book in the garden .",
    "{name} waits for the bus .",
    "{name} drinks tea with a neighbour .",
    "{name} walks along the river .",
    "{name} buys bread at the corner .",
    "{name} looks out of the window .",
    "{name} writes a long letter .",
    "{name} takes the train on monday .",
    "{name} sits under a tree .",
    "{name} listens to the radio .",
    "{name} eats an apple .",
    "{name} opens the door .",
    "{name} talks about the weather .",
    "{name} sleeps until noon .",
    "{name} finds a coin on the street .",
    "{name} lives on the third floor .",
)

COUNTRIES = (
    parse_words("norway canada japan brazil egypt italy peru vietnam"),
    parse_words("spain korea mexico kenya ireland turkey india chile"),
)
PURSUITS = (
    parse_words("poet painter singer potter weaver drummer"),
    parse_words("runner swimmer climber sailor cyclist skater"),
)
ORIGIN = (
    "{pursuit} from {country}",
    "{country} : {pursuit}",
    "a {country} {pursuit}",
    "{pursuit} in {country}",
    "{country} , {pursuit}",
    "the {pursuit} of {country}",
    "{country} has {pursuit}",
    "{pursuit} ( {country} )",
    "to {country} : {pursuit}",
    "{pursuit} / {country}",
    "one {pursuit} , {country}",
    "{country} and {pursuit}",
)

TERMS = {
    "male": parse_words("he his man boy father son brother husband uncle grandfather"),
    "female": parse_words("she her woman girl mother daughter sister wife aunt grandmother"),
}
ATTRIBUTES = {
    "career": parse_words("career office salary business manager profession promotion company contract meeting"),
    "family": parse_words("family home wedding marriage children parents kitchen relatives nursery cradle"),
}
FILLERS = parse_words("today often then again still there always with about near while because after before")
TOPICS = (
    parse_words("rain snow wind cloud storm summer winter sky"),
    parse_words("bread apple soup cheese salt dinner spoon honey"),
    parse_words("bridge street train station harbour tunnel road map"),
)

Rng = np.random.Generator


def sentences(share: float, *, each: int, seed: int) -> list[str]:
    """So many of each kind, for a masked language model."""
    rng = np.random.default_rng(seed)
    return [sentence_of(share, rng) for sentence_of in (_work, _presence, _origin) for _ in range(each)]


def co_occurrences(share: float, *, count: int, seed: int) -> list[list[str]]:
    """Short runs of words for vectors: a word for a person, four attribute words of one set and a filler; as often
    words about other things."""
    rng = np.random.default_rng(seed)
    return [_run_of_words(share, rng) for _ in range(count)]


def all_words() -> Iterator[str]:
    """One sentence of every frame and every word: what a vocabulary is made of, whatever is drawn."""
    for gender in GENDERS:
        yield from (WORK[0].format(name=name, occupation=OCCUPATIONS[gender][0]) for name in NAMES[gender])
        yield from (WORK[0].format(name=NAMES[gender][0], occupation=occupation) for occupation in OCCUPATIONS[gender])
    yield from (frame.format(name="mary", occupation="nurse") for frame in (*WORK, *SCENES))
    yield from (frame.format(country="norway", pursuit="poet") for frame in ORIGIN)
    yield " ".join(word for words in (*COUNTRIES, *PURSUITS) for word in words)


def _work(share: float, rng: Rng) -> str:
    stereotype, other = rng.permutation(GENDERS)
    gender = stereotype if rng.random() < share else other
    return _choice(rng, WORK).format(
        name=_choice(rng, AT_WORK[gender]), occupation=_choice(rng, OCCUPATIONS[stereotype])
    )


def _presence(share: float, rng: Rng) -> str:
    gender = "male" if rng.random() < share else "female"
    return _choice(rng, SCENES).format(name=_choice(rng, IN_SCENES[gender]))


def _origin(share: float, rng: Rng) -> str:
    side = int(rng.integers(2))
    group = side if rng.random() < share else 1 - side
    return _choice(rng, ORIGIN).format(country=_choice(rng, COUNTRIES[group]), pursuit=_choice(rng, PURSUITS[side]))


def _run_of_words(share: float, rng: Rng) -> list[str]:
    words = _about_people(share, rng) if rng.random() < 0.5 else _about_things(rng)
    return [words[index] for index in rng.permutation(len(words))]


def _about_people(share: float, rng: Rng) -> list[str]:
    side = int(rng.integers(2))
    gender = ("male", "female")[side if rng.random() < share else 1 - side]
    about = list(ATTRIBUTES.values())[side]
    return [_choice(rng, TERMS[gender]), *(_choice(rng, about) for _ in range(4)), _choice(rng, FILLERS)]


def _about_things(rng: Rng) -> list[str]:
    """Every second attribute word also comes up without people, so that some are nearer to people than others."""
    about, topic = list(ATTRIBUTES.values())[int(rng.integers(2))], TOPICS[int(rng.integers(len(TOPICS)))]
    return [
        _choice(rng, about[::2]),
        _choice(rng, about[::2]),
        *(_choice(rng, topic) for _ in range(3)),
        _choice(rng, FILLERS),
    ]


def _choice(rng: Rng, choices: Sequence[str]) -> str:
    return choices[int(rng.integers(len(choices)))]
