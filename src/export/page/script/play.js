// The game panel: a visitor against a perfect opponent.

const MOST_HEAPS = 8;
const TOKENS_DRAWN = 40;

/** The game that is being played: {game, position, history, hints, log, over}. */
let current = null;

const leavesText = (leaves) => (leaves.length === 0 ? "0" : leaves.join(" + "));

function moveText(position, { heap, leaves }) {
  const size = position[heap];
  const whole = leaves.length === 0 ? "nothing" : leaves.join(" and ");
  return `heap ${heap + 1}, of ${size}, becomes ${whole}`;
}

/** The rules that can be played, by title. */
function playableRules() {
  return ruleSections().filter((section) => ruleData(section).largest >= 2);
}

function chosenRule() {
  return ruleData(byId(byId("play-rule").value));
}

/** Fits the form to the rule: how large heaps may be, and the conventions that are known. */
function ruleChosen() {
  const { largest, outcomes, misere } = chosenRule();
  byId("play-range").textContent = `1 to ${MOST_HEAPS} heaps of 1 to ${largest} tokens.`;
  const convention = byId("play-convention");
  convention.value = misere ? "misere" : "normal";
  convention.querySelector("[value=normal]").disabled = outcomes;
}

/** The heaps that were typed, or a complaint. */
function typedHeaps(text, { largest }) {
  const heaps = text.split(/[\s,;+]+/).filter(Boolean).map(Number);
  if (heaps.length === 0 || heaps.length > MOST_HEAPS || !heaps.every((heap) => Number.isInteger(heap) && heap >= 1)) {
    return { complaint: `Type 1 to ${MOST_HEAPS} heaps with commas between them, such as 3, 4, 5.` };
  }
  const tooLarge = heaps.find((heap) => heap > largest);
  if (tooLarge !== undefined) return { complaint: `A heap of ${tooLarge} is too large here: this rule is played with up to ${largest}.` };
  return { heaps };
}

/** Heaps that are lively: the first player wins them, and not at once. */
function randomHeaps() {
  const rule = chosenRule();
  const most = Math.min(rule.largest, 12);
  const random = () => Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * most));
  const game = new Game(rule, false);
  let heaps = random();
  for (let tries = 0; tries < 50 && (rule.outcomes || !game.wins(heaps)); tries++) heaps = random();
  byId("play-heaps").value = heaps.join(", ");
}

function newGame() {
  const { heaps, complaint } = typedHeaps(byId("play-heaps").value, chosenRule());
  byId("play-heaps").setAttribute("aria-invalid", String(Boolean(complaint)));
  if (complaint) return tell(complaint, true);
  const game = new Game(chosenRule(), byId("play-convention").value === "misere");
  try {
    game.wins(heaps);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return tell("In misère play this position is too large to decide by search: take fewer or smaller heaps.", true);
  }
  current = { game, position: heaps, history: [], hints: current?.hints ?? false, log: [], over: false };
  const said = [`New game with ${listed(heaps)}.`];
  if (byId("play-first").value === "opponent") opponentMoves(said);
  yourTurn(said);
}

function makeMove(who, move, said) {
  const text = `${who} moved: ${moveText(current.position, move)}.`;
  current.position = current.game.after(current.position, move);
  current.log.push(text);
  said.push(text);
}

function opponentMoves(said) {
  const { game, position } = current;
  if (game.movesOf(position).length === 0) return endGame("The opponent", said);
  makeMove("The opponent", game.best(position), said);
}

/** `who` has no move. */
function endGame(who, said) {
  current.over = true;
  const opponentWins = (who === "You") !== current.game.misere;
  said.push(`${who} cannot move. ${opponentWins ? "The opponent wins." : "You win!"}`);
  current.log.push(said.at(-1));
}

function yourTurn(said) {
  if (!current.over && current.game.movesOf(current.position).length === 0) endGame("You", said);
  if (!current.over) said.push("It is your move.");
  tell(said.join(" "));
  drawBoard();
}

function playerMoves(move) {
  current.history.push({ position: current.position, log: [...current.log] });
  const said = [];
  makeMove("You", move, said);
  opponentMoves(said);
  yourTurn(said);
  byId("play-board").focus();
}

function undo() {
  Object.assign(current, current.history.pop(), { over: false });
  tell("Your last move is taken back. It is your move.");
  drawBoard();
  byId("play-board").focus();
}

function tell(text, isError = false) {
  const status = byId("play-status");
  status.textContent = text;
  status.classList.toggle("error", isError);
}

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
    const attributes = { class: wins ? "move winning" : "move", "aria-label": label, "data-heap": heap, "data-leaves": leaves.join("+") };
    return button(`${wins ? "★ " : ""}${leavesText(leaves)}`, () => playerMoves({ heap, leaves }), attributes);
  });
  const drawn = "●".repeat(Math.min(size, TOKENS_DRAWN)) + (size > TOKENS_DRAWN ? "…" : "");
  const moves = buttons.length > 0 ? ["Leave:", ...buttons] : ["No move."];
  const title = element("h3", {}, `Heap ${heap + 1}: ${size}`);
  return element("div", { class: "heap" }, title, element("div", { class: "tokens", "aria-hidden": "true" }, drawn), element("div", { class: "moves" }, ...moves));
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
    const why = sum === 0 ? "It is 0: every move makes it something else, and the opponent makes it 0 again." : "Make it 0.";
    lines.push(element("p", {}, `Values ${listed(values)}; their nim-sum is ${sum}. ${position.length > 0 ? why : ""}`), binary(values, sum));
  }
  return lines;
}

/** The values in binary, one below the other, and their sum without carries. */
function binary(values, sum) {
  const width = Math.max(1, ...values.map((value) => value.toString(2).length));
  const row = (label, value) => element("tr", {}, element("th", { scope: "row" }, label), ...[...value.toString(2).padStart(width, "0")].map((digit) => element("td", {}, digit)));
  const rows = values.map((value, heap) => row(`heap ${heap + 1}: ${value}`, value));
  return element("table", { class: "binary" }, element("caption", {}, "Values in binary"), element("tbody", {}, ...rows), element("tfoot", {}, row(`nim-sum: ${sum}`, sum)));
}

function watchPlay() {
  const rules = playableRules();
  if (rules.length === 0) return byId("play").remove();
  const choose = byId("play-rule");
  choose.append(...rules.map((section) => element("option", { value: section.id }, ruleData(section).title)));
  choose.addEventListener("change", () => {
    ruleChosen();
    randomHeaps();
  });
  choose.form.addEventListener("submit", (event) => {
    event.preventDefault();
    newGame();
  });
  byId("play-random").addEventListener("click", randomHeaps);
  byId("play-undo").addEventListener("click", undo);
  byId("play-hint").addEventListener("click", () => {
    current.hints = !current.hints;
    drawBoard();
  });
  for (const link of document.querySelectorAll("a.to-game")) {
    const section = link.closest("section");
    if (!rules.includes(section)) link.remove();
    link.addEventListener("click", () => {
      choose.value = section.id;
      ruleChosen();
      randomHeaps();
    });
  }
  // Who knows one of these games knows Nim.
  const nim = byId("rule-nim");
  if (rules.includes(nim)) choose.value = nim.id;
  ruleChosen();
  tell("Choose a rule and heaps, then start a new game.");
}

