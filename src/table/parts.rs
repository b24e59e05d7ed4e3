//! Sets of XORs of k parts, for take-and-break codes in which some move leaves three heaps or more.
//!
//! P_k(m) = { g(a_1) ^ ... ^ g(a_k) : a_1 + ... + a_k = m, all a_i >= 1 }, and taking i to leave k heaps makes the options
//! P_k(n - i). With a the least of the parts, P_k(m) is the union of g(a) ^ P_{k-1}(m - a) over 1 <= a <= m / k. So each set
//! of two parts is made once and used for every third part: quadratic, where the definition is cubic. For w parts at the
//! most, P_2 ... P_{w-1} are kept as bit sets; of P_w(m) only the mex is asked for: v is in it iff v ^ g(a) is in
//! P_{w-1}(m - a) for some a. Where it is, that whole set is joined to the values seen, so few v need to be asked for.
//!
//! Source: the games are those of Guy and Smith, Proc. Camb. Phil. Soc. 52 (1956); Howse and Nowakowski, Octal games with
//! pass moves and hexadecimal games, TCS 313 (2004), treat those of one and two digits. Time: n^2 / 4 marks for pairs, and
//! at least n^2 / 2w look-ups for each digit with w parts, some times that in practice; n^2 / 2k steps of V / 64 words
//! for each k from 3 to w - 1, where V is the largest value. Memory: V / 8 bytes for each heap and each k from 2 to w - 1; V may come near n. Right for finite codes
//! with marks on no more than two heaps, alone or beside a set, in normal play.

use super::cells::Cell;
use crate::ruleset::{Allowed, Code, Convention, Ruleset, Unequal};

pub(crate) struct Parts {
    /// Amounts that are taken whatever is left.
    amounts: Vec<usize>,
    moves: Vec<Move>,
    /// The most parts that a heap can be left in, at least 3.
    most: usize,
    /// The sets P_2, P_3, ... of fewer parts.
    levels: Vec<Level>,
    /// The totals of one part less than the most that are looked at, those that were of use last at the end: most are of
    /// use again, and without this the look-ups come near to cubic.
    recent: Vec<usize>,
    most_taken: usize,
    /// The largest value so far.
    largest: u32,
    /// Scratch: values of options of the current heap.
    seen: Vec<u64>,
    /// Scratch: a byte for each value.
    marks: Vec<u8>,
    /// Scratch, see [`join`].
    scratch: Vec<u64>,
}

/// Taking `taken` (adding, where negative) to leave exactly `parts` heaps.
struct Move {
    taken: i64,
    parts: usize,
    allowed: Allowed,
}

impl Parts {
    /// The code of a rule for which the engine is right, and the most heaps in which a heap up to n can be left, or 3.
    pub(crate) fn code_of(rule: &Ruleset, n: u64) -> Option<(&Code, u64)> {
        let shape = rule.shape();
        let code = shape.code.as_ref().filter(|code| !shape.others && !code.repeats())?;
        let free = !code.digits().any(|(_, digit)| digit.has_marks_beyond_pairs());
        let most = code.most_parts().filter(|&most| most > 2)?;
        let added = code.digits().next().map_or(0, |(first, _)| first.min(0).unsigned_abs());
        let most = most.min(n.saturating_add(added)).max(3);
        (free && rule.convention() == Convention::Normal).then_some((code, most))
    }

    pub(crate) fn new<C: Cell>(rule: &Ruleset, n: u64, known: &[C]) -> Option<Self> {
        let (code, most) = Parts::code_of(rule, n)?;
        let mut moves = Vec::new();
        for (taken, digit) in code.digits() {
            for run in digit.runs() {
                let numbers = run.first..=run.last.map_or(most, |last| last.min(most));
                moves.extend(numbers.map(|parts| Move { taken, parts: parts as usize, allowed: run.allowed }));
            }
        }
        let amounts = rule.shape().set.as_ref().map_or_else(Vec::new, |set| set.members(n));
        let mut engine = Parts {
            amounts: amounts.into_iter().map(|amount| amount as usize).collect(),
            moves,
            most: most as usize,
            levels: (2..most as usize).map(Level::new).collect(),
            recent: Vec::new(),
            most_taken: code.most_taken()? as usize,
            largest: 0,
            seen: vec![0],
            marks: Vec::new(),
            scratch: Vec::new(),
        };
        (1..known.len()).for_each(|heap| engine.add(&known[..=heap]));
        Some(engine)
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize) -> Result<(), usize> {
        for n in from..cells.len() {
            let value = self.value(&cells[..n]);
            cells[n] = C::narrow(value).ok_or(n)?;
            if n > 0 {
                self.add(&cells[..=n]);
            }
        }
        Ok(())
    }

    /// The value of the heap after `cells`.
    fn value<C: Cell>(&mut self, cells: &[C]) -> u32 {
        if cells.is_empty() {
            return 0;
        }
        let rests = self.look(cells);
        let Parts { seen, recent, scratch, .. } = self;
        let fewer = &self.levels[self.most - 3];
        // Only the least part need be tried, and that is at most a rest / most.
        let least = cells.len().saturating_sub(self.most_taken);
        recent.retain(|&total| total >= least - least / self.most);
        loop {
            let value = least_absent(seen);
            let mut places = recent.iter().enumerate().rev();
            // All rests side by side: a value that one of them lacks is soon found in another.
            let found = places.find_map(|(at, &total)| {
                let mut parts = rests.iter().filter_map(|rest| rest.checked_sub(total).filter(|&part| part > 0));
                let part = parts.find(|&part| fewer.has(total, value ^ cells[part].get()))?;
                Some((at, total, cells[part].get()))
            });
            let Some((at, total, part)) = found else { return value };
            join(seen, fewer.set(total), part, scratch);
            recent[at..].rotate_left(1);
        }
    }

