// Games against the opponent of the page: it keeps to the rules, makes no mistakes, and can be beaten and lost to.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { launch, open, randomNumbers, sgtabJson } from "./browser.mjs";

let browser, view;
before(async () => {
  browser = await launch();
  view = await open(browser, "report.html");
});
after(async () => {
  view.quiet();
  await browser.close();
});

const sum = (heaps) => heaps.reduce((total, heap) => total + heap, 0);

const replaced = (position, place, leaves) => position.flatMap((heap, i) => (i === place ? leaves : [heap]));

/** What a move is, written down once more: the rules below are tested by it. */
const LEGAL = {
  "bash-3": (heap, leaves) => leaves.length <= 1 && [1, 2, 3].includes(heap - sum(leaves)),
  nim: (heap, leaves) => leaves.length <= 1 && sum(leaves) < heap,
  kayles: (heap, leaves) => leaves.length <= 2 && [1, 2].includes(heap - sum(leaves)),
  "grundys-game": (heap, leaves) =>
    leaves.length === 2 && sum(leaves) === heap && leaves[0] !== leaves[1] && !leaves.includes(0),
  misere: (heap, leaves) => leaves.length <= 1 && [1, 2, 3].includes(heap - sum(leaves)),
};

const number = (text) => (text === "nothing" ? [] : text.split(" and ").map(Number));

class Player {
  constructor(rule, { misere = false } = {}) {
    Object.assign(this, { rule, misere, page: view.page });
  }

  async start(heaps, { first = "you", hints = false } = {}) {
    const { page } = this;
    this.position = heaps;
    this.seen = 0;
    await page.selectOption("#play-rule", `rule-${this.rule}`);
    await page.selectOption("#play-convention", this.misere ? "misere" : "normal");
    await page.selectOption("#play-first", first);
    await page.fill("#play-heaps", heaps.join(", "));
    await page.click("#play button[type=submit]");
    if (((await page.getAttribute("#play-hint", "aria-pressed")) === "true") !== hints)
      await page.click("#play-hint");
    await this.follow();
  }

  /** Who wins a position, as the tool says. */
  winner(heaps) {
    if (heaps.length === 0) return this.misere ? "first" : "second";
    const rule = this.rule === "misere" ? "misere.toml" : this.rule;
    return sgtabJson("solve", rule, ...heaps.map(String), ...(this.misere ? ["--misere"] : [])).winner;
  }

  /** Reads the moves that are new in the log: each must be one, and those of the opponent must not give a win away. */
  async follow() {
    const log = await this.page.locator("#play-log li").allTextContents();
    for (const line of log.slice(this.seen)) {
      const move = line.match(/^(You|The opponent) moved: heap (\d+), of (\d+), becomes ([\d and]+|nothing)\.$/);
      if (!move) {
        assert.match(line, /cannot move\. (You win!|The opponent wins\.)$/);
        continue;
      }
      const [who, place, size, leaves] = [move[1], Number(move[2]) - 1, Number(move[3]), number(move[4])];
      assert.equal(this.position[place], size, line);
      assert.ok(LEGAL[this.rule](size, leaves), `${line} is no move of ${this.rule}`);
      const after = replaced(this.position, place, leaves);
      if (who === "The opponent" && this.winner(this.position) === "first")
        assert.equal(this.winner(after), "second", line);
      this.position = after;
    }
    this.seen = log.length;
    const shown = await this.page.locator("#play-board h3").allTextContents();
    assert.deepEqual(
      shown.map((title) => Number(title.split(": ")[1])),
      this.position,
    );
    return log.at(-1) ?? "";
  }

  /** Chooses moves by `which` until the game ends; the last words. */
  async playOn(which) {
    for (let moves = 0; moves < 60; moves++) {
      const said = await this.page.textContent("#play-status");
      if (/cannot move/.test(said)) return said;
      await which(this.page).click();
      await this.follow();
    }
    return assert.fail("the game does not end");
  }

  /** The moves that the hints mark are exactly those that win. */
  async checkHints() {
    const buttons = await this.page
      .locator("#play-board .move")
      .evaluateAll((all) =>
        all.map(({ dataset, classList }) => ({
          heap: Number(dataset.heap),
          leaves: dataset.leaves,
          wins: classList.contains("winning"),
        })),
      );
    for (const { heap, leaves, wins } of buttons) {
      const after = replaced(this.position, heap, leaves === "" ? [] : leaves.split("+").map(Number));
      assert.equal(wins, this.winner(after) === "second", `${this.position}: heap ${heap + 1} to ${leaves}`);
    }
    assert.ok(buttons.length > 0);
  }
}

const winning = (page) => page.locator("#play-board .move.winning").first();
const random = randomNumbers(80);

/** Any move of those that `selector` finds. */
async function anyMove(page, selector = "#play-board .move") {
  return page.locator(selector).nth(random(await page.locator(selector).count()));
}

const GAMES = [
  { rule: "bash-3", first: [5, 6, 10], second: [4, 6, 10] },
  { rule: "nim", first: [3, 4, 5], second: [1, 4, 5] },
  { rule: "kayles", first: [5, 8, 12], second: [3, 5, 7, 3, 5, 7] },
  { rule: "grundys-game", first: [5, 9, 11], second: [6, 9, 9, 6] },
  { rule: "nim", misere: true, first: [3, 4, 5], second: [1, 1, 1] },
  { rule: "kayles", misere: true, first: [3, 4, 5], second: [9] },
  { rule: "misere", misere: true, first: [6, 7], second: [5, 8] },
];

