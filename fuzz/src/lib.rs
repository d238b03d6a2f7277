//! Requirements of all targets, and the changes that the target `tokens` makes.
//!
//! With cargo-fuzz and a nightly compiler, from the root of the repository; the vehicles of the tests are good seeds:
//!
//! ```text
//! mkdir -p fuzz/corpus/tokens && cp tests/vehicles/*.txt fuzz/corpus/tokens
//! cargo +nightly fuzz run tokens --sanitizer none -- -max_len=3000 -timeout=20
//! cargo +nightly fuzz run text --sanitizer none -- -max_len=3000 -timeout=20 -dict=fuzz/declaration.dict
//! ```

pub mod vandal;

use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::emit;
use wishbone_compiler::pipeline::compile_text;
use wishbone_compiler::report::{counts, graph, pattern, summary, tasks, tree};

/// A declaration is either refused with diagnostics, or becomes a solver and its reports; anything else is a panic.
pub fn answered(declaration: &str) {
    match compile_text(declaration) {
        Ok(compiled) => {
            emit::text(&compiled, declaration);
            summary::text(&compiled);
            counts::text(&counts::stages(&compiled));
            tasks::text(&tasks::tasks(&compiled));
            graph::svg(&compiled);
            tree::svg(&compiled);
            pattern::svg(&compiled);
        }
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty(), "refused without a word");
            render(&diagnostics, "declaration", declaration);
        }
    }
}
