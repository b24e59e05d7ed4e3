//! The definition: g(n) = mex of the XOR over the heaps of each option.
//!
//! Source: Sprague 1935, Grundy 1939. Time: one visit an option; memory: none beyond the table and the
//! visited array. Right for every rule. It is the oracle of every other engine and stays as it is.

use super::cells::{Cell, Stop};
use super::visited::Visited;
use crate::ruleset::{Options, Ruleset};

pub(crate) struct Naive<'a> {
    options: Options<'a>,
    terminal: u32,
}

impl<'a> Naive<'a> {
    pub(crate) fn new(rule: &'a Ruleset, n: u64, terminal: u32) -> Self {
        Naive { options: rule.up_to(n), terminal }
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize, visited: &mut Visited) -> Result<(), Stop> {
        let terminal = self.terminal;
        for n in from..cells.len() {
            visited.next_heap();
            let mut has_move = false;
            let options = self.options.for_each_option(n as u64, |heaps| {
                has_move = true;
                visited.mark(match heaps.each {
                    // Nothing left is what heap 0 is worth: not 0 in misère play.
                    _ if heaps.is_nothing() => terminal,
                    // Equal heaps cancel in pairs.
                    _ if heaps.times.is_multiple_of(2) => 0,
                    each => each.iter().fold(0, |xor, &heap| xor ^ cells[heap as usize].get()),
                });
            });
            options.map_err(Stop::Move)?;
            let value = if has_move { visited.mex() } else { terminal };
            cells[n] = C::narrow(value).ok_or(Stop::Narrow(n))?;
        }
        Ok(())
    }
}
