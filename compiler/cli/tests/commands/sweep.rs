use super::{called, command, json, printed, refused, target, wishbone};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A folder with a plan of `count` variants of two masses.
pub(super) fn plan(name: &str, count: u64) -> PathBuf {
    let folder = target(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    let vehicle = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/two_masses.toml"));
    fs::write(folder.join("car.toml"), vehicle.expect("it is there")).expect("it can be written");
    let text = format!(
        "vehicle = \"car.toml\"\nsampling = \"sobol\"\ncount = {count}\n\
        [[parameter]]\nchange = \"strut.rate *=\"\nuniform = \"[0.5, 1.5]\"\n\
        [[parameter]]\nchange = \"body.mass +=\"\nnormal = \"[0, 20] kg\"\n\
        [[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n\
        [[study]]\nask = \"modes\"\nfigures = [\"mode_1.undamped_frequency\"]\n"
    );
    let plan = folder.join("plan.toml");
    fs::write(&plan, text).expect("it can be written");
    plan
}

pub(super) fn text(path: &Path) -> &str {
    path.to_str().expect("a path is text")
}

pub(super) fn whole(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("sweep.parquet")).expect("the whole is there")
}

fn parts(folder: &Path) -> usize {
    let all = fs::read_dir(folder)
        .map(|all| all.filter_map(Result::ok).collect())
        .unwrap_or_else(|_| Vec::new());
    let names = all.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("part-")).count()
}

/// A sweep that is killed and started again gives the same table, to the last bit, as an uninterrupted one. So do shards.
#[test]
fn a_killed_sweep_goes_on_and_shards_make_the_whole() {
    let plan = plan("killed", 200);
    let folder = |name: &str| plan.with_file_name(name);
    let (undisturbed, killed, shards) = (folder("undisturbed"), folder("killed"), folder("shards"));
    let told = printed(&["sweep", text(&plan), "--out", text(&undisturbed)]);
    assert!(told.contains("200 variants, all as asked"), "{told}");

    let mut tool = command(env!("CARGO_BIN_EXE_wishbone"));
    tool.args(["sweep", text(&plan), "--out", text(&killed)]);
    let mut running = tool.stdout(Stdio::null()).spawn().expect("the tool runs");
    let begin = Instant::now();
    while parts(&killed) == 0 && begin.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(1));
    }
    running.kill().expect("it can be killed");
    running.wait().expect("it ends");
    let there = parts(&killed);
    assert!(!killed.join("sweep.parquet").exists(), "it was faster than the kill");
    assert!((1..4).contains(&there), "{there}");
    printed(&["sweep", text(&plan), "--out", text(&killed)]);
    assert!(whole(&killed) == whole(&undisturbed), "the tables differ");

    for shard in ["2/3", "3/3", "2/3"] {
        assert_eq!(
            printed(&["sweep", text(&plan), "--shard", shard, "--out", text(&shards)]),
            ""
        );
    }
    let told = refused(&["sweep", "merge", text(&shards)], 1);
    assert!(
        told.contains("1 of 3 parts are missing") && told.contains("shard 1/3"),
        "{told}"
    );
    let mut tool = command(env!("CARGO_BIN_EXE_wishbone"));
    tool.args(["sweep", text(&plan), "--shard", "auto/3", "--out", text(&shards)]);
    let done = called(tool.env("HQ_TASK_ID", "1"));
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    let left = shards.join(".part-1-of-3.parquet.77.0.tmp");
    fs::write(&left, "half a part").expect("it can be written");
    let summary = json(&printed(&["sweep", "merge", text(&shards), "--json"]));
    assert!(!left.exists(), "a killed write left it behind");
    assert!(whole(&shards) == whole(&undisturbed), "the tables differ");
    assert_eq!(summary["variants"], 200);
    assert_eq!(summary["verdicts"]["as_asked"], 200);
    assert_eq!(summary["figures"][0]["unit"], "m");
    // The spring rate has the largest effect on the frequency.
    assert_eq!(summary["figures"][1]["effects"][0]["parameter"], "strut.rate *=");
    let page = fs::read_to_string(shards.join("sweep.html")).expect("the page is there");
    assert!(page.contains("<title>Sweep shards</title>") && page.contains("200 variants, all as asked"));
    assert!(page.contains("mode_1.") && !page.contains("<script src") && !page.contains("<link"));
    printed(&["sweep", "merge", text(&shards), "--csv"]);
    let csv = fs::read_to_string(shards.join("sweep.csv")).expect("it is there");
    assert_eq!(csv.lines().count(), 201);
    let head = "index,strut.rate *=,body.mass += [kg],settle.body.height [m],modes.mode_1.undamped_frequency [Hz],verdict,message";
    assert_eq!(csv.lines().next(), Some(head));
}

