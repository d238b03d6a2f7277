"""Slopes of the rates by declared numbers: closed forms, and simulations of changed vehicles."""

import numpy as np
import pytest

import wishbone

UPPER, LOWER, RATE, TYRE, GRAVITY = 400.0, 40.0, 20e3, 200e3, 9.81
TWO_MASSES = """
[vehicle]
name = "TwoMasses"
gravity = "9.81 m/s^2"
[body]
body = { mass = "400 kg", com = "[0, 0, 0.8] m", inertia = "[10, 10, 10] kg*m^2" }
carrier = { mass = "40 kg", com = "[0, 0, 0.3] m", inertia = "[1, 1, 1] kg*m^2" }
[joint]
heave = { kind = "prismatic(ground, body)", axis = "z" }
hop = { kind = "prismatic(ground, carrier)", axis = "z" }
[spring.strut]
kind = "between(body, carrier)"
from = "[0, 0, 0.8] m"
to = "[0, 0, 0.3] m"
rate = "20 kN/m"
damping = "1500 N*s/m"
free_length = "0.6962 m"
[wheel]
only = { kind = "on(carrier)", centre = "[0, 0, 0.3] m", radius = "0.3 m" }
[tyre]
road = { kind = "linear(only)", stiffness = "200 kN/m", response = "steady" }
"""


def test_two_masses_are_those_of_closed_forms():
    car = wishbone.Vehicle(TWO_MASSES)
    sim = car.simulation()
    found = car.slopes(sim, by=["body.mass", "strut.from.z", "road.stiffness"])
    rows = [sim.state_names.index(name) for name in ("v.heave", "v.hop")]
    sunk = (UPPER + LOWER) * GRAVITY / TYRE
    wanted = [[-GRAVITY / UPPER, -RATE / UPPER, 0.0], [0.0, RATE / LOWER, sunk / LOWER]]
    assert found.shape == (len(sim.state_names), 3)
    np.testing.assert_allclose(found[rows], wanted, rtol=1e-6, atol=1e-9)
    # An array of states is the same moment, and one name is a list of one.
    np.testing.assert_array_equal(car.slopes(sim.states, "body.mass"), found[:, :1])
    assert car.slopes(sim, []).shape == (len(sim.state_names), 0)


@pytest.mark.parametrize("number", ["chassis.mass", "front_left.spring.free_length", "front_left.tie_outer.y"])
def test_slopes_in_motion_are_those_of_changed_vehicles(hmmwv, number):
    """Other steps, other vehicles; a short time brings the dependent states of a moved hardpoint together."""
    sim = hmmwv.simulation(speed=15)
    sim.inputs["driver.steering_wheel_angle"] = 0.3
    sim.step(1e-3, 300)
    before = sim.states
    found = hmmwv.slopes(sim, number)[:, 0]
    np.testing.assert_array_equal(sim.states, before)
    rates, size = [], 1e-4
    for sign in (1, -1):
        unit = "kg" if number.endswith("mass") else "m"
        other = hmmwv.changed(f"{number} += {sign * size} {unit}").simulation(speed=15)
        other.inputs["driver.steering_wheel_angle"] = 0.3
        other.place(sim.states, time=sim.time)
        other.step(1e-9)
        rates.append(other.rates)
    wanted = (rates[0] - rates[1]) / (2 * size)
    np.testing.assert_allclose(found, wanted, atol=2e-3 * np.abs(wanted).max(), rtol=0)


def test_what_has_no_slope_is_told(hmmwv, car):
    sim = hmmwv.simulation(speed=15)
    with pytest.raises(wishbone.Error, match="tie_outr.*(?s:.*)did you mean"):
        hmmwv.slopes(sim, "front_left.tie_outr.z")
    with pytest.raises(wishbone.Error, match="`front_left.tie_outer` is no single number: name one"):
        hmmwv.slopes(sim, "front_left.tie_outer")
    with pytest.raises(wishbone.Error, match="one of another vehicle"):
        car.slopes(sim, "chassis.mass")
    with pytest.raises(wishbone.Error, match="states"):
        hmmwv.slopes([0.0], "chassis.mass")
