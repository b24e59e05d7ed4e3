// The game panel: a visitor against a perfect opponent.

const MOST_HEAPS = 8;

/** The game that is being played: {game, position, history, hints, log, over}. */
let current = null;

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
  const heaps = text
    .split(/[\s,;+]+/)
    .filter(Boolean)
    .map(Number);
  if (
    heaps.length === 0 ||
    heaps.length > MOST_HEAPS ||
    !heaps.every((heap) => Number.isInteger(heap) && heap >= 1)
  ) {
    return { complaint: `Type 1 to ${MOST_HEAPS} heaps with commas between them, such as 3, 4, 5.` };
  }
  const tooLarge = heaps.find((heap) => heap > largest);
  if (tooLarge !== undefined)
    return { complaint: `A heap of ${tooLarge} is too large here: this rule is played with up to ${largest}.` };
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
