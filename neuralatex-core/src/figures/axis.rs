//! Axes: how far they reach, and where their ticks are.

use super::figure::{Axis, Scale};
use crate::maths;
use crate::rounded::trimmed;

/// A tick, and what stands beside it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) label: String,
}

impl Axis {
    /// An axis over all of the values, with a little room at both ends.
    pub(crate) fn over(label: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Axis {
        let [low, high] = extent(values);
        let length = high - low;
        // Numbers may lie so far apart that there is no number for that.
        let room = if length.is_finite() {
            0.05 * length
        } else {
            0.0
        };
        // A single value is in the middle.
        let room = if room > 0.0 {
            room
        } else {
            (0.1 * low.abs()).max(0.5)
        };
        let range = [(low - room).max(f64::MIN), (high + room).min(f64::MAX)];
        Axis {
            label: label.into(),
            range,
            scale: Scale::Linear,
            names: Vec::new(),
        }
    }

    /// An axis over positive or any other values, logarithmic where they differ by more than two
    /// powers of ten.
    pub(crate) fn of_losses(label: impl Into<String>, values: &[f64]) -> Axis {
        let [low, high] = extent(values.iter().copied());
        let label = label.into();
        if low > 0.0 && high / low > 100.0 && (high / low).is_finite() {
            let range = [low / 1.2, (high * 1.2).min(f64::MAX)];
            let scale = Scale::Logarithmic;
            return Axis {
                label,
                range,
                scale,
                names: Vec::new(),
            };
        }
        let mut axis = Axis::over(label, values.iter().copied());
        // Losses begin at 0 where that is near.
        if low >= 0.0 && low < 0.5 * high {
            axis.range[0] = 0.0;
        }
        axis
    }

    /// An axis of whole numbers, which are its ticks.
    pub(crate) fn whole(label: impl Into<String>, [low, high]: [usize; 2]) -> Axis {
        let room = if low == high { 0.5 } else { 0.0 };
        Axis {
            label: label.into(),
            range: [low as f64 - room, high as f64 + room],
            scale: Scale::Whole,
            names: Vec::new(),
        }
    }

    /// An axis of things that have a name and no size, one above the other.
    pub(crate) fn named(label: impl Into<String>, names: Vec<String>) -> Axis {
        let last = names.len().saturating_sub(1) as f64;
        let room = (0.08 * last).max(0.4);
        Axis {
            label: label.into(),
            range: [-room, last + room],
            scale: Scale::Whole,
            names,
        }
    }

    /// Where a value is: 0 at the lower end of the axis, 1 at the upper.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let [low, high] = self.range;
        match self.scale {
            Scale::Logarithmic => maths::ln(value / low) / maths::ln(high / low),
            // Halves, since the difference of large numbers may be infinite.
            _ => (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0),
        }
    }

    /// As [`place`](Axis::place), for drawing: what is far outside, or no number, is a little outside.
    pub(crate) fn place_within(&self, value: f64) -> f64 {
        let place = self.place(value);
        match place.is_nan() {
            true => -0.5,
            false => place.clamp(-0.5, 1.5),
        }
    }

    /// Ticks at round numbers: some three to seven, fewer where their labels are long.
    pub(crate) fn ticks(&self) -> Vec<Tick> {
        const LETTERS: usize = 36;
        if !self.names.is_empty() {
            return self.names_of_some();
        }
        let mut values = self.round_numbers();
        let mut labels = labels_of(&values);
        while values.len() > 3
            && labels.iter().map(|label| label.len() + 1).sum::<usize>() > LETTERS
        {
            // Of two, the rounder one: 2 of 1 and 2, but 0 of -1 and 0.
            let step = values[1] - values[0];
            let odd = (values[0] / step).rem_euclid(2.0).round() as usize;
            let first = if self.scale == Scale::Logarithmic {
                0
            } else {
                odd % 2
            };
            values = values.into_iter().skip(first).step_by(2).collect();
            labels = labels_of(&values);
        }
        let ticks = values.into_iter().zip(labels);
        ticks.map(|(value, label)| Tick { value, label }).collect()
    }

