//! Variants of a sweep against compilations of the changed text, closed forms, and each other.

use std::collections::BTreeMap;
use std::sync::Mutex;
use wishbone_workbench::files::Files;
use wishbone_workbench::sweep::{Part, Row, Sweep, Way};
use wishbone_workbench::vehicle::Vehicle;

/// Texts by path.
struct Texts(BTreeMap<&'static str, String>);

impl Files for Texts {
    fn text(&self, path: &str) -> Result<String, String> {
        self.0.get(path).cloned().ok_or_else(|| format!("there is no {path}"))
    }
}

#[allow(dead_code)]
fn sweep(plan: &str) -> Sweep {
    let files = Texts(BTreeMap::from([("plan.toml", plan.to_owned())]));
    Sweep::load("plan.toml", &files).unwrap_or_else(|problem| panic!("{problem}"))
}

/// All rows, computed in so many parts.
fn rows(sweep: &Sweep, parts: u64) -> Vec<Row> {
    let ranges: Vec<_> = (0..parts).map(|part| sweep.part(part, parts)).collect();
    let found: Mutex<BTreeMap<usize, Part>> = Mutex::default();
    let finished = |place: usize, part: Part| {
        found.lock().expect("no thread panics").insert(place, part);
        Ok(())
    };
    let computed = sweep.compute(&ranges, &finished, &|_, _| {});
    computed.unwrap_or_else(|problem| panic!("{problem}"));
    let found = found.into_inner().expect("no thread panics");
    found.into_values().flat_map(|part| part.rows).collect()
}

/// Paths of numbers of a vehicle's text, with a change of each.
fn numbers(text: &str) -> Vec<String> {
    let table: toml::Table = text.parse().expect("a vehicle");
    let mut found = Vec::new();
    walk(&table, "", &mut found);
    found
}

fn walk(table: &toml::Table, group: &str, found: &mut Vec<String>) {
    for (kind, value) in table {
        let toml::Value::Table(inner) = value else { continue };
        match kind.as_str() {
            "vehicle" | "include" => {}
            "mirror" | "subsystem" => {
                for (name, own) in inner {
                    if let toml::Value::Table(own) = own {
                        walk(own, &format!("{group}{name}."), found);
                    }
                }
            }
            "points" => {
                for (name, own) in inner.iter().filter(|(_, own)| own.is_array()) {
                    let _ = own;
                    found.extend(["x", "y", "z"].map(|axis| format!("{group}{name}.{axis} += 1 mm")));
                }
            }
            _ => {
                for (name, own) in inner {
                    let toml::Value::Table(own) = own else { continue };
                    for (key, value) in own {
                        leaf(&format!("{group}{name}.{key}"), value, found);
                    }
                }
            }
        }
    }
}

fn leaf(path: &str, value: &toml::Value, found: &mut Vec<String>) {
    match value {
        toml::Value::String(text) => {
            let first = text.trim_start_matches(['-', '[']).chars().next();
            if !first.is_some_and(|first| first.is_ascii_digit()) {
                return;
            }
            match text.strip_prefix('[') {
                Some(rest) => {
                    let count = rest.split(',').count();
                    found.extend((1..=count).map(|k| format!("{path}.{k} *= 1.01")));
                }
                None => found.push(format!("{path} *= 1.01")),
            }
        }
        toml::Value::Integer(_) | toml::Value::Float(_) => found.push(format!("{path} *= 1.01")),
        toml::Value::Table(inner) => {
            for (key, value) in inner {
                leaf(&format!("{path}.{key}"), value, found);
            }
        }
        _ => {}
    }
}

#[test]
#[ignore]
fn brute() {
    for vehicle in ["hmmwv", "macpherson_car", "hmmwv_pitman"] {
        let text =
            std::fs::read_to_string(format!("{}/files/{vehicle}.toml", env!("CARGO_MANIFEST_DIR"))).expect("a file");
        let car = Vehicle::load(vehicle, &wishbone_workbench::files::NoFiles).expect("a vehicle");
        let names = numbers(&text);
        eprintln!("{vehicle}: {} numbers", names.len());
        let (mut ways, mut worst) = (BTreeMap::<String, usize>::new(), (0.0_f64, String::new()));
        for change in names {
            let (head, value) = change.split_once("= ").expect("a change");
            let (value, unit) = value.split_once(' ').unwrap_or((value, ""));
            let plan = format!(
                "vehicle = \"{vehicle}\"\nsampling = \"list\"\n[[parameter]]\nchange = \"{head}=\"\nvalues = \"[{}, {value}] {unit}\"\n\
                [[study]]\nask = \"settle\"\nfigures = [\"chassis.height\", \"chassis.pitch\", \"front_left.tyre.load\", \"rear_left.tyre.load\"]\n\
                [[study]]\nask = \"trim\"\nspeed = \"20 m/s\"\nlateral = \"3 m/s^2\"\nfigures = [\"sideslip\", \"steering_wheel\"]\n",
                if unit.is_empty() { "1" } else { "0" }
            );
            let files = Texts(BTreeMap::from([("plan.toml", plan.clone())]));
            let loaded = Sweep::load("plan.toml", &files).and_then(|sweep| {
                let way = sweep.ways()?[0];
                Ok((sweep, way))
            });
            let (sweep, way) = match loaded {
                Ok(own) => own,
                Err(told) => {
                    eprintln!(
                        "REFUSED {change}: {}",
                        told.message().lines().take(2).collect::<Vec<_>>().join(" | ")
                    );
                    continue;
                }
            };
            *ways.entry(format!("{way:?}")).or_default() += 1;
            if way == Way::Compiled {
                eprintln!("compiled {change}");
            }
            let row = rows(&sweep, 1).remove(1);
            let changed = car.changed(&[&change]).expect("a change");
            let settled = changed.settle();
            let trimmed = changed.trim(&wishbone_workbench::steady::Motion {
                speed: Some(20.0),
                bend: Some(wishbone_workbench::studies::trim::Bend::Lateral(3.0)),
            });
            let (Ok(settled), Ok(trimmed)) = (settled, trimmed) else {
                eprintln!("{change}: no answer fresh, {} in sweep", row.verdict);
                continue;
            };
            let figure = |found: &wishbone_workbench::studies::findings::Findings, s: &str, n: &str| {
                found.figure(s, n).and_then(|f| f.value).unwrap_or(f64::NAN)
            };
            let wanted = [
                figure(&settled, "chassis", "height"),
                figure(&settled, "chassis", "pitch"),
                figure(&settled, "front_left.tyre", "load"),
                figure(&settled, "rear_left.tyre", "load"),
                figure(&trimmed, "", "sideslip"),
                figure(&trimmed, "", "steering wheel"),
            ];
            for (own, wanted) in row.figures.iter().zip(wanted) {
                let off = (own.unwrap_or(f64::NAN) - wanted).abs() / wanted.abs().max(1e-3);
                if off.is_nan() || off > 1e-9 {
                    eprintln!("DIFFERS {change}: {own:?} {wanted} {} {}", row.verdict, row.message);
                }
                if off > worst.0 {
                    worst = (off, change.clone());
                }
            }
        }
        eprintln!("{ways:?} worst {worst:?}");
    }
}
