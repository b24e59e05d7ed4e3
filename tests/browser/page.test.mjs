// The page as a whole: its tables, its manners, and how it looks at any width, in the dark and on paper.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { statSync } from "node:fs";
import { cells, launch, open, PAGES, read, sgtab } from "./browser.mjs";

const AXE = read(createRequire(import.meta.url).resolve("axe-core/axe.min.js"));

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Opens a page, runs `check`, looks whether the page was quiet, and returns what was found. */
async function on(file, options, check) {
  const { page, quiet, close } = await open(browser, file, options);
  const found = await check(page);
  quiet();
  await close();
  return found;
}

const fillAll = (page) => page.evaluate(() => dispatchEvent(new Event("beforeprint")));

test("the page of all shipped rules is small and opens fast", async (t) => {
  const bytes = statSync(`${PAGES}/index.html`).size;
  assert.ok(bytes < 5e6, `${bytes} bytes`);
  await on("index.html", {}, async (page) => {
    const loaded = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
    t.diagnostic(`${(bytes / 1e6).toFixed(2)} MB, open after ${loaded.toFixed(0)} ms`);
    assert.ok(loaded > 0 && loaded < 3000, `${loaded} ms`);
    assert.equal(await page.locator("section.rule").count(), 80);
    assert.equal(await page.locator(".index-list li").count(), 80);
  });
});

test("every table has the values that batch wrote", async () => {
  await on("index.html", {}, async (page) => {
    await fillAll(page);
    const names = await page
      .locator("section.rule")
      .evaluateAll((all) => all.map(({ id }) => id.replace("rule-", "")));
    assert.equal(names.length, 80);
    for (const name of names) {
      const rows = read(`${PAGES}/${name}.csv`).trim().split("\n").slice(1);
      const shown = await cells(page.locator(`#rule-${name} .table`));
      assert.deepEqual(
        shown,
        rows.map((row) => row.split(",")[1]),
        name,
      );
    }
  });
});

test("the slider wraps the table, and period and P-positions are marked", async () => {
  await on("report.html", {}, async (page) => {
    await fillAll(page);
    const place = page.locator("#rule-octal-0-45 .table");
    const values = await cells(place);
    await place.locator("input[type=range]").focus();
    await page.keyboard.press("Home");
    for (let columns = 1; columns <= 13; columns++) {
      assert.equal(await place.locator("thead th").count(), columns + 1);
      assert.deepEqual(await cells(place), values);
      const heads = await place.locator("tbody th").allTextContents();
      assert.deepEqual(
        heads,
        Array.from({ length: Math.ceil(121 / columns) }, (_, row) => String(row * columns)),
      );
      await page.keyboard.press("ArrowRight");
    }
    const kayles = page.locator("#rule-kayles .table");
    await kayles.getByRole("button", { name: "At the period" }).click();
    assert.equal(await kayles.locator("thead th").count(), 13);
    const marked = (mark) =>
      kayles
        .locator("td")
        .evaluateAll((all, mark) => all.flatMap((cell, heap) => (cell.classList.contains(mark) ? [heap] : [])), mark);
    assert.deepEqual(await marked("p"), [0]);
    assert.deepEqual(
      await marked("before"),
      Array.from({ length: 71 }, (_, heap) => heap),
    );
    assert.deepEqual(await marked("first"), [71]);
    assert.deepEqual(await marked("start"), [83, 95, 107, 119]);
    const [p, other] = await Promise.all(
      [0, 1].map((i) =>
        kayles
          .locator("td")
          .nth(i)
          .evaluate((cell) => getComputedStyle(cell).textDecorationLine),
      ),
    );
    assert.deepEqual([p, other], ["underline", "none"]);
    const misere = page.locator("#rule-misere .table");
    assert.deepEqual((await cells(misere)).slice(0, 6), ["N", "P", "N", "N", "N", "P"]);
  });
});

