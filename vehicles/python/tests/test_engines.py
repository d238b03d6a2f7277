"""Shards on Dask and HyperQueue: workers are killed at random, nothing is lost, nothing is there twice.

Where the tool has no sweeps, a program of a few lines that keeps the same contract stands in for it: shards that may be repeated, parts that are
written completely or not at all, a merge that names what is missing.
"""

import io
import os
import pickle
import random
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time

import pytest

import wishbone
from wishbone import __main__ as shell
from wishbone import engines
from wishbone._tool import tool as path_of_tool

SHARDS = 12
STAND_IN = f"""#!{sys.executable}
import math, os, pathlib, sys, time
if sys.argv[2] == "merge":
    out = pathlib.Path(sys.argv[3])
    missing = [k for k in range(1, {SHARDS} + 1) if not (out / f"part-{{k}}").exists()]
    if missing:
        sys.exit(f"missing: {{missing}}")
    rows = "".join((out / f"part-{{k}}").read_text() for k in range(1, {SHARDS} + 1))
    (out / "sweep.csv").write_text(rows)
    print(rows)
    sys.exit()
plan, (shard, shards), out = sys.argv[2], map(int, sys.argv[4].split("/")), pathlib.Path(sys.argv[6])
if "mistake" in pathlib.Path(plan).read_text():
    sys.exit("plan.toml: line 1: a mistake")
part = out / f"part-{{shard}}"
if not part.exists():
    out.mkdir(parents=True, exist_ok=True)
    time.sleep(0.1)
    unfinished = out / f"part-{{shard}}.{{os.getpid()}}.tmp"
    unfinished.write_text(f"{{shard}} {{math.sin(shard)!r}}\\n")
    unfinished.rename(part)
"""
PLAN = """
vehicle = "macpherson_car"
sampling = "sobol"
count = 24

[[parameter]]
change = "chassis.mass *="
uniform = "[0.8, 1.2]"

[[study]]
ask = "settle"
figures = ["chassis.height"]
"""


@pytest.fixture(scope="module")
def sweeping(tmp_path_factory):
    """The tool, or what stands in for it."""
    if subprocess.run([path_of_tool(), "sweep", "--help"], capture_output=True).returncode == 0:
        yield
        return
    path = tmp_path_factory.mktemp("tool") / "wishbone"
    path.write_text(STAND_IN)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    before = os.environ.get("WISHBONE_TOOL")
    os.environ["WISHBONE_TOOL"] = str(path)
    yield
    os.environ.pop("WISHBONE_TOOL") if before is None else os.environ.update(WISHBONE_TOOL=before)


@pytest.fixture(scope="module")
def undisturbed(sweeping, tmp_path_factory):
    """A plan, and the table of its shards one after the other."""
    folder = tmp_path_factory.mktemp("sweep")
    plan = folder / "plan.toml"
    plan.write_text(PLAN)
    for number in range(1, SHARDS + 1):
        assert engines.shard(plan, folder / "alone", number, SHARDS) == number
    engines.merge(folder / "alone")
    return plan, whole(folder / "alone")


def whole(folder):
    """Content of the merged table, by the name of its file."""
    return {path.name: path.read_bytes() for path in folder.glob("sweep.*") if path.suffix in (".csv", ".parquet")}


def parts(folder):
    return [path.name for path in folder.iterdir() if path.name.startswith("part-")]


def on(engine, plan, folder):
    """The same by the tool."""
    words = [path_of_tool(), "sweep", str(plan), "--on", engine, "--shards", str(SHARDS), "--out", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "WISHBONE_PYTHON": sys.executable})
    assert done.returncode == 0, done.stderr


def test_dask_loses_nothing_with_its_workers(undisturbed, tmp_path):
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    plan, wanted = undisturbed
    stop, killed, chance = threading.Event(), [], random.Random(1)
    # The cluster drops a worker that is away for this time, and starts it again more slowly on a busy machine.
    patience = dask.config.set({"distributed.deploy.lost-worker-timeout": "600s"})
    with patience, distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:

            def kill():
                while not stop.wait(0.4):
                    workers = [nanny.pid for nanny in cluster.workers.values() if nanny.pid]
                    if workers and len(killed) < 4:
                        killed.append(chance.choice(workers))
                        os.kill(killed[-1], signal.SIGKILL)

            killer = threading.Thread(target=kill)
            killer.start()
            try:
                engines.dask(client, plan, tmp_path / "out", shards=SHARDS)
            finally:
                stop.set()
                killer.join()
            assert killed
            on(f"dask://{cluster.scheduler_address.split('://')[1]}", plan, tmp_path / "on")
            begin = time.perf_counter()
            (tmp_path / "wrong.toml").write_text("mistake\n")
            with pytest.raises(wishbone.Error):
                engines.dask(client, tmp_path / "wrong.toml", tmp_path / "wrong", shards=2)
            assert time.perf_counter() - begin < 30.0
    assert whole(tmp_path / "out") == wanted and wanted
    assert whole(tmp_path / "on") == wanted
    assert len([name for name in parts(tmp_path / "out") if ".tmp" not in name]) == SHARDS


