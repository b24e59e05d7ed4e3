//! From one position to the next, layout by layout.

use std::io::{Read, Write};

use super::answer::{NoAnswer, Writer};
use super::error::{Expected, StreamError, Within};
use super::heap::Heap;
use super::layout::Layout;
use super::reader::{LineEnd, Reader, Stop};
use super::referee::Referee;

/// Reads positions, has them answered, and has the answers written.
pub(super) struct Walk<'a, R, W: Write, F: Referee> {
    pub(super) reader: Reader<R, F::Heap>,
    pub(super) referee: &'a mut F,
    pub(super) writer: Writer<'a, W, F::Heap>,
}

type Done<F> = Result<(), StreamError<<F as Referee>::Error>>;

impl<R: Read, W: Write, F: Referee> Walk<'_, R, W, F> {
    pub(super) fn walk(&mut self, layout: Layout) -> Done<F> {
        self.reader.skip_byte_order_mark().map_err(StreamError::Read)?;
        match layout {
            Layout::Lines => self.by_lines(false),
            Layout::UntilZero => self.by_lines(true),
            Layout::Cases => self.cases(),
            Layout::Single => self.position(Within::Single).and_then(|()| self.end()),
            Layout::SNim => self.s_nim(),
        }
    }

    fn cases(&mut self) -> Done<F> {
        for case in 1..=self.number(Expected::Cases)? {
            self.position(Within::Case(case))?;
        }
        self.end()
    }

    fn s_nim(&mut self) -> Done<F> {
        let mut amounts = Vec::new();
        for set in 1.. {
            self.reader.mark();
            let of = self.number(Expected::Amounts { set })?;
            if of == 0 {
                break;
            }
            amounts.clear();
            for amount in 1..=of {
                amounts.push(self.number(Expected::AmountOf { amount, of, set })?);
            }
            self.referee.set_amounts(&amounts).map_err(|error| self.refused(error))?;
            for query in 1..=self.number(Expected::Queries { set })? {
                self.position(Within::Query { query, set })?;
            }
            self.writer.end_set().map_err(StreamError::Write)?;
        }
        self.end()
    }

    fn by_lines(&mut self, until_zero: bool) -> Done<F> {
        loop {
            self.reader.mark();
            self.referee.start();
            let (mut is_blank, mut is_zero) = (true, true);
            let end = self.reader.line(|heaps| {
                is_blank = false;
                is_zero = is_zero && heaps.iter().all(|heap| heap.size() == 0);
                self.referee.add(heaps)
            });
            let end = end.map_err(|stop| self.stopped(stop, |_| Expected::Heap))?;
            if !is_blank {
                if until_zero && is_zero {
                    return Ok(());
                }
                self.answer()?;
            }
            if end == LineEnd::Stream {
                return Ok(());
            }
        }
    }

    /// The number of heaps, the heaps, the answer.
    #[inline]
    fn position(&mut self, within: Within) -> Done<F> {
        self.reader.mark();
        let of = self.number(Expected::Heaps(within))?;
        self.referee.start();
        let taken = self.reader.take(of, |heaps| self.referee.add(heaps));
        taken.map_err(|stop| self.stopped(stop, |taken| Expected::HeapOf { heap: taken + 1, of, within }))?;
        self.answer()
    }

    #[inline]
    fn number(&mut self, expected: Expected) -> Result<u64, StreamError<F::Error>> {
        let number = self.reader.number().map_err(StreamError::Read)?;
        number.ok_or_else(|| StreamError::Mistake(self.reader.mistake(expected, u64::FORM)))
    }

    #[inline]
    fn answer(&mut self) -> Done<F> {
        self.writer.ask(self.referee).map_err(|why| match why {
            NoAnswer::Referee(error) => self.refused(error),
            NoAnswer::Write(error) => StreamError::Write(error),
        })
    }

    fn end(&mut self) -> Done<F> {
        if self.reader.is_over().map_err(StreamError::Read)? {
            return Ok(());
        }
        Err(StreamError::Mistake(self.reader.mistake(Expected::End, "")))
    }

    #[cold]
    fn stopped(&self, stop: Stop<F::Error>, expected: impl FnOnce(u64) -> Expected) -> StreamError<F::Error> {
        match stop {
            Stop::After(taken) => StreamError::Mistake(self.reader.mistake(expected(taken), F::Heap::FORM)),
            Stop::Read(error) => StreamError::Read(error),
            Stop::Asker(error) => self.refused(error),
        }
    }

    #[cold]
    fn refused(&self, error: F::Error) -> StreamError<F::Error> {
        StreamError::Referee { line: self.reader.marked_line(), error }
    }
}
