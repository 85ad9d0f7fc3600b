"use strict";
// Sorts and searches tables, filters the explanations, and opens all for print.
// The page can be read without it.
(function () {
  const all = (selector, inside) => Array.from((inside || document).querySelectorAll(selector));
  const matches = (element, words) => {
    const text = element.textContent.toLowerCase();
    return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  };

  // Tables: a button in each heading sorts, and a long table has a search.
  // Figures have the marks of the page's language, values of the data their own.
  const sample = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: true });
  const mark = (kind) => sample.formatToParts(12345.6).find((part) => part.type === kind).value;
  const marks = { group: mark("group"), decimal: mark("decimal") };
  const number = (cell) => {
    const { group, decimal } =
      cell.querySelector("bdi") === null ? marks : { group: ",", decimal: "." };
    const plain = cell.textContent.trim().replaceAll(group, "").replace(decimal, ".");
    const found = /^[<>]?\s*(-?\d*\.?\d+)/.exec(plain);
    return found === null ? null : Number(found[1]);
  };
  const compared = (a, b) => {
    const [x, y] = [number(a), number(b)];
    if (x !== null && y !== null) return x - y;
    if (x !== null || y !== null) return x === null ? 1 : -1;
    return a.textContent.trim().localeCompare(b.textContent.trim());
  };
  const sort = (table, heading, place) => {
    const isDown = heading.getAttribute("aria-sort") === "ascending";
    const rows = Array.from(table.tBodies[0].rows);
    rows.sort((a, b) => compared(a.cells[place], b.cells[place]) * (isDown ? -1 : 1));
    table.tBodies[0].append(...rows);
    for (const each of all("th[aria-sort]", table.tHead)) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  };
  for (const table of all("main table.plain, main table.bars")) {
    const rows = Array.from(table.tBodies[0].rows);
    if (rows.length < 3) continue;
    for (const heading of all("th", table.tHead)) {
      if (heading.textContent === "") continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sort(table, heading, heading.cellIndex));
      heading.append(button);
    }
    if (rows.length < 10) continue;
    const finder = document.createElement("label");
    const field = document.createElement("input");
    finder.className = "finder";
    field.type = "search";
    finder.append(document.body.dataset.saySearch + " ", field);
    field.addEventListener("input", () => {
      for (const row of rows) row.hidden = !matches(row, field.value);
    });
    (table.closest(".scroll") || table).before(finder);
  }

  // The explained rows.
  const rows = all("#explanations > details");
  const controls = document.getElementById("controls");
  const isShown = (row) => !row.hidden;

  if (controls !== null) {
    const label = document.getElementById("label");
    const search = document.getElementById("search");
    const shown = document.getElementById("shown");
    const setOpen = (isOpen) => () => {
      for (const row of rows.filter(isShown)) row.open = isOpen;
    };
    const filter = () => {
      for (const row of rows) {
        const isOther = label.value !== "" && row.dataset.label !== label.value;
        row.hidden = isOther || !matches(row, search.value);
      }
      const number = rows.filter(isShown).length;
      const { sayAll, saySome } = shown.dataset;
      shown.textContent = number === rows.length ? sayAll : saySome.replace("{}", number);
    };
    label.addEventListener("change", filter);
    search.addEventListener("input", filter);
    document.getElementById("open").addEventListener("click", setOpen(true));
    document.getElementById("close").addEventListener("click", setOpen(false));
    // A browser may remember the choice when the page is loaded again.
    filter();
    controls.hidden = false;
  }

  // A link to a row opens it.
  const openTarget = () => {
    const row = document.getElementById(location.hash.slice(1));
    if (row === null || !rows.includes(row)) return;
    row.hidden = false;
    row.open = true;
    row.scrollIntoView();
  };
  window.addEventListener("hashchange", openTarget);
  openTarget();

  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = all("details:not([open])");
    for (const each of closed) each.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });
})();
