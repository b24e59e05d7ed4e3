// The heaps on the screen, with their moves as buttons, and the hints.

const TOKENS_DRAWN = 40;

const leavesText = (leaves) => (leaves.length === 0 ? "0" : leaves.join(" + "));

function drawBoard() {
  const { game, position, hints, over, log } = current;
  const winning = hints && !over ? new Set(game.winningMoves(position).map(moveKey)) : new Set();
  byId("play-board").replaceChildren(...position.map((size, heap) => heapCard(game, size, heap, winning)));
  byId("play-log").replaceChildren(...log.map((text) => element("li", {}, text)));
  byId("play-undo").disabled = current.history.length === 0;
  byId("play-hint").disabled = over;
  byId("play-hint").setAttribute("aria-pressed", String(hints));
  byId("play-hints").replaceChildren(...(hints && !over ? hintText(winning) : []));
}

const moveKey = ({ heap, leaves }) => `${heap}:${leaves.join("+")}`;

function heapCard(game, size, heap, winning) {
  const buttons = game.options(size).map((leaves) => {
    const wins = winning.has(moveKey({ heap, leaves }));
    const label = `Heap ${heap + 1}, ${counted(size, "token")}: leave ${leavesText(leaves)}${wins ? ", a winning move" : ""}`;
    const attributes = {
      class: wins ? "move winning" : "move",
      "aria-label": label,
      "data-heap": heap,
      "data-leaves": leaves.join("+"),
    };
    return button(`${wins ? "★ " : ""}${leavesText(leaves)}`, () => playerMoves({ heap, leaves }), attributes);
  });
  const drawn = "●".repeat(Math.min(size, TOKENS_DRAWN)) + (size > TOKENS_DRAWN ? "…" : "");
  const moves = buttons.length > 0 ? ["Leave:", ...buttons] : ["No move."];
  const title = element("h3", {}, `Heap ${heap + 1}: ${size}`);
  return element(
    "div",
    { class: "heap" },
    title,
    element("div", { class: "tokens", "aria-hidden": "true" }, drawn),
    element("div", { class: "moves" }, ...moves),
  );
}

function hintText(winning) {
  const { game, position } = current;
  const advice =
    winning.size > 0
      ? `You can win: ${winning.size === 1 ? "the winning move is" : `the ${winning.size} winning moves are`} marked ★.`
      : "No move wins against this opponent.";
  const lines = [element("p", {}, advice)];
  if (!game.misere) {
    const values = position.map((heap) => game.values[heap]);
    const sum = game.nimSum(position);
    const why =
      sum === 0 ? "It is 0: every move makes it something else, and the opponent makes it 0 again." : "Make it 0.";
    lines.push(
      element("p", {}, `Values ${listed(values)}; their nim-sum is ${sum}. ${position.length > 0 ? why : ""}`),
      binary(values, sum),
    );
  }
  return lines;
}

/** The values in binary, one below the other, and their sum without carries. */
function binary(values, sum) {
  const width = Math.max(1, ...values.map((value) => value.toString(2).length));
  const row = (label, value) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, label),
      ...[...value.toString(2).padStart(width, "0")].map((digit) => element("td", {}, digit)),
    );
  const rows = values.map((value, heap) => row(`heap ${heap + 1}: ${value}`, value));
  return element(
    "table",
    { class: "binary" },
    element("caption", {}, "Values in binary"),
    element("tbody", {}, ...rows),
    element("tfoot", {}, row(`nim-sum: ${sum}`, sum)),
  );
}
