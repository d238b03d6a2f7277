"""Figures, tables and pictures are those of the tool, to the last digit that it prints."""

import csv
import io
import json
import os
import pathlib
import re
import zipfile

import numpy as np
import pytest

import wishbone

NUMBERS = {
    "settle": lambda car: [car.settle()],
    "trim": lambda car: [car.trim(speed=20, lateral=3)],
    "modes": lambda car: [car.modes(speed=20)],
    "kc": lambda car: list(car.kc(steps=4).values()),
    "drive": lambda car: [car.drive("step_steer", speed="72 km/h", duration=1)],
    "response": lambda car: [car.response("steering", ["yaw_rate"], speed=20, frequencies=(0.2, 3))],
}
WORDS = {
    "settle": [],
    "trim": ["--speed", "20", "--lateral", "3"],
    "modes": ["--speed", "20"],
    "kc": ["--steps", "4"],
    "drive": ["--manoeuvre", "step_steer", "--speed", "20", "--time", "1"],
    "response": ["--input", "steering", "--output", "yaw_rate", "--speed", "20", "--from", "0.2", "--to", "3"],
}


def columns(text):
    """Names and numbers of a table of comma-separated values; NaN where a cell is empty."""
    head, *rows = csv.reader(io.StringIO(text))
    names = [cell.split(" [")[0] for cell in head]
    return names, np.array([[float(cell) if cell else np.nan for cell in row] for row in rows])


@pytest.mark.parametrize("study", NUMBERS)
def test_figures_tables_and_pictures_are_those_of_the_tool(car, tool, tmp_path, study):
    studies = NUMBERS[study](car)
    # One rest or steady motion has no curves, and so no option for them.
    out = [] if study in ("settle", "trim") else ["--out", tmp_path]
    listed = json.loads(tool(study, "macpherson_car", *WORDS[study], *out, "--json"))[0]["studies"]
    assert [own.name for own in studies] == [own["name"] for own in listed]
    assert any(own.figures for own in studies)
    for own, wanted in zip(studies, listed):
        assert json.loads(own.json()) == wanted
        read = [vars(figure) for figure in own.figures]
        assert read == wanted["figures"]
        assert (own.verdict.outcome, own.verdict.words) == (wanted["verdict"]["outcome"], wanted["verdict"]["words"])
        stem = own.name.replace(" ", "_")
        table = tmp_path / f"{stem}.csv"
        assert table.exists() == (len(own.columns) > 0 and own.to_numpy().shape[0] > 0)
        if table.exists():
            names, numbers = columns(table.read_text())
            assert names == own.columns
            np.testing.assert_array_equal(own.to_numpy(), numbers)
            np.testing.assert_array_equal(own[names[-1]], numbers[:, -1])
        picture = tmp_path / f"{stem}.svg"
        if picture.exists():
            assert own.plot().svg == picture.read_text() == own.plot()._repr_svg_()


def test_the_text_is_that_of_the_tool(car, tool):
    assert str(car.settle()) in tool("settle", "macpherson_car")


CASES = """
[rest]

[jounce]
doc = "All wheels at once over a bump."
all = { vertical = 2 }
"""


@pytest.mark.parametrize("word", ["W0303", "spring.rate", "caster"])
def test_words_are_explained_as_by_the_tool(tool, word):
    assert wishbone.explain(word) == tool("explain", word)


def test_load_cases_are_those_of_the_tool(car, tool, tmp_path):
    path = tmp_path / "cases.toml"
    path.write_text(CASES)
    listed = json.loads(tool("loads", "macpherson_car", "--cases", path, "--json", "--out", tmp_path))[0]
    for loads in (car.loads(cases=path), car.loads(cases=CASES)):
        assert list(loads.cases.values()) == listed["cases"] and loads.is_carried
        assert loads.csv() == (tmp_path / "loads.csv").read_text()
    pytest.importorskip("pandas")
    row = listed["cases"][0]["rows"][0]
    assert [loads.to_pandas()[f"force_{axis}"][0] for axis in "xyz"] == row["force"]


def test_figures_are_found_by_short_names(car):
    kc = car.kc(steps=4)
    figure = kc.figures["front", "roll_centre_height"]
    assert figure == kc.figures["front_left.tyre and front_right.tyre", "roll centre height"]
    assert figure.unit == "mm" and figure.definition and float(figure) == figure.value
    with pytest.raises(KeyError, match="did you mean 'roll centre height'"):
        kc.figures["front", "roll_center_height"]
    with pytest.raises(KeyError, match="no subject 'middle'"):
        kc.figures["middle", "roll_centre_height"]
    with pytest.raises(KeyError, match="no study"):
        kc["bouncy"]


def test_columns_are_views_that_cannot_be_written(car):
    run = car.drive("step_steer", duration=0.5)
    yaw_rate = run["yaw_rate"]
    assert np.shares_memory(yaw_rate, run["time"].base) and np.shares_memory(yaw_rate, run["yaw_rate"])
    with pytest.raises(ValueError):
        yaw_rate[0] = 1.0
    with pytest.raises(KeyError, match="yaw_rate"):
        run["yawrate"]
    assert not yaw_rate.flags.writeable and not yaw_rate.base.flags.writeable
    assert "yaw_rate" in run and run.units["yaw_rate"] == "rad/s"


