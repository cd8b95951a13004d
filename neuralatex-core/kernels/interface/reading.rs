//! What passes between the readers of files and their kernels, with the layout of C.

/// What becomes of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Kind {
    Skip,
    Input,
    Target,
    Text,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Column {
    pub kind: Kind,
    /// Its place among the inputs of a row, or among its targets.
    pub slot: u32,
}

/// A cell for the caller: of a column of texts, or one that is no number which can be read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Cell {
    /// Counted from the first row of the scan.
    pub row: u32,
    pub column: u32,
    /// Where it lies in the bytes, with its quotes.
    pub start: u32,
    pub length: u32,
    /// The line breaks before it.
    pub line: u32,
}

/// Why a scan came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Stopped {
    /// What is left is no whole record.
    AtEnd,
    /// There is more, but no room for it.
    Full,
    /// The next record has another number of cells; its length is that with its line break.
    Ragged { cells: usize, length: usize },
}

/// What was read by a scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Scanned {
    /// The bytes of records and of empty lines.
    pub consumed: usize,
    pub rows: usize,
    /// The line breaks in them.
    pub lines: usize,
    /// How many were left to the caller.
    pub cells: usize,
    pub stopped: Stopped,
}

/// Rows of numbers from text with a delimiter.
#[derive(Debug)]
#[repr(C)]
pub struct Scan<T> {
    pub bytes: *const u8,
    pub length: usize,
    /// Whether the text ends with these bytes.
    pub last: bool,
    pub delimiter: u8,
    pub columns: *const Column,
    pub count: usize,
    /// Room for so many rows, each of which has so many inputs and targets. All are 0 that no
    /// number was found for.
    pub rows: usize,
    pub inputs: *mut T,
    pub targets: *mut T,
    pub widths: [usize; 2],
    /// Room for so many cells, the first of which were found by earlier calls.
    pub cells: *mut Cell,
    pub cells_room: usize,
    /// From where to go on, and then to where it went.
    pub done: Scanned,
}

/// How inflating ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum End {
    Done,
    /// More would be written than there is room for.
    Full,
    /// The data ends before its end is said.
    CutShort,
    /// The data is none that could have been deflated.
    Broken,
}

/// How much was inflated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Inflated {
    pub written: usize,
    pub read: usize,
    pub end: End,
}

/// The kernels that read files, which use no vectors.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Reading {
    pub scan_single: unsafe extern "C" fn(*mut Scan<f32>),
    pub scan_double: unsafe extern "C" fn(*mut Scan<f64>),
    /// Inflates so many bytes to initialised memory of so many bytes.
    pub inflate: unsafe extern "C" fn(*const u8, usize, *mut u8, usize) -> Inflated,
    /// The checksum of so many bytes.
    pub crc32: unsafe extern "C" fn(*const u8, usize) -> u32,
}
