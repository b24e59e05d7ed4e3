//! Contest problems that the rule files of `tests/data/problems` cannot say, or leave a question of.
//!
//! Each is headed by its name, its rule, the published answer and where that was read. "Recalled" means that it was not
//! read again.
//!
//! Left out: LightOJ Hyper Knights, where "knight-like" does not say which moves there are; the play against the judge of
//! AtCoder ABC278 G; and sizes that only a formula reaches (Luogu P6487 to 10^15, AtCoder ARC072 D and ARC151 C to 10^18).

use std::ops::RangeInclusive;

use sgtab::play::Combine;
use sgtab::play::graph::{Format, Graph};
use sgtab::ruleset::{Convention, Ruleset};

use super::{game, graph, nim, sorted, values, wins, with, xor};

/// HDU 2147, kiki's game: a token on an n x m board moves left, down or both, by one. The first player loses iff n and m
/// are odd (recalled).
#[test]
fn hdu_2147() {
    let values = values([(40, 41)], |&(n, m): &(u32, u32)| {
        let to = [(n - 1, m), (n, m - 1), (n - 1, m - 1)];
        to.into_iter().filter(|&(n, m)| n > 0 && m > 0).collect()
    });
    assert!(values.into_iter().all(|((n, m), value)| (value == 0) == (n % 2 == 1 && m % 2 == 1)));
}

/// HDU 2149: bids of 1 to n up to a price m; all winning first bids: those of Bash's game, so m mod (n + 1) unless that is
/// 0 (recalled). Here m > n: bids beyond the price are no moves of a heap.
#[test]
fn hdu_2149() {
    let huge = [(1000, 10_u64.pow(18) + 7), (9, 10_u64.pow(18))];
    for (n, m) in (1..12).flat_map(|n| (n + 1..60).map(move |m| (n, m))).chain(huge) {
        let mut game = game(&format!("1..{n}"), Combine::Sum, Convention::Normal);
        let moves = game.analyse(&game.heaps(&[m])).unwrap().moves;
        let bids: Vec<u64> = moves.iter().map(|bid| bid.changes[0].taken().unwrap()).collect();
        let published = Some(m % (n + 1)).filter(|&bid| bid > 0);
        assert_eq!(bids, Vec::from_iter(published), "{n} {m}");
    }
}

/// HDU 2516, Fibonacci Nim: first anything but all is taken, then at most twice what was taken last. Lost iff the heap is a
/// Fibonacci number (OI-wiki, impartial-game.md). Luogu P6487 = BZOJ 2275: all may be taken first; the smallest winning
/// first take is the smallest Zeckendorf part of n (yipin100.com/a/1-302311.html).
#[test]
fn fibonacci_nim() {
    let starts = (1..=90).flat_map(|heap| [(heap, heap - 1), (heap, heap)]);
    let (graph, positions) = graph(starts, |&(heap, most): &(u32, u32)| {
        (1..=most).map(|take| (heap - take, (2 * take).min(heap - take))).collect()
    });
    let values = graph.values(Convention::Normal).unwrap();
    let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
    for (node, &(heap, most)) in positions.iter().enumerate().take(180) {
        if most < heap {
            assert_eq!(values.is_p_position(node as u32), fibonacci.contains(&heap), "{heap}");
            continue;
        }
        let mut part = heap;
        while !fibonacci.contains(&part) {
            part -= fibonacci.iter().rfind(|&&one| one < part).unwrap();
        }
        let takes = values.winning(node as u32).map(|to| heap - positions[to as usize].0);
        assert_eq!(takes.min(), Some(part), "{heap}");
    }
}

/// HDU 3389: any number of cards goes from box A to a box B < A with A + B odd and divisible by 3. Lost iff the XOR of the
/// boxes 0, 2 and 5 mod 6 is 0 (blog.tabris.top/acm/2016-08-12-52190898).
#[test]
fn hdu_3389() {
    let starts = [vec![0, 1, 0, 0, 1, 1, 1, 2], vec![0, 0, 1, 0, 2, 0, 0, 0, 1, 1, 1, 0], vec![1, 1, 0, 1, 2, 2]];
    let values = values(starts, |boxes: &Vec<u32>| {
        let mut moves = Vec::new();
        for (a, b) in (1..=boxes.len()).flat_map(|a| (1..a).map(move |b| (a, b))).filter(|(a, b)| (a + b) % 6 == 3) {
            for cards in 1..=boxes[a - 1] {
                let mut after = boxes.clone();
                after[a - 1] -= cards;
                after[b - 1] += cards;
                moves.push(after);
            }
        }
        moves
    });
    for (boxes, value) in values {
        let counted = boxes.iter().enumerate().filter(|(place, _)| [0, 2, 5].contains(&((place + 1) % 6)));
        assert_eq!(value == 0, xor(counted.map(|(_, &cards)| cards)) == 0, "{boxes:?}");
    }
}

