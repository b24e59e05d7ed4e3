//! The tokens of a whole stream, read as they are asked for.

use std::io::{self, Read};

use super::block::is_blank;
use super::error::{Expected, Found, Mistake};
use super::heap::Heap;
use super::tokens::{FRONT, Tokens};

/// So much is held at a time, and a token is shorter. A pipe gives half of it at once.
const WINDOW: usize = 1 << 17;

/// The tokens of so many bytes are held at a time: with them they fit the fastest cache.
const PIECE: usize = 1 << 13;

/// What some editors put in front of UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The place of a byte, both from 1.
#[derive(Debug, Clone, Copy)]
struct Place {
    line: u64,
    column: u64,
}

impl Place {
    /// The place after these bytes, that stand at this one.
    fn after(self, bytes: &[u8]) -> Place {
        let after_newline = bytes.iter().rposition(|&byte| byte == b'\n').map(|at| bytes.len() - at);
        Place {
            line: self.line + bytes.iter().filter(|&&byte| byte == b'\n').count() as u64,
            column: after_newline.map_or(self.column + bytes.len() as u64, |column| column as u64),
        }
    }
}

/// Why the tokens that were asked for are not there.
pub(super) enum Stop<E> {
    /// After so many of them there is something else, or nothing.
    After(u64),
    Read(io::Error),
    /// Who asked wants no more.
    Asker(E),
}

/// What ended a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnd {
    Newline,
    Stream,
}

pub(super) struct Reader<R, H> {
    input: R,
    /// `FRONT` bytes that do not matter, then a part of the stream up to `filled`: first the piece, then what is to
    /// come.
    buffer: Vec<u8>,
    filled: usize,
    has_ended: bool,
    /// `buffer[piece_from..piece_to]` has the tokens of which `next` is the next.
    piece: Tokens<H>,
    piece_from: usize,
    piece_to: usize,
    next: usize,
    next_line_end: usize,
    /// Of the piece's first byte.
    place: Place,
    /// The first token of the position that is being read, where it is in this piece.
    marked: Option<usize>,
    /// Its line, where it is in an earlier one.
    marked_line: u64,
}

impl<R: Read, H: Heap> Reader<R, H> {
    pub(super) fn new(input: R) -> Self {
        Reader {
            input,
            buffer: vec![0; FRONT + WINDOW],
            filled: FRONT,
            has_ended: false,
            piece: Tokens::new(),
            piece_from: FRONT,
            piece_to: FRONT,
            next: 0,
            next_line_end: 0,
            place: Place { line: 1, column: 1 },
            marked: None,
            marked_line: 1,
        }
    }

