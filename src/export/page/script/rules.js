// The sections of the rules, and the index.

const dataOf = new WeakMap();

/** What is known of the rule of a section. */
function ruleData(section) {
  if (!dataOf.has(section)) dataOf.set(section, JSON.parse(section.querySelector("script.data").textContent));
  return dataOf.get(section);
}

const ruleSections = () => [...document.querySelectorAll("section.rule")];

/** Fills a section, once. */
function fillSection(section) {
  if (section.dataset.filled) return;
  section.dataset.filled = "yes";
  const rule = ruleData(section);
  showTable(section.querySelector(".table"), rule, rule.title);
  const charts = rule.charts.map((chart) => chartDetails(rule, chart));
  section.querySelector(".charts").replaceChildren(...charts);
  charts[0].open = true;
  const csvFile = { label: "Table (CSV)", file: `${rule.file}.csv`, mime: "text/csv", text: null };
  const downloads = [csvFile, ...rule.downloads].map(({ label, file, mime, text }) =>
    button(label, () => save(file, text ?? csv(rule), mime), {
      "data-file": file,
      "aria-label": `Save ${label} as ${file}`,
    }),
  );
  section.querySelector(".downloads").replaceChildren(...downloads);
}

/** A chart that is unpacked when it is opened. */
function chartDetails(rule, { label, kind, alt, packed }) {
  const details = element("details", {}, element("summary", {}, label));
  details.addEventListener("toggle", async () => {
    if (!details.open || details.dataset.filled) return;
    details.dataset.filled = "yes";
    const file = await unpacked(packed, "image/svg+xml");
    const image = element("img", { alt, src: URL.createObjectURL(file) });
    const name = `${rule.file}-${kind}.svg`;
    const box = element(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `${label}, chart of ${rule.title}` },
      image,
    );
    details.append(
      box,
      button("Save as SVG", () => save(name, file), { "aria-label": `Save as SVG: ${name}` }),
    );
  });
  return details;
}

/** Sections are filled when they come near the window, or all before the page is printed. */
function watchSections() {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        fillSection(target);
      }
    },
    { rootMargin: "0px 0px 600px" },
  );
  ruleSections().forEach((section) => near.observe(section));
  addEventListener("beforeprint", () => ruleSections().forEach(fillSection));
}

/** Keeps the section that a link leads to in its place, while tables and charts before it get their height. */
function watchAnchors() {
  const goTo = () => {
    const section = byId(decodeURIComponent(location.hash.slice(1)));
    if (!section?.matches("section.rule")) return;
    fillSection(section);
    const keeper = new ResizeObserver(() => section.scrollIntoView());
    keeper.observe(byId("rules"));
    const stop = () => keeper.disconnect();
    setTimeout(stop, 1000);
    for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(kind, stop, { once: true, passive: true });
  };
  addEventListener("hashchange", goTo);
  goTo();
}

/** Hides the rules that search and standing do not ask for, here and in the list. */
function watchIndex() {
  const [search, standing, count] = ["search", "standing", "count"].map(byId);
  const entries = [...document.querySelectorAll(".index-list li")];
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const entry of entries) {
      const section = byId(entry.dataset.rule);
      const text = `${entry.textContent} ${section.querySelector("dl").textContent}`.toLowerCase();
      const matches = words.every((word) => text.includes(word));
      const hidden = !matches || (standing.value !== "" && entry.dataset.standing !== standing.value);
      entry.hidden = hidden;
      section.hidden = hidden;
      if (!hidden) shown++;
    }
    count.textContent =
      shown === entries.length ? counted(shown, "rule") : `${shown} of ${counted(entries.length, "rule")}`;
  };
  search.addEventListener("input", filter);
  standing.addEventListener("input", filter);
  search.form.addEventListener("submit", (event) => event.preventDefault());
}
