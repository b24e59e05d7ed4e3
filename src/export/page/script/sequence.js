// SG values of a set, and their period.

/** g(0), ..., g(n): the least number that no option has. */
function sgValues(amounts, n) {
  const values = new Uint16Array(n + 1);
  const seenAt = new Int32Array(n + 2).fill(-1);
  for (let heap = 0; heap <= n; heap++) {
    for (const amount of amounts) {
      if (amount > heap) break;
      seenAt[values[heap - amount]] = heap;
    }
    let value = 0;
    while (seenAt[value] === heap) value++;
    values[heap] = value;
  }
  return Array.from(values);
}

/**
 * For each p how far back from the end it is a period: {period, preperiod, saltus, agree}, where f(n + p) = f(n) + saltus
 * for the last `agree` heaps n that have an f(n + p). By the Z-function of the reversed sequence, or of its differences.
 */
function* periodsOf(values, mayRise) {
  const symbols = mayRise ? values.slice(1).map((value, i) => value - values[i]) : values.slice();
  symbols.reverse();
  const z = zFunction(symbols);
  const last = values.length - 1;
  for (let period = 1; period < values.length; period++) {
    const agree = (z[period] ?? 0) + (mayRise ? 1 : 0);
    const saltus = mayRise ? values[last] - values[last - period] : 0;
    if (saltus >= 0) yield { period, preperiod: values.length - period - agree, saltus, agree };
  }
}

/** At place p: how many symbols from there on equal those from the start. */
function zFunction(symbols) {
  const z = new Array(symbols.length).fill(0);
  let [left, right] = [0, 0];
  for (let p = 1; p < symbols.length; p++) {
    if (p < right) z[p] = Math.min(right - p, z[p - left]);
    while (p + z[p] < symbols.length && symbols[z[p]] === symbols[p + z[p]]) z[p]++;
    if (p + z[p] > right) [left, right] = [p, p + z[p]];
  }
  return z;
}

/**
 * The period of the values of a set and how it is known: {period, preperiod, saltus, proved, window} or null;
 * window is null where the theorem does not apply.
 *
 * The window theorem: for a finite set with the largest amount M, M heaps that recur decide all that follow; for all
 * amounts but a few, the largest left out M, it takes 2M heaps, and they may rise. What no theorem proves here is said
 * to fit where it holds for two repetitions, and long enough not to be a chance.
 */
function findPeriod(set, values) {
  let window = null;
  if (set.tail !== null) {
    const exceptional = lastExceptional(set);
    window = set.tail ? 2 * Math.max(exceptional, 1) : exceptional;
    for (const found of periodsOf(values, set.tail)) {
      if (found.agree >= window) return { ...found, proved: true, window };
    }
  }
  const length = values.length;
  const chance = 2 * Math.floor(Math.log2(Math.max(length, 1)));
  let best = null;
  for (const found of periodsOf(values, !set.thin)) {
    const held = length - found.preperiod;
    const share = held >= 4 * found.period ? 16 : 4;
    if (found.agree < found.period || found.agree < chance || share * held < length) continue;
    if (!best || found.preperiod + found.period < best.preperiod + best.period) best = found;
  }
  return best && { ...best, proved: false, window };
}

/** Amounts are tried up to this one against a period that fits. */
const MOST_TRIED = 1 << 17;

/**
 * An amount that joins heaps which the period, without saltus, makes equal: then it cannot last. Null where none is found.
 */
function joiningAmount(set, values, { period, preperiod, saltus }) {
  if (saltus > 0) return null;
  const tried = new Set();
  for (let amount = 1; amount <= MOST_TRIED; amount++) {
    if (!set.has(amount) || tried.has(amount % period)) continue;
    tried.add(amount % period);
    for (let i = 0; i < period; i++) {
      const j = (((i - amount) % period) + period) % period;
      if (values[preperiod + i] === values[preperiod + j]) return amount;
    }
  }
  return null;
}
