"""What players would call stupid, one situation a row, put to the rule player and to the strongest.

Hearts are trump and 2s the level cards; seat 0 is to play, with seat 2 for partner.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from bots.positions import bid, bidding, buried, midway, played, tidy, to_bury

from game.bots.legal import Player
from game.bots.levels import EFFORT
from game.bots.rule import RuleBot
from game.bots.search import SearchBot
from game.engine import Trump, View, parse_cards, points_of

PLAYERS: dict[str, Callable[[], Player]] = {
    "rules": RuleBot,
    "search": lambda: SearchBot(EFFORT["master"]._replace(worlds=120, seconds=None)),
}
"""The strongest thinks over fewer worlds than at a table, to be quick."""


class Row(NamedTuple):
    """A situation, and what may be played, plays parted by bars; after ``not`` what may not."""

    name: str
    view: View
    plays: str


def allowed(play: str, plays: str) -> bool:
    """Whether a play is among those, or not among them."""
    forbidden = plays.startswith("not ")
    named = [tidy(text) for text in plays.removeprefix("not ").split("|")]
    return (play in named) != forbidden


NEXT_RUFFED = ((0, "SQ | H3 | S4 | S6"),)
PARTNER_RUFFED = ((0, "S5 | S6 | H3 | S8"), (2, "D4 | D6 | D8 | D9"))
NEXT_VOID = ((0, "SQ | D3 | S4 | S6"),)
SPADES = " ".join(f"S{rank} S{rank}" for rank in "AKQJ9653") + " S4 S7 S8 ST"
ALL_TRUMPS = "BJ BJ LJ LJ H2 H2 S2 S2 C2 C2 D2 D2 " + " ".join(f"H{rank} H{rank}" for rank in "AKQJT9876543")
LOADED = "SK SK S5 S5 D3 D4 C3 C4"
EMPTY = "C3 C3 C4 C6 C7 C8 D4 D6"
REST = "D3 D4 D7 D8 D8 DJ C4 C6 C7 C9 CJ CQ H3 H4 H6 H7 HJ HA LJ"
"""Cards that make hands of a few more whole."""

REPLIES = [
    Row("gives the king to a partner who surely wins", midway("S4 S9 SK D3 D7 H3", "S6 | SA | S7"), "SK"),
    Row("gives a ten as discard to a sure partner", midway("D3 DT DJ C4 C9 H3", "S6 | SA | S7"), "DT"),
    Row(
        "gives the pair of tens under the partner's aces",
        midway("S4 S4 ST ST SJ H3", "SA SA | S6 S7", seat=2),
        "ST ST",
    ),
    Row("gives the king under the partner's ace", midway(f"S4 S6 S8 S9 SQ SK {REST}", "SA | S6"), "SK"),
    Row("leaves the partner a trick that is his", midway("S4 SA D3 D7 H3", "S6 | SK | S7"), "S4"),
    Row("does not ruff a partner who wins", midway("D3 D7 C9 H3 H9 BJ", "S6 | SA | S7"), "D3 | D7 | C9"),
    Row("does not ruff over the partner's ruff", midway("D3 D7 C9 H9 HJ BJ", "S6 | H7 | S7"), "D3 | D7 | C9"),
    Row("gives an opponent who surely wins no points", midway("S4 ST SK D3 D7 H3", "S6 | S7 | SA"), "S4"),
    Row("discards no points on an opponent's ace", midway("D3 DT DK C5 C9", "S6 | S7 | SA"), "D3 | C9"),
    Row("breaks a low pair rather than give a ten", midway("S4 S4 ST H3 H4", "SA | S6 | S8"), "S4"),
    Row(
        "gives no points to a partner who will be ruffed",
        midway("S4 ST D3 D7 H3 C8", "SA | S8", out="HA HK H9 H8 H6", tricks=NEXT_VOID),
        "S4",
    ),
    Row("puts no ten under an ace to come", midway(f"S4 S6 S7 S9 SJ ST {REST}", "S3"), "not ST"),
    Row("puts no king under an ace to come", midway(f"S4 S6 S7 S9 SJ SK {REST}", "S3"), "not SK"),
    Row("takes an opponent's king with the ace", midway(f"S4 S6 S7 S8 SJ SA {REST}", "SK"), "SA"),
    Row("goes high enough in third place", midway(f"S3 S6 S7 S8 SJ SA {REST}", "S4 | S6"), "SA | SJ"),
    Row("takes with the cheapest winner when last", midway("S4 SJ SQ SA D3 H3", "S6 | S7 | ST"), "SJ | SQ"),
    Row("takes ten points with the little joker", midway("H3 H4 LJ D3 D4 C6", "HK | H6 | HA"), "LJ"),
    Row(
        "takes the tens with the pair of aces", midway("S3 S4 SA SA D3 H3", "ST ST | S6 S7 | SJ SJ"), "SA SA"
    ),
    Row("ruffs twenty points with the big joker", midway("D3 D7 DJ C9 C8 BJ", "SK | S7 | ST"), "BJ"),
    Row("ruffs points with a small trump when last", midway("D3 D7 C9 H3 HA BJ", "SK | S7 | SQ"), "H3"),
    Row(
        "ruffs an opponent's king in second place", midway("D3 D7 C9 H3 H9 BJ", "SK", out="SA S4"), "H3 | H9"
    ),
    Row("over-ruffs no higher than it takes", midway("D3 D7 C9 H3 H9 BJ", "SK | S7 | H7"), "H9"),
    Row(
        "ruffs the pair of kings with the low pair",
        midway("D3 D7 C9 H3 H4 H4 HA HA", "SK SK | S7 S8 | SQ SJ"),
        "H4 H4",
    ),
    Row(
        "ruffs high when the next may over-ruff points",
        midway("D3 D7 C9 H3 HA H2", "SK", out="H4 H5 H6 H7 H8 H9", gone="BJ BJ LJ LJ", tricks=NEXT_VOID),
        "not H3",
    ),
    Row("spends no joker on nothing", midway("D3 D7 DJ C9 C8 BJ", "S6 | S7 | S9"), "not BJ"),
    Row("spends no joker on a bare trump trick", midway("H3 H9 BJ D3 D8 C9 C6 S4", "H4 | H6 | H7"), "not BJ"),
    Row("spends no level card where a small trump does", midway("D3 D7 H3 H2 S2 C9", "ST | S7 | SQ"), "H3"),
    Row("discards no trump", midway("H3 H6 D4 D8 C9 C6", "SK | ST | BJ"), "D4 | D8 | C9 | C6"),
    Row("discards no ace", midway("DA D4 C9 C6 CJ", "S6 | S7 | SA"), "not DA"),
    Row("discards the last of a short suit", midway("D8 C7 C7 CQ H9 HA", "S6 | S7 | LJ"), "D8"),
    Row(
        "follows with the low pair when it can't win",
        midway("S4 S4 SK SK SJ H3", "SA SA | S6 S7 | S8 S9"),
        "S4 S4",
    ),
    Row("breaks no pair for a low card", midway(f"S4 S4 S6 SJ SJ SQ {REST}", "S7 | S8 | SA"), "S6 | SQ"),
    Row("breaks no tractor for a low card", midway(f"S7 S7 S8 S8 SJ SQ {REST}", "S9 | S3 | SA"), "SJ | SQ"),
    Row("breaks no tractor of trumps", midway("H7 H7 H8 H8 H9 D3 D4 C8 C9", "HA | H4 | BJ"), "H9"),
    Row(
        "keeps the top trump when points are buried",
        midway("D3 BJ", "ST | S7 | S8", buried="SK DT C3 C4 C6 C7 D4 D6", points=20),
        "D3",
    ),
    Row(
        "spends the top trump when nothing is buried",
        midway("D3 D8 BJ", "ST | S7 | SK", buried=EMPTY, points=20),
        "BJ",
    ),
    Row(
        "keeps the last trump before a loaded bottom",
        midway("D6 D7 LJ", "S7 | S8 | S9", buried=LOADED, gone="BJ BJ"),
        "D6 | D7",
    ),
    Row("follows low in trumps before a loaded bottom", midway("BJ H3", "H6", buried=LOADED), "H3"),
    Row("takes the five points that win the deal", midway("S4 H3", "S6 | S5 | S9", points=75), "S4"),
    Row(
        "takes the points that win the deal with its last trump",
        midway("D4 LJ", "S6 | S5 | S9", points=75, out="BJ"),
        "LJ",
    ),
]

LEADS = [
    Row("cashes an ace before a low card", midway("SA S4 D7 D8 C9 CJ H3 H9"), "SA"),
    Row("cashes the ace with trumps to spare", midway("SA S4 D7 D8 C9 CJ H3 H9 BJ LJ"), "SA"),
    Row("leads the tractor of aces and kings", midway("SA SA SK SK D7 D8 C9 CJ H3 H9"), "SA SA SK SK"),
    Row("leads no king under an ace", midway(f"S4 S6 S7 S9 SJ SK {REST}"), "not SK"),
    Row("leads no ten under an ace", midway(f"S4 S6 S7 S9 SJ ST {REST}"), "not ST"),
    Row("leads no king of trumps under jokers", midway("HK H4 H3 D7 D8 C9 CJ S6", out="BJ LJ HA"), "not HK"),
    Row("leads the king once both aces are gone", midway("SK S4 D7 D8 C9 CJ", gone="SA SA"), "SK"),
    Row("leads no naked joker early", midway(f"S4 S6 S7 S9 SJ BJ {REST}"), "not BJ | LJ"),
    Row("leads no naked level card early", midway(f"S4 S6 S7 S9 H2 S2 {REST}"), "not H2 | S2 | LJ"),
    Row("throws the aces and king that nothing beats", midway(f"SA SA SK S4 S6 S7 {REST}"), "SA SA SK"),
    Row("does not throw a jack that a king beats", midway(f"SA SQ SQ SJ S4 S6 {REST}"), "SA | SQ SQ"),
    Row("does not throw a queen with its aces", midway(f"SA SA SQ S4 S6 S7 {REST}"), "SA SA | SA"),
    Row(
        "throws the whole suit when nobody has any, nor trumps",
        midway("S4 S7 S8 ST D7 D8", gone=f"{SPADES} {ALL_TRUMPS}"),
        "S4 S7 S8 ST",
    ),
    Row(
        "leads no ace of a suit an opponent ruffs",
        midway("SA S9 DA D4 C6 C7 H3", tricks=NEXT_RUFFED, out="SK S3 H4 H5 H6 H7 H8"),
        "not SA | S9",
    ),
    Row(
        "leads no points into a known ruff",
        midway("SK S9 D9 D4 C6 C7 H3", tricks=NEXT_RUFFED, out="SA S3 H4 H5 H6 H7 H8"),
        "not SK | S9",
    ),
    Row(
        "leads what the partner ruffs",
        midway("S9 SJ DT D4 C6 CT C4 C8", tricks=PARTNER_RUFFED, out="SA ST SK H4 H5 H6 H7 DA DK CA CK"),
        "S9 | SJ",
    ),
    Row("keeps the joker for the last trick", midway("BJ D3", out="DA DK D9"), "D3"),
    Row("keeps the joker for its own loaded bottom", midway("BJ D6", buried=LOADED, out="DA"), "D6"),
    Row("breaks no pair to lead a low card", midway("S6 S6 D6 D6 C7 C8 H4 H4 H9"), "not S6 | D6 | H4"),
    Row("breaks no tractor to lead", midway("S6 S6 S7 S7 D4 C9 H3"), "not S6 | S7 | S6 S6 | S7 S7"),
    Row(
        "draws trumps when long in them",
        midway("H3 H4 H6 H7 H8 H9 HJ HQ HQ H2 S2 BJ LJ D4 D7 C8 C9 S7", buried=EMPTY),
        "H3 | H4 | H6 | H7 | H8 | H9 | HJ | HQ HQ | HQ",
    ),
]

TRUMPS = "BJ LJ H2 S2 HA HK HJ H9 H8 H7 H6 H4 H3"
FEW = "H9 H8 H7 H6 H4 H3 HJ"
MANY = "BJ BJ LJ LJ H2 H2 S2 HA HA HK HJ H9 H8 H7 H6 H4 H3 HQ HQ"


class Bottom(NamedTuple):
    """A hand of the dealer, cards that must and must not be buried, and most points."""

    name: str
    hand: str
    with_: str = ""
    without: str = ""
    points: int = 100


BURIES = [
    Bottom(
        "buries few points and no ace for the choosing",
        TRUMPS + " SA SK ST S8 S7 S6 S4 DA DK D9 D8 D7 D3 CA CT C9 C8 C6 C4 C3",
        without="SA DA CA",
        points=10,
    ),
    Bottom(
        "empties a short weak suit",
        TRUMPS + " SA SA SK SK SQ ST S8 S7 D9 D8 D4 CA CK CQ CJ CT C9 C8 C6 C4",
        with_="D9 D8 D4",
    ),
    Bottom(
        "keeps pairs and tractors",
        TRUMPS + " S8 S8 S9 S9 SJ SJ D9 D8 D7 D4 D3 DJ C3 C4 C6 C7 C8 C9 CJ CQ",
        without="S8 S9 SJ",
    ),
    Bottom(
        "keeps ace and king to run",
        TRUMPS + " SA SK D9 D8 D7 D4 D3 DJ DQ C3 C4 C6 C7 C8 C9 CJ CQ S3 S4 S6",
        without="SA SK",
    ),
    Bottom(
        "buries no points with a weak hand",
        FEW + " SA SK SQ SJ ST S9 S8 S7 S6 S4 DK DT CA CQ CJ CT C9 C8 C7 C6 C4 C3 SA SK S3 S3",
        points=0,
    ),
    Bottom(
        "keeps the ace of a suit it empties",
        TRUMPS + " SK SJ ST S8 S7 S6 S4 SQ DA D8 D4 D3 CK CQ CJ CT C9 C8 C6 C4",
        with_="D8 D4 D3",
        without="DA",
    ),
    Bottom(
        "breaks no pair of aces",
        TRUMPS + " SA SA D9 D8 D7 D4 D3 DJ DQ C3 C4 C6 C7 C8 C9 CJ CQ S3 S4 S6",
        without="SA",
    ),
    Bottom(
        "buries no trump, long as it is in them",
        MANY + " SA SK S8 S6 DA DK D9 D8 D7 CA CK C9 C8 C6",
        points=20,
    ),
]

LONG = "BJ LJ H2 H2 HA HA HK HQ HJ HT H9 H8 H6 H4 SA SK S8 S7 DA D9 D8 CA C9 C8 C6"
FLAT = "H2 HA HT H8 H4 H3 SA SK SQ SJ S8 S7 S6 DA DQ D9 D8 D7 CA CJ C9 C8 C6 C4 C3"
EQUAL = "H2 H2 HA HK HQ HT H9 H8 H4 S2 SA SK SQ ST S9 S8 S4 DA D9 D8 D7 CA C9 C8 C6"
BIG = "BJ BJ LJ LJ S2 D2 C2 H2 SA SA DA DA CA HA SK SK DK DK CK S8 D8 C8 H8 H6 D6"
JOKERS_ONLY = "BJ BJ S3 S4 S6 S8 S9 D3 D4 D6 D8 D9 DJ C3 C4 C6 C7 C8 H3 H4 H6 H7 H8 H9 HT"


class Offer(NamedTuple):
    """A hand that may bid after some bids (seat, cards), and what it may show, "" for nothing."""

    name: str
    view: View
    shows: tuple[str, ...]


BIDS = [
    Offer("bids a long strong suit with both level cards", bidding(LONG), ("H2 H2",)),
    Offer("does not bid a weak suit", bidding(FLAT), ("",)),
    Offer("does not flip its own partner for the same", bidding(EQUAL, ((2, "S2"),)), ("",)),
    Offer("bids over an opponent", bidding(EQUAL, ((1, "S2"),)), ("H2 H2",)),
    Offer("locks its own bid with the second card", bidding(LONG, ((0, "H2"),)), ("H2 H2",)),
    Offer("bids no trump with the big cards", bidding(BIG), ("BJ BJ", "LJ LJ")),
    Offer("bids no no trump with two jokers and nothing else", bidding(JOKERS_ONLY), ("",)),
    Offer(
        "bids over its partner when far better",
        bidding(LONG.replace("S8 S7", "BJ LJ").replace("C9 C8", "H6 H4"), ((2, "S2"),)),
        ("H2 H2",),
    ),
    Offer(
        "does not turn the partner's suit into no trump for nothing",
        bidding(JOKERS_ONLY, ((2, "S2"),)),
        ("",),
    ),
    Offer(
        "counters a bury with the jokers and aces",
        bidding(BIG, ((1, "S2"),), dealer=1, bidding="counter_to_end", phase="countering"),
        ("BJ BJ", "LJ LJ"),
    ),
    Offer(
        "leaves the partner his bury",
        bidding(JOKERS_ONLY, ((2, "S2"),), dealer=2, bidding="counter_to_end", phase="countering"),
        ("",),
    ),
]


@pytest.mark.parametrize("who", PLAYERS)
@pytest.mark.parametrize("row", REPLIES + LEADS, ids=lambda row: row.name)
def test_play(row: Row, who: str) -> None:
    play = played(row.view, PLAYERS[who]())
    assert allowed(play, row.plays), f"{who}: {play}, where {row.plays}"


@pytest.mark.parametrize("who", PLAYERS)
@pytest.mark.parametrize("row", BURIES, ids=lambda row: row.name)
def test_bury(row: Bottom, who: str) -> None:
    cards = buried(to_bury(row.hand), PLAYERS[who]())
    trump = Trump("2", "H")
    assert all(trump.suit_of(card) != "T" for card in cards)
    assert set(parse_cards(row.with_)) <= set(cards)
    assert not set(parse_cards(row.without)) & set(cards)
    assert points_of(cards) <= row.points


@pytest.mark.parametrize("who", PLAYERS)
@pytest.mark.parametrize("row", BIDS, ids=lambda row: row.name)
def test_bid(row: Offer, who: str) -> None:
    assert (bid(row.view, PLAYERS[who]()) or "") in row.shows
