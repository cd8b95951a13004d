//! A safetensors file as it is written: the length of the header, the header, the numbers.

use std::fmt::Write as _;

use super::tensors::Tensor;
use crate::json;

/// The file of some tensors, in this order, each with the list that its numbers are from. The metadata may
/// tell of the bytes of all numbers.
pub(crate) fn safetensors_file(
    tensors: &[(Tensor, &[f64])],
    metadata: impl FnOnce(&[u8]) -> Vec<(&'static str, String)>,
) -> Vec<u8> {
    let sizes = tensors
        .iter()
        .map(|(tensor, _)| tensor.length() * tensor.width());
    // With room for the header, which comes in front when all is known.
    let mut data = Vec::with_capacity(sizes.sum::<usize>() + (1 << 14));
    let mut entries = String::new();
    for (tensor, list) in tensors {
        let begin = data.len();
        tensor.write(list, &mut data);
        let (name, kind, shape) = (&tensor.name, tensor.kind(), &tensor.shape);
        let end = data.len();
        let _ = write!(
            entries,
            r#","{name}":{{"dtype":"{kind}","shape":{shape:?},"data_offsets":[{begin},{end}]}}"#
        );
    }
    let metadata = metadata(&data).into_iter();
    let metadata = json::object(metadata.map(|(name, value)| (name, json::string(&value))));
    let mut header = format!(r#"{{"__metadata__":{metadata}{entries}}}"#);
    while !header.len().is_multiple_of(8) {
        header.push(' ');
    }
    let length = (header.len() as u64).to_le_bytes();
    data.splice(0..0, [&length, header.as_bytes()].concat());
    data
}