test("downloads are what the tool writes", async () => {
  const files = [];
  // Chromium lets a page save ten files in a row; it is opened anew before that.
  const eight = (first) =>
    on("report.html", {}, async (page) => {
      await fillAll(page);
      const buttons = await page.locator("[data-file]").all();
      for (const button of buttons.slice(first, first + 8)) {
        const name = await button.getAttribute("data-file");
        const saving = page.waitForEvent("download");
        await button.click();
        const download = await saving;
        assert.equal(download.suggestedFilename(), name);
        if (name === "values.csv") continue;
        const [rule] = name.split(".");
        const file = `${PAGES}/saved-${name}`;
        sgtab("table", ["misere", "hostile"].includes(rule) ? `${rule}.toml` : rule, "-n", "120", "-o", file);
        // A page and a table look for a proof as far as different amounts of work go.
        const text = (path) => read(path).replace(/( no period found in| fits) heaps 0\.\.\d+/, "$1");
        assert.equal(text(await download.path()), text(file), name);
        files.push(name);
      }
      return buttons.length;
    });
  let all = 1;
  for (let first = 0; first < all; first += 8) all = await eight(first);
  for (const rule of ["kayles", "bash-3", "squares", "misere", "hostile"])
    for (const ending of ["csv", "cpp", "py", "rs"])
      assert.ok(files.includes(`${rule}.${ending}`), `${rule}.${ending}`);
});

test("charts open, and can be saved", async () => {
  await on("report.html", {}, async (page) => {
    await fillAll(page);
    // The first one is open by itself.
    for (const summary of (await page.locator("#rule-kayles .charts summary").all()).slice(1)) await summary.click();
    const images = page.locator("#rule-kayles .charts img");
    await page.waitForFunction(() => document.querySelectorAll("#rule-kayles .charts img").length === 4);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#rule-kayles .charts img")].every(({ naturalWidth }) => naturalWidth > 0),
    );
    assert.match(await images.nth(0).getAttribute("alt"), /^Values of heaps 0 to 120: Kayles.*period 12/);
    const saving = page.waitForEvent("download");
    await page.locator("#rule-kayles .charts button").first().click();
    assert.match(read(await (await saving).path()), /^<svg [^]*<\/svg>\n$/);
  });
});

test("search and standing filter the list and the sections", async () => {
  await on("index.html", {}, async (page) => {
    const shown = (what) => page.locator(what).evaluateAll((all) => all.filter(({ hidden }) => !hidden).length);
    await page.fill("#search", "Kayles");
    const few = await shown(".index-list li");
    assert.ok(few >= 2 && few < 10, `${few}`);
    assert.equal(await shown("section.rule"), few);
    assert.equal(await page.textContent("#count"), `${few} of 80 rules`);
    await page.fill("#search", "");
    const summary = read(`${PAGES}/summary.csv`).trim().split("\n").slice(1);
    await page.selectOption("#standing", "proved");
    assert.equal(await shown("section.rule"), summary.filter((row) => /,proved,/.test(row)).length);
    await page.fill("#search", "no such rule");
    assert.equal(await shown("section.rule"), 0);
  });
});

