//! Names of models as names of TeX's macros, which are of ASCII letters only.

/// The beginning of the names of a model's macros. Letters stay, digits are words (`Mnist10` is
/// `MnistOneZero`), and an underscore makes the next letter a capital (`Two_moons` is `TwoMoons`).
/// Any other letter is a `U` and its Unicode number (`É` is `UCNine`).
pub(super) fn control_word(name: &str) -> String {
    let mut word = String::with_capacity(name.len());
    let mut capital = false;
    for letter in name.chars() {
        match letter {
            '_' => {}
            'a'..='z' if capital => word.push(letter.to_ascii_uppercase()),
            'a'..='z' | 'A'..='Z' => word.push(letter),
            '0'..='9' => word += digit(letter),
            _ => {
                word.push('U');
                for hexadecimal in format!("{:X}", letter as u32).chars() {
                    match hexadecimal {
                        '0'..='9' => word += digit(hexadecimal),
                        _ => word.push(hexadecimal),
                    }
                }
            }
        }
        capital = letter == '_';
    }
    word
}

fn digit(digit: char) -> &'static str {
    const WORDS: [&str; 10] = [
        "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine",
    ];
    WORDS[digit.to_digit(10).unwrap_or(0) as usize]
}

#[cfg(test)]
mod tests {
    use super::control_word;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_mapped_as_documented() {
        for (name, word) in [
            ("Spiral", "Spiral"),
            ("Mnist10", "MnistOneZero"),
            ("Two_moons", "TwoMoons"),
            ("_A__b_", "AB"),
            ("Élan", "UCNinelan"),
            ("網", "USevenDBTwo"),
            ("A_É1", "AUCNineOne"),
        ] {
            assert_eq!(control_word(name), word);
        }
    }

    #[test]
    fn different_names_have_different_macros_of_letters() {
        let names = [
            "Net", "Net1", "Net11", "Net2", "Nét", "Nèt", "NET", "Net_a", "Net_b", "Neta", "網",
            "路", "網路", "Über", "Uber", "Öber", "Net10", "Net1_0x",
        ];
        let words: BTreeSet<String> = names.iter().map(|name| control_word(name)).collect();
        assert_eq!(words.len(), names.len());
        for word in words {
            assert!(
                word.bytes().all(|byte| byte.is_ascii_alphabetic()),
                "{word}"
            );
        }
    }
}
