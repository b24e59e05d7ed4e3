//! The command line as it is typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use num_bigint::BigUint;

use super::numbers::{any_heap, heaps, memory_size, seconds, sums};
use sgtab::play::Combine;
use sgtab::play::stream::{Layout, UnknownLayout};
use sgtab::table::EngineName;

/// Sprague-Grundy tables of impartial heap games: tabulate, find the pattern, say how sure it is.
///
/// A RULE is the path of a rule file (it ends in .toml or has a separator), the name of a shipped rule ('kayles'),
/// or parts joined by ';': take-and-break codes ('0.77', '4!.0'), sets of amounts ('1..3', 'all but 2, 5', '1..n/2',
/// '{s : s % 3 != 0}'), and moves ('[a, n - a] for a in 1..n/2').
///
/// Ctrl-C stops 'table' and 'pattern' where they are: what is known is kept, and a second one ends them at once. Exit
/// status: 0 done, 1 a check failed, 2 bad input, 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "sgtab", version, max_term_width = 100, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Global {
    /// Print one JSON object and nothing else
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Worker threads [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Refuse tables and searches that need more memory: 512M, 4GiB
    #[arg(long, global = true, value_name = "SIZE", default_value = "4GiB", value_parser = memory_size)]
    pub(crate) memory: u64,
    /// Compute tables with this engine instead of the best one: naive, moves, one-hot, bit-maps, shifted-or,
    /// convolution, classes, cofinite, pairs, parts
    #[arg(long, global = true, value_name = "NAME", value_parser = engine)]
    pub(crate) engine: Option<EngineName>,
    /// Say on stderr which engine was chosen, and why
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Values of heaps 0..N
    Table(Table),
    /// The pattern in the values: period, blocks, P-positions, each with its standing
    Pattern(Pattern),
    /// The SG value of any heap, of a hundred digits too where a theorem gives it
    ///
    /// Where nothing is proved, a table is computed up to the heap if that takes a few minutes at most.
    Value(Value),
    /// Who wins a position of several heaps, and by which moves; also a stream of positions
    Solve(Solve),
    /// A chart of a table, of several rules, or of how a value or a win comes about, as SVG or PNG
    Plot(Plot),
    /// Every rule file: table, verdict, charts, one summary and one page
    Batch(Batch),
    /// One HTML page of rules: tables, proofs, charts, an explorer, and a game against a perfect opponent
    ///
    /// The file stands alone: it needs no network and no other file. Of each rule it shows heaps 0..4000 at most. 'sgtab
    /// batch' writes such a page of all its rules, index.html.
    Report(Report),
    /// Any game as a graph: values, winning moves, sums of tokens
    ///
    /// Positions are nodes, moves are edges, and who cannot move loses. A CSV file has the header 'from,to' and a row
    /// for each move; a row 'a,' names a node without moves. A DOT file is a 'digraph'; attributes are passed over.
    Graph(Graph),
    /// Say a rule back: plain words, moves, first values, engine, theorem
    Explain(Explain),
    /// Known rules with the same values, up to a shift of the heap, and those that agree for long
    ///
    /// The rule is compared with the shipped rules, octal codes of up to three digits, and families of sets: small
    /// finite ones, intervals, all but a few, arithmetic progressions. Values are equal where that is proved; else it is
    /// said through which heap they agree.
    Identify(Identify),
    /// Compare what rule files expect with what is computed, and that with brute force
    Check(Check),
    /// Check certificates of what is proved, by code that shares nothing with what proved it
    ///
    /// The rule is read again, its values are computed again from the definition, and each hypothesis of the theorem is
    /// tested. Exit status: 0 all are verified, 1 one is rejected, 2 one is unreadable or cannot be checked.
    Verify(Verify),
    /// Completions for a shell, on standard output
    ///
    /// For bash: sgtab completions bash > ~/.local/share/bash-completion/completions/sgtab
    Completions(Completions),
    /// Manual pages: sgtab.1, and one for each command
    ///
    /// 'sgtab manual -o ~/.local/share/man/man1' puts them where 'man sgtab-table' finds them.
    Manual(Manual),
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("saved").args(["checkpoint", "resume"]).multiple(true)))]
pub(crate) struct Table {
    /// The rule: a path, a shipped name, a code or a set
    pub(crate) rule: String,
    /// Largest heap: 1000, 1e6, 10^6, 2^20 [default: what the rule file says, else 100]
    #[arg(short = 'n', value_name = "N", value_parser = heaps, allow_negative_numbers = true)]
    pub(crate) n: Option<u64>,
    /// Write to this file; - is stdout. NAME.csv and NAME.npy get a NAME.meta.json beside them
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Format of the output, where the ending of its name does not say
    #[arg(long, value_enum)]
    pub(crate) format: Option<TableFormat>,
    /// P- and N-positions instead of values
    #[arg(long)]
    pub(crate) outcomes: bool,
    /// Print statistics instead of rows: the largest value, how often each value occurs, rare heaps; with -o the table is
    /// written besides
    #[arg(long)]
    pub(crate) stats: bool,
    /// Heaps in a row, 1 to 400 [default: the period or a multiple of it, where that makes a readable row; else 10]
    #[arg(long, value_name = "N", help_heading = "Tables for documents", value_parser = clap::value_parser!(u64).range(1..=400))]
    pub(crate) columns: Option<u64>,
    /// Leave the cells empty, for students; the answers go to NAME-answers beside -o NAME, in a table of the same size
    #[arg(long, help_heading = "Tables for documents")]
    pub(crate) blank: bool,
    /// Write a whole document, which compiles as it is, instead of a part to be put into one
    #[arg(long, help_heading = "Tables for documents")]
    pub(crate) standalone: bool,
    /// Save the values to this file every few minutes and on Ctrl-C
    #[arg(long, value_name = "FILE", help_heading = "Long runs")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on from a checkpoint of the same rule; it is saved to as well, unless --checkpoint names another file
    #[arg(long, value_name = "FILE", help_heading = "Long runs")]
    pub(crate) resume: Option<PathBuf>,
    /// Seconds from one checkpoint to the next [default: 180]
    #[arg(long, value_name = "SECONDS", help_heading = "Long runs", value_parser = seconds, requires = "saved")]
    pub(crate) every: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Rows of heap, value and outcome
    Csv,
    /// One object
    Json,
    /// One array for numpy: values in 1, 2, 4 or 8 bytes, as few as hold them; with --outcomes bool, true for P
    Npy,
    /// What is printed on a terminal
    Text,
    /// LaTeX, wrapped at the period, P-positions bold; it needs no package (.tex)
    Latex,
    /// The same with the lines of the package booktabs
    Booktabs,
    /// Data for pgfplots, with an axis for it in comments (.dat, .pgf)
    Pgfplots,
    /// A figure for Typst (.typ)
    Typst,
    /// A pipe table (.md)
    Markdown,
    /// One table for a page (.html)
    Html,
    /// A function g(n) for C++11 and later, with what is proved of it: a formula or a period where one is proved, also of
    /// heaps past N; else a table. With --outcomes is_p(n)
    Cpp,
    /// The same for Python 3
    Python,
    /// The same for Rust
    Rust,
    /// A b-file as in the OEIS: a line 'n g(n)' for each heap; with --outcomes the P-positions in order, from offset 1
    Bfile,
}