    /// As many names as there is room for.
    fn names_of_some(&self) -> Vec<Tick> {
        const MOST: usize = 10;
        let every = self.names.len().div_ceil(MOST);
        let tick = |(place, name): (usize, &String)| Tick {
            value: place as f64,
            label: name.clone(),
        };
        self.names
            .iter()
            .enumerate()
            .step_by(every)
            .map(tick)
            .collect()
    }

    fn round_numbers(&self) -> Vec<f64> {
        let [low, high] = self.range;
        if self.scale == Scale::Logarithmic {
            return powers(low, high);
        }
        let step = step(high / 2.0 - low / 2.0, self.scale == Scale::Whole);
        let first = (low / step).ceil() as i64;
        let last = (high / step).floor() as i64;
        (first..=last).take(12).map(|n| n as f64 * step).collect()
    }
}

/// The least and the greatest of finite values; 0 and 0 without any.
fn extent(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let finite = values.into_iter().filter(|value| value.is_finite());
    let ends = finite.fold(None, |ends: Option<[f64; 2]>, value| {
        let [low, high] = ends.unwrap_or([value, value]);
        Some([low.min(value), high.max(value)])
    });
    ends.unwrap_or([0.0, 0.0])
}

/// A step of 1, 2 or 5 times a power of ten, about a fifth of twice the half.
fn step(half: f64, whole: bool) -> f64 {
    let rough = half / 2.5;
    let exponent = log10(rough).floor();
    let power = ten_to(exponent as i32);
    let factor = match rough / power {
        mantissa if mantissa < 1.5 => 1.0,
        mantissa if mantissa < 3.5 => 2.0,
        mantissa if mantissa < 7.5 => 5.0,
        _ => 10.0,
    };
    let step = factor * power;
    match step.is_finite() && step > 0.0 {
        true if whole => step.max(1.0),
        true => step,
        false => f64::MAX / 4.0,
    }
}

/// Powers of ten, not more than seven; if there are fewer than two, also twice and five times.
fn powers(low: f64, high: f64) -> Vec<f64> {
    let [first, last] = [log10(low).ceil() as i32, log10(high).floor() as i32];
    let every = ((last - first) / 6 + 1).max(1) as usize;
    let whole: Vec<f64> = (first..=last).step_by(every).map(ten_to).collect();
    if whole.len() >= 2 {
        return whole;
    }
    let between = (first - 1..=last).flat_map(|n| [1.0, 2.0, 5.0].map(|m| m * ten_to(n)));
    between.filter(|tick| (low..=high).contains(tick)).collect()
}

/// By our own logarithm, so that it is the same everywhere.
fn log10(value: f64) -> f64 {
    maths::ln(value) / std::f64::consts::LN_10
}

/// A power of ten, exactly rounded.
fn ten_to(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// All with as many digits as any of them needs.
fn labels_of(values: &[f64]) -> Vec<String> {
    let largest = values
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()));
    let least = values.iter().filter(|value| **value != 0.0);
    let least = least.fold(f64::INFINITY, |least: f64, value| least.min(value.abs()));
    if largest >= 1e6 || least < 1e-4 {
        let with = |digits: usize| -> Vec<String> {
            let label = |value: &f64| exponential(*value, digits);
            values.iter().map(label).collect()
        };
        // Steps are round: more digits than tell them apart are those of the computation.
        return with((3..16).find(|digits| differ(&with(*digits))).unwrap_or(3));
    }
    let decimals = |value: &f64| {
        let text = trimmed(&format!("{value:.6}"));
        text.find('.').map_or(0, |point| text.len() - point - 1)
    };
    let needed = match least >= 1.0 && largest / least > 99.0 {
        true => 0,
        false => values.iter().map(decimals).max().unwrap_or(0),
    };
    let with = |decimals: usize| -> Vec<String> {
        let label = |value: &f64| format!("{:.decimals$}", value + 0.0);
        values.iter().map(label).collect()
    };
    with(
        (needed..16)
            .find(|decimals| differ(&with(*decimals)))
            .unwrap_or(needed),
    )
}

fn differ(labels: &[String]) -> bool {
    labels.windows(2).all(|pair| pair[0] != pair[1])
}

/// `2e-7`, `1.5e10`, `0`.
fn exponential(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    let text = format!("{value:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", trimmed(mantissa))
}

#[cfg(test)]
mod tests {
    use super::super::figure::Axis;

