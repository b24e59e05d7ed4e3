//! Games as graphs: values against the definition, sums against a search that knows no values, files and messages.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use proptest::prelude::*;
use serde_json::{Value, json};

use sgtab::export::{write_dot, write_edges};
use sgtab::play::graph::{Builder, Cycle, Format, Graph, GraphError, Mistake, TokenMove};
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::{Settings, SgTable};

const MEMORY: u64 = 1 << 30;

/// Moves by node; the oracle works on these.
type Moves = Vec<Vec<u32>>;

/// Lists of moves from larger numbers to smaller ones, with repetitions.
fn dags(most: u32) -> impl Strategy<Value = Moves> {
    let row = |node: u32| prop::collection::vec(0..node.max(1), 0..if node == 0 { 1 } else { 6 });
    let rows = move |len: u32| (0..len).map(row).collect::<Vec<_>>();
    (1..most).prop_flat_map(rows)
}

/// Names of all lengths, so that short and long ones are met.
fn name(node: usize) -> String {
    format!("{}{node}", "n".repeat(1 + node % 14))
}

/// The graph of some moves; `order` is that in which its nodes appear.
fn graph(moves: &Moves, order: &[usize]) -> Graph {
    let mut builder = Builder::default();
    for &node in order {
        builder.node(&name(node)).unwrap();
    }
    for (from, row) in moves.iter().enumerate() {
        row.iter().for_each(|&to| builder.add_move(&name(from), &name(to as usize)).unwrap());
    }
    builder.finish()
}

/// The definition, straight from the moves.
fn sg(moves: &Moves, node: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&value) = known.get(&node) {
        return value;
    }
    let options: BTreeSet<u32> = moves[node as usize].iter().map(|&to| sg(moves, to, known)).collect();
    let mex = (0..).find(|value| !options.contains(value)).unwrap();
    known.insert(node, mex);
    mex
}

/// Whether the player to move wins with tokens on these nodes, by search over all plays.
fn wins(moves: &Moves, tokens: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    let mut sorted = tokens.to_vec();
    sorted.sort_unstable();
    if let Some(&wins) = known.get(&sorted) {
        return wins;
    }
    let found = winning(moves, &sorted, known).next().is_some();
    known.insert(sorted, found);
    found
}

/// Moves (token, node) that leave a position from which the player to move loses.
fn winning(
    moves: &Moves,
    tokens: &[u32],
    known: &mut HashMap<Vec<u32>, bool>,
) -> impl Iterator<Item = (usize, u32)> + use<> {
    let mut found = BTreeSet::new();
    for (place, &from) in tokens.iter().enumerate() {
        for &to in &moves[from as usize] {
            let mut next = tokens.to_vec();
            next[place] = to;
            if !wins(moves, &next, known) {
                found.insert((place, to));
            }
        }
    }
    found.into_iter()
}

/// Rows of names: what a graph says, whatever its nodes are numbered.
fn rows(graph: &Graph) -> BTreeMap<String, BTreeSet<String>> {
    let row = |node| graph.moves(node).iter().map(|&to| graph.name(to).to_owned()).collect();
    graph.nodes().map(|node| (graph.name(node).to_owned(), row(node))).collect()
}

fn parse(text: &[u8], format: Format) -> Graph {
    Graph::parse(text, format, "test", MEMORY).unwrap()
}

