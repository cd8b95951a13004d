//! Nothing: the build script is what is measured.
