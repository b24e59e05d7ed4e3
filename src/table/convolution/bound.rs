//! How far a convolution by floating-point transforms may be off.
//!
//! Percival, Rapid multiplication modulo the sum and difference of highly composite numbers, Math. Comp. 72 (2003),
//! theorem 5.1: a cyclic convolution of x and y of length 2^n by fast Fourier transforms is off by less than
//!
//! |x| |y| ((1 + e)^3n (1 + e sqrt 5)^(3n + 1) (1 + b)^3n - 1)
//!
//! in every place, where |.| is the Euclidean norm, e half a unit in the last place of 1, and b bounds the error of the
//! roots of unity. (1 + e sqrt 5 is for a product of complex numbers: Brent, Percival and Zimmermann, Math. Comp. 76.)
//! The steps of radix 4, 8 and 16 are those of radix 2 with some products left out that are exact. Convolutions that
//! are added before the one inverse transform add their norms, and a factor 1 + e each.

/// 2^-53.
const ROUNDING: f64 = f64::EPSILON / 2.0;
/// Of the angle 2 pi i / N, pi is off by less than 0.4 roundings, division by a power of two is exact, and the product
/// with i is rounded once: less than 9 roundings in all. Sine and cosine are off by less than one unit, which is a
/// rounding, each.
const ROOTS: f64 = 12.0 * ROUNDING;
/// A real transform is a complex one of half the length, and one step that takes conjugate pairs apart: a number has
/// two ways through that step, where the step of the theorem has one.
const REAL: f64 = 2.0;

/// For a sum of `terms` convolutions of length 2^n whose products of norms add up to `norms`.
pub(super) fn error_bound(n: u32, terms: usize, norms: f64) -> f64 {
    let steps = 3.0 * f64::from(n);
    let exponent = steps * (ROUNDING + ROOTS) + (steps + 1.0) * ROUNDING * 5f64.sqrt() + terms as f64 * ROUNDING;
    // (1 + a)^k <= exp(a k).
    REAL * norms * exponent.exp_m1()
}
