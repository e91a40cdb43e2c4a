"""How often somebody may do something on the LAN."""

from hypothesis import given
from hypothesis import strategies as st

from game.lan.limits import (
    ACTIONS,
    CHATS,
    CONNECTIONS,
    CONNECTIONS_PER_ADDRESS,
    DEAD,
    FRAME_FROM_CLIENT,
    FRAME_TO_CLIENT,
    HEARTBEAT,
    QUEUED,
    WRONG_CODES,
    WRONG_CODES_AT_TABLE,
    Rate,
    Rates,
)


def test_the_limits_go_together() -> None:
    assert FRAME_FROM_CLIENT < FRAME_TO_CLIENT < QUEUED
    assert DEAD >= 3 * HEARTBEAT, "one lost sign of life is nothing"
    assert CONNECTIONS_PER_ADDRESS < CONNECTIONS
    assert WRONG_CODES[0] < WRONG_CODES_AT_TABLE
    assert [CHATS, ACTIONS, WRONG_CODES] == [(8, 10.0), (20, 10.0), (5, 60.0)]


@given(
    n=st.integers(1, 5),
    steps=st.lists(st.floats(0, 4), max_size=60),
)
def test_never_more_than_so_many_in_so_many_seconds_and_never_fewer(n: int, steps: list[float]) -> None:
    rate = Rate(n, 3.0)
    now = 1000.0
    allowed: list[float] = []
    for step in steps:
        now += step
        may = len([moment for moment in allowed if moment > now - 3.0]) < n
        assert rate.allow(now) is may
        if may:
            allowed.append(now)


def test_asking_in_vain_does_not_put_off_the_next_time() -> None:
    rate = Rate(1, 10.0)
    assert rate.allow(0.0)
    assert not any(rate.allow(float(now)) for now in range(1, 10))
    assert rate.allow(10.0)


def test_one_address_does_not_use_up_what_another_may() -> None:
    rates = Rates(2, 10.0)
    assert [rates.allow("10.0.0.1", 0.0) for _ in range(3)] == [True, True, False]
    assert [rates.allow("10.0.0.2", 0.0) for _ in range(3)] == [True, True, False]


def test_addresses_that_are_idle_are_forgotten() -> None:
    rates = Rates(2, 10.0)
    for n in range(100):
        assert rates.allow(f"10.0.0.{n}", 0.0)
    assert rates.allow("10.0.0.0", 9.0)
    assert len(rates) == 100
    assert rates.allow("10.0.1.1", 10.0)
    assert len(rates) == 2, "the new one and the one that was busy"
    assert [rates.allow("10.0.0.0", 10.0) for _ in range(2)] == [True, False]


@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b", "c", "d", "e", "f"]), st.floats(0, 3)),
        max_size=80,
    )
)
def test_many_addresses_are_as_many_rates_in_little_memory(asked: list[tuple[str, float]]) -> None:
    rates = Rates(2, 5.0, most=6)
    few = Rates(2, 5.0, most=3)
    single = {address: Rate(2, 5.0) for address in "abcdef"}
    now = 0.0
    for address, step in asked:
        now += step
        assert rates.allow(address, now) is single[address].allow(now)
        few.allow(address, now)
        assert len(few) <= 3
