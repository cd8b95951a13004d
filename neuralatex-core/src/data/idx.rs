//! Rows of files of the MNIST format.
//!
//! Four bytes (0, 0, the type of the numbers, how many dimensions), the size of each dimension as a
//! big-endian `u32`, then the numbers, big end first. Images have rows of pixels in all dimensions
//! but the first; bytes are taken from 0..255 to 0..1, other types are as they are.

use std::io::Read;
use std::path::Path;

use super::{Classes, Labels, Numbers, Table, Use};
use crate::error::{Part, Problem};
use crate::spec::Precision;
use crate::spec::source::{Idx, MOST_CLASSES};
use crate::{files, gzip};

/// The numbers of a file.
struct File {
    kind: Kind,
    /// The sizes of the dimensions.
    sizes: Vec<usize>,
    /// With what stands before the numbers.
    bytes: Vec<u8>,
}

/// The types of numbers, by their bytes.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    U8,
    I8,
    I16,
    I32,
    F32,
    F64,
}

pub(super) fn read(idx: &Idx, use_: Use, precision: Precision) -> Result<Table, Problem> {
    let wrong = |argument: usize, path: &Path, message: String| {
        let message = format!("`{}`: {message}", path.display());
        Problem::new(use_.field(), message).at(Part::Argument("idx", argument))
    };
    let file = |argument: usize, path: &Path| {
        File::read(path, idx.limit).map_err(|message| wrong(argument, path, message))
    };
    let (images, labels) = (file(0, &idx.images)?, file(1, &idx.labels)?);
    let (classes, places) = labels
        .classes(use_)
        .map_err(|message| wrong(1, &idx.labels, message))?;
    let count = images.sizes[0];
    if count != places.len() {
        let message = format!(
            "there are {} labels, but `{}` has {count} images",
            places.len(),
            idx.images.display()
        );
        return Err(wrong(1, &idx.labels, message));
    }
    if images.sizes.len() < 2 {
        let message = format!(
            "expected images, with rows of pixels, but there are {}: are the files swapped?",
            product(&images.sizes)
        );
        return Err(wrong(0, &idx.images, message));
    }
    let (columns, inputs) = images
        .inputs(precision)
        .map_err(|message| wrong(0, &idx.images, message))?;
    Ok(Table {
        columns,
        inputs,
        has_gaps: false,
        labels: Labels::Classes(classes, places),
        header: None,
    })
}

impl File {
    fn read(path: &Path, limit: u64) -> Result<File, String> {
        let (mut file, _) = files::open(path, limit)?;
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        read.map_err(|error| format!("cannot be read: {error}"))?;
        if gzip::is_gzip(&bytes) {
            bytes = unpacked(&bytes, limit)?;
        }
        let (kind, sizes) = head(&bytes)?;
        let expected =
            length(kind, &sizes).ok_or("the file says that it has more than any memory")?;
        if bytes.len() != expected {
            return Err(format!(
                "expected {expected} bytes for {}, found {}: the file is cut short, or is not what its \
                 first bytes say",
                product(&sizes),
                bytes.len()
            ));
        }
        Ok(File { kind, sizes, bytes })
    }

    fn numbers(&self) -> &[u8] {
        &self.bytes[4 + 4 * self.sizes.len()..]
    }

    /// How many numbers an image has, and those of all.
    fn inputs(&self, precision: Precision) -> Result<(usize, Numbers), String> {
        let columns = self.sizes[1..].iter().product();
        if columns == 0 {
            return Err("the images have no pixels".to_string());
        }
        let mut inputs = Numbers::new(precision);
        let bytes = self.numbers();
        inputs.reserve(bytes.len() / self.kind.size());
        let mut wide = Vec::new();
        // A few at a time: all of them as `f64` would take more memory than the rows.
        for part in bytes.chunks(self.kind.size() * 4096) {
            wide.clear();
            self.kind.each(part, |number| wide.push(number));
            let scaled = self.kind == Kind::U8;
            if scaled {
                wide.iter_mut().for_each(|number| *number /= 255.0);
            }
            inputs.extend(&wide).map_err(|place| match wide[place] {
                number if number.is_finite() => format!(
                    "expected numbers that `f32` can hold, found {number:?}; `precision: f64` can hold more"
                ),
                number => format!("expected finite numbers, found {number:?}"),
            })?;
        }
        Ok((columns, inputs))
    }

