"""Pictures of the rules page: the order of trumps, bids, shapes, a throw, a ruff, the steps of a deal."""

from game.engine import Outcome, RuleSet, outcome, parse_cards
from game.scenes.kit import Kit
from game.scenes.words import Words
from game.ui.painter import Item
from game.ui.theme import Rgb

SHAPES = (
    (2, "S8 S8", "S9 S9 SJ SJ"),
    (3, "H8 H8 H8", "H6 H6 H6 H7 H7 H7"),
    (4, "C8 C8 C8 C8", "D3 D3 D3 D3 D4 D4 D4 D4"),
)
"""Drawn shapes by their width: identical cards, and a run of two ranks."""


class Pictures:
    """Draws what belongs to a section, as if its place began at 0, 0. Cards are those of level 10."""

    def __init__(self, kit: Kit, words: Words, rules: RuleSet) -> None:
        self._kit = kit
        self._words = words
        self._rules = rules
        self._unit = min(kit.size[1], kit.size[0] * 0.625) / 800

    def _px(self, design: float) -> int:
        return round(design * self._unit)

    def _text(self, text: str, px: int, color: Rgb, x: int, y: int, room: int, align: float = 0.0) -> Item:
        """A line with its vertical middle at y; ``align`` 0 left, 0.5 centred."""
        surface = self._kit.skin.line(self._kit.fonts.fit(text, px, room), px, color)
        return Item(surface, round(x - surface.get_width() * align), y - surface.get_height() // 2)

    def of(self, section: str, width: int) -> list[Item]:
        """The picture of a section, at most so wide; [] where there is none."""
        several = self._rules.decks > 1
        match section:
            case "cards":
                return self._trumps(width)
            case "levels":
                return self._steps(width)
            case "shapes" if several:
                return self._shapes(width)
            case "bidding" if several:
                return self._bids(width)
            case "leading" if several:
                return self._throw(width)
            case "winning" if several and self._rules.throw_compare == "main_component":
                return self._ruff(width)
        return []

    def _bids(self, width: int) -> list[Item]:
        """Bids from weak to strong."""
        rules, size = self._rules, self._kit.metrics
        jokers = rules.joker_bids and rules.bidding != "after_deal"
        caption = self._words.tr("Bids at level {level}, each stronger than the one before:", level="10")
        line = self._kit.fonts.height(size.small)
        items = [self._text(caption, size.small, self._kit.theme.secondary, 0, line // 2, width)]
        bids = []
        for n in range(1, rules.decks + 1):
            bids.append([parse_cards("SHDC"[n - 1] + "T")[0]] * n)
            if n > 1 and jokers:
                bids += [list(parse_cards("LJ")) * n, list(parse_cards("BJ")) * n]
        card = self._px(56)
        gap = self._px(22 if len(bids) < 8 else 14)
        inner = sum(len(bid) - 1 for bid in bids)
        room = (width - card * len(bids) - gap * (len(bids) - 1)) / max(1, inner)
        strip = min(card * 0.45, room)
        x, y = 0.0, line + self._px(8)
        for bid in bids:
            for i, face in enumerate(bid):
                items.append(Item(self._kit.faces.face(face, card), round(x + i * strip), y))
            x += card + strip * (len(bid) - 1) + gap
        return items

    def _throw(self, width: int) -> list[Item]:
        """A throw that fails, and what is played instead."""
        tr = self._words.tr
        return self._row(
            [
                (tr("thrown"), "S9 S8 S8 S4 S4"),
                (tr("another hand"), "SQ SQ"),
                (tr("played instead"), "S4 S4"),
            ],
            width,
        )

    def _ruff(self, width: int) -> list[Item]:
        """A throw ruffed and over-ruffed; hearts are trump."""
        tr = self._words.tr
        return self._row(
            [(tr("led"), "S5 S4 S4"), (tr("ruffed"), "H9 H7 H7"), (tr("over-ruffed"), "H8 H8 H4")], width
        )

    def _row(self, groups: list[tuple[str, str]], width: int) -> list[Item]:
        """Groups of cards side by side, each below its name."""
        kit, size = self._kit, self._kit.metrics
        line, card = kit.fonts.height(size.small), self._px(62)
        strip, x = round(card * 0.5), 0
        items: list[Item] = []
        for name, codes in groups:
            faces = parse_cards(codes)
            items.append(self._text(name, size.small, kit.theme.secondary, x, line // 2, width - x))
            for i, face in enumerate(faces):
                items.append(Item(kit.faces.face(face, card), x + i * strip, line + self._px(6)))
            used = card + strip * (len(faces) - 1)
            x += max(used, kit.fonts.size(name, size.small)[0]) + self._px(56)
        return items

    def _trumps(self, width: int) -> list[Item]:
        """The trumps from high to low, for level 10 and hearts."""
        kit, px, tr = self._kit, self._px, self._words.tr
        size = kit.metrics
        groups = ["BJ", "LJ", "HT", "ST CT DT"]
        if self._rules.two_is_trump:
            groups += ["H2", "S2 C2 D2", "HA HK HQ HJ H9 H8 H7 H6 H5 H4 H3"]
        else:
            groups += ["HA HK HQ HJ H9 H8 H7 H6 H5 H4 H3 H2"]
        caption = tr("Hearts are trump at level {level}, from high to low:", level=self._words.rank("T"))
        line = kit.fonts.height(size.small)
        items = [self._text(caption, size.small, kit.theme.secondary, 0, line // 2, width)]
        cards = [parse_cards(group) for group in groups]
        card = px(62)
        gap = px(12)
        inner = sum(len(group) - 1 for group in cards)
        strip = min(card * 0.8, (width - card * len(cards) - gap * (len(cards) - 1)) / inner)
        x, y = 0.0, line + px(8)
        for group in cards:
            for i, face in enumerate(group):
                items.append(Item(kit.faces.face(face, card), round(x + i * strip), y))
            x += card + strip * (len(group) - 1) + gap
        return items

    def _shapes(self, width: int) -> list[Item]:
        """Each shape these decks have, with its name; the runs below what they are made of."""
        kit, px = self._kit, self._px
        size, theme = kit.metrics, kit.theme
        line = kit.fonts.height(size.small)
        card = px(56)
        strip, gap = round(card * 0.5), px(44)
        shown = [shape for shape in SHAPES if shape[0] <= self._rules.decks]
        row_h = line + px(6) + kit.faces.height(card) + px(16)
        items: list[Item] = []
        x = 0
        for wide, same, run in shown:
            ends = [x]
            for length, codes in ((1, same), (2, run)):
                at, y = (x, (length - 1) * row_h) if len(shown) > 1 else (ends[-1], 0)
                name = self._words.unit(wide, length)
                items.append(self._text(name, size.small, theme.secondary, at, y + line // 2, width - at))
                faces = parse_cards(codes)
                for i, face in enumerate(faces):
                    items.append(Item(kit.faces.face(face, card), at + i * strip, y + line + px(6)))
                used = max(card + strip * (len(faces) - 1), kit.fonts.size(name, size.small)[0])
                ends.append(at + used + gap)
            x = max(ends)
        return items

    def _step(self, got: Outcome) -> str:
        """What a step of the bar means."""
        tr = self._words.tr
        if not got.levels:
            return tr("change")
        if got.side == "dealer":
            return tr("dealer side +{n}", n=got.levels)
        return tr("attackers +{n}", n=got.levels)

    def _steps(self, width: int) -> list[Item]:
        """The attackers' points on a bar, and what each step of it means."""
        kit, px = self._kit, self._px
        size, theme = kit.metrics, kit.theme
        step = self._rules.step
        width = min(width, px(820))
        per = width / 5
        marks = tuple(round(per * i) for i in range(1, 5))
        line = kit.fonts.height(size.small)
        height = px(28)
        names = [self._step(outcome(max(1, step * i), self._rules)) for i in range(5)]
        items = [Item(kit.skin.bar(width, height, round(per * 2), marks), 0, line)]
        for i, name in enumerate(names):
            color = theme.brass if i < 2 else theme.secondary
            middle = round(per * (i + 0.5))
            items.append(self._text(name, size.small, color, middle, line // 2, round(per), align=0.5))
            if i:
                at = line + height + line // 2
                text = str(step * i)
                items.append(
                    self._text(text, size.small, theme.secondary, marks[i - 1], at, width, align=0.5)
                )
        return items
