"""English."""

from __future__ import annotations

import re

from babelance.core.language import Inference, Language, parse_words

_ARTICLE = re.compile(r"(?<![^\W_])([Aa])n?(?= $)")
_VOWEL_SOUND = re.compile(r"(?:[aeio]|u(?!ni|se|til)|hour|honest|heir|honou?r)", re.IGNORECASE)
_CONSONANT_SOUND = re.compile(r"(?:one|once|eu)", re.IGNORECASE)


def article(before: str, word: str, after: str) -> tuple[str, str, str]:
    """a engineer → an engineer, an nurse → a nurse. The sound decides: a university, an hour."""
    if not word or not word[0].isalpha():
        return before, word, after
    vowel = _VOWEL_SOUND.match(word) and not _CONSONANT_SOUND.match(word)
    return _ARTICLE.sub(r"\1n" if vowel else r"\1", before), word, after


language = Language(
    code="en",
    name="English",
    endonym="English",
    gender_words={
        "female": parse_words("""
            she her hers herself woman women womanly girl girls girlhood lady ladies female females mother mothers
            motherhood mom moms mommy mum mums stepmother stepmothers godmother godmothers grandmother grandmothers
            grandma grandmas granny daughter daughters stepdaughter stepdaughters granddaughter granddaughters sister
            sisters stepsister stepsisters sisterhood aunt aunts auntie niece nieces wife wives housewife housewives
            widow widows bride brides fiancée fiancee girlfriend girlfriends queen queens princess princesses duchess
            duchesses countess baroness empress goddess goddesses heroine heroines actress actresses waitress
            waitresses hostess stewardess stewardesses policewoman policewomen businesswoman businesswomen
            congresswoman chairwoman saleswoman spokeswoman sportswoman schoolgirl schoolgirls cowgirl landlady maid
            maids maiden nun nuns priestess witch witches mrs ms madam ma'am feminine heiress sorceress mistress
        """),
        # Without *guys*: in four of five sentences it addresses people of any gender (*you guys*).
        "male": parse_words("""
            he him his himself man men manly boy boys boyhood gentleman gentlemen guy lad lads male males father
            fathers fatherhood dad dads daddy stepfather stepfathers godfather godfathers grandfather grandfathers
            grandpa grandpas granddad son sons stepson stepsons grandson grandsons brother brothers stepbrother
            stepbrothers brotherhood uncle uncles nephew nephews husband husbands widower widowers bridegroom groom
            grooms fiancé boyfriend boyfriends king kings prince princes duke dukes baron emperor emperors actor
            actors waiter waiters steward stewards policeman policemen businessman businessmen congressman chairman
            salesman spokesman sportsman schoolboy schoolboys cowboy cowboys landlord monk monks wizard wizards mr sir
            masculine
        """),
        "nonbinary": parse_words("nonbinary non-binary enby genderqueer genderfluid agender ze hir xe xem themself"),
    },
    gender_pairs=(
        ("she", "he"),
        ("woman", "man"),
        ("women", "men"),
        ("girl", "boy"),
        ("girls", "boys"),
        ("lady", "gentleman"),
        ("mother", "father"),
        ("mom", "dad"),
        ("daughter", "son"),
        ("sister", "brother"),
        ("aunt", "uncle"),
        ("niece", "nephew"),
        ("wife", "husband"),
        ("grandmother", "grandfather"),
        ("girlfriend", "boyfriend"),
        ("queen", "king"),
        ("princess", "prince"),
        ("herself", "himself"),
        ("female", "male"),
    ),
    person=("woman", "man"),
    names={
        "female": parse_words("""
            Mary Emily Sarah Jessica Linda Susan Anna Laura Alice Emma Julia Helen Margaret Rebecca Hannah Catherine
        """),
        "male": parse_words("""
            John Michael David James Robert William Steven Paul Peter Thomas George Daniel Richard Andrew Matthew
            Edward
        """),
    },
    pronoun_classes={
        # Both lists have the same length: each word has its counterpart in the same place of the other.
        "she": parse_words("""
            she her hers herself she's woman women girl girls lady ladies gal gals female daughter sister mother mom
            wife girlfriend waitress queen princess businesswoman policewoman firewoman saleswoman chairwoman
            congresswoman spokeswoman craftswoman mailwoman landlady bride aunt niece grandmother granddaughter
            stepmother widow stewardess hostess duchess countess empress nun heroine goddess actress witch
            housewife midwife madam mrs ms mum lass heiress cowgirl
        """),
        "he": parse_words("""
            he him his himself he's man men boy boys gentleman gentlemen guy guys male son brother father dad
            husband boyfriend waiter king prince businessman policeman fireman salesman chairman
            congressman spokesman craftsman mailman landlord groom uncle nephew grandfather grandson
            stepfather widower steward fellow duke baron emperor monk bridegroom lad repairman wizard
            househusband handyman sir mr mister daddy papa cowboy bachelor
        """),
        "they": parse_words("""
            they them their theirs themselves themself they're they've xe xem xyr xyrs xyrself ze zir zirs hir hirs
            zirself ey eir eirs fae faer faers thon ver
        """),
        "person": parse_words(
            "person people someone somebody individual human human_being everyone everybody anyone anybody"
        ),
    },
    fit=article,
    inference=Inference(
        yes="Yes",
        maybe="Maybe",
        no="No",
        question="Question",
        answer="Answer",
        premise="Premise",
        hypothesis="Hypothesis",
        follows="Does the hypothesis follow from the premise?",
        given="Suppose that this is true",
        then="Is this true, too?",
        choice="Yes, no or maybe?",
    ),
    example=("The woman is reading.", "The man is reading."),
    sources=(
        "Gender words: own choice, with the terms usual in WEAT and in work on gender in text.",
        "Names: own choice of given names that are frequent in the United States, years of birth 1950-2000.",
    ),
)
