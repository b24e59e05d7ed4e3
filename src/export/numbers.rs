//! Values as little-endian numbers of one width, as binary files have them.

use std::io;

use crate::table::{Run, Runs, with_run};

/// The bytes of the narrowest number that holds `largest`: 1, 2, 4 or 8.
pub(super) fn width(largest: u64) -> usize {
    match largest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    }
}

/// Hands on the values as numbers of `width` bytes, which hold them all, a run at a time.
pub(super) fn for_each_piece(
    mut runs: Runs<'_>,
    width: usize,
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut piece = Vec::new();
    while let Some((_, run)) = runs.next_run() {
        if let (Run::U8(values), 1) = (run, width) {
            write(values)?;
            continue;
        }
        with_run!(run, values => match width {
            1 => fill::<1, _>(&mut piece, values),
            2 => fill::<2, _>(&mut piece, values),
            4 => fill::<4, _>(&mut piece, values),
            _ => fill::<8, _>(&mut piece, values),
        });
        write(&piece)?;
    }
    Ok(())
}

fn fill<const WIDTH: usize, T: Copy + Into<u64>>(piece: &mut Vec<u8>, values: &[T]) {
    piece.resize(values.len() * WIDTH, 0);
    for (bytes, &value) in piece.as_chunks_mut::<WIDTH>().0.iter_mut().zip(values) {
        bytes.copy_from_slice(&value.into().to_le_bytes()[..WIDTH]);
    }
}
