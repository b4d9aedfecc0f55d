"""Thai. No grammatical gender and no spaces between words; เขา is she and he alike in speech, มัน and ท่าน are as well.

Sentences have no full stop. Polite particles (ครับ, ค่ะ) tell the gender of the speaker, so no register has them.
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

language = Language(
    code="th",
    name="Thai",
    endonym="ไทย",
    # Words are found as substrings, so short ones stand in compounds only: แม่ (แม่น้ำ: river), ชาย (ชายหาด: beach).
    spaced=False,
    gender_words={
        "female": parse_words("""
            ผู้หญิง เด็กผู้หญิง เด็กหญิง หญิงสาว เด็กสาว สาวน้อย หญิงชรา สุภาพสตรี นางสาว เพศหญิง คุณแม่ มารดา แม่ยาย
            แม่เลี้ยง คุณย่า คุณยาย คุณป้า พี่สาว น้องสาว ลูกสาว หลานสาว ลูกสะใภ้ ภรรยา เจ้าสาว แม่หม้าย แฟนสาว ราชินี
            เจ้าหญิง เทพธิดา นางฟ้า นางเอก นางแบบ นักแสดงหญิง นักเรียนหญิง ตำรวจหญิง แม่บ้าน แม่ครัว แม่ชี
        """),
        "male": parse_words("""
            ผู้ชาย เด็กผู้ชาย เด็กชาย ชายหนุ่ม เด็กหนุ่ม หนุ่มน้อย ชายชรา สุภาพบุรุษ เพศชาย คุณพ่อ บิดา พ่อตา
            พ่อเลี้ยง คุณปู่ คุณลุง พี่ชาย น้องชาย ลูกชาย หลานชาย ลูกเขย สามี เจ้าบ่าว พ่อหม้าย แฟนหนุ่ม กษัตริย์
            พระราชา เจ้าชาย เทพบุตร พระเอก นายแบบ นักแสดงชาย นักเรียนชาย ตำรวจชาย พ่อบ้าน พ่อครัว พระภิกษุ
        """),
        "nonbinary": parse_words("นอนไบนารี เจนเดอร์เควียร์ เจนเดอร์ฟลูอิด"),
    },
    gender_pairs=(
        ("ผู้หญิง", "ผู้ชาย"),
        ("เด็กหญิง", "เด็กชาย"),
        ("หญิงสาว", "ชายหนุ่ม"),
        ("หญิงชรา", "ชายชรา"),
        ("สุภาพสตรี", "สุภาพบุรุษ"),
        ("คุณแม่", "คุณพ่อ"),
        ("มารดา", "บิดา"),
        ("คุณย่า", "คุณปู่"),
        ("คุณป้า", "คุณลุง"),
        ("พี่สาว", "พี่ชาย"),
        ("น้องสาว", "น้องชาย"),
        ("ลูกสาว", "ลูกชาย"),
        ("หลานสาว", "หลานชาย"),
        ("ลูกสะใภ้", "ลูกเขย"),
        ("ภรรยา", "สามี"),
        ("เจ้าสาว", "เจ้าบ่าว"),
        ("แฟนสาว", "แฟนหนุ่ม"),
        ("เจ้าหญิง", "เจ้าชาย"),
        ("นักแสดงหญิง", "นักแสดงชาย"),
        ("นักเรียนหญิง", "นักเรียนชาย"),
    ),
    person=("ผู้หญิง", "ผู้ชาย"),
    names={
        "female": parse_words("""
            สมศรี วิภา สุดา รัตนา นิภา กัญญา วรรณา อรุณี ศิริพร นงนุช สุภาพร ปราณี จินตนา ลัดดา
        """),
        "male": parse_words("""
            สมชาย มานพ วิชัย ณรงค์ วีระ อนุชา วรวุฒิ สุรชัย ศิริชัย สมพงษ์ สุรพล ประวิทย์ จรัญ สุชาติ
        """),
    },
    registers=(
        Register("informal-plain", "มันเป็น{word}", "มัน{word}มาก", ("informal", "impolite"), "มัน: rough or familiar"),
        Register("informal", "เขาเป็น{word}", "เขา{word}มาก", ("informal",), "เขา: she, he; in writing mostly he"),
        Register("informal-person", "คนนั้นเป็น{word}", "คนนั้น{word}มาก", ("informal",), "คนนั้น: that person"),
        Register(
            "formal-plain",
            "บุคคลผู้นี้เป็น{word}",
            "บุคคลผู้นี้{word}มาก",
            ("formal", "impolite"),
            "บุคคลผู้นี้: distant, as in a report",
        ),
        Register("formal-polite", "ท่านเป็น{word}", "ท่าน{word}มาก", ("formal", "polite"), "ท่าน: with respect"),
    ),
    inference=Inference(
        yes="ใช่",
        maybe="อาจจะ",
        no="ไม่",
        question="คำถาม",
        answer="คำตอบ",
        premise="ข้อความตั้งต้น",
        hypothesis="สมมติฐาน",
        follows="สมมติฐานเป็นไปตามข้อความตั้งต้นหรือไม่",
        given="สมมติว่าสิ่งนี้เป็นจริง",
        then="สิ่งนี้เป็นจริงด้วยหรือไม่",
        choice="ใช่ ไม่ หรือ อาจจะ",
    ),
    example=("ผู้หญิงอ่านหนังสือ", "ผู้ชายอ่านหนังสือ"),
    sources=(
        "Gender words: own list, without เธอ (also: you) and words that stand in others"
        " (สตรี: สตรีม, บุรุษ: บรรพบุรุษ, คุณตา: คุณตาม).",
        "Names: own choice of frequent given names that are given to one gender.",
        "Registers: own choice.",
    ),
)
