// Sets of amounts: the part of the rule notation that does not use n. A set is
//   has(a)  whether the amount a may be taken,
//   from    an amount from which on
//   tail    all amounts (true) or none (false) are in it; null where it goes on in another way,
//   thin    whether it has density 0.

const MOST_AMOUNT = 1000000;

class SetError extends Error {}

const finite = (has, from) => ({ has, from, tail: false, thin: true });
const endless = (has, thin) => ({ has, from: 1, tail: null, thin });
const interval = (low, high) =>
  high === Infinity
    ? { has: (a) => a >= low, from: low, tail: true, thin: false }
    : finite((a) => low <= a && a <= high, high + 1);

function union(x, y) {
  const tail = x.tail || y.tail ? true : x.tail === null || y.tail === null ? null : false;
  return { has: (a) => x.has(a) || y.has(a), from: Math.max(x.from, y.from), tail, thin: x.thin && y.thin };
}

function except(x, y) {
  const tail = x.tail === false || y.tail === true ? false : x.tail === null || y.tail === null ? null : true;
  return { has: (a) => x.has(a) && !y.has(a), from: Math.max(x.from, y.from), tail, thin: x.thin };
}

function both(x, y) {
  const tail = x.tail === false || y.tail === false ? false : x.tail === null || y.tail === null ? null : true;
  return { has: (a) => x.has(a) && y.has(a), from: Math.max(x.from, y.from), tail, thin: x.thin || y.thin };
}

const isSquare = (a) => Number.isInteger(Math.sqrt(a));
function leastFactor(a) {
  for (let d = 2; d * d <= a; d++) if (a % d === 0) return d;
  return a;
}
function isPrimePower(a) {
  if (a < 2) return false;
  const prime = leastFactor(a);
  while (a % prime === 0) a /= prime;
  return a === 1;
}
/** The members of a growing sequence, as far as amounts go. */
function sequenceSet(first, second, next) {
  const members = new Set([first]);
  for (let [x, y, i] = [first, second, 2]; y <= 2 * MOST_AMOUNT; [x, y, i] = [y, next(x, y, i), i + 1])
    members.add(y);
  return endless((a) => members.has(a), true);
}

const NAMED = {
  any: () => interval(1, Infinity),
  odd: () => endless((a) => a % 2 === 1, false),
  even: () => endless((a) => a % 2 === 0, false),
  squares: () => endless(isSquare, true),
  cubes: () => endless((a) => Math.round(Math.cbrt(a)) ** 3 === a, true),
  triangular: () => endless((a) => isSquare(8 * a + 1), true),
  primes: () => endless((a) => a > 1 && leastFactor(a) === a, true),
  fibonacci: () => sequenceSet(1, 2, (x, y) => x + y),
  lucas: () =>
    union(
      finite((a) => a === 1, 2),
      sequenceSet(3, 4, (x, y) => x + y),
    ),
  factorials: () => sequenceSet(1, 2, (x, y, i) => y * (i + 1)),
};

/** The set that a text says. Binding, tightest first: `..`; `except`; `&`; then `,` and `|`; `all but` takes the rest. */
function parseSet(text) {
  const tokens = text.toLowerCase().match(/\d+|\.\.|[a-z]+|\S/g) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const take = (token) => peek() === token && (at++, true);
  const expect = (token, why) => {
    if (!take(token)) throw new SetError(`${found()} where ${why} belongs.`);
  };
  const found = () => (peek() === undefined ? "The text ends" : `There is “${peek()}”`);
  const unclear = () => new SetError("It is not clear what “mod” belongs to in a list: write 1 | (2 mod 5).");
  const usesHeap = () => new SetError("Amounts that depend on n, the heap, are for the command line.");
  const isNumber = (token) => /^\d+$/.test(token ?? "");

  function number(why) {
    if (!isNumber(peek())) throw new SetError(`${found()} where ${why} belongs.`);
    const value = Number(tokens[at++]);
    if (value > MOST_AMOUNT) throw new SetError(`Amounts go up to ${MOST_AMOUNT} here; ${value} is more.`);
    return value;
  }

  function amount() {
    const value = number("an amount");
    if (value === 0) throw new SetError("0 is not an amount: a move takes at least 1. Leave it out.");
    return value;
  }

  function modulus(why) {
    const value = number(why);
    if (value === 0) throw new SetError(`There is 0 where ${why} from 1 on belongs.`);
    return value;
  }

  function multiples(remainder, of) {
    return of === 1 ? NAMED.any() : endless((a) => a % of === remainder, false);
  }

  function powers(base) {
    return base < 2 ? finite((a) => a === base, base + 1) : sequenceSet(1, base, (x, y) => y * base);
  }

  function some() {
    if (take("(")) {
      const inner = whole();
      expect(")", "a closing parenthesis");
      return inner;
    }
    if (take("{")) {
      const inner = whole();
      if (peek() === ":" || peek() === "for")
        throw new SetError("Conditions and formulas in braces are for the command line.");
      expect("}", "a closing brace");
      return inner;
    }
    if (take("all")) {
      expect("but", "“but”, as in “all but 2, 5”");
      return except(NAMED.any(), whole());
    }
    if (take("multiples")) {
      expect("of", "“of”, as in “multiples of 3”");
      return multiples(0, modulus("a number"));
    }
    if (take("powers")) {
      expect("of", "“of”, as in “powers of 2”");
      return powers(modulus("a number"));
    }
    if (take("prime")) {
      expect("powers", "“powers” (or write “primes”)");
      return endless(isPrimePower, true);
    }
    if (Object.hasOwn(NAMED, peek() ?? "")) return NAMED[tokens[at++]]();
    if (isNumber(peek())) return fromNumber();
    if (peek() === "n") throw usesHeap();
    throw new SetError(`${found()} where an amount or the name of a set belongs, such as 3, 1..5, odd or squares.`);
  }

  function fromNumber() {
    if (tokens[at + 1] === "mod") {
      if (tokens[at - 1] === ",") throw unclear();
      const remainder = number("a remainder");
      at++;
      const of = modulus("a modulus");
      if (peek() === ",") throw unclear();
      return multiples(remainder % of, of);
    }
    const low = amount();
    if (!take("..")) return interval(low, low);
    if (!isNumber(peek()) && peek() !== "n") return interval(low, Infinity);
    if (peek() === "n") throw usesHeap();
    const high = amount();
    if (high < low) throw new SetError(`The range ${low}..${high} is empty: write ${high}..${low}.`);
    return interval(low, high);
  }

  const chain = (operator, apply, inner) => () => {
    let set = inner();
    while (operator.includes(peek())) {
      at++;
      set = apply(set, inner());
    }
    return set;
  };
  const whole = chain([",", "|"], union, chain(["&"], both, chain(["except"], except, some)));

  if (tokens.length === 0) throw new SetError("Name the amounts that may be taken, such as 1..3.");
  const set = whole();
  if (peek() !== undefined) throw new SetError(`${found()} where a comma or the end belongs.`);
  return set;
}

/** The largest amount where a set differs from its tail: M of the window theorem. Only for tails that are known. */
function lastExceptional(set) {
  let amount = set.from;
  while (amount > 0 && set.has(amount) === set.tail) amount--;
  return amount;
}

/** The members up to n, ascending. */
function members(set, n) {
  const list = [];
  for (let a = 1; a <= n; a++) if (set.has(a)) list.push(a);
  return list;
}
