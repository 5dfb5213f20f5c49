"""The picture in docs/layout.md is true: it shows every file, and nothing imports from above.

The numbers in brackets are layers. A file may use lower layers, and its own without a cycle.
"""

import ast
import re
from graphlib import TopologicalSorter
from importlib.metadata import version
from pathlib import Path

import pytest

import kibitz

ROOT = Path(__file__).parent.parent
SOURCES = ("*.hpp", "*.cpp", "*.py", "*.pyx", "*.pxd")
ROOMS = ("cpp", "src", "python")


def picture() -> dict[str, int | None]:
    """Path and layer of every entry of the drawn tree; a folder's layer is that of its files."""
    drawing = (ROOT / "docs/layout.md").read_text(encoding="utf-8").split("```")[1]
    entries: dict[str, int | None] = {}
    folders: list[tuple[str, int | None]] = []
    for line in drawing.splitlines():
        match = re.match(r"([│ ]*)[├└]── (\S+)(?:\s+\[(\d)\])?", line)
        if not match:
            continue
        del folders[len(match[1]) // 4 :]
        above, layer = folders[-1] if folders else ("", None)
        layer = int(match[3]) if match[3] else layer
        path = above + match[2]
        entries[path] = layer
        if path.endswith("/"):
            folders.append((path, layer))
    return entries


PICTURE = picture()
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for room in ROOMS
    for pattern in SOURCES
    for path in (ROOT / room).rglob(pattern)
)


def uses(path: str) -> set[str]:
    """The project's own files that a file includes or imports."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        return _imports(path, text)
    if path.endswith((".pyx", ".pxd")):
        return set()
    found = set()
    for name in re.findall(r'^#include "(.+?)"', text, re.MULTILINE):
        places = (f"cpp/include/{name}", f"cpp/lib/{name}", f"{Path(path).parent}/{name}")
        found |= {place for place in places if (ROOT / place).exists()}
    return found - {path}


def _imports(path: str, text: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {place for alias in node.names for place in _module(alias.name)}
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: imports are absolute"
            for alias in node.names:
                found |= _module(f"{node.module}.{alias.name}") or _module(node.module)
    return {place for place in found if place.endswith(".py")} - {path}


def _module(name: str) -> set[str]:
    ends = (".py", "/__init__.py", ".pyi")
    places = (f"python/{name.replace('.', '/')}{end}" for end in ends)
    return {place for place in places if (ROOT / place).exists()}


def test_picture_shows_every_source_file_and_only_files_that_exist() -> None:
    shown = {path for path in PICTURE if path.startswith(ROOMS) and Path(path).suffix}
    assert set(FILES) - shown == set()
    assert {path for path in PICTURE if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("path", FILES)
def test_a_file_uses_its_own_layer_or_lower_ones(path: str) -> None:
    layer = PICTURE.get(path)
    for used in sorted(uses(path)):
        other = PICTURE.get(used)
        if layer is not None and other is not None:
            assert other <= layer, f"{path} [{layer}] uses {used} [{other}]"


def test_no_file_uses_itself_in_a_circle() -> None:
    own_header = {(f"cpp/lib/{Path(p).stem}.cpp", p) for p in FILES if p.startswith("cpp/include/")}
    graph = {path: {u for u in uses(path) if (path, u) not in own_header} for path in FILES}
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("path", [p for p in FILES if p.startswith(("cpp/include", "cpp/lib"))])
def test_the_core_knows_no_python_and_prints_nothing(path: str) -> None:
    included = set(re.findall(r"^#include <(.+?)>", (ROOT / path).read_text(), re.MULTILINE))
    assert not {name for name in included if name.startswith(("pybind11", "Python"))}
    assert not included & {"iostream", "cstdio", "fstream", "print"}


def test_cpp_and_python_are_of_one_version() -> None:
    assert version("kibitz") == kibitz.__version__ == kibitz._core.__version__
