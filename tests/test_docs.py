"""The README and the docs do what they say: every example runs and prints what stands below it."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

import kibitz

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODULES = ["kibitz"] + [
    module.name
    for module in pkgutil.walk_packages(kibitz.__path__, "kibitz.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_of_a_page_run_and_print_what_is_shown(page: Path) -> None:
    blocks = FENCE.findall(page.read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for (language, code), following in pairwise([*blocks, ("", "")]):
        if language != "python":
            continue
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, str(page), "exec"), names)
        if following[0] == "text":
            shown = [line.rstrip() for line in following[1].splitlines()]
            assert [line.rstrip() for line in printed.getvalue().splitlines()] == shown


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_first_two_shell_lines_of_the_readme_run_the_book_and_the_tests() -> None:
    blocks = FENCE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    lines = [line for kind, code in blocks if kind == "bash" for line in code.splitlines()]
    commands = [line for line in lines if shlex.split(line)[0] not in {"git", "cd"}]
    assert commands[0].endswith("kibitz analyse --book")
    assert "'.[test]'" in commands[1]
    assert "pytest" in commands[1]


def test_every_link_to_a_file_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
