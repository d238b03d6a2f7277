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
        (lambda car: car.trim(speed=20, radius=0), "`radius`"),
        (lambda car: car.trim(speed=20, radius=50, lateral=2), "one bend"),
        (lambda car: car.kc(steps=0), "`steps`"),
        (lambda car: car.kc(steps=70000), "`steps`"),
        (lambda car: car.kc(travel=-0.1), "`travel`"),
        (lambda car: car.kc(steer="15 deg"), "`steer`: `15 deg` has another kind of unit"),
        (lambda car: car.kc(at="nowhere"), "`at`: `nowhere`"),
        (lambda car: car.kc(bodies=["chasis"]), "did you mean `chassis`"),
        (lambda car: car.drive("step_ster"), "did you mean `step_steer`"),
        (lambda car: car.drive("step_steer", method="euler"), "no method `euler`"),
        (lambda car: car.drive("step_steer", step="20 ms"), "give a shorter `step`, or `method sbdf2`"),
        (lambda car: car.drive("doc = 3\n"), "doc"),
        (lambda car: car.response("steering", "nothing", speed=20), "no output `nothing`"),
        (lambda car: car.loads(cases="no_such_file.toml"), "cannot read no_such_file.toml"),
        (lambda car: car.simulation(outputs="nothing*"), "no such output"),
        (lambda car: car.fmu("car.fmu", fmi=4), "`fmi`"),
        (lambda car: car.fmu("car.fmu", shell="nothing.so"), "nothing.so"),
        (lambda car: wishbone.library_text("nothing"), "nothing"),
    ],
)
def test_what_cannot_be_asked_is_told(car, ask, words):
    with pytest.raises(wishbone.Error) as raised:
        ask(car)
    assert words in str(raised.value) and "`--" not in str(raised.value)


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
        hmmwv.kc(steps=32)
    timer.join()
    assert hmmwv.settle().verdict.outcome == "rests"


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
