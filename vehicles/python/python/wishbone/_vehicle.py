"""Vehicles, and the questions about them."""

from __future__ import annotations

import json
import os
import pickle
import re
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _wishbone
from ._error import Error, Problem
from ._findings import Array, Findings, Picture, Studies, _library
from ._given import Names, PathLike, Quantity, above_zero, place, write
from ._given import names as _names
from ._given import number as _number
from ._given import source as _source
from ._given import text as _text
from ._simulation import Linear, Simulation
from ._tool import shell as _shell

DEFAULT_METHOD = "ab3"
"""Method of a simulation where neither a manoeuvre nor the caller chooses one."""

_Motion = Tuple[Optional[float], Optional[Tuple[str, float]]]

_BLANK = r"(?:\s|//[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*"
_GRAMMAR = re.compile(rf"{_BLANK}(?:#\[[^\]]*\]{_BLANK})*(?:pub\b{_BLANK})?[A-Za-z_]\w*{_BLANK}\{{")
_MACRO = re.compile(rf"{_BLANK}(?:use\s[^;]*;{_BLANK})*(?:\w+::)*vehicle!\s*\{{")


def _motion(
    speed: Optional[Quantity], lateral: Optional[Quantity], radius: Optional[Quantity], steering: Optional[Quantity]
) -> _Motion:
    bends = [
        ("lateral", _number(lateral, "m/s^2", "lateral")),
        ("radius", _number(radius, "m", "radius")),
        ("steering", _number(steering, "rad", "steering")),
    ]
    given = [(kind, number) for kind, number in bends if number is not None]
    if len(given) > 1:
        raise Error(f"one bend is given by one number, and not by {' and '.join(f'`{kind}`' for kind, _ in given)}")
    return _number(speed, "m/s", "speed"), given[0] if given else None


class Equilibrium(Findings):
    """A vehicle at rest or in steady motion."""

    def __init__(self, vehicle: "Vehicle", found: _wishbone.Found, motion: _Motion) -> None:
        super().__init__(found)
        self._vehicle = vehicle
        self._motion = motion

    def linear(self) -> Linear:
        """The linear system about this motion; its derivatives are compiled at the first call."""
        return Linear(self._vehicle._own.linear(self._motion))


