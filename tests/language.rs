//! The rule language against an interpreter of its own, written from doc/rules.md: random rules, their normal forms and
//! shapes, several spellings of one rule, and texts that are hostile or senseless.
//!
//! The long run, 10^6 random texts: `cargo test --release --test language -- --ignored`

// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use sgtab::ruleset::{RuleError, RuleErrorKind, Ruleset, shipped};
use sgtab::table::{Settings, SgTable, choose};

// What the rules of this test are made of.

#[derive(Debug, Clone)]
enum Num {
    Lit(i128),
    Var(&'static str),
    Neg(Box<Num>),
    Op(&'static str, Box<Num>, Box<Num>),
}

#[derive(Debug, Clone)]
enum Cond {
    Chain(Num, Vec<(&'static str, Num)>),
    Is(Num, bool, &'static str),
    In(Num, bool, Box<Set>),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

#[derive(Debug, Clone)]
enum Set {
    One(Num),
    Range(Num, Option<Num>),
    Named(&'static str),
    Class(i128, i128),
    Divisors(Num, bool),
    Coprime(Num),
    AllBut(Box<Set>),
    Union(Vec<Set>, &'static str),
    Both(Box<Set>, Box<Set>),
    Except(Box<Set>, Box<Set>),
    Builder(&'static str, Box<Cond>),
    Image(Num, Loops),
}

type Loops = (Vec<(&'static str, Set)>, Option<Box<Cond>>);

#[derive(Debug, Clone)]
enum Item {
    Heap(Num),
    Heaps(Num, Num),
}

#[derive(Debug, Clone)]
enum Part {
    Take(Set),
    Moves(Vec<Item>, Option<Num>, Loops),
}

// How they are written, with no more parentheses than doc/rules.md asks for.

impl Num {
    /// 1 is a sum, 2 a product, 3 a power or a minus sign, 4 an atom.
    fn binding(&self) -> u8 {
        match self {
            Num::Lit(value) if *value < 0 => 3,
            Num::Lit(_) | Num::Var(_) => 4,
            Num::Neg(_) => 3,
            Num::Op("+" | "-", ..) => 1,
            Num::Op("*" | "/" | "%", ..) => 2,
            Num::Op("^", ..) => 3,
            Num::Op(..) => 4,
        }
    }

    fn at(&self, least: u8) -> String {
        if self.binding() < least { format!("({self})") } else { self.to_string() }
    }

    fn mentions(&self, name: &str) -> bool {
        match self {
            Num::Lit(_) => false,
            Num::Var(own) => *own == name,
            Num::Neg(a) => a.mentions(name),
            Num::Op(_, a, b) => a.mentions(name) || b.mentions(name),
        }
    }

    fn has_variable(&self) -> bool {
        match self {
            Num::Lit(_) => false,
            Num::Var(_) => true,
            Num::Neg(a) => a.has_variable(),
            Num::Op(_, a, b) => a.has_variable() || b.has_variable(),
        }
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Num::Lit(value) => write!(f, "{value}"),
            Num::Var(name) => f.write_str(name),
            Num::Neg(a) => write!(f, "-{}", a.at(3)),
            Num::Op("^", a, b) => write!(f, "{}^{}", a.at(4), b.at(3)),
            Num::Op(op @ ("gcd" | "min" | "max"), a, b) => write!(f, "{op}({a}, {b})"),
            Num::Op(op @ ("+" | "-"), a, b) => write!(f, "{} {op} {}", a.at(1), b.at(2)),
            Num::Op(op, a, b) => write!(f, "{}{op}{}", a.at(2), b.at(3)),
        }
    }
}

impl Cond {
    fn at(&self, least: u8) -> String {
        let binding = match self {
            Cond::Or(..) => 0,
            Cond::And(..) => 1,
            Cond::Not(..) => 2,
            _ => 3,
        };
        if binding < least { format!("({self})") } else { self.to_string() }
    }
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let no = |not: &bool| if *not { "not " } else { "" };
        match self {
            Cond::Chain(first, others) => {
                write!(f, "{first}")?;
                others.iter().try_for_each(|(symbol, num)| write!(f, " {symbol} {num}"))
            }
            Cond::Is(num, not, property) => write!(f, "{num} is {}{property}", no(not)),
            Cond::In(num, not, set) => write!(f, "{num} {}in {}", no(not), set.at(0)),
            Cond::Not(inner) => write!(f, "not {}", inner.at(2)),
            Cond::And(a, b) => write!(f, "{} and {}", a.at(1), b.at(2)),
            Cond::Or(a, b) => write!(f, "{} or {}", a.at(0), b.at(1)),
        }
    }
}

impl Set {
    fn at(&self, least: u8) -> String {
        let binding = match self {
            Set::AllBut(_) | Set::Class(..) => return format!("({self})"),
            Set::Union(..) => 0,
            Set::Both(..) => 1,
            Set::Except(..) => 2,
            _ => 3,
        };
        if binding < least { format!("({self})") } else { self.to_string() }
    }
}

fn loops_text((each, condition): &Loops) -> String {
    let mut text: String = each.iter().map(|(name, set)| format!(" for {name} in {}", set.at(0))).collect();
    if let Some(condition) = condition {
        text += &format!(" if {condition}");
    }
    text
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::One(num) => write!(f, "{num}"),
            Set::Range(low, None) => write!(f, "{low}.."),
            Set::Range(low, Some(high)) => write!(f, "{low}..{high}"),
            Set::Named(name) => f.write_str(name),
            Set::Class(r, m) => write!(f, "{r} mod {m}"),
            Set::Divisors(of, proper) => write!(f, "{}divisors of {}", if *proper { "proper " } else { "" }, of.at(4)),
            Set::Coprime(to) => write!(f, "coprime to {}", to.at(4)),
            Set::AllBut(out) => write!(f, "all but {}", out.at(0)),
            Set::Union(all, joint) => f.write_str(&all.iter().map(|set| set.at(1)).collect::<Vec<_>>().join(joint)),
            Set::Both(a, b) => write!(f, "{} & {}", a.at(1), b.at(2)),
            Set::Except(a, b) => write!(f, "{} except {}", a.at(2), b.at(3)),
            Set::Builder(name, condition) => write!(f, "{{{name} : {condition}}}"),
            Set::Image(value, loops) => write!(f, "{{{value}{}}}", loops_text(loops)),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Take(set) => write!(f, "{set}"),
            Part::Moves(items, times, loops) => {
                let items = items.iter().map(|item| match item {
                    Item::Heap(heap) => heap.to_string(),
                    Item::Heaps(first, last) => format!("{first}..{last}"),
                });
                write!(f, "[{}]", items.collect::<Vec<_>>().join(", "))?;
                if let Some(times) = times {
                    write!(f, " * {}", times.at(4))?;
                }
                f.write_str(&loops_text(loops))
            }
        }
    }
}

// What they mean.

#[derive(Debug, Clone, Copy, PartialEq)]
enum Stop {
    /// A number that does not exist.
    Fault,
    /// A variable that has no value yet.
    Unbound,
    /// Too much work for a test, or something that doc/rules.md leaves open.
    Unclear,
}

/// Each member; whether a fault keeps it open that it is one; whether it is so large that others may have been cut off.
type Members = BTreeMap<i128, Candidate>;

#[derive(Debug, Clone, Copy, Default)]
struct Candidate {
    open: bool,
    far: bool,
}

/// What a heap may become.
#[derive(Debug, Default)]
struct Meaning {
    options: BTreeSet<Vec<u64>>,
    /// With these, doc/rules.md leaves it open.
    perhaps: BTreeSet<Vec<u64>>,
    /// An option has a number that does not exist, or a heap that is not smaller.
    error: bool,
    /// There is such a number where nothing would be offered anyway.
    perhaps_error: bool,
    /// An infinite set has been cut: far out, numbers may not exist.
    cut: bool,
}

struct Interpreter {
    /// Names and values, and whether the value may come from an infinite set.
    env: Vec<(&'static str, i128, bool)>,
    /// Infinite sets are cut here.
    cut: i128,
    /// One has been cut.
    has_cut: bool,
    /// A number that does not come from one is not far below the cut.
    near_cut: bool,
    steps: u64,
    found: Meaning,
}

fn is_prime(value: i128) -> bool {
    value > 1 && (2..).take_while(|d| d * d <= value).all(|d| value % d != 0)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn is_power(value: i128, base: i128) -> bool {
    value == 1 || (value > 0 && value % base == 0 && is_power(value / base, base))
}

/// Whether a sequence that rises has a member.
fn reaches(value: i128, first: i128, second: i128, next: impl Fn(i128, i128, i128) -> i128) -> bool {
    let (mut a, mut b, mut index) = (first, second, 2);
    while a < value {
        (a, b) = (b, next(a, b, index));
        index += 1;
    }
    a == value
}

fn is_named(name: &str, value: i128) -> bool {
    value >= 1
        && match name {
            "any" => true,
            "odd" => value % 2 == 1,
            "even" => value % 2 == 0,
            "squares" => (1..=value).any(|k| k * k == value),
            "cubes" => (1..=value).any(|k| k * k * k == value),
            "triangular" => (1..=value).any(|k| k * (k + 1) / 2 == value),
            "primes" => is_prime(value),
            "prime powers" => (2..=value).any(|p| is_prime(p) && is_power(value, p)) && value > 1,
            "fibonacci" => reaches(value, 1, 2, |a, b, _| a + b),
            "lucas" => reaches(value, 1, 3, |a, b, _| a + b),
            "factorials" => reaches(value, 1, 2, |_, b, index| b * (index + 1)),
            "powers of 2" => is_power(value, 2),
            "multiples of 3" => value % 3 == 0,
            other => panic!("{other}"),
        }
}

fn is_endless(set: &Set) -> bool {
    match set {
        Set::One(_) | Set::Range(_, Some(_)) | Set::Divisors(..) => false,
        Set::Range(_, None) | Set::Named(_) | Set::Class(..) | Set::Coprime(_) | Set::AllBut(_) => true,
        Set::Builder(..) => true,
        Set::Union(all, _) => all.iter().any(is_endless),
        Set::Both(a, b) => is_endless(a) && is_endless(b),
        Set::Except(a, _) => is_endless(a),
        Set::Image(_, (each, _)) => each.iter().any(|(_, set)| is_endless(set)),
    }
}

impl Interpreter {
    fn step(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Unclear)?;
        Ok(())
    }

    fn num(&mut self, num: &Num) -> Result<i128, Stop> {
        let value = match num {
            Num::Lit(value) => *value,
            Num::Var(name) => {
                let bound = self.env.iter().rev().find(|(bound, ..)| bound == name);
                bound.map(|(_, value, _)| *value).ok_or(Stop::Unbound)?
            }
            Num::Neg(a) => -self.num(a)?,
            Num::Op(op, a, b) => {
                let (a, b) = match (self.num(a), self.num(b)) {
                    (Ok(a), Ok(b)) => (a, b),
                    (Err(Stop::Fault), _) | (_, Err(Stop::Fault)) => return Err(Stop::Fault),
                    (Err(stop), _) | (_, Err(stop)) => return Err(stop),
                };
                match *op {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" | "%" if b == 0 => return Err(Stop::Fault),
                    "/" => (a - (a % b + b) % b) / b,
                    "%" => (a % b + b) % b,
                    "^" if b < 0 => return Err(Stop::Fault),
                    "^" if (-1..=1).contains(&a) => a.pow((if b == 0 { 0 } else { 2 - b % 2 }) as u32),
                    "^" if b > 64 => return Err(Stop::Fault),
                    "^" => a.checked_pow(b as u32).ok_or(Stop::Fault)?,
                    "gcd" => gcd(a, b),
                    "min" => a.min(b),
                    "max" => a.max(b),
                    other => panic!("{other}"),
                }
            }
        };
        let from_endless = |(name, _, endless): &(&'static str, i128, bool)| *endless && num.mentions(name);
        self.near_cut |= value.abs() > self.cut / 2 && !self.env.iter().any(from_endless);
        i64::try_from(value).map(i128::from).map_err(|_| Stop::Fault)
    }

    /// Not left to right only: where the right side is false, a fault on the left may stay unseen.
    fn both(&mut self, left: Result<bool, Stop>, right: Result<bool, Stop>) -> Result<bool, Stop> {
        match (left, right) {
            (Err(Stop::Unclear), _) | (_, Err(Stop::Unclear)) => Err(Stop::Unclear),
            (Ok(false), _) => Ok(false),
            (Ok(true), right) => right,
            (Err(_), Ok(false)) => {
                self.found.perhaps_error = true;
                Ok(false)
            }
            (Err(_), Err(Stop::Fault)) => Err(Stop::Fault),
            (Err(stop), _) => Err(stop),
        }
    }

    fn cond(&mut self, cond: &Cond) -> Result<bool, Stop> {
        self.step()?;
        match cond {
            Cond::Chain(first, others) => {
                let mut left = first;
                let mut all = Ok(true);
                for (symbol, right) in others {
                    let one = self.num(left).and_then(|a| {
                        let b = self.num(right)?;
                        Ok(match *symbol {
                            "==" => a == b,
                            "!=" => a != b,
                            "<" => a < b,
                            "<=" => a <= b,
                            ">" => a > b,
                            _ => a >= b,
                        })
                    });
                    all = self.both(all, one);
                    left = right;
                }
                all
            }
            Cond::Is(num, not, property) => {
                let value = self.num(num)?;
                let holds = match *property {
                    "prime" => is_prime(value),
                    "square" => value >= 0 && (0..=value).take_while(|k| k * k <= value).any(|k| k * k == value),
                    "even" => value % 2 == 0,
                    _ => value % 2 != 0,
                };
                Ok(holds != *not)
            }
            Cond::In(num, not, set) => {
                let value = self.num(num)?;
                Ok(self.contains(set, value)? != *not)
            }
            Cond::Not(inner) => Ok(!self.cond(inner)?),
            Cond::And(a, b) => {
                let left = self.cond(a);
                let right = if left == Ok(false) { Ok(true) } else { self.cond(b) };
                self.both(left, right)
            }
            Cond::Or(a, b) => Ok(self.cond(a)? || self.cond(b)?),
        }
    }

    fn contains(&mut self, set: &Set, x: i128) -> Result<bool, Stop> {
        self.step()?;
        Ok(match set {
            Set::One(num) => self.num(num)? == x,
            Set::Range(low, high) => {
                let above = self.num(low).map(|low| low <= x);
                let below = high.as_ref().map_or(Ok(true), |high| self.num(high).map(|high| x <= high));
                self.both(above, below)?
            }
            Set::Named(name) => is_named(name, x),
            Set::Class(r, m) => x >= 1 && (x - r) % m == 0,
            Set::Divisors(of, proper) => {
                let of = self.num(of)?;
                // What divides 0 or a negative number is left open.
                if of <= 0 {
                    return Err(Stop::Unclear);
                }
                x >= 1 && of % x == 0 && !(*proper && of == x)
            }
            Set::Coprime(to) => {
                let to = self.num(to)?;
                x >= 1 && gcd(x, to) == 1
            }
            Set::AllBut(out) => x >= 1 && !self.contains(out, x)?,
            Set::Union(all, _) => {
                for one in all {
                    if self.contains(one, x)? {
                        return Ok(true);
                    }
                }
                false
            }
            Set::Both(a, b) => {
                let (left, right) = (self.contains(a, x), self.contains(b, x));
                self.both(left, right)?
            }
            Set::Except(a, b) => {
                let (left, right) = (self.contains(a, x), self.contains(b, x).map(|inside| !inside));
                self.both(left, right)?
            }
            Set::Builder(name, condition) => {
                self.env.push((name, x, true));
                let holds = self.cond(condition);
                self.env.pop();
                self.both(Ok(x >= 1), holds)?
            }
            Set::Image(..) => match self.members(set)?.get(&x) {
                Some(Candidate { open: true, .. }) => return Err(Stop::Fault),
                found => found.is_some(),
            },
        })
    }

    fn members(&mut self, set: &Set) -> Result<Members, Stop> {
        let mut all = Members::new();
        match set {
            Set::One(num) => {
                all.insert(self.num(num)?, Candidate::default());
            }
            Set::Range(low, high) => {
                let low = self.num(low)?;
                let high = high.as_ref().map(|high| self.num(high)).transpose()?;
                self.near_cut |= high.is_some_and(|high| high > self.cut / 2 && low <= high);
                for x in low..=high.unwrap_or(self.cut) {
                    self.step()?;
                    all.insert(x, Candidate::default());
                }
            }
            Set::Union(pieces, _) => {
                for piece in pieces {
                    for (x, candidate) in self.members(piece)? {
                        let known = all.entry(x).or_insert(candidate);
                        known.open &= candidate.open;
                    }
                }
            }
            Set::Both(a, b) => {
                let (left, right) = (self.members(a)?, self.members(b)?);
                self.found.perhaps_error |= left.values().chain(right.values()).any(|candidate| candidate.open);
                for (x, candidate) in left {
                    if let Some(other) = right.get(&x) {
                        all.insert(x, Candidate { open: candidate.open || other.open, far: false });
                    }
                }
            }
            Set::Except(a, b) => {
                let (left, right) = (self.members(a)?, self.members(b)?);
                self.found.perhaps_error |= left.values().chain(right.values()).any(|candidate| candidate.open);
                for (x, mut candidate) in left {
                    match right.get(&x) {
                        None => {}
                        Some(Candidate { open: true, .. }) => candidate.open = true,
                        Some(_) => continue,
                    }
                    all.insert(x, candidate);
                }
            }
            Set::Image(value, loops) => {
                let mut images = Vec::new();
                self.choices(loops, 0, Candidate::default(), &mut |this, open| {
                    this.step()?;
                    match this.num(value) {
                        Err(Stop::Unclear) => return Err(Stop::Unclear),
                        Err(_) => this.found.perhaps_error = true,
                        Ok(x) if open.far && x < this.cut => return Err(Stop::Unclear),
                        Ok(x) if x >= 1 => images.push((x, open)),
                        // No amount; but a fault may have been met on the way to it.
                        Ok(_) => this.found.perhaps_error |= open.open,
                    }
                    Ok(())
                })?;
                for (x, candidate) in images {
                    let known = all.entry(x).or_insert(candidate);
                    known.open &= candidate.open;
                }
            }
            _ => {
                // Divisors may be past the cut.
                self.has_cut |= matches!(set, Set::Divisors(..));
                for x in 1..=self.cut {
                    match self.contains(set, x) {
                        Ok(false) => {}
                        Ok(true) => {
                            all.insert(x, Candidate::default());
                        }
                        Err(Stop::Fault) => {
                            all.insert(x, Candidate { open: true, far: false });
                        }
                        Err(stop) => return Err(stop),
                    }
                }
            }
        }
        if is_endless(set) {
            let cut = self.cut;
            self.has_cut = true;
            self.found.cut = true;
            all.range_mut(cut / 2..).for_each(|(_, candidate)| candidate.far = true);
        }
        Ok(all)
    }

    /// All choices of the variables for which the condition holds, or may hold.
    fn choices(
        &mut self,
        loops: &Loops,
        at: usize,
        open: Candidate,
        visit: &mut dyn FnMut(&mut Self, Candidate) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.step()?;
        let (each, condition) = loops;
        let Some((name, set)) = each.get(at) else {
            let holds = condition.as_ref().map_or(Ok(true), |condition| self.cond(condition));
            return match holds {
                Ok(false) => {
                    self.found.perhaps_error |= open.open;
                    Ok(())
                }
                Ok(true) => visit(self, open),
                Err(Stop::Unclear) => Err(Stop::Unclear),
                Err(_) => visit(self, Candidate { open: true, ..open }),
            };
        };
        // A condition may be tested as soon as its variables have values.
        if let Some(condition) = condition {
            self.found.perhaps_error |= self.cond(condition) == Err(Stop::Fault);
        }
        match self.members(set) {
            Ok(members) => {
                let endless = is_endless(set) || self.env.iter().any(|(_, _, endless)| *endless);
                for (x, candidate) in members {
                    let open = Candidate { open: open.open || candidate.open, far: open.far || candidate.far };
                    self.env.push((name, x, endless));
                    let visited = self.choices(loops, at + 1, open, visit);
                    self.env.pop();
                    visited?;
                }
                Ok(())
            }
            Err(Stop::Unclear) => Err(Stop::Unclear),
            // The loops further inside stay without a value.
            Err(_) => self.choices(loops, each.len(), Candidate { open: true, ..open }, visit),
        }
    }

    fn part(&mut self, part: &Part, n: i128) -> Result<(), Stop> {
        match part {
            Part::Take(set) => {
                let all = match self.members(set) {
                    Err(Stop::Fault) => {
                        self.found.error = true;
                        return Ok(());
                    }
                    all => all?,
                };
                for (x, candidate) in all {
                    if !(1..=n).contains(&x) {
                        self.found.perhaps_error |= candidate.open;
                    } else if candidate.open {
                        self.found.error = true;
                    } else {
                        self.found.options.insert(if x == n { vec![] } else { vec![(n - x) as u64] });
                    }
                }
                Ok(())
            }
            Part::Moves(items, times, loops) => {
                self.choices(loops, 0, Candidate::default(), &mut |this, open| this.option(items, times, n, open))
            }
        }
    }

    /// The option that a choice of the variables leads to.
    fn option(&mut self, items: &[Item], times: &Option<Num>, n: i128, open: Candidate) -> Result<(), Stop> {
        let (mut heaps, mut negative, mut large) = (Vec::new(), false, false);
        let (mut fault, mut unbound) = (open.open, false);
        let times = times.as_ref().map_or(Ok(1), |times| self.num(times));
        let mut heap = |from: Result<i128, Stop>, to: Result<i128, Stop>| {
            if let (Ok(from), Ok(to)) = (from, to)
                && from <= to
            {
                negative |= from < 0;
                large |= to >= n;
                heaps.extend((from.max(1)..=to.min(n)).map(|heap| heap as u64));
            }
            for stop in [from.err(), to.err()].into_iter().flatten() {
                fault |= stop == Stop::Fault;
                unbound |= stop == Stop::Unbound;
            }
        };
        for item in items {
            match item {
                Item::Heap(one) => heap(self.num(one), self.num(one)),
                Item::Heaps(from, to) => heap(self.num(from), self.num(to)),
            }
        }
        heap(times.map(|_| 0), Ok(0));
        if times.is_ok_and(|times| times < 0) || (negative && times != Ok(0)) {
            self.found.perhaps_error |= fault;
            return Ok(());
        }
        if unbound {
            self.found.perhaps_error = true;
            return Ok(());
        }
        if open.far {
            return Err(Stop::Unclear);
        }
        if fault {
            if negative {
                self.found.perhaps_error = true;
            } else {
                self.found.error = true;
            }
            return Ok(());
        }
        match times {
            // Whether a negative heap counts that is there 0 times is left open, and whether a large one does.
            Ok(0) if negative => _ = self.found.perhaps.insert(vec![]),
            Ok(0) => {
                self.found.perhaps_error |= large;
                self.found.options.insert(vec![]);
            }
            _ if large => self.found.error = true,
            Ok(times) if times * heaps.len() as i128 > 1 << 12 => return Err(Stop::Unclear),
            Ok(times) => {
                let mut all = Vec::new();
                (0..times).for_each(|_| all.extend_from_slice(&heaps));
                all.sort_unstable();
                self.found.options.insert(all);
            }
            Err(_) => {}
        }
        Ok(())
    }
}

fn loops_of(part: &Part) -> usize {
    match part {
        Part::Take(_) => 1,
        Part::Moves(_, _, (each, _)) => each.len(),
    }
}

/// `None` where it is not clear, or takes too long.
fn meaning(parts: &[Part], n: u64, steps: u64) -> Option<Meaning> {
    let env = vec![("n", i128::from(n), false)];
    let found = Meaning::default();
    let mut interpreter = Interpreter { env, cut: 0, has_cut: false, near_cut: false, steps, found };
    for part in parts {
        (interpreter.has_cut, interpreter.near_cut) = (false, false);
        let cut = if loops_of(part) < 2 { 700 } else { 300 };
        interpreter.cut = i128::from(n * 5).max(cut);
        interpreter.part(part, i128::from(n)).ok()?;
        if interpreter.has_cut && interpreter.near_cut {
            return None;
        }
    }
    Some(interpreter.found)
}

// Random rules: a tape of numbers decides, so that shorter tapes and smaller numbers are simpler rules.

struct Tape<'a> {
    numbers: &'a [u8],
    names: Vec<&'static str>,
    /// How many variables have been bound, for new names.
    bound: usize,
    endless: bool,
}

const NAMES: [&str; 12] = ["a", "b", "c", "d", "k", "s", "t", "x", "y", "z", "size", "d_1"];

impl Tape<'_> {
    fn pick(&mut self, choices: u8) -> u8 {
        match self.numbers.split_first() {
            None => 0,
            Some((first, rest)) => {
                self.numbers = rest;
                first % choices
            }
        }
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::from(self.pick(choices.len() as u8))]
    }

    fn lit(&mut self, low: u8, high: u8) -> Num {
        Num::Lit(i128::from(low + self.pick(high - low + 1)))
    }

    fn var(&mut self) -> Num {
        // The newest first.
        let names: Vec<&'static str> = self.names.iter().rev().copied().collect();
        Num::Var(self.of(&names))
    }

    fn name(&mut self) -> &'static str {
        self.bound += 1;
        NAMES[(self.bound - 1) % NAMES.len()]
    }

    fn op(&mut self, op: &'static str, a: Num, b: Num) -> Num {
        Num::Op(op, Box::new(a), Box::new(b))
    }

    fn num(&mut self, depth: u8) -> Num {
        if depth == 0 {
            return if self.pick(3) == 2 { self.lit(0, 9) } else { self.var() };
        }
        match self.pick(13) {
            0..=2 => self.num(0),
            3 | 4 => {
                let (a, b) = (self.num(depth - 1), self.num(depth - 1));
                self.op("-", a, b)
            }
            5 => {
                let (a, b) = (self.num(depth - 1), self.num(depth - 1));
                self.op("+", a, b)
            }
            6 => {
                let (a, b) = (self.num(depth - 1), self.num(depth - 1));
                self.op("*", a, b)
            }
            7 | 8 => {
                let op = self.of(&["/", "%"]);
                let a = self.num(depth - 1);
                let b = if self.pick(4) == 3 { self.num(depth - 1) } else { self.lit(1, 9) };
                self.op(op, a, b)
            }
            9 => {
                let a = self.num(depth - 1);
                let b = if self.pick(6) == 5 { self.num(0) } else { self.lit(0, 3) };
                self.op("^", a, b)
            }
            10 | 11 => {
                let op = self.of(&["min", "max", "gcd"]);
                let (a, b) = (self.num(depth - 1), self.num(depth - 1));
                self.op(op, a, b)
            }
            _ => Num::Neg(Box::new(self.num(depth - 1))),
        }
    }

    fn cond(&mut self, depth: u8) -> Cond {
        let kinds = if depth == 0 { 7 } else { 11 };
        match self.pick(kinds) {
            0..=2 => {
                let first = self.num(1);
                let links = 1 + self.pick(6) / 5;
                let symbols = ["<=", "<", ">", ">=", "==", "!="];
                Cond::Chain(first, (0..links).map(|_| (self.of(&symbols), self.num(1))).collect())
            }
            3 => {
                let m = self.lit(2, 5);
                let num = self.num(1);
                let rest = self.op("%", num, m);
                Cond::Chain(rest, vec![(self.of(&["==", "!="]), self.lit(0, 2))])
            }
            4 => Cond::Is(self.num(1), self.pick(3) == 2, self.of(&["prime", "square", "even", "odd"])),
            5 | 6 => {
                let (num, not) = (self.num(1), self.pick(3) == 2);
                Cond::In(num, not, Box::new(self.set(depth, false, false)))
            }
            7 => Cond::Not(Box::new(self.cond(depth - 1))),
            8 | 9 => Cond::And(Box::new(self.cond(depth - 1)), Box::new(self.cond(depth - 1))),
            _ => Cond::Or(Box::new(self.cond(depth - 1)), Box::new(self.cond(depth - 1))),
        }
    }

    /// What a set of amounts and `in` allow.
    fn simple_set(&mut self) -> Set {
        match self.pick(6) {
            0 => {
                let low = self.lit(1, 3);
                Set::Range(low, Some(self.lit(3, 9)))
            }
            1 => Set::Named(self.of(&[
                "any",
                "odd",
                "even",
                "squares",
                "primes",
                "triangular",
                "cubes",
                "prime powers",
                "fibonacci",
                "lucas",
                "factorials",
                "powers of 2",
                "multiples of 3",
            ])),
            2 => Set::One(self.lit(1, 9)),
            3 => Set::Union(vec![Set::One(self.lit(1, 4)), Set::One(self.lit(3, 9))], ", "),
            4 => {
                let m = i128::from(2 + self.pick(5));
                Set::Class(i128::from(self.pick(m as u8)), m)
            }
            _ => Set::Range(self.lit(1, 9), None),
        }
    }

    /// `walked` is what stands after `for`, `images` whether an image that uses variables can stand here.
    fn set(&mut self, depth: u8, walked: bool, images: bool) -> Set {
        let kinds = if depth == 0 { 10 } else { 16 };
        match self.pick(kinds) {
            0 | 1 => {
                let low = if walked && self.pick(3) > 0 { self.lit(0, 2) } else { self.lit(1, 3) };
                let high = match self.pick(5) {
                    0 => Num::Var("n"),
                    1 => {
                        let d = self.lit(2, 3);
                        self.op("/", Num::Var("n"), d)
                    }
                    2 => {
                        let c = self.lit(1, 9);
                        self.op("-", Num::Var("n"), c)
                    }
                    3 => self.num(1),
                    _ => Num::Lit(3 + 2 * i128::from(self.pick(200))),
                };
                let bad = !high.has_variable() && !matches!(high, Num::Lit(_));
                let high = if bad { Num::Lit(9) } else { high };
                Set::Range(low, Some(if let Num::Lit(value) = high { Num::Lit(value.max(3)) } else { high }))
            }
            2 if walked => {
                let low = self.num(0);
                let high = self.num(1);
                if low.has_variable() { Set::Range(low, Some(high)) } else { Set::Range(Num::Lit(1), None) }
            }
            3 => {
                let of = if self.pick(4) == 3 { self.num(1) } else { Num::Var("n") };
                let of = if of.has_variable() { of } else { Num::Var("n") };
                Set::Divisors(of, self.pick(2) == 1)
            }
            4 => {
                let depth = u8::from(self.pick(4) == 3);
                let to = self.num(depth);
                Set::Coprime(if to.has_variable() { to } else { Num::Var("n") })
            }
            5 => {
                let one = self.num(1);
                Set::One(if one.has_variable() { one } else { Num::Lit(4) })
            }
            2 | 6..=9 => self.simple_set(),
            10 => {
                let (a, b) = (self.set(depth - 1, walked, images), self.set(depth - 1, walked, images));
                Set::Both(Box::new(a), Box::new(b))
            }
            11 => {
                let (a, b) = (self.set(depth - 1, walked, images), self.set(depth - 1, walked, false));
                Set::Except(Box::new(a), Box::new(b))
            }
            12 => {
                let (a, b) = (self.set(depth - 1, walked, images), self.set(depth - 1, walked, images));
                let joint = self.of(&[" | ", ", "]);
                Set::Union(vec![a, b], joint)
            }
            13 => {
                let name = self.name();
                self.names.push(name);
                let condition = self.cond(depth - 1);
                self.names.pop();
                Set::Builder(name, Box::new(condition))
            }
            14 if images => {
                let count = 1 + usize::from(self.pick(4) == 3);
                let loops = self.loops(count, depth - 1);
                let value = self.num(2);
                self.names.truncate(self.names.len() - loops.0.len());
                Set::Image(value, loops)
            }
            14 => {
                let mut alone = Tape { names: Vec::new(), ..Tape::of_numbers(self.numbers) };
                alone.bound = self.bound;
                let name = alone.name();
                let low = alone.lit(0, 3);
                let high = 3 + i128::from(alone.pick(9));
                alone.names.push(name);
                let value = alone.num(2);
                (self.numbers, self.bound) = (alone.numbers, alone.bound);
                Set::Image(value, (vec![(name, Set::Range(low, Some(Num::Lit(high))))], None))
            }
            _ => Set::AllBut(Box::new(self.simple_set())),
        }
    }

    fn of_numbers(numbers: &[u8]) -> Tape<'_> {
        Tape { numbers, names: vec!["n"], bound: 0, endless: false }
    }

    /// The names stay bound. At most one of all the sets of a rule has no end.
    fn loops(&mut self, count: usize, depth: u8) -> Loops {
        let mut each = Vec::new();
        for _ in 0..count {
            let mut set = self.set(depth, true, true);
            if is_endless(&set) {
                if self.endless || count > 2 {
                    let end = self.op("-", Num::Var("n"), Num::Lit(1));
                    set = Set::Both(Box::new(set), Box::new(Set::Range(Num::Lit(1), Some(end))));
                }
                self.endless = true;
            }
            let name = self.name();
            self.names.push(name);
            each.push((name, set));
        }
        let condition = match self.pick(2) {
            1 => Some(Box::new(self.cond(depth.min(2)))),
            _ => None,
        };
        (each, condition)
    }

    /// A heap that is smaller than n, most of the time.
    fn heap(&mut self) -> Num {
        let inner = self.num(2);
        match self.pick(8) {
            0 | 1 => {
                let amount = if self.names.len() > 1 { self.var() } else { self.lit(1, 4) };
                self.op("-", Num::Var("n"), amount)
            }
            2 => {
                let less = self.op("-", Num::Var("n"), Num::Lit(1));
                self.op("min", inner, less)
            }
            3 => self.op("%", inner, Num::Var("n")),
            4 => {
                let divisor = self.lit(2, 4);
                self.op("/", Num::Var("n"), divisor)
            }
            5 => {
                let amount = self.op("max", inner, Num::Lit(1));
                self.op("-", Num::Var("n"), amount)
            }
            6 => {
                let (one, other) = (self.op("-", Num::Var("n"), Num::Lit(1)), self.op("-", Num::Var("n"), Num::Lit(2)));
                let rest = self.op("-", other, inner);
                self.op("min", one, rest)
            }
            _ => inner,
        }
    }

    fn part(&mut self) -> Part {
        if self.pick(6) == 5 {
            return Part::Take(self.set(2, false, true));
        }
        let count: usize = self.of(&[1, 0, 1, 2, 1, 2, 3]);
        let loops = self.loops(count, if count > 1 { 1 } else { 2 });
        let heaps = self.of(&[1, 1, 2, 2, 2, 3, 4, 0]);
        let items = (0..heaps).map(|_| match self.pick(6) {
            5 => {
                let low = self.num(1);
                Item::Heaps(low, self.heap())
            }
            _ => Item::Heap(self.heap()),
        });
        let items = items.collect();
        let times = match self.pick(6) {
            5 => Some(self.num(1)),
            4 => Some(self.lit(0, 3)),
            _ => None,
        };
        self.names.truncate(1);
        Part::Moves(items, times, loops)
    }

    fn rule(&mut self) -> Vec<Part> {
        let count = if self.pick(4) == 3 { 2 } else { 1 };
        let mut parts: Vec<Part> = Vec::new();
        for _ in 0..count {
            self.endless = false;
            let part = self.part();
            // Two sets of which one uses n are refused.
            if !(matches!(part, Part::Take(_)) && parts.iter().any(|other| matches!(other, Part::Take(_)))) {
                parts.push(part);
            }
        }
        parts
    }
}

fn rule_of(tape: &[u8]) -> Vec<Part> {
    Tape::of_numbers(tape).rule()
}

fn text_of(parts: &[Part]) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

// The crate's side.

type Found = Result<BTreeSet<Vec<u64>>, String>;

fn options(rule: &Ruleset, n: u64) -> Found {
    let mut all = BTreeSet::new();
    let visited = rule.for_each_option(n, |heaps| {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        all.insert(heaps);
    });
    visited.map_err(|error| error.to_string())?;
    Ok(all)
}

/// Refusals that say nothing of what a rule means.
fn is_beyond(message: &str) -> Option<&'static str> {
    [
        "there is no end to",
        "far too many choices",
        "2^20 heaps",
        "is empty",
        "has no members",
        "is not decided",
        "operators",
        "variables",
        "is not an amount",
        "is a take-and-break code",
        "is not clear what `mod`",
        "a set has no brackets",
        "the modulus must be",
    ]
    .into_iter()
    .find(|known| message.contains(known))
}

/// A constant that has no value is refused even where it is never needed.
fn is_constant_fault(message: &str) -> bool {
    !message.contains("heap ") && (message.contains("division by zero") || message.contains("is too large"))
}

const TRIED: [u64; 15] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 20, 30, 41, 64, 100, 144];

/// What became of a random rule.
fn compare(parts: &[Part], text: &str) -> Result<&'static str, TestCaseError> {
    let rule = match Ruleset::parse(text) {
        Ok(rule) => rule,
        Err(error) => {
            let message = error.to_string();
            if let Some(known) = is_beyond(&message) {
                return Ok(known);
            }
            if is_constant_fault(&message) {
                return Ok("constant fault");
            }
            prop_assert!(
                matches!(error.kind(), RuleErrorKind::Contradiction | RuleErrorKind::Number),
                "{} is refused: {:?} {}",
                text,
                error.kind(),
                message
            );
            for n in TRIED {
                match meaning(parts, n, 400_000) {
                    None => return Ok("unclear"),
                    Some(found) if found.cut && message.contains("64 bits") => return Ok("too large far out"),
                    Some(found) if found.error || found.perhaps_error => return Ok("refused with a reason"),
                    Some(_) => {}
                }
            }
            return Err(TestCaseError::fail(format!("{text} is refused: {message}")));
        }
    };
    let mut clear = 0;
    for n in (1..=12).chain([15, 16, 19, 25]) {
        let Some(expected) = meaning(parts, n, 150_000) else { continue };
        clear += 1;
        match options(&rule, n) {
            Ok(found) => {
                prop_assert!(!expected.error, "{} has an error at {}, and gave {:?}", text, n, found);
                let open: BTreeSet<_> = expected.options.union(&expected.perhaps).cloned().collect();
                prop_assert!(
                    expected.options.is_subset(&found) && found.is_subset(&open),
                    "{} at {}: expected {:?}, got {:?}",
                    text,
                    n,
                    expected.options,
                    found
                );
            }
            Err(message) => {
                let allowed = expected.error
                    || expected.perhaps_error
                    || is_beyond(&message).is_some()
                    || (expected.cut && message.contains("64 bits"));
                prop_assert!(allowed, "{} at {}: expected {:?}, got {}", text, n, expected.options, message);
            }
        }
    }
    Ok(if clear >= 8 { "accepted and clear" } else { "accepted and unclear" })
}

fn reads_back(rule: &Ruleset, text: &str) -> Result<(), TestCaseError> {
    let form = rule.to_string();
    let again = Ruleset::parse(&form);
    let again = again.map_err(|error| TestCaseError::fail(format!("{text} -> {form}: {}", error.report())))?;
    for n in 0..=30 {
        prop_assert_eq!(options(rule, n), options(&again, n), "{} -> {} at {}", text, form, n);
    }
    prop_assert_eq!(&form, &again.to_string(), "{} changes its normal form", text);
    prop_assert_eq!(rule.fingerprint(), again.fingerprint(), "{} -> {}", text, form);
    Ok(())
}

/// What a shape without other moves comes to.
fn shape_is_sound(rule: &Ruleset, text: &str) -> Result<(), TestCaseError> {
    let shape = rule.shape();
    if shape.others {
        return Ok(());
    }
    for n in 0..=40 {
        let mut all = BTreeSet::new();
        let amounts = shape.set.as_ref().map_or_else(Vec::new, |set| set.members(n));
        all.extend(amounts.into_iter().map(|s| if s == n { vec![] } else { vec![n - s] }));
        if let Some(code) = &shape.code {
            code.for_each_option(n, &mut |heaps| _ = all.insert(heaps.to_vec()));
        }
        prop_assert_eq!(Ok(all), options(rule, n), "{} is taken for {} at {}", text, rule, n);
    }
    Ok(())
}

/// Runs `test` on tapes, always the same ones unless PROPTEST_CASES says how many new ones to try.
fn on_tapes(cases: u32, test: impl Fn(&[u8]) -> Result<(), TestCaseError>) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = asked.unwrap_or(cases);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    let tapes = prop::collection::vec(any::<u8>(), 0..60);
    let mut runner = match asked {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let result = runner.run(&tapes, |tape| test(&tape));
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn rules_mean_what_an_interpreter_of_its_own_says() {
    let counts = std::cell::RefCell::new(BTreeMap::<&str, u32>::new());
    on_tapes(1500, |tape| {
        let parts = rule_of(tape);
        let fate = compare(&parts, &text_of(&parts))?;
        *counts.borrow_mut().entry(fate).or_default() += 1;
        Ok(())
    });
    let counts = counts.into_inner();
    let all: u32 = counts.values().sum();
    assert!(2 * counts["accepted and clear"] > all, "{counts:?}");
}

#[test]
fn normal_forms_read_back_as_they_are() {
    on_tapes(3000, |tape| {
        let text = text_of(&rule_of(tape));
        Ruleset::parse(&text).map_or(Ok(()), |rule| reads_back(&rule, &text))
    });
}

#[test]
fn shapes_are_sound() {
    on_tapes(3000, |tape| {
        let text = text_of(&rule_of(tape));
        Ruleset::parse(&text).map_or(Ok(()), |rule| shape_is_sound(&rule, &text))
    });
}

/// Moves near those that are recognised: the same parts with small slips.
fn near_shapes() -> impl Strategy<Value = String> {
    let list = prop::sample::select(vec![
        "[n - s]",
        "[n - s - 1]",
        "[n - (s + 2)]",
        "[n - s*s]",
        "[n + 3 - s]",
        "[n - 2*s + 1]",
        "[s]",
        "[n - 1 - s]",
        "[s, n - s]",
        "[n - s, s]",
        "[s, n - 2 - s]",
        "[s, n - s - 1]",
        "[s, n - 3 - 2*s]",
        "[s, n - 4 - s] * 1",
        "[n - s*(s + 1)/2]",
        "[n - s/2]",
        "[n - 10 / s]",
        "[n - (s - 5)]",
        "[n - (7 - s)]",
    ]);
    let set = prop::sample::select(vec![
        "1..n",
        "0..n",
        "1..",
        "0..",
        "2..n/2",
        "1..n/2",
        "0..n/2",
        "1..(n - 2)/2",
        "0..(n - 2)/2",
        "1..(n - 1)/2",
        "1..n - 1",
        "0..n - 1",
        "0..n - 2",
        "1..n - 3",
        "1, 3, 4",
        "0, 3",
        "odd",
        "primes",
        "odd & 1..n",
        "1..n except 3",
        "any except 2..n",
        "{k : k <= n}",
        "{k : k < n}",
        "{k*k for k in 1..n}",
        "{k*k for k in 1..}",
        "{k : k*k <= n}",
        "(3)",
        "-2..5",
    ]);
    let condition = prop::sample::select(vec![
        "",
        " if s <= n",
        " if s < n",
        " if s != n - s",
        " if s < n - s",
        " if s != n - 2 - s",
        " if s < n - s - 1",
        " if s % 3 != 1",
        " if s is odd and s <= n",
        " if s*s <= n",
        " if n >= 2*s",
        " if n >= s",
        " if s > 2",
        " if s >= 1",
        " if s in squares",
        " if 1 <= s <= 20",
        " if s + 1 <= n",
        " if s - 3 <= n",
        " if 12 % s == 0",
    ]);
    (list, set, condition).prop_map(|(list, set, condition)| format!("{list} for s in {set}{condition}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn what_is_nearly_a_shape_is_none(text in near_shapes(), also in prop_oneof![3 => Just(String::new()), 1 => near_shapes()]) {
        let text = if also.is_empty() { text } else { format!("{text}; {also}") };
        if let Ok(rule) = Ruleset::parse(&text) {
            shape_is_sound(&rule, &text)?;
            reads_back(&rule, &text)?;
        }
    }
}

/// A bound that has no value neither ends a loop nor lets it go on.
#[test]
fn a_bound_that_overflows_is_a_fault() {
    for text in ["[n - a] for a in 1, 3 if n^n <= -a and n > 3", "[n - a] for a in 1, 3 if n > 15 and n^n >= a"] {
        match Ruleset::parse(text) {
            Ok(rule) => assert!(options(&rule, 16).unwrap_err().contains("64 bits"), "{text}"),
            Err(error) => assert!(error.to_string().contains("64 bits"), "{text}: {error}"),
        }
    }
}

/// Where parts of a formula cancel, a number on the way may be too large and the amount is not: none is left out.
#[test]
fn an_amount_that_cannot_be_computed_is_a_fault() {
    let cancelling = Ruleset::parse("{k^12 - k^12 + k*k + 1 for k in 1..}").unwrap();
    let plain = Ruleset::parse("{k*k + 1 for k in 1..}").unwrap();
    for n in 0..900 {
        assert_eq!(options(&cancelling, n), options(&plain, n), "{n}");
    }
    let error = SgTable::compute(&cancelling, 3000, &Settings::default()).unwrap_err();
    assert!(error.to_string().contains("64 bits"), "{error}");
    // Nothing that cancels: past all amounts.
    assert!(SgTable::compute(&Ruleset::parse("{k^12 + k for k in 1..}").unwrap(), 3000, &Settings::default()).is_ok());
}

/// What is no number is an error on the heap that needs it, also where a loop looks for its end, or where the rule is
/// taken for a set; no table goes on without.
#[test]
fn faults_far_out_are_met() {
    for (text, heap) in [
        ("[n - 1] for a in 1.. if a <= n/(n - 5)", 5),
        ("[n - 1] for a in 1.. if a <= n/(n - 150)", 150),
        ("[n - a - 100/(n - 150)] for a in 1..n if a <= n", 150),
        ("[n - s] for s in 1..n if 1/(s - 150) <= 0", 150),
        ("{s : 1/(s - 150) <= 0}", 150),
        ("{s : s <= n and 1/(s - 150) <= 0}", 150),
        ("{s*s for s in 1.. if 1/(s - 15) <= 0}", 225),
        ("[n - s*s] for s in 1..n if 1/(s - 15) <= 0", 225),
    ] {
        let Ok(rule) = Ruleset::parse(text) else { continue };
        assert!(rule.for_each_option(heap - 1, |_| {}).is_ok(), "{text}");
        assert!(rule.for_each_option(heap, |_| {}).is_err(), "{text} has options of {heap}");
        assert!(SgTable::compute(&rule, heap + 9, &Settings::default()).is_err(), "{text} has a table");
    }
}

/// What divides 0 or a negative number is left open, but is the same wherever it is asked.
#[test]
fn divisors_are_the_same_in_all_places() {
    for of in ["n - 8", "n - n", "0 - n"] {
        let spellings = ["divisors of (D)", "1..n & divisors of (D)", "1..n except (1..n except divisors of (D))"];
        let moves = ["[n - s] for s in divisors of (D)", "[n - s] for s in 1..n if s in divisors of (D)"];
        let rules = spellings.iter().chain(&moves).map(|text| text.replace('D', of));
        for n in 1..=20 {
            let all: Vec<Found> = rules.clone().map(|text| options(&Ruleset::parse(&text).unwrap(), n)).collect();
            assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{of} at {n}: {all:?}");
        }
    }
}

#[test]
fn an_empty_range_in_a_list_leaves_the_rest() {
    let rule = Ruleset::parse("[1..n - a - 1, 1] for a in 1..600 if n > 1").unwrap();
    assert!(options(&rule, 5).unwrap().contains(&vec![1]));
}

// One rule in several spellings.

fn same(texts: &[String]) -> Result<(), TestCaseError> {
    let read = |text: &String| {
        Ruleset::parse(text).map_err(|error| TestCaseError::fail(format!("{text}: {}", error.report())))
    };
    let first = read(&texts[0])?;
    let table = |rule: &Ruleset| SgTable::compute(rule, 120, &Settings::default()).unwrap();
    let values: Vec<u64> = table(&first).values().collect();
    for text in &texts[1..] {
        let rule = read(text)?;
        let found: Vec<u64> = table(&rule).values().collect();
        prop_assert_eq!(&values, &found, "{} and {}", texts[0], text);
        prop_assert_eq!(first.fingerprint(), rule.fingerprint(), "{}: {}, {}: {}", texts[0], first, text, rule);
        for n in [100, 10_000] {
            let engine = |rule: &Ruleset| choose(rule, n, &Settings::default()).unwrap().engine;
            prop_assert_eq!(engine(&first), engine(&rule), "{} and {} to {}", texts[0], text, n);
        }
    }
    Ok(())
}

fn joined(amounts: &BTreeSet<u64>, joint: &str, each: impl Fn(u64) -> String) -> String {
    amounts.iter().map(|&amount| each(amount)).collect::<Vec<_>>().join(joint)
}

fn small_sets() -> impl Strategy<Value = BTreeSet<u64>> {
    prop::collection::btree_set(1u64..30, 1..7)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn finite_sets_have_many_spellings(set in small_sets()) {
        let list = joined(&set, ", ", |s| s.to_string());
        let equal = joined(&set, " or ", |s| format!("s == {s}"));
        let code: String = (1..=*set.last().unwrap()).map(|s| if set.contains(&s) { '3' } else { '0' }).collect();
        same(&[
            list.clone(),
            format!("{{{list}}}"),
            format!("0.{code}"),
            format!("[n - s] for s in {list}"),
            format!("[n - s] for s in {{{list}}}"),
            format!("[n - s] for s in 1..n if s in {list}"),
            format!("[n - s] for s in 1..n if {equal}"),
            format!("[n - s] for s in 1.. if {equal}"),
            format!("[n - s] for s in any if s in ({list})"),
            format!("{{s : {equal}}}"),
            format!("{{s : s in {list}}}"),
            format!("{{s : s in {list} and s <= n}}"),
            joined(&set, "; ", |s| format!("[n - {s}]")),
            format!("any & ({list})"),
            format!("1..n & ({list})"),
            format!("{{s for s in {list}}}"),
            format!("{{s - 1 for s in {}}}", joined(&set, ", ", |s| (s + 1).to_string())),
            format!("[n - 1 - s] for s in {}", joined(&set, ", ", |s| (i128::from(s) - 1).to_string())),
        ])?;
    }

    #[test]
    fn cofinite_sets_have_many_spellings(out in small_sets()) {
        let list = joined(&out, ", ", |s| s.to_string());
        let equal = joined(&out, " or ", |s| format!("s == {s}"));
        let code: String = (1..=*out.last().unwrap()).map(|s| if out.contains(&s) { '0' } else { '3' }).collect();
        same(&[
            format!("all but {list}"),
            format!("any except ({list})"),
            format!("0.{code}[3]"),
            format!("{{s : not ({equal})}}"),
            format!("{{s : s not in ({list})}}"),
            format!("{{s : {}}}", joined(&out, " and ", |s| format!("s != {s}"))),
            format!("[n - s] for s in 1..n if not ({equal})"),
            format!("[n - s] for s in 1..n if s not in {list}"),
            format!("[n - s] for s in all but {list}"),
            format!("[n - s] for s in any except ({list})"),
            format!("1..n except ({list})"),
            format!("{{s : s <= n and not ({equal})}}"),
        ])?;
    }

    #[test]
    fn ranges_have_many_spellings(a in 1u64..20, more in 0u64..20) {
        let b = a + more;
        same(&[
            format!("{a}..{b}"),
            format!("{{s : {a} <= s <= {b}}}"),
            format!("{{s : s in {a}..{b}}}"),
            format!("{a}.. except {}..", b + 1),
            format!("{a}.. & 1..{b}"),
            format!("[n - s] for s in {a}..{b}"),
            format!("[n - s] for s in 1..n if {a} <= s <= {b}"),
            format!("[n - s] for s in {a}..{b} if s <= n"),
            format!("{{s + {} for s in 1..{}}}", a - 1, more + 1),
            format!("[n - {} - s] for s in 1..{}", a - 1, more + 1),
        ])?;
        same(&[
            format!("{a}.."),
            format!("{a}..n"),
            format!("{{s : s >= {a}}}"),
            format!("{{s : s > {}}}", a - 1),
            format!("[n - s] for s in {a}.."),
            format!("[n - s] for s in {a}..n"),
            format!("[s] for s in 0..n - {a}"),
            format!("{{s + {a} for s in 0..}}"),
            format!("[n - s - {a}] for s in 0.."),
        ])?;
    }

    #[test]
    fn classes_have_many_spellings((r, m) in (1u64..12).prop_flat_map(|m| (0..m, Just(m)))) {
        let first = if r == 0 { m } else { r };
        same(&[
            format!("{r} mod {m}"),
            format!("{{s : s % {m} == {r}}}"),
            format!("{{{m}*k + {r} for k in 0..}}"),
            format!("{{{m}*k + {r} for k in 0..n}}"),
            format!("{{{m}*k + {first} for k in 0..}}"),
            format!("{{s : (s + {m} - {r}) % {m} == 0}}"),
            format!("[n - s] for s in 1..n if s % {m} == {r}"),
            format!("[n - {first} - {m}*k] for k in 0.."),
            format!("[n - s] for s in {r} mod {m}"),
        ])?;
    }

    #[test]
    fn codes_have_many_spellings(s in 0usize..9) {
        let zeros = "0".repeat(s.saturating_sub(1));
        let code = |digit: &str| if s == 0 { format!("{digit}.0") } else { format!("0.{zeros}{digit}") };
        let rest = if s == 0 { "n".to_owned() } else { format!("n - {s}") };
        let (in_parentheses, other) = (format!("({rest})"), format!("{rest} - a"));
        if s > 0 {
            same(&[
                code("7"),
                format!("[a, {other}] for a in 0..{in_parentheses}/2"),
                format!("[{other}, a] for a in 0..{in_parentheses}/2"),
                format!("[a, {other}] for a in 0..{rest}"),
            ])?;
            same(&[
                code("{1,2!}"),
                format!("[a, {other}] for a in 0..{in_parentheses}/2 if a != {other}"),
                format!("[a, {other}] for a in 0..{rest} if a < {other}"),
            ])?;
            same(&[code("1"), format!("[] if n == {s}")])?;
            same(&[code("2"), format!("[n - {s}] if n > {s}"), format!("[n - {s}] if n >= {}", s + 1)])?;
            same(&[code("3"), format!("[n - {s}]"), s.to_string()])?;
        }
        same(&[
            code("4"),
            format!("[a, {other}] for a in 1..{in_parentheses}/2"),
            format!("[a, {other}] for a in 1..{rest} - 1"),
        ])?;
        same(&[
            code("4!"),
            format!("[a, {other}] for a in 1..{in_parentheses}/2 if a != {other}"),
            format!("[a, {other}] for a in 1..{in_parentheses}/2 if a < {other}"),
            format!("[a, {other}] for a in 1..({rest} - 1)/2"),
            format!("[a, {other}] for a in 1..{rest} - 1 if a != {other}"),
        ])?;
    }
}

// Hostile texts.

/// Runs `work` on a thread of its own, with the small stack that threads have; panics are passed on.
fn in_time<T: Send + 'static>(name: &str, limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().name(name.into()).spawn(move || _ = sender.send(work())).unwrap();
    let begun = Instant::now();
    match receiver.recv_timeout(limit) {
        Ok(value) => value,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{name} takes more than {:?}", begun.elapsed()),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            thread.join().unwrap_or_else(|_| panic!("{name} panics"));
            panic!("{name} sends nothing");
        }
    }
}

const SECOND: Duration = Duration::from_secs(1);

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What the text says, in the three ways it can be given, each within a second; a table of what is accepted, too.
fn withstands(name: &str, text: &str, wanted: Option<bool>) {
    let take_or_moves = if text.starts_with('[') { "moves" } else { "take" };
    let toml = match take_or_moves {
        "moves" => format!("moves = [{}]", quoted(text)),
        _ => format!("take = {}", quoted(text)),
    };
    let code = format!("code = {}", quoted(text));
    let command = text.to_owned();
    let as_file = move |text: String| Ruleset::from_toml("hostile", "hostile.toml", &text);
    type Read = Box<dyn FnOnce() -> Result<Ruleset, RuleError> + Send>;
    let read: [(&str, Read); 3] = [
        ("typed", Box::new(move || Ruleset::parse(&command))),
        (take_or_moves, Box::new(move || as_file(toml))),
        ("code", Box::new(move || as_file(code))),
    ];
    for (way, read) in read {
        let whole = format!("{name} as {way}");
        let result = in_time(&whole, SECOND, move || read().map_err(|error| error.to_string()));
        if let (Some(wanted), true) = (wanted, way != "code") {
            assert_eq!(result.is_ok(), wanted, "{whole}: {:?}", result.map(|rule| rule.to_string()));
        }
        if let Ok(rule) = result {
            // An error is an answer, too.
            _ = in_time(&whole, SECOND, move || SgTable::compute(&rule, 60, &Settings::default()).is_ok());
        }
    }
}

#[test]
fn hostile_texts_are_refused_at_once() {
    let many = |text: &str| text.repeat(20_000);
    for (name, text) in [
        ("parentheses", many("(")),
        ("closed parentheses", format!("{}1{}", many("("), many(")"))),
        ("braces", many("{")),
        ("closed braces", format!("{}1{}", many("{"), many("}"))),
        ("brackets", many("[")),
        ("closed brackets", format!("{}1{}", many("["), many("]"))),
        ("not", format!("{{s : {} s < 3}}", many("not "))),
        ("not after if", format!("[n - 1] if {} n < 3", many("not "))),
        ("minus", format!("{}1", many("-"))),
        ("minus in moves", format!("[{}n]", many("-"))),
        ("all but", format!("{}1", many("all but "))),
        ("powers", format!("{}1", many("2^"))),
        ("powers of", format!("{}2", many("powers of "))),
        ("divisors", format!("{}n", many("divisors of "))),
        ("gcd", format!("[{}", many("gcd("))),
        ("builders", many("{s : s in ")),
        ("images", many("{k for k in ")),
        ("loops", format!("[n - 1]{}", many(" for a in 1..n"))),
        ("chain", format!("[n - 1] if 1{}", many(" < n"))),
        ("sum", format!("[n{}]", many(" - 1"))),
        ("and", format!("[n - 1] if n > 1{}", many(" and n > 1"))),
        ("and ranges", format!("1..{}", "&1..".repeat(100_000))),
        ("except", format!("any{}", many(" except 1"))),
        ("tower", "10^10^10".to_owned()),
        ("tower of n", "[n - 10^10^10]".to_owned()),
        ("tower in n", "[n^n^n]".to_owned()),
        ("digits", "7".repeat(1_000_000)),
        ("digits in moves", format!("[n - {}]", "7".repeat(1_000_000))),
        ("exponent", "1e4000000000".to_owned()),
        ("loop", "[n - 1] for a in 1..10^18".to_owned()),
        ("two loops", "[n - 1] for a in 1..10^9 for b in 1..10^9".to_owned()),
        ("hex", format!("0.{}", "{".repeat(10_000))),
        ("semicolons", many(";")),
        ("split", many("[n - 1];")),
        ("long", "1,".repeat(2_000_000) + "1"),
        ("spaces", " ".repeat(5_000_000)),
        ("unknown", "q".repeat(1_000_000)),
        ("unknown in a builder", format!("{{s : s in {}}}", "q".repeat(500_000))),
    ] {
        let repeated = matches!(name, "split" | "long" | "brackets" | "closed brackets" | "hex");
        withstands(name, &text, if repeated { None } else { Some(false) });
    }
}

#[test]
fn huge_numbers_cost_nothing() {
    for text in [
        "[n - 1] for a in 1..10^18 if n > 20",
        "[n - 1] for a in 1..10^18 if a < n",
        "[n - a] for a in 1..10^18",
        "[n - a - b] for a in 1..10^9 for b in 1..10^9",
        "[n - 1] for s in primes if s < 10^12",
        "[n - 1] for s in 1..10^12 if s is prime",
        "[n - 1] for s in 1.. if s < 10^12",
        "{k for k in 1..10^18}",
        "{a*b for a in 1..10^9 for b in 1..10^9}",
        "{a - b for a in 1..10^9 for b in 1..10^9}",
        "{k % 7 for k in 1..10^12}",
        "{k : k % (10^15) == 3}",
        "{s : s is prime and s < 10^18}",
        "{s : s*s*s*s*s*s < 10^18}",
        "{s : s % 4093 == s % 4091}",
        "{s : (s % 64) * (s % 63) * (s % 61) == 5}",
        "{s : s in primes & 1..10^18}",
        "primes & 1..10^18",
        "1..10^18 & primes",
        "1..10^18 except squares",
        "squares & 10^17..",
        "[1] * 10^18 if n > 1",
        "[1] * (n^9) if n > 1",
        "[n/2, 1] * 10^18 if n > 2",
        "[1..10^12]",
        "[1..n - 1] * 10^9",
        "[n - 1] if n > 10^18",
        "[1..10^12] if n > 10^13",
        "0.{1000000+}",
        "0.{0,1000000}",
        "1000000.0",
        "{1000000+}.0",
        "0.[{1000000+}]",
        "divisors of (10^18)",
        "divisors of (2^48 - 1)",
        "[n - s] for s in divisors of (10^18 + n)",
        "[n - s] for s in divisors of (n^10)",
        "coprime to (10^18)",
        "coprime to (n^9)",
        "coprime to (2^48 - 59)",
        "multiples of 10^18",
        "3 mod 9223372036854775807",
        "9223372036854775807 mod 9223372036854775807",
        "(1 mod 1000003) | (2 mod 1000033) | (3 mod 1000037)",
        "(1 mod 99991) & (2 mod 99989)",
        "powers of 9223372036854775807",
        "9223372036854775807",
        "1..9223372036854775807",
        "all but 9223372036854775807",
        "all but 1..10^18",
        "{s : s > 9223372036854775806}",
        "[n - 9223372036854775807]",
        "[n + 9223372036854775807]",
        "[n - s] for s in 9223372036854775807..",
        "[n - s] for s in -9223372036854775807..9223372036854775807",
        "[n - s] for s in -9223372036854775807.. if s > 0",
    ] {
        withstands(text, text, None);
    }
    let ones = format!("1{}", ",1".repeat(100_000));
    withstands("ones", &ones, Some(true));
    let numbers: Vec<String> = (1..100_000).map(|k| (k * 7 % 100_003).to_string()).collect();
    withstands("numbers", &numbers.join(","), Some(true));
}

#[test]
fn hostile_files_are_refused_at_once() {
    let file = |name: &str, text: String| {
        let read = in_time(name, SECOND, move || Ruleset::from_toml("hostile", "hostile.toml", &text).is_ok());
        assert!(!read, "{name}");
    };
    for (name, open, close) in [
        ("arrays of take", "take = ", "1"),
        ("arrays of moves", "moves = ", "'[n - 1]'"),
        ("arrays of values", "take = 'any'\n[expect]\nvalues = ", "1"),
        ("arrays of nothing", "x = ", ""),
    ] {
        file(name, format!("{open}{}{close}{}", "[".repeat(20_000), "]".repeat(20_000)));
        file(name, format!("{open}{}", "[".repeat(20_000)));
    }
    file("tables", format!("take = {}", "{a = ".repeat(20_000)));
    file("dotted", format!("take{} = 1", ".a".repeat(20_000)));
    file("headers", "[a]\n".repeat(100_000));
    file("keys", (0..100_000).map(|k| format!("k{k} = 1\n")).collect());
    file("not text", "\u{0}".repeat(1_000_000));
    let long = tempfile::NamedTempFile::with_suffix(".toml").unwrap();
    std::fs::write(long.path(), format!("take = 'any' # {}", "x".repeat(5_000_000))).unwrap();
    let path = long.path().to_owned();
    let error = in_time("a long file", SECOND, move || Ruleset::read(&path).unwrap_err());
    assert_eq!(error.kind(), RuleErrorKind::File);
}

// Senseless texts.

const WORDS: [&str; 78] = [
    "n",
    "a",
    "s",
    "k",
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "100",
    "1e3",
    "9223372036854775807",
    "..",
    ",",
    "|",
    "&",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    ":",
    "==",
    "!=",
    "<=",
    ">=",
    "<",
    ">",
    "=",
    ";",
    ".",
    "0.",
    "any",
    "all but",
    "odd",
    "even",
    "squares",
    "cubes",
    "triangular",
    "primes",
    "prime powers",
    "fibonacci",
    "lucas",
    "factorials",
    "powers of",
    "multiples of",
    "divisors of",
    "proper divisors of",
    "coprime to",
    "mod",
    "except",
    "for",
    "in",
    "if",
    "and",
    "or",
    "not",
    "is",
    "is prime",
    "is square",
    "gcd(",
    "min(",
    "max(",
    "for a in",
    "for s in",
    "[n - ",
    "[a, n - a]",
    "{s :",
    "1..n",
    "0.77",
];

/// Longer pieces, of which more make sense.
const PIECES: [&str; 20] = [
    "[n - s] for s in ",
    "[a, n - a] for a in ",
    "1..n",
    "1..n/2",
    " if ",
    "s % 3 != 0",
    "a != n - a",
    " and ",
    "; ",
    "any",
    "odd",
    "primes",
    " | ",
    " & ",
    " except ",
    "{s : ",
    "}",
    "{k*k for k in 1..}",
    "[n - 1]",
    "0.3[3]",
];

fn senseless(tape: &mut impl FnMut(usize) -> usize, seeds: &[&str]) -> String {
    let mut text = String::new();
    match tape(4) {
        0 => (0..1 + tape(12)).for_each(|_| text += &format!("{} ", WORDS[tape(WORDS.len())])),
        1 => (0..1 + tape(6)).for_each(|_| text += PIECES[tape(PIECES.len())]),
        _ => {
            let mut chars: Vec<char> = seeds[tape(seeds.len())].chars().collect();
            for _ in 0..1 + tape(4) {
                let at = tape(chars.len().max(1)).min(chars.len());
                let other = tape(chars.len().max(1)).min(chars.len());
                match tape(5) {
                    0 if at < chars.len() => _ = chars.remove(at),
                    1 => {
                        let word = WORDS[tape(WORDS.len())];
                        chars.splice(at..at, word.chars());
                    }
                    2 if at.max(other) < chars.len() => chars.swap(at, other),
                    3 => {
                        let piece = chars[at.min(other)..at.max(other).min(at.min(other) + 20)].to_vec();
                        chars.splice(at..at, piece);
                    }
                    _ if at < chars.len() => chars[at] = ['0', '9', 'n', '\u{e9}', '-', '[', '.', '\u{0}'][tape(8)],
                    _ => {}
                }
            }
            text = chars.into_iter().collect();
        }
    }
    text
}

fn survives(count: u64, seed: u8) {
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut draw = move |choices: usize| rng.next_u32() as usize % choices;
    let files: Vec<&str> = shipped().map(|rule| rule.text).collect();
    let mut accepted = 0;
    let mut texts: Vec<String> = Vec::new();
    for text in &files {
        let quoted = text.split('"').skip(1).step_by(2).chain(text.split('\'').skip(1).step_by(2));
        texts.extend(quoted.filter(|text| Ruleset::parse(text).is_ok()).map(str::to_owned));
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for at in 0..count {
        let as_file = at % 4 == 3;
        let text = senseless(&mut draw, if as_file { &files } else { &texts });
        let read = || if as_file { Ruleset::from_toml("random", "random.toml", &text) } else { Ruleset::parse(&text) };
        let begun = Instant::now();
        let result = std::panic::catch_unwind(read).unwrap_or_else(|_| panic!("{text:?} panics"));
        match result {
            Err(error) => assert!(!error.report().is_empty()),
            Ok(rule) => {
                accepted += 1;
                let form = rule.to_string();
                let again = Ruleset::parse(&form).unwrap_or_else(|error| panic!("{text:?} -> {}", error.report()));
                assert_eq!(again.to_string(), form, "{text:?}");
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(2), "{text:?} takes {:?}", begun.elapsed());
    }
    assert!(accepted * 20 > count, "{accepted} of {count}");
}

#[test]
fn senseless_texts_do_no_harm() {
    survives(20_000, 1);
}

#[test]
#[ignore = "takes minutes"]
fn a_million_senseless_texts_do_no_harm() {
    survives(1_000_000, 2);
}
