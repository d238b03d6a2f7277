//! `wishbone sweep`

use super::json;
use crate::arguments::{Batch, Merge, Sweep as Options, SweepAction};
use crate::files::Terminal;
use crate::progress::Bars;
use crate::sweep::folder::Whole;
use crate::sweep::{Folder, batch};
use crate::{print, write};
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use wishbone_report::sweep;
use wishbone_studies::panels::draw;
use wishbone_workbench::Problem;
use wishbone_workbench::sweep::{Part, Summary, Sweep, Way};

/// Variants in a part of a sweep without `--shard`; parts are larger where they would be more than `MOST_PARTS`.
const IN_PART: u64 = 64;
const MOST_PARTS: u64 = 1000;

/// Computes a sweep or one of its shards, merges parts, or prints the script of an engine.
pub fn run(options: &Options) -> Result<(), Problem> {
    match (&options.action, &options.plan) {
        (Some(SweepAction::Merge(own)), _) => merge(own),
        (Some(SweepAction::Slurm(own)), _) => script(own, batch::slurm),
        (Some(SweepAction::Hyperqueue(own)), _) => script(own, batch::hyperqueue),
        (None, Some(plan)) => compute(plan, options),
        (None, None) => Err(Problem::Misuse("there is no plan: give its file".to_owned())),
    }
}

fn compute(plan: &Path, options: &Options) -> Result<(), Problem> {
    let mut sweep = Sweep::load(&plan.to_string_lossy(), &Terminal)?;
    if options.native {
        sweep = sweep.natively();
    }
    let out = folder(plan, options.out.as_deref());
    let is_new = !out.exists();
    write::try_folder(&out)?;
    let computed = compute_into(plan, &sweep, &out, options);
    if is_new && computed.is_err() {
        // Succeeds for an empty folder only: a plan that was refused leaves nothing behind.
        let _ = fs::remove_dir(&out);
    }
    computed
}

/// Computes what is missing in a folder.
fn compute_into(plan: &Path, sweep: &Sweep, out: &Path, options: &Options) -> Result<(), Problem> {
    let folder = Folder::of(out);
    if let Some(shard) = options.shard {
        let (shard, shards) = shard.chosen(&|name| std::env::var(name).ok())?;
        not_more(shards, sweep)?;
        let missing = missing(sweep, &folder, shards, shard..shard + 1)?;
        if !missing.is_empty() {
            sweep.tried()?;
            told_compiled(sweep)?;
        }
        return parts(sweep, &folder, shards, &missing);
    }
    if let (Some(engine), Some(shards)) = (&options.on, options.shards) {
        not_more(shards, sweep)?;
        let missing = missing(sweep, &folder, shards, 1..shards + 1)?;
        if !missing.is_empty() {
            sweep.tried()?;
            engine.compute(plan, out, shards)?;
        }
        return tell(&folder, out, (options.csv, options.json));
    }
    let shards = sweep.count().div_ceil(IN_PART.max(sweep.count().div_ceil(MOST_PARTS)));
    let missing = missing(sweep, &folder, shards, 1..shards + 1)?;
    if missing.len() as u64 == shards {
        sweep.tried()?;
    }
    if !missing.is_empty() {
        told_compiled(sweep)?;
    }
    parts(sweep, &folder, shards, &missing)?;
    tell(&folder, out, (options.csv, options.json))
}

/// An error for more shards than variants.
fn not_more(shards: u64, sweep: &Sweep) -> Result<(), Problem> {
    match shards > sweep.count() {
        true => Err(Problem::Misuse(format!(
            "there are {shards} shards of {} variants: give fewer",
            sweep.count()
        ))),
        false => Ok(()),
    }
}

/// Computes the missing shards.
fn parts(sweep: &Sweep, folder: &Folder, shards: u64, missing: &[u64]) -> Result<(), Problem> {
    if missing.is_empty() {
        return Ok(());
    }
    let ranges: Vec<Range<u64>> = missing.iter().map(|shard| sweep.part(shard - 1, shards)).collect();
    let bars = Bars::default();
    let finished = |place: usize, part: Part| {
        folder.keep(
            (missing[place], shards),
            &sweep.named(part),
            (&sweep.key, sweep.count()),
        )
    };
    sweep.compute(&ranges, &finished, &|share, work| bars.told(share, work))
}

