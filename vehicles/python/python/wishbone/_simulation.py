"""Vehicles that are stepped from outside, and linear systems."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, MutableMapping, NamedTuple, NoReturn, Optional, Sequence, Tuple

import numpy as np

from . import _wishbone
from ._error import Error
from ._findings import Array, missing
from ._given import Names, Quantity, reals
from ._given import names as _names
from ._wishbone import si


class Matrices(NamedTuple):
    """The matrices of `x' = A x + B u`, `w = C x + D u`."""

    A: Array
    B: Array
    C: Array
    D: Array


class Linear:
    """A linear system about a steady motion, in SI. The arrays are copies."""

    def __init__(self, own: _wishbone.Linear) -> None:
        self._own = own

    def matrices(self) -> Matrices:
        """A, B, C and D; rows and columns in the order of `states`, `inputs` and `outputs`."""
        return Matrices(self._own.a, self._own.b, self._own.c, self._own.d)

    @property
    def states(self) -> List[str]:
        """Name of each state: a speed is `body.vx`, its displacement `body.vx displacement`."""
        return self._own.states

    @property
    def inputs(self) -> List[str]:
        """Name of each input."""
        return [name for name, _ in self._own.inputs]

    @property
    def outputs(self) -> List[str]:
        """Name of each output."""
        return [name for name, _ in self._own.outputs]

    @property
    def units(self) -> Mapping[str, str]:
        """Unit of each input and output, SI; empty where it is not told."""
        return dict([*self._own.inputs, *self._own.outputs])

    def __repr__(self) -> str:
        return f"<Linear: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"


@dataclass(frozen=True)
class Variable:
    """A variable of a simulation."""

    name: str
    """`driver.throttle`, `yaw_rate`"""
    words: str
    """One sentence."""
    unit: str
    """Unit, SI, as FMI writes it (`m/s2`); empty for a plain number."""
    kind: str
    """`input`, `parameter`, `output`, `state`, `rate`, `indicator`, `start` or `time`."""
    _place: int


class Values(MutableMapping[str, float]):
    """Inputs or parameters of a simulation by name: they are read and set, and not deleted."""

    def __init__(self, own: _wishbone.Simulation, variables: Sequence[Variable], kind: str) -> None:
        self._own = own
        self._kind = kind
        self._places = {variable.name: variable._place for variable in variables if variable.kind == kind}
        self._units = {variable.name: variable.unit for variable in variables}

    def _place(self, name: str) -> int:
        place = self._places.get(name)
        if place is None:
            raise missing(self._kind, name, self._places)
        return place

    def __getitem__(self, name: str) -> float:
        return float(self._own.get([self._place(name)])[0])

    def __setitem__(self, name: str, value: Quantity) -> None:
        place = self._place(name)
        # FMI writes `m/s2` and `N.m`; a text of a user has the spellings of the tool.
        unit = self._units[name].replace(".", " ")
        self._own.set([(place, si(value, unit, name))])

    def __delitem__(self, name: str) -> None:
        raise TypeError(f"an {self._kind} cannot be deleted")

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return repr(dict(self))


_Kind = Tuple[str, str, Optional[str], Optional[str], bool, List[str]]
"""What a simulation is of: name and text of the vehicle, manoeuvre, method, whether a torque steers, ports."""


class Simulation:
    """A vehicle that runs, stepped from outside.

    Calls of several threads come one after the other, without the interpreter's lock. A call that raises, by Ctrl-C too, leaves the simulation
    as it was before the call.
    """

    def __init__(self, own: _wishbone.Simulation, kind: "_Kind") -> None:
        self._own = own
        self._kind = kind
        self._environment: Callable[[], Any] = lambda: None
        """The environment that moves this simulation; None where there is none."""
        self._variables = [Variable(*row) for row in own.variables()]
        self._outputs = {own.name: own._place for own in self._variables if own.kind == "output"}
        self._states = {own.name[len("states."):]: own._place for own in self._variables if own.kind == "state"}
        self._rates = [own._place for own in self._variables if own.kind == "rate"]
        self._inputs = Values(own, self._variables, "input")
        self._parameters = Values(own, self._variables, "parameter")
        own.tell()

    @property
    def notes(self) -> List[str]:
        """Notes on what its ports leave as it is, and on its equipment."""
        return self._own.notes()

    @property
    def variables(self) -> List[Variable]:
        """All variables, with meaning and unit."""
        return list(self._variables)

    @property
    def inputs(self) -> Values:
        """What a driver does: `sim.inputs["driver.steering_wheel_angle"] = "30 deg"`. Numbers are SI; pedals go from 0 to 1."""
        return self._inputs

    @property
    def parameters(self) -> Values:
        """Numbers that the declaration marks by `tune`. A change acts at once; the loops are closed anew."""
        return self._parameters

    @property
    def time(self) -> float:
        """Time [s]."""
        return self._own.time

    @property
    def largest_step(self) -> float:
        """Largest step of the integration [s]; longer ones are divided."""
        return self._own.largest_step

    @property
    def q(self) -> Array:
        """Coordinates of the vehicle [SI], named by `coordinate_names`; a copy."""
        return self._own.q

    @property
    def v(self) -> Array:
        """Speeds of the vehicle [SI], named by `speed_names`; a copy."""
        return self._own.v

    @property
    def coordinate_names(self) -> List[str]:
        """Names of `q`."""
        return self._own.names()[0]

    @property
    def speed_names(self) -> List[str]:
        """Names of `v`."""
        return self._own.names()[1]

    @property
    def states(self) -> Array:
        """All continuous states [SI]: `q`, `v`, then those of tyres, shafts and other equipment, named by `state_names`; a copy."""
        return self._own.states

    @property
    def state_names(self) -> List[str]:
        """Names of `states`."""
        return list(self._states)

    @property
    def rates(self) -> Array:
        """Rates of `states`; a copy."""
        return self._own.rates

    @property
    def output_names(self) -> List[str]:
        """Names of the outputs."""
        return list(self._outputs)

    def outputs(self) -> Dict[str, float]:
        """Values of all outputs by name [SI]."""
        return dict(zip(self._outputs, map(float, self.output_values())))

    def output_values(self, names: Optional[Names] = None) -> Array:
        """Values of the named outputs [SI], of all where none are named; an array of one's own."""
        if names is None:
            return self._own.get(list(self._outputs.values()))
        return self._own.get([self._output(name) for name in _names(names)])

    def step(self, h: Quantity, n: int = 1) -> None:
        """Makes `n` steps of `h` [s].

        A step that is longer than `largest_step` is divided into equal parts. Inputs are held; the angle of the steering wheel goes on at its
        rate. One call for many steps is quicker than many calls. A speed that jumps back and forth from step to step raises a `RuntimeWarning`;
        where warnings are errors, the steps are taken back.
        """
        if not 0 <= n <= sys.maxsize:
            raise Error(f"`n`: zero to {sys.maxsize} steps are wanted, and not {n}")
        self._own.step(si(h, "s", "h"), n)

    def place(self, states: Sequence[float], time: Optional[Quantity] = None) -> None:
        """Places the vehicle in other states, at a time [s], the present one where none is given. The integrator starts anew.

        The states are those of this vehicle: quaternions have the length one, and loops are closed. Where they are not, rates and outputs are those
        of an open mechanism until the next step closes it.
        """
        self._own.place(self.time if time is None else si(time, "s", "time"), reals(states, "states"))

    def slopes(self, by: Optional[Names] = None, of: Optional[Names] = None) -> Array:
        """Slopes at the present state, a row for each of `of` and a column for each of `by`.

        `by` are states (`state_names`) and inputs; all states where they are not given. `of` are outputs; where they are not given, the rates of all
        states. Slopes of rates are exact for the vehicle and its tyres by formulas; those of other equipment and of outputs are central
        differences. The simulation has to be made with `slopes=True`.
        """
        by = list(self._states) if by is None else _names(by)
        unknowns = self._rates if of is None else [self._output(name) for name in _names(of)]
        places = [self._known(name) for name in by]
        columns = [self._own.slopes(unknowns, place) for place in places]
        return np.column_stack(columns) if columns else np.empty((len(unknowns), 0))

    def _output(self, name: str) -> int:
        if name not in self._outputs:
            raise missing("output", name, self._outputs)
        return self._outputs[name]

    def _known(self, name: str) -> int:
        if name in self._states:
            return self._states[name]
        if name in self._inputs._places:
            return self._inputs._places[name]
        raise missing("state or input", name, [*self._states, *self._inputs])

    def snapshot(self) -> "Snapshot":
        """The present moment, with inputs and parameters."""
        return Snapshot(self._own.keep(), self._kind)

    def restore(self, snapshot: "Snapshot") -> None:
        """Goes back to a snapshot of this simulation, or of another one of the same vehicle; what follows has the same bits.

        The other one has the same manoeuvre, method and ports, and is steered in the same way, by angle or by torque.
        """
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"a snapshot is wanted, and not {snapshot!r}")
        if snapshot._kind != self._kind:
            raise Error(
                "the snapshot is of another vehicle, manoeuvre, kind of steering, of another method or other ports: take one of a simulation of the same vehicle"
            )
        self._own.go_back(snapshot._own)

    def restart(self, speed: Optional[Quantity] = None, time: Quantity = 0.0) -> None:
        """Begins anew at rest or in steady motion at a speed [m/s], at a time [s], with the present inputs and parameters.

        A start that is not steady raises a `RuntimeWarning`. Where warnings are errors, the simulation stays as it was.
        """
        before = self._own.keep()
        self._own.restart(si(time, "s", "time"), None if speed is None else si(speed, "m/s", "speed"))
        try:
            self._own.tell()
        except RuntimeWarning:
            self._own.go_back(before)
            raise

    def __reduce__(self) -> NoReturn:
        raise TypeError("a simulation is neither copied nor pickled: make another one by `car.simulation(..)`, which takes over snapshots by `restore`")

    def __repr__(self) -> str:
        return f"<Simulation at {self.time:g} s: {len(self._states)} states, {len(self._outputs)} outputs>"


class Snapshot:
    """A moment of a simulation."""

    def __init__(self, own: _wishbone.Moment, kind: "_Kind") -> None:
        self._own = own
        self._kind = kind
