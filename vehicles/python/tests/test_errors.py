"""Mistakes are exceptions with places, all at once; interrupts and threads are safe."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import wishbone

TWO_MISTAKES = """
[vehicle]
name = "Wrong"

[body.chassis]
mass = "1000 m"
com = "[0, 0, 0.5] m"
inertia = "[300, 1500, 1600] kg*m^2"

[joint.spring]
type = "revolut"
"""


def test_mistakes_have_places_and_carets(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(TWO_MISTAKES)
    with pytest.raises(wishbone.Error) as raised:
        wishbone.Vehicle(path)
    error = raised.value
    assert len(error.problems) >= 2 and "^" in str(error)
    assert error.file == str(path) and error.code == error.problems[0].code and error.code.startswith("W")
    for problem in error.problems:
        assert problem.severity == "error" and 1 <= problem.line <= len(TWO_MISTAKES.splitlines())
        assert problem.message in str(error)
    assert error.problems[0].line == 6
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.problems == error.problems


def test_mistakes_of_a_text_are_those_of_its_file(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(TWO_MISTAKES)
    found = []
    for source in (path, TWO_MISTAKES):
        with pytest.raises(wishbone.Error) as raised:
            wishbone.Vehicle(source)
        found.append([(own.code, own.line, own.column, own.message) for own in raised.value.problems])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda car: wishbone.Vehicle("hmwv"), "did you mean `hmmwv`"),
        (lambda car: wishbone.Vehicle("no/such/file.toml"), "cannot read no/such/file.toml"),
        (lambda car: car.changed("nobody.mass = 3 kg"), "nobody"),
        (lambda car: car.trim(speed="20 m"), "`speed`: `20 m` has another kind of unit"),
        (lambda car: car.trim(speed=float("nan")), "`speed`: a finite number"),
        (lambda car: car.trim(speed=[20]), "`speed`: a number"),
        (lambda car: car.trim(speed=0), "a steady motion has a speed: add `speed`"),
        (lambda car: car.trim(speed=-5), "a speed of -5 m/s is not a number from zero on"),
        (lambda car: car.trim(speed=20, radius=0), "`radius`"),
        (lambda car: car.trim(speed=20, radius=50, lateral=2), "one bend"),
        (lambda car: car.kc(steps=0), "`steps`"),
        (lambda car: car.kc(steps=70000), "`steps`"),
        (lambda car: car.kc(travel=-0.1), "`travel`"),
        (lambda car: car.kc(steer="15 deg"), "`steer`: `15 deg` has another kind of unit"),
        (lambda car: car.kc(at="nowhere"), "`at`: `nowhere`"),
        (lambda car: car.kc(bodies=["chasis"]), "did you mean `chassis`"),
        (lambda car: car.drive("step_ster"), "did you mean `step_steer`"),
        (lambda car: car.drive("step_steer", method="euler"), "`euler` is no method"),
        (lambda car: car.drive("step_steer", step="20 ms"), "give a shorter step, or the method `sbdf2`"),
        (lambda car: car.drive("doc = 3\n"), "doc"),
        (lambda car: car.response("steering", "nothing", speed=20), "no output `nothing`: `response_names()` lists them"),
        (lambda car: car.response("nothing", "yaw_rate", speed=20), "`response_names()` lists them"),
        (lambda car: car.response("steering", "yaw_rate"), 'choose `input="road"`'),
        (lambda car: car.response("steering", [], speed=20), "`outputs`: at least one output is wanted"),
        (lambda car: car.response("steering", "yaw_rate", frequencies="1 Hz"), "`frequencies`: two numbers"),
        (lambda car: car.response("steering", "yaw_rate", frequencies=(1, 2, 3)), "`frequencies`: two numbers"),
        (lambda car: car.response("steering", "yaw_rate", frequencies=(3, 1)), "`frequencies`: the lowest comes first"),
        (lambda car: car.simulation(by_torque=True), "leave out `by_torque`"),
        (lambda car: wishbone.Vehicle(car.text, vehicle="B"), "`vehicle`: a text declares one vehicle"),
        (lambda car: wishbone.Vehicle("// A car.\nuse wishbone::vehicle;\nvehicle! {\n  A { }\n}"), "inside the braces of vehicle!"),
        (lambda car: car.changed("nobody.mass = 3 kg", ["chassis.mass *= 2"]), "nobody"),
        (lambda car: car.kc(bodies="chasis"), "did you mean `chassis`"),
        (lambda car: car.report("page.html", travel=0), "`travel`: a number above zero"),
        (lambda car: car.report("page.html", manoeuvres="step_ster"), "did you mean `step_steer`"),
        (lambda car: car.report("no/such/page.html"), "cannot write no/such/page.html: there is no folder"),
        (lambda car: car.fmu("no/such/car.fmu"), "cannot write no/such/car.fmu: there is no folder"),
        (lambda car: wishbone.Picture("").save("no/such/picture.svg"), "cannot write no/such/picture.svg"),
        (lambda car: wishbone.Picture("").save("."), "cannot write .: what is there is no file"),
        (lambda car: car.loads(cases="no_such_file.toml"), "cannot read no_such_file.toml"),
        (lambda car: car.simulation(outputs="nothing*"), '`outputs="nothing*"`: the vehicle has no such output'),
        (lambda car: car.simulation(method="rkf"), "`rkf` is no method; there are ab2"),
        (lambda car: car.simulation().step(1e-3, 10**30), "`n`: zero to"),
        (lambda car: car.simulation().place("abc"), "`states`: an array of real numbers"),
        (lambda car: car.simulation().place([1.0, None]), "`states`: an array of real numbers"),
        (lambda car: car.simulation().place(np.zeros(3, complex)), "`states`: an array of real numbers"),
        (lambda car: car.slopes(["1"], "chassis.mass"), "`states`: an array of real numbers"),
        (lambda car: wishbone.explain("zzz"), "`json()` of a study"),
        (lambda car: car.fmu("car.fmu", fmi=4), "`fmi`"),
        (lambda car: car.fmu("car.fmu", shell="nothing.so"), "nothing.so"),
        (lambda car: wishbone.library_text("nothing"), "nothing"),
    ],
)
def test_what_cannot_be_asked_is_told(car, ask, words):
    with pytest.raises(wishbone.Error) as raised:
        ask(car)
    assert words in str(raised.value) and "`--" not in str(raised.value)


GRAMMAR = """/* A car * of
   a text */ pub Tested /* and more **/ {
    nothing
}
"""


def test_a_text_in_the_grammar_may_begin_with_comments():
    with pytest.raises(wishbone.Error) as raised:
        wishbone.Vehicle(GRAMMAR)
    assert raised.value.file == "text.vehicle" and raised.value.line == 3


def test_declarations_are_not_written_over(car, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    declaration, other = tmp_path / "car.toml", tmp_path / "other.toml"
    for path in (declaration, other):
        path.write_text(car.text)
    own, others = wishbone.Vehicle("car.toml").changed("chassis.mass *= 1.1"), wishbone.Vehicle(other)
    (tmp_path / "link.toml").symlink_to(other)
    for ask in (
        lambda: own.report("car.toml"),
        lambda: own.report("link.toml", against=others),
        lambda: own.fmu(declaration),
        lambda: wishbone.Picture("<svg/>").save("./car.toml"),
    ):
        with pytest.raises(wishbone.Error, match="cannot write .*: a declaration or manoeuvre was read from it"):
            ask()
    assert declaration.read_text() == other.read_text() == car.text
    wishbone.Picture("<svg/>").save("picture.svg")
    assert (tmp_path / "picture.svg").read_text() == "<svg/>"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["car.toml", "link.toml", "other.toml", "picture.svg"]


def test_a_file_is_written_completely_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "picture.svg"
    path.write_text("before")

    def refused(*places):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(wishbone.Error, match="cannot write .*picture.svg: No space left on device"):
        wishbone.Picture("<svg/>").save(path)
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_vehicles_of_texts_and_of_the_library_are_pickled(car, tmp_path):
    for own in (car, car.changed("chassis.mass *= 1.1"), wishbone.Vehicle(car.text)):
        again = pickle.loads(pickle.dumps(own))
        assert again.text == own.text
        assert again.settle().json() == own.settle().json()
    path = tmp_path / "car.toml"
    path.write_text(car.text)
    with pytest.raises(pickle.PicklingError, match="give processes its path"):
        pickle.dumps(wishbone.Vehicle(path))


def test_a_value_of_a_wrong_type_is_a_type_error(car, tmp_path):
    for ask in (
        lambda: car.changed(3),
        lambda: car.kc(bodies=3),
        lambda: car.report(tmp_path / "page.html", against="macpherson_car"),
        lambda: car.response("steering", "yaw_rate", frequencies=3),
        lambda: wishbone.Vehicle(3),
        lambda: car.drive("step_steer", method=3),
        lambda: car.simulation(method=3),
        lambda: car.simulation(ports=[3]),
        lambda: car.settle().figures["a", "b", "c"],
        lambda: car.settle().figures[2.5],
    ):
        with pytest.raises(TypeError) as raised:
            ask()
        assert "Given" not in str(raised.value)
    assert not list(tmp_path.iterdir())


def test_a_key_that_is_no_name_is_not_there(car):
    kc, inputs = car.kc(steps=1), car.simulation().inputs
    for ask in (lambda: kc[3], lambda: kc["bounce"][3], lambda: inputs[3], lambda: inputs.update({3: 1.0})):
        with pytest.raises(KeyError, match="there is no .* 3; there are"):
            ask()
    assert 3 not in kc and 3 not in inputs and ("a", "b", "c") not in kc.figures


def test_what_is_not_there_is_told_shortly(car):
    with pytest.raises(KeyError, match="no column 'time'; there are none"):
        car.settle().time
    run = car.drive("step_steer", duration=0.1)
    assert len(run.columns) > 20
    with pytest.raises(KeyError) as raised:
        run["zzzzz"]
    assert str(raised.value).count(",") == 20 and ", .." in str(raised.value)


def test_one_of_several_vehicles_of_a_file_is_chosen_in_words_of_python(tmp_path):
    path = tmp_path / "two.rs"
    path.write_text("wishbone::vehicle! { pub A { } }\nwishbone::vehicle! { pub B { } }\n")
    with pytest.raises(wishbone.Error, match='choose one by `vehicle="NAME"`'):
        wishbone.Vehicle(path)


def interrupted(after):
    """Sends this process an interrupt after a time [s]."""
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interrupt_ends_a_run_and_changes_nothing(hmmwv):
    sim = hmmwv.simulation(speed=20)
    sim.step(1e-3, 5)
    before, begin = sim.states, time.perf_counter()
    timer = interrupted(0.3)
    with pytest.raises(KeyboardInterrupt):
        sim.step(1e-3, 10_000_000)
    timer.join()
    assert time.perf_counter() - begin < 10.0
    assert sim.time == 0.005
    np.testing.assert_array_equal(sim.states, before)
    timer = interrupted(0.5)
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        hmmwv.drive("straight", duration=1000)
    timer.join()
    assert time.perf_counter() - begin < 20.0
    timer = interrupted(0.2)
    with pytest.raises(KeyboardInterrupt):
        hmmwv.kc(steps=500)
    timer.join()
    assert hmmwv.settle().verdict.outcome == "rests"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("ask", [lambda sim: sim.time, lambda sim: sim.restart()])
def test_an_interrupt_reaches_a_thread_that_waits_for_another(hmmwv, ask):
    sim = hmmwv.simulation(speed=20)
    begin = time.perf_counter()
    sim.step(1e-3, 500)
    # Steps for three seconds, on a machine of any speed.
    count = int(3.0 * 500 / (time.perf_counter() - begin))
    worker = threading.Thread(target=sim.step, args=(1e-3, count))
    worker.start()
    time.sleep(0.2)
    timer = interrupted(0.3)
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        ask(sim)
    waited, is_busy = time.perf_counter() - begin, worker.is_alive()
    timer.join()
    worker.join()
    assert is_busy and waited < 5.0
    assert sim.time == pytest.approx(1e-3 * (500 + count))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interrupt_takes_a_restart_back(hmmwv):
    sim = hmmwv.simulation(speed=20)
    sim.step(1e-3, 5)
    before, count = sim.states, 0
    timer = interrupted(0.3)
    with pytest.raises(KeyboardInterrupt):
        while True:
            moment = sim.snapshot()
            sim.restart(speed=30)
            sim.restore(moment)
            count += 1
    timer.join()
    sim.restore(moment)
    assert sim.time == 0.005
    np.testing.assert_array_equal(sim.states, before)


def test_threads_share_a_vehicle_and_a_simulation(car):
    alone = [car.drive("step_steer", speed=speed, duration=0.3)["yaw_rate"] for speed in (10, 15, 20)]
    found = {}

    def drive(speed):
        found[speed] = car.drive("step_steer", speed=speed, duration=0.3)["yaw_rate"]

    threads = [threading.Thread(target=drive, args=(speed,)) for speed in (10, 15, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for speed, wanted in zip((10, 15, 20), alone):
        np.testing.assert_array_equal(found[speed], wanted)
    sim, one = car.simulation(speed=10), car.simulation(speed=10)

    def step():
        for _ in range(20):
            sim.step(1e-3, 2)
            assert np.isfinite(sim.outputs()["yaw_rate"])

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one.step(1e-3, 160)
    np.testing.assert_array_equal(sim.states, one.states)


def test_runs_release_the_lock(hmmwv):
    """Another thread of Python goes on while a simulation steps."""
    sim, counts = hmmwv.simulation(), []

    def work():
        sim.step(1e-3, 5000)
        counts.append(None)

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not counts:
        turns += 1
        time.sleep(1e-3)
    thread.join()
    assert turns > 10


def test_the_package_is_light():
    """Importing the package imports numpy and no frames."""
    code = "import sys, wishbone; print(any(name in sys.modules for name in ('pandas', 'polars', 'xarray', 'distributed')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
