//! The histogram of step times against a sorted list of the same times.

use core::time::Duration;
use wishbone::timing::StepTimes;

/// Typical times of a run: most are similar, some are long, and few are very long.
fn sample(seed: u64, count: usize) -> Vec<Duration> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let time =
        |_| Duration::from_nanos((10.0_f64.powf(3.0 * rng.f64() * rng.f64() + 2.0 + 6.0 * rng.f64().powi(40))) as u64);
    (0..count).map(time).collect()
}

/// The smallest time within which this percentage of the steps was done.
fn exact(sorted: &[Duration], percent: f64) -> Duration {
    let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

#[test]
fn percentiles_are_those_of_the_sorted_sample_to_a_box() {
    for seed in 0..20 {
        let mut times = sample(seed, 1 + 500 * seed as usize);
        let deadline = Duration::from_micros(20);
        let mut found = StepTimes::new(deadline);
        times.iter().for_each(|time| found.record(*time));
        times.sort_unstable();

        assert_eq!(found.steps(), times.len() as u64);
        assert_eq!(
            found.missed(),
            times.iter().filter(|time| **time > deadline).count() as u64
        );
        assert_eq!(Some(&found.worst()), times.last());
        let mean = times.iter().sum::<Duration>().as_nanos() / times.len() as u128;
        assert_eq!(found.mean().as_nanos(), mean);
        for percent in [0.0, 1.0, 25.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0] {
            let (shown, exact) = (found.percentile(percent), exact(&times, percent));
            assert!(
                shown >= exact && shown <= exact + exact / 32,
                "{percent}: {shown:?}, {exact:?}"
            );
        }
    }
}

/// For each multiple of a tenth of a percent, exactly this share of the steps is short; the percentile at this share is
/// then the short time.
#[test]
fn percentiles_of_round_numbers_are_not_those_of_a_step_more() {
    let [short, long] = [10, 50].map(Duration::from_nanos);
    for tenths in 1..=1000 {
        let mut found = StepTimes::new(long);
        (1..=1000).for_each(|step| found.record(if step <= tenths { short } else { long }));
        let percent = f64::from(tenths) / 10.0;
        assert_eq!(found.percentile(percent), short, "{percent}");
        assert_eq!(
            found.percentile(percent + 0.01),
            if tenths < 1000 { long } else { short }
        );
    }
}

#[test]
fn adding_two_is_recording_all_in_one() {
    let (first, second) = (sample(1, 700), sample(2, 300));
    let recorded = |times: &[Duration]| {
        let mut all = StepTimes::new(Duration::from_micros(5));
        times.iter().for_each(|time| all.record(*time));
        all
    };
    let mut sum = recorded(&first);
    sum.add(&recorded(&second));
    assert_eq!(sum, recorded(&[first, second].concat()));
}

#[test]
fn without_steps_all_is_nil() {
    let none = StepTimes::new(Duration::ZERO);
    assert_eq!((none.steps(), none.missed()), (0, 0));
    assert_eq!((none.worst(), none.mean(), none.percentile(99.0)), Default::default());
}

/// Times too long for any bin are counted, and their percentile is the worst time.
#[test]
fn hours_are_not_lost() {
    let mut times = StepTimes::new(Duration::from_secs(1));
    times.record(Duration::from_micros(3));
    times.record(Duration::from_secs(7200));
    assert_eq!(times.percentile(100.0), Duration::from_secs(7200));
    times.record(Duration::MAX);
    assert_eq!((times.worst(), times.missed()), (Duration::MAX, 2));
    assert_eq!(times.percentile(100.0), Duration::MAX);
}