    /// Before anything else: a byte order mark is no part of the stream.
    pub(super) fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        loop {
            let held = &self.buffer[self.piece_from..self.filled];
            if held.starts_with(BYTE_ORDER_MARK) {
                self.piece_from += BYTE_ORDER_MARK.len();
                self.piece_to = self.piece_from;
                return Ok(());
            }
            if self.has_ended || !BYTE_ORDER_MARK.starts_with(held) {
                return Ok(());
            }
            self.fill()?;
        }
    }

    /// The next token, if it is a plain number; what is none stays the next.
    #[inline]
    pub(super) fn number(&mut self) -> io::Result<Option<u64>> {
        while self.next == self.piece.get().len() {
            if !self.advance()? {
                return Ok(None);
            }
        }
        let token = self.piece.get()[self.next];
        if token.limit().is_some() {
            return Ok(None);
        }
        self.next += 1;
        Ok(Some(token.size()))
    }

    /// Gives the next `count` tokens to `each`, in slices.
    #[inline]
    pub(super) fn take<E>(&mut self, count: u64, mut each: impl FnMut(&[H]) -> Result<(), E>) -> Result<(), Stop<E>> {
        let mut taken = 0;
        while taken < count {
            let ready = &self.piece.get()[self.next..];
            let wanted = usize::try_from(count - taken).unwrap_or(usize::MAX);
            let ready = &ready[..wanted.min(ready.len())];
            if !ready.is_empty() {
                each(ready).map_err(Stop::Asker)?;
                self.next += ready.len();
                taken += ready.len() as u64;
            } else if !self.advance().map_err(Stop::Read)? {
                return Err(Stop::After(taken));
            }
        }
        Ok(())
    }

    /// Gives the tokens of a line to `each`, in slices; a blank line has none.
    #[inline]
    pub(super) fn line<E>(&mut self, mut each: impl FnMut(&[H]) -> Result<(), E>) -> Result<LineEnd, Stop<E>> {
        let mut taken = 0;
        loop {
            let end = self.piece.line_ends.get(self.next_line_end).copied();
            let ready = &self.piece.get()[self.next..end.unwrap_or(self.piece.get().len())];
            if !ready.is_empty() {
                each(ready).map_err(Stop::Asker)?;
                self.next += ready.len();
                taken += ready.len() as u64;
            }
            if end.is_some() {
                self.next_line_end += 1;
                return Ok(LineEnd::Newline);
            }
            if !self.advance().map_err(Stop::Read)? {
                let is_over = self.piece.fault.is_none();
                return if is_over { Ok(LineEnd::Stream) } else { Err(Stop::After(taken)) };
            }
        }
    }

    /// Whether nothing but blanks is left.
    pub(super) fn is_over(&mut self) -> io::Result<bool> {
        while self.next == self.piece.get().len() {
            if !self.advance()? {
                return Ok(self.piece.fault.is_none());
            }
        }
        Ok(false)
    }

    /// What comes now is known by the line of its first token.
    #[inline]
    pub(super) fn mark(&mut self) {
        self.marked = Some(self.next);
    }

    /// The line of the first token that was read since the last mark.
    pub(super) fn marked_line(&self) -> u64 {
        self.marked.map_or(self.marked_line, |token| self.line_of(token))
    }

    fn line_of(&self, token: usize) -> u64 {
        self.place.line + self.piece.line_ends.partition_point(|&before| before <= token) as u64
    }

    /// What is next is not what was expected.
    pub(super) fn mistake(&self, expected: Expected, form: &'static str) -> Mistake {
        let piece = &self.buffer[self.piece_from..self.piece_to];
        let at = if self.next < self.piece.get().len() {
            place_of_token(piece, self.next)
        } else {
            self.piece.fault.map_or(piece.len(), |at| at - self.piece_from)
        };
        let Place { line, column } = self.place.after(&piece[..at]);
        let found = if at == piece.len() { Found::End } else { Found::word(&piece[at..]) };
        Mistake { line, column, found, expected, form }
    }

    /// Goes on to the next piece; false where there is none, for a mistake or the end of the stream.
    #[cold]
    fn advance(&mut self) -> io::Result<bool> {
        if self.piece.fault.is_some() || (self.piece_to == self.filled && self.has_ended) {
            return Ok(false);
        }
        match self.marked {
            Some(token) if token < self.piece.get().len() => {
                self.marked_line = self.line_of(token);
                self.marked = None;
            }
            Some(_) => self.marked = Some(0),
            None => {}
        }
        // `Place::after` would look at all bytes again.
        self.place.line += self.piece.line_ends.len() as u64;
        self.place.column = match self.piece.last_newline {
            Some(newline) => (self.piece_to - newline) as u64,
            None => self.place.column + (self.piece_to - self.piece_from) as u64,
        };
        self.piece.clear();
        (self.next, self.next_line_end) = (0, 0);
        self.piece_from = self.piece_to;
        match self.find_piece()? {
            Some(to) => {
                self.piece_to = to;
                self.piece.read(&self.buffer[..to], self.piece_from);
            }
            None => {
                self.piece_to = self.filled;
                self.piece.fault = Some(self.piece_from);
            }
        }
        Ok(true)
    }

    /// Where the next piece ends: between two tokens, or with the stream; `None` where a token fills the window.
    fn find_piece(&mut self) -> io::Result<Option<usize>> {
        loop {
            let held = &self.buffer[self.piece_from..self.filled];
            let near = &held[..held.len().min(PIECE)];
            let cut = near.iter().rposition(|&byte| is_blank(byte));
            // A token may be longer than a piece: a mistake, or one with many zeros in front.
            let cut = cut.or_else(|| held.iter().position(|&byte| is_blank(byte)));
            if let Some(blank) = cut {
                return Ok(Some(self.piece_from + blank + 1));
            }
            if self.has_ended {
                return Ok(Some(self.filled));
            }
            if held.len() == WINDOW {
                return Ok(None);
            }
            self.fill()?;
        }
    }

    /// Moves what is to come to the front, and reads more.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.piece_from..self.filled, FRONT);
        self.filled -= self.piece_from - FRONT;
        self.piece_from = FRONT;
        let count = loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                count => break count?,
            }
        };
        self.filled += count;
        self.has_ended = count == 0;
        Ok(())
    }
}

/// Where the token begins that has so many before it.
fn place_of_token(bytes: &[u8], tokens_before: usize) -> usize {
    let is_start = |at: &usize| !is_blank(bytes[*at]) && (*at == 0 || is_blank(bytes[*at - 1]));
    (0..bytes.len()).filter(is_start).nth(tokens_before).unwrap_or(bytes.len())
}