/// A ring of n vertices, from which paths of such lengths are taken: the value of the whole ring.
fn ring(n: u32, lengths: RangeInclusive<u32>) -> u32 {
    values([0], |&gone: &u32| {
        let paths = lengths.clone().filter(|&length| length <= n).flat_map(|length| {
            (0..n).map(move |start| (start..start + length).map(|vertex| 1 << (vertex % n)).sum::<u32>())
        });
        paths.filter(|path| gone & path == 0).map(|path| gone | path).collect()
    })[&0]
}

/// HDU 3980, Paint Chain: of a ring of n beads, m neighbours without colour are coloured. The first move leaves a chain of
/// n - m, which is the octal game with the one digit 7 at place m (recalled). Codeforces 1823E: paths of l to r vertices
/// are taken from a cycle, worth floor(n / l) where n < l + r, else 0 (codeforces.tamnd.com/1823/E).
#[test]
fn rings() {
    for m in 1..=4 {
        let mut chain = game(&format!("0.{:0>m$}", 7), Combine::Sum, Convention::Normal);
        for n in 3..=11 {
            let first_wins = n >= m as u32 && !wins(&mut chain, &[n - m as u32]);
            assert_eq!(ring(n, m as u32..=m as u32) > 0, first_wins, "{n} {m}");
        }
    }
    for (l, r) in [(1, 2), (1, 4), (2, 3), (2, 5), (3, 4), (3, 6), (4, 5)] {
        for n in 3..=11 {
            assert_eq!(ring(n, l..=r), if n < l + r { n / l } else { 0 }, "{n} {l} {r}");
        }
    }
}

/// POJ 2311, Cutting Game: a w x h sheet is cut along its grid, then the pieces; who first makes a piece of 1 x 1 wins.
/// Sides of 1 are avoided, and the last cut without one wins (recalled); of 2 x 2, 3 x 2 and 4 x 2 the third alone is won
/// (the statement's example).
#[test]
fn poj_2311() {
    type Sheets = Vec<(u32, u32)>;
    let cuts = |sheets: &Sheets| -> Vec<Sheets> {
        let mut moves = Vec::new();
        for (place, &(w, h)) in sheets.iter().enumerate() {
            moves.extend((1..w).map(|cut| sorted(with(sheets, place, &[(cut, h), (w - cut, h)]))));
            moves.extend((1..h).map(|cut| sorted(with(sheets, place, &[(w, cut), (w, h - cut)]))));
        }
        moves
    };
    let won = |w, h| {
        let sheet = vec![(w, h)];
        let said = values([sheet.clone()], |sheets| if sheets.contains(&(1, 1)) { vec![] } else { cuts(sheets) });
        let avoided = values([sheet.clone()], |sheets| {
            let wide = |sheets: &Sheets| sheets.iter().all(|&(w, h)| w > 1 && h > 1);
            cuts(sheets).into_iter().filter(wide).collect()
        });
        assert_eq!(said[&sheet] > 0, avoided[&sheet] > 0, "{sheet:?}");
        said[&sheet] > 0
    };
    assert_eq!([won(2, 2), won(3, 2), won(4, 2)], [false, false, true]);
    for (w, h) in [(3, 3), (5, 2), (6, 2), (5, 3), (4, 4)] {
        won(w, h);
    }
}

/// Nim with the XOR x. POJ 2975: the winning first moves are as many as the heaps a with a XOR x < a. Luogu P1247: the
/// first of them takes that heap down to a XOR x (both recalled).
#[test]
fn winning_moves_of_nim() {
    let mut nim = game("nim", Combine::Sum, Convention::Normal);
    let graph = Graph::of_rule(&Ruleset::parse("nim").unwrap(), 9, 1 << 20).unwrap();
    let values = graph.values(Convention::Normal).unwrap();
    let triples = (0..1000).map(|n| vec![n / 100, n / 10 % 10, n % 10]);
    for heaps in triples.chain([vec![1_000_000_000; 2], vec![999_999_999, 536_870_912, 7, 1_000_000_000]]) {
        let x = xor(heaps.iter().copied());
        let published: Vec<_> =
            heaps.iter().map(|heap| heap ^ x).enumerate().filter(|&(i, to)| to < heaps[i]).collect();
        let position = nim.heaps(&heaps.iter().copied().map(u64::from).collect::<Vec<_>>());
        let found = nim.analyse(&position).unwrap().moves;
        assert_eq!(found.len(), published.len(), "{heaps:?}");
        if let (Some(first), Some(&(place, to))) = (found.first(), published.first()) {
            let after: Vec<u64> = first.after(&position).iter().map(|heap| heap.size).collect();
            assert_eq!(after, with(&heaps, place, &[to]).into_iter().map(u64::from).collect::<Vec<_>>());
        }
        if heaps.iter().all(|&heap| heap < 10) {
            assert_eq!(values.sum(&heaps).moves.len(), published.len(), "{heaps:?}");
        }
    }
}

