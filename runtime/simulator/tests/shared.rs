//! Shared memory between processes: partners in Rust, C and Python, torn messages, partners that die or send invalid numbers.

use std::fs;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use wishbone_simulator::frame::{Frame, ManualClock, Overrun, Vehicle};
use wishbone_simulator::shared::exchange::{SLOTS, last, read, stride, words, write};
use wishbone_simulator::shared::{Action, AtomicWord, Fault, Layout, Link, Policy, Port, Region};

/// A folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("wishbone-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn car() -> Layout {
    let inputs = [
        Port::new("throttle", ""),
        Port::new("brake", ""),
        Port::new("gear", "").with_neutral(1.0),
        Port::new("steering_wheel_angle", "rad"),
        Port::new("steering_wheel_rate", "rad/s"),
        Port::new("steering_wheel_acceleration", "rad/s^2"),
    ];
    let outputs = [
        Port::new("time", "s"),
        Port::new("speed", "m/s"),
        Port::new("yaw_rate", "rad/s"),
    ];
    Layout::new("car", inputs, outputs).expect("plain names")
}

/// A layout with ten numbers in each direction.
fn wide() -> Layout {
    let ports = |letter: &str| {
        (0..10)
            .map(|k| Port::new(&format!("{letter}{k}"), ""))
            .collect::<Vec<_>>()
    };
    Layout::new("wide", ports("a"), ports("b")).expect("plain names")
}

fn inputs_of<'a>(region: &'a Region, layout: &Layout) -> &'a [AtomicWord] {
    &region.words()[layout.inputs_at()..][..words(layout.inputs().len())]
}

/// Starts this test binary as a partner with a task.
fn partner(task: &str, path: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command
        .args(["--exact", "partner_process", "--nocapture"])
        .env("PARTNER_TASK", task)
        .env("PARTNER_PATH", path)
        .stdout(Stdio::null());
    command.spawn().expect("a process")
}

/// The work of a partner process; does nothing in the test's own process.
#[test]
fn partner_process() {
    let (Ok(task), Ok(path)) = (std::env::var("PARTNER_TASK"), std::env::var("PARTNER_PATH")) else {
        return;
    };
    let (parent, layout) = (parent_id(), wide());
    let region = Region::attach(path, &layout).expect("the vehicle has made it");
    let channel = inputs_of(&region, &layout);
    for k in 1..=u64::MAX {
        let numbers: [f64; 10] = std::array::from_fn(|place| k as f64 * (1.0 + place as f64));
        write(channel, last(channel) + 1, &numbers);
        match task.as_str() {
            "slow" => std::thread::sleep(Duration::from_micros(50)),
            // Pauses of different lengths up to a few messages, in which a reader sometimes finishes and sometimes does not.
            "stream" => (0..k % 13).for_each(|_| std::hint::spin_loop()),
            _ => {}
        }
        let ended = region.words()[STATE].load(Ordering::Relaxed) == ENDED;
        // A partner ends when its test has failed.
        let orphaned = k % 1024 == 0 && parent_id() != parent;
        if ended || orphaned {
            return;
        }
    }
}

/// Whether all numbers belong to one message.
fn belongs_together(numbers: &[f64]) -> bool {
    numbers
        .iter()
        .enumerate()
        .all(|(place, number)| *number == numbers[0] * (1.0 + place as f64))
}

/// Position of the word with the state of the vehicle, and the state that tells a partner to end.
const STATE: usize = 4;
const ENDED: u64 = 99;

