//! One operation as text.
//!
//! A value with lanes is written like a value without: the types of `wishbone::lanes` have the same operators, also
//! with plain numbers. Only functions differ: they are methods of these types.

use super::kernel::{Kernels, Statement, number, table_name};
use super::names::ident;
use super::places::place;
use crate::ir::{Node, Op, Value};
use crate::programs::ports::{Kind, Port};
use crate::scalar::{Ordinates, Points};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Position of an operand in an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binds {
    /// Left of `+` or `-`.
    Left,
    /// Right of `+` or `-`.
    Right,
    /// Left of `*` or `/`.
    LeftOfProduct,
    /// Right of `*` or `/`, after a minus sign, or before a method.
    RightOfProduct,
}

impl Kernels<'_> {
    /// The text of a value where it is used.
    pub fn operand(&self, value: Value) -> TokenStream {
        let node = self.program.node(value);
        match node.op {
            Op::Constant(c) => number(c.get()),
            Op::Input(i) if self.width(value) == 1 => self.input(self.inputs[i as usize][0]),
            _ if self.inlined[value.index()] => self.expression(value),
            _ => {
                let name = &self.names[value.index()];
                quote!(#name)
            }
        }
    }

    /// The text of a value inside an operation, in parentheses where precedence would change the operation.
    fn inside(&self, value: Value, binds: Binds) -> TokenStream {
        let written = self.operand(value);
        let op = self.program.node(value).op;
        let stands_alone = match op {
            Op::Constant(c) => !c.get().is_sign_negative() || binds == Binds::Left,
            _ => !self.inlined[value.index()] || self.is_call(op),
        };
        let product = matches!(op, Op::Mul(..) | Op::Div(..));
        let fused = matches!(op, Op::MulAdd(..) | Op::MulSub(..) | Op::NegMulAdd(..));
        let fits = match binds {
            Binds::Left => product || fused || matches!(op, Op::Add(..) | Op::Sub(..)),
            Binds::Right | Binds::LeftOfProduct => product,
            Binds::RightOfProduct => false,
        };
        if stands_alone || fits {
            written
        } else {
            quote!((#written))
        }
    }

    /// Whether an operation is written as a call, which needs no parentheses anywhere.
    fn is_call(&self, op: Op) -> bool {
        self.setting.version.is_fused() && matches!(op, Op::MulAdd(..) | Op::MulSub(..) | Op::NegMulAdd(..))
    }

    /// The place from which an input without lanes is read.
    pub(super) fn input(&self, port: Port) -> TokenStream {
        if port.kind == Kind::Parameter && !self.is_batch() {
            let field = &self.setting.parameters[port.index];
            return quote!(self.parameters.#field);
        }
        place(port, self.setting.positions)
    }

    /// The statement that defines a value; `None` if the value is written inside another statement, or if an earlier
    /// statement also defines it.
    pub(super) fn statement(&self, value: Value, node: &Node) -> Option<Statement> {
        match node.op {
            Op::Sin(angle) | Op::Cos(angle) => self.sine_cosine(value, angle),
            _ if self.inlined[value.index()] => None,
            _ => {
                let (name, expression) = (&self.names[value.index()], self.expression(value));
                Some(Statement {
                    defines: vec![value],
                    code: quote!(let #name = #expression;),
                })
            }
        }
    }

    /// The operation that defines a value.
    fn expression(&self, value: Value) -> TokenStream {
        let node = self.program.node(value);
        let at = |v: Value| self.operand(v);
        let binary = |a: Value, left: Binds, op: TokenStream, b: Value, right: Binds| {
            let (a, b) = (self.inside(a, left), self.inside(b, right));
            quote!(#a #op #b)
        };
        match node.op {
            Op::Neg(a) => {
                let a = self.inside(a, Binds::RightOfProduct);
                quote!(-#a)
            }
            Op::Add(a, b) => binary(a, Binds::Left, quote!(+), b, Binds::Right),
            Op::Sub(a, b) => binary(a, Binds::Left, quote!(-), b, Binds::Right),
            Op::Mul(a, b) => binary(a, Binds::LeftOfProduct, quote!(*), b, Binds::RightOfProduct),
            Op::Div(a, b) => binary(a, Binds::LeftOfProduct, quote!(/), b, Binds::RightOfProduct),
            Op::MulAdd(a, b, c) | Op::MulSub(a, b, c) | Op::NegMulAdd(a, b, c) if self.setting.version.is_fused() => {
                self.fused(value, [a, b, c])
            }
            Op::MulAdd(a, b, c) => {
                let product = binary(a, Binds::LeftOfProduct, quote!(*), b, Binds::RightOfProduct);
                let c = self.inside(c, Binds::Right);
                quote!(#product + #c)
            }
            Op::MulSub(a, b, c) => {
                let product = binary(a, Binds::LeftOfProduct, quote!(*), b, Binds::RightOfProduct);
                let c = self.inside(c, Binds::Right);
                quote!(#product - #c)
            }
            Op::NegMulAdd(a, b, c) => {
                let product = binary(a, Binds::LeftOfProduct, quote!(*), b, Binds::RightOfProduct);
                let c = self.inside(c, Binds::Left);
                quote!(#c - #product)
            }
            Op::Sqrt(a) if self.width(value) > 1 => {
                let a = self.inside(a, Binds::RightOfProduct);
                quote!(#a.sqrt())
            }
            Op::Sqrt(a) => {
                let a = at(a);
                quote!(::wishbone::math::sqrt(#a))
            }
            Op::Atan2(y, x) if self.width(value) > 1 => {
                let (y, x) = (self.in_all_lanes(y, value), self.in_all_lanes(x, value));
                quote!((#y).atan2(#x))
            }
            Op::Atan2(y, x) => {
                let (y, x) = (at(y), at(x));
                quote!(::wishbone::math::atan2(#y, #x))
            }
            Op::Exp(a) => self.function("exp", a),
            Op::Ln(a) => self.function("ln", a),
            Op::Select(test, negative, otherwise) => self.select(test, negative, otherwise, value),
            Op::Lookup(table, x) => self.table(value, table, "at", x),
            Op::LookupIntegral(table, x) => self.table(value, table, "integral", x),
            Op::Sum(a) if self.turns(a) > 1 => {
                let so_far = self.loaded(self.width(value), self.kept_at(value, None));
                let term = self.inside(a, Binds::Right);
                quote!(#so_far + #term)
            }
            Op::Lane(turn, a) if self.turns(a) > 1 => self.one_turn(a, turn),
            Op::Sum(a) => {
                let a = self.inside(a, Binds::RightOfProduct);
                quote!(#a.sum())
            }
            Op::Lane(lane, a) => {
                let (a, lane) = (self.inside(a, Binds::RightOfProduct), lane as usize);
                quote!(#a.lane(#lane))
            }
            Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) | Op::Sin(_) | Op::Cos(_) => {
                let name = &self.names[value.index()];
                quote!(#name)
            }
        }
    }

    /// One turn of a value that is computed turn by turn.
    fn one_turn(&self, value: Value, turn: u32) -> TokenStream {
        self.loaded(self.width(value), self.in_turn(value, turn as usize))
    }

    /// A product and a sum, rounded once. This is a method of a factor or, if only the other term has lanes, a method
    /// of that term.
    fn fused(&self, value: Value, [a, b, c]: [Value; 3]) -> TokenStream {
        let op = self.program.node(value).op;
        let lanes = |v: Value| self.width(v);
        let is_number = |v: Value| matches!(self.program.node(v).op, Op::Constant(_));
        // A literal has no methods, and a number without lanes lacks the methods of lanes.
        let turned = if lanes(value) > 1 { lanes(a) == 1 } else { is_number(a) };
        let (a, b) = if turned { (b, a) } else { (a, b) };
        let on_term = lanes(value) > 1 && lanes(a) == 1;
        let receiver = self.inside(if on_term { c } else { a }, Binds::RightOfProduct);
        if on_term {
            let (a, b) = (self.operand(a), self.operand(b));
            return match op {
                Op::MulSub(..) => quote!(#receiver.subtracted_from_product(#a, #b)),
                Op::NegMulAdd(..) => quote!(#receiver.minus_product(#a, #b)),
                _ => quote!(#receiver.plus_product(#a, #b)),
            };
        }
        let (b, term) = (self.operand(b), self.operand(c));
        match op {
            Op::MulSub(..) if lanes(value) == 1 => {
                let term = self.inside(c, Binds::RightOfProduct);
                quote!(#receiver.mul_add(#b, -#term))
            }
            Op::NegMulAdd(..) if lanes(value) == 1 => quote!((-#receiver).mul_add(#b, #term)),
            Op::MulSub(..) => quote!(#receiver.mul_sub(#b, #term)),
            Op::NegMulAdd(..) => quote!(#receiver.neg_mul_add(#b, #term)),
            _ => quote!(#receiver.mul_add(#b, #term)),
        }
    }

    /// An operand with as many lanes as the value computed from it.
    fn in_all_lanes(&self, operand: Value, computed: Value) -> TokenStream {
        let (one, width) = (self.operand(operand), self.width(computed));
        if self.width(operand) == width {
            return one;
        }
        let copies = (0..width).map(|_| &one);
        self.value(width, quote!([#(#copies),*]))
    }

    fn select(&self, test: Value, negative: Value, otherwise: Value, computed: Value) -> TokenStream {
        let [negative, otherwise] = [negative, otherwise].map(|branch| self.in_all_lanes(branch, computed));
        if self.width(test) > 1 {
            let test = self.inside(test, Binds::RightOfProduct);
            return quote!(#test.select(#negative, #otherwise));
        }
        let test = self.operand(test);
        quote!(if #test < 0.0 { #negative } else { #otherwise })
    }

    /// Sine and cosine of one angle are one call, in the place of the first of the two.
    fn sine_cosine(&self, value: Value, angle: Value) -> Option<Statement> {
        let program = self.program;
        let region = program.node(value).region;
        let find = |op: Op| {
            program
                .values()
                .find(|(_, n)| n.op == op && n.region == region)
                .map(|(v, _)| v)
        };
        let name = |v: Value| &self.names[v.index()];
        let argument = self.operand(angle);
        let has_lanes = self.width(angle) > 1;
        let (defines, code) = match (find(Op::Sin(angle)), find(Op::Cos(angle))) {
            (Some(s), Some(c)) if value != s.min(c) => return None,
            (Some(s), Some(c)) => {
                let (sine, cosine) = (name(s), name(c));
                let call = if has_lanes {
                    let argument = self.inside(angle, Binds::RightOfProduct);
                    quote!(#argument.sin_cos())
                } else {
                    let math = self.math();
                    quote!(#math::sin_cos(#argument))
                };
                (vec![s, c], quote!(let (#sine, #cosine) = #call;))
            }
            (sine, _) => {
                let name = name(value);
                let part = if sine.is_some() { quote!(sin) } else { quote!(cos) };
                let call = if has_lanes {
                    let argument = self.inside(angle, Binds::RightOfProduct);
                    quote!(#argument.#part())
                } else {
                    let math = self.math();
                    quote!(#math::#part(#argument))
                };
                (vec![value], quote!(let #name = #call;))
            }
        };
        Some(Statement { defines, code })
    }

    /// A function of one argument; for an argument with lanes, its method.
    fn function(&self, name: &str, a: Value) -> TokenStream {
        let name = ident(name);
        if self.width(a) > 1 {
            let a = self.inside(a, Binds::RightOfProduct);
            return quote!(#a.#name());
        }
        let a = self.operand(a);
        quote!(::wishbone::math::#name(#a))
    }

    /// Path of a sine and cosine with the bits of sine and cosine in lanes.
    fn math(&self) -> TokenStream {
        match self.setting.version.is_fused() {
            true => quote!(::wishbone::math::fused),
            false => quote!(::wishbone::math),
        }
    }

    /// The constant that holds a curve of one lane.
    fn curve(&self, points: &Points) -> TokenStream {
        let alone = |t: &Points| t.x == points.x && t.ordinates == points.ordinates;
        let place = self.setting.tables.iter().position(alone).unwrap_or_default();
        let (owner, name) = (&self.setting.owner, table_name(place));
        quote!(#owner::#name)
    }

    /// Values of curves, or their integrals; each lane or each turn of a loop has its own curve.
    fn table(&self, value: Value, table: u32, function: &str, x: Value) -> TokenStream {
        let points = &self.program.tables[table as usize];
        let own = |lane: u32| match lane {
            0 => points,
            lane => points.others.get(lane as usize - 1).unwrap_or(points),
        };
        let width = self.width(value);
        if self.turns(value) > 1 && !points.others.is_empty() {
            let last = self.turns(value) - 1;
            let turns = (0..last).map(Literal::u32_unsuffixed);
            let each = (0..last).map(|turn| self.curves(function, x, &vec![own(turn); width as usize]));
            let otherwise = self.curves(function, x, &vec![own(last); width as usize]);
            return quote!(match turn { #(#turns => #each,)* _ => #otherwise });
        }
        let is_batch = self.is_batch();
        let curves = (0..width).map(|lane| if is_batch { points } else { own(lane) });
        self.curves(function, x, &curves.collect::<Vec<&Points>>())
    }

    /// A function of curves, one for each lane. Values of straight lines over common abscissae are found in four or eight lanes at
    /// once, other values lane by lane.
    fn curves(&self, function: &str, x: Value, curves: &[&Points]) -> TokenStream {
        let function = ident(function);
        if let [one] = curves {
            let (curve, x) = (self.curve(one), self.operand(x));
            return quote!(#curve.#function(#x));
        }
        let x = self.inside(x, Binds::RightOfProduct);
        let is_beside = |curve: &&Points| curve.x == curves[0].x && matches!(curve.ordinates, Ordinates::Straight(_));
        // Two lanes have no separate look-up.
        if function == "at" && curves.len() > 2 && curves.iter().all(is_beside) {
            let each: Vec<_> = curves.iter().map(|curve| self.curve(curve)).collect();
            let are_one = curves.iter().all(|curve| curve.ordinates == curves[0].ordinates);
            return match (are_one, &each[..]) {
                (true, [curve, ..]) => {
                    let lanes = Literal::usize_unsuffixed(curves.len());
                    quote!(#x.lookup([&#curve; #lanes]))
                }
                (_, each) => quote!(#x.lookup([#(&#each),*])),
            };
        }
        let each = curves.iter().enumerate().map(|(lane, curve)| {
            let curve = self.curve(curve);
            quote!(#curve.#function(#x.lane(#lane)))
        });
        self.value(curves.len() as u32, quote!([#(#each),*]))
    }
}
