//! Sweeps on an engine, with a stand-in for the package for Python.

use super::sweep::{plan, text, whole};
use super::{called, command, printed};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A stand-in for Python with the package: computes the shards with the given tool, from the last shard to the first.
const PYTHON: &str = r#"#!/bin/sh
echo "$1 $2 $3 $4" >"${0%/*}/asked"
[ "$4" != tcp://nobody:1 ] || { echo "0%| 0/4 |" >&2; echo "cannot reach $4"; exit 1; }
shard=$7
while [ "$shard" -ge 1 ]; do
    "$WISHBONE_TOOL" sweep "$5" --shard "$shard/$7" --out "$6" || exit 1
    shard=$((shard - 1))
done
"#;

/// A file beside a plan that can be started.
fn program(plan: &Path, name: &str, text: &str) -> PathBuf {
    let path = plan.with_file_name(name);
    fs::write(&path, text).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be started");
    path
}

/// Arguments of a sweep on an engine, and the Python that calls the engine.
fn sweep_on(plan: &Path, engine: &str, python: &Path) -> super::Called {
    let mut call = command(env!("CARGO_BIN_EXE_wishbone"));
    let out = plan.with_file_name("out");
    call.args([
        "sweep",
        text(plan),
        "--on",
        engine,
        "--shards",
        "4",
        "--out",
        text(&out),
    ]);
    called(call.env("WISHBONE_PYTHON", python).env_remove("WISHBONE_TOOL"))
}

#[test]
fn an_engine_makes_the_undisturbed_table() {
    let plan = plan("on_an_engine", 50);
    let undisturbed = plan.with_file_name("undisturbed");
    let told = printed(&["sweep", text(&plan), "--out", text(&undisturbed)]);
    let python = program(&plan, "python", PYTHON);
    let done = sweep_on(&plan, "dask://host:8786", &python);
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    assert_eq!(done.out.lines().next(), told.lines().next());
    let asked = fs::read_to_string(plan.with_file_name("asked")).expect("it was asked");
    assert_eq!(asked, "-m wishbone dask tcp://host:8786\n");
    assert!(
        whole(&plan.with_file_name("out")) == whole(&undisturbed),
        "the tables differ"
    );
    // All parts are there: the engine is not asked again.
    let done = sweep_on(&plan, "hyperqueue", &plan.with_file_name("none"));
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
}

#[test]
fn what_an_engine_lacks_is_told() {
    let plan = plan("no_engine", 50);
    let python = program(&plan, "python", PYTHON);
    let bare = program(
        &plan,
        "bare",
        "#!/bin/sh\necho \"$0: No module named 'wishbone'\" >&2\nexit 1\n",
    );
    let light = program(
        &plan,
        "light",
        "#!/bin/sh\necho \"Traceback\nModuleNotFoundError: No module named 'numpy'\" >&2\nexit 1\n",
    );
    for (engine, python, code, reason) in [
        ("dask://nobody:1", &python, 1, "cannot reach tcp://nobody:1"),
        ("dask://host:8786", &bare, 2, "has no package `wishbone`"),
        (
            "dask://host:8786",
            &light,
            2,
            "(ModuleNotFoundError: No module named 'numpy'): install what it needs",
        ),
        (
            "dask://host",
            &python,
            2,
            "`host` is no host with a port: write such as `dask://host:8786`",
        ),
        (
            "dask://host:8786",
            &plan.with_file_name("none"),
            2,
            "WISHBONE_PYTHON names another Python",
        ),
        ("ray://host", &python, 2, "no engine such as `dask://host:8786`"),
    ] {
        let done = sweep_on(&plan, engine, python);
        assert_eq!(done.code, Some(code), "{engine}: {}", done.err);
        assert!(done.err.contains(reason), "{engine}: {}", done.err);
        assert!(!done.err.contains("0%|"), "{engine}: {}", done.err);
    }
}
