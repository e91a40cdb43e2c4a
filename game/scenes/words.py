"""The game in words: cards, shapes, refusals, seats, in the player's language."""

from collections.abc import Sequence
from itertools import groupby

from game.bots.levels import Level
from game.engine import Cards, Reason, Refusal, RuleSet, Trump, read_shape
from game.engine.cards import LJ, RANKS, SUITS
from game.ui.i18n import Texts

MARKS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
PLACES = ("bottom", "right", "top", "left")
"""Where the seats sit as one sees them, by (seat - own seat) % 4."""


class Words:
    """Puts the engine's values into sentences."""

    def __init__(self, texts: Texts) -> None:
        self.tr = texts.tr
        self.ntr = texts.ntr

    def card(self, card: int) -> str:
        """ "♥9", "♠10", "Big Joker"."""
        if card >= LJ:
            return self.tr("Little Joker") if card == LJ else self.tr("Big Joker")
        return MARKS[SUITS[card // 13]] + self.rank(RANKS[card % 13])

    def rank(self, rank: str) -> str:
        """A rank or level as it is read: ten is 10."""
        return "10" if rank == "T" else rank

    def cards(self, cards: Sequence[int]) -> str:
        """Several cards in a row, like jokers by their number."""
        runs = ((card, len(list(same))) for card, same in groupby(cards))
        return " ".join(
            self._jokers(card, n) if card >= LJ and n > 1 else " ".join([self.card(card)] * n)
            for card, n in runs
        )

    def _jokers(self, card: int, n: int) -> str:
        """Two to four like jokers."""
        tr, little = self.tr, card == LJ
        return (
            tr("two Little Jokers") if little else tr("two Big Jokers"),
            tr("three Little Jokers") if little else tr("three Big Jokers"),
            tr("four Little Jokers") if little else tr("four Big Jokers"),
        )[n - 2]

    def shown(self, cards: Cards) -> str:
        """A bid in short, on its seat's plate."""
        return self.bid(cards[0], len(cards), False)

    def bid(self, card: int, n: int, narrow: bool) -> str:
        """A bid in short, for its button; ``narrow`` where the row says which cards."""
        if narrow and n > 1:
            return f"×{n}"
        if card >= LJ:
            return self.tr("Little ×{n}", n=n) if card == LJ else self.tr("Big ×{n}", n=n)
        return " ".join([self.card(card)] * n) if n < 3 else f"{self.card(card)} ×{n}"

    def suit(self, suit: str | None) -> str:
        """A trump suit, or no trump."""
        return MARKS[suit] if suit else self.tr("no trump")

    def group(self, card: int, trump: Trump) -> str:
        """The effective suit of a card in words."""
        names = {
            "S": self.tr("spades"),
            "H": self.tr("hearts"),
            "C": self.tr("clubs"),
            "D": self.tr("diamonds"),
            "T": self.tr("trumps"),
        }
        return names[trump.suit_of(card)]

    def shape(self, cards: Sequence[int], trump: Trump, rules: RuleSet) -> str:
        """What a lead is called: a pair, a tractor, a throw."""
        parts = read_shape(cards, trump, rules)
        if len(parts) > 1:
            return self.tr("throw")
        return self.unit(parts[0].width, parts[0].length)

    def unit(self, width: int, length: int) -> str:
        """A component's name by its shape."""
        if length > 1:
            return (self.tr("tractor"), self.tr("hurricane"), self.tr("carrier"))[width - 2]
        return (self.tr("single"), self.tr("pair"), self.tr("triple"), self.tr("quad"))[width - 1]

    def place(self, offset: int) -> str:
        """Who a seat is to me, by (seat - own seat) % 4."""
        return (self.tr("You"), self.tr("right"), self.tr("partner"), self.tr("left"))[offset]

    def name(self, name: str, offset: int) -> str:
        """A player's name: the program's own computer players are known in both languages. Who has none is
        named after the seat, in a form that may begin a sentence."""
        if name:
            known = {
                "Xiao Zhou": self.tr("Xiao Zhou"),
                "Lin Yue": self.tr("Lin Yue"),
                "A-Qiang": self.tr("A-Qiang"),
                "Chen Mo": self.tr("Chen Mo"),
            }
            return known.get(name, name)
        return (self.tr("You"), self.tr("Right player"), self.tr("Partner"), self.tr("Left player"))[offset]

    def sides(self, watching: bool) -> tuple[str, str]:
        """What the side of one's own seat and the other are called; those of seats 0 and 1 to who watches."""
        if watching:
            return self.tr("N–S"), self.tr("E–W")
        return self.tr("We"), self.tr("They")

    def level(self, level: Level) -> str:
        """How strong a computer player is."""
        return {
            "beginner": self.tr("Beginner"),
            "normal": self.tr("Normal"),
            "skilled": self.tr("Skilled"),
            "expert": self.tr("Expert"),
            "master": self.tr("Master"),
        }[level]

    def computer(self, level: Level) -> str:
        """A computer player of that level."""
        return self.tr("Computer: {level}", level=self.level(level))

    def preset(self, preset: str) -> str:
        """The name of a rule text; one that this version does not know is called as it calls itself."""
        return {
            "lezhong": self.tr("Lezhong"),
            "classic": self.tr("Classic"),
            "popo": self.tr("Popo"),
        }.get(preset, preset)

    def rules(self, preset: str, decks: int) -> str:
        """What is played, in short."""
        return self.tr("{preset}, {decks}", preset=self.preset(preset), decks=self.decks(decks))

    def decks(self, n: int) -> str:
        """So many decks."""
        return self.ntr("{n} deck", "{n} decks", n)

    def refusal(self, refusal: Refusal, tried: Cards, trump: Trump, burying: bool) -> str:
        """Why a command was not taken, in a full sentence that names the cards."""
        tr, ntr = self.tr, self.ntr
        cards = self.cards(refusal.cards)
        match refusal.reason:
            case Reason.NOT_YOUR_TURN:
                return tr("It is not your turn yet; your selection is kept.")
            case Reason.NOT_NOW | Reason.STALE:
                return tr("The game has moved on; please look again.")
            case Reason.TOO_FAST:
                return tr("Too many clicks at once; please wait a moment.")
            case Reason.NO_CARDS:
                if burying:
                    return tr("Select the cards to bury first.")
                return tr("Select the cards to play first.")
            case Reason.NOT_HELD:
                return tr("You do not hold {cards}.", cards=cards)
            case Reason.WRONG_COUNT if burying:
                return ntr(
                    "Bury exactly {n} card; you selected {chosen}.",
                    "Bury exactly {n} cards; you selected {chosen}.",
                    refusal.number,
                    chosen=len(tried),
                )
            case Reason.WRONG_COUNT:
                return ntr(
                    "{n} card was led, so play {n}; you selected {chosen}.",
                    "{n} cards were led, so play {n}; you selected {chosen}.",
                    refusal.number,
                    chosen=len(tried),
                )
            case Reason.MIXED_SUITS:
                return tr("A lead must be of one suit: {cards} are not.", cards=cards)
            case Reason.FOLLOW_SUIT:
                suit = self.group(refusal.cards[0], trump)
                some = self.cards(refusal.cards[:4]) + (" …" if len(refusal.cards) > 4 else "")
                return tr("You still hold {suit}: {cards}. Follow suit first.", suit=suit, cards=some)
            case Reason.OWED_SHAPE:
                return self._owed(refusal, cards)
            case Reason.BOTTOM_POINTS:
                return ntr(
                    "At most {n} point may be buried: {cards} are too many.",
                    "At most {n} points may be buried: {cards} are too many.",
                    refusal.number,
                    cards=cards,
                )
            case Reason.BID_NOT_LEVEL:
                return tr("Bid with level cards of one suit, or with identical jokers.")
            case Reason.BID_JOKERS:
                return tr("No trump is bid with two or more identical jokers.")
            case Reason.BID_TOO_LOW:
                return tr("A bid must be stronger than {cards}, which stands.", cards=cards)
            case Reason.STAKE:
                return tr("The highest stake in this room is {n}.", n=refusal.number)
            case Reason.NOT_DEALT:
                return tr("Wait for the last card before you pass.")

    def _owed(self, refusal: Refusal, cards: str) -> str:
        width, length = refusal.width, refusal.length
        if length > 1:
            if width == 2:
                return self.tr("You still hold the tractor {cards}: a tractor must be played.", cards=cards)
            if width == 3:
                return self.tr("You still hold the hurricane {cards}: it must be played.", cards=cards)
            return self.tr("You still hold the carrier {cards}: it must be played.", cards=cards)
        card = self.card(refusal.cards[0])
        if width == 2:
            return self.tr("You still hold a pair of {card}: a pair must be played.", card=card)
        if width == 3:
            return self.tr("You still hold three {card}: a triple must be played.", card=card)
        return self.tr("You still hold four {card}: a quad must be played.", card=card)
