//! The shard that a call computes: `3/16`, or the shard that a batch engine gives in environment variables.

use std::str::FromStr;
use wishbone_workbench::Problem;

/// A shard as given by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shard {
    /// Number of the shard, counted from 1, and number of shards.
    Of(u64, u64),
    /// The shard that environment variables give; the number of shards, if the user gives it.
    Auto(Option<u64>),
}

/// Most shards of a sweep.
pub(super) const MOST: u64 = 1_000_000;

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let told = || "not a shard such as `3/16`, `auto` or `auto/16`".to_owned();
        let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST).contains(number));
        match text.split_once('/') {
            None if text == "auto" => Ok(Self::Auto(None)),
            Some(("auto", count)) => number(count).map(|count| Self::Auto(Some(count))).ok_or_else(told),
            Some((shard, count)) => match (number(shard), number(count)) {
                (Some(shard), Some(count)) if shard <= count => Ok(Self::Of(shard, count)),
                (None, Some(count)) if shard == "0" => Err(format!("shards go from 1/{count} to {count}/{count}")),
                (Some(_), Some(count)) => Err(format!("the last shard is {count}/{count}")),
                _ => Err(told()),
            },
            None => Err(told()),
        }
    }
}

/// Name of a batch engine, its environment variables for the index and for the number of shards, and its least index.
struct Engine {
    name: &'static str,
    index: &'static str,
    count: Option<&'static str>,
    least: Least,
}

enum Least {
    /// Names of the variables with the least index of the array, and with its step. They count if the engine tells the
    /// number of shards. If the user gives the number of shards, indices are shards, since an array that repeats some
    /// shards has only the indices of these shards.
    Variable(&'static str, &'static str),
    /// Indices start at this number.
    Number(u64),
}

/// The innermost engine is the first in the list: MPI and HyperQueue run inside of the jobs of other engines.
const ENGINES: [Engine; 6] = [
    Engine {
        name: "Open MPI",
        index: "OMPI_COMM_WORLD_RANK",
        count: Some("OMPI_COMM_WORLD_SIZE"),
        least: Least::Number(0),
    },
    Engine {
        name: "MPI",
        index: "PMI_RANK",
        count: Some("PMI_SIZE"),
        least: Least::Number(0),
    },
    Engine {
        name: "HyperQueue",
        index: "HQ_TASK_ID",
        count: None,
        least: Least::Number(1),
    },
    Engine {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        count: Some("SLURM_ARRAY_TASK_COUNT"),
        least: Least::Variable("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"),
    },
    Engine {
        name: "PBS",
        index: "PBS_ARRAY_INDEX",
        count: None,
        least: Least::Number(1),
    },
    Engine {
        name: "Kubernetes",
        index: "JOB_COMPLETION_INDEX",
        count: None,
        least: Least::Number(0),
    },
];

impl Shard {
    /// Number of the shard, counted from 1, and number of shards.
    ///
    /// # Errors
    /// If no engine tells the shard, or its variables contradict each other.
    pub fn chosen(self, variable: &dyn Fn(&str) -> Option<String>) -> Result<(u64, u64), Problem> {
        match self {
            Self::Of(shard, count) => Ok((shard, count)),
            Self::Auto(count) => {
                told(count, variable).map_err(|reason| Problem::Misuse(format!("`--shard auto`: {reason}")))
            }
        }
    }
}

