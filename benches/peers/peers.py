"""The other programs: each becomes a C library with `peer_load(file)` and `peer_evaluate(vehicle, count, states, rates)`."""

import ctypes
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
CC, CXX = os.environ.get("CC", "cc"), os.environ.get("CXX", "c++")
# What Pinocchio's own build files ask for: its list of joints is longer than Boost's default.
DEFINED = ["-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
           "-DBOOST_FUSION_INVOKE_MAX_ARITY=12"]
FAST = ["-O3", "-march=native", "-DNDEBUG", "-fPIC", "-shared"]
# GCC at -O3 took the 145,000 operations of one function of derivatives more than ten minutes; so a few seconds. What it makes is slower by a
# twelfth, measured on derivatives of 30,000 operations.
LONG = ["-O1", "-fexpensive-optimizations"]
# Size of a source [bytes] that is taken for long.
LONGER_THAN = 1_000_000


class Missing(Exception):
    """What a comparison needs and this machine lacks."""


def package(module):
    found = importlib.util.find_spec(module)
    if found is None or not found.submodule_search_locations:
        raise Missing(f"the Python package `{module}` is not installed")
    return Path(found.submodule_search_locations[0])


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"`{Path(str(command[0])).name}` failed:\n{done.stderr[-2000:]}")
    return done.stdout


def is_stale(target, sources):
    return not target.exists() or any(source.stat().st_mtime > target.stat().st_mtime for source in sources)


def build(target, sources, *command, cwd=None):
    """Runs the command unless what it makes is newer than what it reads: Pinocchio's templates and long derivatives take minutes."""
    if is_stale(target, sources):
        # Whole, or not there at all.
        part = target.with_suffix(".part")
        run(*command, "-o", part, cwd=cwd)
        part.replace(target)
    return target


