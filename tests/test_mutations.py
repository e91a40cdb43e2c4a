"""The edits that the tests must notice can still be made; trying them all is slow."""

import mutations
import pytest

from game.engine import RuleSet


@pytest.mark.parametrize("mutation", mutations.MUTATIONS, ids=lambda mutation: mutation.name)
def test_each_edit_has_its_one_place(mutation: mutations.Mutation) -> None:
    assert mutation.edited(mutations.ROOT) != (mutations.ROOT / mutation.path).read_text("utf-8")
    for test in mutations.files([mutation]):
        assert (mutations.ROOT / test).is_file(), test


def test_names_are_given_once() -> None:
    assert len({mutation.name for mutation in mutations.MUTATIONS}) == len(mutations.MUTATIONS)


def test_every_option_is_broken_by_some_edit() -> None:
    broken = " ".join(mutation.breaks for mutation in mutations.MUTATIONS)
    free = {"preset"}
    assert [name for name in RuleSet.__struct_fields__ if name not in broken and name not in free] == []


@pytest.mark.slow
def test_every_edit_is_noticed() -> None:
    assert mutations.survivors(mutations.MUTATIONS) == []
