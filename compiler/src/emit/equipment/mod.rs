//! The equipment that a vehicle declares: a type, and the function that makes it.

mod air;
mod literal;
mod tyre;
mod way;

use super::constants::positions;
use super::names::ident;
use crate::model::equipment::{
    self, Brakes, Column, Controls, Course, Cruise, Device, Driver, Event, Follow, Hands, Pace, Pedals, Powertrain,
    Steering, Tyre, When,
};
use crate::pipeline::Compiled;
use crate::programs::ports::Owner;
use literal::{Literal, course, whole};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use wishbone_laws::driveline::MOST_ENGINES;

/// Type and expression of a piece of equipment.
struct Made {
    kind: TokenStream,
    value: TokenStream,
}

impl Made {
    /// The piece that stands for a missing one and does nothing.
    fn still() -> Self {
        let still = quote!(::wishbone::subsystem::Still);
        Self {
            kind: still.clone(),
            value: still,
        }
    }
}

/// Type and function; nothing if the vehicle declares no equipment. The type has the driver and the terrain as parameters, because
/// programs replace these.
pub fn all(compiled: &Compiled, vehicle: &Ident) -> TokenStream {
    let pieces = &compiled.model.equipment;
    if pieces.is_empty() {
        return TokenStream::new();
    }
    let [mut driver, mut steering, mut powertrain, mut brakes, mut air] = [(); 5].map(|()| Made::still());
    let mut tyres: Vec<&Tyre> = Vec::new();
    for piece in pieces {
        match &piece.kind {
            Device::Tyre(tyre) => tyres.push(tyre),
            Device::Powertrain(piece) => powertrain = of_powertrain(piece, compiled),
            Device::Brakes(piece) => brakes = of_brakes(piece),
            Device::Steering(piece) => steering = of_steering(piece, compiled),
            Device::Air(piece) => air = air::of_air(piece, compiled),
            Device::Driver(piece) => driver = of_driver(piece, compiled),
        }
    }
    let terrain = (!tyres.is_empty()).then(|| quote!(, Terrain = ::wishbone::terrain::Flat));
    let tyres = tyre::of_tyres(&tyres, compiled.model.wheels.len());
    let made = [driver, steering, powertrain, brakes, air, tyres];
    let values = made.each_ref().map(|made| &made.value);
    let [driver, kinds @ ..] = made.each_ref().map(|made| &made.kind);
    let fields = ["driver", "steering", "powertrain", "brakes", "air", "tyres"].map(ident);
    let public = compiled.model.public.then(|| quote!(pub));
    let equipment = ident(&format!("{}Equipment", compiled.model.name));
    let names = pieces
        .iter()
        .map(|piece| format!("{} `{}`", piece.kind.word(), piece.name));
    let names = names.collect::<Vec<_>>().join(", ");
    let of_type = format!(" Equipment of [`{}`]: {names}.", compiled.model.name);
    let of_function = format!(" The equipment as declared, on a flat road: {names}.");
    quote! {
        #[doc = #of_type]
        #public type #equipment<Driver = #driver #terrain> = ::wishbone::equipment::Equipment<Driver, #(#kinds),*>;

        #[allow(clippy::all, clippy::pedantic, reason = "generated")]
        impl #vehicle {
            #[doc = #of_function]
            pub fn equipment() -> #equipment {
                ::wishbone::equipment::Equipment {
                    #(#fields: #values,)*
                    declared_for: ::wishbone::equipment::DeclaredFor::Vehicle(Self::DESCRIPTION),
                }
            }
        }
    }
}