/// Another process writes messages, while this process reads. Each message is complete and newer than the last. `SOAK`
/// is the number of messages. Without it the test reads for two seconds; in this time there are few messages if other
/// programs use the cores.
#[test]
fn no_message_between_processes_is_torn() {
    let count: Option<u64> = std::env::var("SOAK").ok().and_then(|text| text.parse().ok());
    let (folder, layout) = (Folder::new("torn"), wide());
    let path = folder.file("memory");
    let region = Region::create(&path, &layout).expect("a memory");
    let channel = inputs_of(&region, &layout);
    let mut writer = partner("stream", &path);
    let (mut seen, mut taken, mut overtaken) = (0, 0_u64, 0_u64);
    let mut numbers = [0.0; 10];
    let mut begin = Instant::now();
    let is_done = |taken, begin: Instant| match count {
        Some(count) => taken >= count,
        None => taken > 0 && begin.elapsed() > Duration::from_secs(2),
    };
    for attempt in 0_u64.. {
        match read(channel, seen, &mut numbers) {
            Some(message) => {
                assert!(
                    message > seen && belongs_together(&numbers) && numbers[0] == message as f64,
                    "{numbers:?}"
                );
                (seen, taken) = (message, taken + 1);
            }
            None => overtaken += u64::from(last(channel) != seen),
        }
        if attempt % 10_000 == 0 {
            if taken == 0 {
                begin = Instant::now();
            }
            assert!(writer.try_wait().expect("a child").is_none(), "the partner has ended");
            if is_done(taken, begin) {
                break;
            }
        }
    }
    region.words()[STATE].store(ENDED, Ordering::Relaxed);
    assert!(writer.wait().expect("a child").success());
    println!("tried: {taken} messages taken of {seen}, overtaken {overtaken} times");
}

/// A vehicle that counts its steps and keeps its inputs.
struct Counter {
    steps: u64,
    inputs: [f64; 10],
}

impl Vehicle for Counter {
    type Snapshot = u64;
    type Refused = String;

    fn latch(&mut self, inputs: &[f64]) {
        self.inputs.copy_from_slice(inputs);
    }

    fn advance(&mut self, _h: f64) -> Result<(), String> {
        self.steps += 1;
        Ok(())
    }

    fn publish(&mut self, outputs: &mut [f64]) {
        outputs.copy_from_slice(&self.inputs);
    }

    fn time(&self) -> f64 {
        self.steps as f64
    }

    fn save(&self) -> u64 {
        self.steps
    }

    fn restore(&mut self, steps: &u64) {
        self.steps = *steps;
    }
}

/// Whether a writer has died during a message: then a slot has no number although all slots have been used.
fn is_unfinished(channel: &[AtomicWord]) -> bool {
    let slots = channel[words(0) / (SLOTS + 1)..].chunks(stride(10)).take(SLOTS);
    last(channel) > SLOTS as u64 && slots.into_iter().any(|slot| slot[0].load(Ordering::Relaxed) == 0)
}

/// Partners are killed at random moments a hundred times, half of them while they write messages without a pause. Each
/// frame still runs and is published with the numbers of one message, and each fault is reported.
#[test]
fn a_killed_partner_costs_no_frame() {
    let (folder, layout) = (Folder::new("killed"), wide());
    let path = folder.file("memory");
    let policy = Policy {
        late_after: 3,
        lost_after: 20,
        ..Policy::GO_ON
    };
    let mut link = Link::create(&path, &layout, policy).expect("a memory");
    let own = Region::attach(&path, &layout).expect("made");
    let given = &own.words()[layout.outputs_at()..][..words(10)];
    let counter = Counter {
        steps: 0,
        inputs: [0.0; 10],
    };
    let mut frame = Frame::new(counter, ManualClock::default(), [1000, 1], 10, Overrun::Hold).expect("possible");
    let (mut inputs, mut taken, mut frames, mut unfinished) = ([0.0; 10], [0.0; 10], 0, 0);
    let mut one = |link: &mut Link| {
        frame.wait();
        let found = link.receive(&mut inputs);
        let report = frame.step(&inputs);
        link.publish(frame.outputs());
        frames += 1;
        assert!(belongs_together(&inputs), "{inputs:?}");
        assert_eq!(
            (report.refused, report.slip.left_out, frame.vehicle.steps),
            (None, 0, frames)
        );
        assert_eq!((read(given, 0, &mut taken), taken), (Some(frames), inputs));
        found
    };
    let mut random = fastrand::Rng::with_seed(1);
    for task in ["slow", "fast"].into_iter().cycle().take(100) {
        let mut child = partner(task, &path);
        let begin = Instant::now();
        let life = Duration::from_micros(random.u64(1_000..12_000));
        let mut fresh = 0;
        while begin.elapsed() < life || fresh == 0 {
            fresh += u64::from(one(&mut link).is_new);
            std::thread::sleep(Duration::from_micros(200));
        }
        child.kill().expect("it runs");
        child.wait().expect("a child");
        unfinished += u32::from(is_unfinished(inputs_of(&own, &layout)));
        let faults: Vec<_> = (0..30).map(|_| one(&mut link).fault).collect();
        let last = faults.last().copied().flatten();
        assert!(matches!(last, Some(Fault::Lost(frames)) if frames >= 20), "{faults:?}");
        assert_eq!(one(&mut link).action, Some(Action::Neutral));
    }
    println!("tried: {frames} frames, 100 partners killed, {unfinished} of them in the middle of a message");
    assert!(unfinished > 0);
}