    fn labels(axis: &Axis) -> String {
        let ticks = axis.ticks();
        for tick in &ticks {
            let place = axis.place(tick.value);
            assert!((-1e-9..=1.0 + 1e-9).contains(&place), "{axis:?}: {tick:?}");
        }
        let labels: Vec<String> = ticks.into_iter().map(|tick| tick.label).collect();
        labels.join(" ")
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&Axis::over("", [-4.0, 4.0])), "-4 -2 0 2 4");
        assert_eq!(
            labels(&Axis::over("", [0.0, 1.0])),
            "0.0 0.2 0.4 0.6 0.8 1.0"
        );
        assert_eq!(
            labels(&Axis::over("", [1e7, 3e7])),
            "1e7 1.5e7 2e7 2.5e7 3e7"
        );
        assert_eq!(
            labels(&Axis::over("", [0.0, 3e-7])),
            "0 5e-8 1e-7 1.5e-7 2e-7 2.5e-7 3e-7"
        );
        assert_eq!(labels(&Axis::whole("", [1, 35])), "5 10 15 20 25 30 35");
        assert_eq!(labels(&Axis::whole("", [1, 3])), "1 2 3");
    }

    #[test]
    fn single_values_and_extreme_ones_have_an_axis_too() {
        assert_eq!(labels(&Axis::whole("", [1, 1])), "1");
        assert_eq!(labels(&Axis::over("", [0.5])), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(labels(&Axis::over("", [])), "-0.4 -0.2 0.0 0.2 0.4");
        for values in [
            [f64::MIN, f64::MAX],
            [f64::MAX, f64::MAX],
            [0.0, 5e-324],
            [1.0, 1.0 + f64::EPSILON],
            [1e300, 1e300],
            [f64::NAN, f64::INFINITY],
        ] {
            let axis = Axis::over("", values);
            assert!(axis.range[0] < axis.range[1], "{values:?}: {axis:?}");
            assert!(axis.ticks().len() <= 12, "{values:?}");
            let places = values.map(|value| axis.place(value));
            let inside = |place: &f64| !place.is_finite() || (0.0..=1.0).contains(place);
            assert!(places.iter().all(inside), "{values:?}: {places:?}");
        }
    }

    #[test]
    fn labels_tell_ticks_apart() {
        for [low, high] in [
            [1.7e9, 1.7e9 + 1e4],
            [1234567.0, 1234570.0],
            [1.0, 1.0 + 1e-7],
            [-5e-9, 5e-9],
            [1.667e12, 1.667_000_1e12],
        ] {
            let labels = labels(&Axis::over("", [low, high]));
            let labels: Vec<&str> = labels.split(' ').collect();
            let differ = labels.windows(2).all(|pair| pair[0] != pair[1]);
            assert!(labels.len() >= 2 && differ, "{labels:?}");
        }
    }

    #[test]
    fn names_are_ticks_as_many_as_there_is_room_for() {
        let names = |count: usize| (0..count).map(|n| format!("n{n}")).collect();
        assert_eq!(labels(&Axis::named("", names(1))), "n0");
        assert_eq!(labels(&Axis::named("", names(3))), "n0 n1 n2");
        assert_eq!(
            labels(&Axis::named("", names(40))),
            "n0 n4 n8 n12 n16 n20 n24 n28 n32 n36"
        );
    }

    #[test]
    fn losses_that_fall_far_have_a_logarithmic_axis() {
        assert_eq!(
            labels(&Axis::of_losses("", &[1.0, 0.5])),
            "0.5 0.6 0.7 0.8 0.9 1.0"
        );
        assert_eq!(
            labels(&Axis::of_losses("", &[1.0, 0.2])),
            "0.0 0.2 0.4 0.6 0.8 1.0"
        );
        assert_eq!(
            labels(&Axis::of_losses("", &[1.0, 0.001])),
            "0.001 0.010 0.100 1.000"
        );
        assert_eq!(
            labels(&Axis::of_losses("", &[2.0, 1e-9])),
            "1e-9 1e-7 1e-5 1e-3 1e-1"
        );
        assert_eq!(
            labels(&Axis::of_losses("", &[1.0, 0.0])),
            "0.0 0.2 0.4 0.6 0.8 1.0"
        );
    }
}