FLAKY = """#!{python}
import os, pathlib, signal, sys
if "--shard" in sys.argv:
    shard = sys.argv[sys.argv.index("--shard") + 1].split("/")[0]
    mark = pathlib.Path(os.environ["MARKS"]) / shard
    print(f"note: shard {shard} has begun", file=sys.stderr)
    if shard == "2" and os.environ.get("FAILS"):
        sys.exit("shard 2 has a mistake")
    if not os.environ.get("FAILS") and (os.environ.get("DIES") or not mark.exists()):
        mark.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
os.execv({tool}, [{tool}, *sys.argv[1:]])
"""


@pytest.fixture
def flaky(sweeping, tmp_path, monkeypatch):
    """A tool whose shards print a note, and are killed at their first call."""
    path = tmp_path / "flaky"
    path.write_text(FLAKY.replace("{tool}", repr(path_of_tool())).replace("{python}", sys.executable))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "marks").mkdir()
    monkeypatch.setenv("MARKS", str(tmp_path / "marks"))
    monkeypatch.setenv("WISHBONE_TOOL", str(path))


class Bare(pickle.Unpickler):
    """Reads what a worker without the package can read."""

    def find_class(self, module, name):
        if module.split(".")[0] == "wishbone":
            raise ModuleNotFoundError(f"No module named {module!r}")
        return super().find_class(module, name)


class Pool:
    """A client of Dask whose worker computes at once, and has no package `wishbone`."""

    def submit(self, function, *given, pure, **named):
        sent = pickle.dumps((function, given, named))
        return Future(*Bare(io.BytesIO(sent)).load())


class Future:
    def __init__(self, function, given, named):
        self.found = self.reason = None
        try:
            self.found = function(*given, **named)
        except Exception as reason:
            self.reason = reason
        self.status = "error" if self.reason else "finished"

    def result(self):
        return self.found

    def exception(self):
        return self.reason


@pytest.fixture
def waits(monkeypatch):
    """A stand-in for the package of Dask."""

    class Waits:
        wait = staticmethod(lambda futures: None)

    monkeypatch.setattr(engines, "_library", lambda name: Waits)


def test_a_killed_tool_is_called_again(undisturbed, flaky, waits, tmp_path):
    plan, wanted = undisturbed
    with pytest.raises(engines.Killed, match="killed"):
        engines.shard(plan, tmp_path / "out", 1, SHARDS)
    engines.dask(Pool(), plan, tmp_path / "out", shards=SHARDS)
    assert len(list((tmp_path / "marks").iterdir())) == SHARDS
    assert whole(tmp_path / "out") == wanted


def test_a_tool_that_is_always_killed_is_told(undisturbed, flaky, waits, tmp_path, monkeypatch):
    monkeypatch.setenv("DIES", "1")
    (tmp_path / "out").mkdir()
    with pytest.raises(wishbone.Error, match=f"shard 1 was lost {engines.ROUNDS} times; the last reason: .*killed: it ended with -9"):
        engines.dask(Pool(), undisturbed[0], tmp_path / "out", shards=2)


def test_mistakes_of_the_tool_are_told_once(undisturbed, waits, tmp_path):
    (tmp_path / "wrong.toml").write_text("mistake\n")
    with pytest.raises(wishbone.Error, match="wrong.toml|mistake") as raised:
        engines.dask(Pool(), tmp_path / "wrong.toml", tmp_path / "out", shards=2)
    assert not str(raised.value).startswith("error: ")


def test_a_worker_without_the_tool_ends_a_sweep(undisturbed, waits, tmp_path, monkeypatch):
    monkeypatch.setattr(engines, "tool", lambda: "/nowhere/wishbone")
    with pytest.raises(wishbone.Error, match="a worker cannot start the tool /nowhere/wishbone: No such file .* same paths on all workers"):
        engines.dask(Pool(), undisturbed[0], tmp_path / "out", shards=2)
    with pytest.raises(wishbone.Error, match="cannot start the tool /nowhere/wishbone"):
        engines.shard(undisturbed[0], tmp_path / "out", 1, 2)


