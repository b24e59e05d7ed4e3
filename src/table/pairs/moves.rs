//! The moves that leave at most two heaps, as lists of amounts.

use crate::ruleset::{Convention, Ruleset, Unequal};
use crate::table::Breaking;
use crate::table::cells::Cell;

/// What a rule allows, by the number of heaps that are left.
#[derive(Debug, Clone)]
pub(super) struct PairMoves {
    /// Amounts that may be the whole heap: the option is worth 0.
    pub(super) all: Vec<usize>,
    /// Amounts that leave one heap, ascending.
    pub(super) some: Vec<usize>,
    pub(super) breaks: Vec<Break>,
}

/// An amount after which the rest may be left as two heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Break {
    pub(super) amount: usize,
    /// Two heaps of different sizes.
    pub(super) unequal: bool,
    /// Two heaps of one size.
    pub(super) equal: bool,
}

impl Break {
    /// The rest of a heap of `n`, if it is two heaps at least.
    pub(super) fn rest(self, n: usize) -> Option<usize> {
        n.checked_sub(self.amount).filter(|&rest| rest >= 2)
    }

    /// The largest that the smaller of two unequal parts may be; 0 where there are none.
    pub(super) fn half(self, rest: usize) -> usize {
        if self.unequal { (rest - 1) / 2 } else { 0 }
    }

    /// Whether the rest may be halved, which is worth 0.
    pub(super) fn halves(self, rest: usize) -> bool {
        self.equal && rest.is_multiple_of(2)
    }
}

impl PairMoves {
    /// For heaps up to n. `None` where a move may be another (three or more heaps, added tokens, a repeating tail), in
    /// misère play, and past 2^32.
    pub(super) fn of(rule: &Ruleset, n: u64) -> Option<Self> {
        u32::try_from(n).ok()?;
        let shape = rule.shape();
        let code = shape.code.as_ref().filter(|code| !code.adds_tokens() && !code.repeats())?;
        if shape.others || rule.convention() == Convention::Misere || code.most_parts()? > 2 {
            return None;
        }
        let of_set = shape.set.as_ref().map_or_else(Vec::new, |set| set.members(n));
        let of_set: Vec<usize> = of_set.into_iter().map(|amount| amount as usize).collect();
        let mut moves = PairMoves { all: of_set.clone(), some: of_set, breaks: Vec::new() };
        for (amount, digit) in code.digits() {
            let amount = amount as usize;
            let pairs = digit.with_parts(2);
            let kept = Break { amount, unequal: pairs.unequal != Unequal::None, equal: pairs.equal };
            moves.all.extend(Some(amount).filter(|_| !digit.with_parts(0).is_nothing()));
            moves.some.extend(Some(amount).filter(|_| !digit.with_parts(1).is_nothing()));
            moves.breaks.extend(Some(kept).filter(|_| !pairs.is_nothing()));
        }
        for amounts in [&mut moves.all, &mut moves.some] {
            amounts.sort_unstable();
            amounts.dedup();
        }
        Some(moves)
    }

    /// Visits the values of the options of a heap of `n` that leave at most one heap, one of `settled`, or two equal
    /// ones.
    #[inline(always)]
    pub(super) fn for_each_simple<C: Cell>(&self, n: usize, settled: &[C], mut visit: impl FnMut(u32)) {
        let halved = self.breaks.iter().any(|kept| kept.rest(n).is_some_and(|rest| kept.halves(rest)));
        if halved || self.all.binary_search(&n).is_ok() {
            visit(0);
        }
        let left = self.some.iter().map_while(|&amount| n.checked_sub(amount).filter(|&left| left > 0));
        left.filter_map(|left| settled.get(left)).for_each(|cell| visit(cell.get()));
    }

    /// The parities of the amounts after which two unequal heaps may be left; `None` where there is none.
    pub(super) fn breaking(&self) -> Option<Breaking> {
        Breaking::of(self.breaks.iter().filter(|kept| kept.unequal).map(|kept| kept.amount as i64))
    }
}
