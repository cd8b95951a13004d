//! Decimal numbers as text, read to the bits that `str::parse::<f64>` gives.
//!
//! A mantissa `w < 2^64` times `10^q` is `w · 5^q · 2^q`: the product with the first 128 bits of `5^q`
//! tells the nearest `f64` (Eisel and Lemire; Mushtak and Lemire show that it always does). More than
//! 19 digits lie between two mantissas: if both round to one number, that is theirs too. Whatever
//! this cannot tell is left to `std`.

/// The powers of five with as many digits as `u128` can divide by.
const LEAST: i64 = -54;
const MOST: i64 = 55;
const COUNT: usize = (MOST - LEAST + 1) as usize;

/// The first 128 bits of each power of five, the upper half first.
static POWERS: [[u64; 2]; COUNT] = powers();

const fn powers() -> [[u64; 2]; COUNT] {
    let mut powers = [[0; 2]; COUNT];
    let mut five = 1_u128;
    let mut exponent = 0;
    while exponent <= MOST {
        let bits = five << five.leading_zeros();
        powers[(exponent - LEAST) as usize] = [(bits >> 64) as u64, bits as u64];
        if 0 < exponent && exponent <= -LEAST {
            let bits = reciprocal(five) + (exponent <= 27) as u128;
            powers[(-exponent - LEAST) as usize] = [(bits >> 64) as u64, bits as u64];
        }
        exponent += 1;
        five = five.wrapping_mul(5);
    }
    powers
}

/// The first 128 bits of `1 / number`, by long division.
const fn reciprocal(number: u128) -> u128 {
    let mut steps = 255 - number.leading_zeros();
    let (mut quotient, mut rest) = (0, 1);
    while steps > 0 {
        (quotient, rest) = (quotient << 1, rest << 1);
        if rest >= number {
            (quotient, rest) = (quotient | 1, rest - number);
        }
        steps -= 1;
    }
    quotient
}

/// The most digits that every `u64` has room for.
const DIGITS: usize = 19;

/// The number that begins at a place, and the place after it.
#[inline(always)]
pub(crate) fn number(bytes: &[u8], mut at: usize) -> Option<(f64, usize)> {
    let negative = bytes.get(at) == Some(&b'-');
    if negative || bytes.get(at) == Some(&b'+') {
        at += 1;
    }
    let start = at;
    let mut mantissa = 0;
    at = digits(bytes, at, &mut mantissa);
    let (mut count, mut decimals) = (at - start, 0);
    if bytes.get(at) == Some(&b'.') {
        let point = at + 1;
        at = digits(bytes, point, &mut mantissa);
        decimals = at - point;
        count += decimals;
    }
    if count == 0 {
        return None;
    }
    let end = at;
    let mut exponent = 0;
    if let Some(b'e' | b'E') = bytes.get(at) {
        (exponent, at) = written(bytes, at + 1)?;
    }
    let bits = match count <= DIGITS {
        true => rounded(mantissa, exponent - decimals as i64)?,
        false => long(bytes.get(start..end)?, exponent)?,
    };
    let sign = u64::from(negative) << 63;
    Some((f64::from_bits(bits | sign), at))
}

/// Takes digits into a mantissa, which means nothing after more than 19 of them.
#[inline(always)]
fn digits(bytes: &[u8], mut at: usize, mantissa: &mut u64) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let text = u64::from_le_bytes(*eight);
        let less = text.wrapping_sub(0x3030_3030_3030_3030);
        let more = text.wrapping_add(0x4646_4646_4646_4646);
        if (less | more) & 0x8080_8080_8080_8080 != 0 {
            break;
        }
        // Neighbours are put together: digits to pairs, pairs to fours, fours to all eight.
        let pairs = less.wrapping_mul(10).wrapping_add(less >> 8);
        let upper = (pairs & 0xff_0000_00ff).wrapping_mul(100 + (1_000_000 << 32));
        let lower = ((pairs >> 16) & 0xff_0000_00ff).wrapping_mul(1 + (10_000 << 32));
        let number = upper.wrapping_add(lower) >> 32;
        *mantissa = mantissa.wrapping_mul(100_000_000).wrapping_add(number);
        at += 8;
    }
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        let digit = u64::from(digit - b'0');
        *mantissa = mantissa.wrapping_mul(10).wrapping_add(digit);
        at += 1;
    }
    at
}

/// An exponent as it stands behind its letter.
fn written(bytes: &[u8], mut at: usize) -> Option<(i64, usize)> {
    let negative = bytes.get(at) == Some(&b'-');
    if negative || bytes.get(at) == Some(&b'+') {
        at += 1;
    }
    let start = at;
    let mut exponent = 0;
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        // Larger ones are as far out of reach.
        if exponent < 100_000_000 {
            exponent = 10 * exponent + i64::from(digit - b'0');
        }
        at += 1;
    }
    let signed = if negative { -exponent } else { exponent };
    (at > start).then_some((signed, at))
}

/// The bits of a number with many digits.
#[cold]
fn long(digits: &[u8], mut exponent: i64) -> Option<u64> {
    let (mut mantissa, mut taken) = (0, 0);
    let (mut behind_point, mut more) = (false, false);
    for byte in digits {
        if *byte == b'.' {
            behind_point = true;
        } else if taken < DIGITS {
            mantissa = 10 * mantissa + u64::from(byte - b'0');
            taken += usize::from(mantissa != 0);
            exponent -= i64::from(behind_point);
        } else {
            more |= *byte != b'0';
            exponent += i64::from(!behind_point);
        }
    }
    let bits = rounded(mantissa, exponent)?;
    let certain = !more || rounded(mantissa + 1, exponent)? == bits;
    certain.then_some(bits)
}

/// The bits of the `f64` nearest to `mantissa · 10^exponent`.
#[inline(always)]
fn rounded(mantissa: u64, exponent: i64) -> Option<u64> {
    if mantissa == 0 {
        return Some(0);
    }
    let [upper, lower] = *POWERS.get((exponent - LEAST) as usize)?;
    let zeros = mantissa.leading_zeros();
    let normal = mantissa << zeros;
    let product = u128::from(normal) * u128::from(upper);
    let (mut high, mut low) = ((product >> 64) as u64, product as u64);
    // Else the lower half of the power has no say in the bits that are kept.
    if high & 0x1ff == 0x1ff {
        let rest = ((u128::from(normal) * u128::from(lower)) >> 64) as u64;
        let carry;
        (low, carry) = low.overflowing_add(rest);
        high += u64::from(carry);
        if low == u64::MAX {
            return None;
        }
    }
    // One bit more than an `f64` has.
    let top = high >> 63;
    let shift = top + 9;
    let mut kept = high >> shift;
    // Halfway, which powers so small can be: to the even neighbour.
    let halfway = low <= 1 && kept & 3 == 1 && kept << shift == high;
    if halfway && (-4..=23).contains(&exponent) {
        kept &= !1;
    }
    kept = (kept + (kept & 1)) >> 1;
    // `floor(exponent · log2(10))`, and 63 for the bits of the mantissa.
    let two = ((exponent * 217_706) >> 16) + 63 + top as i64 - i64::from(zeros);
    // A mantissa that was rounded up to the next power of two adds one to the exponent by itself.
    Some((((two + 1022) as u64) << 52) + kept)
}
