"""Small edits that break one rule each, to see that the tests notice.

    python tests/mutations.py [-j N] [name ...]

copies the checkout to a temporary folder, makes one edit at a time there and runs the tests it names, fast
ones first, up to the first failure. Printed are the edits that survive: each is a hole in the tests. An edit
whose old text is not found exactly once is an error, and so are tests that fail without any edit.
"""

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("game/engine")
SECONDS = 120
"""Longest an edit's tests may take; what takes longer never ends, which is noticed too."""

# Failing examples are not made smaller: that they fail is enough.
RUN = """
import sys, pytest, hypothesis as h
h.settings.register_profile("edit", phases=[h.Phase.explicit, h.Phase.generate])
h.settings.load_profile("edit")
sys.exit(pytest.main(["-x", "-p", "no:cacheprovider", "--no-header", *sys.argv[1:]]))
"""


class Mutation(NamedTuple):
    """An edit of a file of the engine, the rule it breaks, and the test files (by their middle names)
    that should notice."""

    name: str
    file: str
    old: str
    new: str
    breaks: str
    tests: str

    @property
    def path(self) -> Path:
        return ENGINE / f"{self.file}.py"

    def edited(self, root: Path) -> str:
        """The file with the edit made. ValueError when there is not exactly one place for it."""
        text = (root / self.path).read_text("utf-8")
        if (found := text.count(self.old)) != 1:
            raise ValueError(f"{self.name}: {self.old!r} is {found} times in {self.path}")
        return text.replace(self.old, self.new)