/// Machine code gives the same table, to the last bit. Without a rustc, and where every variant is compiled, it is refused.
#[test]
fn machine_code_gives_the_same_bits() {
    let plan = plan("native", 12);
    let [engine, native] = ["engine", "native"].map(|name| plan.with_file_name(name));
    printed(&["sweep", text(&plan), "--out", text(&engine)]);
    printed(&["sweep", text(&plan), "--native", "--out", text(&native)]);
    assert!(whole(&native) == whole(&engine), "the tables differ");

    let out = plan.with_file_name("none");
    let mut tool = command(env!("CARGO_BIN_EXE_wishbone"));
    tool.args(["sweep", text(&plan), "--native", "--out", text(&out)]);
    let done = called(tool.env("RUSTC", "/nowhere/rustc"));
    assert_eq!(done.code, Some(2), "{}", done.err);
    assert!(
        done.err.contains("`--native`: cannot run `/nowhere/rustc`"),
        "{}",
        done.err
    );
    assert!(!out.exists(), "a refused plan leaves nothing");

    let car = plan.with_file_name("car.toml");
    let tuned = fs::read_to_string(&car).expect("it is there");
    fs::write(&car, tuned.replace("[vehicle]", "[vehicle]\nredundant = \"accept\"")).expect("it can be written");
    let told = refused(&["sweep", text(&plan), "--native", "--out", text(&out)], 2);
    assert!(
        told.contains("`--native`: `strut.rate`") && told.contains("every variant"),
        "{told}"
    );
}

/// A plan that is refused leaves no folder behind.
#[test]
fn a_refused_plan_leaves_nothing() {
    let plan = plan("refused", 6);
    let out = plan.with_file_name("parts");
    let wrong = fs::read_to_string(&plan)
        .expect("it is there")
        .replace("strut.rate", "strut.rat");
    fs::write(&plan, wrong).expect("it can be written");
    let told = refused(&["sweep", text(&plan), "--out", text(&out)], 2);
    assert!(told.contains("did you mean `rate`?"), "{told}");
    assert!(!out.exists());
}

/// A wrong name inside a study stops the sweep before it has computed a part.
#[test]
fn a_wrong_name_inside_a_study_is_refused() {
    let plan = plan("wrong_name", 6);
    let text_of = fs::read_to_string(&plan).expect("it is there");
    let study = "[[study]]\nask = \"response\"\ninput = \"road\"\noutputs = [\"body.heigth\"]\nfigures = [\"gain\"]\n";
    fs::write(&plan, text_of + study).expect("it can be written");
    for more in [&[][..], &["--shard", "2/3"]] {
        let told = refused(&[&["sweep", text(&plan)][..], more].concat(), 2);
        assert!(told.contains("there is no output `body.heigth`"), "{told}");
    }
    assert!(!plan.with_file_name("plan.sweep").exists());
}

/// Parts of another plan are reported, and never taken for parts of this one.
#[test]
fn foreign_parts_are_told() {
    let plan = plan("foreign", 6);
    let out = plan.with_file_name("parts");
    for shard in ["1/3", "2/3"] {
        printed(&["sweep", text(&plan), "--shard", shard, "--out", text(&out)]);
    }
    let other = fs::read_to_string(&plan).expect("it is there").replace("1.5]", "1.6]");
    fs::write(&plan, other).expect("it can be written");
    let told = refused(&["sweep", text(&plan), "--shard", "1/3", "--out", text(&out)], 2);
    assert!(
        told.contains("part-1-of-3.parquet is a part of another sweep"),
        "{told}"
    );
    printed(&["sweep", text(&plan), "--shard", "3/3", "--out", text(&out)]);
    let told = refused(&["sweep", "merge", text(&out)], 1);
    assert!(
        told.contains("of another sweep than the others") && told.contains("part-3-of-3"),
        "{told}"
    );
    let told = refused(&["sweep", text(&plan), "--shard", "1/7", "--out", text(&out)], 2);
    assert!(told.contains("7 shards of 6 variants"), "{told}");
}

