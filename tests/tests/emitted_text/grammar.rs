//! The small part of Rust that emitted text may use. The visitor reports any other syntax.
//!
//! Such text cannot panic. Indices of arrays are within bounds: each is a literal, or the variable of a loop between
//! literals, and is compared with the declared size. There is no integer overflow (no arithmetic on integers), no
//! `unwrap`, no allocation, and no recursion (if a method calls other methods, no method calls it).

use quote::ToTokens;
use std::collections::BTreeMap;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Fields, FnArg, ImplItem, Item, Lit, Pat, Stmt, Type, UnOp};

/// All functions that emitted text calls, other than its own.
const FUNCTIONS: &[&str] = &[
    "Self::design_state",
    "::core::default::Default::default",
    "::wishbone::math::atan2",
    "::wishbone::math::cos",
    "::wishbone::math::exp",
    "::wishbone::math::fused::cos",
    "::wishbone::math::fused::sin",
    "::wishbone::math::fused::sin_cos",
    "::wishbone::math::ln",
    "::wishbone::stabilise::Gap::both",
    "::wishbone::stabilise::Gap::position",
    "::wishbone::stabilise::Gap::velocity",
    "::wishbone::math::sin",
    "::wishbone::math::sin_cos",
    "::wishbone::math::sqrt",
    "::wishbone::lanes::align_stack",
    "::wishbone::lanes::half",
    "::wishbone::lanes::set_half",
    "::wishbone::lanes::x2",
    "::wishbone::lanes::x4",
    "::wishbone::lanes::x8",
    "::wishbone::lanes::Registers::proven",
    "::wishbone::batch::both",
    "::wishbone::batch::positions",
    "::wishbone::batch::velocities",
    "::wishbone::level::Level::detect",
    "::wishbone::table::Cubic::new",
    "::wishbone::table::Straight::new",
    "::core::option::Option::Some",
    "Self::new",
    "Self::unprepared",
    "Self::with",
];

/// Methods of numbers and of values with lanes; none of them can panic.
const METHODS: &[&str] = &[
    "at",
    "atan2",
    "cos",
    "exp",
    "highest_of",
    "integral",
    "judge",
    "ln",
    "lookup",
    "minus_product",
    "mul_add",
    "mul_sub",
    "neg_mul_add",
    "plus_product",
    "select",
    "sin",
    "sin_cos",
    "sqrt",
    "subtracted_from_product",
    "sum",
    "to_array",
    "x2",
    "x4",
];

/// Attributes that have no effect on the computation.
const ATTRIBUTES: &[&str] = &[
    "allow",
    "cfg",
    "cfg_attr",
    "derive",
    "doc",
    "inline",
    "repr",
    "target_feature",
];

/// Primitive types.
const PRIMITIVES: &[&str] = &["f64", "str", "usize"];

/// Every construct of `file` that is not allowed, as text.
pub fn trespasses(file: &syn::File) -> Vec<String> {
    let mut grammar = Grammar::new(file);
    grammar.visit_file(file);
    grammar.found
}

struct Grammar {
    /// Lengths of the arrays that are indexed, by the name of field or variable. Fields of a workspace also have the name of its type.
    lengths: BTreeMap<String, usize>,
    /// Values of constants that name elements of arrays, and types of the fields of each struct.
    positions: BTreeMap<String, usize>,
    workspaces: BTreeMap<String, String>,
    /// Types declared in the text.
    types: Vec<String>,
    /// Methods of the text's own types, without those of traits.
    kernels: Vec<String>,
    /// Names bound in the current function: its arguments and every `let`.
    bound: Vec<String>,
    /// The type whose functions are being read.
    this: String,
    /// Number of iterations of the current loop.
    turns: Option<usize>,
    found: Vec<String>,
}

