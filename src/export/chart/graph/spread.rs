//! Things side by side, each near to where it is wanted: least squares, by pooling of adjacent violators.

/// Middles of things that stand side by side in this order, none over another and all within `room`, as near as can be
/// to where they are wanted.
pub(super) fn spread(wanted: &[f64], widths: &[f64], room: f64) -> Vec<f64> {
    // Without their widths they only have to be in order.
    let mut before = 0.0;
    let mut offsets = Vec::with_capacity(widths.len());
    for width in widths {
        offsets.push(before + width / 2.0);
        before += width;
    }
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (wanted, offset) in wanted.iter().zip(&offsets) {
        let mut pool = (wanted - offset, 1);
        while let Some((sum, count)) = pools.pop_if(|(sum, count)| *sum / *count as f64 >= pool.0 / pool.1 as f64) {
            pool = (pool.0 + sum, pool.1 + count);
        }
        pools.push(pool);
    }
    let means = pools.into_iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    let most = (room - before).max(0.0);
    means.zip(offsets).map(|(mean, offset)| mean.clamp(0.0, most) + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_pushed_apart_evenly() {
        assert_eq!(spread(&[10.0, 10.0], &[4.0, 4.0], 100.0), [8.0, 12.0]);
        assert_eq!(spread(&[10.0, 50.0], &[4.0, 4.0], 100.0), [10.0, 50.0]);
        assert_eq!(spread(&[-10.0, 200.0], &[4.0, 4.0], 100.0), [2.0, 98.0]);
    }
}
