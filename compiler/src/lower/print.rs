//! A lowered solver as complete text: functions with the values that they read and leave, and the programs themselves.

use super::{Form, Function, Lowered, Routine, Slot, Text};
use std::fmt;

impl fmt::Display for Lowered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remembered = self.remembered.iter().map(ToString::to_string);
        writeln!(f, "remembered: {}", remembered.collect::<Vec<String>>().join(", "))?;
        self.texts.iter().try_for_each(|text| text.fmt(f))?;
        if let Some(batch) = &self.batch {
            write!(f, "batch {batch}")?;
        }
        write!(f, "prepare\n{}", self.prepare)?;
        write!(f, "reports\n{}", self.reports.routine)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.levels.iter().map(|level| level.word());
        match self.levels.is_empty() {
            true => writeln!(f, "text for every processor")?,
            false => writeln!(f, "text for {}", levels.collect::<Vec<&str>>().join(", "))?,
        }
        self.routines()
            .try_for_each(|(name, routine)| write!(f, "{name}\n{routine}"))
    }
}

impl fmt::Display for Routine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.form == Form::Vehicles {
            writeln!(f, "of eight vehicles")?;
        }
        self.functions.iter().try_for_each(|function| function.fmt(f))?;
        for ((value, _), kept) in self.ported.program.values().zip(&self.kept) {
            let Some(Slot {
                class: (width, turns),
                index,
            }) = kept
            else {
                continue;
            };
            let name = &self.names[value.index()];
            writeln!(f, "kept v{} {name} in {index} of {width} by {turns}", value.0)?;
        }
        write!(f, "{}", self.ported.program)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Function {
            name,
            sentence,
            region,
            count,
            reads_state,
            reads_inputs,
            ..
        } = self;
        let read = [(reads_state, " state"), (reads_inputs, " inputs")];
        let read: String = read.iter().filter(|(is, _)| **is).map(|(_, word)| *word).collect();
        writeln!(f, "function {name} region {region} reads{read}: {sentence}, {count}")
    }
}