for (const { rule, misere, first, second } of GAMES) {
  const game = `${rule}${misere ? " in misère play" : ""}`;

  test(`${game} is won by the hints`, async () => {
    const player = new Player(rule, { misere });
    assert.equal(player.winner(first), "first");
    await player.start(first, { hints: true });
    await player.checkHints();
    assert.match(await player.playOn(winning), /You win!$/);
  });

  test(`${game} is lost from a lost position`, async () => {
    const player = new Player(rule, { misere });
    assert.equal(player.winner(second), "second");
    await player.start(second, { hints: true });
    assert.match(await player.page.textContent("#play-hints"), /No move wins/);
    assert.equal(await player.page.locator(".move.winning").count(), 0);
    for (let moves = 0; !/cannot move/.test(await player.page.textContent("#play-status")); moves++) {
      assert.ok(moves < 60);
      await (await anyMove(player.page)).click();
      await player.follow();
    }
    assert.match(await player.page.textContent("#play-status"), /The opponent wins\.$/);
  });

  test(`${game} is lost by one mistake`, async () => {
    const player = new Player(rule, { misere });
    await player.start(first, { hints: true });
    await (await anyMove(player.page, "#play-board .move:not(.winning)")).click();
    await player.follow();
    const said = await player.playOn((page) => page.locator("#play-board .move").first());
    assert.match(said, /The opponent wins\.$/);
  });
}

test("the opponent begins when it is asked to, and wins what can be won", async () => {
  const player = new Player("kayles");
  await player.start([5, 8, 12], { first: "opponent" });
  assert.equal(player.seen, 1);
  assert.equal(player.winner(player.position), "second");
  assert.match(await player.playOn((page) => page.locator("#play-board .move").last()), /The opponent wins\.$/);
});

test("a move is taken back, and the game begins anew", async () => {
  const player = new Player("nim");
  await player.start([3, 4, 5]);
  const heaps = () => player.page.locator("#play-board h3").allTextContents();
  const start = await heaps();
  assert.ok(await player.page.isDisabled("#play-undo"));
  await player.page.locator("#play-board .move").nth(1).click();
  assert.notDeepEqual(await heaps(), start);
  await player.page.click("#play-undo");
  assert.deepEqual(await heaps(), start);
  assert.equal(await player.page.locator("#play-log li").count(), 0);
  await player.start([2, 2]);
  assert.deepEqual(player.position, [2, 2]);
});

test("a finished game can be taken back and won after all", async () => {
  const player = new Player("nim");
  await player.start([2, 1]);
  await player.page.click("[data-heap='0'][data-leaves='']");
  assert.match(await player.page.textContent("#play-status"), /The opponent wins\.$/);
  await player.page.click("#play-undo");
  await player.page.click("[data-heap='0'][data-leaves='1']");
  await player.page.click(".move");
  assert.match(await player.page.textContent("#play-status"), /You win!$/);
});

test("hints show the nim-sum in binary", async () => {
  const player = new Player("nim");
  await player.start([3, 4, 5], { hints: true });
  assert.match(await player.page.textContent("#play-hints"), /Values 3, 4 and 5; their nim-sum is 2\./);
  const rows = await player.page.locator(".binary tr").allTextContents();
  assert.deepEqual(rows, ["heap 1: 3011", "heap 2: 4100", "heap 3: 5101", "nim-sum: 2010"]);
});

test("heaps that cannot be played are refused with a reason", async () => {
  const { page } = view;
  for (const [heaps, why] of [
    ["", /Type 1 to 8 heaps/],
    ["3, x", /Type 1 to 8 heaps/],
    ["0, 3", /Type/],
    ["3, 500", /too large/],
    ["1,1,1,1,1,1,1,1,1", /Type/],
  ]) {
    await page.fill("#play-heaps", heaps);
    await page.click("#play button[type=submit]");
    assert.match(await page.textContent("#play-status"), why);
  }
});

test("a misère position too large to search is refused", async () => {
  const { page } = view;
  await page.selectOption("#play-rule", "rule-kayles");
  await page.selectOption("#play-convention", "misere");
  await page.fill("#play-heaps", "40, 40, 40");
  await page.click("#play button[type=submit]");
  assert.match(await page.textContent("#play-status"), /too large to decide/);
});

test("a misère rule is not offered in normal play", async () => {
  const { page } = view;
  await page.selectOption("#play-rule", "rule-misere");
  assert.equal(await page.inputValue("#play-convention"), "misere");
  assert.ok(await page.locator("#play-convention [value=normal]").evaluate((option) => option.disabled));
});

test("a game is played by the keyboard, and every move is announced", async () => {
  const { page, quiet, close } = await open(browser, "report.html");
  await page.focus("#play-heaps");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("2, 3");
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute("#play-status", "aria-live"), "polite");
  for (let moves = 0; moves < 10 && !/cannot move/.test(await page.textContent("#play-status")); moves++) {
    for (let tabs = 0; tabs < 20; tabs++) {
      if (await page.evaluate(() => document.activeElement.classList.contains("move"))) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#play-status"), /^You moved: heap \d/);
  }
  assert.match(await page.textContent("#play-status"), /cannot move/);
  quiet();
  await close();
});

test("the link of a rule chooses it", async () => {
  const { page } = view;
  await page.click("#rule-grundys-game a.to-game");
  assert.equal(await page.inputValue("#play-rule"), "rule-grundys-game");
});

test("random heaps are a position that can be won", async () => {
  const player = new Player("kayles");
  await player.start([1]);
  for (let tries = 0; tries < 5; tries++) {
    await player.page.click("#play-random");
    const heaps = (await player.page.inputValue("#play-heaps")).split(", ").map(Number);
    assert.equal(player.winner(heaps), "first");
  }
});
