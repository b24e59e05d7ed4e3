// The browser, the pages, and the tool that they are compared with.

import { chromium } from "playwright-core";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

export const PAGES = process.env.PAGES;

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: ARGS });

/** What `sgtab` prints. */
export const sgtab = (...args) => execFileSync(process.env.SGTAB, args, { encoding: "utf8" });
export const sgtabJson = (...args) => JSON.parse(sgtab(...args, "--json"));

export const read = (file) => readFileSync(file, "utf8");

/** Opens a page; `quiet()` fails if anything was logged, thrown, or asked for beyond the file. */
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const url = `file://${PAGES}/${file}`;
  const noise = [];
  page.on("console", (message) => noise.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => noise.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
  page.on("request", (request) => {
    const asked = request.url().split("#")[0];
    if (asked !== url && !/^(blob|data):/.test(asked)) noise.push(`request: ${asked}`);
  });
  await page.goto(url);
  const quiet = () => assert.deepEqual(noise, []);
  return { page, quiet, close: () => context.close() };
}

/** The texts of the cells of a wrapped table, by heap. */
export const cells = (place) => place.locator("tbody td").allTextContents();

/** Numbers that look random and are the same in each run. */
export function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