#[test]
fn numbers_that_are_none_are_told_and_held() {
    let (folder, layout) = (Folder::new("nonsense"), wide());
    let path = folder.file("memory");
    let mut link = Link::create(&path, &layout, Policy::STOP).expect("a memory");
    let mut inputs = [1.0; 10];
    assert_eq!(link.receive(&mut inputs).fault, Some(Fault::Absent));
    assert_eq!(inputs, [0.0; 10]);
    let partner = Region::attach(&path, &layout).expect("made");
    let channel = inputs_of(&partner, &layout);
    write(channel, last(channel) + 1, &[2.0; 10]);
    let found = link.receive(&mut inputs);
    assert_eq!((found.fault, found.is_new, inputs), (None, true, [2.0; 10]));
    let mut broken = [3.0; 10];
    broken[7] = f64::INFINITY;
    write(channel, last(channel) + 1, &broken);
    let found = link.receive(&mut inputs);
    assert_eq!(
        (found.fault, found.action),
        (Some(Fault::NotFinite(7)), Some(Action::Stop))
    );
    assert!(found.fault.is_some_and(|fault| fault.to_string().contains("input 7")));
    write(channel, last(channel) + 1, &[4.0; 10]);
    assert_eq!((link.receive(&mut inputs).fault, inputs), (None, [4.0; 10]));
    // A partner that stops sending.
    let faults: Vec<_> = (0..10).map(|_| link.receive(&mut inputs).fault).collect();
    assert_eq!((faults[8], faults[9], inputs), (None, Some(Fault::Late(10)), [4.0; 10]));
    // Outputs that a partner reads.
    link.publish(&[5.0; 10]);
    link.publish(&[6.0; 3]);
    let outputs = &partner.words()[layout.outputs_at()..];
    let mut numbers = [0.0; 10];
    assert_eq!(read(outputs, 0, &mut numbers), Some(2));
    assert!(numbers[..3] == [6.0; 3] && numbers[3].is_nan());
}

/// Silence counts from the moment when a partner attaches, so a partner that comes late is not taken for dead.
#[test]
fn a_partner_may_attach_late() {
    let (folder, layout) = (Folder::new("late"), wide());
    let path = folder.file("memory");
    let mut link = Link::create(&path, &layout, Policy::STOP).expect("a memory");
    let (mut inputs, waited) = ([1.0; 10], Policy::STOP.lost_after + 10);
    for _ in 0..waited {
        assert_eq!(link.receive(&mut inputs).fault, Some(Fault::Absent));
    }
    let partner = Region::attach(&path, &layout).expect("made");
    assert_eq!(link.receive(&mut inputs).fault, None);
    let faults: Vec<_> = (1..waited).map(|_| link.receive(&mut inputs).fault).collect();
    let late = faults.iter().position(|fault| matches!(fault, Some(Fault::Late(_))));
    let lost = faults.iter().position(|fault| matches!(fault, Some(Fault::Lost(_))));
    // The first frame is before these.
    let frames = |count: u32| Some(count as usize - 2);
    assert_eq!(
        (late, lost),
        (frames(Policy::STOP.late_after), frames(Policy::STOP.lost_after))
    );
    let channel = inputs_of(&partner, &layout);
    write(channel, last(channel) + 1, &[2.0; 10]);
    assert_eq!((link.receive(&mut inputs).fault, inputs), (None, [2.0; 10]));
}

