"""Hints with a reason, and the review of one's own plays by what one could know then."""

from typing import Any

import pytest
from msgspec.structs import replace
from profile_play import KINDS, kind, records
from table_screen import Seat

from game.assets import assets_folder
from game.bots.judge import Judgement
from game.bots.memory import Known
from game.bots.rule import RuleBot
from game.bots.why import Code, Why, why_play
from game.engine import Cards, Question, Trump, View, format_cards, parse_cards
from game.engine import commands as co
from game.engine import events as ev
from game.engine import view as view_of
from game.engine.cards import BJ, LJ
from game.profile.keeper import Kept
from game.profile.playback import Playback
from game.profile.record import Record
from game.scenes.reasons import in_words
from game.scenes.review import MOST, Review, own_plays
from game.scenes.reviewpage import ROWS, ReviewScene
from game.scenes.sheet import SheetScene
from game.scenes.words import Words
from game.table.open import HOUSE_SEATS
from game.table.thinker import Job
from game.ui.i18n import LANGUAGES, Texts
from game.ui.layout import Rect

TRUMP = Trump("2", "H")


class Oracle:
    """A thinker that says what a test has it say, when the test has it answer."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.jobs: list[Job] = []

    def _job(self) -> Job:
        self.jobs.append(Job(None, 0.0, lambda _: None, True))  # type: ignore[arg-type]
        return self.jobs[-1]

    def advise(self, view: View, question: Question, told: Any) -> Job:
        self.asked.append((view, question, told))
        return self._job()

    def judge(self, view: View, played: Cards, found: Any) -> Job:
        self.asked.append((view, played, found))
        return self._job()

    def close(self) -> None:
        """No process."""


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return Words(Texts(assets_folder() / "locale", request.param))


def seat(program: Any, **options: Any) -> tuple[Seat, Oracle]:
    one = program(size=(1280, 720), language="en")
    one.kit.change(replace(one.kit.settings, preselect=False, last_trick_plays=False))
    one.kit._thinker = oracle = Oracle()
    return Seat(one, **options), oracle


# reasons in words


@pytest.mark.parametrize("code", Code)
def test_every_reason_is_a_sentence_of_its_own(code: Code, words: Words) -> None:
    cards = parse_cards("S8 S8 C9")
    text = in_words(Why(code, cards, 15), TRUMP, words)
    assert text
    assert text[-1] in ".。"
    assert sum(in_words(Why(other, cards, 15), TRUMP, words) == text for other in Code) == 1


@pytest.mark.parametrize("code", [Code.CHEAP_LEAD, Code.DISCARD, Code.CHEAPEST])
def test_only_the_best_choice_is_said_to_be_the_best(code: Code, words: Words) -> None:
    why = Why(code, parse_cards("S8"))
    other = in_words(why, TRUMP, words, True)
    assert "8" in other
    assert other != in_words(why, TRUMP, words)
    taken = Why(Code.TAKE, why.cards)
    assert in_words(taken, TRUMP, words, True) == in_words(taken, TRUMP, words)


def test_like_jokers_are_counted(words: Words) -> None:
    text = words.cards(parse_cards("BJ BJ LJ LJ LJ S2 S2"))
    assert text in ("two Big Jokers three Little Jokers ♠2 ♠2", "一对大王 三张小王 ♠2 ♠2")
    assert words.cards(parse_cards("BJ LJ")) == f"{words.card(BJ)} {words.card(LJ)}"


OF_SUITS = (Code.LEAD_VOID_OF_PARTNER, Code.DISCARD_TO_VOID, Code.BURY_TO_VOID, Code.BURY_TO_WINNERS)
"""Reasons that name plain suits."""


@pytest.mark.parametrize("code", sorted(set(Code) - set(OF_SUITS)))
def test_a_reason_begins_like_a_sentence_with_a_joker_too(code: Code, words: Words) -> None:
    text = in_words(Why(code, parse_cards("BJ"), 15), TRUMP, words)
    assert not text[0].islower()


# hints


def choice(me: Seat) -> None:
    """Until there is a question with more than one hint."""
    for _ in range(30):
        me.to_play()
        me.scene._hand.clear()
        me.program.click("hint")
        if me.scene._help.place:
            return
        me.scene._hand.clear()
        me.answer()
    raise AssertionError("never")


def test_every_hint_says_why(program: Any) -> None:
    me, _ = seat(program)
    choice(me)
    ask = me.chair.table.ask(0)
    assert ask
    why = RuleBot().explained(me.view, ask.question)[1]
    assert me.state["message"] == in_words(why, me.view.trump, Words(me.program.kit.texts))
    me.program.click("hint")
    other = why_play(Known(me.view), other_hint(me))
    assert me.state["message"] == in_words(other, me.view.trump, Words(me.program.kit.texts), True)


def other_hint(me: Seat) -> Cards:
    return me.scene._help._hints[1]


def test_a_better_advice_takes_the_place_of_the_hint_and_says_why(program: Any) -> None:
    me, oracle = seat(program)
    choice(me)
    better = other_hint(me)
    view, _, told = oracle.asked[-1]
    assert view is me.view, "nothing but the own view is given away"
    told(co.Play(better), Why(Code.SEARCH, better, 7))
    me.scene.update(0.0)
    assert sorted(parse_cards(" ".join(me.selected))) == sorted(better)
    assert "about 7 points more" in me.state["message"]
    me.program.click("hint")
    assert sorted(parse_cards(" ".join(me.selected))) != sorted(better), "then the rules' own hint"
    for _ in range(len(me.scene._help._hints) - 1):
        assert "7 points more" not in me.state["message"]
        me.program.click("hint")
    assert "about 7 points more" in me.state["message"], "with the first one again"


@pytest.mark.parametrize("touched", ["hint", "clear", "card", "answer"])
def test_an_advice_that_comes_too_late_changes_nothing(program: Any, touched: str) -> None:
    me, oracle = seat(program)
    choice(me)
    better, (_, _, told) = other_hint(me), oracle.asked[-1]
    match touched:
        case "hint" | "clear":
            me.key({"hint": "h", "clear": "escape"}[touched])
        case "card":
            me.click_card(0)
        case "answer":
            me.answer()
            me.settle()
    before, said = me.selected, me.state["message"]
    told(co.Play(better), Why(Code.SEARCH, better, 7))
    me.scene.update(0.0)
    assert (me.selected, me.state["message"]) == (before, said)


def test_an_advice_that_says_the_same_changes_nothing_and_one_that_fails_neither(program: Any) -> None:
    me, oracle = seat(program)
    choice(me)
    before, said, told = me.selected, me.state["message"], oracle.asked[-1][2]
    told(co.Play(me.scene._help._hints[0]), Why(Code.SEARCH, (), 7))
    me.scene.update(0.0)
    assert (me.selected, me.state["message"]) == (before, said)
    me.scene._hand.clear()
    told(None, None)
    me.scene.update(0.0)
    assert me.selected == []


def test_the_tip_of_a_plate_tells_how_strong_the_player_is(program: Any) -> None:
    me, _ = seat(program)
    me.to_play()
    for place, name in (("right", "seat:1"), ("top", "seat:2")):
        me.point(*me.scene._hand.table.plates[place].center)
        for _ in range(20):
            me.scene.update(0.05)
        assert me.state["tip"] == name
        drawn = len(me.scene.items())
        me.point(5, 300)
        assert me.state["tip"] is None
        assert len(me.scene.items()) < drawn


# the review


def own_record(rules: Any) -> Record:
    """A deal in which nobody let the computer play."""
    record = records(rules, 1)[0]
    events = tuple(event for event in record.events if not isinstance(event, ev.AutoSet))
    return replace(record, start=replace(record.start, auto=(False,) * 4), events=events)


def reviewed(program: Any, record: Any, judgement: Any, **how: Any) -> tuple[Any, Oracle]:
    one = program(**how)
    one.kit._thinker = oracle = Oracle()
    review = Review(one.kit, record)
    one.stack.push(ReviewScene(one.kit, review))
    for _ in range(200):
        one.stack.top.update(0.0)
        while oracle.asked:
            view, played, found = oracle.asked.pop()
            found(judgement(view, played))
        if one.state["done"]:
            return one, oracle
    raise AssertionError("it never ends")


def blames_nobody(view: View, played: Cards) -> Judgement:
    return Judgement(0.0, played, Why(Code.CHEAPEST, played))


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_only_own_choices_are_judged_by_what_one_could_know(program: Any, rules: Any) -> None:
    record = own_record(rules)
    seen: list[tuple[View, Cards]] = []

    def look(view: View, played: Cards) -> Judgement:
        seen.append((view, played))
        return blames_nobody(view, played)

    one, _ = reviewed(program, record, look)
    assert 0 < len(seen) <= MOST
    assert one.state["judged"] == len(seen)
    assert one.state["plays"] == []
    playback = Playback(record)
    own = [(playback.view(step - 1, 0), record.events[step].cards) for step in own_plays(record)]
    for view, played in seen:
        assert view.seat == 0
        assert (view, played) in own
        assert len(view.hand) > len(played)


def test_what_cost_most_is_shown_first_and_a_click_shows_where(program: Any) -> None:
    record = own_record(KINDS[0])
    costs = iter([3.0, 1.0, 9.0, None, 5.0, *[0.0] * 20])

    def blame(view: View, played: Cards) -> Judgement | None:
        cost = next(costs)
        better = view.hand[:1]
        return None if cost is None else Judgement(cost, better, Why(Code.SEARCH, better, 4))

    one, _ = reviewed(program, record, blame, language="en")
    plays = one.state["plays"]
    assert [play["cost"] for play in plays] == [9, 5, 3]
    assert "about 4 points more" in plays[0]["text"]
    one.click(f"play:{plays[0]['step']}")
    state = one.state
    assert (state["scene"], state["step"], state["open"], state["seat"]) == (
        "replay",
        plays[0]["step"] - 1,
        False,
        0,
    )
    one.key("right")
    event = record.events[one.state["step"]]
    assert isinstance(event, ev.CardsPlayed)
    assert format_cards(event.cards) == plays[0]["played"]
    one.key("escape")
    one.click("back")
    assert one.state["scene"] == "menu"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
def test_the_page_holds_its_rows(program: Any, cut: list[str], language: str, size: Any) -> None:
    record = own_record(KINDS[0])

    def blame(view: View, played: Cards) -> Judgement:
        return Judgement(12.0, played, Why(Code.SEARCH, played, 12))

    one, _ = reviewed(program, record, blame, language=language, size=size)
    assert len(one.state["plays"]) == 5
    sheet = one.stack.top._sheet
    rects = [Rect(*button["rect"]) for button in one.buttons.values()]
    assert all(sheet.encloses(rect) for rect in rects)
    assert not any(a.overlaps(b) for i, a in enumerate(rects) for b in rects[:i])
    for item in one.items()[2:]:
        assert sheet.encloses(Rect(item.x, item.y, *item.surface.get_size()))
    assert cut == []


def test_leaving_ends_the_judging(program: Any) -> None:
    one = program()
    one.kit._thinker = oracle = Oracle()
    review = Review(one.kit, own_record(KINDS[0]))
    while not oracle.jobs:
        review.work()
    review.close()
    assert oracle.jobs[-1].cancelled
    asked = len(oracle.asked)
    review.work()
    assert (len(oracle.asked), review.done) == (asked, True)


def test_what_the_computer_played_for_one_is_no_mistake_of_ones_own() -> None:
    record = own_record(KINDS[0])
    plays = own_plays(record)
    on = ev.AutoSet(0, True)
    at = plays[3]
    events = (*record.events[:at], on, *record.events[at:])
    assert own_plays(replace(record, events=events)) == plays[:3]


def test_what_comes_in_while_the_sheet_below_goes_on_too_is_shown_at_once(program: Any) -> None:
    record = own_record(KINDS[0])
    one = program(size=(1280, 720), language="en")
    one.kit._thinker = oracle = Oracle()
    after = record.after()
    one.kit.keeper.latest = Kept(record, after.result, None)
    one.stack.push(SheetScene(one.kit, view_of(after, 0), HOUSE_SEATS, lambda: None, lambda: None))

    def frame() -> bool:
        """Whether there is something new to be drawn."""
        for scene in one.stack.seen:
            scene.update(0.02)
        new = any(scene.changed for scene in one.stack.seen)
        for scene in one.stack.seen:
            scene.changed = False
        return new

    for _ in range(30):
        frame()
    one.click("review")
    judged = 0
    while not one.state["done"]:
        frame()
        while oracle.asked:
            _, played, found = oracle.asked.pop()
            found(Judgement(12.0, played, Why(Code.SEARCH, played, 12)))
            judged += 1
            assert frame()
    assert judged == one.state["judged"]
    assert [name for name in one.buttons if name.startswith("play:")] == [
        f"play:{play['step']}" for play in one.state["plays"]
    ]


def test_more_shows_the_other_plays_that_cost_something(program: Any) -> None:
    costs = iter(range(50, 3, -1))

    def blame(view: View, played: Cards) -> Judgement:
        return Judgement(float(next(costs)), view.hand[:1], Why(Code.CHEAPEST, played))

    one, _ = reviewed(program, own_record(KINDS[0]), blame)
    seen = [play["cost"] for play in one.state["plays"]]
    assert len(seen) == ROWS
    first = one.state["plays"]
    one.click("page:more")
    while one.state["plays"] != first:
        seen += [play["cost"] for play in one.state["plays"]]
        assert len(seen) <= MOST
        one.click("page:more")
    assert len(seen) == one.state["judged"] > ROWS
    assert seen == sorted(seen, reverse=True)


def test_who_let_the_computer_play_is_told_so(program: Any) -> None:
    record = own_record(KINDS[0])
    record = replace(record, start=replace(record.start, auto=(True,) * 4))
    one, _ = reviewed(program, record, blames_nobody, language="en")
    assert one.state["message"] == "The computer played for you"


def test_a_deal_without_mistakes_is_told_in_large_letters(program: Any) -> None:
    one, _ = reviewed(program, own_record(KINDS[0]), lambda *_: None, language="en", size=(1280, 800))
    assert one.state["message"] == "No clear mistakes"
    line = one.kit.skin.line("No clear mistakes", one.kit.metrics.heading, one.kit.theme.secondary)
    (item,) = [item for item in one.items() if item.surface is line]
    sheet = one.stack.top._sheet
    assert abs(item.x + line.get_width() // 2 - sheet.center[0]) <= 1
