"""What the documentation shows works: its links lead somewhere, its Python runs, its commands exist with these options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from allaboard.cli.app import COMMANDS, load_command
from allaboard.engine.jit import INTERPRETED

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "RULES.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "deploy" / "README.md"]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^    (allaboard\b.*)$", re.MULTILINE)
OPTIONAL = {"sb3_contrib"}
"""What pages import that an extra of ours brings."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors_of(page: Path) -> set[str]:
    """The headings of a page as the places that links name."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """Files that are there, and headings that they have."""
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text("utf-8")))
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        target, _, place = link.partition("#")
        file = (page.parent / target) if target else page
        if ":" in target:
            continue
        if not file.exists() or (place and place not in anchors_of(file)):
            wrong.append(link)
    assert wrong == []


def python_of(page: Path) -> list[str]:
    """The Python of a page that is not a dialogue, which the doctests run; lines that take hours are left out."""
    blocks = [body for language, body in FENCE.findall(page.read_text("utf-8")) if language == "python" and ">>>" not in body]
    return [re.sub(r"^.*# doctest: \+SKIP\n", "", body, flags=re.MULTILINE) for body in blocks]


@pytest.mark.skipif(INTERPRETED, reason="batches take their time in plain Python")
@pytest.mark.parametrize("page", [page for page in PAGES if python_of(page)], ids=name_of)
def test_python_runs(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Block by block, one after the other; a block that needs what is not installed is passed over, as its reader would be told."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    for number, body in enumerate(python_of(page), start=1):
        try:
            exec(compile(body, f"{page.name}, block {number}", "exec"), names)
        except ImportError as missing:
            if missing.name not in OPTIONAL and "which is not installed: pip install" not in str(missing):
                raise


def commands_of(page: Path) -> Iterator[str]:
    """The commands that a page shows, without what is said about them on the same line."""
    text = page.read_text("utf-8")
    lines = [line for language, body in FENCE.findall(text) if language in ("sh", "") for line in body.splitlines()]
    lines += INDENTED.findall(FENCE.sub("", text))
    for line in lines:
        words = re.split(r"\s{2,}|\s#\s", line.strip())[0]
        words = re.sub(r"^ALLABOARD_\w+=\S+ ", "", words)
        if words.startswith("allaboard ") and not set(words) & set("…[|") and " --install-completion" not in words:
            yield words


SHOWN = [(page, words) for page in PAGES for words in dict.fromkeys(commands_of(page))]


@pytest.mark.parametrize(("page", "words"), SHOWN, ids=[f"{page.stem}: {words}" for page, words in SHOWN])
def test_commands_are_understood(page: Path, words: str) -> None:
    """Every command that is shown exists, with these options and arguments; nothing of it is run."""
    _, name, *arguments = shlex.split(words)
    if name.startswith("-"):
        return
    assert name in COMMANDS, f"{name_of(page)} shows a command that is none"
    command = load_command(name)
    if arguments and arguments[0] in getattr(command, "commands", {}):
        command = command.commands[arguments.pop(0)]
    try:
        command.make_context(name, arguments)
    except typer.Exit:
        assert "--help" in arguments
    except typer.TyperException as error:
        if "does not exist" in error.format_message():
            return  # a file that the reader has
        pytest.fail(f"{name_of(page)} shows what is refused: {error.format_message()}")


def scripts_of(page: Path) -> Iterator[str]:
    """What a page runs of `bench` and `examples`, in its text or on a line of its own, without what is said about it."""
    text = page.read_text("utf-8")
    lines = [" ".join(words.split()) for words in re.findall(r"`([^`]+)`", FENCE.sub("", text))]
    lines += [re.split(r"\s{2,}|\s#\s", line.strip())[0] for line in text.splitlines()]
    for line in lines:
        if found := re.fullmatch(r"(?:\w+=\S+ )*python ((?:bench|examples)/.*)", line):
            yield found[1]


RUN = [(page, words) for page in (*PAGES, ROOT / "examples" / "nets" / "README.md") for words in dict.fromkeys(scripts_of(page))]


@pytest.mark.parametrize(("page", "words"), RUN, ids=[f"{name_of(page)}: {words}" for page, words in RUN])
def test_scripts_are_there_and_know_their_options(page: Path, words: str) -> None:
    """By their sources, with those beside them that they import: nothing of it is run, and what it needs need not be installed."""
    name, *arguments = shlex.split(words)
    script = ROOT / name
    assert script.is_file(), f"{name_of(page)} runs {name}, which is not there"
    source = script.read_text("utf-8")
    beside = [script.with_name(f"{module}.py") for module in re.findall(r"^(?:from|import) (\w+)", source, flags=re.MULTILINE)]
    sources = [source, *(file.read_text("utf-8") for file in beside if file.is_file())]
    options = {option for text in sources for option in re.findall(r'add_argument\(\s*"(--[\w-]+)"', text)}
    assert {word.partition("=")[0] for word in arguments if word.startswith("--")} <= options
    if "MEASURES = {" in source:
        assert [word for word in arguments if f'"{word}": ' not in source] == []


def test_enough_is_shown() -> None:
    """The commands are found where they stand: nearly all of them are shown somewhere, and so are scripts."""
    shown = {words.split()[1] for _, words in SHOWN}
    assert set(COMMANDS) - shown <= {"train", "bots"}
    assert {"bench/bots.py", "bench/env.py", "bench/tables.py", "examples/train_ppo.py"} <= {words.split()[0] for _, words in RUN}
