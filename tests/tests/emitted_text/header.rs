//! Checks what the emitted text says about itself.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Expr, ImplItem, Item, Lit, Meta, UnOp};
use wishbone_compiler::ir::Count;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::{CALLS, Call};

/// Compares the documentation of the text with the vehicle, and the announced operations with the operations in the
/// text.
pub fn check(compiled: &Compiled, file: &syn::File) {
    let name = &compiled.model.name;
    let solver = file.items.iter().find_map(|item| match item {
        Item::Struct(item) if item.ident.unraw() == name => Some(item),
        _ => None,
    });
    let doc = doc(&solver.expect("the solver's type is there").attrs);
    assert!(
        compiled.model.doc.iter().all(|line| doc.contains(line.trim())),
        "{name}: the user's words are there"
    );
    let sentence = doc
        .lines()
        .find(|line| line.contains(" of rank "))
        .expect("a line of counts");
    assert_eq!(numbers(sentence), topology(compiled), "{name}: {sentence}");

    let rows: Vec<usize> = doc
        .lines()
        .filter(|line| line.starts_with('|') && line.contains("(add "))
        .map(operations)
        .collect();
    let (all, stages) = rows.split_last().expect("a table of operations");
    assert_eq!(stages.iter().sum::<usize>(), *all, "{name}: the stages add up");

    let (mut contained, mut slopes) = (0, None);
    for function in functions(file) {
        let doc = self::doc(&function.attrs);
        let name_of_function = function.sig.ident.to_string();
        let of_baseline = !["_v3", "_v4", "_in_lanes"]
            .iter()
            .any(|end| name_of_function.ends_with(end));
        let is_stage = doc.starts_with("Stage ");
        if (is_stage || doc.starts_with("Slopes, part ")) && of_baseline {
            let counted = count(function);
            assert!(doc.ends_with(&format!(": {counted}.")), "{name}:{doc} but {counted}");
            match is_stage {
                true => contained += counted.total(),
                false => *slopes.get_or_insert(0) += counted.total(),
            }
        }
    }
    assert_eq!(contained, *all, "{name}: what is announced is there");
    check_workspace(&doc, name, file);
    check_constants(name, file, *all, slopes);
}

/// Checks that the announced number of bytes is the size of the workspace's fields.
fn check_workspace(doc: &str, name: &str, file: &syn::File) {
    let announced = doc.lines().find(|line| line.starts_with("- workspace: "));
    let fields = file.items.iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == format!("__{name}Workspace") => {
            let lengths = |field: &syn::Field| numbers(&field.ty.to_token_stream().to_string().replace("f64", ""));
            Some(
                item.fields
                    .iter()
                    .map(|field| lengths(field).iter().product::<usize>())
                    .sum::<usize>(),
            )
        }
        _ => None,
    });
    let bytes = fields.expect("there is a workspace") * size_of::<f64>();
    assert_eq!(announced.map(numbers), Some(vec![bytes]), "{name}: workspace");
}

/// Checks the constants with counts of operations. The evaluation and the derivatives have many functions, which are already counted.
fn check_constants(name: &str, file: &syn::File, evaluation: usize, slopes: Option<usize>) {
    let constant = |wanted: &str| {
        let items = file.items.iter().filter_map(|item| match item {
            Item::Impl(item) => Some(&item.items),
            _ => None,
        });
        let value = items.flatten().find_map(|item| match item {
            ImplItem::Const(constant) if constant.ident == wanted => Some(constant.expr.to_token_stream().to_string()),
            _ => None,
        });
        Some(value?.parse::<usize>().expect("a whole number"))
    };
    assert_eq!(constant("OPERATIONS"), Some(evaluation), "{name}");
    for entry in &CALLS {
        let (Some(wanted), [call]) = (entry.constant, entry.functions) else {
            continue;
        };
        // If the text has several levels, the baseline is a function of its own, with the ending `_by`.
        let named = |name: &str| functions(file).find(|function| function.sig.ident == name);
        let function = named(&format!("{call}_by")).or_else(|| named(call));
        let counted = match entry.call {
            Call::Slopes => slopes,
            _ => function.map(|function| {
                let common = functions(file).filter(|common| calls(function, &common.sig.ident.to_string()));
                count(function).total() + common.map(|common| count(common).total()).sum::<usize>()
            }),
        };
        assert_eq!(constant(wanted), counted, "{name}: {wanted}");
    }
}

/// Numbers of bodies, joints, springs, other force elements if there are any, wheels, coordinates, speeds and closure
/// equations; the rank of the closure equations; the number of freedoms.
fn topology(compiled: &Compiled) -> Vec<usize> {
    let Compiled {
        model,
        mobility,
        layout,
        ..
    } = compiled;
    let parts = [model.bodies.len() - 1, model.joints.len(), model.springs.len()];
    // The header does not mention other force elements if there are only springs.
    let forces = Some(model.forces.len()).filter(|forces| *forces > 0);
    let sizes = [
        model.wheels.len(),
        layout.coordinates.len(),
        layout.speeds.len(),
        mobility.equations,
        mobility.rank,
        mobility.freedoms,
    ];
    parts.into_iter().chain(forces).chain(sizes).collect()
}

/// All whole numbers in a line.
fn numbers(line: &str) -> Vec<usize> {
    line.split(|c: char| !c.is_ascii_digit())
        .filter_map(|n| n.parse().ok())
        .collect()
}

/// The number before the parenthesis in a row such as `| stage | subsystem | 12 (add 7, ..) |`.
fn operations(row: &str) -> usize {
    let cell = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or_default();
    numbers(cell)[0]
}

fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(line) => Some(line.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn functions(file: &syn::File) -> impl Iterator<Item = &syn::ImplItemFn> {
    let items = file.items.iter().filter_map(|item| match item {
        Item::Impl(item) => Some(&item.items),
        _ => None,
    });
    items.flatten().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// Whether a function calls another one of the solver.
fn calls(function: &syn::ImplItemFn, name: &str) -> bool {
    let call = format!("self . {name} (");
    function.block.to_token_stream().to_string().contains(&call)
}

/// Operations in the text of a function, by the rules of [`Count`].
fn count(function: &syn::ImplItemFn) -> Count {
    let mut counter = Counter(Count::default());
    counter.visit_block(&function.block);
    counter.0
}

struct Counter(Count);

impl<'ast> Visit<'ast> for Counter {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let Counter(count) = self;
        match expression {
            Expr::Binary(binary) => match binary.op {
                BinOp::Add(_) | BinOp::Sub(_) => count.add += 1,
                BinOp::Mul(_) => count.mul += 1,
                BinOp::Div(_) => count.div += 1,
                _ => {}
            },
            // The sign of a literal is not an operation.
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) && !matches!(*unary.expr, Expr::Lit(_)) => {
                count.neg += 1;
            }
            Expr::If(_) => count.select += 1,
            Expr::Call(call) => {
                let function = call.func.to_token_stream().to_string();
                match function.rsplit(' ').next() {
                    Some("sqrt") => count.sqrt += 1,
                    Some("sin" | "cos" | "sin_cos" | "atan2" | "exp" | "ln") => count.trig += 1,
                    _ => {}
                }
            }
            Expr::MethodCall(call) if call.receiver.to_token_stream().to_string().contains("TABLE_") => {
                count.lookup += usize::from(["at", "integral"].contains(&call.method.to_string().as_str()));
            }
            _ => {}
        }
        visit::visit_expr(self, expression);
    }
}
