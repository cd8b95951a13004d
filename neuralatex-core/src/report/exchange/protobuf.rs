//! Protocol Buffers as they are written: a message is a list of fields, each a number with its kind and then
//! a whole number, a number of 32 bits, or bytes behind their length, which may be a text or a message.

/// A message, as far as it is written.
pub(super) struct Message(pub(super) Vec<u8>);

impl Message {
    pub(super) fn whole(&mut self, field: u8, number: usize) {
        self.tag(field, 0);
        self.0.extend(varint(number));
    }

    pub(super) fn real(&mut self, field: u8, number: f32) {
        self.tag(field, 5);
        self.0.extend(number.to_le_bytes());
    }

    pub(super) fn text(&mut self, field: u8, text: &str) {
        self.bytes(field, &|bytes| bytes.0.extend_from_slice(text.as_bytes()));
    }

    /// A message in this one, or other bytes. They are written where they stay, and their length is put in
    /// front of them, so that those of a large network are there once.
    pub(super) fn bytes(&mut self, field: u8, write: &dyn Fn(&mut Message)) {
        self.tag(field, 2);
        let start = self.0.len();
        write(self);
        let length = varint(self.0.len() - start);
        self.0.splice(start..start, length);
    }

    fn tag(&mut self, field: u8, kind: usize) {
        self.0.extend(varint(usize::from(field) << 3 | kind));
    }
}

/// Seven bits at a time, the lowest first; all but the last have the eighth set.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}
