// The explorer: a set of amounts, its values, period and P-positions.

const MOST_EXPLORED = 20000;
const P_LISTED = 30;

function explore() {
  const [amounts, limit, said, place] = ["amounts", "limit", "explored", "explored-table"].map(byId);
  const complain = (input, message) => {
    input.setAttribute("aria-invalid", "true");
    said.replaceChildren(element("p", { class: "error" }, message));
    place.replaceChildren();
  };
  amounts.removeAttribute("aria-invalid");
  limit.removeAttribute("aria-invalid");
  const n = Number(limit.value);
  if (limit.value.trim() === "" || !Number.isInteger(n) || n < 1 || n > MOST_EXPLORED) {
    return complain(limit, `The largest heap is a whole number from 1 to ${MOST_EXPLORED}.`);
  }
  let set;
  try {
    set = parseSet(amounts.value);
  } catch (error) {
    if (!(error instanceof SetError)) throw error;
    return complain(amounts, error.message);
  }
  if (set.tail === false && lastExceptional(set) === 0)
    return complain(amounts, "This set has no members, so there is no move.");
  const values = sgValues(members(set, n), n);
  const found = findPeriod(set, values);
  const joined = found && !found.proved ? joiningAmount(set, values, found) : null;
  const period = joined === null ? found : null;
  const pPositions = values.flatMap((value, heap) => (value === 0 ? [heap] : []));
  said.replaceChildren(
    element("p", { class: "period" }, ...periodText(set, n, found, joined)),
    element("p", { class: "p-positions" }, pText(pPositions)),
  );
  showTable(place, { values, outcomes: false, period }, `the values of ${amounts.value}`);
  const file = "values.csv";
  place.append(
    button("Save as CSV", () => save(file, csv({ values, outcomes: false }), "text/csv"), { "data-file": file }),
  );
}

/** The period and its standing, in the words of the tool. */
function periodText(set, n, found, joined) {
  const badge = (name, sign) =>
    element("span", { class: `badge ${name}` }, element("span", { "aria-hidden": "true" }, sign), ` ${name}`);
  if (!found) {
    const more = set.tail === null ? "" : " It has one: a larger heap would show it.";
    return [badge("open", "?"), ` No period shows in heaps 0 to ${n}.${more}`];
  }
  const { period, preperiod, saltus, proved, window } = found;
  const what = `period ${period}${saltus > 0 ? `, saltus ${saltus}` : ""}, preperiod ${preperiod}`;
  if (joined !== null) {
    return [
      badge("refuted", "✗"),
      ` ${what} holds through heap ${n}, but cannot last: taking ${joined} joins heaps of equal value.`,
    ];
  }
  const end = preperiod + window - 1;
  if (!proved) {
    const needs = window === null ? "" : `: the theorem needs heaps through ${end + period}`;
    return [badge("fits", "≈"), ` ${what} fits through heap ${n}, not proved${needs}.`];
  }
  const raised = saltus > 0 ? ", raised by the saltus" : "";
  const seen = window === 1 ? `heap ${preperiod} recurs` : `heaps ${preperiod} to ${end} recur`;
  return [
    badge("proved", "✓"),
    ` ${what}, for ever: by the window theorem, as ${counted(window, "value")} in a row decide all that follow, and those of ${seen} ${period} later${raised}.`,
  ];
}

function pText(heaps) {
  const more = heaps.length > P_LISTED ? `, and ${heaps.length - P_LISTED} more` : "";
  return `${counted(heaps.length, "P-position")}: ${heaps.slice(0, P_LISTED).join(", ")}${more}.`;
}

function watchExplorer() {
  byId("amounts").form.addEventListener("submit", (event) => {
    event.preventDefault();
    explore();
  });
  explore();
}
