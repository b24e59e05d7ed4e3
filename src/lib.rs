//! Sprague-Grundy tables of impartial heap games.
#![warn(missing_docs)]

pub mod ruleset;

pub mod table;

pub mod pattern;

pub mod proof;

pub mod study;

pub mod export;

pub mod check;
