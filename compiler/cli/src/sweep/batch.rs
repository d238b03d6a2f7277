//! Scripts for batch engines. Each script computes all shards and can be started again until no part is missing.

use std::path::Path;

/// Script of a Slurm array.
pub fn slurm(plan: &Path, out: &Path, shards: u64) -> String {
    let (plan, out) = (quoted(plan), quoted(out));
    format!(
        "#!/bin/sh
# sbatch this file, with what your cluster wants besides: --partition, --account, --time, --cpus-per-task.
# A shard whose part is there does nothing: submit it again for those that are missing, as with
# --array=3,7. When all are there:
#   wishbone sweep merge {out}
#SBATCH --job-name=wishbone
#SBATCH --array=1-{shards}
exec wishbone sweep {plan} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --out {out}
"
    )
}

/// Script for HyperQueue; its server and workers must be running.
pub fn hyperqueue(plan: &Path, out: &Path, shards: u64) -> String {
    let (plan, out) = (quoted(plan), quoted(out));
    format!(
        "#!/bin/sh
# Wants a server and workers: `hq server start`, `hq worker start`, or `hq alloc add slurm`.
# A shard whose part is there does nothing: run this again for those that are missing.
set -e
hq submit --name=wishbone --array=1-{shards} --wait wishbone sweep {plan} --shard auto/{shards} --out {out}
wishbone sweep merge {out}
"
    )
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_of_a_shell() {
        assert_eq!(quoted(Path::new("my car's/plan.toml")), "'my car'\\''s/plan.toml'");
    }
}
