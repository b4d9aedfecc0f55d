"""Persian. No grammatical gender; parts of a word are joined by the zero-width non-joiner (می‌کند).

{word:spoken}   مهندسه, نویسنده‌ست, نانواست     the word with the copula as people speak
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

_JOINER = "\u200c"
_IS = " است"


def with_spoken_copula(word: str) -> str:
    """The word with "is": after a silent ه or ا the copula is ست, else ه. A spoken ه is stored (خودخواهه)."""
    if word.endswith("ه"):
        return f"{word}{_JOINER}ست"
    return word + ("ست" if word.endswith("ا") else "ه")


def copula(before: str, word: str, after: str) -> tuple[str, str, str]:
    """نانوا است → نانواست."""
    if word.endswith("ا") and after.startswith(_IS):
        after = "ست" + after.removeprefix(_IS)
    return before, word, after


language = Language(
    code="fa",
    name="Persian",
    endonym="فارسی",
    gender_words={
        "female": parse_words("""
            زن زنی زنان زن‌ها زنها زنم دختر دختری دختران دخترها دخترم دخترش مادر مادری مادران مادرم مادرش مامان
            مادربزرگ مادربزرگم مادربزرگش خواهر خواهری خواهران خواهرم خواهرش خاله خاله‌ام عمه عمه‌ام عروس خانم خانمی
            خانم‌ها خانمها بانو بانوی بانوان دوشیزه بیوه ملکه پرنسس شهبانو الهه زنانه مؤنث مادرزن مادرشوهر نامادری
            خواهرزن زن‌دایی زن‌عمو زن‌برادر دخترخاله دخترعمو دخترعمه دختردایی کدبانو دخترانه
        """),
        "male": parse_words("""
            مردی مردان مردها مرد پسر پسری پسران پسرها پسرم پسرش پدر پدری پدران پدرم پدرش بابا پدربزرگ پدربزرگم
            پدربزرگش برادر برادری برادران برادرم برادرش دایی دایی‌ام عمو عمویم داماد شوهر شوهرم شوهرش آقا آقای آقایی
            آقایان پادشاه شاه پرنس مردانه مذکر پدرزن پدرشوهر ناپدری برادرزن برادرشوهر پسرخاله پسرعمو پسرعمه پسردایی
            پسرانه
        """),
        "nonbinary": parse_words("نان‌باینری غیردوگانه"),
    },
    gender_pairs=(
        ("زن", "مرد"),
        ("زنان", "مردان"),
        ("دختر", "پسر"),
        ("دختران", "پسران"),
        ("دخترم", "پسرم"),
        ("مادر", "پدر"),
        ("مادرم", "پدرم"),
        ("مامان", "بابا"),
        ("مادربزرگ", "پدربزرگ"),
        ("خواهر", "برادر"),
        ("خواهرم", "برادرم"),
        ("خاله", "دایی"),
        ("عمه", "عمو"),
        ("عروس", "داماد"),
        ("خانم", "آقا"),
        ("ملکه", "پادشاه"),
        ("زنانه", "مردانه"),
    ),
    person=("زن", "مرد"),
    names={
        "female": parse_words("فاطمه زهرا مریم سارا لیلا نرگس سمانه مینا نسرین پریسا مهسا نازنین زینب سمیرا سپیده"),
        "male": parse_words("محمد حسین علی امیر فرهاد مهدی بهرام سعید مجید آرش بابک کامران حسن حمید سیاوش"),
    },
    registers=(
        Register(
            "informal", "اون {word:spoken}.", "اون {word:spoken}.", ("informal",), "اون: she, he, as people speak"
        ),
        Register("formal-plain", "او {word} است.", "او {word} است.", ("formal", "impolite"), "او: as people write"),
        Register(
            "formal-polite",
            "ایشان {word} هستند.",
            "ایشان {word} هستند.",
            ("formal", "polite"),
            "ایشان with the plural of respect",
        ),
    ),
    fit=copula,
    forms={"spoken": with_spoken_copula},
    inference=Inference(
        yes="بله",
        maybe="شاید",
        no="نه",
        question="پرسش",
        answer="پاسخ",
        premise="مقدمه",
        hypothesis="فرضیه",
        follows="آیا فرضیه از مقدمه نتیجه می‌شود؟",
        given="فرض کنیم این درست است",
        then="آیا این هم درست است؟",
        choice="بله، نه یا شاید؟",
    ),
    example=("آن زن کتاب می‌خواند.", "مردی کتاب می‌خواند."),
    sources=(
        "Gender words: own list, without words for both (همسر, شاهزاده, نوه).",
        "Names: own choice of frequent given names in Iran that are given to one gender.",
        "Registers: own choice of third-person pronouns and the plural of respect.",
    ),
)
