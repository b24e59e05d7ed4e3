//! Results for others to read: table formats, records of what was found, charts, the HTML page.

mod bfile;
mod certificate;
mod chart;
mod checkpoint;
mod code;
mod csv;
mod decimal;
mod document;
mod file;
mod graph;
mod json;
mod npy;
mod numbers;
mod page;
mod position;
mod stats;
mod summary;
mod text;
mod view;

pub use self::bfile::write_bfile;
pub use self::certificate::{Certificate, CertificateError};
pub use self::chart::{
    ChartError, ChartFont, ChartFormat, ChartInput, ChartStyle, Family, FamilyRow, FontError, StepOption, Steps,
    StepsError, Subject, TableChart, TableData, Theme, draw, missing_characters,
};
pub use self::checkpoint::{Checkpoint, CheckpointError, is_checkpoint, read_checkpoint, write_checkpoint};
pub use self::code::{Language, MOST_LISTED, needs_a_list, write_code};
pub use self::csv::write_csv;
pub use self::document::{Document, DocumentFormat, Fill, write_document};
pub use self::file::write_whole;
pub use self::graph::{GraphText, SumText, write_dot, write_edges, write_graph_csv, write_graph_json};
pub use self::json::{BigInteger, PatternJson, VerdictJson, meta_path, write_meta, write_table_json};
pub use self::npy::write_npy;
pub use self::page::{Page, PageError, PageRule};
pub use self::position::{PositionText, PositionView, write_position_json};
pub use self::stats::{StatsJson, StatsText, TableStatsJson};
pub use self::summary::{SummaryRow, write_summary};
pub use self::text::TableText;
pub use self::view::TableView;
