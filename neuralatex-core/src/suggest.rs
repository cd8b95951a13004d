//! "Did you mean …?": the known name nearest to what was typed.

/// The nearest of the known names, if it is near enough to be what was meant: a third of
/// its letters may differ, none of a word with one or two. An extension that both have is not counted.
pub(crate) fn did_you_mean<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let length = |text: &str| text.to_lowercase().chars().count();
    let letters = length(name);
    let may_differ = |candidate: &str| {
        let extension = candidate.rfind('.').map_or("", |dot| &candidate[dot..]);
        let stem = candidate.strip_suffix(extension);
        let stem = stem.filter(|_| name.ends_with(extension));
        stem.unwrap_or(candidate).chars().count() / 3
    };
    // Else as many would differ; names in files may be of any length.
    let is_near = |candidate: &&&str| letters.abs_diff(length(candidate)) <= may_differ(candidate);
    known
        .iter()
        .filter(is_near)
        .map(|&candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= may_differ(candidate))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be added, left out, changed or swapped with their neighbour to make
/// one name of the other, whatever the case.
fn distance(a: &str, b: &str) -> usize {
    let letters = |word: &str| -> Vec<char> { word.to_lowercase().chars().collect() };
    let (a, b) = (letters(a), letters(b));
    // rows[i][j]: the distance of the first i letters of a and the first j of b.
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn a_typo_finds_its_word_and_another_word_finds_none() {
        let known = [
            "epochs",
            "batch",
            "optimizer",
            "init",
            "mse",
            "s",
            "network.safetensors",
        ];
        for (typed, meant) in [
            ("epoch", Some("epochs")),
            ("epcohs", Some("epochs")),
            ("Batch", Some("batch")),
            ("optimiser", Some("optimizer")),
            ("int", Some("init")),
            ("btach", Some("batch")),
            // As many letters agree by chance.
            ("march", None),
            ("foo", None),
            ("netwrk.safetensors", Some("network.safetensors")),
            ("network.safetensor", Some("network.safetensors")),
            ("model.safetensors", None),
            ("colour", None),
            ("", None),
            ("u", None),
        ] {
            assert_eq!(did_you_mean(typed, &known), meant, "{typed}");
        }
    }
}
