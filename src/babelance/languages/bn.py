"""Bengali. No grammatical gender; pronouns and verbs tell respect instead. Case endings are joined to the noun."""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

language = Language(
    code="bn",
    name="Bengali",
    endonym="বাংলা",
    gender_words={
        "female": parse_words("""
            মহিলা মহিলার মহিলাকে মহিলারা মহিলাদের মহিলাটি নারী নারীর নারীকে নারীরা নারীদের নারীটি মেয়ে মেয়ের মেয়েকে
            মেয়েরা মেয়েদের মেয়েটি মেয়েটির মা মায়ের মাকে মায়েরা আম্মা বোন বোনের বোনকে বোনেরা বোনদের দিদি আপা
            স্ত্রী স্ত্রীর স্ত্রীকে বউ বউয়ের বৌ বৌদি ভাবি দাদি নানি ঠাকুমা দিদিমা খালা খালার মাসি মাসির পিসি পিসির
            ফুফু চাচি কাকি মামি শাশুড়ি শাশুড়ির ননদ কন্যা কন্যার কন্যাকে কন্যারা রানি রানির রানী রাজকুমারী রাজকন্যা
            বিধবা বান্ধবী বান্ধবীর প্রেমিকা প্রেমিকার ছাত্রী ছাত্রীর ছাত্রীরা শিক্ষিকা শিক্ষিকার গায়িকা নায়িকা
            অভিনেত্রী লেখিকা গৃহিণী তরুণী তরুণীর কিশোরী কিশোরীর বালিকা বালিকার যুবতী ভদ্রমহিলা ভদ্রমহিলার দেবী
        """),
        "male": parse_words("""
            পুরুষ পুরুষের পুরুষকে পুরুষরা পুরুষেরা পুরুষদের পুরুষটি ছেলে ছেলের ছেলেকে ছেলেরা ছেলেদের ছেলেটি ছেলেটির
            বাবা বাবার বাবাকে আব্বা ভাই ভাইয়ের ভাইকে ভাইয়েরা ভাইদের স্বামী স্বামীর স্বামীকে ঠাকুরদা দাদু খালু মেসো
            পিসে ফুফা চাচা চাচার কাকা কাকার মামা মামার দুলাভাই জামাই জামাইয়ের শ্বশুর শ্বশুরের দেবর ভাসুর শালা পুত্র
            পুত্রের পুত্রকে রাজা রাজার রাজাকে রাজকুমার রাজপুত্র বিপত্নীক প্রেমিক প্রেমিকের গায়ক নায়ক অভিনেতা কিশোর
            কিশোরের বালক বালকের যুবক যুবকের যুবকরা ভদ্রলোক ভদ্রলোকের
        """),
        "nonbinary": parse_words("নন-বাইনারি হিজড়া হিজড়ারা"),
    },
    gender_pairs=(
        ("নারী", "পুরুষ"),
        ("নারীরা", "পুরুষরা"),
        ("মেয়ে", "ছেলে"),
        ("মেয়েরা", "ছেলেরা"),
        ("মেয়েটি", "ছেলেটি"),
        ("মা", "বাবা"),
        ("মায়ের", "বাবার"),
        ("বোন", "ভাই"),
        ("স্ত্রী", "স্বামী"),
        ("কন্যা", "পুত্র"),
        ("চাচি", "চাচা"),
        ("মামি", "মামা"),
        ("শাশুড়ি", "শ্বশুর"),
        ("রানি", "রাজা"),
        ("রাজকুমারী", "রাজকুমার"),
        ("বালিকা", "বালক"),
        ("ভদ্রমহিলা", "ভদ্রলোক"),
        ("প্রেমিকা", "প্রেমিক"),
    ),
    person=("মহিলা", "পুরুষ"),
    # Neighbours in a list are paired in controls, so names of one community stand together.
    names={
        "female": parse_words("""
            রেহানা নাজমা ফাতেমা আয়েশা নাসরিন শারমিন সুমাইয়া তানিয়া রুমানা প্রিয়াঙ্কা সোমা শর্মিষ্ঠা সুচিত্রা অনিতা
            রীতা
        """),
        "male": parse_words("""
            শফিক হাসান রহিম করিম রফিক সোহেল জাহিদ তারেক কামাল অনির্বাণ অমিত সুব্রত দীপঙ্কর রাজীব তাপস
        """),
    },
    registers=(
        Register("informal", "ও একজন {word}।", "ও খুব {word}।", ("informal",), "ও: she, he, familiar"),
        Register("formal-plain", "সে একজন {word}।", "সে খুব {word}।", ("formal", "impolite"), "সে: as people write"),
        Register("formal-polite", "তিনি একজন {word}।", "তিনি খুব {word}।", ("formal", "polite"), "তিনি: with respect"),
    ),
    inference=Inference(
        yes="হ্যাঁ",
        maybe="হয়তো",
        no="না",
        question="প্রশ্ন",
        answer="উত্তর",
        premise="প্রস্তাব",
        hypothesis="অনুমান",
        follows="প্রস্তাব থেকে কি অনুমানটি পাওয়া যায়?",
        given="ধরা যাক এটি সত্য",
        then="তাহলে এটিও কি সত্য?",
        choice="হ্যাঁ, না অথবা হয়তো?",
    ),
    example=("মহিলা বই পড়ছেন।", "পুরুষ বই পড়ছেন।"),
    sources=(
        "Gender words: own list with the case forms and articles that are written often, without words of two meanings"
        " (নানা, দাদা, তরুণ, বর) and masculine words that mean both (ছাত্র, শিক্ষক).",
        "Names: own choice of frequent given names in Bangladesh and West Bengal that are given to one gender.",
        "Registers: own choice.",
    ),
)
