"""The picture of a belief, and the command that prints and draws it."""

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from kibitz import Belief, Knowledge
from kibitz.cli import app
from kibitz.infer.picture import percent, svg

MID: dict[str, Any] = {
    "id": "one", "variant": "cinch", "players": 4, "seats": ["A", "Y", "B", "Z"], "trump": "H",
    "maker": 0, "leader": 0, "bid": 8, "draws": [2, 2, 4, 5],
    "hands": ["QC 2H TH KH AH 3H", None, None, None], "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H",
}  # fmt: skip


def run(tmp_path: Path, *arguments: str, record: dict[str, Any] = MID) -> Result:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    return CliRunner().invoke(app, ["infer", str(file), *arguments])


def test_every_holder_has_a_panel_and_every_card_a_cell() -> None:
    belief = Belief(Knowledge.of_record(MID, 0))
    picture = ElementTree.fromstring(svg(belief))
    texts = [element.text for element in picture.iter() if element.text]
    for title in ("Y: 4 cards", "B: 3 cards", "Z: 3 cards", "out: 28 cards"):
        assert title in texts
    assert texts.count("♥J") == 4
    assert texts.count("♥A") == 0
    assert texts.count(percent(belief.chance("JH", 1))) >= 4


def test_the_command_prints_a_table_of_chances(tmp_path: Path) -> None:
    shown = run(tmp_path, "--seat", "0")
    assert shown.exit_code == 0
    assert "one: what A can know: 672,452,000 worlds" in shown.stdout
    assert "JH 7H 5H 5D " in shown.stdout
    assert "77.2" in shown.stdout
    assert "Y drew 2, so had at least 4 trumps" in shown.stdout


def test_json_has_a_row_a_card(tmp_path: Path) -> None:
    [line] = run(tmp_path, "--seat", "0", "--json").stdout.splitlines()
    found = json.loads(line)
    assert found["count"] == 672452000
    assert found["holders"] == [0, 1, 2, 3, "out"]
    assert len(found["probability"]) == len(found["cards"]) == 38
    assert all(sum(row) == pytest.approx(1) for row in found["probability"])
    assert found["id"] == "one"


def test_the_custom_is_a_parameter(tmp_path: Path) -> None:
    strict = json.loads(run(tmp_path, "--seat", "0", "--json").stdout)
    loose = json.loads(run(tmp_path, "--seat", "0", "--json", "--keeps-plain", "0.2").stdout)
    assert strict["count"] < loose["count"]


def test_a_picture_is_written_by_the_suffix_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "belief.svg"
    assert run(tmp_path, "--seat", "0", "--picture", str(file)).exit_code == 0
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    assert run(tmp_path, "--seat", "0", "--svg", str(file)).exit_code == 0
    wrong = run(tmp_path, "--seat", "0", "--picture", str(tmp_path / "belief.gif"))
    assert wrong.exit_code == 2
    assert "belief.gif: expected .svg or .png" in " ".join(wrong.stderr.split())


def test_a_png_has_the_colours_of_the_svg_in_their_places(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="a PNG needs the extra plot")
    from matplotlib.image import imread

    file = tmp_path / "belief.png"
    assert run(tmp_path, "--seat", "0", "--picture", str(file)).exit_code == 0
    drawn = ElementTree.fromstring(svg(Belief(Knowledge.of_record(MID, 0))))
    pixels = imread(file)
    assert pixels.shape[:2] == (2 * int(drawn.attrib["height"]), 2 * int(drawn.attrib["width"]))
    boxes = [each.attrib for each in drawn.iter() if "x" in each.attrib and "rx" in each.attrib]
    assert len({box["fill"] for box in boxes}) > 5
    for box in boxes:
        x, y = 2 * int(box["x"]) + 6, 2 * int(box["y"]) + 6
        colour = "".join(f"{round(255 * tone):02x}" for tone in pixels[y, x, :3])
        assert f"#{colour}" == box["fill"]


def test_without_matplotlib_a_png_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run(tmp_path, "--seat", "0", "--picture", str(tmp_path / "belief.png"))
    assert result.exit_code == 2
    assert "pip install 'kibitz[plot]'" in result.stderr
    assert not (tmp_path / "belief.png").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--seat", "1"], "seat 1's hand is null"), (["--seat", "7"], "expected 0 to 3")],
)
def test_a_seat_that_sees_nothing_is_refused(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    result = run(tmp_path, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