/// Those of the wanted shards whose parts are not in the folder.
fn missing(sweep: &Sweep, folder: &Folder, shards: u64, wanted: Range<u64>) -> Result<Vec<u64>, Problem> {
    folder.refuse_others(shards)?;
    let mut missing = Vec::new();
    for shard in wanted {
        let range = sweep.part(shard - 1, shards);
        if !folder.has((shard, shards), &sweep.key, range.end - range.start)? {
            missing.push(shard);
        }
    }
    Ok(missing)
}

/// Says which parameters require that every variant is compiled.
fn told_compiled(sweep: &Sweep) -> Result<(), Problem> {
    let each = sweep.plan.parameters.iter().zip(sweep.ways()?);
    let compiled = each.filter(|(_, way)| **way == Way::Compiled);
    let paths: Vec<String> = compiled.map(|(own, _)| format!("`{}`", own.path)).collect();
    if !paths.is_empty() {
        print::err(&format!(
            "note: {} changes the programs of the solver: every variant is compiled",
            paths.join(", ")
        ));
    }
    Ok(())
}

fn merge(options: &Merge) -> Result<(), Problem> {
    tell(
        &Folder::of(&options.folder),
        &options.folder,
        (options.csv, options.json),
    )
}

/// Merges the parts and prints the summary of the sweep.
fn tell(folder: &Folder, out: &Path, (csv, is_json): (bool, bool)) -> Result<(), Problem> {
    let whole = folder.merged()?;
    let summary = whole.results.summary();
    let mut wrote = vec![folder.whole(&whole, csv)?];
    wrote.extend(picture(&whole, out)?);
    wrote.push(page(&whole, &summary, out)?);
    let mut text = match is_json {
        true => json(&summary)?,
        false => summary.text() + "\n",
    };
    if !is_json {
        for path in wrote {
            let _ = writeln!(text, "wrote {}", path.display());
        }
    }
    print::out(&text)
}

/// Draws the scatter of the figures; `None` if there is nothing to draw.
fn picture(whole: &Whole, out: &Path) -> Result<Option<PathBuf>, Problem> {
    let panels = whole.results.panels();
    if panels.is_empty() {
        return Ok(None);
    }
    let told = format!(
        "{} variants; dots: some of them; line: mean along the parameter",
        whole.results.rows.len()
    );
    let drawn = draw("sweep", &told, &panels).map_err(|reason| Problem::Misuse(format!("cannot draw: {reason}")))?;
    let path = out.join("sweep.svg");
    write::file(&path, drawn)?;
    Ok(Some(path))
}

/// Writes the summary as a page for the browser.
fn page(whole: &Whole, summary: &Summary, out: &Path) -> Result<PathBuf, Problem> {
    let path = out.join("sweep.html");
    write::file(&path, sweep::html(&whole.results.page(&title(out), summary)))?;
    Ok(path)
}

/// Title of the page: the name of the folder.
fn title(out: &Path) -> String {
    let whole = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
    let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    format!("Sweep {}", name.strip_suffix(".sweep").unwrap_or(&name))
}

fn script(options: &Batch, text: fn(&Path, &Path, u64) -> Result<String, Problem>) -> Result<(), Problem> {
    let sweep = Sweep::load(&options.plan.to_string_lossy(), &Terminal)?;
    not_more(options.shards, &sweep)?;
    let out = folder(&options.plan, options.out.as_deref());
    print::out(&text(&options.plan, &out, options.shards)?)
}

/// The folder of the parts: beside the plan unless another folder is given.
fn folder(plan: &Path, out: Option<&Path>) -> PathBuf {
    out.map_or_else(|| plan.with_extension("sweep"), Path::to_owned)
}