/// The constant with the position of a part, which is given by its name.
fn position(compiled: &Compiled, owner: Owner, name: &str) -> TokenStream {
    let positions = positions(compiled).into_iter();
    let mut found = positions.filter(|position| position.owner == owner && position.name == name);
    let constant = found.next().map(|position| position.constant);
    let constant = constant.expect("equipment refers to parts that are there");
    quote!(Self::#constant)
}

fn of_powertrain(powertrain: &Powertrain, compiled: &Compiled) -> Made {
    let solved = &powertrain.solved;
    let sizes = [solved.shafts.len(), solved.couplings.len(), compiled.model.wheels.len()].map(whole);
    let [shafts, mass, inverse, couplings] = [
        solved.shafts.tokens(),
        solved.mass.tokens(),
        solved.inverse.tokens(),
        solved.couplings.tokens(),
    ];
    let engines = (0..MOST_ENGINES).map(|place| match solved.engines.get(place) {
        Some((name, engine, shaft)) => {
            let (engine, shaft) = (engine.tokens(), shaft.tokens());
            quote!(::core::option::Option::Some(::wishbone::driveline::Source {
                name: #name, engine: #engine, shaft: #shaft,
            }))
        }
        None => quote!(::core::option::Option::None),
    });
    let gearbox = match &solved.gearbox {
        Some((gearbox, output)) => {
            let (gearbox, output) = (gearbox.tokens(), output.tokens());
            quote!(::core::option::Option::Some((#gearbox, #output)))
        }
        None => quote!(::core::option::Option::None),
    };
    let at_input = match solved.at_input.first() {
        Some((place, _)) => {
            let place = whole(*place);
            quote!(::core::option::Option::Some(#place))
        }
        None => quote!(::core::option::Option::None),
    };
    let losing = powertrain.losses.iter().zip(&solved.engines).enumerate();
    let losing = losing.filter_map(|(place, (losses, (name, ..)))| {
        let (place, losses) = (whole(place), losses.as_ref()?.tokens());
        let name = format!("{name}.power");
        Some(quote!(.with_losses(#place, #name, #losses)))
    });
    Made {
        kind: quote!(::wishbone::driveline::Driveline<#(#sizes),*>),
        value: quote!(::wishbone::driveline::Driveline::new(::wishbone::driveline::Layout {
            shafts: #shafts,
            mass: #mass,
            inverse: #inverse,
            engines: [#(#engines),*],
            couplings: #couplings,
            gearbox: #gearbox,
            at_input: #at_input,
        }) #(#losing)*),
    }
}

fn of_brakes(brakes: &Brakes) -> Made {
    let [torque, parking, boost, delay] = [
        brakes.torque.tokens(),
        brakes.parking.tokens(),
        brakes.boost.tokens(),
        brakes.delay.tokens(),
    ];
    let slip = brakes.slip.map(|slip| {
        let numbers = [slip.radius, slip.target, slip.band, slip.delay, slip.slow];
        let [radius, target, band, delay, slow] = numbers.map(|number| number.tokens());
        quote!(brakes.slip = ::core::option::Option::Some(::wishbone::brakes::SlipControl {
            radius: #radius, target: #target, band: #band, delay: #delay, slow: #slow,
        });)
    });
    let count = whole(brakes.torque.len());
    Made {
        kind: quote!(::wishbone::brakes::Brakes<#count>),
        value: quote!({
            let mut brakes = ::wishbone::brakes::Brakes::new(#torque);
            brakes.parking = #parking;
            brakes.boost = #boost;
            brakes.delay = #delay;
            #slip
            brakes
        }),
    }
}

/// The steering. If the driver follows a path and moves the joint himself, there is no steering.
fn of_steering(steering: &Steering, compiled: &Compiled) -> Made {
    let hands = match equipment::driver(&compiled.model.equipment).map(|driver| &driver.hands) {
        Some(Hands::Angle(angle)) => angle,
        Some(Hands::Way(_)) => return Made::still(),
        None => &Course::Hold(0.0),
    };
    let [kind, value] = course(hands);
    match steering {
        Steering::Driven { drive, ratio } => {
            let (drive, ratio) = (position(compiled, Owner::Drive, drive), ratio.tokens());
            let scaled = quote!(::wishbone::profile::Scaled);
            Made {
                kind: quote!(::wishbone::control::Steer<#scaled<#kind>>),
                value: quote!(::wishbone::control::Steer::at(#drive, #scaled { profile: #value, factor: #ratio })),
            }
        }
        Steering::Column(column) => of_column(column, [kind, value], compiled),
    }
}

fn of_column(column: &Column, [kind, value]: [TokenStream; 2], compiled: &Compiled) -> Made {
    let places = [
        (Owner::Coordinate, &column.joint),
        (Owner::Speed, &column.joint),
        (Owner::Signal, &column.signal),
    ];
    let places = places.map(|(owner, name)| position(compiled, owner, name));
    let ratio = column.ratio.tokens();
    let fields = [
        ("inertia", column.inertia.tokens()),
        ("stiffness", column.stiffness.tokens()),
        ("damping", column.damping.tokens()),
        ("friction", column.friction.tokens()),
        ("joint_friction", column.joint_friction.tokens()),
        ("assistance", column.assistance.tokens()),
        ("over_speed", column.over_speed.tokens()),
    ];
    let (fields, values): (Vec<Ident>, Vec<TokenStream>) = fields.into_iter().map(|(f, x)| (ident(f), x)).unzip();
    Made {
        kind: quote!(::wishbone::control::Column<#kind>),
        value: quote!({
            let hands = ::wishbone::control::Hands::Angle(#value);
            let mut column = ::wishbone::control::Column::at([#(#places),*], hands, #ratio);
            #(column.#fields = #values;)*
            column
        }),
    }
}

fn of_driver(driver: &Driver, compiled: &Compiled) -> Made {
    let pace = match &driver.pace {
        Pace::Pedals(pedals) => of_pedals(pedals),
        Pace::Cruise(cruise) => of_cruise(cruise),
        Pace::Script { start, events } => of_script(start, events),
    };
    let Hands::Way(follow) = &driver.hands else {
        return pace;
    };
    let Some(Steering::Driven { drive, ratio }) = equipment::steering(&compiled.model.equipment) else {
        return pace;
    };
    let hands = of_follow(follow, (position(compiled, Owner::Drive, drive), *ratio), compiled);
    let [kinds, values] = [[pace.kind, hands.kind], [pace.value, hands.value]];
    Made {
        kind: quote!((#(#kinds),*)),
        value: quote!((#(#values),*)),
    }
}

/// A driver who moves a drive. `ratio` is the drive's motion per angle of the steering wheel.
fn of_follow(follow: &Follow, (drive, ratio): (TokenStream, f64), compiled: &Compiled) -> Made {
    let marker = position(compiled, Owner::Marker, &follow.marker);
    let [way, made] = way::way(&follow.way);
    let previews = follow.previews.iter().map(|[time, gain]| {
        let (time, gain) = (time.tokens(), gain.tokens());
        quote!(::wishbone::control::path::Preview { time: #time, gain: #gain })
    });
    let numbers = [
        ("ratio", ratio * follow.steering_ratio),
        ("wheelbase", follow.wheelbase),
        ("understeer", follow.understeer),
        ("bandwidth", follow.bandwidth),
        ("most", ratio.abs() * follow.most),
        ("fastest", ratio.abs() * follow.fastest),
        ("lead", follow.lead),
        ("shortest", follow.shortest),
    ];
    let (fields, numbers): (Vec<Ident>, Vec<TokenStream>) =
        numbers.iter().map(|(field, x)| (ident(field), x.tokens())).unzip();
    let count = whole(follow.previews.len());
    Made {
        kind: quote!(::wishbone::control::path::PathFollower<#way, #count>),
        value: quote!({
            let marker = ::wishbone::marker::MarkerPort::at(Self::DESCRIPTION, #marker);
            let steering = ::wishbone::control::path::Steering { #(#fields: #numbers),* };
            ::wishbone::control::path::PathFollower::at(#drive, marker, #made, [#(#previews),*], steering)
        }),
    }
}

fn of_pedals(pedals: &Pedals) -> Made {
    let courses = [&pedals.throttle, &pedals.brake, &pedals.clutch, &pedals.gear].map(course);
    let [kinds, values] = [0, 1].map(|k| courses.each_ref().map(|course| course[k].clone()));
    let [throttle, brake, clutch, gear] = values;
    let by_time = quote!(::wishbone::control::ByTime);
    Made {
        kind: quote!(::wishbone::control::Pedals<#by_time<#(#kinds),*>>),
        value: quote!(::wishbone::control::Pedals::new(#by_time {
            throttle: #throttle, brake: #brake, clutch: #clutch, gear: #gear,
        })),
    }
}

fn of_script(start: &Controls, events: &[Event]) -> Made {
    let each = events.iter().map(|event| {
        let when = ident(match event.when {
            When::At => "At",
            When::After => "After",
            When::Above => "Above",
            When::Below => "Below",
            When::Beyond => "Beyond",
        });
        let (number, then, within) = (event.number.tokens(), event.then.tokens(), event.within.tokens());
        quote!(::wishbone::control::Event {
            when: ::wishbone::control::When::#when(#number), then: #then, within: #within,
        })
    });
    let (count, start) = (whole(events.len()), start.tokens());
    Made {
        kind: quote!(::wishbone::control::Pedals<::wishbone::control::Script<#count>>),
        value: quote!(::wishbone::control::Pedals::new(::wishbone::control::Script::new(#start, [#(#each),*]))),
    }
}

fn of_cruise(cruise: &Cruise) -> Made {
    let [kind, speed] = course(&cruise.speed);
    let numbers = [
        cruise.proportional,
        cruise.integral,
        cruise.feedforward,
        cruise.dead_band,
    ];
    let [proportional, integral, feedforward, dead_band] = numbers.map(|number| number.tokens());
    let gears = cruise.shift.as_ref().map(|shift| {
        let (up, down, pause) = (shift.up.tokens(), shift.down.tokens(), shift.pause.tokens());
        let clutch = shift.clutch.tokens();
        quote! {
            let gears = const { ::wishbone::control::Gears::of(#up, #down, #pause).with_clutch(#clutch) };
            cruise.gears = ::core::option::Option::Some(gears);
        }
    });
    Made {
        kind: quote!(::wishbone::control::Cruise<#kind>),
        value: quote!({
            let mut cruise = ::wishbone::control::Cruise::new(#speed, #proportional, #integral);
            cruise.feedforward = #feedforward;
            cruise.dead_band = #dead_band;
            #gears
            cruise
        }),
    }
}
