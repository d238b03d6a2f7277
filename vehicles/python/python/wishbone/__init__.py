"""Vehicles from their declaration to answers: kinematics and compliance, handling, loads, simulation.

    >>> import wishbone
    >>> car = wishbone.Vehicle("macpherson_car")
    >>> car.settle().verdict.outcome
    'rests'

Numbers in SI go in and out; figures, and the columns of `Vehicle.response`, have the units in which the tool `wishbone` shows them. A reason why there is no answer is an exception,
`wishbone.Error`.
"""

from typing import List

from ._environment import environment
from ._error import Error, Problem
from ._findings import Figure, Figures, Findings, Picture, Studies, Verdict
from ._simulation import Linear, Matrices, Simulation, Snapshot, Values, Variable
from ._vehicle import Check, Equilibrium, Loads, Quantity, Vehicle
from ._watch import watch
from ._wishbone import __version__, explain, library_text, manoeuvres, suspension_names, vehicles


def library() -> List[str]:
    """Names of the vehicles of the library, which `Vehicle` takes."""
    return vehicles()


def suspensions() -> List[str]:
    """Names of the suspensions of the library, which a declaration uses; `library_text` tells each."""
    return suspension_names()


__all__ = [
    "Check",
    "Equilibrium",
    "Error",
    "Figure",
    "Figures",
    "Findings",
    "Linear",
    "Loads",
    "Matrices",
    "Picture",
    "Problem",
    "Quantity",
    "Simulation",
    "Snapshot",
    "Studies",
    "Values",
    "Variable",
    "Vehicle",
    "Verdict",
    "__version__",
    "environment",
    "explain",
    "library",
    "library_text",
    "manoeuvres",
    "suspensions",
    "watch",
]
