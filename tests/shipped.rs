//! What is reported is what is shipped.

use neuralatex::spiral::{EVALUATION, Spiral, TRAINING};

#[test]
fn correct_is_what_the_generated_predict_gets_right() {
    let right = EVALUATION
        .iter()
        .filter(|(point, arm)| Spiral::predict(*point) == *arm)
        .count();
    assert_eq!(Spiral::CORRECT, right);
    assert_eq!(Spiral::EVALUATED, EVALUATION.len());
    assert_eq!(Spiral::ACCURACY, right as f64 / EVALUATION.len() as f64);
    assert_eq!(Spiral::TRAINED, TRAINING.len());
}

#[test]
fn loss_is_the_mean_margin_loss_of_the_generated_scores() {
    let loss = |(point, arm): &([f32; 2], i32)| {
        let [score] = Spiral::scores(*point);
        (1.0 - f64::from(score) * f64::from(*arm)).max(0.0)
    };
    let mean = EVALUATION.iter().map(loss).sum::<f64>() / EVALUATION.len() as f64;
    assert_eq!(Spiral::LOSS.to_bits(), mean.to_bits());
}

#[test]
fn constants_hold_what_run_time_computes_to_the_bit() {
    const SCORES: [[f32; 1]; 100] = {
        let mut scores = [[0.0]; 100];
        let mut i = 0;
        while i < 100 {
            scores[i] = Spiral::scores(EVALUATION[i].0);
            i += 1;
        }
        scores
    };
    const FIRST: i32 = Spiral::predict(EVALUATION[0].0);
    for (score, (point, _)) in SCORES.iter().zip(EVALUATION) {
        let now = Spiral::scores(std::hint::black_box(point));
        assert_eq!(score[0].to_bits(), now[0].to_bits());
    }
    assert_eq!(
        FIRST,
        Spiral::predict(std::hint::black_box(EVALUATION[0].0))
    );
}

#[test]
fn the_constants_agree_with_each_other() {
    assert_eq!(Spiral::LAYERS, [2, 4, 4, 1]);
    assert_eq!(Spiral::PARAMETERS, Spiral::WEIGHTS.len());
    assert_eq!(Spiral::EPOCHS, Spiral::LOSSES.len());
    assert_eq!(Spiral::CLASSES, [-1, 1]);
    assert_eq!(Spiral::DIGEST.len(), 64);
    assert!(Spiral::LOSSES[34] < Spiral::LOSSES[0]);
}
