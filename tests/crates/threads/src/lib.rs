//! Nothing: the build script is what matters.
