//! Any bytes as files of the specifications that read some. The first bytes choose what is asked of
//! them; each function tells whether the file was accepted.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use neuralatex_core::prelude::*;

/// A CSV file, after three bytes of options.
pub fn csv(bytes: &[u8]) -> bool {
    let Some(([options, columns, more], text)) = bytes.split_first_chunk() else {
        return false;
    };
    let path = path("csv");
    // Chunks of a reader are longer than all that a fuzzer makes.
    let times = match more >> 5 {
        7 => (3 << 19) / text.len().max(1),
        _ => 1,
    };
    write(&path, &text.repeat(times));
    let number = |bits: u8| usize::from(bits & 7);
    let mut source = neuralatex_core::prelude::csv(&path)
        .header(options & 1 == 0)
        .delimiter([',', ';', '\t', ' '][number(options >> 1) & 3]);
    source = match (options >> 3) & 3 {
        0 => source,
        1 => source.missing(mean()),
        2 => source.missing(neuralatex_core::prelude::drop()),
        _ => source.missing(value(0.5)),
    };
    source = match columns & 15 {
        number @ 0..8 => source.label(usize::from(number)),
        8 => source.label("y"),
        9 => source.target("y"),
        10 => source.target([1, 2]),
        number => source.target(usize::from(number - 10)),
    };
    source = match columns >> 4 {
        0..6 => source,
        6 => source.columns([2, 1]),
        7 => source.columns(["a", "b"]),
        number @ 8..11 => source.ignore(usize::from(number - 7)),
        11 => source.ignore(["b", "a"]),
        number => source.text(usize::from(number - 11)),
    };
    let mut model = model("M", [AUTO, 2, AUTO])
        .epochs(1)
        .card(more & 1 == 1)
        .precision(precision(more >> 1));
    model = match (options >> 5) & 3 {
        0 => model,
        1 => model.eval(source.clone()),
        2 => model.eval(hold_out(0.3)),
        _ => model.normalize(standard()),
    };
    model = match (more >> 2) & 3 {
        0 | 1 => model,
        2 => model.loss(mse()),
        _ => model.loss(binary_cross_entropy()),
    };
    let model = model.data(source);
    match times {
        1 => train(&model),
        _ => looked_at(model.check()),
    }
}

/// Two IDX files, after a byte of options and the length of the first, which has the labels. Options
/// may have a file packed, as no fuzzer guesses the checksums of gzip.
pub fn idx(bytes: &[u8]) -> bool {
    let Some(([options, length], rest)) = bytes.split_first_chunk() else {
        return false;
    };
    let (labels, images) = rest.split_at(rest.len().min(usize::from(*length)));
    let (of_labels, of_images) = (path("labels"), path("images"));
    let content = |path: &Path, bytes: &[u8], packed: bool| match packed {
        true => write(path, &pack(bytes)),
        false => write(path, bytes),
    };
    content(&of_labels, labels, options & 1 == 1);
    content(&of_images, images, options & 2 == 2);
    let source = neuralatex_core::prelude::idx(&of_images, &of_labels).limit(1 << 18);
    let mut model = model("M", [AUTO, 2, AUTO])
        .epochs(1)
        .card(false)
        .precision(precision(options >> 2));
    if options & 8 == 8 {
        model = model.eval(source.clone());
    }
    train(&model.data(source))
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).expect("memory can be written to");
    packed.finish().expect("memory can be written to")
}

/// A checkpoint, after a byte of options, which may have the digest of a safetensors file mended, as
/// no fuzzer guesses it.
pub fn checkpoint(bytes: &[u8]) -> bool {
    let Some(([options], content)) = bytes.split_first_chunk() else {
        return false;
    };
    let is_text = options & 1 == 1;
    let path = path(if is_text { "txt" } else { "safetensors" });
    match options & 2 == 2 && !is_text {
        true => write(&path, &with_digest(content)),
        false => write(&path, content),
    }
    train(&checkpointed(*options).checkpoint(path))
}