proptest! {
    #[test]
    fn values_are_those_of_the_definition(
        (moves, order) in dags(40).prop_flat_map(|moves| {
            let order = Just((0..moves.len()).collect::<Vec<_>>()).prop_shuffle();
            (Just(moves), order)
        }),
    ) {
        let graph = graph(&moves, &order);
        let values = graph.values(Convention::Normal).unwrap();
        let mut known = HashMap::new();
        for (node, row) in moves.iter().enumerate() {
            let number = graph.node(&name(node)).unwrap();
            let value = sg(&moves, node as u32, &mut known);
            prop_assert_eq!(values.get(number), value);
            prop_assert_eq!(values.is_p_position(number), value == 0);
            prop_assert_eq!(graph.moves(number).len(), row.iter().collect::<BTreeSet<_>>().len());
            let winning: BTreeSet<&str> = values.winning(number).map(|to| graph.name(to)).collect();
            let zeros = row.iter().filter(|&&to| sg(&moves, to, &mut known) == 0).map(|&to| name(to as usize));
            let zeros: BTreeSet<String> = zeros.collect();
            prop_assert!(winning.iter().eq(zeros.iter()));
        }
    }

    #[test]
    fn sums_are_won_by_exactly_the_moves_that_are_said_to_win(
        (moves, tokens) in dags(9).prop_flat_map(|moves| {
            let tokens = prop::collection::vec(0..moves.len() as u32, 0..4);
            (Just(moves), tokens)
        }),
    ) {
        let order: Vec<usize> = (0..moves.len()).collect();
        let graph = graph(&moves, &order);
        let sum = graph.values(Convention::Normal).unwrap().sum(&tokens);
        let mut known = HashMap::new();
        prop_assert_eq!(sum.winner() == "first", wins(&moves, &tokens, &mut known));
        let said: BTreeSet<(usize, u32)> = sum.moves.iter().map(|m| (m.token, m.to)).collect();
        prop_assert_eq!(said.len(), sum.moves.len());
        prop_assert!(sum.moves.iter().all(|m| tokens[m.token] == m.from));
        prop_assert!(winning(&moves, &tokens, &mut known).eq(said));
    }

    #[test]
    fn a_cycle_that_is_named_is_one(edges in prop::collection::vec((0u32..12, 0u32..12), 1..40)) {
        let mut builder = Builder::default();
        for (from, to) in &edges {
            builder.add_move(&from.to_string(), &to.to_string()).unwrap();
        }
        let graph = builder.finish();
        // Some order of removal ends with nothing, or there is a cycle.
        let mut left: BTreeSet<u32> = edges.iter().flat_map(|&(from, to)| [from, to]).collect();
        while let Some(&last) = left.iter().find(|&&node| !edges.iter().any(|&(from, to)| from == node && left.contains(&to))) {
            left.remove(&last);
        }
        match graph.values(Convention::Normal) {
            Ok(_) => prop_assert!(left.is_empty()),
            Err(GraphError::Cycle(Cycle(names))) => {
                let nodes: Vec<u32> = names.iter().map(|name| name.parse().unwrap()).collect();
                for (place, &from) in nodes.iter().enumerate() {
                    let to = nodes[(place + 1) % nodes.len()];
                    prop_assert!(edges.contains(&(from, to)));
                }
                prop_assert_eq!(nodes.iter().collect::<BTreeSet<_>>().len(), nodes.len());
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn what_is_written_reads_back(
        edges in prop::collection::vec(("[a-c\"\\\\, \n\r\t;{}<>ü+-]{1,16}", "[a-c\"\\\\,#/]{1,3}"), 0..20),
    ) {
        let mut builder = Builder::default();
        for (from, to) in &edges {
            match builder.add_move(from, to) {
                Err(GraphError::NoName) => prop_assert!(from.trim_ascii().is_empty()),
                other => other.unwrap(),
            }
        }
        let graph = builder.finish();
        let mut text = Vec::new();
        write_edges(&mut text, &graph).unwrap();
        prop_assert_eq!(rows(&parse(&text, Format::Csv)), rows(&graph));
        if let Ok(values) = graph.values(Convention::Normal) {
            let mut text = Vec::new();
            write_dot(&mut text, &values).unwrap();
            prop_assert_eq!(rows(&parse(&text, Format::Dot)), rows(&graph));
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "(digraph|strict|graph|subgraph|node|->|--|[{}\\[\\];,=:+\"<>/*# \na-c1.]){0,40}") {
        for format in [Format::Csv, Format::Dot] {
            for head in ["", "digraph {", "from,to\n"] {
                let result = Graph::parse(format!("{head}{text}").as_bytes(), format, "test", MEMORY);
                if let Err(GraphError::Mistake(mistake)) = result {
                    mistake.report();
                }
            }
        }
    }
}

#[test]
fn heap_games_have_the_values_of_their_tables() {
    for (rule, n) in [("kayles", 16), ("bash-3", 60), ("grundys-game", 18), ("1..3", 5), ("fibonacci", 90), ("nim", 0)]
    {
        let rule = Ruleset::parse(rule).unwrap();
        let table = SgTable::compute(&rule, n, &Settings::default()).unwrap();
        let graph = Graph::of_rule(&rule, n, MEMORY).unwrap();
        let values = graph.values(Convention::Normal).unwrap();
        for heap in 0..=n {
            assert_eq!(graph.name(heap as u32), heap.to_string());
            assert_eq!(Some(u64::from(values.get(heap as u32))), table.get(heap), "{rule} {heap}");
        }
        // A position of several heaps is their sum.
        for node in graph.nodes() {
            let heaps = graph.name(node).split('+').map(|heap| table.get(heap.parse().unwrap()).unwrap());
            assert_eq!(u64::from(values.get(node)), heaps.fold(0, |sum, value| sum ^ value), "{}", graph.name(node));
        }
    }
}

#[test]
fn misere_outcomes_of_positions_that_split() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kayles.toml");
    fs::write(&path, "code = '0.77'\nconvention = 'misere'\n").unwrap();
    let path = path.to_str().unwrap();
    let graph = Graph::of_rule(&Ruleset::parse("kayles").unwrap(), 12, MEMORY).unwrap();
    let text = stdout(&["graph", "--from", path, "-n", "12", "--format", "csv"]);
    assert!(text.starts_with("node,outcome\n0,N\n1,P\n2,N\n3,N\n4,P\n"), "{text}");
    // Who cannot move wins, by search.
    let mut wins = HashMap::new();
    fn search(graph: &Graph, node: u32, known: &mut HashMap<u32, bool>) -> bool {
        if let Some(&wins) = known.get(&node) {
            return wins;
        }
        let moves = graph.moves(node);
        let wins = moves.is_empty() || moves.iter().any(|&to| !search(graph, to, known));
        known.insert(node, wins);
        wins
    }
    for (node, line) in graph.nodes().zip(text.lines().skip(1)) {
        let outcome = if search(&graph, node, &mut wins) { "N" } else { "P" };
        assert_eq!(line, format!("{},{outcome}", graph.name(node)));
    }
    assert_eq!(json(&["graph", "--from", path, "-n", "1"])["nodes"][1].get("sg"), None);
    insta::assert_snapshot!("misere", stdout(&["graph", "--from", path, "-n", "3"]));
    insta::assert_snapshot!("misere_tokens", failure(&["graph", "--from", path, "--tokens", "3,4"]));
}

#[test]
fn csv_and_dot_of_one_graph_are_the_same() {
    let csv = parse(
        b"\xef\xbb\xbffrom,to\r\na, b\r\nb,c\r\na,c\r\n\r\nb,c\r\n\"x \"\"1\"\", 2\",a\r\nalone,\r\n",
        Format::Csv,
    );
    let dot = "
        # 1 \"from a preprocessor\"
        strict DiGraph \"a game\" {
            rankdir = LR; graph [a=b, c=\"d\"]; node [shape=box][color=red;]; edge []
            // a chain, then an edge again
            a -> b:port:ne -> \"c\" [label=<<b>an</b> edge>] a -> c
            \"x \\\"1\\\", \" + \"2\" -> a; /* a node
            of its own */ alone;;
        }";
    let dot = parse(dot.as_bytes(), Format::Dot);
    assert_eq!(rows(&csv), rows(&dot));
    assert_eq!(rows(&csv)["x \"1\", 2"], BTreeSet::from(["a".to_owned()]));
    assert_eq!((csv.len(), csv.edges(), csv.node("alone")), (5, 4, dot.node("alone")));
}

#[test]
fn dot_groups_are_joined_to_each_other() {
    let dot = "digraph { {a b} -> subgraph cluster_1 { c; d -> {-1.5 .5} } -> e; subgraph { f } }";
    let graph = parse(dot.as_bytes(), Format::Dot);
    let row = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    let group = row(&["c", "d", "-1.5", ".5"]);
    let rows = rows(&graph);
    assert_eq!((&rows["a"], &rows["b"], &rows["c"]), (&group, &group, &row(&["e"])));
    assert_eq!((&rows["d"], &rows["f"]), (&row(&["-1.5", ".5", "e"]), &row(&[])));
}

fn sgtab(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sgtab"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments may not wait for its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    stdout_of(args, b"")
}

fn stdout_of(args: &[&str], input: &[u8]) -> String {
    let output = sgtab(args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--json"]].concat())).unwrap()
}

/// Exit status 2, nothing on stdout; the message on stderr.
fn failure(args: &[&str]) -> String {
    let output = sgtab(args, b"");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    String::from_utf8(output.stderr).unwrap().replace("\\bad", "/bad")
}

const SAMPLE: &str = "doc/samples/paths.csv";

#[test]
fn every_bad_file_is_explained() {
    let mut files: Vec<_> = fs::read_dir("tests/bad_graphs").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 24);
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().replace('.', "_");
        insta::assert_snapshot!(format!("bad_{name}"), failure(&["graph", file.to_str().unwrap()]));
    }
}

#[test]
fn bad_usage_is_explained() {
    let cases: [(&str, &[&str]); 15] = [
        ("no_graph", &["graph"]),
        ("missing_graph", &["graph", "tests/missing.csv"]),
        ("unknown_ending", &["graph", "README.md"]),
        ("rule_for_graph", &["graph", "kayles"]),
        ("both", &["graph", SAMPLE, "--from", "kayles"]),
        ("input_of_a_rule", &["graph", "--from", "kayles", "--input", "dot"]),
        ("n_without_rule", &["graph", SAMPLE, "-n", "5"]),
        ("unknown_token", &["graph", SAMPLE, "--tokens", "well,mil"]),
        ("tokens_as_dot", &["graph", SAMPLE, "--tokens", "mill", "--dot"]),
        ("too_many_positions", &["graph", "--from", "kayles", "-n", "1e6"]),
        ("too_many_reached", &["graph", "--from", "add-1-split-into-three", "-n", "200"]),
        ("graph_beyond_memory", &["graph", "--from", "nim", "-n", "2000", "--memory", "1M"]),
        ("moves_beyond_memory", &["graph", "--from", "nim", "-n", "100000"]),
        ("file_beyond_memory", &["graph", SAMPLE, "--memory", "10"]),
        ("no_graph_format", &["graph", SAMPLE, "-o", "tests/graph"]),
    ];
    for (name, args) in cases {
        insta::assert_snapshot!(name, failure(args));
    }
    assert!(!fs::exists("tests/graph").unwrap());
}

#[test]
fn dot_that_is_taken_for_a_list_is_explained() {
    for text in ["digraph { a -> b }", "\n// drawn\nstrict digraph { }", "Graph { a -- b }"] {
        let output = sgtab(&["graph", "-"], text.as_bytes());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("help: this looks like DOT: say --input dot"), "{message}");
    }
}

#[test]
fn heaps_of_a_token_come_in_any_order() {
    let said = |tokens: &str| stdout(&["graph", "--from", "kayles", "-n", "6", "--tokens", tokens]);
    assert_eq!(said("2+1,3"), said("1+2,3"));
    assert_eq!(said(" 2 + 0 + 1 ,03"), said("1+2,3"));
    assert_eq!(said("0+0"), said("0"));
    for unknown in ["2+", "2+x", "7", "+1", "5+6"] {
        let message = failure(&["graph", "--from", "kayles", "-n", "6", "--tokens", unknown]);
        assert!(message.contains(&format!("there is no node `{unknown}`")), "{message}");
    }
    // Names of any other graph are no heaps.
    let graph = parse(b"from,to\n1+2,end\n", Format::Csv);
    assert_eq!((graph.node("1+2"), graph.node("2+1")), (Some(0), None));
}

#[test]
fn long_cycles_are_shortened() {
    let moves: String = (0..1000).map(|node| format!("p{node},p{}\n", (node + 1) % 1000)).collect();
    let output = sgtab(&["graph", "-"], format!("from,to\nstart,p500\n{moves}p3,end\n").as_bytes());
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!("long_cycle", String::from_utf8(output.stderr).unwrap());
}

#[test]
fn a_mistake_has_its_place() {
    let error = Graph::parse("digraph {\n  \"ü\" ü\n  @\n}".as_bytes(), Format::Dot, "a.dot", MEMORY).unwrap_err();
    let GraphError::Mistake(mistake) = error else { panic!("{error}") };
    assert_eq!(Mistake::place(&mistake), (3, 3));
    assert_eq!(mistake.to_string(), "`@` has no place in a DOT file (a.dot:3:3)");
}

#[test]
fn the_table_and_the_sum_as_text() {
    insta::assert_snapshot!("text", stdout(&["graph", SAMPLE]));
    insta::assert_snapshot!("tokens", stdout(&["graph", SAMPLE, "--tokens", "start,mill", "--tokens", "mill"]));
    insta::assert_snapshot!("lost_tokens", stdout(&["graph", SAMPLE, "--tokens", "mill,mill"]));
    insta::assert_snapshot!("dot", stdout(&["graph", SAMPLE, "--dot"]));
    let long = stdout(&["graph", "--from", "1..3", "-n", "1000"]);
    assert!(long.ends_with(" 49    1  N        48\n and 951 more: --json, -o FILE.csv and --dot give all\n"), "{long}");
    assert_eq!(stdout_of(&["graph", "-"], b"from,to\n"), "0 nodes, 0 moves: 0 P-positions, 0 N-positions\n");
    let odd = stdout_of(&["graph", "-"], b"from,to\n\"a\nb\",c\n");
    assert!(odd.contains(" a\\nb  1  N        c\n"), "{odd}");
}

#[test]
fn graph_json() {
    let input = b"from,to\na,b\nb,c\na,c\n\"a,b\",a\n";
    let answer: Value =
        serde_json::from_str(&stdout_of(&["graph", "-", "--json", "--tokens", "a,b,b"], input)).unwrap();
    let expected = json!({
        "nodes": [
            {"node": "a", "sg": 2, "outcome": "N", "winning": ["c"]},
            {"node": "b", "sg": 1, "outcome": "N", "winning": ["c"]},
            {"node": "c", "sg": 0, "outcome": "P", "winning": []},
            {"node": "a,b", "sg": 0, "outcome": "P", "winning": []},
        ],
        "tokens": ["a", "b", "b"], "nim_sum": 2, "winner": "first",
        "moves": [{"token": 1, "from": "a", "to": "c"}], "count": 1,
    });
    assert_eq!(answer, expected);
    // A name with a comma is one token.
    let answer: Value = serde_json::from_str(&stdout_of(&["graph", "-", "--json", "--tokens", "a,b"], input)).unwrap();
    assert_eq!((&answer["tokens"], &answer["winner"]), (&json!(["a,b"]), &json!("second")));
    let plain: Value = serde_json::from_str(&stdout_of(&["graph", "-", "--json"], input)).unwrap();
    assert_eq!(plain.as_object().unwrap().len(), 1);
}

#[test]
fn a_move_up_can_win_too() {
    // The move from `up`, of value 0, to `2` raises a value.
    let graph = parse(b"from,to\n2,1\n2,0\n1,0\nup,2\nx,up\n", Format::Csv);
    let values = graph.values(Convention::Normal).unwrap();
    let sum = values.sum(&graph.tokens("up,2").unwrap());
    let up = graph.node("up").unwrap();
    let two = graph.node("2").unwrap();
    assert_eq!((values.get(up), values.get(two)), (0, 2));
    assert!(sum.moves.contains(&TokenMove { token: 0, from: up, to: two }));
}

#[test]
fn files_are_written_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, dot, edges) = (path("values.csv"), path("kayles.dot"), path("edges.csv"));
    assert_eq!(stdout(&["graph", "--from", "1, 2", "-n", "3", "-o", &csv]), "");
    let expected = "node,sg,outcome\n0,0,P\n1,1,N\n2,2,N\n3,0,P\n";
    assert_eq!(fs::read_to_string(&csv).unwrap(), expected);
    assert_eq!(stdout(&["graph", "--from", "1, 2", "-n", "3", "-o", "-", "--format", "csv"]), expected);

    let kayles = json(&["graph", "--from", "kayles", "-n", "9"]);
    stdout(&["graph", "--from", "kayles", "-n", "9", "-o", &dot]);
    stdout(&["graph", "--from", "kayles", "-n", "9", "-o", &edges, "--format", "edges"]);
    assert_eq!(json(&["graph", &dot]), kayles);
    let by_name = |answer: &Value| {
        let nodes = answer["nodes"].as_array().unwrap().iter();
        nodes.map(|node| (node["node"].to_string(), node["sg"].clone())).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(by_name(&json(&["graph", &edges])), by_name(&kayles));
    let text = fs::read(&dot).unwrap();
    assert_eq!(stdout_of(&["graph", "-", "--input", "dot", "--json"], &text), stdout(&["graph", &dot, "--json"]));
    // A cycle leaves no file.
    let nothing = path("nothing.csv");
    failure(&["graph", "tests/bad_graphs/cycle.csv", "-o", &nothing]);
    assert!(!fs::exists(nothing).unwrap());
}

/// A chain as long as this would be too deep for a recursion.
#[test]
fn long_chains_end_well() {
    let chain: String = (0..300_000).map(|node| format!("{node},{}\n", node + 1)).collect();
    let text = stdout_of(&["graph", "-", "--tokens", "0"], format!("from,to\n{chain}").as_bytes());
    assert!(text.starts_with("token 1 on 0: value 0\nnim-sum 0"), "{text}");
    let dot = format!("digraph {{ {}0 }}", (1..100_000).rev().map(|node| format!("{node} -> ")).collect::<String>());
    assert_eq!(parse(dot.as_bytes(), Format::Dot).edges(), 99_999);
}
