"""Simulations that are stepped: bits of `drive`, snapshots, linear systems and slopes against differences."""

import copy
import pickle
import re
import warnings

import numpy as np
import pytest

import wishbone

HELD = """
doc = "A bend under a held accelerator."
speed = "20 m/s"
duration = "0.5 s"
every = "0.1 s"
[steering.step]
start = "-1 s"
rise = "0 s"
angle = "20 deg"
[pace.pedals]
time = ["0 s"]
throttle = [0.3]
"""


def stepped(sim, steps):
    sim.step(1e-3, steps)
    return sim.states


def test_steps_are_those_of_drive_to_the_bit(hmmwv):
    run = hmmwv.drive(HELD)
    sim = hmmwv.simulation(speed=20)
    sim.inputs["driver.steering_wheel_angle"] = "20 deg"
    sim.inputs["driver.throttle"] = 0.3
    sim.restart()
    for row, time in enumerate(run.time):
        if row:
            sim.step(1e-3, 100)
        assert sim.time == time
        outputs = sim.outputs()
        compared = [name for name in run.columns if name in outputs and name != "steering_wheel"]
        assert len(compared) > 40
        for name in compared:
            assert outputs[name] == run[name][row], (name, time)


def test_one_call_and_many_are_the_same_bits(hmmwv):
    one, many = (hmmwv.simulation(speed=15) for _ in range(2))
    one.step(1e-3, 50)
    for _ in range(50):
        many.step(1e-3)
    np.testing.assert_array_equal(one.states, many.states)
    np.testing.assert_array_equal(np.concatenate([one.q, one.v]), one.states[: len(one.q) + len(one.v)])
    assert len(one.coordinate_names) == len(one.q) and len(one.speed_names) == len(one.v)


def test_a_snapshot_goes_on_with_the_same_bits(hmmwv):
    sim, other = hmmwv.simulation(speed=20), hmmwv.simulation(speed=5)
    sim.inputs["driver.steering_wheel_angle"] = 0.2
    sim.step("1 ms", 20)
    kept = sim.snapshot()
    first = stepped(sim, 30)
    sim.inputs["driver.steering_wheel_angle"] = -0.2
    stepped(sim, 10)
    for own in (sim, other):
        own.restore(kept)
        assert own.time == pytest.approx(0.02) and own.inputs["driver.steering_wheel_angle"] == 0.2
        np.testing.assert_array_equal(stepped(own, 30), first)


def test_snapshots_of_others_are_refused(hmmwv, car):
    sim = hmmwv.simulation(speed=20)
    sim.step(1e-3, 3)
    before = sim.states
    for other in (
        car.simulation(speed=20),
        hmmwv.changed("chassis.mass *= 1.1").simulation(speed=20),
        hmmwv.simulation(speed=20, manoeuvre="straight"),
    ):
        with pytest.raises(wishbone.Error, match="another vehicle, manoeuvre, kind of steering"):
            sim.restore(other.snapshot())
        assert sim.time == 0.003
        np.testing.assert_array_equal(sim.states, before)
    pitman = wishbone.Vehicle("hmmwv_pitman")
    with pytest.raises(wishbone.Error, match="kind of steering"):
        pitman.simulation().restore(pitman.simulation(by_torque=True).snapshot())
    with pytest.raises(TypeError):
        sim.restore(before)


def test_the_default_method_is_one_method(hmmwv):
    default, named, other = (hmmwv.simulation(speed=20, **own) for own in ({}, {"method": "ab3"}, {"method": "rk4"}))
    named.restore(default.snapshot())
    default.restore(named.snapshot())
    with pytest.raises(wishbone.Error, match="of another method"):
        default.restore(other.snapshot())


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_simulation_is_not_copied(hmmwv, twin):
    with pytest.raises(TypeError, match="make another one by `car.simulation"):
        twin(hmmwv.simulation())


def test_times_are_numbers_or_texts_with_units(hmmwv):
    sim = hmmwv.simulation(speed=20)
    sim.restart(time="20 ms")
    assert sim.time == 0.02
    sim.place(sim.states, time="30 ms")
    assert sim.time == 0.03


def test_the_steering_wheel_stays_where_the_time_jumps(hmmwv):
    sim = hmmwv.simulation(speed=15)
    sim.inputs["driver.steering_wheel_angle"] = 0.1
    sim.inputs["driver.steering_wheel_rate"] = 1.0
    sim.step(1e-3)
    states = sim.states
    # An input that is set holds from the present moment.
    sim.inputs["driver.steering_wheel_angle"] = 0.1
    wanted = sim.rates
    for later in (1.0, 100.0, -3.0):
        sim.place(states, time=later)
        np.testing.assert_allclose(sim.rates, wanted, rtol=1e-9, atol=1e-9)


def test_a_single_name_is_a_list_of_one(hmmwv):
    sim = hmmwv.simulation(speed=15, slopes=True)
    np.testing.assert_array_equal(sim.output_values("yaw_rate"), sim.output_values(["yaw_rate"]))
    one = sim.slopes(by="v.motion.vx", of="yaw_rate")
    np.testing.assert_array_equal(one, sim.slopes(by=["v.motion.vx"], of=["yaw_rate"]))


