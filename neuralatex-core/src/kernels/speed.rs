use super::interface::*;
use super::network::*;
use super::trainer::*;
#[repr(C)]
struct Ts {
    s: i64,
    n: i64,
}
unsafe extern "C" {
    fn clock_gettime(c: i32, t: *mut Ts) -> i32;
}
struct Instant(f64);
impl Instant {
    fn now() -> Instant {
        let mut t = Ts { s: 0, n: 0 };
        unsafe {
            clock_gettime(2, &mut t);
        }
        Instant(t.s as f64 + 1e-9 * t.n as f64)
    }
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::from_secs_f64(Instant::now().0 - self.0)
    }
}

fn f32s(n: &str) -> Vec<f32> {
    std::fs::read(format!("/tmp/bench/data/{n}"))
        .unwrap()
        .chunks_exact(4)
        .map(|c| f32::from_le_bytes(c.try_into().unwrap()))
        .collect()
}
fn i32s(n: &str) -> Vec<u32> {
    std::fs::read(format!("/tmp/bench/data/{n}"))
        .unwrap()
        .chunks_exact(4)
        .map(|c| u32::from_le_bytes(c.try_into().unwrap()))
        .collect()
}
fn order(p: &[f32], sizes: &[usize]) -> Vec<f32> {
    let mut out = vec![];
    let mut k = 0;
    for w in sizes.windows(2) {
        let (i, o) = (w[0], w[1]);
        for n in 0..o {
            out.extend_from_slice(&p[k + n * i..k + n * i + i]);
            out.push(p[k + i * o + n]);
        }
        k += i * o + o;
    }
    out
}
fn settings(loss: Loss, method: Method, batch: usize, shuffle: bool) -> Settings {
    Settings {
        loss,
        delta: 1.0,
        steps: vec![],
        result: 0,
        method,
        momentum: 0.0,
        weight_decay: 0.0,
        clip: f64::INFINITY,
        batch,
        shuffle: shuffle.then_some(([1; 8], 4)),
    }
}
fn shape(sizes: &[usize]) -> Shape {
    let mut a = vec![(Activation::Relu, 0.0); sizes.len() - 2];
    a.push((Activation::Identity, 0.0));
    Shape {
        sizes: sizes.to_vec(),
        activations: a,
    }
}

#[test]
#[ignore]
fn speed() {
    let threads: usize = std::env::var("T").map_or(1, |t| t.parse().unwrap());
    {
        let (x, y, w) = (
            f32s("spiral_x.f32"),
            f32s("spiral_y.f32"),
            order(&f32s("t1_init.f32"), &[2, 4, 4, 1]),
        );
        let rows = Rows {
            inputs: &x,
            columns: 2,
            normalization: None,
            answers: Answers::Targets(&y),
        };
        for (ep, name) in [(35, "T1-35"), (1000, "T1-1000")] {
            let rates: Vec<f64> = (1..=ep)
                .map(|e| {
                    if ep == 35 {
                        1.0 - 0.9 * (e as f64 - 1.0) / 100.0
                    } else {
                        0.1
                    }
                })
                .collect();
            let mut best = f64::MAX;
            let mut last = 0.0;
            for _ in 0..(if std::env::var_os("T1").is_some() {
                1500
            } else {
                200
            }) {
                let mut t = Trainer::new(
                    shape(&[2, 4, 4, 1]),
                    settings(Loss::MaxMargin, Method::Sgd, 100, true),
                    &w,
                    100,
                );
                let mut l = Vec::with_capacity(2000);
                let s = Instant::now();
                t.run(0..ep, &rates, &rows, &mut l, 1);
                best = best.min(s.elapsed().as_secs_f64());
                last = l[ep - 1];
            }
            println!("{name} {:.2} us  last loss {last}", best * 1e6);
        }
    }
    if std::env::var_os("T1").is_some() {
        return;
    }
    for (name, sizes, batch, ep, pre) in [
        ("T2", [64, 32, 10], 32, 50, "digits"),
        ("T3", [784, 128, 10], 64, 1, "mnist"),
    ] {
        let (x, y, xt, yt) = (
            f32s(&format!("{pre}_xtr.f32")),
            i32s(&format!("{pre}_ytr.i32")),
            f32s(&format!("{pre}_xte.f32")),
            i32s(&format!("{pre}_yte.i32")),
        );
        let w = order(
            &f32s(if name == "T2" {
                "t2_init.f32"
            } else {
                "t3_init.f32"
            }),
            &sizes,
        );
        let n = y.len() / batch * batch;
        let rows = Rows {
            inputs: &x[..n * sizes[0]],
            columns: sizes[0],
            normalization: None,
            answers: Answers::Classes(&y[..n], [1.0, 0.0]),
        };
        let mut best = f64::MAX;
        let mut acc = 0.0;
        if std::env::var("ONLY").is_ok_and(|only| only != name) {
            continue;
        }
        for _ in 0..(if name == "T2" { 10 } else { 4 }) {
            let mut t = Trainer::new(
                shape(&sizes),
                settings(Loss::CrossEntropy, Method::Adam, batch, true),
                &w,
                n,
            );
            let mut l = Vec::with_capacity(100);
            let s = Instant::now();
            t.run(0..ep, &vec![1e-3; ep], &rows, &mut l, threads);
            best = best.min(s.elapsed().as_secs_f64());
            let test = Rows {
                inputs: &xt,
                columns: sizes[0],
                normalization: None,
                answers: Answers::Unknown,
            };
            let s = super::scores::scores(&shape(&sizes), t.weights(), &test);
            acc = s
                .chunks(10)
                .zip(&yt)
                .filter(|(s, y)| {
                    (0..10).max_by(|a, b| s[*a].total_cmp(&s[*b])).unwrap() == **y as usize
                })
                .count() as f64
                / yt.len() as f64;
        }
        println!("{name} {:.2} ms acc {acc}", best * 1e3);
    }
}