impl TableFormat {
    /// Whether it is a program.
    pub(crate) fn is_code(self) -> bool {
        matches!(self, TableFormat::Cpp | TableFormat::Python | TableFormat::Rust)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Pattern {
    /// The rule: a path, a shipped name, a code or a set
    pub(crate) rule: String,
    /// Look at heaps 0..N exactly
    #[arg(short = 'n', value_name = "N", value_parser = heaps, allow_negative_numbers = true)]
    pub(crate) n: Option<u64>,
    /// Stop at this heap [default: a fixed amount of work]
    #[arg(long, value_name = "N", value_parser = heaps, allow_negative_numbers = true, conflicts_with = "n")]
    pub(crate) limit: Option<u64>,
    /// P- and N-positions instead of values
    #[arg(long)]
    pub(crate) outcomes: bool,
    /// Print statistics too: the largest value, how often each value occurs, rare heaps
    #[arg(long)]
    pub(crate) stats: bool,
    /// Write what is proved, with all that a check needs, to this file; - is stdout, with nothing else. For 'sgtab verify'
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Certificates, as 'sgtab pattern --certificate' and 'sgtab batch --certificates' write them; - is stdin
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Check them however long it takes: else those that would take more than about an hour are refused
    #[arg(long)]
    pub(crate) any_cost: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Value {
    /// The rule: a path, a shipped name, a code or a set
    pub(crate) rule: String,
    /// The heaps: 1000, 1e18, 10^100, or all digits
    #[arg(value_name = "HEAP", required = true, value_parser = any_heap, allow_negative_numbers = true)]
    pub(crate) heaps: Vec<BigUint>,
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// RULE HEAPS..., or RULE:HEAP ... where heaps follow several rules ('kayles:7' '1..3:10')
    #[arg(value_name = "RULE HEAPS")]
    pub(crate) what: Vec<String>,
    /// Who cannot move wins
    #[arg(long)]
    pub(crate) misere: bool,
    /// What one move may do: sum (a move in one heap), staircase (what is taken from a step goes to the step below; the
    /// first number is step 1), moore=K (a move in each of 1 to K heaps), bounded (10/3: at most 3 are taken from this
    /// heap), pass (one pass in the whole game, by either player, none at the end)
    #[arg(long, value_name = "WAY", default_value = "sum", value_parser = combine)]
    pub(crate) combine: Combining,
    /// Read positions from standard input and write an answer for each
    #[arg(long)]
    pub(crate) stdin: bool,
    /// How positions follow each other: lines (one a line), cases (their number, then for each the number of heaps and the
    /// heaps), single (one, the same), until-zero (one a line, until a line of zeros), s-nim (k and k amounts, the number
    /// of positions, the positions; until 0 for k; no RULE) [default: lines]
    #[arg(long, value_name = "LAYOUT", requires = "stdin", value_parser = layout)]
    pub(crate) input: Option<Layout>,
    /// Words for a win of the first and of the second player [default: first,second; W,L in s-nim]
    #[arg(long, value_name = "WORD,WORD", requires = "stdin", value_parser = words)]
    pub(crate) say: Option<(String, String)>,
    /// Write the number of winning first moves
    #[arg(long, requires = "stdin", conflicts_with = "say")]
    pub(crate) count: bool,
    /// Write the first winning move, "AMOUNT HEAP", and on the next line all heaps as it leaves them
    #[arg(long = "move", requires = "stdin", conflicts_with_all = ["say", "count"])]
    pub(crate) first_move: bool,
    /// What --move writes where no move wins; after a comma, where there is no move and the first player has won, as in
    /// misère play [default: lose,win]
    #[arg(long = "else", value_name = "WORD[,WORD]", requires = "first_move")]
    pub(crate) otherwise: Option<String>,
}

/// What `--combine` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Combining {
    pub(crate) combine: Combine,
    /// Heaps may have limits of their own.
    pub(crate) bounded: bool,
}

fn combine(text: &str) -> Result<Combining, String> {
    let unbounded = |combine| Ok(Combining { combine, bounded: false });
    match text.split_once('=') {
        None if text == "sum" => unbounded(Combine::Sum),
        None if text == "staircase" => unbounded(Combine::Staircase),
        None if text == "pass" => unbounded(Combine::Pass),
        None if text == "bounded" => Ok(Combining { combine: Combine::Sum, bounded: true }),
        Some(("moore", most)) => match most.parse::<u32>() {
            Ok(most @ 1..) => unbounded(Combine::Moore(most as usize)),
            _ => Err("moore=K takes the largest number of heaps of one move, 1 or more: moore=2".to_owned()),
        },
        _ => Err("the ways are sum, staircase, moore=K, bounded and pass".to_owned()),
    }
}

fn layout(text: &str) -> Result<Layout, String> {
    text.parse().map_err(|why: UnknownLayout| {
        let names: Vec<&str> = Layout::ALL.iter().map(|layout| layout.name()).collect();
        let near = why.near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        format!("{near}the layouts are {}", names.join(", "))
    })
}

fn words(text: &str) -> Result<(String, String), String> {
    match text.split_once(',') {
        Some((first, second)) if !second.contains(',') => Ok((first.to_owned(), second.to_owned())),
        _ => Err("write two words with a comma between them, such as Win,Lose".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Plot {
    /// The rule: a path, a shipped name, a code or a set; several for --kind family [default for nim-sum: nim]
    pub(crate) rule: Vec<String>,
    /// Largest heap [default: what the rule file says, else 100; 40 for family; for graph 12, or fewer where heaps split]
    #[arg(short = 'n', value_name = "N", value_parser = heaps, allow_negative_numbers = true)]
    pub(crate) n: Option<u64>,
    /// Write to this file: .svg or .png; - is stdout (SVG unless --format says)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Format of the output, where the ending of its name does not say
    #[arg(long, value_enum)]
    pub(crate) format: Option<ImageFormat>,
    /// Which chart
    #[arg(long, value_enum, default_value = "sequence")]
    pub(crate) kind: Kind,
    /// The position of a nim-sum: 3,4,5
    #[arg(long, value_name = "HEAPS", value_delimiter = ',', value_parser = heaps, allow_negative_numbers = true)]
    pub(crate) heaps: Vec<u64>,
    /// The heap whose value --kind steps shows
    #[arg(long, value_name = "HEAP", value_parser = heaps, allow_negative_numbers = true)]
    pub(crate) heap: Option<u64>,
    /// Heaps in a row of the grid [default: the period]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=400))]
    pub(crate) columns: Option<u64>,
    /// Title of the chart [default: that of the rule]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Width in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1200, value_parser = clap::value_parser!(u32).range(300..=4000))]
    pub(crate) width: u32,
    /// The colours
    #[arg(long, value_enum, default_value = "light")]
    pub(crate) theme: Colors,
    /// A TrueType or OpenType font (.ttf, .otf, .ttc) for text that the embedded one (DejaVu Sans) lacks, such as Chinese
    #[arg(long, value_name = "FILE")]
    pub(crate) font: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImageFormat {
    /// Scales without loss
    Svg,
    /// Pixels
    Png,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colors {
    /// On white
    Light,
    /// On near black
    Dark,
    /// Greys, for printers
    Print,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Values against heaps
    Sequence,
    /// The table wrapped at the period
    Grid,
    /// P-positions and the differences between them
    Outcomes,
    /// How many heaps up to n are P-positions or have each of the commonest values, log-log, with a fitted exponent
    Density,
    /// Where each value comes first, and how often it comes
    Values,
    /// Several rules, a row for each, colour for value
    Family,
    /// Positions as nodes, moves as arrows, winning moves strong
    Graph,
    /// How a position of several heaps is decided: binary digits, parities, a winning move
    NimSum,
    /// How one heap gets its value: its options, their values, the least that is missing
    Steps,
}

#[derive(Debug, Args)]
pub(crate) struct Batch {
    /// Folder with rule files [default: rulesets, where there is one; else the shipped rules]
    pub(crate) dir: Option<PathBuf>,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "output")]
    pub(crate) output: PathBuf,
    /// Write NAME.certificate.json for each rule whose pattern is proved, for 'sgtab verify'
    #[arg(long)]
    pub(crate) certificates: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The rules: paths, shipped names, codes or sets
    #[arg(required = true, value_name = "RULE")]
    pub(crate) rules: Vec<String>,
    /// Write to this file; - is stdout, with nothing else
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Largest heap of tables and charts [default: what the rule file says, else 100]
    #[arg(short = 'n', value_name = "N", value_parser = heaps, allow_negative_numbers = true)]
    pub(crate) n: Option<u64>,
    /// Title of the page [default: that of the rule, where there is one rule]
    #[arg(long)]
    pub(crate) title: Option<String>,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("game").required(true).args(["file", "from"])))]
pub(crate) struct Graph {
    /// The graph: a list of edges (.csv) or a DOT file (.dot, .gv); - is stdin
    pub(crate) file: Option<PathBuf>,
    /// What FILE is, where the ending of its name does not say; stdin is CSV unless this says DOT
    #[arg(long, value_enum, conflicts_with = "from")]
    pub(crate) input: Option<GraphInput>,
    /// The graph of a heap game instead: its positions from heaps 0..N on
    #[arg(long, value_name = "RULE")]
    pub(crate) from: Option<String>,
    /// Largest heap of --from [default: 12]
    #[arg(short = 'n', value_name = "N", value_parser = heaps, allow_negative_numbers = true, conflicts_with = "file")]
    pub(crate) n: Option<u64>,
    /// Tokens stand on these nodes, and a move moves one: who wins, and how? a,b,b, or say it several times
    #[arg(long, value_name = "NODES")]
    pub(crate) tokens: Vec<String>,
    /// Write to this file; - is stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Format of the output, where the ending of its name does not say
    #[arg(long, value_enum)]
    pub(crate) format: Option<GraphFormat>,
    /// The same as --format dot
    #[arg(long, conflicts_with = "format")]
    pub(crate) dot: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphInput {
    /// A list of edges
    Csv,
    /// A digraph
    Dot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// Rows of node, value and outcome
    Csv,
    /// The list of edges, as CSV that reads back
    Edges,
    /// For Graphviz, with values, outcomes and winning moves; reads back
    Dot,
    /// A chart, of up to 60 nodes and 400 moves
    Svg,
    /// The same in pixels
    Png,
    /// One object
    Json,
    /// What is printed on a terminal
    Text,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The rule: a path, a shipped name, a code or a set
    pub(crate) rule: String,
}

#[derive(Debug, Args)]
pub(crate) struct Identify {
    /// The rule: a path, a shipped name, a code or a set
    pub(crate) rule: String,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// A rule, or a folder with rule files [default: the shipped rules]
    pub(crate) rule: Option<String>,
    /// Compare the values with brute force: who wins every sum of up to three heaps, none larger than N, by search
    /// [default: as far as a fixed amount of work goes]
    #[arg(long, value_name = "N", require_equals = true, value_parser = sums)]
    pub(crate) brute: Option<Option<u64>>,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// Folder to write to; it is made where there is none
    #[arg(short, long, value_name = "DIR", default_value = "man")]
    pub(crate) output: PathBuf,
}

fn engine(text: &str) -> Result<EngineName, String> {
    text.parse().map_err(|_| {
        let names: Vec<&str> = EngineName::ALL.iter().map(|engine| engine.name()).collect();
        format!("the engines are {}", names.join(", "))
    })
}
