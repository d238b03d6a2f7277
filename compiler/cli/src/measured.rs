//! Measurements on the command line: the file, and how it is read.

use crate::arguments::Against;
use crate::files::Terminal;
use wishbone_workbench::Problem;
use wishbone_workbench::files::Files;
use wishbone_workbench::measured::Asked;

/// The measurement with the text of its file; none where none is given.
///
/// # Errors
/// If the file cannot be read.
pub fn asked(options: &Against) -> Result<Option<Asked>, Problem> {
    let Some(given) = &options.against else {
        return Ok(None);
    };
    let (study, file) = match given.split_once('=') {
        Some((study, file)) => (Some(study.trim().to_owned()), file.trim()),
        None => (None, given.as_str()),
    };
    let text = Terminal.text(file);
    Ok(Some(Asked {
        text: text.map_err(|reason| Problem::Misuse(format!("cannot read {file}: {reason}")))?,
        file: file.to_owned(),
        study,
        lag: options.lag,
        names: options.names.clone(),
    }))
}
