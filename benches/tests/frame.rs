//! The whole frame of a driving simulator: it allocates nothing, a snapshot is complete, and the driver feels the drive.

use wishbone_benches::frame::count::Folder;
use wishbone_benches::frame::{BUMPS, FRAMES, Loop, whole};

/// The environment variable `SOAK` gives the number of frames; without it, one drive is run.
#[test]
fn whole_frames_do_not_allocate() {
    let frames = std::env::var("SOAK").ok().and_then(|text| text.parse().ok());
    let frames: usize = frames.unwrap_or(FRAMES);
    let folder = Folder::new("allocation").expect("a folder");
    let mut whole = whole(&folder.0.join("memory"), BUMPS[1]).expect("the truck settles");
    let counted = allocation_counter::measure(|| {
        for frame in 0..frames {
            if frame % FRAMES == 0 {
                whole.restart();
            }
            whole.send();
            whole.work().expect("a sound frame");
        }
    });
    println!("tried: {frames} whole frames, {} allocations", counted.count_total);
    assert_eq!(counted.count_total, 0);
}

/// Truck, driveline, tyres, washout, platform, organs and needles continue from a snapshot with the same bits.
#[test]
fn a_snapshot_of_the_whole_goes_on_to_the_last_bit() {
    let folder = Folder::new("snapshot").expect("a folder");
    let mut whole = whole(&folder.0.join("memory"), BUMPS[1]).expect("the truck settles");
    let run = |whole: &mut Loop<_>, frames: usize| -> Vec<Vec<u64>> {
        let mut rows = Vec::new();
        for _ in 0..frames {
            whole.send();
            whole.work().expect("a sound frame");
            rows.push(whole.outputs().iter().map(|number| number.to_bits()).collect());
        }
        rows
    };
    // Until just before the front wheels reach the first bump, 20 m from the start.
    while whole.output("chassis_x") < Some(17.5) {
        let _ = run(&mut whole, 1);
    }
    let saved = whole.save();
    // Over a bump.
    let first = run(&mut whole, 400);
    let _ = run(&mut whole, 300);
    whole.restore(&saved);
    assert!(run(&mut whole, 400) == first);
    assert_ne!(first.first(), first.last());
}

/// The rack moves to the left, which steers to the right. The driver feels it, the wheel turns back to the left, the needles
/// show speed and engine speed, and the partner receives all of it.
#[test]
fn the_driver_feels_the_bend() {
    let folder = Folder::new("bend").expect("a folder");
    let mut whole = whole(&folder.0.join("memory"), BUMPS[1]).expect("the truck settles");
    for _ in 0..3900 {
        whole.send();
        whole.work().expect("a sound frame");
    }
    assert!(whole.published());
    let output = |name: &str| {
        let number = whole.output(name).expect(name);
        println!("{name}: {number}");
        number
    };
    assert!(output("wheel_position") < -0.5);
    let torque = output("wheel_torque");
    assert!((0.5..30.0).contains(&torque), "it turns back to the left: {torque}");
    assert!(output("felt_in_vehicle_lateral_specific_force") < -0.15);
    assert!(output("felt_in_vehicle_yaw_rate") < -0.05);
    assert!((20.0..60.0).contains(&output("speedometer")));
    assert!((500.0..3000.0).contains(&output("tachometer")));
    let legs: Vec<f64> = (1..=6).map(|leg| output(&format!("leg_{leg}"))).collect();
    let (least, most) = (
        legs.iter().fold(f64::MAX, |a, b| a.min(*b)),
        legs.iter().fold(0.0_f64, |a, b| a.max(*b)),
    );
    assert!(most - least > 0.01, "the platform moves: {legs:?}");
}
