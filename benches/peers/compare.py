"""Three bare vehicles in other programs and in ours: do the accelerations agree, and how long do they take.

One process, the thread's CPU clock, passes of the same random consistent states, the programs in turn. `run.sh` calls it.
"""

import argparse
import ctypes
import platform
import statistics
import sys
import time
import weakref
from functools import partial
from pathlib import Path

import numpy as np

import kinematics
import peers

HERE = Path(__file__).parent
NAMES = ["QuarterSla", "Semitrailer12", "Hmmwv14"]
# By how much exact programs may differ; a soft one is what it is.
EQUAL = 1e-9
# By how much derivatives may differ from central differences.
DIFFERENCES = 1e-6
BATCH = "wishbone, in a batch of eight"
# Of our solvers, by their numbers in ours.rs.
LEVELS = ["the baseline", "AVX2", "AVX-512"]


class Ours:
    title = "wishbone"

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        pointer, number = ctypes.c_void_p, ctypes.c_size_t
        self.library.wishbone_describe.argtypes = [number, pointer, pointer]
        self.library.wishbone_describe.restype = number
        self.library.wishbone_states.argtypes = [number, ctypes.c_uint64, number, pointer, pointer]
        self.library.wishbone_level.restype = number
        self.level = self.library.wishbone_level()
        for name in ("rates", "rates_in_batch", "derivatives", "derivatives_in_batch"):
            getattr(self.library, f"wishbone_{name}").restype = pointer
        self.library.wishbone_run.argtypes = [pointer, number, pointer, pointer]
        self.library.wishbone_release.argtypes = [pointer]

    def describe(self, vehicle):
        sizes, names = np.zeros(2, np.uintp), ctypes.create_string_buffer(1000)
        length = self.library.wishbone_describe(vehicle, sizes.ctypes.data, names)
        return sizes, names.raw[:length].decode().split(",")

    def states(self, vehicle, count, seed):
        """Our own states, and the motions of the bodies by their names."""
        sizes, names = self.describe(vehicle)
        states = np.zeros((count, int(sizes.sum())))
        motions = np.zeros((count, len(names), kinematics.MOTION))
        self.library.wishbone_states(vehicle, seed, count, states.ctypes.data, motions.ctypes.data)
        return states, [dict(zip(names, map(kinematics.motion, row))) for row in motions]

    def timed(self, name, vehicle, *level):
        """A computation `f(states, rates)` of ours, whose solver is made here, once."""
        made = getattr(self.library, f"wishbone_{name}")(*map(ctypes.c_size_t, (vehicle, *level)))

        def run(states, rates=None):
            self.library.wishbone_run(made, len(states), states.ctypes.data, None if rates is None else rates.ctypes.data)

        weakref.finalize(run, self.library.wishbone_release, made)
        return run

    def batches(self):
        """Every level that batches are written for and that this processor has."""
        levels = range(self.level, 0, -1) or [0]
        return {f"{BATCH}, {LEVELS[level]}": level for level in levels}


def peer_state(vehicle, peer, motions):
    q, v = [], []
    for body, own in zip(vehicle["bodies"], motions):
        coordinates, speeds = peer.state(body, own, *kinematics.joint_state(vehicle, body, own, motions))
        q.extend(coordinates)
        v.extend(speeds)
    return [*q, *v], v


def difference(vehicle, peer, motions, v, rate):
    """Of the peer's accelerations from ours, by the size of ours, both weighted by mass."""
    place, by_joint = 0, []
    for body, own in zip(vehicle["bodies"], motions):
        size = {"free": 6, "spherical": 3, "universal": 2}.get(body["joint"], 1)
        by_joint.append(peer.rate(body, own, np.array(v[place:place + size]), np.array(rate[place:place + size])))
        place += size
    theirs = kinematics.accelerations(vehicle, motions, by_joint)
    ours = [(own["dw"], own["a"]) for own in motions]
    apart = [(t[0] - o[0], t[1] - o[1]) for t, o in zip(theirs, ours)]
    return (kinematics.energy(vehicle, motions, apart) / kinematics.energy(vehicle, motions, ours)) ** 0.5


def clock(evaluate, passes, states):
    """Nanoseconds of this thread for one evaluation, by pass."""
    times = []
    # What ran before has taken the caches.
    evaluate()
    for _ in range(passes):
        begin = time.thread_time_ns()
        evaluate()
        times.append((time.thread_time_ns() - begin) / states)
    return times


