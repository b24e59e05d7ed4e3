//! Relaxed convolution: what the heaps of finished segments block, by fast Fourier transforms.
//!
//! Heap t has an option of value v iff the convolution of [g = v] and [in S] is not 0 at t. The heaps are cut into
//! segments. When one is finished, its heaps of each value are transformed, once; when one begins, all that finished
//! segments block in it is the sum, over their distances, of products with the transforms of windows of S, and takes
//! one inverse transform. Inside a segment the engine `shifted-or` works. As there, heaps and members are sorted into
//! the classes of a wheel, so that transforms are a q-th as long; and two values share a transform, the second one with
//! a weight that is more than any entry of the first can be. Values with few heaps in a segment are pushed by OR. Sums
//! of products are exact whole numbers up to an error with a proved bound (`bound.rs`); where that is not far below a
//! half the OR is used.
//!
//! Source: Eppstein, "Faster evaluation of subtraction games" (arXiv 1804.06515), with the transforms kept from segment
//! to segment. Time: for a segment of P heaps and V values, n P / 2 bits as in `shifted-or`, V n / P transforms of
//! length 2 P in each direction, V n^2 / P products. Memory: 8 bytes a heap for each value with many heaps. Right for
//! every set; meant for long tables of dense ones.

mod bound;
mod far;
mod spectra;

use self::far::{Far, MOST_VALUES};
use super::cells::Cell;
use super::shifted_or::ShiftedOr;

pub(crate) struct Convolution {
    or: ShiftedOr,
    far: Far,
    /// Heaps of a segment.
    segment: usize,
    /// Segments that were begun.
    begun: usize,
}

impl Convolution {
    pub(crate) fn new<C: Cell>(members: Vec<u64>, n: u64, terminal: u32, known: &[C]) -> Self {
        Convolution::with_length(members, n, terminal, known, Convolution::log_length(n as f64))
    }

    /// The binary logarithm of the length of transforms: ORs inside a segment grow with it as products between segments
    /// shrink, so it goes with the root of n.
    fn log_length(n: f64) -> u32 {
        (n.max(1.0).log2() / 2.0 + 6.2).round().clamp(12.0, 24.0) as u32
    }

    fn with_length<C: Cell>(members: Vec<u64>, n: u64, terminal: u32, known: &[C], log: u32) -> Self {
        let far = Far::new(members, n as usize, log);
        let or = ShiftedOr::with_reach(far.members(), n, terminal, known, far.quotients());
        let segment = far.quotients() * or.solver().wheel.modulus;
        // Nothing is pushed into the first segment.
        Convolution { or, far, segment, begun: 1 }
    }

    /// Bytes that transforms take at the most, where S has members in this share of the classes of a wheel.
    pub(crate) fn memory(n: u64, members: f64, share: f64) -> f64 {
        let log = Convolution::log_length(n as f64);
        // A transform has 16 bytes a number; there are two windows for each class, and a room for each thread.
        let heaps = 16.0 * (MOST_VALUES / Far::together(n as f64, members, log)) as f64;
        n as f64 * (heaps + 32.0 * share) + 128.0 * f64::from(1u32 << log)
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize) -> Result<(), usize> {
        let mut from = from;
        while from < cells.len() {
            let at = from / self.segment;
            if at >= self.begun {
                let pushed = self.far.push_to(self.or.solver(), at);
                self.or.push_ahead(pushed);
                self.begun = at + 1;
            }
            let stop = cells.len().min((at + 1) * self.segment);
            self.or.fill(&mut cells[..stop], from)?;
            from = stop;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
