"""What titles and medals are called."""

from game.engine import MEDALS, TITLES
from game.scenes.words import Words


def title_name(step: int, words: Words) -> str:
    """The title of step 0 (none yet) to the last."""
    tr = words.tr
    names = (
        tr("Newcomer"),
        tr("Onlooker"),
        tr("Beginner"),
        tr("Apprentice"),
        tr("Card holder"),
        tr("Suit keeper"),
        tr("Pair player"),
        tr("Point picker"),
        tr("Trump drawer"),
        tr("Ruffer"),
        tr("Steady partner"),
        tr("Bidder"),
        tr("Bottom guard"),
        tr("Tractor driver"),
        tr("Counter of cards"),
        tr("Thrower"),
        tr("Dealer"),
        tr("Tactician"),
        tr("Level climber"),
        tr("Bottom taker"),
        tr("Champion of the house"),
        tr("Champion of the street"),
        tr("Champion of the town"),
        tr("Master"),
        tr("Grand master"),
    )
    assert len(names) == len(TITLES) + 1
    return names[step]


def medal_name(step: int, words: Words) -> str:
    """The medal of step 0 (none yet) to the last: ten of each material."""
    tr = words.tr
    if step == 0:
        return tr("No medal yet")
    each = len(MEDALS) // 10
    tier, within = divmod(step - 1, each)
    n = within + 1
    return (
        tr("Wooden medal {n}", n=n),
        tr("Stone medal {n}", n=n),
        tr("Iron medal {n}", n=n),
        tr("Copper medal {n}", n=n),
        tr("Bronze medal {n}", n=n),
        tr("Silver medal {n}", n=n),
        tr("Gold medal {n}", n=n),
        tr("Jade medal {n}", n=n),
        tr("Crystal medal {n}", n=n),
        tr("Diamond medal {n}", n=n),
    )[tier]
