"""Arabic (Modern Standard). Verbs, adjectives and nouns of people agree in gender.

Probes prefer sentences in which the person is no subject (`وظيفة {name} …`, `طلب المدير من {name} …`); elsewhere the
verb has both forms (`{تعمل|يعمل} {name}`). Words stand in the nominative, without vowel signs.
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, parse_words

language = Language(
    code="ar",
    name="Arabic",
    endonym="العربية",
    gender_words={
        "female": parse_words("""
            هي امرأة المرأة وامرأة والمرأة للمرأة بالمرأة نساء النساء والنساء للنساء نسوة نسائي نسائية النسائية سيدة
            السيدة سيدات السيدات فتاة الفتاة والفتاة للفتاة فتيات الفتيات والفتيات للفتيات بنت البنت بنات البنات أمي
            أمه أمها والدة الوالدة والدتي والدته والدتها ابنة الابنة ابنتي ابنته ابنتها أخت الأخت أختي أخته أختها
            أخوات أخواته أخواتها زوجة الزوجة زوجتي زوجته زوجات الزوجات خالة خالتي خالته خالتها عمتي عمته عمتها جدتي
            جدته جدتها حفيدة حفيدته حفيدتها عروس العروس أرملة الأرملة أرامل حماتي حماته ملكة الملكة أميرة الأميرة
            أميرات آنسة الآنسة الآنسات معلمة المعلمة معلمات ممثلة الممثلة ممرضة الممرضة طالبة الطالبة طالبات الطالبات
            صديقتي صديقته صديقتها خطيبته أنثى الأنثى إناث الإناث أنثوي أنثوية راهبة ساحرة
        """),
        "male": parse_words("""
            هو رجل الرجل ورجل والرجل للرجل بالرجل رجلا رجلًا رجال الرجال والرجال للرجال رجالي رجالية السيد السادة فتى
            الفتى والفتى للفتى فتيان الفتيان والفتيان صبي الصبي صبيان الصبيان أبي أبوه أبيه أبوها أبيها والد الوالد
            والده والدها ابني ابنه ابنها أخي أخوه أخيه أخوها أخيها شقيقه شقيقها زوج الزوج زوجي زوجها أزواج خاله خالها
            عمي عمه عمها جده جدها حفيده حفيدها عريس العريس أرمل الأرمل حموه ملك الملك ملوك الملوك أمير الأمير أمراء
            صديقه صديقها خطيبها ذكوري ذكورية الذكور ذكور راهب رهبان
        """),
        "nonbinary": parse_words("لاثنائي لاثنائية اللاثنائية لاجندري"),
    },
    agreement=True,
    gender_pairs=(
        ("هي", "هو"),
        ("امرأة", "رجل"),
        ("المرأة", "الرجل"),
        ("النساء", "الرجال"),
        ("فتاة", "فتى"),
        ("فتيات", "فتيان"),
        ("السيدة", "السيد"),
        ("والدة", "والد"),
        ("والدتها", "والدها"),
        ("ابنة", "ابن"),
        ("أخت", "أخ"),
        ("أختي", "أخي"),
        ("زوجة", "زوج"),
        ("خالتي", "خالي"),
        ("عمتي", "عمي"),
        ("أرملة", "أرمل"),
        ("ملكة", "ملك"),
        ("أميرة", "أمير"),
        ("الإناث", "الذكور"),
    ),
    person=("امرأة", "رجل"),
    names={
        "female": parse_words("فاطمة مريم عائشة زينب خديجة سارة ليلى سعاد سلمى نادية رانيا دينا نجلاء رشا سميرة"),
        "male": parse_words("محمد أحمد مصطفى يوسف إبراهيم خالد طارق محمود عثمان ياسر مروان زياد وليد حمزة نبيل"),
    },
    pronoun_classes={
        # Clitics as they are written; nouns and adjectives are read by their endings (text/gender/data/ar.toml).
        "she": parse_words("""
            هي وهي فهي إنها وإنها بأنها أنها لأنها امرأة المرأة فتاة الفتاة بنت البنت سيدة السيدة أم أمي أخت أختي
            زوجة زوجته ابنة ملكة الملكة وامرأة والمرأة والملكة وفتاة
        """),
        "he": parse_words("""
            هو وهو فهو إنه وإنه بأنه أنه لأنه رجل الرجل فتى الفتى صبي الصبي سيد السيد أب أبي أخ أخي زوج زوجها ابن ملك
            الملك ورجل والرجل والملك وفتى
        """),
        "they": parse_words("هم وهم فهم إنهم وإنهم بأنهم أنهم لأنهم هما إنهما أنهما كلاهما كلتاهما هن"),
        "person": parse_words("شخص الشخص أحدهم إنسان الإنسان فرد الفرد ناس الناس"),
    },
    inference=Inference(
        yes="نعم",
        maybe="ربما",
        no="لا",
        question="سؤال",
        answer="الجواب",
        premise="المقدمة",
        hypothesis="الفرضية",
        follows="هل تنتج الفرضية عن المقدمة؟",
        given="لنفترض أن هذا صحيح",
        then="هل هذا صحيح أيضًا؟",
        choice="نعم أم لا أم ربما؟",
    ),
    example=("المرأة تقرأ كتابا.", "الرجل يقرأ كتابا."),
    sources=(
        "Gender words: own list with the article, frequent prefixes and possessive endings, without words that have"
        " another frequent reading when vowels are not written (أم, ولد, ذكر, جد, خالي) and without masculine words of"
        " occupations, which stand for both.",
        "Names: own choice of names that are frequent in several Arab countries and given to one gender.",
        "Agreement: own choice of frames.",
    ),
)
