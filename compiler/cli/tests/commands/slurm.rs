//! The script of a Slurm array, run as text, by hand and with a stand-in for `sbatch`.

use super::sweep::{plan, text, whole};
use super::{called, command, printed};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A name with everything that a shell could take for its own.
const NAME: &str = "it's a \"night\" $HOME `true` $(touch here); # \\ *\n--array=7\ntouch here";

/// A stand-in for `sbatch`: keeps a copy of the script as Slurm does, then runs the tasks of an array from the last to the first, each with
/// Slurm's variables. A dependent job runs only if the job that it waits for is over. The task of `KILLED` dies at once.
const SBATCH: &str = r#"#!/bin/bash
array= after= parsable=
while [[ ${1-} == -* ]]; do
    case $1 in
    --array=*) array=${1#*=} ;;
    --dependency=afterany:*) after=${1#*:} ;;
    --parsable) parsable=yes ;;
    --job-name=* | --partition=*) ;;
    *) echo "sbatch: unknown option $1" >&2; exit 1 ;;
    esac
    echo "$1" >>"$SLURM/options"
    shift
done
[ -n "$parsable" ] || { echo "the script wants numbers of jobs" >&2; exit 1; }
job=$(($(ls "$SLURM" | grep -c '^script-') + 101))
cp "$1" "$SLURM/script-$job"
shift
if [ -n "$after" ]; then
    [ -e "$SLURM/over-$after" ] || { echo "no job $after" >&2; exit 1; }
    SLURM_JOB_ID=$job bash "$SLURM/script-$job" "$@" >"$SLURM/merge.out" 2>&1
    echo $? >"$SLURM/merge.code"
else
    if [[ $array == *-* ]]; then tasks=$(seq "${array#*-}" -1 "${array%-*}"); else tasks=${array//,/ }; fi
    for task in $tasks; do
        export SLURM_JOB_ID=$((job + task)) SLURM_ARRAY_JOB_ID=$job SLURM_ARRAY_TASK_ID=$task
        bash "$SLURM/script-$job" "$@" >>"$SLURM/array.out" 2>&1 &
        [ "$task" != "${KILLED-}" ] || kill -9 $!
        wait $! 2>>"$SLURM/killed"
    done
    touch "$SLURM/over-$job"
fi
echo "$job;cluster"
"#;

/// A folder of programs, with the stand-in for `sbatch` and the script of a plan.
struct Cluster {
    place: PathBuf,
    script: PathBuf,
}

impl Cluster {
    fn of(plan: &Path, out: &Path) -> Self {
        let place = plan.with_file_name("slurm");
        fs::create_dir_all(&place).expect("it can be made");
        let sbatch = place.join("sbatch");
        fs::write(&sbatch, SBATCH).expect("it can be written");
        fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).expect("it can be started");
        let told = printed(&[
            "sweep",
            "slurm",
            text(plan),
            "--shards",
            "4",
            &format!("--out={}", text(out)),
        ]);
        let script = place.join("job.sh");
        fs::write(&script, told).expect("it can be written");
        Self { place, script }
    }

    /// A call of the script by a shell. Relative paths hold in the folder of the cluster.
    fn call(&self, shell: &str) -> Command {
        let path = std::env::var("PATH").expect("there is a PATH");
        let mut call = command(shell);
        call.arg(&self.script)
            .current_dir(&self.place)
            .env("WISHBONE_TOOL", env!("CARGO_BIN_EXE_wishbone"))
            .env("SLURM", &self.place)
            .env("PATH", format!("{}:{path}", self.place.display()));
        call
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.place.join(name)).unwrap_or_default()
    }
}

/// An array in which a task is killed, and a second array for the missing parts, give the undisturbed table to the last
/// bit.
#[test]
fn an_array_makes_the_undisturbed_table() {
    let plan = plan(NAME, 50);
    let undisturbed = plan.with_file_name("undisturbed");
    printed(&["sweep", text(&plan), "--out", text(&undisturbed)]);
    let out = plan.with_file_name("-out 'of' all");
    let cluster = Cluster::of(&plan, &out);

    let done = called(cluster.call("sh").arg("--partition=short").env("KILLED", "2"));
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    assert_eq!(done.out, "array 101 computes the shards, job 102 merges them\n");
    let options = cluster.read("options");
    assert_eq!(options.matches("--partition=short").count(), 2, "{options}");
    assert!(
        options.contains("--array=1-4\n") && options.contains("--dependency=afterany:101\n"),
        "{options}"
    );
    assert_ne!(cluster.read("merge.code"), "0\n");
    let told = cluster.read("merge.out");
    assert!(
        told.contains("1 of 4 parts are missing") && told.contains("shard 2/4"),
        "{told}"
    );
    assert!(!out.join("sweep.parquet").exists());

    let done = called(cluster.call("bash").env("SHARDS", "2,3"));
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    assert_eq!(cluster.read("merge.code"), "0\n", "{}", cluster.read("merge.out"));
    assert!(whole(&out) == whole(&undisturbed), "the tables differ");
    assert_eq!(cluster.read("array.out"), "");
    for place in [&cluster.place, &plan.with_file_name("")] {
        assert!(!place.join("here").exists(), "a name was taken for a command");
    }
}

/// Single tasks by hand: what the script does with Slurm's variable alone.
#[test]
fn tasks_of_a_script_run_alone() {
    let plan = plan("slurm_tasks", 9);
    let out = plan.with_file_name("out");
    let cluster = Cluster::of(&plan, &out);
    for task in ["4", "1"] {
        let done = called(cluster.call("bash").arg("shard").env("SLURM_ARRAY_TASK_ID", task));
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
        assert!(out.join(format!("part-{task}-of-4.parquet")).exists());
    }
    let done = called(cluster.call("bash").arg("merge"));
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("2/4, 3/4"), "{}", done.err);
    let done = called(cluster.call("sh").arg("short"));
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("'short' is no option of sbatch"), "{}", done.err);
}
