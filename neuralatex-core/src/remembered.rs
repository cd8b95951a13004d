//! What a process remembers: the last of what it came to know, by what that follows from. One that
//! serves an editor lives for days.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Some pairs, of which the oldest go.
pub(crate) struct Remembered<K, V>(Mutex<Vec<(K, V)>>);

/// How many there are at most.
const MOST: usize = 100;

impl<K: PartialEq, V: Clone> Remembered<K, V> {
    pub(crate) const fn nothing() -> Remembered<K, V> {
        Remembered(Mutex::new(Vec::new()))
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let all = self.all();
        let (_, value) = all.iter().find(|(other, _)| other == key)?;
        Some(value.clone())
    }

    pub(crate) fn put(&self, key: K, value: V) {
        let mut all = self.all();
        all.retain(|(other, _)| *other != key);
        let excess = (all.len() + 1).saturating_sub(MOST);
        all.drain(..excess);
        all.push((key, value));
    }

    fn all(&self) -> MutexGuard<'_, Vec<(K, V)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Remembered};

    #[test]
    fn the_last_are_remembered() {
        let remembered = Remembered::nothing();
        for number in 0..=MOST {
            remembered.put(number, 2 * number);
        }
        assert_eq!(remembered.get(&0), None);
        assert_eq!(remembered.get(&1), Some(2));
        remembered.put(1, 3);
        assert_eq!(remembered.get(&1), Some(3));
        remembered.put(MOST + 1, 0);
        assert_eq!((remembered.get(&1), remembered.get(&2)), (Some(3), None));
    }
}