def test_the_path_of_the_tool_holds_in_other_folders(tmp_path, monkeypatch):
    path = tmp_path / "wishbone"
    path.write_text("")
    path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WISHBONE_TOOL", "./wishbone")
    assert path_of_tool() == str(path)
    monkeypatch.setenv("WISHBONE_TOOL", "bin/wishbone")
    with pytest.raises(wishbone.Error, match="WISHBONE_TOOL names bin/wishbone, and no program is there"):
        path_of_tool()


def told(capsys, *words):
    """What the adapters tell the tool."""
    assert shell.main([*words, "plan.toml", "out", "2"]) == 1
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 1
    return out


def test_a_wrong_address_is_told_in_a_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("distributed")
    assert "no Dask scheduler answers at tcp://127.0.0.1: missing port" in told(capsys, "dask", "tcp://127.0.0.1")
    pytest.importorskip("hyperqueue")
    assert "no HyperQueue server answers in the folder /nowhere" in told(capsys, "hyperqueue", "/nowhere")


def test_a_tool_killed_on_hyperqueue_is_called_again(undisturbed, flaky, tmp_path):
    pytest.importorskip("hyperqueue")
    from hyperqueue.cluster import LocalCluster, WorkerConfig

    plan, wanted = undisturbed
    with LocalCluster() as cluster:
        cluster.start_worker(WorkerConfig(cores=1))
        engines.hyperqueue(plan, tmp_path / "out", shards=SHARDS, server=cluster.cluster.server_dir)
    assert len(list((tmp_path / "marks").iterdir())) == SHARDS
    assert whole(tmp_path / "out") == wanted
    assert not list((tmp_path / "out").glob("*.log"))


def test_a_worker_of_hyperqueue_without_the_tool_is_told(undisturbed, tmp_path, monkeypatch):
    pytest.importorskip("hyperqueue")
    from hyperqueue.cluster import LocalCluster, WorkerConfig

    monkeypatch.setattr(engines, "tool", lambda: "/nowhere/wishbone")
    with LocalCluster() as cluster:
        cluster.start_worker(WorkerConfig(cores=1))
        with pytest.raises(wishbone.Error, match="shard 1 did not run: Cannot execute .*same paths on all workers"):
            engines.hyperqueue(undisturbed[0], tmp_path / "out", shards=2, server=cluster.cluster.server_dir)


def test_only_failed_shards_are_told(undisturbed, flaky, tmp_path, monkeypatch):
    pytest.importorskip("hyperqueue")
    from hyperqueue.cluster import LocalCluster, WorkerConfig

    monkeypatch.setenv("FAILS", "1")
    plan, _ = undisturbed
    with LocalCluster() as cluster:
        cluster.start_worker(WorkerConfig(cores=1))
        with pytest.raises(wishbone.Error) as raised:
            engines.hyperqueue(plan, tmp_path / "out", shards=SHARDS, server=cluster.cluster.server_dir)
    assert "shard 2 has a mistake" in str(raised.value)
    assert "shard 1 has begun" not in str(raised.value)


def test_hyperqueue_computes_a_sweep(undisturbed, tmp_path):
    pytest.importorskip("hyperqueue")
    from hyperqueue.cluster import LocalCluster, WorkerConfig

    plan, wanted = undisturbed
    with LocalCluster() as cluster:
        for _ in range(2):
            cluster.start_worker(WorkerConfig(cores=1))
        server = cluster.cluster.server_dir
        engines.hyperqueue(plan, tmp_path / "out", shards=SHARDS, server=server)
        assert whole(tmp_path / "out") == wanted
        on(f"hyperqueue://{server}", plan, tmp_path / "on")
        assert whole(tmp_path / "on") == wanted
        (tmp_path / "wrong.toml").write_text("mistake\n")
        with pytest.raises(wishbone.Error, match="wrong.toml|mistake"):
            engines.hyperqueue(tmp_path / "wrong.toml", tmp_path / "wrong", shards=2, server=server)


def test_a_missing_shard_is_named(undisturbed, tmp_path):
    plan, _ = undisturbed
    for path in (plan.parent / "alone").iterdir():
        if not path.name.startswith((f"part-{SHARDS}", "sweep.")):
            shutil.copy(path, tmp_path)
    with pytest.raises(wishbone.Error, match=str(SHARDS)):
        engines.merge(tmp_path)
