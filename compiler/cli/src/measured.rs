//! Measurements on the command line: the file, and how it is read.

use crate::arguments::Against;
use crate::files::Terminal;
use wishbone_workbench::Problem;
use wishbone_workbench::files::Files;
use wishbone_workbench::measured::Asked;

/// The measurement with the text of its file; `None` if no file is given.
///
/// # Errors
/// If the file cannot be read.
pub fn asked(options: &Against) -> Result<Option<Asked>, Problem> {
    let given = options.against.as_ref();
    given.map(|given| read(given, options.lag, &options.names)).transpose()
}

/// The measurement in `[STUDY=]FILE` with the text of its file.
///
/// # Errors
/// If the file cannot be read.
pub fn read(given: &str, lag: Option<f64>, names: &[(String, String)]) -> Result<Asked, Problem> {
    let (study, file) = match given.split_once('=') {
        Some((study, file)) => (Some(study.trim().to_owned()), file.trim()),
        None => (None, given),
    };
    let text = Terminal.data(file);
    Ok(Asked {
        text: text.map_err(|reason| Problem::Misuse(format!("cannot read {file}: {reason}")))?,
        file: file.to_owned(),
        study,
        lag,
        names: names.to_vec(),
    })
}
