//! Protocol Buffers, as far as ONNX files have them: read without a schema, and strictly.

/// A message: its fields by number, in their order.
pub(crate) struct Message(Vec<(u64, Value)>);

/// What a field holds.
pub(crate) enum Value {
    Whole(u64),
    Real(f32),
    Bytes(Vec<u8>),
}

impl Message {
    #[track_caller]
    pub(crate) fn read(mut bytes: &[u8]) -> Message {
        let mut fields: Vec<(u64, Value)> = Vec::new();
        while !bytes.is_empty() {
            let tag = varint(&mut bytes);
            let value = match tag & 7 {
                0 => Value::Whole(varint(&mut bytes)),
                2 => {
                    let length = varint(&mut bytes) as usize;
                    Value::Bytes(take(&mut bytes, length).to_vec())
                }
                5 => Value::Real(f32::from_le_bytes(take(&mut bytes, 4).try_into().unwrap())),
                kind => panic!("a field of kind {kind}"),
            };
            let last = fields.last().map_or(0, |(field, _)| *field);
            assert!(last <= tag >> 3, "field {} behind {last}", tag >> 3);
            fields.push((tag >> 3, value));
        }
        Message(fields)
    }

    /// The values of a field.
    fn values(&self, field: u64) -> impl Iterator<Item = &Value> {
        let found = self.0.iter().filter(move |(other, _)| *other == field);
        found.map(|(_, value)| value)
    }

    pub(crate) fn wholes(&self, field: u64) -> Vec<usize> {
        let whole = |value: &Value| match value {
            Value::Whole(number) => *number as usize,
            _ => panic!("field {field} is no whole number"),
        };
        self.values(field).map(whole).collect()
    }

    pub(crate) fn reals(&self, field: u64) -> Vec<f32> {
        let real = |value: &Value| match value {
            Value::Real(number) => *number,
            _ => panic!("field {field} is no number of 32 bits"),
        };
        self.values(field).map(real).collect()
    }

    pub(crate) fn bytes(&self, field: u64) -> Vec<&[u8]> {
        fn bytes(value: &Value) -> &[u8] {
            match value {
                Value::Bytes(bytes) => bytes,
                _ => panic!("a field has no bytes"),
            }
        }
        self.values(field).map(bytes).collect()
    }

    pub(crate) fn texts(&self, field: u64) -> Vec<String> {
        let texts = self.bytes(field).into_iter();
        texts
            .map(|text| String::from_utf8(text.to_vec()).unwrap())
            .collect()
    }

    pub(crate) fn messages(&self, field: u64) -> Vec<Message> {
        self.bytes(field).into_iter().map(Message::read).collect()
    }

    /// The only text of a field.
    #[track_caller]
    pub(crate) fn text(&self, field: u64) -> String {
        let [text] = self.texts(field).try_into().unwrap();
        text
    }

    /// The only message of a field.
    #[track_caller]
    pub(crate) fn message(&self, field: u64) -> Message {
        let mut found = self.messages(field);
        assert_eq!(found.len(), 1, "messages of field {field}");
        found.remove(0)
    }
}

#[track_caller]
fn take<'b>(bytes: &mut &'b [u8], length: usize) -> &'b [u8] {
    let (taken, rest) = bytes
        .split_at_checked(length)
        .expect("bytes that are cut short");
    *bytes = rest;
    taken
}

#[track_caller]
fn varint(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)[0];
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            assert!(byte > 0 || shift == 0, "a number longer than it need be");
            return number;
        }
    }
    panic!("a number of more than 64 bits")
}