def write(path, text):
    """Leaves a file alone that has this text: what is made of it is newer."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
    return path


def rpath(*folders):
    return [flag for folder in folders for flag in (f"-L{folder}", f"-Wl,-rpath,{folder}")]


def prefix():
    """Flags for the headers of Pinocchio, and of Eigen, which comes with CasADi."""
    root = package("pinocchio").parents[3]
    if not (root / "include/pinocchio").is_dir():
        raise Missing("the package `pin` comes without headers")
    eigen = package("casadi") / "include/eigen3"
    return [f"-I{eigen}", f"-I{root}/include", "-std=c++17", *DEFINED]


def describe(vehicle, path):
    """The plain text that tree.hpp reads."""
    words = lambda numbers: " ".join(repr(float(x)) for x in numbers)
    lines = [f"{vehicle['gravity']} {len(vehicle['bodies'])} {len(vehicle['loops'])}"]
    for body in vehicle["bodies"]:
        place = 0 if body["index"] is None else body["index"] + 1
        axes = " ".join(words(axis) for axis in body["axes"])
        lines.append(f"{place} {words(body['at'])} {body['joint']} {axes} {body['mass']} {words(body['com'])} {words(body['inertia'])}")
    for loop in vehicle["loops"]:
        ends = zip(loop["indices"], loop["points"])
        lines.append(f"{loop['kind']} " + " ".join(f"{index + 1} {words(at)}" for index, at in ends))
    return write(path, "\n".join(lines) + "\n")


class Peer:
    """A library, and how it orders a state: free and ball joints differ from program to program."""

    # Whether its loops are closed exactly.
    exact = True
    # Whether it has derivatives, of some vehicles at least.
    derived = False

    def __init__(self, title, library):
        self.title, self.library = title, ctypes.CDLL(str(library))
        self.library.peer_evaluate.argtypes = [ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]

    def load(self, path):
        self.library.peer_load(str(path).encode())

    def evaluate(self, vehicle, states, rates):
        self.library.peer_evaluate(vehicle, len(states), states.ctypes.data, rates.ctypes.data)

    def has_jacobian(self, vehicle):
        return self.derived and bool(self.library.peer_has_jacobian(ctypes.c_size_t(vehicle)))

    def jacobian(self, vehicle, states):
        """All derivatives of the accelerations in each state, which stay where they are."""
        self.library.peer_jacobian(ctypes.c_size_t(vehicle), ctypes.c_size_t(len(states)), ctypes.c_void_p(states.ctypes.data))

    def jacobian_error(self, vehicle, state):
        """Largest difference from central differences, by the largest derivative."""
        error = self.library.peer_jacobian_error
        error.restype = ctypes.c_double
        return error(ctypes.c_size_t(vehicle), ctypes.c_void_p(state.ctypes.data))


class PinocchioOrder:
    """Quaternions (x, y, z, w); the free joint's speeds in the body's axes, its acceleration that of a twist."""

    @staticmethod
    def state(body, own, q, v):
        return (q, [*(own["R"].T @ v[:3]), *v[3:]]) if body["joint"] == "free" else (q, v)

    @staticmethod
    def rate(body, own, v, rate):
        if body["joint"] != "free":
            return rate
        return [*(own["R"] @ (rate[:3] + np.cross(v[3:], v[:3]))), *rate[3:]]


class MujocoOrder:
    """Quaternions (w, x, y, z); the free joint's velocity in the world's axes."""

    @staticmethod
    def state(body, own, q, v):
        match body["joint"]:
            case "free":
                q = [*q[:3], q[6], *q[3:6]]
            case "spherical":
                q = [q[3], *q[:3]]
        return q, v

    @staticmethod
    def rate(body, own, v, rate):
        return rate


class Pinocchio(PinocchioOrder, Peer):
    derived = True

    def __init__(self, folder, vehicles):
        include = prefix()
        source = HERE / "pinocchio.cpp"
        target = build(folder / "libpinocchio_peer.so", [source, HERE / "tree.hpp"], CXX, *include, *FAST, source)
        super().__init__(f"Pinocchio {importlib.metadata.version('pin')} (C++ templates)", target)
        for vehicle in vehicles:
            self.load(describe(vehicle, folder / f"{vehicle['name']}.txt"))


def casadi(folder, vehicles):
    """C by CasADi, compiled in all ways that this machine has, and in lanes."""
    root = package("casadi")
    source = HERE / "generate.cpp"
    generate = build(folder / "generate", [source, HERE / "tree.hpp"], CXX, "-O1", *prefix(), f"-I{root}/include",
                     source, *rpath(root), "-lcasadi")
    files = [describe(vehicle, folder / f"{vehicle['name']}.txt") for vehicle in vehicles]
    names = [vehicle["name"] for vehicle in vehicles]
    counts = folder / "counts.txt"
    if is_stale(counts, [generate, *files]):
        counts.write_text(run(generate, *[word for pair in zip(names, files) for word in pair], cwd=folder))
    words = counts.read_text().split()
    first = Casadi(folder, vehicles, CC, [], derived=True)
    first.counts = dict(zip(words[::2], map(int, words[1::2])))
    found = [first, Casadi(folder, vehicles, CC, ["-ffast-math"])]
    if shutil.which("clang"):
        found += [Casadi(folder, vehicles, "clang", flags) for flags in ([], ["-ffast-math"])]
    compilers = [CXX, *(["clang++"] if shutil.which("clang++") else [])]
    return found + [CasadiInLanes(folder, vehicles, compiler, lanes) for compiler in compilers for lanes in (4, 8)]


def compiled(compiler, flags, sources, target):
    """Compiles, then links without the flags: with -ffast-math the linker would change how the whole process rounds."""
    objects = [target.parent / f"{target.stem}_{source.stem}.o" for source in sources]
    for source, made in zip(sources, objects):
        length = LONG if source.stat().st_size > LONGER_THAN else []
        build(made, [source], compiler, *FAST[:-1], *length, *flags, "-c", source)
    run(compiler, "-shared", *objects, "-o", target, "-lm")
    return target


class Casadi(PinocchioOrder, Peer):
    def __init__(self, folder, vehicles, compiler, flags, derived=False):
        self.derived = derived
        names = [vehicle["name"] for vehicle in vehicles]
        shim = folder / f"casadi_peer{'_derived' if derived else ''}.c"
        write(shim, self.shim(vehicles, derived))
        ends = ("", "_jacobian") if derived else ("",)
        sources = [shim, *(folder / f"{name}{end}.c" for name in names for end in ends)]
        words = " ".join([compiler, *flags])
        target = folder / f"libcasadi_{''.join(c if c.isalnum() else '_' for c in words)}{'_derived' if derived else ''}.so"
        super().__init__(f"C by CasADi {importlib.metadata.version('casadi')} from Pinocchio's templates, {words}",
                         compiled(compiler, flags, sources, target))

    @staticmethod
    def quaternions(vehicle):
        """Where the quaternions of a vehicle's free and ball joints begin among its coordinates."""
        place, found = 0, []
        for body in vehicle["bodies"]:
            match body["joint"]:
                case "free":
                    found.append(place + 3)
                case "spherical":
                    found.append(place)
            place += {"free": 7, "spherical": 4, "universal": 2}.get(body["joint"], 1)
        return found

    @classmethod
    def shim(cls, vehicles, derived):
        """Each vehicle's file is a translation unit of its own; this one calls them."""
        names = [vehicle["name"] for vehicle in vehicles]
        starts = [cls.quaternions(vehicle) for vehicle in vehicles]
        lines = ["#include <math.h>", "#include <stddef.h>", "void peer_load(const char *path) { (void)path; }"]
        for name in names:
            lines += [f"int {name}(const double **, double **, long long int *, double *, int);",
                      f"const long long int *{name}_sparsity_in(long long int);"]
        lines += [f"int peer_has_jacobian(size_t vehicle) {{ (void)vehicle; return {int(derived)}; }}"]
        lines += ["void peer_evaluate(size_t vehicle, size_t count, const double *x, double *a) {",
                  "  long long int nq, nv;", "  switch (vehicle) {"]
        for k, name in enumerate(names):
            lines += [f"  case {k}:", f"    nq = {name}_sparsity_in(0)[0]; nv = {name}_sparsity_in(1)[0];",
                      "    for (size_t s = 0; s < count; s++, x += nq + nv, a += nv) {",
                      "      const double *in[] = {x, x + nq}; double *out[] = {a};",
                      f"      {name}(in, out, 0, 0, 0);", "    }", "    break;"]
        lines += ["  }", "}"]
        if not derived:
            return "\n".join([*lines, ""])
        lines += [f"int {name}_jacobian(const double **, double **, long long int *, double *, int);" for name in names]
        lines += ["static double slopes[100000];", "static long long int sizes(size_t vehicle, int which) {",
                  "  switch (vehicle) {",
                  *(f"  case {k}: return {name}_sparsity_in(which)[0];" for k, name in enumerate(names)),
                  "  default: return 0;", "  }", "}",
                  "void peer_jacobian(size_t vehicle, size_t count, const double *x) {",
                  "  long long int nq = sizes(vehicle, 0), nv = sizes(vehicle, 1);",
                  "  for (size_t s = 0; s < count; s++, x += nq + nv) {",
                  "    const double *in[] = {x, x + nq}; double *out[] = {slopes};", "    switch (vehicle) {",
                  *(f"    case {k}: {name}_jacobian(in, out, 0, 0, 0); break;" for k, name in enumerate(names)),
                  "    }", "  }", "}",
                  # Along each speed and each coordinate; in the place of a coordinate of a quaternion along its part across the
                  # quaternion, since only there do the mass matrix and the inverse dynamics belong to one motion.
                  f"static const int quaternions[][{max(map(len, starts)) + 1}] = {{",
                  *(f"  {{{', '.join(map(str, [*own, -1]))}}}," for own in starts), "};",
                  "static void direction(size_t vehicle, const double *x, long long int k, double *along) {",
                  "  along[k] = 1;",
                  "  for (const int *start = quaternions[vehicle]; *start >= 0; start++)",
                  "    for (int i = 0; *start <= k && k < *start + 4 && i < 4; i++) along[*start + i] -= x[*start + i] * x[k];",
                  "}",
                  # Column by column: CasADi's matrices are.
                  "double peer_jacobian_error(size_t vehicle, const double *state) {",
                  "  long long int nq = sizes(vehicle, 0), nv = sizes(vehicle, 1), size = nq + nv;",
                  "  double x[200], up[200], down[200], apart = 0, largest = 0, step = 1e-5;",
                  "  peer_jacobian(vehicle, 1, state);",
                  "  for (long long int k = 0; k < size; k++) {",
                  "    double along[200] = {0};",
                  "    direction(vehicle, state, k, along);",
                  "    for (long long int j = 0; j < size; j++) x[j] = state[j] + step * along[j];",
                  "    peer_evaluate(vehicle, 1, x, up);",
                  "    for (long long int j = 0; j < size; j++) x[j] = state[j] - step * along[j];",
                  "    peer_evaluate(vehicle, 1, x, down);",
                  "    for (long long int i = 0; i < nv; i++) {",
                  "      double found = 0, difference = (up[i] - down[i]) / (2 * step);",
                  "      for (long long int j = 0; j < size; j++) found += slopes[j * nv + i] * along[j];",
                  "      apart = fmax(apart, fabs(found - difference)); largest = fmax(largest, fabs(found));",
                  "    }", "  }", "  return apart / largest;", "}"]
        return "\n".join([*lines, ""])