class Check:
    """What the compiler finds of a vehicle."""

    def __init__(self, text: str, warnings: Sequence[Any]) -> None:
        self.text = text
        """The summary, and the figures by which a slip is seen."""
        self.warnings: List[Problem] = [Problem(*own) for own in warnings]
        """The warnings of the compiler."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Check: {len(self.warnings)} warnings>"


class Loads:
    """Forces and moments at every hardpoint, in load cases."""

    def __init__(self, data: str, csv: str, text: str) -> None:
        self._data: Dict[str, Any] = json.loads(data)
        self._csv = csv
        self._text = text

    @property
    def conditions(self) -> str:
        """What is held where."""
        return str(self._data["conditions"])

    @property
    def cases(self) -> Mapping[str, Mapping[str, Any]]:
        """The cases by name, as `wishbone loads --json` has them: `failed`, `wheels` and `rows`; N, N m and m in vehicle axes."""
        return {case["case"]: case for case in self._data["cases"]}

    @property
    def is_carried(self) -> bool:
        """Whether the suspension carries every case."""
        return all(case["failed"] is None for case in self.cases.values())

    def csv(self) -> str:
        """The table as the tool writes it."""
        return self._csv

    def to_pandas(self) -> Any:
        """A pandas data frame: a row for each case and hardpoint."""
        rows = []
        for name, case in self.cases.items():
            for row in case["rows"]:
                flat: Dict[str, Any] = {"case": name, "point": row["point"], "kind": row["kind"], "part": row["part"]}
                for key in ("place", "force", "moment", "part_force", "part_moment"):
                    flat.update({f"{key}_{axis}": number for axis, number in zip("xyz", row[key])})
                rows.append(flat)
        return _library("pandas").DataFrame(rows)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Loads: {', '.join(self.cases)}>"


class Vehicle:
    """A declared vehicle, and the questions about it.

    `source` is a path, the name of a vehicle of the library (`wishbone.library()`), or the text of a declaration: a text has more than
    one line. `set` are changes such as `"front_left.tie_outer.z += 3 mm"`. `vehicle` chooses one of several in a file.

    Numbers are in SI (angles in rad) or texts with a unit: `speed=25`, `speed="90 km/h"`. The vehicle is compiled at the first question, once for
    all that follow, and never changes: threads may share it. It is pickled by its text where it is of a text or of the library.

    Mistakes of the declaration raise `wishbone.Error`, all at once.
    """

    _own: _wishbone.Vehicle
    _is_of_file: bool

    def __init__(self, source: PathLike, *, set: Names = (), vehicle: Optional[str] = None) -> None:
        name = _source(source)
        self._is_of_file = "\n" not in name and name not in _wishbone.vehicles()
        if "\n" in name:
            if vehicle is not None:
                raise Error("`vehicle`: a text declares one vehicle, and there is none to choose")
            if _MACRO.match(name):
                raise Error("give the text inside the braces of vehicle! { .. }")
            ending = "vehicle" if _GRAMMAR.match(name) else "toml"
            self._own = _wishbone.Vehicle.of_text(f"text.{ending}", name, _names(set))
        else:
            self._own = _wishbone.Vehicle.load(name, vehicle, _names(set))

    def __reduce__(self) -> Tuple[Any, ...]:
        if self._is_of_file:
            raise pickle.PicklingError("a vehicle of a file cannot be pickled: give processes its path")
        return Vehicle, (self.text,)

    def __copy__(self) -> "Vehicle":
        return self

    def __deepcopy__(self, memo: Any) -> "Vehicle":
        return self

    @property
    def name(self) -> str:
        """Name of the vehicle."""
        return self._own.name

    @property
    def text(self) -> str:
        """Text of its declaration; TOML after a change."""
        return self._own.text

    def __repr__(self) -> str:
        return f"<Vehicle {self.name}>"

    def changed(self, *set: Names) -> "Vehicle":
        """Another vehicle, with changes such as `"chassis.mass *= 1.2"`."""
        made = Vehicle.__new__(Vehicle)
        made._own = self._own.changed([change for own in set for change in _names(own)])
        made._is_of_file = self._is_of_file
        return made

    def check(self) -> Check:
        """What the compiler finds: summary, plausibility, warnings; `wishbone check --solver`."""
        return Check(*self._own.check())

    def settle(self) -> Equilibrium:
        """How it rests on its tyres; `wishbone settle`."""
        return Equilibrium(self, self._own.settle(), (None, None))

    def trim(
        self,
        *,
        speed: Quantity,
        lateral: Optional[Quantity] = None,
        radius: Optional[Quantity] = None,
        steering: Optional[Quantity] = None,
    ) -> Equilibrium:
        """A steady motion at a speed [m/s], straight on or in one bend; `wishbone trim`.

        The bend is a lateral acceleration [m/s^2], a radius [m] or an angle of the steering wheel [rad], positive to the left.
        """
        motion = _motion(speed, lateral, radius, steering)
        return Equilibrium(self, self._own.trim(motion), motion)

    def modes(
        self,
        *,
        speed: Optional[Quantity] = None,
        lateral: Optional[Quantity] = None,
        radius: Optional[Quantity] = None,
        steering: Optional[Quantity] = None,
    ) -> Findings:
        """Eigenfrequencies, damping, shapes and largest steps, at rest or in the steady motion of `trim`; `wishbone modes`."""
        return Findings(self._own.modes(_motion(speed, lateral, radius, steering)))

    def response(
        self,
        input: str,
        outputs: Names,
        *,
        speed: Optional[Quantity] = None,
        lateral: Optional[Quantity] = None,
        radius: Optional[Quantity] = None,
        steering: Optional[Quantity] = None,
        frequencies: Tuple[Quantity, Quantity] = (0.1, 10.0),
    ) -> Findings:
        """A frequency response from one input to outputs over a range of frequencies [Hz]; `wishbone response`.

        `response_names` lists inputs and outputs. Columns are not in SI: phases are in deg, gains by a degree where the input is an angle; `units`
        tells each.
        """
        if isinstance(frequencies, str) or len(frequencies) != 2:
            raise Error(f"`frequencies`: two numbers are wanted, the lowest and the highest, and not {frequencies!r}")
        low, high = (above_zero(own, "Hz", "frequencies") for own in frequencies)
        if low >= high:
            raise Error(f"`frequencies`: the lowest comes first, and the highest is above it; given is {frequencies!r}")
        asked = _names(outputs)
        if not asked:
            raise Error("`outputs`: at least one output is wanted: `response_names()` lists them")
        return Findings(self._own.response(_motion(speed, lateral, radius, steering), input, asked, (low, high)))

    def response_names(self, *, speed: Optional[Quantity] = None) -> str:
        """Names of the inputs and outputs of `response`, as text."""
        return self._own.response_names((_number(speed, "m/s", "speed"), None))

    def kc(
        self,
        *,
        travel: Quantity = 0.08,
        steps: int = 16,
        steer: Optional[str] = None,
        at: str = "design",
        force: Quantity = 2000.0,
        moment: Quantity = 100.0,
        bodies: Names = (),
    ) -> Studies:
        """Kinematics and compliance of its suspensions on a rig; `wishbone kc`.

        `travel` to both sides [m], in `steps` positions each; `steer` is the range of the steering joint to both sides with its unit,
        `"20 mm"` or `"15 deg"`, from stop to stop where it is not given; `at` is `"design"`, `"rest"` or heights of wheels in mm such
        as `"front_left.wheel=20"`; `force` [N] and `moment` [N m] are the largest on each wheel; `bodies` are held.
        """
        if not 1 <= steps <= 0xFFFF:
            raise Error(f"`steps`: at least one and at most {0xFFFF} positions to each side are wanted, and not {steps}")
        sizes = (above_zero(travel, "m", "travel"), above_zero(force, "N", "force"), above_zero(moment, "N m", "moment"))
        found = self._own.kc(at, sizes[0], steps, steer, sizes[1], sizes[2], _names(bodies))
        return Studies([Findings(own) for own in found])

    def sensitivity(
        self, points: Names = (), *, wheel: Optional[str] = None, travel: Quantity = 0.05
    ) -> Findings:
        """Derivatives of a suspension's figures by the coordinates of its hardpoints; `wishbone sensitivity`.

        `points` are names or patterns such as `"front_left.tie_*"`, all points of the wheel's group where none is given; the first `wheel` is taken
        by default. Figures are those at zero and at `travel` [m] to both sides. The table has a row for each figure and a column for each
        coordinate: the derivative of the figure in SI by a metre. NaN stands where there is none.
        """
        return Findings(self._own.sensitivity(wheel, _names(points), above_zero(travel, "m", "travel")))

    def drive(
        self,
        manoeuvre: PathLike,
        *,
        speed: Optional[Quantity] = None,
        angle: Optional[Quantity] = None,
        frequency: Optional[Quantity] = None,
        duration: Optional[Quantity] = None,
        step: Optional[Quantity] = None,
        method: Optional[str] = None,
        loads: bool = False,
    ) -> Findings:
        """Drives a manoeuvre: a name of the library, a path, or the text of one; `wishbone drive`.

        Speed [m/s], angle of the steering wheel [rad], frequency [Hz], duration [s], step [s] and method replace those of the manoeuvre.
        `loads` adds forces and moments at every joint.
        """
        numbers = {
            "speed": _number(speed, "m/s", "speed"),
            "angle": _number(angle, "rad", "angle"),
            "frequency": _number(frequency, "Hz", "frequency"),
            "duration": _number(duration, "s", "duration"),
            "step": _number(step, "s", "step"),
            "method": _text(method, "method"),
        }
        return Findings(self._own.drive(_source(manoeuvre), numbers, loads))

    def loads(self, *, cases: Optional[PathLike] = None, at: str = "rest", bodies: Names = ()) -> Loads:
        """Forces and moments at every hardpoint in load cases; `wishbone loads`.

        `cases` is a path or the text of a file of cases; the standard ones where it is not given. `at` and `bodies` are those of `kc`: where the
        body is held.
        """
        text = None
        if cases is not None:
            given = _source(cases)
            try:
                text = given if "\n" in given else Path(given).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as reason:
                raise Error(f"`cases`: cannot read {given}: {reason}") from reason
        return Loads(*self._own.loads(at, text, _names(bodies)))

    def report(
        self,
        path: PathLike,
        *,
        against: Union["Vehicle", Sequence["Vehicle"]] = (),
        manoeuvres: Union[PathLike, Sequence[PathLike]] = (),
        travel: Quantity = 0.08,
    ) -> List[str]:
        """Writes a page for the browser about this design, beside others; `wishbone report`. Returns what was left out, and why."""
        others = [own._own for own in _vehicles(against)]
        given = [manoeuvres] if isinstance(manoeuvres, (str, os.PathLike)) else manoeuvres
        words, size, file = [_source(own) for own in given], above_zero(travel, "m", "travel"), place(path)
        page, left_out = self._own.report(others, words, size)
        write(file, page.encode())
        return left_out

    def fmu(
        self,
        path: PathLike,
        *,
        fmi: int = 3,
        manoeuvre: Optional[PathLike] = None,
        speed: Optional[Quantity] = None,
        step: Optional[Quantity] = None,
        method: Optional[str] = None,
        by_torque: bool = False,
        ports: Names = (),
        outputs: Names = (),
        arrays: bool = False,
        exchange: Optional[bool] = None,
        shell: Optional[PathLike] = None,
        native: bool = False,
    ) -> List[str]:
        """Writes the vehicle as an FMU of FMI 2 or 3; `wishbone fmu`. Returns notes.

        `exchange` adds model exchange (True), leaves it out (False), or adds it where a foreign integrator may advance the vehicle. `shell` is the
        library that runs the vehicle, `libwishbone_fmu`; it is looked for beside the tool where it is not given. `native` has the vehicle's programs
        compiled by the `rustc` of this machine: the same bits in less time. `ports` are as in `simulation`. With `arrays` vectors such as positions
        are arrays in FMI 3.
        """
        if fmi not in (2, 3):
            raise Error(f"`fmi`: FMI 2 and 3 are known, and not {fmi}")
        asked = {**_asked(manoeuvre, speed, step, method, by_torque, ports, outputs), "arrays": arrays}
        file = place(path)
        fmus, notes = self._own.fmu((_shell(shell), native), asked, [fmi], exchange)
        for _, content in fmus:
            write(file, content)
        return notes

    def simulation(
        self,
        *,
        speed: Optional[Quantity] = None,
        manoeuvre: Optional[PathLike] = None,
        step: Optional[Quantity] = None,
        method: Optional[str] = None,
        by_torque: bool = False,
        ports: Names = (),
        outputs: Names = (),
        slopes: bool = False,
    ) -> Simulation:
        """A simulation that begins at rest, or in steady motion at a speed [m/s], and is stepped from outside.

        `manoeuvre` gives road, start, speed, step and method; steering and pedals are inputs. `step` is the largest step of the integration [s], 1 ms
        where nothing gives another, `method` its method, `"ab3"` where nothing gives another. `by_torque` turns the steering wheel by a torque in
        place of its angle. `ports` adds inputs to those of the driver: `"wheels"` forces in the place of tyres, `"road"` the road under each
        wheel, `"chassis"` loads at markers. `outputs` are patterns such as `"front_*"`, the usual outputs where none are given. `slopes` compiles
        derivatives, which `Simulation.slopes` needs.
        """
        asked = _asked(manoeuvre, speed, step, method, by_torque, ports, outputs)
        # Without a manoeuvre the default is a method as if it were named.
        chosen = DEFAULT_METHOD if manoeuvre is None and method is None else method
        kind = (self.name, self.text, asked["manoeuvre"], chosen, asked["by_torque"], asked["ports"])
        return Simulation(self._own.simulation(asked, slopes), kind)

    def slopes(self, state: Union[Simulation, Sequence[float]], by: Names) -> Array:
        """Derivatives of the rates of all states by declared numbers, a row for each state and a column for each number [SI].

        `state` is a simulation of this vehicle at its present moment, with its inputs, or an array as `Simulation.states` has it, for a vehicle
        without inputs on level ground. Rows are those of `Simulation.state_names`. `by` are numbers of the declaration as `set` names them,
        `"front_left.tie_outer.z"` or `"chassis.mass"`; a mirror image follows.

        No derivative by a declared number is exact: all are central differences, of a step of 1e-5 of the number's size; of lengths and angles it
        is at least 1 um and 1e-6 rad; of zeros of other kinds, 1e-5. Loops are closed on both sides: dependent coordinates and speeds follow the
        number, all other states are held. Numbers of the solver are set in one compilation; those of the equipment, such as a tyre's
        stiffness, are compiled for each side. Exact derivatives, by states and inputs, are those of `Simulation.slopes`.
        """
        numbers = _names(by)
        if isinstance(state, Simulation):
            at = state
        else:
            at = self.simulation()
            at.place(state)
        name, text, manoeuvre, method, by_torque, ports = at._kind
        if (name, text) != (self.name, self.text):
            raise Error("`state`: the simulation is one of another vehicle: take one of this vehicle")
        asked = {**_asked(None, None, None, method, by_torque, ports, ()), "manoeuvre": manoeuvre}
        columns = self._own.slopes(at._own, asked, numbers)
        return np.column_stack(columns) if columns else np.empty((len(at.state_names), 0))


def _vehicles(given: Union[Vehicle, Sequence[Vehicle]]) -> List[Vehicle]:
    vehicles = [given] if isinstance(given, Vehicle) else list(given)
    for own in vehicles:
        if not isinstance(own, Vehicle):
            raise TypeError(f"`against`: vehicles are wanted, such as `wishbone.Vehicle(..)`, and not {own!r}")
    return vehicles


def _asked(
    manoeuvre: Optional[PathLike],
    speed: Optional[Quantity],
    step: Optional[Quantity],
    method: Optional[str],
    by_torque: bool,
    ports: Names,
    outputs: Names,
) -> Dict[str, Any]:
    return {
        "manoeuvre": None if manoeuvre is None else _source(manoeuvre),
        "speed": _number(speed, "m/s", "speed"),
        "step": _number(step, "s", "step"),
        "method": _text(method, "method"),
        "by_torque": by_torque,
        "ports": _names(ports),
        "outputs": _names(outputs),
        "arrays": False,
    }


__all__ = ["Check", "Equilibrium", "Loads", "Picture", "Quantity", "Vehicle"]