def test_sensitivities_are_those_of_the_tool_and_of_changed_texts(car, tool, tmp_path):
    found = car.sensitivity("front_left.tie_outer", travel="40 mm")
    assert found.columns == [f"front_left.tie_outer.{axis}" for axis in "xyz"]
    tool("sensitivity", "macpherson_car", "--points", "front_left.tie_outer", "--travel", 40, "--out", tmp_path)
    names, *rows = csv.reader((tmp_path / "sensitivity.csv").open())
    assert [row[0] for row in rows] == found.columns and len(names) == 1 + len(found.figures)
    # The tool writes shown units for a millimetre.
    shown = {"deg": 180 / np.pi, "mm": 1e3, "": 1.0, "%": 100.0, "deg/m": 180 / np.pi}
    compared = 0
    for place, figure in enumerate(found.figures):
        own = found["front_left.tie_outer.z"][place]
        if figure.unit in shown and rows[2][1 + place]:
            assert float(rows[2][1 + place]) == pytest.approx(1e-3 * shown[figure.unit] * own, rel=1e-12, abs=1e-18), figure
            compared += 1
    assert compared > 5
    step = 1e-4
    by_text = [
        car.changed(f"front_left.tie_outer.z {sign}= {step} m").sensitivity("front_left.tie_outer", travel="40 mm").figures
        for sign in "+-"
    ]
    for place, figure in enumerate(found.figures):
        if "toe" in figure.name and figure.value is not None:
            difference = (by_text[0][place].value - by_text[1][place].value) / (2 * step)
            assert difference == pytest.approx(shown[figure.unit] * found["front_left.tie_outer.z"][place], rel=1e-3, abs=1e-3)


def test_phases_are_in_degrees_and_gains_by_a_degree(car):
    """A response against the linear system in SI, whose input moves with its speed and its acceleration."""
    response = car.response("steering", "yaw_rate", speed=20, frequencies=(0.2, 3))
    assert response.units == {"frequency": "Hz", "yaw_rate.gain": "(deg/s)/deg", "yaw_rate.phase": "deg"}
    linear = car.trim(speed=20).linear()
    A, B, C, D = linear.matrices()
    row = linear.outputs.index("yaw_rate")
    s = 2j * np.pi * response["frequency"][5]
    u = np.zeros(B.shape[1], complex)
    for power, kind in enumerate(("position", "velocity", "acceleration")):
        u[linear.inputs.index(f"steering.{kind}")] = s**power
    gain = C[row] @ np.linalg.solve(s * np.eye(len(A)) - A, B @ u) + D[row] @ u
    assert response["yaw_rate.gain"][5] == pytest.approx(abs(gain), rel=1e-6)
    assert response["yaw_rate.phase"][5] == pytest.approx(np.degrees(np.angle(gain)), rel=1e-6)


def test_frames_have_the_same_numbers(car):
    run = car.drive("step_steer", duration=0.5)
    pandas = pytest.importorskip("pandas")
    frame = run.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame.attrs["units"]["speed"] == "m/s"
    np.testing.assert_array_equal(frame["speed"], run["speed"])
    if pytest.importorskip("polars"):
        np.testing.assert_array_equal(run.to_polars()["speed"].to_numpy(), run["speed"])
    if pytest.importorskip("xarray"):
        data = run.to_xarray()
        np.testing.assert_array_equal(data["speed"].sel(time=run.time[3]), run["speed"][3])
        assert data["speed"].attrs["units"] == "m/s"


def test_a_library_that_is_not_there_is_named(car, monkeypatch):
    import importlib

    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(wishbone.Error, match="pip install polars"):
        car.settle().to_polars()


def test_notebooks_show_figures_and_pictures(car):
    shown = car.drive("step_steer", duration=0.5)._repr_html_()
    assert "<table>" in shown and "<svg" in shown
    assert "&lt;" in wishbone.Figures([wishbone.Figure("a<b", "n", "", 1.0, "")])._repr_html_()


def test_the_page_compares_designs(car, tmp_path):
    heavier = car.changed("chassis.mass *= 1.1")
    path = tmp_path / "page.html"
    assert car.report(path, against=heavier) == []
    page = path.read_text()
    assert "macpherson_car_1" in page.lower() or page.count("MacphersonCar") > 1
    assert "roll centre height" in page and page.endswith("</html>")


def test_fmus_are_those_of_the_tool(car, tool, tmp_path):
    folder = pathlib.Path(wishbone.__file__).parent
    shells = [folder / name for name in os.listdir(folder) if "wishbone_fmu" in name]
    if not shells:
        pytest.skip("the library inside FMUs is not beside the package")
    tool("fmu", "macpherson_car", "--fmi", "3", "--arrays", "--speed", "20", "--shell", shells[0], "-o", tmp_path / "tool.fmu")
    notes = car.fmu(tmp_path / "own.fmu", fmi=3, speed=20, arrays=True)
    assert (tmp_path / "own.fmu").read_bytes() == (tmp_path / "tool.fmu").read_bytes()
    assert any("model exchange" in note for note in notes)


def test_an_fmu_takes_a_manoeuvre_as_its_text(car, tmp_path):
    folder = pathlib.Path(wishbone.__file__).parent
    if not any("wishbone_fmu" in name for name in os.listdir(folder)):
        pytest.skip("the library inside FMUs is not beside the package")
    text = 'doc = "Straight on."\nspeed = "12 m/s"\nduration = "8 s"\nstep = "0.5 ms"\n'
    (tmp_path / "manoeuvre.toml").write_text(text)
    car.fmu(tmp_path / "text.fmu", manoeuvre=text)
    car.fmu(tmp_path / "file.fmu", manoeuvre=tmp_path / "manoeuvre.toml")
    found = []
    for name in ("text.fmu", "file.fmu"):
        with zipfile.ZipFile(tmp_path / name) as archive:
            description = archive.read("modelDescription.xml").decode()
            packed = [archive.read(own).decode() for own in archive.namelist() if own.endswith("manoeuvre.toml")]
        assert packed == [text]
        speed = re.search(r'name="start.speed"[^>]*start="([^"]*)"', description)
        found.append(speed and float(speed.group(1)))
    assert found == [12.0, 12.0]
