//! Diagnostics as text: file:line:column with an excerpt of the source.
