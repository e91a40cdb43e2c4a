"""The rules section by section in plain sentences, as a rule set has them: what the rules page prints."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from game.engine import RuleSet
from game.engine.cards import bottom_size
from game.scenes.rulevalues import meaning
from game.scenes.words import Words


class Sentence(NamedTuple):
    """A sentence of the rules, and the option it depends on, if any."""

    text: str
    field: str | None = None


SECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cards": ("decks", "two_is_trump"),
        "shapes": ("decompose",),
        "bidding": ("bidding", "joker_bids", "first_dealer", "nobody_bids"),
        "bottom": ("bottom_points_limit", "bottom_multiplier"),
        "leading": ("throw_forced", "throw_points"),
        "following": (
            "follow_structure",
            "follow_longer_tuple",
            "follow_partial_tractor",
            "follow_tractor_for_pair",
        ),
        "winning": ("throw_compare", "wide_over_narrow"),
        "levels": ("level_cap", "end_level", "must_play", "jack_rule"),
        "settlement": ("settlement", "room"),
    }
)
"""The sections of the rules, with the options each of them tells about."""


class Rulebook:
    """The rules of one rule set in the player's language."""

    def __init__(self, rules: RuleSet, words: Words) -> None:
        self._rules = rules
        self._words = words

    def title(self, section: str) -> str:
        """The heading of a section."""
        tr = self._words.tr
        return {
            "cards": tr("Cards and order"),
            "shapes": tr("Shapes"),
            "bidding": tr("Bidding"),
            "bottom": tr("The bottom"),
            "leading": tr("Leads and throws"),
            "following": tr("Following"),
            "winning": tr("Winning a trick"),
            "levels": tr("Points and levels"),
            "settlement": tr("Settlement"),
        }[section]

    def section(self, section: str) -> tuple[Sentence, ...]:
        """What stands in a section."""
        made = {
            "cards": self._cards,
            "shapes": self._shapes,
            "bidding": self._bidding,
            "bottom": self._bottom,
            "leading": self._leading,
            "following": self._following,
            "winning": self._winning,
            "levels": self._levels,
            "settlement": self._settlement,
        }[section]()
        return tuple(one if isinstance(one, Sentence) else Sentence(one) for one in made)

    def _by(self, section: str) -> list[str | Sentence]:
        """The sentences of a section's options."""
        return [Sentence(meaning(field, self._rules, self._words), field) for field in SECTIONS[section]]

    def _cards(self) -> list[str | Sentence]:
        rules, tr = self._rules, self._words.tr
        decks, trumps = self._by("cards")
        lines: list[str | Sentence] = [
            tr("Four play, two against two: the player opposite is your partner."),
            decks,
            tr("5s count 5 points, 10s and kings 10: {points} in all.", points=100 * rules.decks),
            trumps,
        ]
        if rules.two_is_trump:
            lines += [
                tr(
                    "From high to low: big joker, little joker, the trump suit's level card, the other level "
                    "cards (all equal), the trump suit's 2, the other 2s (all equal), then trumps A to 3."
                ),
                tr("The other suits rank from A to 3, without the level cards."),
                tr("In no trump only jokers, level cards and 2s are trump."),
            ]
        else:
            lines += [
                tr(
                    "From high to low: big joker, little joker, the trump suit's level card, the other level "
                    "cards (all equal), then the trump suit from A to 2."
                ),
                tr("The other suits rank from A to 2, without the level cards."),
                tr("In no trump only jokers and level cards are trump."),
            ]
        return lines

    def _shapes(self) -> list[str | Sentence]:
        rules, tr = self._rules, self._words.tr
        lines: list[str | Sentence] = [
            tr("All cards of a shape are of one suit; trumps are a suit of their own.")
        ]
        if rules.decks == 1:
            return [*lines, tr("With one deck there are only single cards."), *self._by("shapes")]
        lines.append(
            tr(
                "Ranks are neighbours when none lies between them: at level 10, J and 9 are, so "
                "JJ99 is a tractor."
            )
        )
        if rules.two_is_trump:
            lines.append(
                tr(
                    "Trumps run on above the A: other 2s, trump 2, other level cards, trump "
                    "level card, jokers."
                )
            )
            lines.append(tr("5533, JJQ and pairs of two level cards of other suits are not tractors."))
        else:
            lines.append(
                tr("Trumps run on above the A: other level cards, trump level card, little joker, big joker.")
            )
            lines.append(tr("AA22, 5533, JJQ and pairs of two level cards of other suits are not tractors."))
        return [*lines, *self._by("shapes")]

    def _bidding(self) -> list[str | Sentence]:
        rules, tr = self._rules, self._words.tr
        manner, jokers, first, nobody = self._by("bidding")
        lines: list[str | Sentence] = [manner]
        jokers_bid = rules.joker_bids and rules.decks > 1
        if rules.bidding == "after_deal":
            if rules.decks == 1:
                lines.append(tr("A card shown replaces another player's; each may show one once."))
            else:
                lines.append(tr("More level cards must be shown than stand; your own may be added to."))
        elif jokers_bid:
            lines.append(
                tr(
                    "More cards beat fewer; of as many, big jokers beat little jokers, and "
                    "these beat level cards."
                )
            )
        elif rules.decks > 1:
            lines.append(tr("More cards beat fewer."))
        if rules.bidding == "counter_to_end" and rules.decks > 1:
            lines.append(tr("Two level cards or more also rank by suit: ♠ beats ♥ beats ♣ beats ♦."))
        elif rules.bidding == "ladder":
            lines.append(tr("Suits are equal: the same number of another suit is not stronger."))
        lines.append(jokers)
        if rules.bidding != "after_deal":
            lines.append(
                tr("Your own bid may be raised or changed, your partner's countered, by the same measure.")
            )
        if rules.bidding == "counter_to_end":
            lines.append(tr("Who counters after the bury does not become the dealer."))
        return [
            *lines,
            first,
            tr("If nobody bids then, who drew the first card is the dealer."),
            tr("In later deals bids only choose the trump."),
            nobody,
        ]

    def _bottom(self) -> list[str | Sentence]:
        rules, ntr, tr = self._rules, self._words.ntr, self._words.tr
        limit, multiplier = self._by("bottom")
        return [
            ntr(
                "The dealer takes the {n} card of the bottom into the hand and buries as many.",
                "The dealer takes the {n} cards of the bottom into the hand and buries as many.",
                bottom_size(rules.decks),
            ),
            limit,
            tr("The bottom stays hidden until the last trick is played."),
            tr(
                "When the attackers win the last trick, they win the bottom: its points count "
                "for them, multiplied."
            ),
            multiplier,
        ]

    def _leading(self) -> list[str | Sentence]:
        tr = self._words.tr
        if self._rules.decks == 1:
            throw = tr("Several cards of one suit led together are a throw, as AKQ.")
        else:
            throw = tr("Several shapes of one suit led together are a throw, as AKK or AQQJJ.")
        return [
            tr("The dealer leads to the first trick, then the winner of each trick to the next."),
            tr("Any one shape may be led."),
            throw,
            tr(
                "A throw holds when no other hand, not even your partner's, can beat any of its "
                "shapes in that suit."
            ),
            tr("Trumps of a player who is out of the suit do not break a throw."),
            *self._by("leading"),
            tr("All are told what was tried, and which cards beat it."),
        ]

    def _following(self) -> list[str | Sentence]:
        tr = self._words.tr
        structure, longer, partial, pair = self._by("following")
        lines: list[str | Sentence] = [
            tr("Each plays as many cards as were led."),
            tr("Who has the suit led must play it; who runs out of it adds any other cards."),
            structure,
        ]
        if self._rules.follow_structure == "none" or self._rules.decks == 1:
            return lines
        if self._rules.decks > 2:
            lines.append(longer)
        return [*lines, partial, pair]

    def _winning(self) -> list[str | Sentence]:
        tr = self._words.tr
        compare, wide = self._by("winning")
        return [
            tr("The highest play of the suit led in the shape led wins; of equals, the one played first."),
            tr(
                "Who is out of the suit led may ruff: trumps only, with as many pairs and "
                "tractors as were led."
            ),
            tr("A ruff beats the suit led, and a higher ruff beats a lower one; anything else is a discard."),
            compare,
            wide,
        ]

    def _levels(self) -> list[str | Sentence]:
        rules, tr = self._rules, self._words.tr
        return [
            tr("Each side has its own level; the level of the deal is the dealer side's."),
            tr(
                "The dealer side gains 3 levels when the attackers have no points, 2 when they have fewer "
                "than {step}, 1 when they have fewer than {bar}.",
                step=rules.step,
                bar=rules.bar,
            ),
            tr(
                "From {bar} points on the attackers take over the deal, and gain a level for "
                "each {step} more.",
                bar=rules.bar,
                step=rules.step,
            ),
            tr("After a deal held the dealer's partner deals, else the player after the dealer."),
            *self._by("levels"),
        ]

    def _settlement(self) -> list[str | Sentence]:
        rules, tr = self._rules, self._words.tr
        settlement, room = self._by("settlement")
        match rules.settlement:
            case "points":
                more = [
                    tr("Who wins the match gets three times the room's factor more."),
                    tr("A failed throw costs its player twice the factor for each card tried."),
                    tr("Who is on auto-play when a deal ends loses in full, but wins only 1."),
                ]
            case "silver":
                more = [
                    tr("The multiple is the stakes of one side added up, times those of the other."),
                    tr(
                        "It doubles with each counter, and again when the dealer side holds the "
                        "deal once more."
                    ),
                    tr(
                        "It is × 6 when the attackers have no points, × 3 when they have fewer than {step}, "
                        "× 2 when the deal is held otherwise.",
                        step=rules.step,
                    ),
                    tr("It is × 2 for one level gained, × 3 for two, and so on."),
                    tr(
                        "Each chooses a stake before the first lead; partners share gain and "
                        "loss by their stakes."
                    ),
                    tr(
                        "Nobody loses more than he has. A failed throw costs twice the base for "
                        "each card tried."
                    ),
                ]
            case "classic":
                more = [tr("Each of your own failed throws costs 1; your partner does not pay for it.")]
            case "popo":
                more = [
                    tr(
                        "J counts 11, Q 12, K 13 and A 14 as the level played; a change of deal "
                        "gains 0 levels."
                    )
                ]
        return [settlement, *more, room]
