//! What `cargo neuralatex` needs of this crate: it compares checkpoints, writes them, puts exports in their
//! place, and clears the store.

use std::io;
use std::path::Path;

pub use crate::export::{
    check as check_export, copy as copy_export, of_earlier as of_earlier_export,
};
use crate::files;
pub use crate::store::{Cleared, clear, clear_weights};
pub use crate::training::checkpoint::{Comparison, FOLDER, compare};
pub use crate::training::file_kind::may_be_checkpoint;

/// Replaces a file by new content in one step, with the folder around it. A link that is in its place is
/// replaced, and not followed.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    files::replace(path, content, true)
}
