// The wrapped table: heaps in rows of equal length, with the period and the P-positions marked.

const MOST_COLUMNS = 60;

/** What a cell shows. */
const shownValue = ({ outcomes, values }, heap) => (outcomes ? "PN"[values[heap]] : String(values[heap]));

/** What a cell is, as classes: P-position, before the period, first heap of a repetition, first of all. */
function marks({ values, period }, heap) {
  const classes = [];
  if (values[heap] === 0) classes.push("p");
  if (period && heap < period.preperiod) classes.push("before");
  if (period && heap >= period.preperiod && (heap - period.preperiod) % period.period === 0) {
    if (heap === period.preperiod && heap > 0) classes.push("first");
    else if (period.period > 1) classes.push("start");
  }
  return classes.join(" ");
}

function wrapped(sequence, columns) {
  const head = element("tr", {}, element("th", { scope: "col" }, "heap"));
  for (let i = 0; i < columns; i++) head.append(element("th", { scope: "col" }, `+${i}`));
  const body = element("tbody");
  for (let first = 0; first < sequence.values.length; first += columns) {
    const row = element("tr", {}, element("th", { scope: "row" }, String(first)));
    for (let heap = first; heap < Math.min(first + columns, sequence.values.length); heap++) {
      row.append(element("td", { class: marks(sequence, heap) || undefined }, shownValue(sequence, heap)));
    }
    body.append(row);
  }
  const what = sequence.outcomes ? "Outcomes" : "SG values g(n)";
  const caption = element("caption", {}, `${what} of heaps 0 to ${sequence.values.length - 1}, ${columns} in a row`);
  return element("table", {}, caption, element("thead", {}, head), body);
}

/** As many columns as fit: a multiple of the period, else of ten. */
function fittingColumns({ values, period }, width) {
  const digits = Math.max(
    String(values.length).length - 1,
    ...values.slice(0, 1000).map((value) => String(value).length),
  );
  const cell = Math.max(width < 640 ? 32 : 41, 14 + 9 * digits);
  const fit = Math.max(4, Math.min(24, Math.floor((width - 65) / cell)));
  if (period && period.period > 1 && period.period <= fit) return fit - (fit % period.period);
  return fit >= 20 ? 20 : fit >= 10 ? 10 : fit;
}

/** What the marks mean that are in the table. */
function legend({ outcomes, values, period }) {
  const entry = (classes, sign, text) =>
    element("li", {}, element("span", { class: `key ${classes}`, "aria-hidden": "true" }, sign), ` ${text}`);
  const entries = [entry("p", outcomes ? "P" : "0", "P-position: who is to move loses")];
  if (outcomes) entries.push(entry("", "N", "N-position: who is to move wins"));
  if (period) {
    const { preperiod, period: repeats } = period;
    if (preperiod > 0) entries.push(entry("before", "n", `before heap ${preperiod}, where the period begins`));
    if (preperiod > 0 && preperiod < values.length) entries.push(entry("first", "n", "the period begins"));
    if (repeats > 1 && preperiod + repeats < values.length)
      entries.push(entry("start", "n", `the period begins again, every ${repeats} heaps`));
  }
  return element("ul", { class: "legend" }, ...entries);
}

/** Table, slider and legend, put into `place`. */
function showTable(place, sequence, name) {
  const box = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table of ${name}` });
  const period = sequence.period?.period ?? 0;
  const most = period > MOST_COLUMNS && period <= 200 ? period : MOST_COLUMNS;
  const start = fittingColumns(sequence, place.clientWidth || 800);
  const output = element("output", { "aria-live": "off" });
  const slider = element("input", {
    type: "range",
    min: "1",
    max: String(most),
    value: String(start),
    autocomplete: "off",
  });
  const wrap = (columns) => {
    slider.value = columns;
    output.textContent = period > 1 && columns % period === 0 ? `${columns} = ${columns / period} × period` : columns;
    box.replaceChildren(wrapped(sequence, Number(columns)));
  };
  slider.addEventListener("input", () => wrap(slider.value));
  const controls = element("div", { class: "controls" }, element("label", {}, "Columns ", slider), output);
  if (period > 1 && period <= most) controls.append(button("At the period", () => wrap(period)));
  wrap(start);
  place.replaceChildren(controls, box, legend(sequence));
}

/** The file that `sgtab table -o NAME.csv` writes. */
function csv(sequence) {
  const rows = sequence.values.map((value, heap) => {
    const outcome = "PN"[Math.min(value, 1)];
    return sequence.outcomes ? `${heap},${outcome}\n` : `${heap},${value},${outcome}\n`;
  });
  return (sequence.outcomes ? "n,outcome\n" : "n,sg,outcome\n") + rows.join("");
}
