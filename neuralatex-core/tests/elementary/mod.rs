//! The sources of the elementary functions, for tests.

/// One source and its functions, as the core and generated code have them.
macro_rules! functions {
    ($module:ident, $real:ty, $file:literal) => {
        #[allow(dead_code, reason = "each test file uses some of it")]
        pub(crate) mod $module {
            include!(concat!("../../src/inference/", $file));

            pub(crate) const ALL: [(&str, fn($real) -> $real); 5] = [
                ("exp", exp),
                ("ln", ln),
                ("tanh", tanh),
                ("sigmoid", sigmoid),
                ("erf", erf),
            ];

            pub(crate) fn function(name: &str) -> fn($real) -> $real {
                ALL.into_iter().find(|(known, _)| *known == name).unwrap().1
            }

            /// The ulp that the comment of a function promises.
            pub(crate) fn promised(name: &str) -> f64 {
                let source = include_str!(concat!("../../src/inference/", $file));
                let head = format!("const fn {name}(");
                let mut blocks = source.split("\n\n");
                let block = blocks.find(|block| block.contains(&head)).unwrap();
                let (_, after) = block.split_once("within ").unwrap();
                let (ulp, _) = after.split_once(" ulp").unwrap();
                ulp.parse().unwrap()
            }

            /// The five functions of each number.
            pub(crate) const fn table<const N: usize>(inputs: [$real; N]) -> [[$real; 5]; N] {
                let mut table = [[0.0; 5]; N];
                let mut index = 0;
                while index < N {
                    let x = inputs[index];
                    table[index] = [exp(x), ln(x), tanh(x), sigmoid(x), erf(x)];
                    index += 1;
                }
                table
            }
        }
    };
}

functions!(single, f32, "elementary_f32.rs");
functions!(double, f64, "elementary_f64.rs");

/// Numbers of all sizes and both signs: every 40009th pattern of bits.
pub(crate) fn singles() -> impl Iterator<Item = f32> {
    (0..=u32::MAX).step_by(40_009).map(f32::from_bits)
}