EDITS = """
# 1 Cards and order
points | cards | mutants | 1: king 10
- "K": 10
+ "Q": 10
bottom-size | cards | cases deals | 1: bottom 8 of 4 decks
- (6, 8, 6, 8)
+ (6, 8, 6, 12)
two-is-trump | trump | cases tricks | two_is_trump
- ["2", level] if
+ [level] if
two-at-level-2 | trump | mutants | 1: at level 2 it changes nothing
-  and level != "2"
two-below-level | trump | cases tricks | 1: 2s below the level
- ["2", level]
+ [level, "2"]
main-level | trump | cases tricks | 1: main level above the off levels
- trumps.append((card(suit, rank),))
+ trumps[-1] += (card(suit, rank),)
jokers | trump | cases tricks | 1: BJ above LJ
- [(LJ,), (BJ,)]
+ [(LJ, BJ)]
across-the-level | trump | cases tricks | 1: adjacent without the level rank
- if rank not in specials]
+ ]

# 2 Shapes
decompose | shapes | cases tricks | decompose
- decompose == "longest_first"
+ decompose
longest-first | shapes | cases tricks | 2: most cards first
- (size, width, top)
+ (width, size, top)
ties-wider | shapes | cases tricks | 2: ties, the wider
- (size, width, top)
+ (size, -width, top)
ties-higher | shapes | tricks | 2: ties, the higher
- run >= best
+ run > best
ties-lower-face | shapes | tricks | 2: ties, the lower face numbers
- f for f in chain[place] if
+ f for f in chain[place][::-1] if
no-straights | shapes | cases tricks | 2: runs of w >= 2
- if width == 1:
+ if width == 0:

# 3 Leading and throwing
throw-equal | throw | cases tricks | 3: an equal card does not beat
- > part.top
+ >= part.top
one-component | throw | tricks | 3: one component may always be led
- if len(parts) == 1:
+ if not parts:
throw-lowest | throw | mutants tricks | 3: the lowest-ranked
- else (b[0].top,
+ else (-b[0].top,
throw-fewer | throw | mutants | 3: ties, fewer cards
- else (b[0].top, len(
+ else (b[0].top, -len(
throw-face | throw | mutants | 3: ties, the lower face numbers
-             b[0].cards,
+             b[0].cards[0] * -1,
throw-smallest | throw | mutants tricks | throw_forced
- = rules.throw_forced == "smallest_first"
+ = False
throw-smallest-lowest | throw | mutants tricks | throw_forced: then the lowest
- (len(b[0].cards), b[0].top)
+ (len(b[0].cards), -b[0].top)
throw-cut | throw | cases tricks | 3: cut from anything larger
- part.width, part.length)
+ part.width, part.length, True)
throw-third-hand | throw | mutants tricks | 3: the three other hands
- enumerate(held)
+ enumerate(held[:2])
throw-partner | decide | refusals | 3: the partner's too
- for i in (1, 2, 3)]
+ for i in (1, 3)]
throw-told | decide | refusals | 3: who beat it is told
- others[failure.hand]
+ others[0]
throw-forced-played | decide | refusals | 3: the others go back to the hand
- ev.CardsPlayed(seat, failure.forced)
+ ev.CardsPlayed(seat, cards)
throw-points | evolve | score deals | throw_points
- -penalty if attacks else penalty
+ penalty if attacks else -penalty
lead-mixed | decide | refusals | 2: a lead is of one suit
- if one_suit(cards, trump) is None:
+ if False:

# 4 Following
follow-count | follow | refusals | 4: as many cards as led
- if len(play) != len(lead):
+ if len(play) < len(lead):
follow-suit | follow | mutants following | 4: play them all
- answered < min(in_suit, len(lead))
+ answered < min(in_suit, 1)
follow-none | follow | mutants following | follow_structure
- rules.follow_structure == "none" or
follow-required | follow | mutants following | follow_structure: required
- rules.follow_structure == "none" or
+ True or
follow-tuple-pays | follow | mutants following | follow_longer_tuple: a pair cut from a triple pays no debt
-  and not (whole and counts[f] < hand[f] > 2)
follow-tuple-owed | follow | mutants following | follow_longer_tuple: counts only whole
- n == width if whole else n >= width
+ n >= width
follow-tuple-offered | follow | mutants following | follow_longer_tuple, of the replies offered
- placements(left, chain, width, length, whole)
+ placements(left, chain, width, length)
follow-partial | follow | mutants following | follow_partial_tractor
- if 1 < length < duty[1] and
+ if False and
follow-tractor | follow | mutants following | follow_tractor_for_pair
- if owed and
+ if False and
follow-tractor-paid | follow | mutants following | follow_tractor_for_pair: such pairs do pay
- if owed and
+ if
follow-tractor-length | follow | mutants following | follow_tractor_for_pair: for a component of length 1
- duty[1] == 1 and width == 2
+ width == 2
follow-tractor-offered | follow | mutants following | follow_tractor_for_pair, of the replies offered
- all(length > 1 for _, length in duties)
+ True
follow-widest | follow | mutants following | 4: widest first
- range(min(duty[0], room), 1, -1)
+ range(2, min(duty[0], room) + 1)
follow-narrower | follow | mutants following | 4: units no wider than w
- range(min(duty[0], room), 1, -1)
+ range(duty[0], duty[0] - 1, -1)
follow-longest | follow | mutants following | 4: then longest
- range(min(duty[1], room // width), 0, -1)
+ range(1, min(duty[1], room // width) + 1)
follow-as-many | follow | mutants following | 4: as many as its cards allow
- while room > 1 and
+ while room > 1 and not word and
follow-in-order | follow | mutants following | 4: every led component
- enumerate(duties)
+ enumerate(duties[:1])
follow-wide | follow | mutants following | wide_over_narrow: always a legal reply
-  or _is_wider(lead, play, trump, rules)
follow-wide-offered | follow | mutants following | wide_over_narrow, of the replies offered
- if not rules.wide_over_narrow:
+ if True:

# 5 Winning a trick
ruff | trick | cases tricks | 5: unless it is ruffed
- if ruff < standing.ruff:
+ if ruff:
ruff-first | trick | mutants tricks | 5: compared by ruff, width, rank
- > (other.ruff, other.width)
+ > (other.ruff, self.width)
discard | trick | cases tricks | 5: a discard cannot win
-  or group not in (led_group, TRUMP_GROUP)
single-ruff | trick | cases tricks | 5: unless it is ruffed, of single cards
- ruffs or higher
+ higher
single-equal | trick | cases tricks | 5: the earlier wins, of single cards
- trump.position[card] > trump
+ trump.position[card] >= trump
equal-plays | trick | mutants tricks | 5: the earlier wins
- self.tops[0] > other
+ self.tops[0] >= other
every-way-of-cutting | shapes | mutants tricks | 5: every way of cutting is tried
- in sorted(found):
+ in sorted(found)[:1]:
best-component | shapes | mutants tricks | 5: the best component that can stand for the main one
- sorted(singles, reverse=True)
+ sorted(singles)
compare-highest | trick | mutants tricks | throw_compare: highest_card
- == "highest_card" and
+ == "" and
compare-highest-max | trick | mutants tricks | throw_compare: highest_card
- (max(trump.position
+ (min(trump.position
compare-all | trick | mutants tricks | throw_compare: all_components
- == "all_components" and
+ == "" and
compare-all-none-lower | trick | mutants tricks | throw_compare: none lower
- all(mine >= theirs
+ any(mine >= theirs
compare-all-one-higher | trick | mutants tricks | throw_compare: one higher
- any(m > t for m, t in pairs)
+ True
compare-all-cuts | trick | mutants tricks | throw_compare: every way of cutting
- tries = None if
+ tries = 1 if
wide | trick | mutants tricks | wide_over_narrow: off
- if rules.wide_over_narrow and
+ if
wide-rank | trick | mutants tricks | wide_over_narrow: then by rank
- (wide[1],)
+ (0,)
wide-one-component | follow | mutants tricks | wide_over_narrow: for a lead of one component
- len(led) == len(own) == 1
+ len(own) == 1

# 6 Deal, bids, bottom
deal-order | decide | deals | 6: dealt in play order
- (deal.first + deal.drawn) % 4
+ (deal.first - deal.drawn) % 4
deal-from-dealer | decide | deals | 6: from the dealer on
- first = match.dealer
+ first = first_seat(command.seed)
deal-first-seat | chance | mutants | 6: from a seat drawn at random
- .below(4)
+ .below(3)
bid-joker-class | bids | bids | bidding: LJ below BJ
- {LJ: 1, BJ: 2}
+ {LJ: 1, BJ: 1}
bid-joker-over-level | bids | bids | bidding: level cards below LJ
- {LJ: 1, BJ: 2}
+ {LJ: 0, BJ: 1}
bid-stronger | bids | bids | bidding: only by a stronger one
- rules) > strength(standing.cards
+ rules) >= strength(standing.cards
flip-while-dealt | bids | mutants | bidding: after_deal, nobody bids while cards come
- "counter_to_end"), "flipping"
+ "counter_to_end", "after_deal"), "flipping"
flip-more | bids | mutants | bidding: after_deal, more cards than stand
- higher = len(cards) > len(
+ higher = len(cards) >= len(
flip-once | bids | mutants | bidding: after_deal, one deck, each seat may flip once
- all(bid.seat != seat for bid in history)
+ history[-1].seat != seat
flip-no-jokers | bids | mutants | bidding: after_deal, no jokers
- phase == "flipping" or len
+ len
flip-first-drawer | evolve | mutants | bidding: after_deal, asked from the first drawer
- asked=event.first
+ asked=event.first + 1
flip-four-passes | evolve | mutants | bidding: after_deal, four passes in a row
- passed=(False,) * 4, asked
+ passed=match.running.passed, asked
counter-suits | bids | mutants | bidding: counter_to_end, S > H > C > D
- len(SUITS) - face // 13
+ 1 + face // 13
counter-singles | bids | mutants | bidding: counter_to_end, of two or more
- and len(cards) > 1:
+ and cards:
counter-three-passes | evolve | mutants | bidding: counter_to_end, three passes in a row
- "countering" and sum(passed) == 3
+ "countering" and sum(passed) == 2
counter-no-stronger | evolve | mutants | bidding: counter_to_end, no bid can be stronger
-  and beatable(deal.bids, deal.level, match.rules)
counter-takes-bottom | decide | mutants | bidding: counter_to_end, takes the bottom
- ev.BottomTaken(seat, deal.bottom)
+ ev.BottomTaken(dealer, deal.bottom)
counter-dealer | decide | mutants | bidding: counter_to_end, the dealer does not change
- ev.TrumpSet(dealer, bid_suit(command
+ ev.TrumpSet(seat, bid_suit(command
counter-leads | evolve | mutants | bidding: counter_to_end, the dealer leads
- leader=dealer,
+ leader=event.seat,
counters | bids | mutants | 8: a counter is by another seat
- sum(a.seat != b.seat for
+ sum(True for
joker-bids | bids | bids | joker_bids
-  or not rules.joker_bids
joker-single | bids | bids | 6: no single jokers
- len(cards) < 2 or not
+ not
bid-mixed | bids | bids | 6: cards of one face
- any(other != face for other in cards)
+ False
bid-suit | decide | bids deals | 6: the standing bid makes trump
- bid_suit(deal.bids[-1].cards)
+ bid_suit(deal.bids[0].cards)
bid-passes | decide | refusals | 6: bidding ends when all have passed
- sum(deal.passed) == 3
+ sum(deal.passed) == 2
nobody-bids | decide | mutants | nobody_bids: no_trump
- ev.TrumpSet(dealer, None)
+ ev.TrumpSet(dealer, "S")
redeal-limit | decide | mutants | nobody_bids: redeal, at most three times
- match.redeals < REDEALS
+ match.redeals <= REDEALS
redeal-first | decide | mutants | nobody_bids: redeal, from the same seat
- first = match.running.first
+ first = first_seat(command.seed)
flip-level | bids | mutants | nobody_bids: flip_bottom, the first level card's suit
- return bottom[:n], printed_suit(face)
+ return bottom[:n], None
flip-joker | bids | mutants | nobody_bids: flip_bottom, a joker means no trump
- return bottom[:n], None
+ continue
flip-highest | bids | mutants | nobody_bids: flip_bottom, the highest plain card
- max(plain
+ min(plain
flip-first-of-equals | bids | mutants | nobody_bids: flip_bottom, the first of equals
- max(plain
+ max(plain[::-1]
first-bidder | decide | mutants | first_dealer: first_bidder
- 0 if match.rules.first_dealer == "first_bidder" else -1
+ -1
last-bidder | decide | mutants | first_dealer: last_bidder
- 0 if match.rules.first_dealer == "first_bidder" else -1
+ 0
first-dealer-nobody | decide | mutants | first_dealer: nobody, who drew the first card
- dealer = deal.first
+ dealer = (deal.first + 1) % 4
bottom-limit | decide | mutants | bottom_points_limit
- points_of(cards) > limit:
+ False:
bottom-limit-reached | decide | mutants | bottom_points_limit: that many may be buried
- points_of(cards) > limit
+ points_of(cards) >= limit
bury-as-many | decide | refusals | 6: buries as many
- if len(cards) != size:
+ if len(cards) < size:
dealer-leads | evolve | deals | 6: the dealer leads
- leader=dealer,
+ leader=deal.first,
winner-leads | evolve | deals | 5: the winner leads
- plays=(), leader=event.seat
+ plays=(), leader=deal.leader

# 7 Score, levels, next deal
worth-popo | score | cases score | bottom_multiplier: popo
- 2 * len(read_shape(lead, trump, rules)[0].cards)
+ 2 * len(lead)
worth-lezhong-triple | score | cases score | bottom_multiplier: lezhong
- width > 2 for
+ width > 3 for
worth-lezhong-tractor | score | cases score | bottom_multiplier: lezhong
- 2 * 2**pairs
+ 4 * pairs
worth-lezhong-cut | score | cases score | bottom_multiplier: lezhong
- winning if wide else lead
+ winning
worth-lezhong-wider | score | score | bottom_multiplier: lezhong
- winning if wide else lead
+ lead
worth-classic | score | cases score | bottom_multiplier: classic
- 6 if n > 2 else 4
+ 6 if n > 3 else 4
worth-classic-neither | score | cases score | bottom_multiplier: classic
- for n in copies) or 2
+ for n in copies) or 1
worth-doubling | score | cases score | bottom_multiplier: doubling
- 2 * 2 ** len(copies)
+ 2 + 2 * len(copies)
worth-to-whom | decide | score | 7: only if attackers win the last trick
- trump, rules) if attackers_won else 0
+ trump, rules)
bar | score | cases score | 7: from bar on
- points >= rules.bar
+ points > rules.bar
step | score | cases score | 7: below step
- points < rules.step
+ points <= rules.step
nothing | score | cases score | 7: 0 points
- if points <= 0
+ if points < 0
below-nothing | score | score | 7: negative totals
- 3 + -points // rules.step
+ 3
decks-step | rules | options score | decks: step
- return 20 * self.decks
+ return 40
level-cap | score | score | level_cap
- min(gain, rules.level_cap)
+ gain
end-level | score | cases score | end_level: a gain stops
- if place >= end:
+ if place > end:
must-play-stop | score | cases score | must_play: a gain stops
- in rules.must_play:
-             break
+ in ():
+             break
must-play-leave | score | cases score | must_play: left only by holding the deal
- elif side == "attackers" and level in
+ elif side == "" and level in
must-play-fallen | score | mutants | must_play: and not from where one fell
- in rules.must_play:
-             return
+ in ():
+             return
jack-single | score | cases score | jack_rule: single_jack_to_2
- rules.jack_rule == "single_jack_to_2" or trump_jack
+ trump_jack
jack-main | score | cases score | jack_rule: main_to_2_off_half
- "single_jack_to_2" or trump_jack
+ "single_jack_to_2"
jack-half | score | cases score | jack_rule: half its way
- place // 2
+ (place + 1) // 2
jack-alone | score | score | jack_rule: a single J
- len(lost_to) == 1 and
+ lost_to and
jack-level | score | score | jack_rule: at level J
- level == "J" and
next-lost | score | cases score | 7: lost, the next seat
- else 1)
+ else 3)
next-held | score | cases score | 7: held, the partner
- 2 if side
+ 0 if side
own-levels | decide | mutants | 7: each side keeps its own
- advance(match.levels[other]
+ advance(level
match-won | decide | score | 7: by holding the deal
- if holds and level ==
+ if level ==
match-won-fallen | decide | score | jack_rule: before the deal's gain
- rules.end_level and not fallen
+ rules.end_level
whose-points | evolve | deals | 7: points in tricks the attackers won
- != seat_team(dealer) else 0
+ != seat_team(dealer) else event.points

# What a seat may know
secret-seed | view | secrets | the order of the deck
- replace(event, seed=None)
+ event
secret-card | view | secrets | 6: cards are dealt to a hand
- replace(event, card=None)
+ event
secret-bottom | view | secrets | 6: the bottom taken
- case ev.BottomTaken(seat=other) |
+ case
secret-buried | view | secrets | 6: the bottom buried
-  | ev.Buried(seat=other)
secret-hand | view | secrets | a spectator sees no hand
- () if seat is None else cards_of(deal.hands[seat])
+ cards_of(deal.hands[seat or 0])
secret-own-buried | view | secrets | 6: what it buried itself
- else deal.buried[seat]
+ else deal.bottom
view-two-is-trump | view | mutants | two_is_trump, as seen
- suit, self.rules.two_is_trump)
+ suit)

# 9 Presets
preset-cap | rules | options | 9: popo
- "level_cap": 3
+ "level_cap": 4
streak | evolve | mutants | settlement: the deal held before
-  and match.result.side == "dealer"
stakes | rules | mutants | room: highest stake
- if stake <= highest
preset-settlement | rules | options | settlement
- "settlement": "classic"
+ "settlement": "points"
preset-jokers | rules | options | 9: classic
- "joker_bids": False
+ "joker_bids": True
must-play-above | rules | options | 9: must_play above end_level is refused
- RANKS.index(level) > RANKS.index(self.end_level)
+ False
end-level-2 | rules | options | end_level: 3..A
- if self.end_level not in tuple(RANKS[1:]):
+ if False:
"""


