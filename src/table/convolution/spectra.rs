//! Spectra of what is convolved, and sums of convolutions.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use multiversion::multiversion;
use rayon::prelude::*;
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};

use super::bound::error_bound;

/// An entry of a convolution is a whole number; it is rounded only where it is certainly off by no more. A half would
/// do.
const TOLERATED: f64 = 0.25;

/// With so many bins at a time, those of all heaps and windows stay in the cache while they meet each other.
const AT_ONCE: usize = 512;

/// The transform of a sequence of real numbers, its real and imaginary parts, and the norm of the sequence.
pub(super) struct Spectrum {
    re: Vec<f64>,
    im: Vec<f64>,
    norm: f64,
}

/// Forward and inverse transforms of one length, a power of two.
pub(super) struct Transform {
    forward: Arc<dyn RealToComplex<f64>>,
    inverse: Arc<dyn ComplexToReal<f64>>,
    log: u32,
    /// Rooms that are not in use. New memory is slow at the first touch, so they are kept.
    rooms: Mutex<Vec<Room>>,
}

/// What one transform works in.
struct Room {
    reals: Vec<f64>,
    bins: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
}

/// Transforms of sums of convolutions, cut into parts of bins: in each part, for each sum, their real parts, then their
/// imaginary ones. Used again for the next ones.
#[derive(Default)]
pub(super) struct Sums {
    parts: Vec<Vec<f64>>,
}

impl Transform {
    pub(super) fn new(log: u32) -> Self {
        let mut planner = RealFftPlanner::new();
        let (forward, inverse) = (planner.plan_fft_forward(1 << log), planner.plan_fft_inverse(1 << log));
        Transform { forward, inverse, log, rooms: Mutex::default() }
    }

    pub(super) fn length(&self) -> usize {
        1 << self.log
    }

    fn bins(&self) -> usize {
        self.length() / 2 + 1
    }

    fn in_room<T>(&self, work: impl FnOnce(&mut Room) -> T) -> T {
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = rooms().pop();
        let mut room = kept.unwrap_or_else(|| {
            let zero = Complex::default();
            let scratch = self.forward.get_scratch_len().max(self.inverse.get_scratch_len());
            Room { reals: vec![0.0; self.length()], bins: vec![zero; self.bins()], scratch: vec![zero; scratch] }
        });
        let result = work(&mut room);
        rooms().push(room);
        result
    }

    /// Of the sequence that has these numbers in these places and is 0 elsewhere; `None` should the transform fail.
    pub(super) fn spectrum(&self, numbers: impl Iterator<Item = (usize, f64)>) -> Option<Spectrum> {
        self.in_room(|Room { reals, bins, scratch }| {
            reals.fill(0.0);
            let mut squares = 0.0;
            for (place, number) in numbers {
                reals[place] = number;
                squares += number * number;
            }
            self.forward.process_with_scratch(reals, bins, scratch).ok()?;
            let (re, im) = bins.iter().map(|bin| (bin.re, bin.im)).unzip();
            Some(Spectrum { re, im, norm: squares.sqrt() })
        })
    }

    /// Whether the sum of the convolutions of these pairs can be rounded.
    pub(super) fn is_certain(&self, pairs: &[(&Spectrum, &Spectrum)]) -> bool {
        is_certain(self.log, pairs.len(), pairs.iter().map(|(a, b)| a.norm * b.norm).sum())
    }

    /// Adds up the transforms of convolutions, for each sum those of some pairs.
    pub(super) fn add(&self, sums: &mut Sums, pairs_of: &[Vec<(&Spectrum, &Spectrum)>]) {
        sums.parts.resize_with(self.bins().div_ceil(AT_ONCE), Vec::new);
        sums.parts.par_iter_mut().enumerate().for_each(|(part, sums)| {
            let first = part * AT_ONCE;
            let bins = first..self.bins().min(first + AT_ONCE);
            sums.clear();
            sums.resize(2 * pairs_of.len() * bins.len(), 0.0);
            for (sum, pairs) in sums.chunks_mut(2 * bins.len()).zip(pairs_of) {
                add_products(sum, pairs, bins.clone());
            }
        });
    }

    /// What `read` makes of a sum of convolutions, times the length; `None` should the transform fail.
    pub(super) fn invert<T>(&self, sums: &Sums, index: usize, read: impl FnOnce(&[f64]) -> T) -> Option<T> {
        self.in_room(|Room { reals, bins, scratch }| {
            for (bins, part) in bins.chunks_mut(AT_ONCE).zip(&sums.parts) {
                let (re, im) = part[2 * index * bins.len()..][..2 * bins.len()].split_at(bins.len());
                bins.iter_mut().zip(re.iter().zip(im)).for_each(|(bin, (&re, &im))| *bin = Complex { re, im });
            }
            // Real sequences have real first and last bins; the rest is rounding.
            if let [first, .., last] = &mut bins[..] {
                (first.im, last.im) = (0.0, 0.0);
            }
            self.inverse.process_with_scratch(bins, reals, scratch).ok()?;
            Some(read(reals))
        })
    }
}

/// Whether a sum of so many convolutions of length 2^log can be rounded, with this sum of the products of norms.
pub(super) fn is_certain(log: u32, terms: usize, norms: f64) -> bool {
    error_bound(log, terms, norms) <= TOLERATED
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+fma", "x86_64+avx2+fma"))]
pub(super) fn add_products(sum: &mut [f64], pairs: &[(&Spectrum, &Spectrum)], bins: Range<usize>) {
    add_products_plainly(sum, pairs, bins);
}

#[inline(always)]
pub(super) fn add_products_plainly(sum: &mut [f64], pairs: &[(&Spectrum, &Spectrum)], bins: Range<usize>) {
    let (re, im) = sum.split_at_mut(bins.len());
    for (a, b) in pairs {
        let a = a.re[bins.clone()].iter().zip(&a.im[bins.clone()]);
        let b = b.re[bins.clone()].iter().zip(&b.im[bins.clone()]);
        for ((re, im), ((a_re, a_im), (b_re, b_im))) in re.iter_mut().zip(&mut *im).zip(a.zip(b)) {
            *re += a_re * b_re - a_im * b_im;
            *im += a_re * b_im + a_im * b_re;
        }
    }
}