    fn classes(&self, use_: Use) -> Result<(Classes, Vec<u32>), String> {
        if self.sizes.len() != 1 {
            return Err(format!(
                "expected labels, one for each image, but there are {}: are the files swapped?",
                product(&self.sizes)
            ));
        }
        if matches!(self.kind, Kind::F32 | Kind::F64) {
            return Err("labels are whole numbers, but the file has others".to_string());
        }
        let mut labels: Vec<i32> = Vec::with_capacity(self.sizes[0]);
        self.kind
            .each(self.numbers(), |label| labels.push(label as i32));
        let mut classes = labels.clone();
        classes.sort_unstable();
        classes.dedup();
        match classes.len() {
            0 => return Err("there are no labels".to_string()),
            1 if use_ == Use::Training => {
                let class = classes[0];
                return Err(format!(
                    "all rows have the class {class}: there is nothing to tell apart"
                ));
            }
            count if count > MOST_CLASSES => {
                return Err(format!("there are {count} classes: at most {MOST_CLASSES}"));
            }
            _ => {}
        }
        let place = |label: &i32| classes.binary_search(label).unwrap_or(0) as u32;
        let places = labels.iter().map(place).collect();
        Ok((Classes::Whole(classes), places))
    }
}

impl Kind {
    fn size(self) -> usize {
        match self {
            Kind::U8 | Kind::I8 => 1,
            Kind::I16 => 2,
            Kind::I32 | Kind::F32 => 4,
            Kind::F64 => 8,
        }
    }

    /// Each of the numbers.
    fn each(self, bytes: &[u8], mut see: impl FnMut(f64)) {
        match self {
            Kind::U8 => bytes.iter().for_each(|byte| see(f64::from(*byte))),
            Kind::I8 => bytes.iter().for_each(|byte| see(f64::from(*byte as i8))),
            Kind::I16 => parts(bytes, |part| see(f64::from(i16::from_be_bytes(part)))),
            Kind::I32 => parts(bytes, |part| see(f64::from(i32::from_be_bytes(part)))),
            Kind::F32 => parts(bytes, |part| see(f64::from(f32::from_be_bytes(part)))),
            Kind::F64 => parts(bytes, |part| see(f64::from_be_bytes(part))),
        }
    }
}

fn parts<const N: usize>(bytes: &[u8], mut see: impl FnMut([u8; N])) {
    bytes.as_chunks::<N>().0.iter().for_each(|part| see(*part));
}

/// The type of the numbers and the sizes of the dimensions.
fn head(bytes: &[u8]) -> Result<(Kind, Vec<usize>), String> {
    let magic = bytes
        .get(..4)
        .ok_or("the file is empty, or has not even the first four bytes of IDX")?;
    let kind = match magic {
        [0, 0, 0x08, _] => Kind::U8,
        [0, 0, 0x09, _] => Kind::I8,
        [0, 0, 0x0b, _] => Kind::I16,
        [0, 0, 0x0c, _] => Kind::I32,
        [0, 0, 0x0d, _] => Kind::F32,
        [0, 0, 0x0e, _] => Kind::F64,
        _ => {
            return Err(format!(
                "this is no IDX file: it begins with {magic:02x?}, expected [00, 00, 08, 03] for images \
                 of bytes, or another type"
            ));
        }
    };
    let dimensions = usize::from(magic[3]);
    let sizes = bytes
        .get(4..4 + 4 * dimensions)
        .ok_or("the file ends before its sizes")?;
    let mut found = Vec::new();
    parts(sizes, |size| found.push(u32::from_be_bytes(size) as usize));
    if found.is_empty() {
        return Err("the file says that it has no dimensions".to_string());
    }
    Ok((kind, found))
}

/// The bytes of the whole file.
fn length(kind: Kind, sizes: &[usize]) -> Option<usize> {
    let numbers = sizes
        .iter()
        .try_fold(kind.size(), |product, size| product.checked_mul(*size))?;
    numbers.checked_add(4 + 4 * sizes.len())
}

/// As many bytes as the file itself says, if that is within the limit.
fn unpacked(packed: &[u8], limit: u64) -> Result<Vec<u8>, String> {
    // Four bytes and the sizes of at most 255 dimensions.
    let mut first = [0; 4 + 4 * 255];
    let count = gzip::first(packed, &mut first)?;
    let (kind, sizes) = head(&first[..count])?;
    let length = length(kind, &sizes).filter(|length| *length as u64 <= limit);
    let length = length.ok_or_else(|| {
        format!(
            "{} are more than the limit of {limit} bytes: `.limit(…)` sets another one",
            product(&sizes)
        )
    })?;
    let mut bytes = vec![0; length];
    let count = gzip::unpack(packed, &mut bytes)?;
    bytes.truncate(count);
    Ok(bytes)
}

/// `60000 × 28 × 28 numbers`.
fn product(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    format!("{} numbers", sizes.join(" × "))
}
