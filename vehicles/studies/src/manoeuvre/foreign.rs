//! Parts of a vehicle that are programs from elsewhere: co-simulation FMUs.

use super::laid::Contents;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A co-simulation FMU of FMI 2.0 or 3.0 as a part of the vehicle, `[foreign.NAME]`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// The file, relative to the file of the manoeuvre.
    pub file: String,
    /// Inputs of the FMU, each with the number of the vehicle that it reads: `w = "wheel.NAME.spin"`.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
    /// Outputs of the FMU, each with one or several numbers of the vehicle that the output determines:
    /// `tau = "wheel.NAME.drive_torque"`.
    #[serde(deserialize_with = "one_or_more")]
    pub outputs: BTreeMap<String, Vec<String>>,
    /// Start values of parameters and inputs, in the units of the FMU.
    #[serde(default)]
    pub start: BTreeMap<String, f64>,
    /// The end of its step at which it reads its inputs.
    #[serde(default)]
    pub reads: ReadAt,
    /// Content of the file; empty before it is read.
    #[serde(skip)]
    pub content: Arc<[u8]>,
}

/// End of a step at which an FMU reads its inputs.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum ReadAt {
    /// The begin of the step.
    #[default]
    Begin,
    /// The end of the step, which the vehicle has made before.
    End,
}

/// One name, or a list of names.
#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    More(Vec<String>),
}

fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let read = BTreeMap::<String, Names>::deserialize(deserializer)?;
    let each = read.into_iter().map(|(name, names)| match names {
        Names::One(own) => (name, vec![own]),
        Names::More(own) => (name, own),
    });
    Ok(each.collect())
}

impl Foreign {
    /// Reads the file.
    pub(super) fn read(&mut self, name: &str, contents: &mut Contents<'_>) -> Result<(), String> {
        let content = contents(&self.file);
        let content = content.map_err(|reason| format!("`foreign.{name}`: {}: {reason}", self.file))?;
        self.content = content.into();
        Ok(())
    }
}