fn told(given: Option<u64>, variable: &dyn Fn(&str) -> Option<String>) -> Result<(u64, u64), String> {
    let there: Vec<&Engine> = ENGINES
        .iter()
        .filter(|engine| variable(engine.index).is_some())
        .collect();
    // A process that was started alone, such as by `srun` in a task of an array, is no shard of its own.
    let is_alone = |engine: &&&Engine| engine.count.and_then(variable).is_some_and(|count| count.trim() == "1");
    let Some(&engine) = there.iter().find(|engine| !is_alone(engine)).or(there.first()) else {
        let names = ENGINES.map(|engine| engine.index).join(", ");
        return Err(format!(
            "none of the variables of an engine is set ({names}): write such as `--shard 3/16`"
        ));
    };
    let number = |name: &str| match variable(name) {
        None => Ok(None),
        Some(text) => match text.trim().parse::<u64>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("{name} is `{text}`, and no whole number")),
        },
    };
    let index = number(engine.index)?.unwrap_or(0);
    let (least, step) = match engine.least {
        Least::Number(least) => (least, 1),
        Least::Variable(..) if given.is_some() => (1, 1),
        Least::Variable(least, step) => (number(least)?.unwrap_or(1), number(step)?.unwrap_or(1).max(1)),
    };
    let own = engine.count.map(number).transpose()?.flatten();
    // An array may compute some shards again, and has fewer tasks then.
    if let (Some(given), Some(own), Least::Number(_)) = (given, own, &engine.least)
        && given != own
    {
        return Err(format!(
            "{} has {own} ranks, and {given} shards are asked for: write `--shard auto`, or start {given} ranks",
            engine.name
        ));
    }
    let count = given.or(own);
    let count = count.ok_or_else(|| {
        format!(
            "{} does not tell how many shards there are: write `--shard auto/16`",
            engine.name
        )
    })?;
    match index.checked_sub(least) {
        Some(place) if place.is_multiple_of(step) && place / step < count => Ok((place / step + 1, count)),
        _ => Err(format!(
            "{} is {index}, and {} with {count} shards goes from {least} to {}{}",
            engine.index,
            engine.name,
            least.saturating_add(count.saturating_sub(1).saturating_mul(step)),
            if step > 1 { format!(" by {step}") } else { String::new() }
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(shard: &str, variables: &[(&str, &str)]) -> Result<(u64, u64), String> {
        let variable = |name: &str| {
            variables
                .iter()
                .find(|(own, _)| *own == name)
                .map(|(_, value)| (*value).to_owned())
        };
        let shard = shard.parse::<Shard>()?;
        shard.chosen(&variable).map_err(|problem| problem.message())
    }

    #[test]
    fn every_engine_tells_its_shard() {
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "12"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
            ("SLURM_ARRAY_TASK_MIN", "10"),
        ];
        // `--array=2-6:2` has three shards.
        let stepped = [
            ("SLURM_ARRAY_TASK_ID", "6"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
            ("SLURM_ARRAY_TASK_MIN", "2"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
        ];
        // `--array=3,7` computes two shards of eight again.
        let again = [
            ("SLURM_ARRAY_TASK_ID", "7"),
            ("SLURM_ARRAY_TASK_COUNT", "2"),
            ("SLURM_ARRAY_TASK_MIN", "3"),
        ];
        // A worker of HyperQueue, and ranks of MPI, in a task of an array of Slurm.
        let inside = [again[0], again[1], again[2], ("HQ_TASK_ID", "2")];
        let ranks = [
            again[0],
            again[1],
            again[2],
            ("OMPI_COMM_WORLD_RANK", "0"),
            ("OMPI_COMM_WORLD_SIZE", "4"),
        ];
        // `srun` in such a task starts one rank.
        let alone = [again[0], again[1], again[2], ("PMI_RANK", "0"), ("PMI_SIZE", "1")];
        for (shard, variables, wanted) in [
            ("3/16", &[][..], (3, 16)),
            ("auto", &slurm, (3, 4)),
            ("auto", &stepped, (3, 3)),
            ("auto/8", &stepped, (6, 8)),
            ("auto/8", &[("HQ_TASK_ID", "1")], (1, 8)),
            ("auto/8", &[("PBS_ARRAY_INDEX", "8")], (8, 8)),
            ("auto/8", &[("JOB_COMPLETION_INDEX", "0")], (1, 8)),
            (
                "auto",
                &[("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "3")],
                (3, 3),
            ),
            ("auto", &[("PMI_RANK", "0"), ("PMI_SIZE", "3")], (1, 3)),
            ("auto/8", &again, (7, 8)),
            ("auto/8", &inside, (2, 8)),
            ("auto", &ranks, (1, 4)),
            ("auto/8", &alone, (7, 8)),
            ("auto", &[("PMI_RANK", "0"), ("PMI_SIZE", "1")], (1, 1)),
        ] {
            assert_eq!(chosen(shard, variables), Ok(wanted), "{shard} {variables:?}");
        }
    }

    #[test]
    fn what_is_no_shard_is_told() {
        for (shard, variables, reason) in [
            ("0/4", &[][..], "shards go from 1/4"),
            ("5/4", &[], "the last shard is 4/4"),
            ("x", &[], "not a shard"),
            ("-1/4", &[], "not a shard"),
            ("auto", &[], "none of the variables"),
            ("auto", &[("HQ_TASK_ID", "1")], "does not tell how many"),
            (
                "auto/8",
                &[("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "4")],
                "has 4 ranks, and 8 shards",
            ),
            ("auto/4", &[("HQ_TASK_ID", "5")], "goes from 1 to 4"),
            ("auto/4", &[("HQ_TASK_ID", "0")], "goes from 1 to 4"),
            ("auto/4", &[("HQ_TASK_ID", "first")], "no whole number"),
            (
                "auto/4",
                &[("SLURM_ARRAY_TASK_ID", "0"), ("SLURM_ARRAY_TASK_MIN", "0")],
                "goes from 1 to 4",
            ),
            (
                "auto/4",
                &[("SLURM_ARRAY_TASK_ID", "5"), ("SLURM_ARRAY_TASK_MIN", "5")],
                "goes from 1 to 4",
            ),
            (
                "auto",
                &[
                    ("SLURM_ARRAY_TASK_ID", "5"),
                    ("SLURM_ARRAY_TASK_COUNT", "3"),
                    ("SLURM_ARRAY_TASK_MIN", "2"),
                    ("SLURM_ARRAY_TASK_STEP", "2"),
                ],
                "goes from 2 to 6 by 2",
            ),
        ] {
            let told = chosen(shard, variables).expect_err("it is wrong");
            assert!(told.contains(reason), "{shard}: {told}");
        }
    }
}
