"""An environment of gymnasium over a simulation."""

import numpy as np
import pytest

import wishbone

gymnasium = pytest.importorskip("gymnasium")
SEEN = ["yaw_rate", "speed"]


@pytest.fixture
def environment(car):
    return wishbone.environment(
        car.simulation(speed=20),
        actions={"driver.steering_wheel_angle": ("-30 deg", "30 deg")},
        observations=SEEN,
        reward=lambda seen: -abs(seen["yaw_rate"] - 0.1),
        is_over=lambda seen: seen["speed"] < 5.0,
        duration=0.2,
    )


@pytest.mark.filterwarnings("ignore")
def test_it_is_an_environment(environment):
    from gymnasium.utils.env_checker import check_env

    check_env(environment, skip_render_check=True)


def test_episodes_are_the_steps_of_a_simulation(car, environment):
    sim = car.simulation(speed=20)
    episodes = []
    for _ in range(2):
        seen, _ = environment.reset()
        episode, is_cut = [seen], False
        while not is_cut:
            seen, reward, is_over, is_cut, told = environment.step(np.array([0.5]))
            episode.append(seen)
            assert reward == -abs(told["yaw_rate"] - 0.1) and not is_over
        episodes.append(np.array(episode))
    assert len(episodes[0]) == 21
    np.testing.assert_array_equal(*episodes)
    sim.inputs["driver.steering_wheel_angle"] = "15 deg"
    sim.step(0.01, 20)
    np.testing.assert_allclose(sim.output_values(SEEN), episodes[0][-1], rtol=1e-12)


def test_names_and_ranges_are_checked(car):
    sim = car.simulation(speed=20)
    good = {"actions": {"driver.throttle": (0, 1)}, "observations": SEEN, "reward": lambda seen: 0.0}
    for wrong in (
        {"actions": {"driver.throtle": (0, 1)}},
        {"actions": {"driver.throttle": (1, 0)}},
        {"actions": {}},
        {"observations": ["yaw"], "actions": {"driver.throttle": ("0 m", 1)}},
        {"observations": ["yawrate"]},
        {"observations": "yawrate"},
        {"interval": 0},
        {"duration": "-1 s"},
    ):
        with pytest.raises((KeyError, wishbone.Error)):
            wishbone.environment(sim, **{**good, **wrong})


def test_each_environment_has_its_own_simulation(car, environment):
    asked = {"actions": {"driver.throttle": (0, 1)}, "observations": SEEN, "reward": lambda seen: 0.0}
    sim = environment.simulation
    with pytest.raises(wishbone.Error, match="another environment moves this simulation"):
        wishbone.environment(sim, **asked)
    # An environment that is gone moves nothing.
    sim = car.simulation(speed=20)
    for _ in range(2):
        wishbone.environment(sim, **asked).reset()


@pytest.mark.parametrize("action", [[0.1, 0.2], 0.1, [np.nan], [np.inf], "left", None])
def test_wrong_actions_are_refused(environment, action):
    environment.reset()
    time = environment.simulation.time
    with pytest.raises(wishbone.Error, match="an action is 1 finite numbers"):
        environment.step(action)
    assert environment.simulation.time == time


def test_a_refused_step_is_told_and_a_defect_is_not_hidden(environment, monkeypatch):
    def refuses(reason):
        def step(self, h, n=1):
            raise wishbone.Error(reason)

        monkeypatch.setattr(wishbone.Simulation, "step", step)

    environment.reset()
    assert "refused" not in environment.step([0.1])[4]
    refuses("the step is refused")
    _, _, is_over, _, told = environment.step([0.1])
    assert is_over and told["refused"] == "the step is refused"
    refuses("a defect of wishbone, please report it: index out of bounds")
    with pytest.raises(wishbone.Error, match="defect"):
        environment.step([0.1])
