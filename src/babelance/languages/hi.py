"""Hindi. Pronouns tell no gender, but verbs and adjectives in -ा agree with it.

Probes use sentences whose verb agrees with something else: the perfective with ने agrees with the object, को and का make
the person no subject at all. Occupations and qualities are words of common gender (no -ा/-ी pairs).
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

language = Language(
    code="hi",
    name="Hindi",
    endonym="हिन्दी",
    gender_words={
        "female": parse_words("""
            औरत औरतें औरतों महिला महिलाएँ महिलाओं स्त्री स्त्रियाँ स्त्रियों नारी नारियों लड़की लड़कियाँ लड़कियों
            बालिका बालिकाएँ बालिकाओं युवती युवतियाँ युवतियों माँ माता मम्मी दादी नानी बेटी बेटियाँ बेटियों पुत्री
            पुत्रियाँ बहन बहनें बहनों दीदी बुआ चाची मौसी मामी ताई भाभी ननद भतीजी भानजी पोती नातिन पत्नी पत्नियाँ बीवी
            दुल्हन वधू विधवा सास सहेली सहेलियाँ रानी रानियाँ राजकुमारी महारानी देवी देवियों अभिनेत्री अभिनेत्रियाँ
            नायिका गायिका लेखिका अध्यापिका शिक्षिका छात्रा छात्राएँ छात्राओं नर्तकी गृहिणी श्रीमती मालकिन
        """),
        "male": parse_words("""
            आदमी आदमियों पुरुष पुरुषों मर्द मर्दों लड़का लड़के लड़कों बालक बालकों युवक युवकों पिता पापा बाप दादा बेटा
            बेटे बेटों पुत्र पुत्रों भाई भाइयों भैया चाचा मामा फूफा मौसा ताऊ देवर जीजा साला भतीजा भतीजे भानजा भानजे
            पोता पोते नाती पति पतियों शौहर दूल्हा दूल्हे ससुर राजा राजाओं राजकुमार महाराजा देवता अभिनेता अभिनेताओं
            नायक गायक लेखक अध्यापक श्रीमान
        """),
        "nonbinary": parse_words("नॉन-बाइनरी ग़ैर-बाइनरी किन्नर किन्नरों"),
    },
    agreement=True,
    gender_pairs=(
        ("औरत", "आदमी"),
        ("महिला", "पुरुष"),
        ("महिलाओं", "पुरुषों"),
        ("लड़कियों", "लड़कों"),
        ("युवती", "युवक"),
        ("माता", "पिता"),
        ("मम्मी", "पापा"),
        ("दादी", "दादा"),
        ("बेटियों", "बेटों"),
        ("बहन", "भाई"),
        ("चाची", "चाचा"),
        ("मौसी", "मामा"),
        ("पत्नी", "पति"),
        ("सास", "ससुर"),
        ("रानी", "राजा"),
        ("राजकुमारी", "राजकुमार"),
        ("अभिनेत्री", "अभिनेता"),
    ),
    person=("महिला", "पुरुष"),
    names={
        "female": parse_words("""
            सुनीता नेहा रश्मि प्रियंका अनीता स्वाति मीना अंजलि श्वेता राधिका शबाना मंजू शालिनी संगीता पल्लवी दीपिका
        """),
        "male": parse_words("""
            राजेश राहुल अमित आदित्य संजय सुरेश रमेश मनोज निखिल मोहन सलीम राजू पंकज अनिल महेश रोहित
        """),
    },
    pronoun_classes={
        # Pronouns leave gender open; who is meant tell nouns, adjectives and verbs (text/gender/data/hi.toml).
        "she": parse_words(
            "औरत महिला स्त्री लड़की युवती बालिका माँ माता दादी नानी बेटी पुत्री बहन चाची पत्नी बीवी रानी दुल्हन लड़कियाँ बेटियाँ सहेली"
        ),
        "he": parse_words(
            "आदमी पुरुष मर्द लड़का युवक बालक पापा पिता दादा नाना बेटा पुत्र भाई चाचा पति शौहर राजा दूल्हा लड़के बेटे दूल्हे"
        ),
        "they": parse_words("वे ये वो वह यह उन्हें उन्होंने उसे उसने"),
        "person": parse_words("व्यक्ति इंसान शख्स शख़्स लोग कोई"),
    },
    registers=(
        Register("informal", "वो {word} है।", "वो {word} है।", ("informal",), "वो: she, he, that one, as people speak"),
        Register("formal-plain", "वह {word} है।", "वह {word} है।", ("formal", "impolite"), "वह: as people write"),
        Register("formal-polite", "वे {word} हैं।", "वे {word} हैं।", ("formal", "polite"), "वे with the plural of respect"),
    ),
    forms={"many": str},
    inference=Inference(
        yes="हाँ",
        maybe="शायद",
        no="नहीं",
        question="प्रश्न",
        answer="उत्तर",
        premise="आधार",
        hypothesis="परिकल्पना",
        follows="क्या परिकल्पना आधार से निकलती है?",
        given="मान लीजिए कि यह सच है",
        then="क्या यह भी सच है?",
        choice="हाँ, नहीं या शायद?",
    ),
    example=("महिला किताब पढ़ रही है।", "पुरुष किताब पढ़ रहा है।"),
    sources=(
        "Gender words: own list with the oblique and plural forms that are written often, without words of two meanings"
        " (नाना, वर, जेठ, प्रेमी) and masculine words that mean both (छात्र).",
        "Names: own choice of names that are frequent among adults in northern India and given to one gender.",
        "Agreement: own choice of frames with ने, of common gender and with the plural of respect.",
        "Registers: own choice.",
    ),
)