    /// Gathers in `seen` what all moves lead to but those that leave the most parts; of those it gives what is left.
    fn look<C: Cell>(&mut self, cells: &[C]) -> Vec<usize> {
        let n = cells.len();
        let Parts { seen, levels, scratch, .. } = self;
        let mut rests = Vec::new();
        seen.fill(0);
        self.amounts.iter().take_while(|&&amount| amount <= n).for_each(|&amount| mark(seen, cells[n - amount]));
        for &Move { taken, parts, allowed } in &self.moves {
            let rest = usize::try_from(n as i64 - taken).ok().filter(|&rest| rest >= parts);
            let Some(rest) = rest else { continue };
            match parts {
                0 => seen[0] |= u64::from(rest == 0),
                1 => mark(seen, cells[rest]),
                2 if allowed.unequal == Unequal::None => seen[0] |= u64::from(rest % 2 == 0),
                2 if !allowed.equal => {
                    // The set has 0 for equal heaps too.
                    let mut unequal = 1..rest.div_ceil(2);
                    let is_zero = unequal.any(|a| cells[a].get() == cells[rest - a].get());
                    let zero = seen[0] & 1 | u64::from(is_zero);
                    join(seen, levels[0].set(rest), 0, scratch);
                    seen[0] = seen[0] & !1 | zero;
                }
                _ if parts == self.most => rests.push(rest),
                _ => join(seen, levels[parts - 2].set(rest), 0, scratch),
            }
        }
        rests
    }

    /// The last of `cells` is new: makes the sets that it completes, P_k(n + k - 1) for heap n.
    fn add<C: Cell>(&mut self, cells: &[C]) {
        let n = cells.len() - 1;
        self.largest = self.largest.max(cells[n].get());
        let width = (self.largest as usize + 1).next_power_of_two().max(64);
        self.seen.resize(width / 64, 0);

        let Some((pairs, levels)) = self.levels.split_first_mut() else { return };
        self.marks.clear();
        self.marks.resize(width, 0);
        let half = n.div_ceil(2);
        for (a, b) in cells[1..=half].iter().zip(cells[n + 1 - half..=n].iter().rev()) {
            self.marks[(a.get() ^ b.get()) as usize] = 1;
        }
        let set = pairs.push(width / 64);
        set.iter_mut().zip(self.marks.chunks_exact(64)).for_each(|(word, marks)| *word = gather(marks));

        let mut fewer = pairs;
        for level in levels {
            let parts = level.parts;
            let total = n + parts - 1;
            let set = level.push(width / 64);
            for (a, value) in cells.iter().enumerate().take(total / parts + 1).skip(1) {
                join(set, fewer.set(total - a), value.get(), &mut self.scratch);
            }
            fewer = level;
        }
        self.recent.push(n + self.most - 2);
    }
}

/// The sets of a number of parts, for each total; each is as wide as the values were when it was made.
struct Level {
    parts: usize,
    words: Vec<u64>,
    /// Where the set of each total begins, from the total `parts` on, and where the last ends.
    starts: Vec<usize>,
}

impl Level {
    fn new(parts: usize) -> Self {
        Level { parts, words: Vec::new(), starts: vec![0] }
    }

    /// The set of the next total, empty yet.
    fn push(&mut self, words: usize) -> &mut [u64] {
        let start = self.words.len();
        self.words.resize(start + words, 0);
        self.starts.push(self.words.len());
        &mut self.words[start..]
    }

    fn set(&self, total: usize) -> &[u64] {
        let at = total - self.parts;
        &self.words[self.starts[at]..self.starts[at + 1]]
    }

    #[inline]
    fn has(&self, total: usize, value: u32) -> bool {
        self.set(total).get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }
}

fn mark<C: Cell>(seen: &mut [u64], value: C) {
    seen[value.get() as usize / 64] |= 1 << (value.get() % 64);
}

/// Adds v ^ `value` to `seen` for each v in `set`: high bits of `value` move words, each of the low six moves bits within
/// all of them, which is a loop for vector instructions.
fn join(seen: &mut [u64], set: &[u64], value: u32, scratch: &mut Vec<u64>) {
    /// Of each pair of blocks of 1, 2, 4, ... bits the lower.
    const LOWER: [u64; 6] = [!0 / 3, !0 / 5, !0 / 17, !0 / 257, !0 / 65_537, !0 >> 32];
    scratch.clear();
    scratch.extend_from_slice(set);
    for (bit, lower) in LOWER.into_iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1) {
        let width = 1 << bit;
        scratch.iter_mut().for_each(|word| *word = (*word & lower) << width | *word >> width & lower);
    }
    let high = value as usize / 64;
    scratch.iter().enumerate().for_each(|(at, word)| seen[at ^ high] |= word);
}

/// 64 bytes that are 0 or 1 as bits of a word.
fn gather(marks: &[u8]) -> u64 {
    marks.iter().rev().fold(0, |word, &mark| word << 1 | u64::from(mark))
}

fn least_absent(seen: &[u64]) -> u32 {
    let at = seen.iter().position(|&word| word != !0).unwrap_or(seen.len());
    64 * at as u32 + seen.get(at).map_or(0, |word| word.trailing_ones())
}