impl Grammar {
    fn new(file: &syn::File) -> Self {
        let mut grammar = Grammar {
            lengths: vectors_of_the_interface(),
            positions: BTreeMap::new(),
            workspaces: BTreeMap::new(),
            types: Vec::new(),
            kernels: Vec::new(),
            bound: Vec::new(),
            this: String::new(),
            turns: None,
            found: Vec::new(),
        };
        for item in &file.items {
            match item {
                Item::Struct(item) => {
                    grammar.types.push(item.ident.to_string());
                    for field in &item.fields {
                        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                        let of = item.ident.to_string();
                        match of.starts_with("__") {
                            true => grammar.declare(&format!("{of}.{name}"), &field.ty),
                            false => grammar.declare(&name, &field.ty),
                        }
                        grammar.workspaces.insert(format!("{of}.{name}"), text(&field.ty));
                    }
                }
                Item::Impl(item) => {
                    for part in &item.items {
                        match part {
                            ImplItem::Type(alias) => grammar.declare("", &alias.ty),
                            ImplItem::Const(constant) => {
                                let position = integer(&constant.expr);
                                grammar
                                    .positions
                                    .extend(position.map(|position| (constant.ident.to_string(), position)));
                            }
                            ImplItem::Fn(function) if item.trait_.is_none() => {
                                grammar.kernels.push(function.sig.ident.to_string());
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        grammar
    }

    /// Records the lengths that a type shows: `[T; n]` is the length of the named array, and `State<q, v>` and
    /// `Inputs<d, w, s>` have the lengths of its parts.
    fn declare(&mut self, name: &str, ty: &Type) {
        let text = text(ty);
        let mut numbers: Vec<usize> = text
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter_map(|word| word.strip_suffix("usize").unwrap_or(word).parse().ok())
            .collect();
        let parts: &[&str] = if text.starts_with("::wishbone::state::State<") {
            &["q", "v"]
        } else if text.starts_with("::wishbone::ports::Inputs<") {
            &["drives", "wheels", "signals"]
        } else if matches!(ty, Type::Array(_)) {
            // The length of the outer array stands last.
            numbers.reverse();
            &[name]
        } else {
            &[]
        };
        for (part, number) in parts.iter().zip(numbers) {
            self.lengths.insert((*part).to_owned(), number);
        }
    }

    fn report(&mut self, what: &str, node: &impl ToTokens) {
        self.found.push(format!("{what}: {}", text(node)));
    }

    /// Binds the names of a pattern: identifiers, and tuples and slices of them.
    fn bind(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(word) if word.subpat.is_none() => self.bound.push(word.ident.to_string()),
            Pat::Tuple(tuple) => tuple.elems.iter().for_each(|pattern| self.bind(pattern)),
            // A slice pattern of another length would not compile.
            Pat::Slice(row) => row.elems.iter().for_each(|pattern| self.bind(pattern)),
            Pat::Wild(_) => {}
            other => self.report("pattern", other),
        }
    }

    /// Exclusive upper bound of an index: a literal plus one, or the bound of the current loop's variable.
    fn below(&self, index: &Expr) -> Option<usize> {
        match text(index).as_str() {
            "turn" => self.turns,
            name => {
                let named = name.rsplit("::").next().and_then(|name| self.positions.get(name));
                integer(index).or(named.copied()).map(|at| at + 1)
            }
        }
    }

    /// Reports an index that could reach beyond the length of the indexed array.
    fn check_index(&mut self, index: &syn::ExprIndex) {
        let turns: Option<usize>;
        let length = match &*index.expr {
            Expr::Field(field) => self.length_of_field(field),
            // `lanes` is filled by `to_array`; a literal beyond its end would not compile.
            Expr::Path(path) if text(path) == "lanes" => Some(&4),
            Expr::Path(path) => self.lengths.get(&text(path)),
            // Values with one row for each iteration of a loop, such as `x8_by_4`.
            Expr::Index(rows) if text(&rows.expr).contains("_by_") => {
                turns = text(&rows.expr).rsplit('_').next().and_then(|turns| turns.parse().ok());
                turns.as_ref()
            }
            // Other arrays of arrays are rotations.
            Expr::Index(_) => Some(&3),
            _ => None,
        };
        let inside = length
            .zip(self.below(&index.index))
            .is_some_and(|(length, below)| below <= *length);
        if !inside {
            self.report("index", index);
        }
    }

    /// Length of the array in a field.
    fn length_of_field(&self, field: &syn::ExprField) -> Option<&usize> {
        let of = match &*field.base {
            Expr::Field(base) => self
                .workspaces
                .get(&format!("{}.{}", self.this, text(&base.member)))
                .cloned(),
            // What reports leave for each other is in a local variable.
            Expr::Path(base) if text(base) == "kept" => {
                Some(format!("__{}ReportsWorkspace", self.this.trim_start_matches("r#")))
            }
            _ => None,
        };
        let member = text(&field.member);
        let own = of.and_then(|of| self.lengths.get(&format!("{of}.{member}")));
        own.or_else(|| self.lengths.get(&member))
    }

    /// Only `for turn in 0..n` and `for half in 0..2` are allowed.
    fn check_loop(&mut self, each: &syn::ExprForLoop) {
        let turns = match &*each.expr {
            Expr::Range(range) if range.start.as_deref().and_then(integer) == Some(0) => {
                range.end.as_deref().and_then(integer)
            }
            _ => None,
        };
        self.bind(&each.pat);
        match (text(&each.pat).as_str(), turns) {
            ("half", Some(2)) => self.visit_block(&each.body),
            ("turn", Some(_)) => {
                self.turns = turns;
                self.visit_block(&each.body);
                self.turns = None;
            }
            _ => self.report("loop", &each.expr),
        }
    }

    fn check_call(&mut self, call: &syn::ExprCall) {
        // Parameters start with their defaults.
        let function = text(&call.func);
        let is_default = function.ends_with("Parametersas::core::default::Default>::default");
        if !is_default && !FUNCTIONS.contains(&function.as_str()) {
            self.report("call", &call.func);
        }
        if function.ends_with("half") && text(&call.args[1]) != "half" {
            self.report("half", &call.args[1]);
        }
    }

    fn check_method(&mut self, call: &syn::ExprMethodCall) {
        let receiver = text(&call.receiver);
        let own = (receiver == "self" || receiver == "solver") && self.kernels.contains(&call.method.to_string());
        let proof = "::wishbone::lanes::Registers::proven()";
        let passed =
            |argument: &Expr| ["inputs", "state", "rate", "&mutkept", proof].contains(&text(argument).as_str());
        let plain = call.turbofish.is_none() && call.args.iter().all(passed);
        let of_number = receiver != "self" && METHODS.contains(&call.method.to_string().as_str());
        let of_lane = call.method == "lane"
            && call
                .args
                .iter()
                .all(|argument| integer(argument).is_some_and(|k| k < 4));
        if of_lane {
            self.visit_expr(&call.receiver);
        } else if !(own && plain || of_number) {
            self.report("method", call);
        }
    }
}

/// Lengths of the vectors in `wishbone::ports`.
fn vectors_of_the_interface() -> BTreeMap<String, usize> {
    [
        "force",
        "moment",
        "centre",
        "axis",
        "velocity",
        "carrier_angular_velocity",
        "rotation",
        "com",
        "angular_velocity",
        "acceleration",
        "angular_acceleration",
    ]
    .map(|vector| (vector.to_owned(), 3))
    .into()
}

impl<'ast> Visit<'ast> for Grammar {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(item) if matches!(item.fields, Fields::Named(_)) => {}
            Item::Impl(item) if item.unsafety.is_none() => self.this = text(&item.self_ty),
            // The macro produces implementations of the runtime's own.
            Item::Macro(item) if text(&item.mac.path) == "::wishbone::serde_of_parameters" => return,
            other => self.report("item", other),
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        match item {
            ImplItem::Const(_) | ImplItem::Type(_) | ImplItem::Fn(_) => visit::visit_impl_item(self, item),
            other => self.report("item", other),
        }
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.visit_type(&item.ty);
        // The only integers are positions and counts.
        if !is_data(&item.expr) && (text(&item.ty) != "usize" || integer(&item.expr).is_none()) {
            self.visit_expr(&item.expr);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.bound = vec!["self".to_owned()];
        for argument in &function.sig.inputs {
            if let FnArg::Typed(argument) = argument {
                self.bind(&argument.pat);
            }
        }
        let name = function.sig.ident.to_string();
        let methods = methods(function);
        // The functions of the trait call the kernels. A kernel must not call another one, since it could then call itself.
        // `with` is an exception, since it prepares a new solver, which calls nothing.
        // The two halves of an evaluation at a level may call its functions; so may derivatives.
        let halves = ["kinematics_by", "accelerations_by", "slopes_by"];
        let is_half = halves.iter().any(|half| name.starts_with(half));
        // A function of a level may consist of a call of a function that is inlined into it.
        let shared = name
            .rsplit_once('_')
            .map(|(name, _)| format!("self.{name}_in_lanes("))
            .unwrap_or_default();
        let is_inlined =
            matches!(&function.block.stmts[..], [Stmt::Expr(call, None)] if text(call).starts_with(&shared));
        if self.kernels.contains(&name) && name != "with" && !is_half && !is_inlined && methods > 0 {
            self.report("method in a kernel", &function.sig.ident);
        }
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if !ATTRIBUTES.iter().any(|name| attribute.path().is_ident(name)) {
            self.report("attribute", attribute);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Local(local) => {
                visit::visit_stmt(self, statement);
                self.bind(&local.pat);
                let length = |expression: &Expr| match expression {
                    // A reference to an array of the workspace.
                    Expr::Reference(reference) if matches!(&*reference.expr, Expr::Field(_)) => {
                        match &*reference.expr {
                            Expr::Field(field) => self.length_of_field(field).copied(),
                            _ => None,
                        }
                    }
                    other => length_of(other),
                };
                if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
                    && let Some(length) = length(&init.expr)
                {
                    self.lengths.insert(name.ident.to_string(), length);
                }
            }
            Stmt::Expr(..) => visit::visit_stmt(self, statement),
            Stmt::Item(Item::Static(item)) if is_data(&item.expr) => self.bound.push(item.ident.to_string()),
            other => self.report("statement", other),
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Index(index) => {
                self.check_index(index);
                self.visit_expr(&index.expr);
                return;
            }
            Expr::Repeat(array) if integer(&array.len).is_some() => {
                self.visit_expr(&array.expr);
                return;
            }
            Expr::Call(call) => {
                self.check_call(call);
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            Expr::MethodCall(call) => {
                self.check_method(call);
                if call.method == "lane" {
                    return;
                }
            }
            // The only unsafe code is the call of a level's function, after a check that the processor supports the level.
            Expr::Unsafe(call) if is_call_of_text(call) => {}
            Expr::Lit(literal) if matches!(literal.lit, Lit::Float(_) | Lit::Str(_)) => {}
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {}
            Expr::ForLoop(each) => return self.check_loop(each),
            // The target of a reference in an array of references.
            Expr::Unary(unary) if matches!((&unary.op, &*unary.expr), (UnOp::Deref(_), Expr::Index(_))) => {}
            // `*state` in `self.state = *state`.
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && text(&unary.expr) == "state" => {}
            Expr::Binary(binary) => match binary.op {
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Lt(_) => {}
                _ => self.report("operation", expression),
            },
            Expr::Array(_)
            | Expr::Assign(_)
            | Expr::Block(_)
            | Expr::Field(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Paren(_)
            | Expr::Path(_)
            | Expr::Reference(_)
            | Expr::Struct(_)
            | Expr::Tuple(_) => {}
            other => self.report("expression", other),
        }
        visit::visit_expr(self, expression);
    }

    fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
        if integer(&array.len).is_none() {
            self.report("length", array);
        }
        self.visit_type(&array.elem);
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        match argument {
            syn::GenericArgument::Const(size) if integer(size).is_some() => {}
            syn::GenericArgument::Type(ty) => self.visit_type(ty),
            other => self.report("generic argument", other),
        }
    }

    /// Reports paths that are not absolute and name neither primitive types nor the text's own names.
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let absolute = path.leading_colon.is_some();
        let first = path.segments.first().map(|s| s.ident.to_string()).unwrap_or_default();
        let last = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        // A batch may read the tables of its vehicle.
        let is_table =
            self.types.contains(&first) && (last.starts_with("TABLE_") || self.positions.contains_key(&last));
        let own = first == "Self"
            || is_table
            || path.segments.len() == 1
                && (PRIMITIVES.contains(&first.as_str()) || self.types.contains(&first) || self.bound.contains(&first));
        if !(absolute || own) {
            self.report("path", path);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.report("macro", call);
    }
}

/// Whether an expression only has literals and paths in arrays and structs, so that it computes nothing.
fn is_data(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(_) => true,
        Expr::Path(path) => {
            path.path.leading_colon.is_some() || path.path.segments.first().is_some_and(|first| first.ident == "Self")
        }
        Expr::Unary(minus) => matches!(minus.op, UnOp::Neg(_)) && is_data(&minus.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_data),
        Expr::Reference(reference) => is_data(&reference.expr),
        Expr::Array(array) => array.elems.iter().all(is_data),
        Expr::Call(some) => text(&some.func) == "::core::option::Option::Some" && some.args.iter().all(is_data),
        Expr::Struct(data) => {
            data.rest.as_deref().is_none_or(is_data) && data.fields.iter().all(|field| is_data(&field.expr))
        }
        _ => false,
    }
}

/// Whether an unsafe block is one call of a method of the solver.
fn is_call_of_text(block: &syn::ExprUnsafe) -> bool {
    match &block.block.stmts[..] {
        [Stmt::Expr(Expr::MethodCall(call), None)] => text(&call.receiver) == "self",
        _ => false,
    }
}

/// Number of calls of the solver's own methods in a function.
fn methods(function: &syn::ImplItemFn) -> usize {
    struct Methods(usize);
    impl<'ast> Visit<'ast> for Methods {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.0 += usize::from(["self", "solver"].contains(&text(&call.receiver).as_str()));
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut methods = Methods(0);
    methods.visit_impl_item_fn(function);
    methods.0
}

/// Number of elements of an array, if its expression shows the number.
fn length_of(expression: &Expr) -> Option<usize> {
    match expression {
        Expr::Repeat(array) => integer(&array.len),
        Expr::Array(array) => Some(array.elems.len()),
        Expr::Reference(reference) => length_of(&reference.expr),
        _ => None,
    }
}

/// The number, if the expression is an integer literal.
fn integer(expression: &Expr) -> Option<usize> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// Source text without blanks.
fn text(node: &impl ToTokens) -> String {
    node.to_token_stream().to_string().replace(' ', "")
}

#[test]
fn what_could_panic_is_found() {
    for (body, expected) in [
        ("let a = self.state.q[2];", "index: self.state.q[2]"),
        ("let a = self.state.q[inputs];", "index: self.state.q[inputs]"),
        ("let a = self.strange[0];", "index: self.strange[0]"),
        (
            "for turn in 0..3 { let a = self.state.q[turn]; }",
            "index: self.state.q[turn]",
        ),
        ("for turn in 1..2 {}", "loop: 1..2"),
        ("for half in 0..3 {}", "loop: 0..3"),
        (
            "let a = ::wishbone::lanes::half(&self.state.q[0], inputs);",
            "half: inputs",
        ),
        ("let a = 1 + 2;", "expression: 1"),
        ("let a = 1.0 % 2.0;", "operation: 1.0%2.0"),
        ("let a = b;", "path: b"),
        ("let a = 1.0 as f32;", "expression: 1.0asf32"),
        ("let a = f64::sqrt(1.0);", "call: f64::sqrt"),
        (
            "let a = inputs.drives.first().unwrap();",
            "method: inputs.drives.first().unwrap()",
        ),
        ("self.kernel(inputs);", "method in a kernel: kernel"),
        ("panic!();", "statement: panic!();"),
        ("loop {}", "expression: loop{}"),
        ("let Some(a) = 1.0 else { return };", "pattern: Some(a)"),
        ("use ::std::vec::Vec;", "statement: use::std::vec::Vec;"),
        ("static PLACES: usize = f();", "statement: staticPLACES:usize=f();"),
    ] {
        let source = format!(
            "struct Car {{ state: ::wishbone::state::State<2usize, 1usize> }}
            impl Car {{ fn kernel(&mut self, inputs: &::wishbone::ports::Inputs<0usize, 0usize>) {{ {body} }} }}"
        );
        let found = trespasses(&syn::parse_str(&source).expect("the example is Rust"));
        assert!(found.iter().any(|f| f == expected), "{body}: {found:?}");
    }
}
