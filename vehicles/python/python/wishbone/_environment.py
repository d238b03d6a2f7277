"""A vehicle as an environment of gymnasium."""

from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

import numpy as np

from ._error import Error
from ._findings import Array, _library, missing
from ._given import Names, above_zero, names
from ._simulation import Simulation
from ._wishbone import si


def environment(
    sim: Simulation,
    *,
    actions: Mapping[str, Tuple[Any, Any]],
    observations: Names,
    reward: Callable[[Mapping[str, float]], float],
    is_over: Callable[[Mapping[str, float]], bool] = lambda seen: False,
    interval: Any = 0.01,
    duration: Any = 10.0,
) -> Any:
    """A `gymnasium.Env` over a simulation, which begins at its present moment and goes back there at each `reset`, to the bit.

    Each environment needs a simulation of its own: two environments would move the same vehicle.

    `actions` are inputs with their least and greatest value [SI, or texts with units], which an agent gives from -1 to 1. `observations` are outputs
    [SI]. `reward` and `is_over` are told the observations by name. An agent acts every `interval` [s]; an episode is cut off after a
    `duration` [s]. A step that the vehicle refuses ends the episode, and `info["refused"]` tells why.
    """
    gymnasium = _library("gymnasium")
    if sim._environment() is not None:
        raise Error("`sim`: another environment moves this simulation: give each environment its own, made by `car.simulation(..)`")
    for name in actions:
        if name not in sim.inputs:
            raise missing("input", name, sim.inputs)
    observed = names(observations)
    for name in observed:
        if name not in sim.output_names:
            raise missing("output", name, sim.output_names)
    units = {own.name: own.unit.replace(".", " ") for own in sim.variables}
    ranges = np.array([[si(end, units[name], name) for end in ends] for name, ends in actions.items()])
    if not (ranges.size and (ranges[:, 0] < ranges[:, 1]).all()):
        raise Error("`actions`: at least one input is wanted, each with its least and its greatest value")
    act, last, begin = above_zero(interval, "s", "interval"), above_zero(duration, "s", "duration"), sim.snapshot()
    Base: Any = gymnasium.Env

    class Environment(Base):  # type: ignore[misc]
        """A vehicle as an environment of gymnasium."""

        metadata: Dict[str, Any] = {"render_modes": []}

        def __init__(self) -> None:
            self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (len(ranges),), np.float64)
            self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (len(observed),), np.float64)
            self.simulation = sim
            self.start = sim.time

        def reset(self, *, seed: Optional[int] = None, options: Any = None) -> Tuple[Array, Dict[str, Any]]:
            super().reset(seed=seed)
            sim.restore(begin)
            self.start = sim.time
            return self._seen()

        def step(self, action: Any) -> Tuple[Array, float, bool, bool, Dict[str, Any]]:
            parts = 0.5 * (np.clip(self._given(action), -1.0, 1.0) + 1.0)
            for name, value in zip(actions, ranges[:, 0] + parts * (ranges[:, 1] - ranges[:, 0])):
                sim.inputs[name] = float(value)
            refused: Dict[str, Any] = {}
            try:
                sim.step(act)
            except Error as reason:
                if reason.is_defect:
                    raise
                refused["refused"] = str(reason)
            seen, told = self._seen()
            is_cut = sim.time - self.start >= last - 0.5 * act
            return seen, float(reward(told)), bool(refused) or bool(is_over(told)), bool(is_cut), {**told, **refused}

        def _given(self, action: Any) -> Array:
            try:
                given = np.asarray(action, dtype=float)
            except (TypeError, ValueError):
                given = np.empty(0)
            if given.shape != (len(ranges),) or not np.isfinite(given).all():
                raise Error(f"an action is {len(ranges)} finite numbers from -1 to 1, and not {action!r}")
            return given

        def _seen(self) -> Tuple[Array, Dict[str, float]]:
            seen = sim.output_values(observed)
            return seen, dict(zip(observed, map(float, seen)))

    made = Environment()
    sim._environment = weakref.ref(made)
    return made