test("links of the list lead to their sections", async () => {
  await on("index.html", {}, async (page) => {
    const top = (id) => page.locator(id).evaluate((section) => section.getBoundingClientRect().top);
    for (const name of ["kayles", "turnips", "nim", "all-but-1"]) {
      await page.click(`.index-list a[href="#rule-${name}"]`);
      await page.locator(`#rule-${name} .charts img`).waitFor();
      await page.waitForTimeout(300);
      assert.ok(Math.abs((await top(`#rule-${name}`)) - 16) < 3, `${name} is at ${await top(`#rule-${name}`)}`);
    }
    await page.goto(`${page.url().split("#")[0]}#rule-officers`);
    await page.reload();
    await page.locator("#rule-officers .charts img").waitFor();
    await page.waitForTimeout(300);
    assert.ok(Math.abs((await top("#rule-officers")) - 16) < 3);
  });
});

test("a hostile title stays text", async () => {
  await on("report.html", {}, async (page) => {
    await fillAll(page);
    assert.match(
      await page.textContent("#rule-hostile h2"),
      /^<\/script><\/title><img src=x onerror='document\.title/,
    );
    assert.equal(await page.locator("img[src=x]").count(), 0);
    assert.notEqual(await page.title(), "broken");
    const option = page.locator("#play-rule option[value=rule-hostile]");
    assert.match(await option.textContent(), /^<\/script>/);
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing to complain of (${colorScheme})`, async () => {
    await on("report.html", { colorScheme }, async (page) => {
      await fillAll(page);
      await page.locator("#rule-kayles .charts img").waitFor();
      await page.click("#play button[type=submit]");
      await page.click("#play-hint");
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      await page.evaluate(AXE);
      const { violations, passes } = await page.evaluate(() => axe.run());
      assert.deepEqual(
        violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0].html.slice(0, 200) })),
        [],
      );
      assert.ok(passes.some(({ id }) => id === "color-contrast") && passes.some(({ id }) => id === "label"));
    });
  });
}

for (const [width, file] of [
  [390, "index.html"],
  [390, "report.html"],
  [320, "report.html"],
  [1280, "index.html"],
]) {
  test(`${file} does not scroll sideways at ${width} px`, async () => {
    await on(file, { viewport: { width, height: 800 } }, async (page) => {
      await fillAll(page);
      await page.click("#play button[type=submit]");
      await page.click("#play-hint");
      const slider = page.locator("#explored-table input[type=range]");
      await slider.focus();
      await page.keyboard.press("End");
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.deepEqual(widths, [width, width]);
      const box = await page.locator("#explored-table .scroll").evaluate((box) => [box.scrollWidth, box.clientWidth]);
      assert.ok(box[0] > box[1], "a wide table scrolls in its box");
    });
  });
}

test("on paper there are tables and proofs, and no controls", async () => {
  await on("report.html", {}, async (page) => {
    await fillAll(page);
    await page.emulateMedia({ media: "print" });
    for (const hidden of [
      "nav",
      "#index",
      "#explorer",
      "#play",
      ".rule .controls",
      ".rule .downloads",
      ".rule button",
      ".rule .end",
    ]) {
      assert.ok((await page.locator(hidden).count()) > 0, hidden);
      for (const place of await page.locator(hidden).all()) assert.ok(!(await place.isVisible()), hidden);
    }
    for (const shown of [".rule table", ".rule .verdict", ".rule dl", ".rule .legend"]) {
      for (const place of await page.locator(shown).all()) assert.ok(await place.isVisible(), shown);
    }
    const cut = await page
      .locator(".rule .scroll")
      .evaluateAll((all) => all.filter((box) => box.scrollHeight > box.clientHeight + 1).length);
    assert.equal(cut, 0);
  });
});

test("without the script what is known can be read", async () => {
  await on("report.html", { javaScriptEnabled: false }, async (page) => {
    assert.ok(await page.locator("noscript").isVisible());
    assert.match(await page.textContent("#rule-kayles .verdict"), /Period 12.*take-and-break theorem/);
  });
});

test("the policy lets nothing else in", async () => {
  const { page, close } = await open(browser, "report.html");
  const ran = await page
    .evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.broken = true";
      document.body.append(script);
      return [
        window.broken ?? false,
        fetch("https://example.org").then(
          () => "fetched",
          () => "refused",
        ),
      ];
    })
    .then(([broken]) => broken);
  assert.equal(ran, false);
  const fetched = await page.evaluate(() =>
    fetch("https://example.org").then(
      () => "fetched",
      () => "refused",
    ),
  );
  assert.equal(fetched, "refused");
  await close();
});
