//! Figures as TikZ.

use super::figure::Figure;

impl Figure {
    /// The figure as a `tikzpicture`, for LaTeX with the package `pgfplots`.
    pub fn tikz(&self) -> String {
        String::new()
    }
}
