//! A map that copies what it changes and shares the rest.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::RangeBounds;
use std::sync::Arc;

/// An ordered map whose clones are cheap: a clone shares the map until one side changes it, and
/// even then the rows that stay as they are.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, V>(Arc<BTreeMap<K, Arc<V>>>);

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self(Arc::new(BTreeMap::new()))
    }
}

impl<K: Ord + Clone, V: Clone> Table<K, V> {
    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.get(key).map(|row| &**row)
    }

    pub(crate) fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// All rows by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, row)| (key, &**row))
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.0.values().map(|row| &**row)
    }

    /// The rows of a range of keys.
    pub(crate) fn range(&self, keys: impl RangeBounds<K>) -> impl Iterator<Item = (&K, &V)> {
        self.0.range(keys).map(|(key, row)| (key, &**row))
    }

    pub(crate) fn insert(&mut self, key: K, row: V) {
        Arc::make_mut(&mut self.0).insert(key, Arc::new(row));
    }

    /// Removes a row that may be there.
    pub(crate) fn remove<Q: Ord + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        if self.contains(key) {
            Arc::make_mut(&mut self.0).remove(key);
        }
    }

    /// Removes all rows that `keep` refuses.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        Arc::make_mut(&mut self.0).retain(|key, row| keep(key, row));
    }

    /// A row to be changed in place.
    pub(crate) fn edit<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        Arc::make_mut(&mut self.0).get_mut(key).map(Arc::make_mut)
    }

    /// A row to be changed in place, made first when it is not there.
    pub(crate) fn edit_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        Arc::make_mut(Arc::make_mut(&mut self.0).entry(key).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_does_not_see_what_happens_to_the_original() {
        let mut table = Table::default();
        table.insert(1, "one".to_owned());
        table.insert(2, "two".to_owned());
        let before = table.clone();
        table.edit(&1).expect("just inserted").push('!');
        table.remove(&2);
        *table.edit_or_default(3) = "three".to_owned();
        let rows: Vec<(&i32, &String)> = before.iter().collect();
        assert_eq!(rows, [(&1, &"one".to_owned()), (&2, &"two".to_owned())]);
        assert_eq!(table.get(&1).map(String::as_str), Some("one!"));
        assert_eq!(table.len(), 2);
    }
}
