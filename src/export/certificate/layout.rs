//! How a certificate is laid out.

use std::io::{self, Write};

/// JSON with each member of the outermost object on a line of its own.
#[derive(Debug, Default)]
pub(super) struct MemberALine {
    depth: usize,
}

impl serde_json::ser::Formatter for MemberALine {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(match (self.depth, first) {
            (1, true) => b"\n  ",
            (1, false) => b",\n  ",
            (_, true) => b"",
            (_, false) => b", ",
        })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(if self.depth == 0 { b"\n}" } else { b"}" })
    }
}
