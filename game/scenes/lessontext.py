"""What the first lesson says, step by step."""

from typing import NamedTuple

from game.engine import commands as co
from game.scenes.lessonsteps import Step
from game.scenes.words import Words


class Page(NamedTuple):
    """A step's heading and text; ``why`` is told to who does something else that is allowed."""

    title: str
    text: str
    why: str = ""


class LessonText:
    """The pages, in the player's language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._pages = {**_deal(words), **_own_leads(words), **_others_lead(words), **_last(words)}

    def page(self, step: Step) -> Page:
        """That of a step."""
        return self._pages[step.name]

    def wanted(self, step: Step, chosen: int) -> str:
        """The line above the hand, with so many of the right cards selected and none besides; -1: others."""
        tr = self._words.tr
        match step.do:
            case None:
                return tr("Read at leisure: the table waits. Enter goes on.")
            case co.Bid(cards):
                return tr("Press {cards} in the panel at the lower right.", cards=self._words.cards(cards))
            case co.Bury(cards):
                if chosen == len(cards):
                    return tr("Right. Now press Bury.")
                return tr("Select {cards} and press Bury.", cards=self._words.cards(cards))
            case co.Play(cards):
                if chosen == len(cards):
                    return tr("Right. Now press Play.")
                return tr("Select {cards} and press Play.", cards=self._words.cards(cards))
        return ""

    def instead(self, step: Step) -> str:
        """The answer to something else than the lesson wants, though the rules allow it."""
        tr, words, do = self._words.tr, self._words, step.do
        if do is None:
            return tr("Read on first: press Continue.")
        cards = words.cards(do.cards) if isinstance(do, co.Bid | co.Bury | co.Play) else ""
        return tr(
            "Allowed, but for the lesson take {cards}. {why}", cards=cards, why=self._pages[step.name].why
        )

    def end(self) -> tuple[str, str]:
        """Heading and text when the deal is over."""
        tr = self._words.tr
        parts = (
            tr(
                "The attackers have 20 points. That is fewer than 40, so the dealer side gains two levels: "
                "you and your partner play 4 next, and your partner deals."
            ),
            tr(
                "With no points at all it would be three levels, from 40 points on one. From 80 on the "
                "attackers take over the deal, and gain a level for each 40 points more. "
                "Who holds the deal at A wins the match."
            ),
            tr(
                "Now open a table: three computers wait for you. Hint selects something sensible, "
                "and Rules in the menu has all of this with pictures."
            ),
        )
        return tr("Your first deal is won"), "\n\n".join(parts)


def _deal(words: Words) -> dict[str, Page]:
    tr = words.tr
    return {
        "welcome": Page(
            tr("Four players, two sides"),
            tr(
                "Opposite sits your partner: you two play against left and right. In each trick one leads, "
                "the others follow with as many cards, and the highest play takes it all."
            ),
        ),
        "points": Page(
            tr("It is all about points"),
            tr(
                "Only 5s, 10s and kings have points: a 5 has 5, a 10 or a king has 10, 200 in two decks. "
                "One side deals, the other attacks: with 80 points the attackers take over the deal. "
                "Their points stand here, at the top left."
            ),
        ),
        "bid": Page(
            tr("Bid"),
            tr(
                "Both sides begin at level 2, so the 2s are level cards: high trumps. You have just got ♥2. "
                "Show it, and hearts are trump. As this is a match's first deal, you also become the dealer."
            ),
            tr("Who shows a level card first becomes the dealer."),
        ),
        "trumps": Page(
            tr("Trumps"),
            tr(
                "The 8 cards of the bottom are yours now (with a dot). Your trumps lie together, and beat "
                "every other suit. From the top: big joker, little joker, ♥2, the other 2s, ♥A, ♥K and on "
                "down to ♥3."
            ),
        ),
        "bury": Page(
            tr("Bury the bottom"),
            tr(
                "Put 8 cards back. Keep trumps, aces, pairs; bury low cards, and best a whole short suit, "
                "so that you can ruff it. Bury few points, they may get lost. "
                "So: all clubs, ♦6 and ♦3."
            ),
            tr("Trumps, high cards and pairs are needed; a short suit should go whole."),
        ),
    }


def _own_leads(words: Words) -> dict[str, Page]:
    tr = words.tr
    return {
        "ace": Page(
            tr("Lead an ace"),
            tr(
                "The dealer leads first. ♠A is the highest spade. The others must follow suit: "
                "as long as they have spades, they have to play a spade."
            ),
            tr("An ace wins now; later somebody may be out of the suit."),
        ),
        "pair": Page(
            tr("A pair"),
            tr(
                "Your ace won, and your partner added a 10, safe from the attackers. Two identical cards are "
                "a pair. Lead ♦A ♦A: who has a pair of diamonds must answer with one, the others play any "
                "two diamonds."
            ),
            tr("No pair of diamonds is higher than the aces."),
        ),
        "tractor": Page(
            tr("A tractor"),
            tr(
                "Pairs of neighbouring ranks in one suit are a tractor, like ♠Q ♠Q ♠J ♠J. In spades only a "
                "higher tractor of the same length beats it. The others owe a tractor, else pairs, else "
                "just spades."
            ),
            tr("Four cards at once, and hardly anything beats them."),
        ),
        "throw": Page(
            tr("A throw"),
            tr(
                "Several leads of one suit at once are a throw. It holds when no other hand beats any part "
                "of it. Both ♦A are gone and both ♦K are yours: so nothing beats ♦K ♦K, nothing beats ♦Q. "
                "Throw all three!"
            ),
            tr("All three are the highest there are: they can go together."),
        ),
        "failing": Page(
            tr("A throw that fails"),
            tr(
                "What if a part is not the highest? Try it: throw ♠10 ♠8. One ♠A has not been played yet. "
                "Let us see who has it."
            ),
            tr("Just this once, a throw that will fail."),
        ),
        "failed": Page(
            tr("It did not hold"),
            tr(
                "Right has ♠A, which beats both cards. So the lowest beaten part had to be played, ♠8, and "
                "♠10 went back to your hand. Left is out of spades and gave ♦10 to its partner: "
                "10 points for the attackers."
            ),
        ),
    }


def _others_lead(words: Words) -> dict[str, Page]:
    tr = words.tr
    return {
        "ruff": Page(
            tr("Ruff"),
            tr(
                "Right leads a pair of clubs, and left adds 20 points. You buried all your clubs, so you may "
                "ruff: win it with trumps. A pair was led, so it takes a pair of trumps. You play last: "
                "the low ♥5 ♥5 will do."
            ),
            tr("A low pair of trumps is enough, and its points stay with you."),
        ),
        "draw": Page(
            tr("Draw trumps"),
            tr(
                "You kept 30 points from the attackers. Now lead a low trump, ♥3. Everybody has to follow "
                "with a trump, so there are fewer left to ruff your good cards. "
                "Perhaps your partner wins it."
            ),
            tr("The lowest trump costs the least."),
        ),
        "discard": Page(
            tr("Discard points"),
            tr(
                "Your partner leads ♣K ♣K, now the highest pair of clubs: both ♣A are gone. You have no "
                "clubs. You need not ruff, you may discard any two cards. As your partner is winning, give "
                "points: ♠10 and ♦10."
            ),
            tr("Your partner is winning: points are safe there, and your trumps are kept."),
        ),
        "low": Page(
            tr("Follow low"),
            tr(
                "Your partner leads a trump, and left takes it with the big joker, the highest card of all. "
                "You can't beat it, so give as little as you can: your lowest trump."
            ),
            tr("The trick is lost: do not waste a better trump on it."),
        ),
        "answer": Page(
            tr("Answer a pair"),
            tr(
                "Left leads ♥9 ♥9. You have pairs of trumps, so you have to play one; ♥J ♥A, say, is "
                "refused: try it. ♥J ♥J is just high enough, so keep the higher pairs."
            ),
            tr("It wins too, but a lower pair is enough, and the higher ones are worth more later."),
        ),
    }


def _last(words: Words) -> dict[str, Page]:
    tr = words.tr
    return {
        "trump-tractor": Page(
            tr("A tractor of trumps"),
            tr(
                "You lead again. A and K are neighbours among the trumps too, so ♥A ♥A ♥K ♥K is a tractor. "
                "Trumps can't be ruffed: it wins."
            ),
            tr("Four trumps at once leave the others next to nothing."),
        ),
        "bottom": Page(
            tr("The bottom"),
            tr(
                "The last trick decides about the bottom. If the attackers win it, they get the bottom's "
                "points too, times 2; times 4 if a pair wins it, times 8 if a tractor of two pairs does. "
                "You buried a 5: at worst now, 20 points."
            ),
        ),
        "last": Page(
            tr("Win the last trick"),
            tr(
                "♥2 ♥2 is left. Only a pair of jokers is higher, and all four jokers have been played. "
                "Lead it, and the bottom is safe."
            ),
        ),
    }