def test_a_call_that_raises_changes_nothing(hmmwv):
    sim = hmmwv.simulation(speed=20)
    sim.step(1e-3, 3)
    before = (sim.time, sim.states, dict(sim.inputs))
    for wrong in (
        lambda: sim.step(-1e-3),
        lambda: sim.step(float("nan")),
        lambda: sim.step("3 m"),
        lambda: sim.step(1e-3, -1),
        lambda: sim.place([1.0]),
        lambda: sim.place(np.full(len(sim.states), np.nan)),
        lambda: sim.inputs.update({"driver.throttle": float("inf")}),
        lambda: sim.inputs.update({"driver.throttel": 1.0}),
        lambda: sim.restart(speed=-3),
        lambda: sim.restart(time=float("nan")),
        lambda: sim.restart(time="3 m"),
        lambda: sim.place(sim.states, time=float("inf")),
        lambda: sim.slopes(),
    ):
        with pytest.raises((wishbone.Error, KeyError)):
            wrong()
        assert (sim.time, dict(sim.inputs)) == (before[0], before[2])
        np.testing.assert_array_equal(sim.states, before[1])


def test_slopes_are_those_of_differences(hmmwv):
    sim = hmmwv.simulation(speed=15, slopes=True)
    sim.inputs["driver.steering_wheel_angle"] = 0.1
    sim.step(1e-3, 200)
    by = ["v.motion.vx", "v.motion.wz", "equipment.s21_deflection_across_0", "driver.steering_wheel_angle"]
    slopes = sim.slopes(by=by)
    base = sim.states
    for column, name in enumerate(by):
        rates = []
        for sign in (1, -1):
            if name in sim.inputs:
                size = 1e-6
                sim.inputs[name] = 0.1 + sign * size
                rates.append(sim.rates)
                sim.inputs[name] = 0.1
            else:
                size = 1e-6
                moved = base.copy()
                moved[sim.state_names.index(name)] += sign * size
                sim.place(moved)
                rates.append(sim.rates)
                sim.place(base)
        differences = (rates[0] - rates[1]) / (2 * size)
        scale = np.abs(differences).max()
        np.testing.assert_allclose(slopes[:, column], differences, atol=2e-5 * scale, rtol=0)


def rolling_freely(car):
    """The vehicle without powertrain, brakes and driver, whose wheels roll as the torques of a steady motion let them."""
    tables = re.split(r"(?m)^(?=\[)", car.text)
    return wishbone.Vehicle("".join(own for own in tables if not re.match(r"\[(powertrain|brakes|driver)\b", own)))


def test_a_linear_system_moves_as_the_simulation(car):
    """A small step of the steering wheel: the yaw rate by A, B, C, D, and by the difference of two simulations."""
    car = rolling_freely(car)
    linear = car.trim(speed=20).linear()
    A, B, C, D = linear.matrices()
    assert A.shape == (len(linear.states),) * 2 and B.shape == (len(linear.states), len(linear.inputs))
    assert C.shape == (len(linear.outputs), len(linear.states)) and D.shape == (len(linear.outputs), len(linear.inputs))
    angle, h, steps = 1e-3, 1e-3, 500
    sims = [car.simulation(speed=20) for _ in range(2)]
    sims[1].inputs["driver.steering_wheel_angle"] = angle
    u = np.zeros(len(linear.inputs))
    u[linear.inputs.index("steering.position")] = angle
    yaw_rate = linear.outputs.index("yaw_rate")
    x, found, seen = np.zeros(len(A)), [], []
    rate = lambda x: A @ x + B @ u
    for step in range(steps):
        k1 = rate(x)
        k2 = rate(x + 0.5 * h * k1)
        k3 = rate(x + 0.5 * h * k2)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(x + h * k3))
        for sim in sims:
            sim.step(h)
        if step % 50 == 49:
            found.append(C[yaw_rate] @ x + D[yaw_rate] @ u)
            seen.append(sims[1].output_values(["yaw_rate"])[0] - sims[0].output_values(["yaw_rate"])[0])
    np.testing.assert_allclose(found, seen, rtol=0, atol=0.01 * np.abs(seen).max())
    assert np.abs(seen).max() > 1e-5


def test_ports_and_methods_are_taken():
    quarter = wishbone.Vehicle("quarter_car")
    sim = quarter.simulation(ports="road", method="rk4")
    before = sim.outputs()["body_height"]
    sim.inputs["road_front.height"] = "10 mm"
    sim.step("10 ms", 2000)
    assert sim.outputs()["body_height"] - before == pytest.approx(0.01, abs=1e-8)
    with pytest.raises(wishbone.Error, match="`road_front.friction` has to be zero or more"):
        sim.inputs["road_front.friction"] = -1
    with pytest.raises(wishbone.Error, match="there is no port `roads`"):
        quarter.simulation(ports="roads")
    with pytest.raises(wishbone.Error, match="`euler` is no method; there are ab2"):
        quarter.simulation(method="euler")
    with pytest.raises(wishbone.Error, match="other ports"):
        quarter.simulation().restore(sim.snapshot())


def test_a_start_that_is_not_steady_is_told(tool, tmp_path):
    """A push on a car: told where the run begins, which begins all the same."""
    path = tmp_path / "pushed.toml"
    path.write_text(tool("library", "macpherson_car") + '\n[marker]\nhitch = { kind = "on(chassis)", at = "[-2, 0, 0.5] m" }\n')
    sim = wishbone.Vehicle(path).simulation(ports="chassis")
    sim.inputs["marker_hitch.force.x"] = -225.0
    before = sim.states
    with warnings.catch_warnings(), pytest.raises(RuntimeWarning, match="nothing balances the loads"):
        warnings.simplefilter("error")
        sim.restart(time=3)
    assert sim.time == 0 and np.array_equal(sim.states, before)
    with pytest.warns(RuntimeWarning, match="nothing balances the loads"):
        sim.restart()
    with pytest.warns(RuntimeWarning, match="the pedals do not balance the loads"):
        sim.restart(speed=14)
    assert sim.outputs()["speed"] == pytest.approx(14, abs=1e-3)