def read(text: str) -> Iterator[Mutation]:
    """The edits of such a text: name | file | tests | rule, and the lines before (-) and after (+)."""
    parts: list[list[str]] = []
    for line in text.splitlines():
        if line[:2] in ("- ", "+ "):
            parts[-1].append(line)
        elif line and line[0] != "#":
            parts.append([line])
    for head, *lines in parts:
        name, file, tests, breaks = head.split(" | ")
        old, new = ("\n".join(line[2:] for line in lines if line[0] == mark) for mark in "-+")
        yield Mutation(name, file, old, new, breaks, tests)


MUTATIONS = tuple(read(EDITS))


def files(mutations: Sequence[Mutation]) -> list[str]:
    """The test files these edits name, each once."""
    return list(dict.fromkeys(f"tests/engine/test_{name}.py" for m in mutations for name in m.tests.split()))


def run_tests(copy: Path, tests: Sequence[str]) -> tuple[int | None, str]:
    """What the tests end with (0 passed, 1 failed, None they did not end), and what they say."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(
            [sys.executable, "-c", RUN, *tests],
            cwd=copy,
            env=env,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout + done.stderr


def checkout(place: Path) -> Path:
    for name in ("game", "tests"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def survivors(mutations: Sequence[Mutation], jobs: int = 1, verbose: bool = False) -> list[str]:
    """What there is to complain of: a line for each edit that survives or can't be tried."""
    with tempfile.TemporaryDirectory() as folder:
        copies: queue.Queue[Path] = queue.Queue()
        first = checkout(Path(folder) / "0")
        for i in range(1, jobs):
            copies.put(Path(shutil.copytree(first, Path(folder) / str(i))))
        complaints = []
        for m in mutations:
            try:
                m.edited(first)
            except ValueError as error:
                complaints.append(str(error))
        if complaints:
            return complaints
        code, said = run_tests(first, files(mutations))
        if code != 0:
            return [f"the tests fail without any edit:\n{said[-2000:]}"]
        copies.put(first)

        def tried(m: Mutation) -> str:
            copy, start = copies.get(), time.monotonic()
            place = copy / m.path
            whole = place.read_bytes()
            try:
                place.write_text(m.edited(copy), "utf-8")
                code, said = run_tests(copy, files([m]))
            finally:
                place.write_bytes(whole)
                copies.put(copy)
            if verbose:
                told = {0: "SURVIVES", 1: "noticed", None: "does not end"}.get(code, "can't be tried")
                print(f"{time.monotonic() - start:5.1f} s  {m.name}: {told}", flush=True)
            if code == 0:
                return f"{m.name} survives ({m.breaks}): {m.path}: {m.old!r} -> {m.new!r}"
            return "" if code in (1, None) else f"{m.name} can't be tried:\n{said[-1000:]}"

        with ThreadPoolExecutor(jobs) as pool:
            return [line for line in pool.map(tried, mutations) if line]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Which edits of the rules do the tests not notice?")
    parser.add_argument("names", nargs="*", metavar="name", help="edits to try; all, when none is named")
    parser.add_argument("-j", type=int, default=1, dest="jobs", help="edits tried at the same time")
    parser.add_argument("-v", action="store_true", dest="verbose", help="say how long each takes")
    options = parser.parse_args(arguments)
    known = {m.name: m for m in MUTATIONS}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no such edit: {', '.join(unknown)}")
    chosen = [known[name] for name in options.names] or list(MUTATIONS)
    start = time.monotonic()
    complaints = survivors(chosen, options.jobs, options.verbose)
    for line in complaints:
        print(line)
    print(f"{len(chosen)} edits, {len(complaints)} complaints, {time.monotonic() - start:.0f} s")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