#[test]
fn a_partner_with_another_layout_is_refused_and_told() {
    let folder = Folder::new("other");
    let path = folder.file("memory");
    let mut link = Link::create(&path, &car(), Policy::GO_ON).expect("a memory");
    let renamed = Layout::new("car", [Port::new("pedal", "")], car().outputs().to_vec()).expect("plain");
    let refused = Region::attach(&path, &renamed).expect_err("another layout");
    assert!(refused.to_string().contains("has the layout 0x"), "{refused}");
    // A partner with another layout that attaches nevertheless, with its own hash.
    let careless = Region::attach(&path, &car()).expect("the same layout");
    careless.words()[3].store(renamed.hash(), std::sync::atomic::Ordering::Release);
    let found = link.receive(&mut [0.0; 6]);
    assert_eq!(found.fault, Some(Fault::OtherLayout(renamed.hash())));
    fs::write(
        folder.file("text"),
        "no memory of a vehicle, but long enough for one to look into it, at least at first.",
    )
    .expect("a file");
    assert!(Region::attach(folder.file("text"), &car()).is_err());
    assert!(Region::attach(folder.file("nothing"), &car()).is_err());
    assert!(Link::create(folder.file("no/folder"), &car(), Policy::GO_ON).is_err());
    // Units are part of the layout.
    let degrees = car()
        .inputs()
        .iter()
        .map(|port| Port {
            unit: port.unit.replace("rad", "deg"),
            ..port.clone()
        })
        .collect::<Vec<_>>();
    let degrees = Layout::new("car", degrees, car().outputs().to_vec()).expect("plain");
    assert_ne!(degrees.hash(), car().hash());
}

/// Only an older shared memory is replaced. Other files, links, folders and devices are not changed.
#[test]
fn what_is_no_shared_memory_stays() {
    let folder = Folder::new("foreign");
    let path = folder.file("memory");
    let make = |path: &Path| Link::create(path, &car(), Policy::GO_ON).map(drop);
    make(&path).expect("nothing stands there");
    make(&path).expect("an older memory of this layout");
    drop(Region::create(&path, &wide()).expect("an older memory of another layout"));
    let [text, link, sub] = ["notes.txt", "link", "folder"].map(|name| folder.file(name));
    for content in ["", "short", "the results of a long week"] {
        fs::write(&text, content).expect("a file");
        let told = make(&text).expect_err("a file of the user's").to_string();
        assert!(
            told.contains("notes.txt") && told.contains("choose another path"),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&text).expect("it is still there"), content);
    }
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    fs::create_dir(&sub).expect("a folder");
    for (path, kind) in [
        (link.as_path(), "symbolic link"),
        (&sub, "folder"),
        (Path::new("/dev/null"), "device"),
    ] {
        let told = make(path).expect_err("it is no memory").to_string();
        assert!(told.contains(kind), "{told}");
        assert!(fs::symlink_metadata(path).is_ok());
    }
    assert!(
        Region::attach(&path, &wide()).is_ok(),
        "the memory behind the link is whole"
    );
}

#[test]
fn names_that_no_language_takes_are_refused() {
    let refused = |name: &str, unit: &str| {
        Layout::new("car", [Port::new(name, unit)], [])
            .err()
            .map(|why| why.to_string())
    };
    assert_eq!(refused("speed", "m/s"), None);
    for name in [
        "",
        "1st",
        "rear axle",
        "größe",
        "class",
        "async",
        "double",
        "a".repeat(64).as_str(),
    ] {
        assert!(
            refused(name, "").is_some_and(|why| why.contains("no name in C and Python")),
            "{name}"
        );
    }
    for unit in ["m*/", "\"", "\\", "m\n"] {
        assert!(refused("x", unit).is_some(), "{unit}");
    }
    let twice = Layout::new("car", [Port::new("x", ""), Port::new("x", "")], []);
    assert!(twice.is_err_and(|why| why.to_string().contains("twice")));
    assert!(Layout::new("car", [Port::new("x", "").with_neutral(f64::NAN)], []).is_err());
}

