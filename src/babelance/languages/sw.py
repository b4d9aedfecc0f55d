"""Swahili. Noun classes instead of gender: people agree as M-/WA-, whatever the form of the noun.

Daktari anatoka Japani, madaktari wanatoka Japani. Plurals (mwizi, wezi; daktari, madaktari) are stored with the word.
Qualities are stored with the prefix of one person (mwema, mkarimu).
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

language = Language(
    code="sw",
    name="Swahili",
    endonym="Kiswahili",
    gender_words={
        "female": parse_words("""
            mwanamke wanawake mwanamama wanamama msichana wasichana mama akina_mama mamake mamangu mamako dada madada
            dadake dadangu dadako bibi mabibi bibi_harusi bi_harusi binti mabinti bintiye shangazi mashangazi mke
            mkewe mkeo malkia mama_mkwe mama_mdogo mama_mkubwa mama_mzazi mama_wa_kambo mwali kike bi
        """),
        "male": parse_words("""
            mwanamume mwanaume wanaume mvulana wavulana baba akina_baba babake babangu babako kaka makaka kakake
            kakangu kakako babu mababu bwana mabwana bwana_harusi mjomba wajomba mume waume mumewe mumeo mfalme
            wafalme mwanamfalme baba_mkwe baba_mdogo baba_mkubwa baba_mzazi baba_wa_kambo kiume bw
        """),
    },
    gender_pairs=(
        ("mwanamke", "mwanamume"),
        ("wanawake", "wanaume"),
        ("msichana", "mvulana"),
        ("wasichana", "wavulana"),
        ("mama", "baba"),
        ("mamake", "babake"),
        ("mama mkwe", "baba mkwe"),
        ("dada", "kaka"),
        ("dadake", "kakake"),
        ("bibi", "babu"),
        ("bibi harusi", "bwana harusi"),
        ("mke", "mume"),
        ("mkewe", "mumewe"),
        ("kike", "kiume"),
    ),
    person=("mwanamke", "mwanamume"),
    names={
        "female": parse_words(
            "Fatuma Neema Asha Rehema Zainabu Amina Halima Mariamu Ester Anna Salma Mwajuma Roza Khadija"
        ),
        "male": parse_words(
            "Juma Baraka Hamisi Rashidi Salimu Omari Bakari Musa Yohana Petro Hassan Ramadhani Paulo Abdala"
        ),
    },
    registers=(
        Register("huyo", "Huyo ni {word}.", "Huyo ni {word} sana.", ("informal",), "huyo: that one, she or he"),
        Register("yeye", "Yeye ni {word}.", "Yeye ni {word} sana.", ("informal",), "yeye: she or he"),
        Register(
            "mtu",
            "Mtu huyo ni {word}.",
            "Mtu huyo ni {word} sana.",
            ("formal",),
            "mtu huyo: that person, with some distance",
        ),
    ),
    inference=Inference(
        yes="Ndiyo",
        maybe="Labda",
        no="Hapana",
        question="Swali",
        answer="Jibu",
        premise="Dai la kwanza",
        hypothesis="Dai la pili",
        follows="Je, dai la pili linatokana na dai la kwanza?",
        given="Tuseme kwamba hili ni kweli",
        then="Je, hili pia ni kweli?",
        choice="Ndiyo, hapana au labda?",
    ),
    example=("Mwanamke anasoma kitabu.", "Mwanamume anasoma kitabu."),
    sources=(
        "Gender words: own choice. 'nyanya' (grandmother, also: tomato), 'wake' "
        "(wives, also: her or his) and 'kijana' (youth, either) are left out.",
        "Names: own choice of names usual in Tanzania and Kenya; pairs are of one religion.",
        "Countries: own choice of the names usual in the news.",
        "Agreement: own choice of frames.",
    ),
)