/// A plan with another number of points has another number of parts. It is refused before it computes one beside the old parts.
#[test]
fn parts_of_another_number_are_told_before_the_sweep() {
    let plan = plan("other_number", 64);
    let folder = plan.with_extension("sweep");
    printed(&["sweep", text(&plan)]);
    let more = fs::read_to_string(&plan)
        .expect("it is there")
        .replace("count = 64", "count = 128");
    fs::write(&plan, more).expect("it can be written");
    for given in [&[][..], &["--shard", "1/4"]] {
        let told = refused(&[&["sweep", text(&plan)][..], given].concat(), 2);
        assert!(
            told.contains("part-1-of-1.parquet is of a sweep that is cut into 1, and this one into"),
            "{told}"
        );
    }
    assert_eq!(parts(&folder), 1);
}

/// A number that all places of a subsystem override stops a sweep. This also holds for values that include a factor of
/// one, which changes nothing.
#[test]
fn a_number_without_effect_stops_a_sweep() {
    let plan = plan("no_effect", 6);
    printed(&["new", text(&plan.with_file_name("new.toml")), "--front", "macpherson"]);
    let of_car = "vehicle = \"new.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"MacPherson.spring.rate *=\"\n\
        values = \"[1, 2, 3]\"\n[[study]]\nask = \"settle\"\nfigures = [\"chassis.height\"]\n";
    fs::write(&plan, of_car).expect("it can be written");
    let told = refused(&["sweep", text(&plan)], 2);
    assert!(told.contains("front_left.spring.rate"), "{told}");
    assert!(!plan.with_extension("sweep").exists());
}

/// Two springs that are one parameter by their name cannot be changed separately; a sweep gives the message that
/// `--set` gives.
#[test]
fn a_number_of_several_with_one_name_stops_a_sweep() {
    let plan = plan("one_name", 6);
    let car = plan.with_file_name("car.toml");
    let text_of = fs::read_to_string(&car).expect("it is there");
    let (mass, inertia) = ("mass = \"400 kg\"", "mass = \"40 kg\"");
    assert!(text_of.contains(mass) && text_of.contains(inertia), "{text_of}");
    let shared = text_of
        .replace(mass, "mass = \"tune(m) 40 kg\"")
        .replace(inertia, "mass = \"tune(m) 40 kg\"");
    fs::write(&car, shared).expect("it can be written");
    let text_of = "vehicle = \"car.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"body.mass *=\"\n\
        values = \"[1, 1.2]\"\n[[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n";
    fs::write(&plan, text_of).expect("it can be written");
    let told = refused(&["sweep", text(&plan)], 2);
    assert!(told.contains("parameter `body.mass`") && told.contains("`m`"), "{told}");
}

#[test]
fn scripts_call_every_shard() {
    let plan = plan("scripts", 6);
    for (engine, words) in [
        ("slurm", ["SHARDS:-1-4", "--shard \"$SLURM_ARRAY_TASK_ID/4\""]),
        ("hyperqueue", ["--array=1-4", "--shard auto/4"]),
    ] {
        let script = printed(&["sweep", engine, text(&plan), "--shards", "4"]);
        assert!(
            words.iter().all(|word| script.contains(word)) && script.contains("sweep merge"),
            "{script}"
        );
    }
}

/// A part with a changed bit is named, or gives the same table; a part under the name of another part is named.
#[test]
fn damaged_parts_are_told() {
    let plan = plan("damaged", 12);
    let out = plan.with_file_name("parts");
    for shard in ["1/3", "2/3", "3/3"] {
        printed(&["sweep", text(&plan), "--shard", shard, "--out", text(&out)]);
    }
    let merge = ["sweep", "merge", text(&out)];
    printed(&merge);
    let (sound, part) = (whole(&out), out.join("part-2-of-3.parquet"));
    let bytes = fs::read(&part).expect("it is there");
    let mut told = 0;
    for place in (4..bytes.len()).step_by(bytes.len() / 24) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        fs::write(&part, damaged).expect("it can be written");
        let answer = wishbone(&merge);
        match answer.code == Some(0) {
            true => assert_eq!(whole(&out), sound, "a bit of byte {place}"),
            false => {
                told += 1;
                let words = answer.err;
                assert!(words.contains("part-2-of-3.parquet"), "a bit of byte {place}: {words}");
            }
        }
    }
    assert!(told > 8, "{told}");
    fs::copy(out.join("part-3-of-3.parquet"), &part).expect("it can be copied");
    let words = refused(&merge, 1);
    assert!(
        words.contains("part-2-of-3.parquet begins with variant 8, and 4 is the next one"),
        "{words}"
    );
}