class CasadiInLanes(PinocchioOrder, Peer):
    """The same program for several states at once, which are laid side by side within the time, as ours are."""

    def __init__(self, folder, vehicles, compiler, lanes):
        names = [vehicle["name"] for vehicle in vehicles]
        shim = folder / "casadi_lanes.c"
        write(shim, self.shim(names))
        flags = ["-x", "c++", "-fno-math-errno", f"-DLANES={lanes}", "-Dcasadi_real=Lanes", "-include", HERE / "lanes.hpp"]
        target = folder / f"libcasadi_{''.join(c if c.isalnum() else '_' for c in compiler)}_{lanes}.so"
        super().__init__(f"the same, {lanes} states in lanes, {compiler}",
                         compiled(compiler, flags, [shim, *(folder / f"{name}.c" for name in names)], target))

    @staticmethod
    def shim(names):
        lines = ["#include <stddef.h>", 'extern "C" {', "void peer_load(const char *) {}", "int peer_has_jacobian(size_t) { return 0; }"]
        for name in names:
            lines += [f"int {name}(const Lanes **, Lanes **, long long int *, Lanes *, int);",
                      f"const long long int *{name}_sparsity_in(long long int);"]
        lines += ["void peer_evaluate(size_t vehicle, size_t count, const double *x, double *a) {",
                  "  static Lanes in[200], out[200];", "  const long long int *sizes[2];",
                  "  int (*run)(const Lanes **, Lanes **, long long int *, Lanes *, int);", "  switch (vehicle) {",
                  *(f"  case {k}: run = {name}; sizes[0] = {name}_sparsity_in(0); sizes[1] = {name}_sparsity_in(1); break;"
                    for k, name in enumerate(names)),
                  "  default: return;", "  }", "  long long int nq = *sizes[0], nv = *sizes[1], size = nq + nv;",
                  "  for (size_t s = 0; s < count; s += LANES, x += LANES * size, a += LANES * nv) {",
                  "    for (long long int k = 0; k < size; k++) {",
                  "      double all[LANES];",
                  "      for (int lane = 0; lane < LANES; lane++) all[lane] = x[lane * size + k];",
                  "      __builtin_memcpy(&in[k], all, sizeof all);", "    }",
                  "    const Lanes *from[] = {in, in + nq}; Lanes *to[] = {out};", "    run(from, to, 0, 0, 0);",
                  "    for (int lane = 0; lane < LANES; lane++)",
                  "      for (long long int k = 0; k < nv; k++) a[lane * nv + k] = out[k].v[lane];", "  }", "}", "}"]
        return "\n".join([*lines, ""])


