//! What the heaps before a heap come to: all that decides it and what follows.

use std::collections::VecDeque;

use super::State;
use super::classes::Classes;
use crate::pattern::Values;

/// What decides the heaps from `heap` on, but for the values just before it, which stay in the table.
#[derive(Debug, Clone)]
pub(super) struct Past<'a> {
    rule: &'a State,
    heap: usize,
    /// The heaps below this one are at least m before `heap`.
    settled: usize,
    /// L: all values below it are dead, and it is not.
    lowest: u64,
    /// Place i: the value L + i. The last one may be empty.
    places: VecDeque<Place>,
    /// How many words of memory the places take.
    words: usize,
}

/// What is known of a value.
#[derive(Debug, Clone)]
enum Place {
    /// No settled heap has it.
    Empty,
    /// Settled heaps in `seen` have it; a heap in `blocked` cannot.
    Live { seen: Classes, blocked: Classes },
    /// Blocked in every class: no heap to come can have it.
    Dead,
}

/// No past takes more memory than this, 2 MiB: where more is needed there is no proof.
const MOST_WORDS: usize = 1 << 18;
const WORDS_OF_PLACE: usize = size_of::<Place>().div_ceil(8);

impl<'a> Past<'a> {
    /// The past of heap 0.
    pub(super) fn new(rule: &'a State) -> Self {
        Past { rule, heap: 0, settled: 0, lowest: 0, places: VecDeque::new(), words: 0 }
    }

    /// Goes on to a heap that does not come before this one. `None` where it would take too much memory.
    pub(super) fn go_on<V: Values + ?Sized>(&mut self, values: &V, heap: usize) -> Option<()> {
        for settled in self.settled..(heap + 1).saturating_sub(self.rule.from) {
            self.settle(values.at(settled), settled % self.rule.modulus)?;
            self.settled = settled + 1;
        }
        self.heap = heap;
        Some(())
    }

    fn settle(&mut self, value: u64, class: usize) -> Option<()> {
        let Some(place) = value.checked_sub(self.lowest).filter(|_| self.rule.matters(value)) else { return Some(()) };
        let place = usize::try_from(place).ok()?;
        if place >= self.places.len() {
            self.words = self.words.saturating_add((place + 1 - self.places.len()).saturating_mul(WORDS_OF_PLACE));
            if self.words > MOST_WORDS {
                return None;
            }
            self.places.resize(place + 1, Place::Empty);
        }
        if matches!(self.places[place], Place::Empty) {
            let none = Classes::none(self.rule.modulus);
            self.words += 2 * none.words();
            self.places[place] = Place::Live { seen: none.clone(), blocked: none };
        }
        if let Place::Live { seen, blocked } = &mut self.places[place]
            && !seen.contains(class)
        {
            seen.insert(class);
            self.rule.residues.iter().for_each(|residue| blocked.insert((class + residue) % self.rule.modulus));
            if blocked.is_full() {
                self.words -= 2 * seen.words();
                self.places[place] = Place::Dead;
            }
        }
        while let Some(Place::Dead) = self.places.front() {
            self.places.pop_front();
            self.words -= WORDS_OF_PLACE;
            self.lowest += 1;
        }
        (self.words <= MOST_WORDS).then_some(())
    }

    /// How far L has risen since `before`, if all else is as it was there.
    pub(super) fn rise_since<V: Values + ?Sized>(&self, before: &Past<'_>, values: &V) -> Option<u64> {
        let rise = self.lowest.checked_sub(before.lowest)?;
        let shift = (self.heap - before.heap) % self.rule.modulus;
        let places = self.places.len().max(before.places.len());
        // Outcomes have one value that matters: it cannot rise.
        let same = (rise == 0 || !self.rule.outcomes)
            && (1..self.rule.from.min(self.heap + 1)).all(|d| before.near(values, d) == self.near(values, d))
            && (0..places).all(|at| match (before.place(at), self.place(at)) {
                (Place::Empty, Place::Empty) | (Place::Dead, Place::Dead) => true,
                (Place::Live { seen, .. }, Place::Live { seen: later, .. }) => seen.equals_shifted(later, shift),
                _ => false,
            });
        same.then_some(rise)
    }

    fn place(&self, at: usize) -> &Place {
        self.places.get(at).unwrap_or(&Place::Empty)
    }

    /// The place of the value `distance` heaps before; `None` where there is no heap, or its value is dead.
    fn near<V: Values + ?Sized>(&self, values: &V, distance: usize) -> Option<u64> {
        let value = values.at(self.heap.checked_sub(distance)?);
        let place = value.checked_sub(self.lowest).filter(|_| self.rule.matters(value))?;
        let dead = usize::try_from(place).is_ok_and(|at| matches!(self.place(at), Place::Dead));
        (!dead).then_some(place)
    }
}
