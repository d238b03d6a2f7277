"""FMUs in FMPy: validated, and run in both standards and both kinds, against the table of `wishbone drive`."""

import csv
import pathlib
import subprocess
import sys
import time

from fmpy import simulate_fmu
from fmpy.validation import validate_fmu

tool, shell, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])

MANOEUVRE = """
doc = "Straight on at a held accelerator."
speed = "20 m/s"
duration = "0.5 s"
every = "0.1 s"
[pace.pedals]
time = ["0 s"]
throttle = [0.3]
"""

# A number of the table, and the largest difference by model exchange with CVODE at a tolerance of 1e-8.
COMPARED = {"speed": 1e-7, "x": 1e-7, "pitch": 1e-7, "front_left.tyre.force_z": 1e-3}


def run(*words):
    subprocess.run([tool, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def wanted(vehicle):
    """The last row of the manoeuvre that the tool drives, by name."""
    (folder / "held.toml").write_text(MANOEUVRE)
    run("drive", vehicle, "--manoeuvre", folder / "held.toml", "--out", folder / "driven")
    table = next((folder / "driven").rglob("*.csv"))
    rows = list(csv.reader(line for line in table.open() if not line.startswith("#")))
    names = [name.split(" [")[0] for name in rows[0]]
    return dict(zip(names, map(float, rows[-1])))


def checked(vehicle, compare, kinds):
    fmu = folder / f"{vehicle}.fmu"
    run("fmu", vehicle, "-o", fmu, "--shell", shell, "--speed", 20 if compare else 0)
    row = wanted(vehicle) if compare else None
    for version in (2, 3):
        path = str(fmu.with_suffix(f".fmi{version}.fmu"))
        problems = validate_fmu(path)
        assert not problems, (path, problems)
        for kind in kinds:
            begin = time.perf_counter()
            start = {"driver.throttle": 0.3} if compare else {}
            result = simulate_fmu(
                path, fmi_type=kind, stop_time=0.5, output_interval=1e-3 if kind == "CoSimulation" else 0.1, start_values=start,
                relative_tolerance=1e-8, solver="CVode",
                output=list(COMPARED) if compare else None,
            )
            took = time.perf_counter() - begin
            far = {}
            if compare:
                for name, most in COMPARED.items():
                    far[name] = float(abs(result[name][-1] - row[name]))
                    assert far[name] <= (0.0 if kind == "CoSimulation" else most), (path, kind, name, result[name][-1], row[name])
            print(f"{vehicle} FMI {version} {kind}: {len(result)} rows in {took:.2f} s; differences {far}")


BOTH = ("CoSimulation", "ModelExchange")
checked("quarter_car", False, BOTH)
checked("hmmwv", True, BOTH)
checked("macpherson_car", True, BOTH[:1])
