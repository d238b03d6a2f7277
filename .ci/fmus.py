"""FMUs in FMPy: validated, and run in both standards and both kinds, against the table of `wishbone drive`."""

import csv
import math
import pathlib
import shutil
import subprocess
import sys
import time

from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu

tool, shell, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])

page = pathlib.Path("docs/book/elsewhere/fmu.md").read_text()

MANOEUVRE = """
doc = "Straight on at a held accelerator."
speed = "20 m/s"
duration = "0.5 s"
every = "0.1 s"
step = "{step} ms"
method = "{method}"
[pace.pedals]
time = ["0 s"]
throttle = [0.3]
"""


def compared(wheel):
    """Numbers of the table, and the largest difference by model exchange with CVODE at a tolerance of 1e-10. A tyre is stiff: 1e-8 m are 4e-3 N."""
    return {"speed": 1e-8, "x": 1e-8, "pitch": 1e-8, f"{wheel}.force_z": 4e-3}


def run_tool(*words):
    subprocess.run([tool, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def wanted(vehicle, step, method):
    """The last row of the manoeuvre that the tool drives, by name."""
    shutil.rmtree(folder / "driven", ignore_errors=True)
    (folder / "held.toml").write_text(MANOEUVRE.format(step=step, method=method))
    run_tool("drive", vehicle, "--manoeuvre", folder / "held.toml", "--out", folder / "driven")
    table = next((folder / "driven").rglob("*.csv"))
    rows = list(csv.reader(line for line in table.open() if not line.startswith("#")))
    names = [name.split(" [")[0] for name in rows[0]]
    return dict(zip(names, map(float, rows[-1])))


def checked(vehicle, compare, kinds, ports="driver", wheel="front_left.tyre", step=1, method="ab3"):
    """An FMU of a vehicle of the library or of a file: validated, and compared with the tool if asked."""
    numbers, name = compared(wheel), pathlib.Path(vehicle).stem
    fmu = folder / f"{name}.fmu"
    run_tool("fmu", vehicle, "-o", fmu, "--shell", shell, "--speed", 20 if compare else 0, "--ports", ports, "--step", step, "--method", method)
    row = wanted(vehicle, step, method) if compare else None
    # Model exchange has the steps of CVODE: a run with short steps is its reference.
    exact = wanted(vehicle, 0.1, "rk4") if compare and "ModelExchange" in kinds else None
    for version in (2, 3):
        path = str(fmu.with_suffix(f".fmi{version}.fmu"))
        problems = validate_fmu(path)
        assert not problems, (path, problems)
        for kind in kinds:
            begin = time.perf_counter()
            start = {"driver.throttle": 0.3} if compare else {}
            result = simulate_fmu(
                path, fmi_type=kind, stop_time=0.5, output_interval=1e-3 * step if kind == "CoSimulation" else 0.1, start_values=start,
                relative_tolerance=1e-10, solver="CVode", set_stop_time=kind == "CoSimulation",
                output=list(numbers) if compare else None,
            )
            took = time.perf_counter() - begin
            far = {}
            if compare:
                for number, most in numbers.items():
                    value = (row if kind == "CoSimulation" else exact)[number]
                    far[number] = float(abs(result[number][-1] - value))
                    assert far[number] <= (0.0 if kind == "CoSimulation" else most), (path, kind, number, result[number][-1], value)
            print(f"{name} with {ports}, FMI {version} {kind}: {len(result)} rows in {took:.2f} s; differences {far}")


def arrays(vehicle, wheel):
    """Arrays of FMI 3.0, set and read by one reference: the same bits as by scalars."""

    def run(*options):
        fmu = folder / f"{vehicle}.arrays.fmu"
        run_tool("fmu", vehicle, "-o", fmu, "--shell", shell, "--fmi", 3, "--ports", "wheels", *options)
        problems = validate_fmu(str(fmu))
        assert not problems, problems
        description = read_model_description(str(fmu))
        variables = {variable.name: variable for variable in description.modelVariables}
        own = FMU3Slave(
            guid=description.guid, unzipDirectory=extract(str(fmu), unzipdir=str(folder / f"arrays{len(options)}")), instanceName="car",
            modelIdentifier=description.coSimulation.modelIdentifier,
        )
        own.instantiate()
        own.enterInitializationMode(startTime=0.0)
        own.exitInitializationMode()

        def references(name):
            whole = variables.get(name)
            if whole is None:
                return [variables[f"{name}.{end}"].valueReference for end in "xyz"]
            assert [int(dimension.start) for dimension in whole.dimensions] == [3], whole.dimensions
            return [whole.valueReference]

        rows = []
        for k in range(100):
            own.setFloat64(references(f"{wheel}.force"), [0.0, 0.0, 4500.0])
            own.doStep(1e-3 * k, 1e-3)
            rows.append(own.getFloat64(references(f"{wheel}.pos"), nValues=3))
        own.freeInstance()
        result = simulate_fmu(str(fmu), fmi_type="CoSimulation", stop_time=0.01, output_interval=1e-3)
        return rows, len(result), result.dtype.names

    (scalars, count, names), (found, own_count, own_names) = run(), run("--arrays")
    assert found == scalars and own_count == count and len(own_names) < len(names), (own_count, count)
    print(f"{vehicle}: {len(names)} results are {len(own_names)} with arrays, with the same bits")


def held(vehicle):
    """Yaw rate in a sine of the steering wheel with longer communication steps, against steps of 1 ms with its rate [% of the peak]."""
    path = str(folder / f"{vehicle}.fmi3.fmu")
    description = read_model_description(path)
    reference = {variable.name: variable.valueReference for variable in description.modelVariables}
    unpacked = extract(path, unzipdir=str(folder / "unpacked"))
    amplitude, turn, speed, end = math.radians(60), math.pi, 20.0, 2.0

    def run(step, with_rate):
        own = FMU3Slave(
            guid=description.guid, unzipDirectory=unpacked, modelIdentifier=description.coSimulation.modelIdentifier, instanceName="car"
        )

        def put(name, value):
            own.setFloat64([reference[name]], [value])

        own.instantiate()
        put("start.speed", speed)
        put("driver.throttle", 0.2)
        own.enterInitializationMode(startTime=0.0)
        own.exitInitializationMode()
        rows = []
        for k in range(round(end / step)):
            put("driver.steering_wheel_angle", amplitude * math.sin(turn * k * step))
            if with_rate:
                put("driver.steering_wheel_rate", amplitude * turn * math.cos(turn * k * step))
            own.doStep(k * step, step)
            if round(1e3 * (k + 1) * step) % 100 == 0:
                rows.append(own.getFloat64([reference["yaw_rate"]])[0])
        own.freeInstance()
        return rows

    exact = run(1e-3, True)
    peak = max(map(abs, exact))
    for step in (1, 5, 10):
        far = [100 * max(abs(a - b) for a, b in zip(run(1e-3 * step, with_rate), exact)) / peak for with_rate in (False, True)]
        row = f"| {step} ms | {far[0]:.2f} % | {far[1]:.3f} % |"
        print(row)
        assert row in page, f"docs/book/elsewhere/fmu.md does not say {row}"


def ended(path, names):
    """The last row of a second without hands, in FMPy."""
    result = simulate_fmu(str(path), fmi_type="CoSimulation", stop_time=1.0, output_interval=1e-2, step_size=1e-2, output=names)
    return [float(result[name][-1]) for name in names]


def elsewhere(vehicle):
    """The FMU with few of its variables, as fmu_manipulation_toolbox packs it, and the FMU in libcosim: the bits of FMPy."""
    path, names = folder / f"{vehicle}.fmi2.fmu", ["speed", "yaw_rate"]
    wanted = ended(path, names)
    try:
        from fmu_manipulation_toolbox import operations
    except ImportError:
        print("not checked: fmu_manipulation_toolbox, which this Python does not have")
    else:
        kept = folder / f"{vehicle}.kept.fmu"
        own = operations.FMU(str(path))
        own.apply_operation(operations.OperationKeepOnlyRegexp("time|driver.*|start.*|" + "|".join(names)))
        own.repack(str(kept))
        assert len(read_model_description(str(kept)).modelVariables) < 20
        assert ended(kept, names) == wanted
        print(f"{vehicle}: the same bits with few variables")
    try:
        from libcosimpy.CosimExecution import CosimExecution
        from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
        from libcosimpy.CosimObserver import CosimObserver
        from libcosimpy.CosimSlave import CosimLocalSlave
    except ImportError:
        print("not checked: libcosimpy, which this Python does not have")
        return
    log_output_level(CosimLogLevel.FATAL)
    execution = CosimExecution.from_step_size(step_size=10_000_000)
    place = execution.add_local_slave(local_slave=CosimLocalSlave(fmu_path=str(path.resolve()), instance_name="car"))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer=observer)
    assert execution.simulate_until(target_time=1_000_000_000)
    references = {variable.name.decode(): variable.reference for variable in execution.slave_variables(slave_index=place)}
    found = observer.last_real_values(slave_index=place, variable_references=[references[name] for name in names])
    assert list(found) == wanted, (found, wanted)
    print(f"{vehicle}: the same bits in libcosim")


BOTH = ("CoSimulation", "ModelExchange")
# Random cars by their seeds. Loops of the first one are closed after each step: no model exchange.
RANDOM = {1: BOTH[:1], 52: BOTH, 59: BOTH}
checked("quarter_car", False, BOTH)
checked("quarter_car", False, BOTH, "wheels")
arrays("quarter_car", "wheel_front")
checked("hmmwv", True, BOTH, "road")
checked("hmmwv", True, BOTH)
checked("macpherson_car", True, BOTH[:1])
# Speeds of the semitrailer depend on each other by loops that are closed after each step: no model exchange. Its driveline is stiff.
checked("tractor_semitrailer", True, BOTH[:1], wheel="front_left", method="sbdf2")
# Powertrains of random cars want half the step.
for seed, kinds in RANDOM.items():
    subprocess.run([pathlib.Path(tool).with_name("examples") / "write", folder, str(seed), "1"], check=True)
    checked(folder / f"car{seed}.txt", True, kinds, step=0.5)
held("hmmwv")
elsewhere("hmmwv")
