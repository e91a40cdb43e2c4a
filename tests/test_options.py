"""The command line: what is asked for is had; what can't be had is refused with usage and exit code 2."""

from pathlib import Path

import pytest
from program_run import run

from game import __main__
from game.options import Options, parse


def test_nothing_asked_for_is_nothing_found() -> None:
    assert parse([]) == Options(None, None, True, None, None, None, None, None, None, None, None)


def test_what_is_asked_for_is_found(tmp_path: Path) -> None:
    script = tmp_path / "steps.txt"
    script.write_text("quit\n")
    found = parse(
        [
            *("--seed", "7 up", "--speed", "0", "--no-audio", "--size", "1024x640", "--lang", "en"),
            *("--decks", "3", "--rules", "popo", "--data-dir", str(tmp_path), "--script", str(script)),
            *("--screenshot", "a.png", "--state-dump", "b.jsonl"),
        ]
    )
    assert found == Options(
        seed="7 up",
        speed=0.0,
        audio=False,
        size=(1024, 640),
        language="en",
        decks=3,
        rules="popo",
        data_dir=tmp_path,
        script=script,
        screenshot=Path("a.png"),
        state_dump=Path("b.jsonl"),
    )


@pytest.mark.parametrize("rules", ["lezhong", "classic", "popo"])
@pytest.mark.parametrize("decks", [None, 1, 4])
def test_every_preset_can_be_asked_for(rules: str, decks: int | None) -> None:
    more = () if decks is None else ("--decks", str(decks))
    found = parse(["--rules", rules, *more])
    assert (found.rules, found.decks) == (rules, decks)


WRONG = {
    "unknown option": ("--colour", "blue"),
    "unknown word": ("play",),
    "value missing": ("--size",),
    "size no size": ("--size", "big"),
    "size without height": ("--size", "1280"),
    "size negative": ("--size=-1280x800",),
    "size broken": ("--size", "1280x800.5"),
    "size too narrow": ("--size", "1023x640"),
    "size too low": ("--size", "1024x639"),
    "speed no number": ("--speed", "fast"),
    "speed negative": ("--speed", "-1"),
    "speed too high": ("--speed", "10.1"),
    "speed not a number": ("--speed", "nan"),
    "speed endless": ("--speed", "inf"),
    "unknown language": ("--lang", "tlh"),
    "no decks": ("--decks", "0"),
    "too many decks": ("--decks", "5"),
    "unknown rules": ("--rules", "bridge"),
    "unknown rules with decks": ("--rules", "house", "--decks", "3"),
    "script missing": ("--script", "no such file.txt"),
    "script a folder": ("--script", "."),
}


@pytest.mark.parametrize("args", WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_had_is_refused_with_usage(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(args)
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("usage: shengji")
    complaint = printed.err.splitlines()[-1]
    assert args[0].split("=")[0] in complaint, "it names the option"
    if len(args) > 1 and args[0] != "--colour":
        assert args[1] in complaint, "and what was wrong with it"


def test_help_is_no_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--help"])
    assert ended.value.code == 0
    assert "--data-dir" in capsys.readouterr().out


def test_the_program_ends_with_code_2_on_a_wrong_option(tmp_path: Path) -> None:
    done = run("--data-dir", tmp_path / "none", "--colour", "blue")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "usage: shengji" in done.stderr
    assert "--colour" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "none").exists(), "nothing was begun"


def test_selfplay_ends_with_code_2_on_a_wrong_option() -> None:
    done = run("selfplay", "--deals", "many")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "usage" in done.stderr
    assert "--deals" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "args", [("--colour",), ("--rules", "bridge"), ("--decks", "5"), ("--deals", "0"), ("--speed", "1")]
)
def test_the_stub_hands_selfplay_its_options(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        __main__.main(["selfplay", *args])
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "usage: " in printed.err
    assert "selfplay" in printed.err