/// A car with one state: `speed' = 4 throttle - 0.1 speed`, a hundred frames a second, ten times as fast as real time.
fn drive(link: &mut Link, mut child: Child) -> (f64, String) {
    let (mut speed, mut inputs, mut fresh) = (0.0, [0.0; 6], 0);
    let begin = Instant::now();
    link.tell_state(1);
    let mut n = 0;
    while child.try_wait().expect("a child").is_none() {
        fresh += u32::from(link.receive(&mut inputs).is_new);
        speed += 0.01 * (4.0 * inputs[0] - 0.1 * speed);
        link.publish(&[0.01 * f64::from(n), speed, 0.0]);
        std::thread::sleep(Duration::from_millis(1));
        n += 1;
        assert!(begin.elapsed() < Duration::from_secs(60), "the partner does not end");
    }
    let output = child.wait_with_output().expect("a child");
    assert!(output.status.success() && fresh > 100, "{output:?}, {fresh} messages");
    (speed, String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The partner controls the speed to 10 m/s, minus the steady-state error of its controller: 4 (0.5 (10 - v)) = 0.1 v.
fn holds_its_speed((speed, told): (f64, String)) {
    let expected = 20.0 / 2.1;
    assert!((speed - expected).abs() < 0.02, "{speed} {expected}");
    let told: f64 = told.parse().expect("the partner prints its speed");
    assert!((told - speed).abs() < 0.05, "{told} {speed}");
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("partners").join(name)
}

fn has(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    if !found {
        println!("skipped: there is no `{program}` here");
    }
    found
}

#[test]
fn a_partner_in_c_drives() {
    if !has("gcc") {
        return;
    }
    let folder = Folder::new("c");
    fs::write(folder.file("car_shared.h"), car().c_header()).expect("a header");
    let built = Command::new("gcc")
        .args([
            "-std=c11",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-D_POSIX_C_SOURCE=200809L",
            "-I",
        ])
        .arg(&folder.0)
        .arg(example("steady.c"))
        .arg("-o")
        .arg(folder.file("steady"))
        .output()
        .expect("gcc");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let path = folder.file("memory");
    let mut link = Link::create(&path, &car(), Policy::GO_ON).expect("a memory");
    let child = Command::new(folder.file("steady"))
        .arg(&path)
        .args(["10", "1500"])
        .stdout(Stdio::piped())
        .spawn();
    holds_its_speed(drive(&mut link, child.expect("the partner")));
}

#[test]
fn a_partner_in_python_drives() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new("python");
    fs::write(folder.file("car_shared.py"), car().python()).expect("a module");
    let path = folder.file("memory");
    let mut link = Link::create(&path, &car(), Policy::GO_ON).expect("a memory");
    let mut command = Command::new("python3");
    command
        .arg(example("steady.py"))
        .arg(&folder.0)
        .arg(&path)
        .args(["10", "1500"])
        .stdout(Stdio::piped());
    holds_its_speed(drive(&mut link, command.spawn().expect("the partner")));
}

/// An independent reader reads the JSON, and the offsets in it are the positions of the numbers.
#[test]
fn json_says_where_the_numbers_are() {
    if !has("python3") {
        return;
    }
    let (folder, layout) = (Folder::new("json"), car());
    fs::write(folder.file("car.json"), layout.json()).expect("a file");
    let path = folder.file("memory");
    let mut link = Link::create(&path, &layout, Policy::GO_ON).expect("a memory");
    link.publish(&[1.5, 2.5, 3.5]);
    let program = "import json, struct, sys\n\
        d = json.load(open(sys.argv[1])); b = open(sys.argv[2], 'rb').read()\n\
        o = d['outputs']; word = lambda at: struct.unpack_from('<Q', b, 8 * at)[0]\n\
        assert len(b) == 8 * d['words'] and word(0) == int(d['mark'], 16) and word(1) == int(d['hash'], 16)\n\
        slot = o['first_slot'] + word(o['at']) % o['slots'] * o['stride']\n\
        print([(n['name'], n['unit'], struct.unpack_from('<d', b, 8 * slot + n['offset'])[0]) for n in o['numbers']])";
    let output = Command::new("python3")
        .args(["-c", program])
        .arg(folder.file("car.json"))
        .arg(&path)
        .output()
        .expect("python3");
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        told.trim(),
        "[('time', 's', 1.5), ('speed', 'm/s', 2.5), ('yaw_rate', 'rad/s', 3.5)]",
        "{output:?}"
    );
}