def in_turn(runs, passes, states):
    """Times of several programs, one after the other again and again: what else the machine does meets all alike."""
    times = {title: [] for title in runs}
    for _ in range(10):
        for title, run in runs.items():
            times[title] += clock(run, passes // 10, states)
    return times


def machine():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def version(command):
    try:
        return peers.run(command, "--version").splitlines()[0]
    except (OSError, peers.Missing):
        return f"no {command}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("library", type=Path, help="our own evaluations, built by cargo")
    arguments.add_argument("--build", type=Path, required=True, help="where the other programs' libraries go")
    arguments.add_argument("--states", type=int, default=256, help="a multiple of eight")
    arguments.add_argument("--passes", type=int, default=400)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", nargs="*", choices=list(peers.ALL), default=list(peers.ALL))
    arguments.add_argument("--out", type=Path, help="write the table here too")
    options = arguments.parse_args()
    options.build.mkdir(parents=True, exist_ok=True)

    ours = Ours(options.library.resolve())
    vehicles = [kinematics.read(HERE / "vehicles" / f"{name}.json") for name in NAMES]
    others = []
    for name in options.only:
        try:
            print(f"building {name} ..", file=sys.stderr)
            others.extend(peers.ALL[name](options.build.resolve(), vehicles))
        except peers.Missing as missing:
            print(f"{name} is left out: {missing}", file=sys.stderr)

    rows = {title: [] for title in [ours.title, *ours.batches(), *(peer.title for peer in others)]}
    derived = {title: [] for title in [ours.title, BATCH, *(peer.title for peer in others if peer.derived)]}
    for number, vehicle in enumerate(vehicles):
        states, drawn = ours.states(number, options.states, options.seed)
        rates = np.zeros_like(states)
        in_batch = {title: np.zeros_like(states) for title in ours.batches()}
        runs = {ours.title: partial(ours.timed("rates", number), states, rates)}
        for title, level in ours.batches().items():
            runs[title] = partial(ours.timed("rates_in_batch", number, level), states, in_batch[title])
        jacobians = {
            ours.title: partial(ours.timed("derivatives", number), states),
            BATCH: partial(ours.timed("derivatives_in_batch", number), states),
        }
        errors = {}
        agreement = {title: None for title in runs}
        for peer in others:
            ordered = [[motions[body["name"]] for body in vehicle["bodies"]] for motions in drawn]
            given = [peer_state(vehicle, peer, motions) for motions in ordered]
            theirs = np.array([state for state, _ in given])
            found = np.zeros((options.states, len(given[0][1])))
            peer.evaluate(number, theirs, found)
            apart = [difference(vehicle, peer, m, v, a) for m, (_, v), a in zip(ordered, given, found)]
            agreement[peer.title] = (max(apart), statistics.median(apart))
            runs[peer.title] = lambda peer=peer, x=theirs, a=found: peer.evaluate(number, x, a)
            if peer.has_jacobian(number):
                errors[peer.title] = max(peer.jacobian_error(number, np.ascontiguousarray(state)) for state in theirs[:16])
                jacobians[peer.title] = lambda peer=peer, x=theirs: peer.jacobian(number, x)
        times = in_turn(runs, options.passes, options.states)
        for title, found in in_batch.items():
            if not np.array_equal(found, rates):
                sys.exit(f"{title}: the rates of {vehicle['name']} are not those of single vehicles")
        for title in runs:
            rows[title].append((min(times[title]), statistics.median(times[title]), agreement[title]))
        times = in_turn(jacobians, options.passes, options.states)
        for title, cells in derived.items():
            own = times.get(title)
            cells.append((min(own), statistics.median(own), errors.get(title)) if own else None)

    table = report(rows, ours, others, options) + report_derived(derived, others)
    print(table, end="")
    if options.out:
        options.out.write_text(table)
    unequal = [peer.title for peer in others if peer.exact and any(cell[2][0] > EQUAL for cell in rows[peer.title])]
    if unequal:
        sys.exit(f"the accelerations are not ours in: {', '.join(unequal)}")
    wrong = [title for title, cells in derived.items() if any(cell and cell[2] and cell[2] > DIFFERENCES for cell in cells)]
    if wrong:
        sys.exit(f"the derivatives are not those of differences in: {', '.join(wrong)}")


def report(rows, ours, others, options):
    lines = [
        f"One evaluation [ns], least and median of {options.passes // 10 * 10} passes over {options.states} random consistent states; thread CPU time,",
        f"all in one process. {machine()}; our level {LEVELS[ours.level]}; Python {platform.python_version()}; {version(peers.CXX)},",
        f"-O3 -march=native; {version('rustc')}.",
        "",
        "| | " + " | ".join(NAMES) + " |",
        "|---|" + "---|" * len(NAMES),
    ]
    for title, cells in rows.items():
        shown = [f"{least:.0f} ({median:.0f})" for least, median, _ in cells]
        lines.append(f"| {title} | " + " | ".join(shown) + " |")
    for peer in others:
        if hasattr(peer, "counts"):
            lines.append("| its operations | " + " | ".join(str(peer.counts[name]) for name in NAMES) + " |")
    lines += ["", "Difference of the accelerations of all bodies from ours, both weighted by mass, at most (in the middle):", "",
              "| | " + " | ".join(NAMES) + " |", "|---|" + "---|" * len(NAMES)]
    for title, cells in rows.items():
        if cells[0][2] is not None:
            lines.append(f"| {title} | " + " | ".join(f"{most:.1e} ({middle:.1e})" for *_, (most, middle) in cells) + " |")
    return "\n".join(lines) + "\n"


def report_derived(derived, others):
    lines = ["", "All derivatives of the rates of the speeds by coordinates and speeds [ns], least and median:", "",
             "| | " + " | ".join(NAMES) + " |", "|---|" + "---|" * len(NAMES)]
    for title, cells in derived.items():
        shown = ["-" if cell is None else f"{cell[0]:.0f} ({cell[1]:.0f})" for cell in cells]
        lines.append(f"| {title} | " + " | ".join(shown) + " |")
    for peer in others:
        if hasattr(peer, "counts"):
            lines.append("| its operations | " + " | ".join(str(peer.counts[f"{name}_jacobian"]) for name in NAMES) + " |")
    lines += ["", "Largest difference from central differences of the same program, by the largest derivative, in 16 states:", "",
              "| | " + " | ".join(NAMES) + " |", "|---|" + "---|" * len(NAMES)]
    for title, cells in derived.items():
        if any(cell and cell[2] is not None for cell in cells):
            lines.append(f"| {title} | " + " | ".join("-" if cell is None else f"{cell[2]:.1e}" for cell in cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
