"""German. Nouns of people are marked for gender: probes store the male and the female form."""

from __future__ import annotations

from babelance.core.language import Inference, Language, parse_words

language = Language(
    code="de",
    name="German",
    endonym="Deutsch",
    gender_words={
        "female": parse_words("""
            frau frauen mädchen dame damen mutter mütter mama mami oma großmutter großmütter stiefmutter
            schwiegermutter tochter töchter stieftochter enkelin schwester schwestern stiefschwester tante tanten
            nichte nichten ehefrau ehefrauen gattin witwe witwen freundin freundinnen königin königinnen prinzessin
            prinzessinnen herzogin kaiserin heldin lehrerin ärztin schülerin studentin verkäuferin nachbarin chefin
            kollegin schauspielerin sängerin krankenschwester hausfrau hausfrauen weiblich nonne hexe geschäftsfrau
        """),
        "male": parse_words("""
            mann männer bub buben herr herren vater väter papa papi opa großvater großväter stiefvater schwiegervater
            sohn söhne stiefsohn bruder brüder stiefbruder onkel neffe neffen ehemann ehemänner gatte witwer bräutigam
            freund könig könige prinz prinzen herzog kaiser held arzt student nachbar chef kollege hausmann männlich
            mönch geschäftsmann
        """),
        "nonbinary": parse_words("nichtbinär nicht-binär nonbinär enby genderfluid agender xier dey"),
    },
    agreement=True,
    gender_pairs=(
        ("sie", "er"),
        ("frau", "mann"),
        ("frauen", "männer"),
        ("mutter", "vater"),
        ("mama", "papa"),
        ("oma", "opa"),
        ("tochter", "sohn"),
        ("schwester", "bruder"),
        ("tante", "onkel"),
        ("ehefrau", "ehemann"),
        ("großmutter", "großvater"),
        ("königin", "könig"),
        ("prinzessin", "prinz"),
        ("witwe", "witwer"),
        ("weiblich", "männlich"),
    ),
    person=("Frau", "Mann"),
    names={
        "female": parse_words("""
            Anna Maria Sabine Petra Monika Julia Katharina Ursula Claudia Susanne Lena Laura Barbara Stefanie Martina
            Heike
        """),
        "male": parse_words("""
            Thomas Michael Andreas Peter Stefan Markus Christian Martin Jürgen Wolfgang Lukas Jonas Klaus Frank Tobias
            Uwe
        """),
    },
    pronoun_classes={
        # "sie" alone is also "they" and the polite "you": the verb decides, so phrases stand for the pronoun.
        "she": parse_words("""
            sie_ist sie_war sie_hat sie_wird sie_wirkt sie_scheint sie_arbeitet ist_sie war_sie frau mädchen dame
            mutter tochter schwester freundin tante oma ehefrau braut
        """),
        "he": parse_words("""
            er ihn ihm er_ist er_war er_hat er_wird ist_er war_er mann ein_junge herr vater sohn bruder kerl onkel opa
            ehemann bräutigam
        """),
        "they": parse_words("""
            sie_sind sie_waren sie_haben sie_werden sie_wirken sie_scheinen sie_arbeiten sind_sie waren_sie dey xier
            sier hen nin
        """),
        "person": parse_words("person die_person diese_person mensch jemand leute individuum alle_sind alle_waren"),
    },
    inference=Inference(
        yes="Ja",
        maybe="Vielleicht",
        no="Nein",
        question="Frage",
        answer="Antwort",
        premise="Prämisse",
        hypothesis="Hypothese",
        follows="Folgt die Hypothese aus der Prämisse?",
        given="Angenommen, das ist wahr",
        then="Ist dann auch das wahr?",
        choice="Ja, nein oder vielleicht?",
    ),
    example=("Die Frau liest.", "Der Mann liest."),
    sources=(
        "Gender words: own choice, without pronouns on both sides ('sie' is also 'they' and 'you'), without masculine"
        " words whose plural is the same and means both (Lehrer, Schüler), and without words of two meanings (braut,"
        " verlobte, gott).",
        "Names: own choice of frequent given names, years of birth 1950-2000.",
    ),
)