/// Luogu P4279 = BZOJ 1022: misère Nim is won iff (XOR = 0 and all heaps <= 1) or (XOR > 0 and some heap > 1)
/// (553668.com/manong/407290.html).
#[test]
fn luogu_p4279() {
    let mut game = game("nim", Combine::Sum, Convention::Misere);
    let (graph, positions) = graph([vec![3, 4, 5, 6]], |heaps: &Vec<u32>| nim(heaps));
    let values = graph.values(Convention::Misere).unwrap();
    let published = |heaps: &[u32]| (xor(heaps.iter().copied()) == 0) == heaps.iter().all(|&heap| heap <= 1);
    for (node, heaps) in positions.iter().enumerate() {
        assert_eq!(!values.is_p_position(node as u32), published(heaps), "{heaps:?}");
        assert_eq!(wins(&mut game, heaps), published(heaps), "{heaps:?}");
    }
    for heaps in [vec![1; 50], vec![1; 49], vec![4_000_000_000; 50], [vec![4_000_000_000], vec![1; 49]].concat()] {
        assert_eq!(wins(&mut game, &heaps), published(&heaps), "{heaps:?}");
    }
}

/// Luogu P2148, E&D: of a pair of heaps one is discarded and the other split into two. Worth the place of the lowest 0 of
/// (a - 1) | (b - 1) (cnblogs.com/ZYBGMZL/p/7307945.html).
#[test]
fn luogu_p2148() {
    let pairs = (1..48).flat_map(|a| (1..48).map(move |b| (a, b)));
    let values = values(pairs, |&(a, b): &(u32, u32)| {
        (1..a).map(|part| (part, a - part)).chain((1..b).map(|part| (part, b - part))).collect()
    });
    assert!(values.into_iter().all(|((a, b), value)| value == ((a - 1) | (b - 1)).trailing_ones()));
}

/// Luogu P2575: in a row of cells, a piece hops to the next free cell on its right. Staircase Nim
/// (luogu.com.cn/article/t8513e83): a step for each free cell, counted from the right: the pieces that follow to its left.
#[test]
fn luogu_p2575() {
    let mut stairs = game("nim", Combine::Staircase, Convention::Normal);
    let is_taken = |row: u32, cell: u32| row >> cell & 1 == 1;
    let values = values(0..1 << 10, |&row: &u32| {
        let pieces = (0..10).filter(|&cell| is_taken(row, cell));
        let hops = pieces.map(|piece| (piece, (0..piece).rfind(|&cell| !is_taken(row, cell))));
        hops.filter_map(|(piece, to)| Some(row ^ 1 << piece ^ 1 << to?)).collect()
    });
    for (row, value) in values {
        let cells: Vec<bool> = (0..10).map(|cell| is_taken(row, cell)).collect();
        // The first run has nowhere to hop to.
        let steps: Vec<u32> = cells.split(|taken| !taken).skip(1).map(|run| run.len() as u32).collect();
        assert_eq!(value == 0, xor(steps.iter().copied().step_by(2)) == 0, "{row:b}");
        assert_eq!(value == 0, !wins(&mut stairs, &steps), "{row:b}");
    }
}

/// Codeforces 87C: a heap is split into k >= 2 heaps of consecutive sizes; the least winning k: 2 for 3, none for 6, 8 for
/// 100 (the statement's examples, recalled).
#[test]
fn codeforces_87c() {
    let mut game = game("consecutive-parts", Combine::Sum, Convention::Normal);
    for (heap, published) in [(3, Some(2)), (6, None), (100, Some(8))] {
        let moves = game.analyse(&game.heaps(&[heap])).unwrap().moves;
        assert_eq!(moves.iter().map(|split| split.changes[0].leave.len()).min(), published, "{heap}");
    }
}