class Mujoco(MujocoOrder, Peer):
    exact = False

    def __init__(self, folder, vehicles):
        root = package("mujoco")
        import mujoco

        libraries = sorted(root.glob("libmujoco.so*")) + sorted(root.glob("libmujoco*.dylib"))
        if not libraries:
            raise Missing("the package `mujoco` comes without its library")
        target = folder / "libmujoco_peer.so"
        run(CC, *FAST, f"-I{root}/include", HERE / "mujoco.c", "-o", target, libraries[0], f"-Wl,-rpath,{root}")
        super().__init__(f"MuJoCo {mujoco.__version__} `mj_forward`, soft loops", target)
        for vehicle in vehicles:
            model = mujoco.MjModel.from_xml_string(self.xml(vehicle))
            path = folder / f"{vehicle['name']}.mjb"
            mujoco.mj_saveModel(model, str(path), None)
            self.load(path)

    @staticmethod
    def xml(vehicle):
        words = lambda numbers: " ".join(repr(float(x)) for x in numbers)
        kinds = {"revolute": "hinge", "prismatic": "slide", "spherical": "ball", "universal": "hinge", "free": "free"}

        sites = {}
        for l, loop in enumerate(vehicle["loops"]):
            if loop["kind"] == "distance":
                for end in (0, 1):
                    sites.setdefault(loop["indices"][end], []).append((f"s{l}_{end}", loop["points"][end]))

        def element(index):
            body = vehicle["bodies"][index]
            above = np.zeros(3) if body["index"] is None else vehicle["bodies"][body["index"]]["at"]
            joints = [f' axis="{words(axis)}"' for axis in body["axes"]] or [""]
            kind = kinds[body["joint"]]
            inner = "".join(f'<joint type="{kind}"{axis}/>' for axis in joints)
            inner += f'<inertial pos="{words(body["com"] - body["at"])}" mass="{body["mass"]}" fullinertia="{words(body["inertia"])}"/>'
            for name, at in sites.get(index, []):
                inner += f'<site name="{name}" pos="{words(np.array(at) - body["at"])}"/>'
            below = [k for k, other in enumerate(vehicle["bodies"]) if other["index"] == index]
            inner += "".join(map(element, below))
            return f'<body name="{body["name"]}" pos="{words(body["at"] - above)}">{inner}</body>'

        tendons = equalities = ""
        # As hard as it goes: MuJoCo's loops are springs and dampers with an impedance below one.
        hard = 'solimp="0.9999 0.9999 0.001"'
        for l, loop in enumerate(vehicle["loops"]):
            one, other = (np.array(at) for at in loop["points"])
            if loop["kind"] == "distance":
                tendons += f'<spatial name="t{l}"><site site="s{l}_0"/><site site="s{l}_1"/></spatial>'
                equalities += f'<tendon tendon1="t{l}" {hard}/>'
            else:
                anchor = one - vehicle["bodies"][loop["indices"][0]]["at"]
                equalities += f'<connect body1="{loop["bodies"][0]}" body2="{loop["bodies"][1]}" anchor="{words(anchor)}" {hard}/>'
        roots = "".join(element(k) for k, body in enumerate(vehicle["bodies"]) if body["index"] is None)
        return (f'<mujoco><compiler inertiafromgeom="false" balanceinertia="false"/>'
                f'<option gravity="0 0 -{vehicle["gravity"]}"><flag contact="disable" limit="disable"/></option>'
                f"<worldbody>{roots}</worldbody><tendon>{tendons}</tendon><equality>{equalities}</equality></mujoco>")


# By name: what builds them, one or several ways of one program.
ALL = {
    "pinocchio": lambda folder, vehicles: [Pinocchio(folder, vehicles)],
    "mujoco": lambda folder, vehicles: [Mujoco(folder, vehicles)],
    "casadi": casadi,
}
