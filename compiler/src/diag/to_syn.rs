//! Diagnostics as compile errors at the tokens that caused them.
