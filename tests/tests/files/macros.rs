use wishbone_compiler::front;
use wishbone_compiler::pipeline::compile_text;
use wishbone_compiler::programs::calls::Call;

mod from_toml {
    wishbone::vehicle!(file = "../vehicles/workbench/files/quarter_car.toml");
}

mod from_text {
    wishbone::vehicle!(file = "vehicles/pendulum.txt");
}

mod with_parts {
    wishbone::vehicle! {
        /// Half of it stands in a file.
        pub Swing {
            gravity: 9.81 m/s^2
            include "tests/files/swing.toml"
        }
    }
}

/// The macro makes the same solver from a file as from the declaration itself.
#[test]
fn the_macro_reads_files() {
    let library = wishbone_vehicles::QuarterCar::OPERATIONS;
    assert_eq!(from_toml::QuarterCar::OPERATIONS, library);
    assert_eq!(
        from_toml::QuarterCar::COORDINATES,
        wishbone_vehicles::QuarterCar::COORDINATES
    );
    assert!(from_toml::QuarterCar::DECLARATION.contains("[vehicle]\nname = \"QuarterCar\""));
    assert_eq!(
        from_text::Pendulum::COORDINATES,
        wishbone_tests::vehicles::Pendulum::COORDINATES
    );
}

/// An included file counts as if its text stood in place of the `include`.
#[test]
fn the_macro_includes_files() {
    let whole = "pub Swing {
        gravity: 9.81 m/s^2
        body seat { mass: 20 kg, com: [0, 0, -2] m, inertia: [1, 1, 1] kg*m^2 }
        joint bar: revolute(ground, seat) { axis: y, at: [0, 0, 0] m }
    }";
    let whole = compile_text(whole).expect("it is sound");
    assert_eq!(
        with_parts::Swing::OPERATIONS,
        whole.programs[Call::Evaluation].program.count().total()
    );
    assert_eq!(with_parts::Swing::COORDINATES, ["bar"]);
}

/// A mistake in a file is reported with an excerpt of the file, in the error at the macro call.
#[test]
fn the_macro_quotes_files() {
    let text = "[vehicle]\nname = \"Car\"\ngravity = 9.81\n";
    let reading = front::file::read_text("cars/car.toml", text, &mut front::file::no_files);
    let found = wishbone_compiler::pipeline::compile(&reading.vehicle.expect("it is read")).map(drop);
    let error = wishbone_compiler::diag::to_syn::to_syn_error(&found.expect_err("no unit"), &reading.sources);
    let said = error.to_string();
    // `rustc` adds `error: ` in front of the text.
    assert!(
        said.starts_with("[W0105] ") && said.contains("--> cars/car.toml:3:11"),
        "{said}"
    );
    assert!(!said.contains("error"), "{said}");
}
