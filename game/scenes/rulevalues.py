"""What each value of each option means: a whole sentence is chosen by the value, none is put together."""

from game.engine import RuleSet
from game.engine.cards import bottom_size, hand_size
from game.engine.rules import ROOMS
from game.scenes.words import Words


def meaning(field: str, rules: RuleSet, words: Words) -> str:
    """What the value that an option has in these rules means, in full."""
    tr, ntr = words.tr, words.ntr
    match field, getattr(rules, field):
        case "preset", "lezhong":
            return tr("Bids while the cards are dealt; the bottom counts by the shape that wins it.")
        case "preset", "classic":
            return tr("Bids in turn after the deal, without jokers; points at the end of the match.")
        case "preset", "popo":
            return tr("Wide shapes beat narrow ones; at most three levels a deal; points every deal.")
        case "decks", n:
            return ntr(
                "{n} deck, {cards} cards: each player is dealt {hand}, and {bottom} are the bottom.",
                "{n} decks, {cards} cards: each player is dealt {hand}, and {bottom} are the bottom.",
                n,
                cards=54 * n,
                hand=hand_size(n),
                bottom=bottom_size(n),
            )
        case "two_is_trump", False:
            return tr("Trumps are the jokers, all level cards and the trump suit.")
        case "two_is_trump", True:
            return tr("Trumps are the jokers, all level cards, all 2s and the trump suit.")
        case "decompose", "longest_first":
            return tr(
                "Cards that can be read in several ways are read as the shape of most cards first: "
                "22233 is the tractor 2233 and a single 2."
            )
        case "decompose", "tuple_first":
            return tr(
                "Cards that can be read in several ways are read as the widest shape first: "
                "22233 is the triple 222 and the pair 33."
            )
        case "bidding", "ladder":
            return tr(
                "While the cards are dealt, anyone may bid by showing level cards of one suit, "
                "which becomes trump; only a stronger bid replaces it."
            )
        case "bidding", "after_deal":
            return tr(
                "Nobody bids while the cards are dealt. Then all are asked in turn, round and round, "
                "to show level cards of one suit, until four pass in a row; the last ones "
                "shown make trump."
            )
        case "bidding", "counter_to_end":
            return tr(
                "Bids are made while the cards are dealt. After the bury the others may counter in turn: "
                "who does makes the trump, takes the bottom and buries anew, until three pass in a row."
            )
        case "joker_bids", True if rules.bidding == "after_deal":
            return tr("Only level cards are shown after the deal: jokers can't be bid in this manner.")
        case "joker_bids", True if rules.decks == 1:
            return tr("No trump is bid with two identical jokers, which one deck does not have.")
        case "joker_bids", True:
            return tr("Two or more identical jokers bid no trump.")
        case "joker_bids", False:
            return tr("Jokers can't be bid.")
        case "first_dealer", "first_bidder":
            return tr("In the first deal of a match, who bids first is the dealer, even when countered.")
        case "first_dealer", "last_bidder":
            return tr("In the first deal of a match, who made the bid that stands is the dealer.")
        case "nobody_bids", "no_trump":
            return tr("When nobody bids, the deal is played in no trump.")
        case "nobody_bids", "flip_bottom":
            return tr(
                "When nobody bids, the bottom is turned up card by card: the first level card makes its "
                "suit trump, a joker means no trump; failing both, the suit of the highest card is trump."
            )
        case "nobody_bids", "redeal":
            return tr(
                "When nobody bids, the cards are dealt again, three times at most, "
                "after which the deal is played in no trump."
            )
        case "bottom_points_limit", None:
            return tr("Any cards may be buried, points too.")
        case "bottom_points_limit", n:
            return ntr("At most {n} point may be buried.", "At most {n} points may be buried.", n)
        case "bottom_multiplier", "lezhong":
            return tr(
                "The winning shape counts: three or four of a kind × 6; a tractor of two pairs × 8, "
                "doubled for each pair more; a pair × 4; else × 2."
            )
        case "bottom_multiplier", "classic":
            return tr(
                "The cards that win it count: 6 for each three or four of a kind and 4 for each pair, "
                "added up; without any × 2."
            )
        case "bottom_multiplier", "doubling":
            return tr("It counts × 2, doubled for each pair, triple or quad among the cards that win it.")
        case "bottom_multiplier", "popo":
            return tr(
                "The shape led counts: a single × 2, a pair × 4, a triple × 6, a quad × 8; "
                "a tractor, hurricane or carrier twice its number of cards."
            )
        case "throw_forced", "lowest_beaten":
            return tr(
                "When a throw fails, its lowest beaten shape is played instead: "
                "98844 against a J plays 9, against QQ it plays 44."
            )
        case "throw_forced", "smallest_first":
            return tr(
                "When a throw fails, its beaten shape of fewest cards is played instead, of "
                "equals the lowest."
            )
        case "throw_points", 0:
            return tr("A failed throw costs no trick points.")
        case "throw_points", n:
            return ntr(
                "A failed throw gives the other side {n} point.",
                "A failed throw gives the other side {n} points.",
                n,
            )
        case "follow_structure", "required":
            return tr(
                "Shapes are owed too: a tractor for a tractor, else as many pairs as it "
                "has; a pair for a "
                "pair; a triple for a triple, else a pair and a single."
            )
        case "follow_structure", "none":
            return tr("Only the suit and the number of cards count: no pair is ever owed.")
        case "follow_longer_tuple", "split":
            return tr("Three or four of a kind must be broken when a pair is owed.")
        case "follow_longer_tuple", "protected":
            return tr("Three or four of a kind need never be broken to give a pair.")
        case "follow_partial_tractor", "required":
            return tr("Who has no tractor as long as the one led owes a shorter one, then pairs.")
        case "follow_partial_tractor", "free":
            return tr("Who has no tractor as long as the one led owes pairs, any pairs.")
        case "follow_tractor_for_pair", "give":
            return tr("A tractor must be broken when a pair is led and there is no other.")
        case "follow_tractor_for_pair", "protected":
            return tr("A tractor need not be broken when a pair is led.")
        case "throw_compare", "main_component":
            return tr(
                "Plays on a throw are compared by its main shape only: on 544, trumps 977 win and 884 "
                "over-ruff them; on 567 they do not."
            )
        case "throw_compare", "all_components":
            return tr(
                "Plays on a throw are compared shape by shape: to win, none may be lower "
                "and one must be higher."
            )
        case "throw_compare", "highest_card":
            return tr("Plays on a throw are compared by their highest card.")
        case "wide_over_narrow", False:
            return tr("A shape is beaten only by the same shape of higher cards.")
        case "wide_over_narrow", True:
            return tr(
                "Of as many cards, a quad beats a tractor, a hurricane beats a tractor, "
                "and a carrier beats both, whatever their ranks."
            )
        case "end_level", level:
            return tr(
                "Both sides start at 2; who holds the deal at level {level} wins the match.",
                level=words.rank(level),
            )
        case "must_play", ():
            return tr("A gain may jump over any level but the last.")
        case "must_play", levels:
            return tr(
                "Every gain stops at these levels, which are left only by holding the deal there: {levels}.",
                levels=" ".join(words.rank(level) for level in levels),
            )
        case "level_cap", None:
            return tr("There is no limit to the levels gained in one deal.")
        case "level_cap", n:
            return ntr("A deal is worth {n} level at the most.", "A deal is worth {n} levels at the most.", n)
        case "jack_rule", "off":
            return tr("At level J a jack that wins the last trick is a card like any other.")
        case "jack_rule", "single_jack_to_2":
            return tr(
                "At level J, when the attackers win the last trick with one J, the dealer side falls to 2."
            )
        case "jack_rule", "main_to_2_off_half":
            return tr(
                "At level J, when the attackers win the last trick with one J, the dealer "
                "side falls to 2 by the "
                "trump suit's J, to 6 by another."
            )
        case "settlement", "points":
            return tr(
                "Points after each deal: for each level gained, one at the least, the winners get the "
                "room's base and the losers lose it."
            )
        case "settlement", "silver":
            return tr(
                "Silver after each deal: the losers pay the room's base times the multiple, "
                "the winners get it, less the tax."
            )
        case "settlement", "classic":
            return tr(
                "Points at the end of the match: 1 for each level gained, 2 for each level ahead "
                "or less 2 for each behind, 1 for every ten deals."
            )
        case "settlement", "popo":
            return tr(
                "Points after each deal: 2 × (1 + N) + X when the dealer side wins, 2 × (2 "
                "+ N) + X when the "
                "attackers do; as much is lost. N: levels gained, X: level played."
            )
    return _room(rules, words)


def _room(rules: RuleSet, words: Words) -> str:
    tr = words.tr
    room = ROOMS[rules.room]
    if rules.settlement in ("classic", "popo"):
        return tr("This settlement is the same in every room.")
    match rules.room:
        case "practice":
            return tr("The practice room: base {base}, for play without gain or loss.", base=room.base)
        case "common":
            return tr(
                "The common room: base {base}, factor {factor}, tax {tax} in a hundred, "
                "stakes up to {stake}.",
                base=room.base,
                factor=room.factor,
                tax=room.tax,
                stake=room.stake,
            )
        case "pass":
            return tr(
                "The pass room: base {base}, factor {factor}, tax {tax} in a hundred, stakes up to {stake}.",
                base=room.base,
                factor=room.factor,
                tax=room.tax,
                stake=room.stake,
            )
