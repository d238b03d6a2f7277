//! Scripts for batch engines. Each script computes all shards, merges them, and can be started again until no part is missing.

use std::path::Path;
use wishbone_workbench::Problem;

/// Script of a Slurm array, and of the job that merges its parts.
///
/// # Errors
/// If a path cannot be written into a script.
pub fn slurm(plan: &Path, out: &Path, shards: u64) -> Result<String, Problem> {
    let (plan, out) = (quoted(plan)?, quoted(out)?);
    Ok(format!(
        "#!/bin/sh
# Computes a sweep as a Slurm array, a task for each shard. A job that waits for the array merges the parts.
# Start it by `sh` in the folder in which the paths below hold. Options behind its name go to sbatch, such as
# --partition=short --account=mine --time=30 --cpus-per-task=4.
# A shard whose part is there does nothing: start it again for parts that the merge misses. Before its name,
# SHARDS=3,7 asks for these alone, and SHARDS=1-{shards}%20 for at most twenty at a time.
set -e
plan={plan}
out={out}
tool=${{WISHBONE_TOOL:-wishbone}}
case ${{1-}} in
shard)
    exec \"$tool\" sweep --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --out=\"$out\" -- \"$plan\"
    ;;
merge)
    exec \"$tool\" sweep merge -- \"$out\"
    ;;
'' | -*)
    array=$(sbatch --parsable --job-name=wishbone --array=\"${{SHARDS:-1-{shards}}}\" \"$@\" \"$0\" shard)
    array=${{array%%;*}}
    merge=$(sbatch --parsable --job-name=wishbone-merge --dependency=\"afterany:$array\" \"$@\" \"$0\" merge)
    echo \"array $array computes the shards, job ${{merge%%;*}} merges them\"
    ;;
*)
    echo \"$0: '$1' is no option of sbatch: write such as --partition=short\" >&2
    exit 2
    ;;
esac
"
    ))
}

/// Script for HyperQueue; its server and workers must be running.
///
/// # Errors
/// If a path cannot be written into a script.
pub fn hyperqueue(plan: &Path, out: &Path, shards: u64) -> Result<String, Problem> {
    let (plan, out) = (quoted(plan)?, quoted(out)?);
    Ok(format!(
        "#!/bin/sh
# Wants a server and workers: `hq server start`, `hq worker start`, or `hq alloc add slurm`.
# A shard whose part is there does nothing: run this again for those that are missing.
set -e
plan={plan}
out={out}
tool=${{WISHBONE_TOOL:-wishbone}}
hq submit --name=wishbone --array=1-{shards} --wait \\
    \"$tool\" sweep --shard auto/{shards} --out=\"$out\" -- \"$plan\"
exec \"$tool\" sweep merge -- \"$out\"
"
    ))
}

/// A path as a word of a shell, quoted so that the shell takes no letter of it as a special letter.
fn quoted(path: &Path) -> Result<String, Problem> {
    let text = path.to_str().ok_or_else(|| {
        let told = "has letters that are not Unicode, and a script cannot name it: give another name";
        Problem::Misuse(format!("the path {} {told}", path.display()))
    })?;
    Ok(format!("'{}'", text.replace('\'', "'\\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_of_a_shell() {
        for (path, word) in [
            ("my car's/plan.toml", "'my car'\\''s/plan.toml'"),
            ("$HOME `a` \"b\" \\", "'$HOME `a` \"b\" \\'"),
        ] {
            assert_eq!(quoted(Path::new(path)).expect("it is Unicode"), word);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_no_script_can_hold_is_refused() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(OsStr::from_bytes(b"plan\xff.toml"));
        let told = slurm(path, Path::new("out"), 2).expect_err("it is refused");
        assert!(told.message().contains("not Unicode"), "{}", told.message());
    }
}
