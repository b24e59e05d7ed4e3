//! Values in the narrowest cells that hold them.

use std::collections::TryReserveError;
use std::ops::{BitXor, Not, Range};

use super::runs::Run;
use crate::ruleset::MoveError;

/// Why an engine stopped before the end; the heaps before are filled.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The value of this heap is too large for a cell.
    Narrow(usize),
    /// A heap has a move that is not one.
    Move(MoveError),
}

/// A cell type; engines are written once for all of them.
pub(crate) trait Cell:
    Copy + Default + From<u8> + Send + Sync + Ord + BitXor<Output = Self> + Not<Output = Self>
{
    fn get(self) -> u32;
    /// `None` when the value is too large for this type.
    fn narrow(value: u32) -> Option<Self>;
    /// The cells as a vector of this type, which must not be the narrower one.
    fn take(cells: Cells) -> Vec<Self>;
    fn give(cells: Vec<Self>) -> Cells;
}

macro_rules! cell {
    ($type:ty, $variant:ident) => {
        impl Cell for $type {
            #[inline]
            fn get(self) -> u32 {
                u32::from(self)
            }

            #[inline]
            fn narrow(value: u32) -> Option<Self> {
                value.try_into().ok()
            }

            fn take(mut cells: Cells) -> Vec<Self> {
                loop {
                    match cells {
                        Cells::$variant(cells) => return cells,
                        _ => cells.widen(),
                    }
                }
            }

            fn give(cells: Vec<Self>) -> Cells {
                Cells::$variant(cells)
            }
        }
    };
}

cell!(u8, U8);
cell!(u16, U16);
cell!(u32, U32);

/// One value a heap, one, two or four bytes each; all cells are of one width, the narrowest that has been enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cells {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

/// Runs `$body` with `$cells` bound to the vector, whatever its width.
macro_rules! with_cells {
    ($all:expr, $cells:ident => $body:expr) => {
        match $all {
            $crate::table::cells::Cells::U8($cells) => $body,
            $crate::table::cells::Cells::U16($cells) => $body,
            $crate::table::cells::Cells::U32($cells) => $body,
        }
    };
}
pub(crate) use with_cells;

impl Cells {
    pub(crate) fn new() -> Self {
        Cells::U8(Vec::new())
    }

    pub(crate) fn len(&self) -> usize {
        with_cells!(self, cells => cells.len())
    }

    #[inline]
    pub(crate) fn get(&self, i: usize) -> Option<u32> {
        with_cells!(self, cells => cells.get(i).map(|cell| cell.get()))
    }

    /// Some of the cells, lent.
    pub(crate) fn run(&self, range: Range<usize>) -> Run<'_> {
        match self {
            Cells::U8(cells) => Run::U8(&cells[range]),
            Cells::U16(cells) => Run::U16(&cells[range]),
            Cells::U32(cells) => Run::U32(&cells[range]),
        }
    }

    /// Memory for `len` cells in all, taken in one piece. It is not touched before there is something to put there.
    pub(crate) fn reserve(&mut self, len: usize) -> Result<(), TryReserveError> {
        with_cells!(self, cells => cells.try_reserve_exact(len.saturating_sub(cells.len())))
    }

    pub(crate) fn resize(&mut self, len: usize) {
        with_cells!(self, cells => cells.resize(len, 0));
    }

    /// One value more, in wider cells where it needs them.
    pub(crate) fn push(&mut self, value: u32) {
        while !with_cells!(self, cells => Cell::narrow(value).map(|cell| cells.push(cell)).is_some()) {
            self.widen();
        }
    }

    /// The same values in the next wider type, with memory for as many; u32 stays as it is.
    pub(crate) fn widen(&mut self) {
        *self = match std::mem::replace(self, Cells::new()) {
            Cells::U8(cells) => Cells::U16(wider(&cells, cells.capacity())),
            Cells::U16(cells) => Cells::U32(wider(&cells, cells.capacity())),
            wide @ Cells::U32(_) => wide,
        };
    }
}

/// The capacity stays, so that a table whose memory is reserved does not grow by doubling.
fn wider<C: Cell, W: From<C>>(cells: &[C], capacity: usize) -> Vec<W> {
    let mut wide = Vec::with_capacity(capacity);
    wide.extend(cells.iter().map(|&cell| W::from(cell)));
    wide
}
