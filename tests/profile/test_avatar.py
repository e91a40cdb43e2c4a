"""A picture as data: the same for a name everywhere, and every other within reach."""

import msgspec
import pytest
from engine_play import examples
from hypothesis import given
from hypothesis import strategies as st

from game.profile.avatar import COLOURS, MARKS, SHAPES, Avatar, Part, avatar_of


def sound(avatar: Avatar) -> bool:
    return msgspec.convert(msgspec.to_builtins(avatar), Avatar) == avatar


@given(st.text(max_size=20))
@examples(100)
def test_any_name_has_a_picture_that_can_be_kept(name: str) -> None:
    assert sound(avatar_of(name))
    assert avatar_of(name) == avatar_of(name)


def test_a_name_has_the_same_picture_on_every_pc() -> None:
    """These must not change: players know each other by them."""
    assert avatar_of("小周") == Avatar(0, 9, 6)
    assert avatar_of("e\u0301") == avatar_of("\u00e9"), "one name, typed in two ways"


def test_names_are_spread_over_all_pictures() -> None:
    found = [avatar_of(f"player {n}") for n in range(600)]
    assert len(set(found)) > 400
    assert {a.shape for a in found} == set(range(SHAPES))
    assert {a.colour for a in found} == set(range(COLOURS))
    assert {a.mark for a in found} == set(range(MARKS))


@pytest.mark.parametrize(("part", "variants"), [("shape", SHAPES), ("colour", COLOURS), ("mark", MARKS)])
def test_each_part_turns_round_by_itself(part: Part, variants: int) -> None:
    first = avatar_of("x")
    seen, avatar = [], first
    for _ in range(variants):
        assert sound(avatar)
        seen.append(getattr(avatar, part))
        assert avatar.turned(part).turned(part, -1) == avatar
        avatar = avatar.turned(part)
    assert sorted(seen) == list(range(variants))
    assert avatar == first, "and the other parts stayed"