/// The model of checkpoints with these options.
pub fn checkpointed(options: u8) -> Model {
    let rows = || points([([1.0, 0.5], 1), ([-0.5, 0.25], -1)]);
    let model = model("M", [2, 2, 1])
        .data(rows())
        .card(false)
        .epochs(3)
        .precision(precision(options >> 2));
    match options >> 6 {
        0 => model.optimizer(sgd(0.1)),
        1 => model.optimizer(sgd(0.1).momentum(0.5)),
        2 => model.optimizer(adam(0.1)),
        _ => model
            .optimizer(sgd(0.1))
            .eval(rows())
            .stop([patience(2), loss_below(0.001)]),
    }
}

/// A file of weights, after a byte of options.
pub fn weights(bytes: &[u8]) -> bool {
    let Some(([options], content)) = bytes.split_first_chunk() else {
        return false;
    };
    let path = path("safetensors");
    write(&path, content);
    let model = model("M", [2, 2, 1])
        .data(points([([1.0, 0.5], 1), ([-0.5, 0.25], -1)]))
        .card(options & 1 == 1)
        .precision(precision(options >> 1));
    let model = match (options >> 2) & 3 {
        0 => model,
        1 => model.activation(tanh()),
        2 => model.normalize(standard()),
        _ => model.eval(points([([1.0, 0.5], 1)])),
    };
    train(&model.weights(path))
}

/// The file with the SHA-256 that its data has, if it has a header and a field for it.
pub fn with_digest(bytes: &[u8]) -> Vec<u8> {
    use sha2::Digest as _;
    let mut mended = bytes.to_vec();
    let Some((length, rest)) = bytes.split_first_chunk() else {
        return mended;
    };
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let Some((header, data)) = rest.split_at_checked(length) else {
        return mended;
    };
    let field = b"\"sha256\":\"";
    let place = header.windows(field.len()).position(|part| part == field);
    let digits = sha2::Sha256::digest(data);
    let digits: String = digits.iter().map(|byte| format!("{byte:02x}")).collect();
    let start = 8 + place.unwrap_or(header.len()) + field.len();
    if let Some(place) = mended[..8 + length].get_mut(start..start + digits.len()) {
        place.copy_from_slice(digits.as_bytes());
    }
    mended
}

fn precision(bits: u8) -> Precision {
    match bits & 1 {
        0 => Precision::F32,
        _ => Precision::F64,
    }
}

/// Trains, and reads what was generated; or what stands for it after a mistake.
fn train(model: &Model) -> bool {
    let trained = model.clone().train();
    let code = match &trained {
        Ok(trained) => Some(trained.code()),
        Err(_) => model.placeholder().map(|none| none.code()),
    };
    if let Some(code) = code {
        let tokens = code.parse::<proc_macro2::TokenStream>();
        assert!(tokens.is_ok(), "the source cannot be read: {code}");
    }
    looked_at(trained.map(|_| ()))
}

/// Nobody reads errors of many pages, whatever a file says.
fn looked_at(result: Result<()>) -> bool {
    if let Err(error) = &result {
        let message = error.to_string();
        assert!(!message.is_empty() && message.len() < 4000, "{message}");
    }
    result.is_ok()
}

/// A file for each process and thread: of a test in the folder that Cargo has for it, of a fuzzer where
/// temporary files are.
fn path(kind: &str) -> PathBuf {
    let folder = option_env!("CARGO_TARGET_TMPDIR").map(PathBuf::from);
    let (process, thread) = (std::process::id(), std::thread::current().id());
    let name = format!("fuzz-{process}-{thread:?}.{kind}");
    folder.unwrap_or_else(std::env::temp_dir).join(name)
}

/// Replaces what a file holds. It is not emptied before, which would make some file systems wait for
/// the disk each time.
fn write(path: &Path, bytes: &[u8]) {
    let open = || {
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)
    };
    open().unwrap_or_else(|error: std::io::Error| panic!("{}: {error}", path.display()));
}