/// Codeforces 768E: no amount may be taken twice from the same heap. Worth the largest k with k (k + 1) / 2 <= n (compared
/// with a brute force to 21). Amounts are remembered as long as they could be taken.
#[test]
fn codeforces_768e() {
    let values = values((0..=30).map(|heap| (heap, 0)), |&(heap, used): &(u32, u32)| {
        let amounts = (1..=heap).filter(|amount| used >> amount & 1 == 0);
        amounts.map(|amount| (heap - amount, (used | 1 << amount) & ((2 << (heap - amount)) - 1))).collect()
    });
    for heap in 0..=30 {
        assert_eq!(Some(values[&(heap, 0)]), (0..=heap).rfind(|k| k * (k + 1) / 2 <= heap), "{heap}");
    }
}

/// Codeforces 850C = 851E: of a list of numbers, all that a prime power p^k divides are divided by it. A sum of games, one
/// for each prime, on the sets of its exponents (oakszyjrnrdy.github.io/2017/09/06/Codeforces-851E).
#[test]
fn codeforces_850c() {
    let exponents = values(0..1 << 7, |&set: &u32| {
        let shifted = |k: u32| (set & ((1 << k) - 1)) | set >> k;
        (1..7).filter(|k| set >> k > 0).map(|k| shifted(k) & !1).collect()
    });
    let primes = [2, 3, 5];
    let lists =
        values([vec![4, 9, 24, 64, 90], vec![2, 18, 60, 75, 81], vec![8, 16, 27, 32, 45]], |list: &Vec<u32>| {
            let powers = primes.iter().flat_map(|prime: &u32| (1..7).map(|k| prime.pow(k)));
            let used = powers.filter(|power| list.iter().any(|n| n % power == 0));
            used.map(|power| list.iter().map(|n| if n % power == 0 { n / power } else { *n }).collect()).collect()
        });
    for (list, value) in lists {
        let exponent = |n: u32, prime: u32| (1..7).take_while(|&k| n.is_multiple_of(prime.pow(k))).count();
        let set = |prime| list.iter().map(|&n| 1 << exponent(n, prime)).fold(0, |set: u32, one: u32| set | one) & !1;
        assert_eq!(value, xor(primes.map(|prime| exponents[&set(prime)])), "{list:?}");
    }
}

/// Codeforces 1312F: an attack on a castle takes x, y or z, the latter two never twice running on the same castle. The
/// number of winning first attacks (the statement's example, recalled).
#[test]
fn codeforces_1312f() {
    for (castles, attacks, published) in [(vec![7, 6], [1, 3, 4], 2), (vec![1], [1, 2, 3], 3), (vec![3], [1, 2, 2], 0)]
    {
        let starts = castles.iter().map(|&castle| (castle, 0));
        let (graph, _) = graph(starts, |&(castle, last): &(u32, usize)| {
            let allowed = (0..3).filter(|&kind| castle > 0 && (kind == 0 || kind != last));
            allowed.map(|kind| (castle.saturating_sub(attacks[kind]), kind)).collect()
        });
        let tokens: Vec<u32> = (0..castles.len() as u32).collect();
        assert_eq!(graph.values(Convention::Normal).unwrap().sum(&tokens).moves.len(), published, "{castles:?}");
    }
}

/// AtCoder ARC072 D: 2i are taken from one of two heaps and i of them put on the other. Lost iff |x - y| <= 1
/// (ymduu.hatenablog.com/entry/2018/12/20/201935).
#[test]
fn atcoder_arc072_d() {
    let pairs = (0..25).flat_map(|x| (0..25).map(move |y| (x, y)));
    let values = values(pairs, |&(x, y): &(u32, u32)| {
        let from_x = (1..=x / 2).map(|i| (x - 2 * i, y + i));
        from_x.chain((1..=y / 2).map(|i| (x + i, y - 2 * i))).collect()
    });
    assert!(values.into_iter().all(|((x, y), value)| (value == 0) == (x.abs_diff(y) <= 1)));
}

