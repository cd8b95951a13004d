//! What this processor can run; the build script asks, too.

/// The names of its forms, the best one last.
pub(crate) fn forms() -> Vec<&'static str> {
    #[allow(unused_mut)]
    let mut forms = vec!["portable"];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        forms.push("avx2");
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            forms.push("avx512");
        }
    }
    // Every 64-bit ARM has it.
    #[cfg(target_arch = "aarch64")]
    forms.push("neon");
    forms
}
