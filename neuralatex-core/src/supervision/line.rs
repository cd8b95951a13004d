//! The line that is drawn, as much of it as a terminal has room for:
//! `Iris 4-16-3 [=====>        ] epoch 35/200, loss 0.1234, 12 s left`.

use super::course::{Course, spoken};
use crate::rounded::rounded;

/// The longest bar, and the shortest that is worth its place.
const LONGEST: usize = 20;
const SHORTEST: usize = 5;

/// In so many columns: first the bar is shorter, then it goes, then the loss, then the sizes.
pub(super) fn line(title: &str, course: &Course, columns: usize) -> String {
    let words = words(course);
    let name = title.split(' ').next().unwrap_or(title);
    let few = joined([Some(epoch(course)), left(course)]);
    let bars = (SHORTEST..=LONGEST).rev();
    let mut lines = bars.map(|width| format!("{title} {} {words}", bar(course, width)));
    let is_short = |line: &String| line.chars().count() <= columns;
    let shorter = || {
        let lines = [
            format!("{title} {words}"),
            format!("{title} {few}"),
            format!("{name} {few}"),
        ];
        lines.into_iter().find(is_short)
    };
    let whole = lines.find(is_short).or_else(shorter);
    whole.unwrap_or_else(|| format!("{name} {few}").chars().take(columns).collect())
}

/// `epoch 35/200, loss 0.1234, 12 s left`
pub(super) fn words(course: &Course) -> String {
    let loss = course.loss().map(|loss| format!("loss {}", rounded(loss)));
    joined([Some(epoch(course)), loss, left(course)])
}

fn joined<const N: usize>(parts: [Option<String>; N]) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

fn epoch(course: &Course) -> String {
    format!("epoch {}/{}", course.done(), course.epochs)
}

fn left(course: &Course) -> Option<String> {
    Some(format!("{} left", spoken(course.time_left()?)))
}

/// `[=====>        ]`
fn bar(course: &Course, width: usize) -> String {
    let done = width.saturating_mul(course.done()) / course.epochs.max(1);
    let mut bar = "=".repeat(done.min(width));
    if done < width {
        bar.push('>');
    }
    format!("[{bar:<width$}]")
}

#[cfg(test)]
mod tests {
    use super::{Course, bar, line, words};

    #[test]
    fn a_line_tells_how_far_it_is() {
        let course = Course::new(40);
        assert_eq!(words(&course), "epoch 0/40");
        assert_eq!(bar(&course, 20), "[>                   ]");
        course.advance(10, 0.123456);
        assert!(words(&course).starts_with("epoch 10/40, loss 0.1235, "));
        assert_eq!(bar(&course, 20), "[=====>              ]");
        course.skip(30);
        assert_eq!(bar(&course, 20), "[====================]");
        assert_eq!(bar(&course, 5), "[=====]");
    }

    #[test]
    fn a_narrow_terminal_has_what_matters() {
        let course = Course::new(4000);
        course.advance(3990, 0.123456);
        for (columns, told) in [
            (
                200,
                "Iris 4-16-3 [===================>] epoch 3990/4000, loss 0.1235, 0.0 s left",
            ),
            (
                67,
                "Iris 4-16-3 [===========>] epoch 3990/4000, loss 0.1235, 0.0 s left",
            ),
            (59, "Iris 4-16-3 epoch 3990/4000, loss 0.1235, 0.0 s left"),
            (40, "Iris 4-16-3 epoch 3990/4000, 0.0 s left"),
            (35, "Iris epoch 3990/4000, 0.0 s left"),
            (10, "Iris epoch"),
            (0, ""),
        ] {
            assert_eq!(line("Iris 4-16-3", &course, columns), told, "{columns}");
        }
    }
}
