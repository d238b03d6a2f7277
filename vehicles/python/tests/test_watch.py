"""Files that change: a vehicle at once and after each save, mistakes told, included files watched."""

import os
import threading

import pytest

import wishbone

PART = '[body]\nblock = { mass = "MASS kg", com = "[0, 0, 1] m", inertia = "[1, 1, 1] kg*m^2" }\n'
WHOLE = '[vehicle]\nname = "Block"\ngravity = "9.81 m/s^2"\n[joint]\nheave = { kind = "prismatic(ground, block)", axis = "z" }\n'


def save(path, text):
    """Writes a file as editors do: a new one in the place of the old one."""
    new = path.with_suffix(".new")
    new.write_text(text)
    os.replace(new, path)


def later(work):
    timer = threading.Timer(0.3, work)
    timer.start()
    return timer


def test_each_save_gives_a_vehicle(tmp_path):
    whole = tmp_path / "car.toml"
    whole.write_text(PART.replace("MASS", "10") + WHOLE)
    mistakes = []
    seen = wishbone.watch(whole, told=mistakes.append, interval="10 ms")
    assert "10 kg" in next(seen).text
    timer = later(lambda: save(whole, whole.read_text().replace("10 kg", "20 kg")))
    assert "20 kg" in next(seen).text
    timer.join()
    right = whole.read_text()

    def wrong_then_right():
        save(whole, right.replace("20 kg", "20 mm"))
        later(lambda: save(whole, right.replace("20 kg", "30 kg")))

    later(wrong_then_right)
    assert "30 kg" in next(seen).text
    assert len(mistakes) == 1 and "must be a mass" in str(mistakes[0])
    seen.close()


def test_a_file_that_is_included_counts(tmp_path):
    part, whole = tmp_path / "part.toml", tmp_path / "car.toml"
    part.write_text(PART.replace("MASS", "10"))
    whole.write_text('include = ["part.toml"]\n' + WHOLE)
    seen = wishbone.watch(whole, interval=0.01)
    mass = lambda car: car.changed("block.mass *= 2").text
    assert "20 kg" in mass(next(seen))
    later(lambda: save(part, PART.replace("MASS", "15")))
    assert "30 kg" in mass(next(seen))


def test_changes_are_made_anew(tmp_path):
    whole = tmp_path / "car.toml"
    whole.write_text(PART.replace("MASS", "10") + WHOLE)
    seen = wishbone.watch(whole, set="block.mass *= 2", interval=0.01)
    assert "20 kg" in next(seen).text
    later(lambda: save(whole, whole.read_text().replace("10 kg", "11 kg")))
    assert "22 kg" in next(seen).text


def test_what_cannot_change_is_refused(tmp_path):
    for wrong in ("hmmwv", str(tmp_path / "car.toml"), "[vehicle]\nname = 'x'\n", ""):
        with pytest.raises(wishbone.Error, match="there is no file .* that could change"):
            wishbone.watch(wrong)
    with pytest.raises(wishbone.Error, match="interval"):
        wishbone.watch(__file__, interval=0)
