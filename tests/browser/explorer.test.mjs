// The explorer says what the tool says.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { cells, launch, open, randomNumbers, sgtab, sgtabJson } from "./browser.mjs";

let browser, view;
before(async () => {
  browser = await launch();
  view = await open(browser, "report.html");
});
after(async () => {
  view.quiet();
  await browser.close();
});

/** Sets for which the window theorem of the explorer decides. */
const DECIDED = [
  "1..3",
  "1, 3, 4",
  "1..3, 7",
  "{2, 5, 6}",
  "5",
  "all but 2, 5",
  "all but 1",
  "any",
  "3..",
  "2.. except 7",
  "all but 3, 4, 5, 8",
  "1, 6, 9",
  "2, 7, 9",
  "(1..9 & odd) | 4",
  "1..20 except 3..5",
  "2..5 & 4..9",
  "any except all but 3",
  "1..9 & primes",
  "squares & 1..30",
  "ALL BUT 2",
  "1, 1.., 3",
  "all but 1..4",
];
/** Infinite sets for which it has no theorem. */
const OTHERS = [
  "odd",
  "even",
  "even except 4",
  "squares",
  "cubes",
  "triangular",
  "primes",
  "prime powers",
  "fibonacci",
  "lucas",
  "factorials",
  "powers of 2",
  "powers of 3",
  "multiples of 3",
  "2 mod 5",
  "1 | (2 mod 5)",
  "primes | 1",
  "odd except 1",
  "prime powers | 1",
  "squares | 2",
];

const random = randomNumbers(8);
const randomSet = () => [...new Set(Array.from({ length: 1 + random(5) }, () => 1 + random(25)))].join(", ");
const RANDOM = Array.from({ length: 20 }, () => (random(3) === 0 ? `all but ${randomSet()}` : randomSet()));

async function explored(set, n) {
  const { page } = view;
  await page.fill("#amounts", set);
  await page.fill("#limit", String(n));
  await page.press("#limit", "Enter");
  const text = await page.textContent("#explored .period");
  const said = text.match(/period (\d+)(?:, saltus (\d+))?, preperiod (\d+)/);
  return {
    values: (await cells(page.locator("#explored-table"))).map(Number),
    badge: (await page.textContent("#explored .badge")).match(/[a-z]+/)[0],
    period: said && { period: Number(said[1]), saltus: Number(said[2] ?? 0), preperiod: Number(said[3]) },
    pPositions: await page.textContent("#explored .p-positions"),
    marked: await page.locator("#explored-table td.p").count(),
  };
}

for (const [sets, decided] of [
  [DECIDED, true],
  [RANDOM, true],
  [OTHERS, false],
]) {
  for (const set of sets) {
    test(`the explorer knows ${set}`, async () => {
      const n = 400;
      const found = await explored(set, n);
      const { values } = sgtabJson("table", set, "-n", String(n));
      assert.deepEqual(found.values, values);
      const pPositions = values.flatMap((value, heap) => (value === 0 ? [heap] : []));
      assert.equal(found.marked, pPositions.length);
      assert.match(
        found.pPositions,
        new RegExp(`^${pPositions.length} P-positions?: ${pPositions.slice(0, 30).join(", ")}[.,]`),
      );
      const { verdicts } = sgtabJson("pattern", set, "-n", String(n));
      const known = verdicts.find(({ claim }) => /periodic$/.test(claim));
      if (!known || known.claim === "aperiodic" || known.standing === "refuted") {
        assert.ok(["open", "refuted"].includes(found.badge), `${found.badge}, but the tool knows no period`);
      } else {
        const { period, saltus = 0, preperiod } = known;
        assert.deepEqual(found.period, { period, saltus, preperiod });
        assert.equal(found.badge, decided ? known.standing : "fits");
      }
    });
  }
}

test("a table that is too short for the theorem only fits", async () => {
  const found = await explored("all but 2, 40", 70);
  const [known] = sgtabJson("pattern", "all but 2, 40", "-n", "70").verdicts;
  assert.deepEqual([known.standing, found.badge], ["fits", "fits"]);
  assert.deepEqual(found.period, { period: known.period, saltus: known.saltus, preperiod: known.preperiod });
  const needed = (text) => text.match(/not proved: the theorem needs heaps through (\d+)/)[1];
  assert.equal(needed(await view.page.textContent("#explored .period")), needed(known.text));
});

test("a period that a move will break is refuted", async () => {
  const found = await explored("1, 6, 23", 70);
  const known = sgtabJson("pattern", "1, 6, 23", "-n", "70").verdicts.find(({ standing }) => standing === "refuted");
  assert.equal(found.badge, "refuted");
  assert.deepEqual(found.period, { period: known.period, saltus: 0, preperiod: known.preperiod });
  assert.match(await view.page.textContent("#explored .period"), /taking 23 joins/);
});

test("20000 heaps are explored", async () => {
  const found = await explored("2, 27, 99, 101", 20000);
  assert.deepEqual(found.values, sgtabJson("table", "2, 27, 99, 101", "-n", "20000").values);
});

const WRONG = [
  "",
  "0..3",
  "5..3",
  "1, 2 mod 5",
  "2 mod 0",
  "1..n/2",
  "1,,2",
  "1, 2)",
  "(1, 2",
  "{k*k for k in 1..}",
  "kayles",
  "0.77",
  "all 3",
  "-1",
  "1.5",
  "2000000",
  "primes & 4",
  "<b>1</b>",
  "multiples of",
  "constructor",
  "__proto__",
];
for (const set of WRONG) {
  test(`the explorer complains of “${set}”`, async () => {
    const { page } = view;
    await page.fill("#amounts", set);
    await page.press("#amounts", "Enter");
    assert.match(await page.textContent("#explored .error"), /\.$/);
    assert.equal(await page.getAttribute("#amounts", "aria-invalid"), "true");
    assert.equal(await page.locator("#explored-table table").count(), 0);
  });
}

for (const limit of ["", "0", "20001", "1.5"]) {
  test(`the explorer complains of the largest heap “${limit}”`, async () => {
    const { page } = view;
    await page.fill("#amounts", "1..3");
    await page.fill("#limit", limit);
    await page.press("#amounts", "Enter");
    assert.match(await page.textContent("#explored .error"), /from 1 to 20000/);
  });
}

test("the keyboard is enough", async () => {
  const { page, quiet, close } = await open(browser, "report.html");
  const focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.className);
  await page.keyboard.press("Tab");
  assert.equal(await focus(), "skip");
  for (let tabs = 0; tabs < 40 && (await focus()) !== "amounts"; tabs++) await page.keyboard.press("Tab");
  assert.equal(await focus(), "amounts");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1..4");
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#explored .period"), /period 5, preperiod 0/);
  quiet();
  await close();
});

test("what is explored can be saved", async () => {
  const { page } = view;
  await page.fill("#amounts", "1, 4, 6");
  await page.fill("#limit", "50");
  await page.press("#amounts", "Enter");
  const saving = page.waitForEvent("download");
  await page.click("#explored-table [data-file]");
  const stream = await (await saving).createReadStream();
  const text = (await stream.toArray()).join("");
  assert.equal(text, sgtab("table", "1, 4, 6", "-n", "50", "--format", "csv"));
});
