"""Every text on the screen has both languages, and the shipped catalogue is the current one."""

import io
import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import game
from game.assets import assets_folder
from game.ui.i18n import Texts
from game.ui.text import read_coverage

SOURCE = Path(game.__file__).parent
LOCALE = assets_folder() / "locale"
KEYWORDS = {"tr": None, "ntr": (1, 2)}


def messages() -> list[str | tuple[str, str]]:
    return sorted(
        {found[2] for found in extract_from_dir(str(SOURCE), keywords=KEYWORDS)}, key=lambda m: str(m)
    )


def catalogue() -> Catalog:
    with (LOCALE / "zh_CN/LC_MESSAGES/shengji.po").open("rb") as file:
        return read_po(file, locale="zh_CN")


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def translated(text: str, chinese: Catalog) -> bool:
    """Whether it is, with the same names to fill in."""
    entry = chinese.get(text)
    if entry is None:
        return False
    strings = entry.string if isinstance(entry.string, tuple) else (entry.string,)
    return all(string and fields(string) == fields(text) for string in strings)


def test_every_text_is_translated_with_the_same_names_to_fill_in():
    chinese = catalogue()
    texts = [message if isinstance(message, str) else message[0] for message in messages()]
    assert len(texts) > 1000
    assert [text for text in texts if not translated(text, chinese)] == []


def test_the_catalogue_holds_nothing_that_is_not_used():
    used = {m if isinstance(m, str) else m[0] for m in messages()}
    held = {m.id if isinstance(m.id, str) else m.id[0] for m in catalogue() if m.id}
    assert held == used


def test_the_compiled_catalogue_is_up_to_date():
    made = io.BytesIO()
    write_mo(made, catalogue())
    shipped = (LOCALE / "zh_CN/LC_MESSAGES/shengji.mo").read_bytes()
    assert made.getvalue() == shipped


def test_the_fonts_cover_every_text():
    covered = read_coverage(assets_folder() / "fonts/coverage.txt")
    for entry in catalogue():
        strings = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        for char in "".join(strings) if entry.id else "":
            assert ord(char) in covered, char


def test_sentences_are_found_filled_in_and_counted():
    chinese, english = Texts(LOCALE, "zh_CN"), Texts(LOCALE, "en")
    assert chinese.tr("You do not hold {cards}.", cards="♥9") == "你手里没有 ♥9。"
    assert english.tr("You do not hold {cards}.", cards="♥9") == "You do not hold ♥9."
    assert english.ntr("{n} deck", "{n} decks", 1) == "1 deck"
    assert english.ntr("{n} deck", "{n} decks", 3) == "3 decks"
    assert chinese.ntr("{n} deck", "{n} decks", 3) == "3 副牌"
