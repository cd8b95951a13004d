//! Which class leads at points of the plane, and by how much.

/// The class that is predicted at a point, and its score and that of the next.
pub(super) struct Lead {
    pub(super) class: usize,
    best: f64,
    next: f64,
}

/// Those of all points. A single score speaks for the second class, its opposite for the first.
pub(super) fn leads(scores: &[f64], outputs: usize) -> Vec<Lead> {
    let lead = |scores: &[f64]| match scores {
        [score] => Lead {
            class: usize::from(*score >= 0.0),
            best: score.abs(),
            next: -score.abs(),
        },
        _ => {
            let mut lead = Lead {
                class: 0,
                best: f64::NEG_INFINITY,
                next: f64::NEG_INFINITY,
            };
            for (class, &score) in scores.iter().enumerate() {
                if score > lead.best {
                    lead = Lead {
                        class,
                        best: score,
                        next: lead.best,
                    };
                } else if score > lead.next {
                    lead.next = score;
                }
            }
            lead
        }
    };
    scores.chunks(outputs).map(lead).collect()
}

/// By how much a class leads at each point: less than 0 where another one does.
pub(super) fn over_others(scores: &[f64], leads: &[Lead], class: usize) -> Vec<f64> {
    let outputs = scores.len() / leads.len();
    let over = |(scores, lead): (&[f64], &Lead)| match (scores, lead.class == class) {
        (_, true) => lead.best - lead.next,
        ([_], false) => lead.next - lead.best,
        (_, false) => scores[class] - lead.best,
    };
    scores.chunks(outputs).zip(leads).map(over).collect()
}