/// AtCoder ARC151 C: 0 or 1 is written into a free cell of a row, never beside its like. A run of n free cells is worth 0
/// between unlike digits, 1 between like ones, n with one at one end, n mod 2 with none
/// (atcoder.jp/contests/arc151/editorial/5027).
#[test]
fn atcoder_arc151_c() {
    let values = values([b"........".to_vec()], |row: &Vec<u8>| {
        let written = (0..row.len()).filter(|&cell| row[cell] == b'.').flat_map(|cell| [(cell, b'0'), (cell, b'1')]);
        let beside =
            |cell: usize| [cell.checked_sub(1), Some(cell + 1)].map(|cell| cell.and_then(|cell| row.get(cell)));
        let allowed = written.filter(|(cell, digit)| !beside(*cell).contains(&Some(digit)));
        allowed.map(|(cell, digit)| with(row, cell, &[digit])).collect()
    });
    for (row, value) in values {
        let mut published = 0;
        let mut at = 0_usize;
        for run in row.split(|cell| *cell != b'.') {
            let (before, after) = (at.checked_sub(1).map(|cell| row[cell]), row.get(at + run.len()));
            published ^= match (before, after) {
                _ if run.is_empty() => 0,
                (Some(before), Some(&after)) => usize::from(before == after),
                (None, None) => run.len() % 2,
                _ => run.len(),
            };
            at += run.len() + 1;
        }
        assert_eq!(value as usize, published, "{}", String::from_utf8_lossy(&row));
    }
}

/// AtCoder AGC033 C: coins on all vertices of a tree; those of a vertex are taken, and all others move a step towards it.
/// It depends on the vertices of a longest path: lost iff they are 2 mod 3
/// (recalled).
#[test]
fn atcoder_agc033_c() {
    const N: usize = 7;
    // Each list of parents is a tree.
    for tree in 0..(1..N).product() {
        let (mut path, mut code): (Vec<Vec<usize>>, usize) = (vec![vec![0]], tree);
        for vertex in 1..N {
            let parent = path[code % vertex].clone();
            code /= vertex;
            path.push([parent, vec![vertex]].concat());
        }
        // The step from one vertex to another, by their paths from the root.
        let step = |from: usize, to: usize| {
            if path[to].contains(&from) { path[to][path[from].len()] } else { path[from][path[from].len() - 2] }
        };
        let all = (1_u32 << N) - 1;
        let values = values([all], |&coins: &u32| {
            let with_coin = |coins: u32| (0..N).filter(move |vertex| coins >> vertex & 1 == 1);
            let after = |taken: usize| {
                let others = with_coin(coins).filter(|&vertex| vertex != taken);
                others.map(|vertex| 1 << step(vertex, taken)).fold(0, |coins, one: u32| coins | one)
            };
            with_coin(coins).map(after).collect()
        });
        let distance = |a: usize, b: usize| {
            path[a].len() + path[b].len() - 2 * path[a].iter().filter(|v| path[b].contains(v)).count()
        };
        let longest = 1 + (0..N).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| distance(a, b)).max().unwrap();
        assert_eq!(values[&all] == 0, longest % 3 == 2, "{path:?}");
    }
}

/// Tessoku B34: take 2 or 3; period 5: 0 0 1 1 2, for heaps to 10^18 (zenn.dev/megeton/articles/3d83cbcce5c7e1).
/// Project Euler 306: 0.07, won by the first player for 852938 of n = 1 to 10^6.
#[test]
fn huge_and_many_heaps() {
    let mut two_or_three = game("2, 3", Combine::Sum, Convention::Normal);
    for n in (0..20).flat_map(|n| [n, 10_u64.pow(18) - n, (1 << 40) + n]) {
        let heap = two_or_three.heaps(&[n])[0];
        assert_eq!(two_or_three.value(heap).unwrap(), [0, 0, 1, 1, 2][(n % 5) as usize], "{n}");
    }
    let mut strip = game("0.07", Combine::Sum, Convention::Normal);
    assert_eq!((1..=1_000_000).filter(|&n| wins(&mut strip, &[n])).count(), 852_938);
}

/// HackerRank Zero-Move Nim: Nim, and each heap may be passed once, while it is there. Worth n - 1 for even n, n + 1 for
/// odd n (compared with a brute force).
#[test]
fn zero_move_nim() {
    let values = values([(40, true)], |&(heap, pass): &(u32, bool)| {
        let passes = (pass && heap > 0).then_some((heap, false));
        (0..heap).map(|left| (left, pass)).chain(passes).collect()
    });
    for heap in 1..=40 {
        assert_eq!(values[&(heap, true)], if heap % 2 == 0 { heap - 1 } else { heap + 1 }, "{heap}");
    }
}

/// LOJ 10243: tokens on a graph without cycles; who wins: the first player (the statement's example).
#[test]
fn loj_10243() {
    let moves = b"from,to\n2,1\n2,4\n1,4\n1,5\n4,5\n1,3\n3,5\n3,6\n";
    let graph = Graph::parse(moves, Format::Csv, "loj-10243", 1 << 20).unwrap();
    let values = graph.values(Convention::Normal).unwrap();
    assert_eq!(values.sum(&graph.tokens("1,2,4,6").unwrap()).winner(), "first");
}