/// A partner that sets the throttle alone leaves the gear at its neutral value, in C and in Python. A direction without numbers is C11.
#[test]
fn partners_begin_with_the_neutral_inputs() {
    let folder = Folder::new("neutral");
    let sent = |command: &mut Command, path: &Path, link: &mut Link| {
        let output = command.arg(path).output().expect("the partner");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut inputs = [0.0; 6];
        assert!(link.receive(&mut inputs).is_new);
        assert_eq!(inputs, [0.25, 0.0, 1.0, 0.0, 0.0, 0.0]);
    };
    if has("python3") {
        fs::write(folder.file("car_shared.py"), car().python()).expect("a module");
        let path = folder.file("python_memory");
        let mut link = Link::create(&path, &car(), Policy::GO_ON).expect("a memory");
        let program = "import sys; sys.path.insert(0, sys.argv[1]); import car_shared\n\
            partner = car_shared.Partner(sys.argv[2]); partner.inputs.throttle = 0.25; partner.write()";
        sent(
            Command::new("python3").args(["-c", program]).arg(&folder.0),
            &path,
            &mut link,
        );
    }
    if has("gcc") {
        let empty = |name: &str, inputs: &[Port], outputs: &[Port]| {
            Layout::new(name, inputs.to_vec(), outputs.to_vec()).expect("plain names")
        };
        let one = [Port::new("x", "m").with_neutral(-2.5e-3)];
        for layout in [
            car(),
            empty("silent", &[], &one),
            empty("deaf", &one, &[]),
            empty("mute", &[], &[]),
        ] {
            fs::write(folder.file(&format!("{}_shared.h", layout.name())), layout.c_header()).expect("a header");
        }
        let program = "#include \"car_shared.h\"\n#include \"silent_shared.h\"\n#include \"deaf_shared.h\"\n#include \"mute_shared.h\"\n\
            #include <fcntl.h>\n#include <sys/mman.h>\n\
            int main(int count, char **arguments) {\n\
            if (count != 2 || deaf_neutral().x != -2.5e-3) return 1;\n\
            int file = open(arguments[1], O_RDWR);\n\
            void *memory = mmap(NULL, CAR_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);\n\
            if (memory == MAP_FAILED || car_attach(memory) != 0) return 2;\n\
            car_inputs inputs = car_neutral();\n\
            inputs.throttle = 0.25;\n\
            car_write(memory, &inputs);\n\
            return 0;\n}\n";
        fs::write(folder.file("send.c"), program).expect("a program");
        let built = Command::new("gcc")
            .args([
                "-std=c11",
                "-pedantic",
                "-O2",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-D_POSIX_C_SOURCE=200809L",
            ])
            .arg(folder.file("send.c"))
            .arg("-o")
            .arg(folder.file("send"))
            .output()
            .expect("gcc");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let path = folder.file("c_memory");
        let mut link = Link::create(&path, &car(), Policy::GO_ON).expect("a memory");
        sent(&mut Command::new(folder.file("send")), &path, &mut link);
    }
}
