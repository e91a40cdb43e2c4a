"""Whoever reads what a command prints may go away: the command ends, and says nothing of it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "words", ["selfplay --deals 500 --seed 1", "arena beginner beginner --decks 1 --pairs 200 --seed 1"]
)
def test_the_command_ends_quietly(words: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "game", *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as command:
        assert command.stdout
        assert command.stderr
        assert command.stdout.readline()
        command.stdout.close()
        assert command.wait(60) == 0
        assert b"Traceback" not in command.stderr.read()
