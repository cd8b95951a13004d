//! Any text as the tokens of `train!`.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Lit, LitInt};

use crate::expand::expand;

/// Whether all of it was a model without mistakes.
pub fn tokens(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return false;
    };
    if !is_short(&tokens) {
        return false;
    }
    let output = expand(&quote::quote!(::neuralatex), tokens).to_string();
    let unreadable = "neuralatex generated source that cannot be read";
    assert!(!output.contains(unreadable), "{output}");
    !output.contains("compile_error")
}

/// Whether no training of these tokens can take long. It takes as many steps as rows, parameters,
/// epochs and restarts multiply to; all are whole numbers of the text, each used once. Larger ones than
/// any of them may be are mistakes, unless something is taken from them.
fn is_short(tokens: &TokenStream) -> bool {
    const MOST_STEPS: u64 = 1 << 16;
    const TOO_LARGE: u64 = 1 << 32;
    let (mut steps, mut has_large, mut has_less) = (1_u64, false, false);
    let mut open = vec![tokens.clone()];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Punct(sign) => has_less |= "-/".contains(sign.as_char()),
                TokenTree::Literal(literal) => match Lit::new(literal) {
                    Lit::Int(number) if whole(&number) < TOO_LARGE => {
                        steps = steps.saturating_mul(whole(&number).max(1));
                    }
                    Lit::Int(_) => has_large = true,
                    _ => {}
                },
                TokenTree::Ident(_) => {}
            }
        }
    }
    steps <= MOST_STEPS && !(has_large && has_less)
}

fn whole(number: &LitInt) -> u64 {
    number.base10_parse().unwrap_or(u64::MAX)
}
