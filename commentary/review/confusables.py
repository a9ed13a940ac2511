"""Letters of other scripts, and unusual Latin ones, that resemble plain Latin letters."""

_PAIRS = (
    # Cyrillic
    "аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw ѵv кk мm тt нh вb гr пn иu АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX "
    "ЅS ІI ЈJ ҮY үy Ԍg ӏl ёe Ёe зz бb дd лl ьb Ьb эe ч4 ы61 ɡg "
    # Greek
    "αa βb εe ηn ιi κk νv οo ρp τt υu χx γy σo ωw ςs μu Α" + "A ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX άa έe ίi όo ύu ήn "
    # Armenian, Cherokee, Lisu and small capitals
    "օo սu ոn հh յj ցg քp Ꭺa Ᏼb Ꮯc Ꭼe Ꮐg Ꮋh Ꭻj Ꮶk Ꮮl Ꮇm Ꮲp Ꭱr Ꮪs Ꭲt Ꮃw Ꮓz ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt "
    "ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɩi ɐa ǝe ɹr ʇt ʎy"
)  # fmt: skip
LOOKALIKES: dict[str, str] = {pair[0]: pair[1] for pair in _PAIRS.split() if len(pair) == 2}


def is_foreign(char: str) -> bool:
    """Whether a letter is outside the Latin alphabets of English and European names."""
    return char in LOOKALIKES or (char > "\u024f" and not "\u1e00" <= char <= "\u1eff" and char.isalpha())
