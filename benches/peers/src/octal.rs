//! Octal codes, beside `ogs` 0.0.6, of which the best method for the game counts. Both fill a table and do nothing
//! else: no period is looked for.

use std::time::{Duration, Instant};

use ogs::{Game, NaiveSolver, RC2Solver, RCSolver, Solver};
use rayon::ThreadPool;
use sgtab::ruleset::Ruleset;
use sgtab::table::{EngineName, Settings, SgTable};

use crate::report::Row;
use crate::{checksum, pools};

/// A game, the largest heap, and the methods of ogs that can be waited for: the others are slower still.
pub struct Case {
    pub code: &'static str,
    exponent: u32,
    methods: &'static [Method],
}

#[derive(Debug, Clone, Copy)]
enum Method {
    Naive,
    Rc,
    Rc2,
}

pub const CASES: [Case; 8] = [
    Case { code: "0.16", exponent: 20, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.106", exponent: 20, methods: &[Method::Rc2] },
    Case { code: "0.56", exponent: 20, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.127", exponent: 18, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.77", exponent: 16, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.06", exponent: 17, methods: &[Method::Naive, Method::Rc2] },
    Case { code: "0.04", exponent: 18, methods: &[Method::Naive, Method::Rc2] },
    Case { code: "0.007", exponent: 18, methods: &[Method::Naive, Method::Rc2] },
];

/// Runs of each program; the median counts.
const ROUNDS: usize = 3;

pub fn run(case: &Case) -> Row {
    let n = 1 << case.exponent;
    let pools = pools();
    let mut by_ogs = vec![Vec::new(); case.methods.len()];
    let mut by_sgtab = [Vec::new(), Vec::new()];
    let mut checksum = None;
    let mut same = |of: u64| assert_eq!(of, *checksum.get_or_insert(of), "{} to 2^{}", case.code, case.exponent);
    for _ in 0..ROUNDS {
        for (pool, times) in pools.iter().zip(&mut by_sgtab) {
            let (time, of) = sgtab(case.code, n, pool);
            times.push(time);
            same(of);
        }
        for (&method, times) in case.methods.iter().zip(&mut by_ogs) {
            let (time, of) = match method {
                Method::Naive => ogs::<NaiveSolver>(case.code, n),
                Method::Rc => ogs::<RCSolver>(case.code, n),
                Method::Rc2 => ogs::<RC2Solver>(case.code, n),
            };
            times.push(time);
            same(of);
        }
    }
    let total = |times: &Vec<Duration>| times.iter().sum::<Duration>();
    let best = case.methods.iter().zip(by_ogs).min_by_key(|(_, times)| total(times));
    let (method, by_peer) = best.expect("a method");
    let peer = match method {
        Method::Naive => "ogs naive",
        Method::Rc => "ogs rc",
        Method::Rc2 => "ogs rc2",
    };
    Row { game: case.code, work: "table", n: n as u64, peer, peer_n: n as u64, by_peer, by_sgtab }
}

fn sgtab(code: &str, n: usize, pool: &ThreadPool) -> (Duration, u64) {
    let rule = Ruleset::parse(code).expect("a code");
    let settings = Settings { engine: Some(EngineName::Pairs), ..Settings::default() };
    let start = Instant::now();
    let table = pool.install(|| SgTable::compute(&rule, n as u64, &settings)).expect("a table");
    (start.elapsed(), checksum(table.values()))
}

fn ogs<S: Solver>(code: &str, n: usize) -> (Duration, u64)
where
    S::Stats: Default,
{
    let game: Game = code.parse().expect("a code");
    let start = Instant::now();
    let mut solver = S::with_capacity(game, n + 1);
    for _ in 0..=n {
        solver.next();
    }
    (start.elapsed(), checksum(solver.nimbers().iter().map(|&value| value.into())))
}
